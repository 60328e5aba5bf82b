// A mesh in the form of Triangle's files.
#pragma once

#include <cstdint>
#include <vector>

#include "solver/mesh/mesh.hpp"
#include "tools/formats/mesh_file.hpp"

namespace amorph::mesh_tool {

struct list_options {
  bool jettison = false;  // without vertices that belong to no triangle
  bool markers = true;
  bool edges = false, neighbours = false;
  bool quadratic = false;  // nodes on edges, numbered after the vertices
  bool voronoi = false;
  unsigned threads = 0;  // 0: all
};

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

// `in`: the input's number of attributes per vertex, markers, holes and regions. `attribute_rows`: see
// triangle_attribute_rows.hpp; if it is not empty, region_attribute numbers its rows.
[[nodiscard]] lists lists_of(const list_options& options, const mesh_file::planar_graph& in,
                             const mesh::triangulation& m, const std::vector<std::vector<double>>& attribute_rows);

}  // namespace amorph::mesh_tool
