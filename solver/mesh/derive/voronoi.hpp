// The Voronoi diagram: the dual of a Delaunay triangulation. Of a mesh that is not Delaunay (at segments), or not
// convex, the dual graph in the same form, as Triangle writes it.
#pragma once

#include <cstdint>
#include <vector>

#include "solver/mesh/mesh.hpp"

namespace amorph::mesh {

struct voronoi_diagram {
  std::vector<point> vertices;      // the circumcentre of each triangle
  std::vector<double> attributes;   // the mesh's, continued linearly from each triangle to its circumcentre
  std::vector<std::uint32_t> ends;  // two per edge of the mesh, in the order of each_edge; the second is none for a ray
  std::vector<point> direction;     // per edge: of a ray, perpendicular to its boundary edge; (0, 0) otherwise
};

[[nodiscard]] voronoi_diagram voronoi_of(const triangulation& m);

}  // namespace amorph::mesh
