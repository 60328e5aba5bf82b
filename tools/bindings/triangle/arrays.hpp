// Conversion between the caller's arrays and the lists of Triangle's files.
#pragma once

#pragma GCC visibility push(default)
#include "tools/bindings/triangle/triangle.h"
#pragma GCC visibility pop
#include "tools/formats/triangle_lists.hpp"
#include "tools/formats/triangle_switches.hpp"

namespace amorph::triangle_library {

using switches = mesh_tool::switch_values;

// Of points, triangles and edges.
[[nodiscard]] inline int first_number(const switches& s) { return s.zero ? 0 : 1; }

struct input {
  mesh_file::planar_graph graph;
  mesh_file::triangle_list triangles;  // r
  host_array<double> area;             // r and a
};

// error(bad_input): counts below 0, missing arrays, numbers of points that do not exist.
[[nodiscard]] input read(const switches& s, const triangulateio& in);

// error(out_of_memory): nothing is allocated then.
void write(const switches& s, const mesh_tool::lists& all, std::size_t edges, const triangulateio& in,
           triangulateio& out, triangulateio* vorout);

}  // namespace amorph::triangle_library
