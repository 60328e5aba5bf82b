// What triangulate() does one after the other.
#pragma once

#include "amorph/triangulate.hpp"
#include "working_mesh.hpp"

namespace amorph::mesh {

// A point where two segments cross: it lies on the edge from `a` to `b`, at the share `t` of the way.
struct crossing {
  std::uint32_t a, b;
  double t;
  std::uint32_t segment;  // one of the two
};

// Puts the segment number `id` from vertex a to vertex b into the mesh, which is constrained Delaunay before and after.
// Vertices are added where it crosses others, and told of in `crossings`.
void insert_segment(working_mesh& m, std::uint32_t a, std::uint32_t b, std::uint32_t id,
                    std::vector<crossing>& crossings, std::uint64_t most_crossings);

// For each triangle, whether it is outside: ghosts; with `carve` what hangs together with them; what hangs together with
// a hole.
std::vector<char> outside(working_mesh& m, const planar_graph& input, bool carve);

// The number of the region of each triangle, or none.
std::vector<std::uint32_t> regions_of(working_mesh& m, const planar_graph& input, const std::vector<char>& is_outside);

}  // namespace amorph::mesh
