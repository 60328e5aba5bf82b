// What triangulate() does one after the other.
#pragma once

#include <functional>

#include "amorph/triangulate.hpp"
#include "working_mesh.hpp"

namespace amorph::mesh {

// A point where two segments cross: it lies on the edge from `a` to `b`, at the share `t` of the way.
struct crossing {
  std::uint32_t a, b;
  double t;
};

struct piece {
  std::uint32_t a, b;     // vertices
  std::uint32_t segment;  // its number
};

// Cuts segments where they pass through vertices. Of pieces that are the same, that of the first segment stays. The ends of a
// piece, and pieces, come in the order of x, then y. For a mesh without segments.
std::vector<piece> cut_at_points(const working_mesh& m, const std::vector<piece>& segments);

// Puts segments into a mesh without any; it is constrained Delaunay before and after, but for edges far from
// crossings. Vertices are added where segments cross, and told of in `crossings`. done(share) is called now and then.
void insert_segments(working_mesh& m, const std::vector<piece>& segments, std::vector<crossing>& crossings,
                     const std::function<void(double)>& done);

// For each triangle, whether it is outside: ghosts; with `carve` what hangs together with them; what hangs together with
// a hole.
std::vector<char> outside(working_mesh& m, const planar_graph& input, bool carve);

// The number of the region of each triangle, or none.
std::vector<std::uint32_t> regions_of(working_mesh& m, const planar_graph& input, const std::vector<char>& is_outside);

}  // namespace amorph::mesh
