#include "solver/mesh/derive/edges.hpp"

#include <algorithm>

namespace amorph::mesh {

std::vector<std::size_t> segment_edges(cpu_exec& exec, const triangulation& m) {
  constexpr std::size_t piece = std::size_t{1} << 16;  // triangles
  const std::size_t n = m.triangles();
  std::vector<std::vector<std::size_t>> found((n + piece - 1) / piece);
  exec.ranges(found.size(), 1, [&](std::size_t p, std::size_t last, unsigned) {
    for (; p != last; ++p)
      for (std::size_t t = p * piece; t != std::min(n, (p + 1) * piece); ++t)
        for (std::size_t at = 3 * t; at != 3 * t + 3; ++at)
          if (m.neighbours[at] >= t && (m.neighbours[at] == none || m.segments[at] != none)) found[p].push_back(at);
  });
  std::vector<std::size_t> all;
  for (const std::vector<std::size_t>& some : found) all.insert(all.end(), some.begin(), some.end());
  return all;
}

void mark_vertices(cpu_exec& exec, const triangulation& m, const std::vector<std::size_t>& edges,
                   host_array<std::int32_t>& marker) {
  const std::size_t given = marker.size(), n = m.points.size();
  marker.resize(n);
  exec.fill(span<std::int32_t>(marker).subspan(given, n - given), 0);
  host_array<std::uint32_t> first(n);
  exec.fill(span<std::uint32_t>(first), none);
  for (const std::size_t edge : edges)
    visit_edge(m, edge, [&](std::uint32_t a, std::uint32_t b, std::size_t at, std::int32_t) {
      const std::uint32_t s = m.segments[at];
      if (s == none || m.segment_marker[s] == 0) return;
      first[a] = std::min(first[a], s);
      first[b] = std::min(first[b], s);
    });
  exec.for_each(n, [&](std::size_t v) {
    if (marker[v] == 0 && first[v] != none) marker[v] = m.segment_marker[first[v]];
  });
  for (const std::size_t edge : edges)
    visit_edge(m, edge, [&](std::uint32_t a, std::uint32_t b, std::size_t at, std::int32_t) {
      if (m.neighbours[at] != none) return;
      for (const std::uint32_t v : {a, b})
        if (marker[v] == 0) marker[v] = 1;
    });
}

}  // namespace amorph::mesh
