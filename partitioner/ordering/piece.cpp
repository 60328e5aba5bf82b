#include "partitioner/ordering/piece.hpp"

#include <algorithm>

namespace amorph::ordering {

bool makes_progress(const separation& s, std::int64_t total) {
  if (2 * s.weight[in_separator] > total) return false;
  const std::size_t n = s.side.size();
  std::array<std::size_t, 3> count{0, 0, 0};
  for (const std::uint8_t side : s.side) ++count[side];
  return std::max(count[0], count[1]) < n - n / 20;
}

std::array<piece, 2> split(const piece& p, const separation& s, host_array<vertex>& number) {
  const level_graph& g = p.graph;
  const vertex n = g.vertices();
  std::array<vertex, 3> count{0, 0, 0};
  std::array<std::uint64_t, 2> arcs{0, 0};
  number.resize(n);
  for (vertex v = 0; v != n; ++v) {
    number[v] = count[s.side[v]]++;
    if (s.side[v] != in_separator) arcs[s.side[v]] += g.begin[v + std::size_t{1}] - g.begin[v];
  }
  std::array<piece, 2> half;
  for (unsigned i = 0; i != 2; ++i) {
    piece& h = half[i];
    h.first = p.first + (i == 0 ? 0 : count[0]);
    h.node = 2 * p.node + 2 - i;
    h.key = partition::initial::derive(p.key, 1 + i);
    h.name.resize(count[i]);
    h.graph.begin.resize(count[i] + std::size_t{1});
    h.graph.vertex_weight.resize(count[i]);
    h.graph.to.resize(arcs[i]);
    h.graph.edge_weight.resize(arcs[i]);
    h.graph.begin[0] = 0;
    h.graph.total = s.weight[i];
  }
  std::array<std::uint64_t, 2> end{0, 0};
  for (vertex v = 0; v != n; ++v) {
    const std::uint8_t side = s.side[v];
    if (side == in_separator) continue;
    piece& h = half[side];
    h.name[number[v]] = p.name[v];
    h.graph.vertex_weight[number[v]] = g.vertex_weight[v];
    for (std::uint64_t e = g.begin[v]; e != g.begin[v + std::size_t{1}]; ++e) {
      if (s.side[g.to[e]] != side) continue;
      h.graph.to[end[side]] = number[g.to[e]];
      h.graph.edge_weight[end[side]++] = g.edge_weight[e];
    }
    h.graph.begin[number[v] + std::size_t{1}] = end[side];
  }
  for (unsigned i = 0; i != 2; ++i) {
    half[i].graph.to.resize(end[i]);
    half[i].graph.edge_weight.resize(end[i]);
  }
  return half;
}

}  // namespace amorph::ordering
