// Nodes for triangles of second order: one on the middle of each edge.
#pragma once

#include <cstdint>
#include <vector>

#include "solver/mesh/mesh.hpp"

namespace amorph::mesh {

struct mid_nodes {
  std::vector<point> points;  // one per edge, in the order of each_edge
  std::vector<double> attributes;
  std::vector<std::int32_t> marker;  // the edge's
  std::vector<std::uint32_t> node;   // 3 per triangle: the node on the edge opposite to corner i, numbered from 0
};

[[nodiscard]] mid_nodes mid_nodes_of(const triangulation& m);

}  // namespace amorph::mesh
