// What triangulate() does one after the other.
#pragma once

#include <functional>

#include "solver/mesh/triangulate/triangulate.hpp"
#include "solver/mesh/triangulate/working_mesh.hpp"

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

// How points were put in: the kth vertex is point order[k], and stands where vertex same_as[k] does (its own number, or
// a smaller one).
struct placed_points {
  std::vector<std::uint32_t> order, same_as;
};
// Starts a triangulation of points. error(bad_input) if they all lie on one line. done(share) is called now and then.
placed_points insert_points(working_mesh& m, span<const point> points, unsigned threads,
                            const std::function<void(double)>& done);

// Cuts segments where they pass through vertices. The ends of a piece, and pieces, come in the order of x, then y; those
// that are the same in the order of segments. For a mesh without segments.
std::vector<piece> cut_at_points(const working_mesh& m, const std::vector<piece>& segments);

// Puts segments into a mesh without any; it is constrained Delaunay before and after, but for edges far from
// crossings. Vertices are added where segments cross, and told of in `crossings`. done(share) is called now and then.
void insert_segments(working_mesh& m, const std::vector<piece>& segments, std::vector<crossing>& crossings,
                     const std::function<void(double)>& done);

// Puts pieces, as they come from cut_at_points but each once, into a mesh without segments; edges are given their numbers. Returns
// the first that crosses another one, or none.
std::uint32_t insert_pieces_apart(working_mesh& m, const std::vector<piece>& pieces);

// Two triangles of a mesh without ghosts that have inner points in common, or none twice. Exact; O(b log b) for b edges where
// the mesh ends, and O(n) where there are such triangles.
std::pair<std::uint32_t, std::uint32_t> find_overlap(const working_mesh& m, unsigned threads);

// For each triangle, whether it is outside: ghosts; with `carve` what hangs together with them; what hangs together with
// a hole.
std::vector<char> outside(working_mesh& m, const planar_graph& input, bool carve);

// The number of the region of each triangle, or none.
std::vector<std::uint32_t> regions_of(working_mesh& m, const planar_graph& input, const std::vector<char>& is_outside);

}  // namespace amorph::mesh
