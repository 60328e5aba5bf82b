#include "partitioner/hypergraph/initial/host_hypergraph.hpp"

namespace amorph::hypergraph {

piece whole(const core_hypergraph& h, std::uint32_t parts) {
  piece p;
  p.parts = parts;
  p.graph.net_begin.assign(h.net_begin, h.net_begin + h.nets + 1);
  p.graph.pin.assign(h.pin, h.pin + h.net_begin[h.nets]);
  p.graph.net_weight.assign(h.nets, 1);
  if (h.net_weight != nullptr) p.graph.net_weight.assign(h.net_weight, h.net_weight + h.nets);
  p.graph.vertex_weight.assign(h.vertices, 1);
  if (h.vertex_weight != nullptr) p.graph.vertex_weight.assign(h.vertex_weight, h.vertex_weight + h.vertices);
  p.graph.dimensions = h.dimensions;
  if (h.weights != nullptr) p.graph.weights.assign(h.weights, h.weights + std::size_t{h.vertices} * h.dimensions);
  if (h.fixed != nullptr) p.graph.fixed.assign(h.fixed, h.fixed + h.vertices);
  for (std::uint32_t v = 0; v != h.vertices; ++v) p.name.push_back(v);
  return p;
}

std::array<piece, 2> split(const piece& p, const std::vector<std::uint32_t>& side, bool split_nets) {
  std::array<piece, 2> half;
  const host_hypergraph& g = p.graph;
  std::vector<std::uint32_t> number(side.size());
  for (std::uint32_t v = 0; v != number.size(); ++v) {
    piece& h = half[side[v]];
    number[v] = static_cast<std::uint32_t>(h.name.size());
    h.name.push_back(p.name[v]);
    h.graph.vertex_weight.push_back(g.vertex_weight[v]);
    if (!g.fixed.empty()) h.graph.fixed.push_back(g.fixed[v]);
    for (std::size_t i = std::size_t{v} * g.dimensions; !g.weights.empty() && i != (v + std::size_t{1}) * g.dimensions;
         ++i)
      h.graph.weights.push_back(g.weights[i]);
  }
  for (std::size_t e = 0; e != g.net_weight.size(); ++e) {
    std::array<std::uint64_t, 2> pins{};
    for (std::uint64_t i = g.net_begin[e]; i != g.net_begin[e + 1]; ++i) ++pins[side[g.pin[i]]];
    if (!split_nets && pins[0] != 0 && pins[1] != 0) continue;
    for (std::uint32_t s = 0; s != 2; ++s) {
      if (pins[s] < 2) continue;
      host_hypergraph& to = half[s].graph;
      for (std::uint64_t i = g.net_begin[e]; i != g.net_begin[e + 1]; ++i)
        if (side[g.pin[i]] == s) to.pin.push_back(number[g.pin[i]]);
      to.net_begin.push_back(to.pin.size());
      to.net_weight.push_back(g.net_weight[e]);
    }
  }
  for (piece& h : half) h.graph.dimensions = g.dimensions;
  half[0].first = p.first;
  half[0].parts = p.parts / 2;
  half[1].first = p.first + half[0].parts;
  half[1].parts = p.parts - half[0].parts;
  return half;
}

}  // namespace amorph::hypergraph
