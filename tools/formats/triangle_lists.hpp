// A mesh in the form of Triangle's files.
#pragma once

#include <cstdint>
#include <vector>

#include "solver/mesh/mesh.hpp"
#include "tools/formats/mesh_file.hpp"
#include "tools/formats/triangle_switches.hpp"

namespace amorph::mesh_tool {

struct lists {
  mesh_file::planar_graph graph;
  mesh_file::triangle_list triangles;
  std::vector<std::uint32_t> neighbour, edge;
  std::vector<std::int32_t> edge_marker;
  // The Voronoi diagram: its vertices, two ends per edge (the second is none for a ray), and directions of rays.
  mesh_file::vertex_list voronoi;
  std::vector<std::uint32_t> voronoi_edge;
  std::vector<double> voronoi_direction;
};

// The lists that are switched on, and neighbours for -C. `in`: the input's number of attributes per vertex, markers,
// holes and regions. `attribute_rows`: of elements_input; if it is not empty, region_attribute numbers its rows.
[[nodiscard]] lists lists_of(const switch_values& values, const mesh_file::planar_graph& in,
                             const mesh::triangulation& m, const std::vector<std::vector<double>>& attribute_rows,
                             unsigned threads);

}  // namespace amorph::mesh_tool
