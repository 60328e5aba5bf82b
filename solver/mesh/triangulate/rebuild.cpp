// Builds a triangulation from the corners of its triangles: finds neighbours by sorting edges, then makes it
// constrained Delaunay by Lawson's flips (1977).
#include <algorithm>
#include <bit>

#include "amorph/kernels/exec/cpu.hpp"
#include "amorph/kernels/primitives/sort.hpp"
#include "solver/mesh/geometry/coordinates.hpp"
#include "solver/mesh/triangulate/steps.hpp"
#include "solver/mesh/triangulate/triangulate.hpp"
#include "solver/run/dispatch.hpp"

namespace amorph::mesh {
namespace {

// Every edge once or twice, its two sides adjacent.
struct edge_table {
  unsigned bits;                   // of a vertex number
  std::vector<std::uint64_t> key;  // the smaller end in the high bits, the larger one in the low bits
  std::vector<handle> side;

  edge_table(cpu_exec& exec, const working_mesh& m) : bits(static_cast<unsigned>(std::bit_width(m.points.size()))) {
    const std::size_t n = 3 * std::size_t{m.triangles()};
    key.resize(n);
    side.resize(n);
    std::size_t at = 0;
    for (std::uint32_t t = 0; t != m.triangles(); ++t)
      for (std::uint32_t i = 0; i != 3; ++i, ++at) {
        const handle h = edge_of(t, i);
        key[at] = key_of(m.from(h), m.to(h));
        side[at] = h;
      }
    sort_pairs(exec, span<std::uint64_t>(key), span<handle>(side), 0, 2 * bits);
  }
  [[nodiscard]] std::uint64_t key_of(std::uint32_t a, std::uint32_t b) const {
    return std::uint64_t{std::min(a, b)} << bits | std::max(a, b);
  }
};

void find_neighbours(working_mesh& m, const edge_table& edges) {
  for (std::size_t i = 0; i + 1 < edges.key.size(); ++i) {
    if (edges.key[i] != edges.key[i + 1]) continue;
    const handle a = edges.side[i], b = edges.side[i + 1];
    // Sides of one key are in the order of their triangles.
    const bool third = i + 2 < edges.key.size() && edges.key[i + 2] == edges.key[i];
    if (m.from(a) == m.from(b) || third) {
      const handle last = third && m.from(a) != m.from(b) ? edges.side[i + 2] : b;
      const handle first = m.from(last) == m.from(a) ? a : b;
      throw element_error(false, triangle_of(last),
                          m.corner(first) == m.corner(last) ? "the same triangle as another"
                                                            : "a triangle on the same side of an edge as another",
                          triangle_of(first));
    }
    m.link(a, b);
    ++i;
  }
}

void put_segments(working_mesh& m, const edge_table& edges, span<const std::uint32_t> ends) {
  m.segment.assign(m.vertex.size(), {{none, none, none}});
  m.some_triangle.assign(m.points.size(), none);
  for (std::size_t s = 0; 2 * s != ends.size(); ++s) {
    const std::uint64_t key = edges.key_of(ends[2 * s], ends[2 * s + 1]);
    const auto found = std::lower_bound(edges.key.begin(), edges.key.end(), key);
    if (found == edges.key.end() || *found != key) throw element_error(true, s, "no edge of the mesh");
    const handle h = edges.side[static_cast<std::size_t>(found - edges.key.begin())];
    if (m.segment_on(h) == none) m.set_segment_both(h, static_cast<std::uint32_t>(s));
  }
}

}  // namespace

rebuild_result rebuild(const elements& in, const run_options& run) {
  cpu_exec exec(run.threads, 0, control_of(run));
  const std::size_t triangles = in.corners.size() / 3;
  if (triangles >= max_triangles) throw error(status::out_of_memory, "more than 2^30 triangles");
  working_mesh m;
  m.points.assign(in.points.begin(), in.points.end());
  m.vertex.resize(triangles);
  m.neighbour.assign(triangles, {{none, none, none}});
  check_coordinates(exec, in.points);
  for (std::size_t t = 0; t != triangles; ++t) {
    for (unsigned i = 0; i != 3; ++i) {
      m.vertex[t].at[i] = in.corners[3 * t + i];
      if (m.vertex[t].at[i] >= m.points.size()) throw element_error(false, t, "a triangle whose corner does not exist");
    }
    const int turn = m.turn(m.vertex[t].at[0], m.vertex[t].at[1], m.vertex[t].at[2]);
    if (turn < 0) throw element_error(false, t, "a clockwise triangle");
    if (turn == 0) throw element_error(false, t, "a flat triangle");
  }
  rebuild_result result;
  {
    const edge_table edges(exec, m);
    find_neighbours(m, edges);
    if (const auto pair = find_overlap(exec, m))
      throw element_error(false, std::max(pair->first, pair->second), "a triangle that overlaps another",
                          std::min(pair->first, pair->second));
    put_segments(m, edges, in.segments);
  }
  std::vector<double> attribute(in.region_attribute.begin(), in.region_attribute.end());
  std::vector<double> area(in.area_bound.begin(), in.area_bound.end());
  std::vector<handle> all;
  for (std::uint32_t t = 0; t != triangles; ++t)
    for (std::uint32_t i = 0; i != 3; ++i) {
      const handle other = m.neighbour[t].at[i];
      if (other != none && other > edge_of(t, i) && m.segment[t].at[i] == none &&
          in_circle(m.points[m.vertex[t].at[0]], m.points[m.vertex[t].at[1]], m.points[m.vertex[t].at[2]],
                    m.points[m.corner(other)]) > 0)
        all.push_back(edge_of(t, i));
    }
  result.flips = m.legalise(all, working_mesh::ties::stay, [&](handle h) {
    const std::uint32_t t = triangle_of(h), u = triangle_of(m.across(h));
    if (!attribute.empty() && attribute[t] != attribute[u]) return true;
    if (!area.empty()) {  // called before each possible flip: area bounds only decrease
      const bool flips = in_circle(m.points[m.vertex[t].at[0]], m.points[m.vertex[t].at[1]],
                                   m.points[m.vertex[t].at[2]], m.points[m.corner(m.across(h))]) > 0;
      if (flips && area[t] != area[u])
        area[t] = area[u] = area[t] <= 0 ? area[u] : area[u] <= 0 ? area[t] : std::min(area[t], area[u]);
    }
    return false;
  });
  triangulation& out = result.mesh;
  out.points = std::move(m.points);
  out.corners.reserve(3 * triangles);
  for (std::size_t t = 0; t != triangles; ++t)
    for (unsigned i = 0; i != 3; ++i) {
      out.corners.push_back(m.vertex[t].at[i]);
      const handle other = m.neighbour[t].at[i];
      out.neighbours.push_back(other == none ? none : triangle_of(other));
      out.segments.push_back(m.segment[t].at[i]);
    }
  out.segment_ends.assign(in.segments.begin(), in.segments.end());
  out.segment_marker.assign(in.segment_marker.begin(), in.segment_marker.end());
  out.segment_marker.resize(in.segments.size() / 2);
  out.attributes.assign(in.attributes.begin(), in.attributes.end());
  out.region_attribute = std::move(attribute);
  out.area_bound = std::move(area);
  return result;
}

}  // namespace amorph::mesh
