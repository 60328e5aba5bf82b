#include "solver/mesh/derive/edges.hpp"

#include <algorithm>
#include <vector>

namespace amorph::mesh {

void mark_vertices(const triangulation& m, host_array<std::int32_t>& marker) {
  const std::size_t given = marker.size();
  marker.resize(m.points.size(), 0);
  std::fill(marker.begin() + static_cast<std::ptrdiff_t>(given), marker.end(), 0);
  std::vector<std::uint32_t> first(m.points.size(), none);
  each_edge(m, [&](std::uint32_t a, std::uint32_t b, std::size_t at, std::int32_t) {
    const std::uint32_t s = m.segments[at];
    if (s == none || m.segment_marker[s] == 0) return;
    first[a] = std::min(first[a], s);
    first[b] = std::min(first[b], s);
  });
  for (std::size_t v = 0; v != first.size(); ++v)
    if (marker[v] == 0 && first[v] != none) marker[v] = m.segment_marker[first[v]];
  each_edge(m, [&](std::uint32_t a, std::uint32_t b, std::size_t at, std::int32_t) {
    if (m.neighbours[at] != none) return;
    for (const std::uint32_t v : {a, b})
      if (marker[v] == 0) marker[v] = 1;
  });
}

}  // namespace amorph::mesh
