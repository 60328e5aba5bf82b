// Contraction: the next coarser graph from a matching ("Efficient Transactional-Memory-based Implementation of Morph
// Algorithms on GPU", section 4.4.2): number the pairs by a prefix sum, join the adjacency lists of each pair, sum
// parallel edges, and drop self-loops. The thesis sorts the joined lists; here each is summed in a small hash table
// (tally.hpp), and only lists too long for one are sorted.
#pragma once

#include <algorithm>
#include <limits>

#include "amorph/kernels/primitives/reduce.hpp"
#include "amorph/kernels/primitives/select.hpp"
#include "partitioner/common/level.hpp"
#if AMORPH_DEVICE_COMPILER
#include "partitioner/coarsening/join_rows.cuh"
#else
#include "partitioner/coarsening/join_rows_cpu.hpp"
#endif

namespace amorph::partition {

// The lower of a pair numbers it. The numbers keep the order of the vertices, and with it their locality.
struct is_leader {
  const uint32_t* mate;
  AMORPH_BODY bool operator()(size_t v) const { return mate[v] == none || v < mate[v]; }
};
struct number_pair {
  const uint32_t *leader, *mate;
  uint32_t* map;
  graph_view fine;
  int32_t* weight;
  uint64_t* bound;  // arcs of the joined rows
  AMORPH_BODY void operator()(size_t c) const {
    const uint32_t v = leader[c], u = mate[v];
    map[v] = static_cast<uint32_t>(c);
    weight[c] = fine.weight(v);
    bound[c] = fine.begin[v + 1] - fine.begin[v];
    if (u == none) return;
    map[u] = static_cast<uint32_t>(c);
    weight[c] += fine.weight(u);
    bound[c] += fine.begin[u + 1] - fine.begin[u];
  }
};

struct sum_weights {
  const uint32_t *leader, *mate;
  graph_view fine;
  int32_t* sum;
  AMORPH_BODY void operator()(size_t c) const {
    const uint32_t v = leader[c], u = mate[v], count = fine.weights_per_vertex;
    for (uint32_t i = 0; i != count; ++i)
      sum[c * count + i] = fine.all_weights(v)[i] + (u == none ? 0 : fine.all_weights(u)[i]);
  }
};

// Pairs are free.
struct keep_fixed {
  const uint32_t *leader, *fine;
  uint32_t* fixed;
  AMORPH_BODY void operator()(size_t c) const { fixed[c] = fine[leader[c]]; }
};

// O(n + m) expected work. With `some_left_out`, vertices that are their own mates are left out. Sets fine.map, `none`
// for these. The order of entries in a coarse adjacency list is unspecified.
template <class Exec>
level<Exec> contract(Exec& exec, level<Exec>& fine, span<const uint32_t> mate, bool some_left_out = false) {
  using words = typename Exec::template buffer<uint32_t>;
  level<Exec> coarse;
  words leader(exec, fine.vertices);
  coarse.vertices = static_cast<uint32_t>(select_indices(exec, fine.vertices, is_leader{mate.data()}, leader.span()));
  fine.map = words(exec, fine.vertices);
  if (some_left_out) exec.template fill<uint32_t>(fine.map.span(), none);
  coarse.vertex_weight = typename Exec::template buffer<int32_t>(exec, coarse.vertices);
  typename Exec::template buffer<uint64_t> bound(exec, coarse.vertices);
  exec.for_each(coarse.vertices, number_pair{leader.data(), mate.data(), fine.map.data(), fine.view,
                                             coarse.vertex_weight.data(), bound.data()});
  // If no arcs were parallel, at most four become one; otherwise as many as the longest list has.
  const uint64_t longest = reduce(exec, span<const uint64_t>(bound.span()), uint64_t{0}, maximum<uint64_t>{});
  const uint64_t merged = fine.simple ? std::min<uint64_t>(4, longest) : longest;
  coarse.simple = true;
  coarse.most_inside = fine.most_inside;
  coarse.heaviest_edge = std::min<uint64_t>(merged * fine.heaviest_edge, std::numeric_limits<int32_t>::max());
  coarse.view.format = arc_format::for_graph(coarse.vertices, coarse.heaviest_edge);
  join_all(exec, join_rows{fine.view, leader.data(), mate.data(), fine.map.data()}, fine.arcs,
           span<const uint64_t>(bound.span()), coarse);
  coarse.view = {coarse.vertices,           coarse.begin.data(), coarse.words.data(), coarse.vertex_weight.data(),
                 coarse.edge_weight.data(), coarse.view.format};
  if (fine.view.weights != nullptr) {
    const uint32_t count = fine.view.weights_per_vertex;
    coarse.weights = typename Exec::template buffer<int32_t>(exec, size_t{coarse.vertices} * count);
    exec.for_each(coarse.vertices, sum_weights{leader.data(), mate.data(), fine.view, coarse.weights.data()});
    coarse.view.weights = coarse.weights.data();
    coarse.view.weights_per_vertex = count;
  }
  if (fine.view.fixed != nullptr) {
    coarse.fixed = words(exec, coarse.vertices);
    exec.for_each(coarse.vertices, keep_fixed{leader.data(), fine.view.fixed, coarse.fixed.data()});
    coarse.view.fixed = coarse.fixed.data();
  }
  if (!fine.simple)
    coarse.heaviest_edge = static_cast<uint64_t>(arc_weights(exec, coarse.view, coarse.arcs, maximum<int64_t>{}));
  return coarse;
}

}  // namespace amorph::partition
