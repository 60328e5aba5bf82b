// A graph of the multilevel hierarchy, and the view that kernels get.
#pragma once

#include <cstdint>

#include "amorph/kernels/base/config.hpp"
#include "amorph/kernels/base/span.hpp"
#include "amorph/kernels/primitives/reduce.hpp"
#include "amorph/kernels/random/hash.hpp"
#include "partitioner/common/arc_memory.hpp"
#include "partitioner/common/graph.hpp"

namespace amorph::partition {

using std::int32_t;
using std::int64_t;
using std::size_t;
using std::uint32_t;
using std::uint64_t;

inline constexpr uint32_t none = ~uint32_t{0};

struct arc {
  uint32_t to;
  int32_t weight;
};

// Packs an arc in a word: neighbour in the lower bits, weight in the upper ones. Most coarse graphs have few enough
// vertices and small enough weights, and take half the memory and bandwidth.
struct arc_format {
  uint32_t neighbour_bits = 32;  // 32: weights are stored separately, or all 1

  AMORPH_HD bool packed() const { return neighbour_bits != 32; }
  AMORPH_HD uint32_t neighbour(uint32_t word) const { return packed() ? word & ((1u << neighbour_bits) - 1) : word; }
  AMORPH_HD int32_t weight(uint32_t word) const { return static_cast<int32_t>(word >> neighbour_bits); }
  AMORPH_HD uint32_t pack(uint32_t to, int32_t weight) const {
    return packed() ? static_cast<uint32_t>(weight) << neighbour_bits | to : to;
  }
  // For neighbours below `vertices`, and weights up to `heaviest`.
  static arc_format for_graph(uint32_t vertices, uint64_t heaviest) {
    uint32_t to = 1;
    while (to != 32 && (uint64_t{vertices} - 1) >> to != 0) ++to;
    return {to != 32 && heaviest >> (32 - to) == 0 ? to : 32};
  }
};

// Forces that hold vertices in the parts of an earlier partition, as an edge into that part would.
struct part_anchors {
  const uint32_t* part = nullptr;  // per vertex, or none; null: no anchors
  const int32_t* weight = nullptr;
  AMORPH_HD bool holds(size_t v) const { return part != nullptr && part[v] != none && weight[v] != 0; }
};

// CSR in the executor's memory. Null weights: all 1, as often in the finest graph.
struct graph_view {
  uint32_t vertices;
  const uint64_t* begin;
  const uint32_t* words;  // arcs in `format`
  const int32_t* vertex_weight;
  const int32_t* edge_weight;
  arc_format format = {};
  part_anchors anchors = {};
  // With several weights per vertex: all of them, vertex by vertex; vertex_weight then sums their shares of the totals.
  const int32_t* weights = nullptr;
  uint32_t weights_per_vertex = 1;
  const uint32_t* fixed = nullptr;  // per vertex: the part that it stays in, or none; null: all are free

  AMORPH_HD bool is_fixed(size_t v) const { return fixed != nullptr && fixed[v] != none; }
  // Whether both are free: others are not contracted.
  AMORPH_HD bool are_free(size_t v, size_t u) const {
    return fixed == nullptr || (fixed[v] == none && fixed[u] == none);
  }
  AMORPH_HD const int32_t* all_weights(size_t v) const { return weights + v * weights_per_vertex; }
  AMORPH_HD int32_t weight(size_t v) const { return vertex_weight != nullptr ? vertex_weight[v] : 1; }
  AMORPH_HD uint32_t neighbour(uint64_t e) const { return format.neighbour(words[e]); }
  AMORPH_HD int32_t edge(uint64_t e) const {
    return format.packed() ? format.weight(words[e]) : edge_weight != nullptr ? edge_weight[e] : 1;
  }
  AMORPH_HD arc at(uint64_t e) const {
    const uint32_t word = words[e];
    if (format.packed()) return {format.neighbour(word), format.weight(word)};
    return {word, edge_weight != nullptr ? edge_weight[e] : 1};
  }
};

template <class Exec> struct level {
  template <class T> using buffer = typename Exec::template buffer<T>;

  uint32_t vertices = 0;
  uint64_t arcs = 0;
  buffer<uint64_t> begin;
  arc_array<uint32_t, Exec> words;         // arcs in view.format
  arc_array<int32_t, Exec> edge_weight;    // none if the words hold them
  buffer<int32_t> vertex_weight, weights;  // weights: several per vertex
  buffer<uint32_t> fixed;                  // as of the view
  uint64_t heaviest_edge = 1;              // upper bound
  uint64_t most_inside = ~uint64_t{0};     // arcs of coarser levels that are in the executor's memory
  bool simple = false;                     // no parallel arcs; the finest graph may have them
  buffer<uint32_t> map;                    // to the vertices of the next coarser level
  graph_view view{};

  [[nodiscard]] bool weighs_edges_alike() const { return view.edge_weight == nullptr && !view.format.packed(); }
};

// A copy on the host, with all weights and unpacked arcs.
template <class Exec> host_graph copied_out(Exec& exec, const level<Exec>& l) {
  const graph_view& g = l.view;
  host_graph host;
  host.vertices = g.vertices;
  host.constraints = g.weights_per_vertex;
  const auto copy = [&](const auto* from, auto& to, size_t n) {
    to.assign(n, 1);
    if (from != nullptr) exec.copy_out(span(from, n), span(to.data(), n));
  };
  copy(g.begin, host.begin, g.vertices + size_t{1});
  copy(g.words, host.to, l.arcs);
  copy(g.edge_weight, host.edge_weight, l.arcs);
  copy(g.weights != nullptr ? g.weights : g.vertex_weight, host.vertex_weight, size_t{g.vertices} * host.constraints);
  if (g.format.packed())
    for (uint64_t e = 0; e != l.arcs; ++e) {
      host.edge_weight[e] = g.format.weight(host.to[e]);
      host.to[e] = g.format.neighbour(host.to[e]);
    }
  return host;
}

struct arc_weight {
  graph_view graph;
  AMORPH_BODY int64_t operator()(size_t e) const { return graph.edge(e); }
};
// Reduces the weights of all arcs: their sum or maximum.
template <class Exec, class Op> int64_t arc_weights(Exec& exec, const graph_view& graph, uint64_t arcs, Op op) {
  typename Exec::template buffer<int64_t> result(exec, 1);
  reduce_into<int64_t>(exec, arcs, arc_weight{graph}, result.data(), 0, op);
  return exec.read(result.data());
}

}  // namespace amorph::partition
