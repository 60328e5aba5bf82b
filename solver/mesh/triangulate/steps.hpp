// The steps of triangulate(), in order.
#pragma once

#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "amorph/kernels/exec/cpu.hpp"
#include "solver/mesh/stars/delaunay.hpp"
#include "solver/mesh/triangulate/order.hpp"
#include "solver/mesh/triangulate/triangulate.hpp"
#include "solver/mesh/triangulate/working_mesh.hpp"

namespace amorph::mesh {

// Throws error: bad_input (coordinates, segment ends), out_of_memory (too many points).
void check_input(cpu_exec& exec, const planar_graph& in);
// Pairs in ascending order.
std::vector<std::uint32_t> sorted_pairs(span<const std::uint32_t> pairs);

// A vertex where two segments cross, or one is split: on the edge from `a` to `b`, at parameter `t`, 0 to 1.
struct crossing {
  std::uint32_t a, b;
  double t;
};

struct piece {
  std::uint32_t a, b;     // vertices
  std::uint32_t segment;  // its number
};

// Called regularly by serial steps: reports progress, and throws error(interrupted) on a stop request.
using progress_callback = std::function<void(std::uint64_t done, std::uint64_t total)>;

// Triangulates points in a mesh without any; vertex k is point point_of[k] of the result. error(bad_input) if all of
// them are collinear.
curve_order triangulate_points(cpu_exec& exec, working_mesh& m, span<const point> points,
                               const progress_callback& report);

// The same on several threads, for points that are not collinear, in a mesh that has the vertices.
void triangulate_in_blocks(cpu_exec& exec, working_mesh& m, const curve_order& order, std::size_t blocks,
                           const progress_callback& report);

// Inserts vertices of the mesh, which are ascending, different points, into a mesh without triangles. False, and no
// triangles, if all of them are collinear. Calls tick() every few milliseconds.
bool insert_vertices(working_mesh& m, span<const std::uint32_t> vertices, const std::function<void(std::size_t)>& tick);

// Gives a mesh without ghosts, whose hull edges have no neighbour, its ghosts.
void add_ghosts(working_mesh& m);

// The mesh that triangulate_points() makes, from the triangles of stars.
void build_mesh(cpu_exec& exec, working_mesh& m, span<const point> points, const curve_order& order,
                const star_triangulation& stars);

// The numbers of the triangles that are not outside, by their vertices: a triangle's first corner is the one with the
// lowest number, and triangles are in the order of their first, then of their second corners.
struct numbering {
  host_array<handle> triangle;       // of each number; the corner is the first one
  host_array<std::uint32_t> number;  // of each triangle, or none
};
numbering number_triangles(cpu_exec& exec, const working_mesh& m, const std::vector<char>& is_outside);

// Cuts segments at the vertices that they pass through. The ends of a piece, and pieces, are in the order of x, then y;
// equal pieces in the order of segments. For a mesh without segments.
std::vector<piece> cut_at_points(const working_mesh& m, const std::vector<piece>& segments);

// Inserts segments into a mesh without any; it is constrained Delaunay before and after, except for edges far from
// crossings. Appends a vertex to the mesh and to `crossings` where segments cross.
void insert_segments(working_mesh& m, const std::vector<piece>& segments, std::vector<crossing>& crossings,
                     const progress_callback& report);

// The same on several threads, by ../constrain. False if segments cross: then the mesh has none.
[[nodiscard]] bool insert_segments_in_rounds(cpu_exec& exec, working_mesh& m, const std::vector<piece>& segments);

// Splits segments until their pieces are edges of the Delaunay triangulation, or of that constrained by pieces
// that are; bad_input after a million splits and 200 for each segment. Appends vertices to the mesh and to `added`.
// O(t + s log s) for t triangles and s segments, and the walks and flips of the splits.
void split_segments(working_mesh& m, std::vector<crossing>& added, const progress_callback& report);

// Inserts pieces, as from cut_at_points but each once, into a mesh without segments; edges carry their numbers. Returns
// the first piece that crosses another one, if any does.
std::optional<std::uint32_t> insert_disjoint_pieces(working_mesh& m, const std::vector<piece>& pieces);

// Two triangles of a mesh without ghosts whose interiors intersect, if there are any. Exact; O(b log b) for b boundary
// edges, and O(n) if there are such triangles.
std::optional<std::pair<std::uint32_t, std::uint32_t>> find_overlap(cpu_exec& exec, const working_mesh& m);

// Removes the vertices from number `first` on that are not used, and renumbers those that follow.
template <class Used> void drop_unused(triangulation& m, std::size_t first, const Used& used) {
  const std::size_t attributes = m.points.empty() ? 0 : m.attributes.size() / m.points.size();
  std::vector<std::uint32_t> number(used.size() - first);
  std::size_t kept = first;
  for (std::size_t v = first; v != used.size(); ++v) {
    if (used[v] == 0) continue;
    number[v - first] = static_cast<std::uint32_t>(kept);
    m.points[kept] = m.points[v];
    for (std::size_t i = 0; i != attributes; ++i)
      m.attributes[kept * attributes + i] = m.attributes[v * attributes + i];
    ++kept;
  }
  if (kept == used.size()) return;
  m.points.resize(kept);
  m.attributes.resize(kept * attributes);
  for (auto* names : {&m.corners, &m.segment_ends})
    for (std::uint32_t& v : *names)
      if (v >= first) v = number[v - first];
}

// Per triangle, whether it is outside: ghosts; with `carve`, triangles connected to them; triangles connected to a
// hole. Lists the holes that are outside before any hole is removed.
std::vector<char> outside(working_mesh& m, const planar_graph& input, bool carve,
                          std::vector<std::uint32_t>& holes_outside);

// Per triangle, the number of its region, or none. Lists the regions that are outside.
std::vector<std::uint32_t> regions_of(working_mesh& m, const planar_graph& input, const std::vector<char>& is_outside,
                                      std::vector<std::uint32_t>& regions_outside);

}  // namespace amorph::mesh
