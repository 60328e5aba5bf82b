// Connected parts: each keeps its heaviest component; the others, strays, join an adjacent part. All strays move at
// once, each to a part whose main component it is adjacent to, so that it is connected there wherever the others go.
// Components by concurrent union-find; their connections by sorting the arcs of the strays' vertices, which are few.
// The answer does not depend on the order of work.
#pragma once

#include "amorph/kernels/graph/edge_keys.hpp"
#include "amorph/kernels/primitives/scan.hpp"
#include "amorph/kernels/primitives/segmented.hpp"
#include "amorph/kernels/primitives/select.hpp"
#include "amorph/kernels/primitives/sort.hpp"
#include "partitioner/refinement/components.hpp"
#include "partitioner/refinement/refine_memory.hpp"

namespace amorph::partition {

struct number_strays {
  const uint32_t* stray;  // their roots
  uint32_t* number;       // of roots
  uint64_t* choice;
  AMORPH_BODY void operator()(size_t i) const {
    number[stray[i]] = static_cast<uint32_t>(i);
    choice[i] = 0;
  }
};
struct degree_of_listed {
  graph_view graph;
  const uint32_t* list;
  AMORPH_BODY uint64_t operator()(size_t i) const { return graph.begin[list[i] + 1] - graph.begin[list[i]]; }
};
// The weights of strays, all of each vertex.
template <class Balance> struct weigh_strays {
  graph_view graph;
  const uint32_t *list, *root, *number;
  Balance balance;
  int64_t* load;
  AMORPH_BODY void operator()(size_t i) const {
    const uint32_t v = list[i], each = balance.weights_each();
    const typename Balance::load w = Balance::load_of(graph, v);
    for (uint32_t c = 0; c != each; ++c)
      atomic_add(&load[size_t{number[root[v]]} * each + c], Balance::weight_in(w, c));
  }
};
// Key: number of the stray << 32 | the neighbour's part, `none` if that is no main component of another part.
struct list_connections {
  graph_view graph;
  const uint32_t *list, *root, *part, *main, *number;
  const uint64_t* begin;
  uint64_t* key;
  int64_t* weight;
  template <class Team> AMORPH_BODY void operator()(Team team, size_t i) const {
    const uint32_t v = list[i];
    const uint64_t stray = uint64_t{number[root[v]]} << 32, row = graph.begin[v], length = graph.begin[v + 1] - row;
    for (uint64_t j = team.rank(); j < length; j += team.size()) {
      const arc a = graph.at(row + j);
      const uint32_t q = part[a.to];
      const bool joins = q != part[v] && main[q] == root[a.to];
      key[begin[i] + j] = stray | (joins ? q : none);
      weight[begin[i] + j] = a.weight;
    }
  }
};
// The part to join: one with capacity, of the strongest connection, then of the lowest number.
template <class Balance> struct choose_part {
  const uint64_t *key, *head;
  const int64_t *connection, *load;
  Balance balance;
  uint64_t* choice;
  AMORPH_BODY void operator()(size_t h) const {
    const uint64_t k = key[head[h]];
    const auto q = static_cast<uint32_t>(k);
    if (q == none) return;
    const uint64_t fits = takes(q, load + (k >> 32) * balance.weights_each()) ? 1 : 0;
    const uint64_t strength = connection[h] < 0x7fffffff ? static_cast<uint64_t>(connection[h]) : 0x7fffffff;
    atomic_max(&choice[k >> 32], fits << 63 | strength << 32 | static_cast<uint32_t>(~q));
  }
  AMORPH_BODY bool takes(uint32_t q, const int64_t* w) const {
    const uint32_t each = balance.weights_each();
    for (uint32_t c = 0; c != each; ++c) {
      const size_t at = size_t{q} * each + c;
      if ((w[c] != 0 || each == 1) && balance.weight[at] + w[c] > balance.limit[at]) return false;
    }
    return true;
  }
};
template <class Balance> struct move_weights {
  const uint32_t *stray, *part;
  const uint64_t* choice;
  const int64_t* load;
  Balance balance;
  uint32_t* moved;
  AMORPH_BODY void operator()(size_t i) const {
    if (choice[i] == 0) return;
    const uint32_t each = balance.weights_each(), to = ~static_cast<uint32_t>(choice[i]);
    for (uint32_t c = 0; c != each; ++c) {
      atomic_add(&balance.weight[size_t{part[stray[i]]} * each + c], -load[i * each + c]);
      atomic_add(&balance.weight[size_t{to} * each + c], load[i * each + c]);
    }
    atomic_add(moved, 1);
  }
};
struct move_strays {
  const uint32_t *list, *root, *number;
  const uint64_t* choice;
  uint32_t* part;
  AMORPH_BODY void operator()(size_t i) const {
    if (const uint64_t to = choice[number[root[list[i]]]]; to != 0) part[list[i]] = ~static_cast<uint32_t>(to);
  }
};

struct strays_found {
  size_t found, moved;
};

// Twice the weight of the edges between parts.
struct weigh_cut {
  graph_view graph;
  const uint32_t* part;
  int64_t* sum;
  template <class Team> AMORPH_BODY void operator()(Team team, size_t v) const {
    int32_t outside = 0;
    for (uint64_t e = graph.begin[v] + team.rank(), end = graph.begin[v + 1]; e < end; e += team.size())
      if (const arc a = graph.at(e); part[a.to] != part[v]) outside += a.weight;
    outside = team.reduce_add(outside);
    if (team.rank() == 0 && outside != 0) atomic_add(sum, outside);
  }
};
template <class Exec> int64_t twice_the_cut(Exec& exec, const graph_view& graph, const uint32_t* part) {
  typename Exec::template buffer<int64_t> sum(exec, 1);
  exec.write(sum.data(), int64_t{0});
  exec.for_each_team(graph.vertices, weigh_cut{graph, part, sum.data()});
  return exec.read(sum.data());
}

// Strays with a larger share of the vertices or arcs stay: joining them one by one is no repair of such a partition.
inline constexpr uint32_t largest_share_of_strays = 16;  // a sixteenth

// With several weights per vertex, the heaviest component is that of the largest sum of shares, and a part has capacity
// for a stray if it has for all weights of it. One pass over `part`; balance.limit are the given limits, which moves
// may exceed. If the strays have more than their largest share of the graph, as in graphs without locality, nothing
// moves. O(n + m) work, nearly. Memory: 20 bytes per vertex, and for strays at most 16 per vertex and 40 per arc.
template <class Exec, class Balance>
strays_found connect_parts(Exec& exec, const graph_view& graph, uint64_t arcs, const Balance& balance, uint32_t* part) {
  using words = typename Exec::template buffer<uint32_t>;
  using sums = typename Exec::template buffer<int64_t>;
  const uint32_t n = graph.vertices;
  part_components<Exec> of_parts(exec, graph, arcs, balance.parts, part);
  const words &root = of_parts.root, &main = of_parts.main, &list = of_parts.roots;
  words stray(exec, of_parts.count);
  const is_stray is = of_parts.is_beside_main(part);
  const size_t strays = select(exec, span<const uint32_t>(list.data(), of_parts.count), is, stray.span());
  if (strays == 0) return {0, 0};

  const size_t listed = select_indices(exec, n, is, list.span());
  if (listed > n / largest_share_of_strays) return {strays, 0};
  typename Exec::template buffer<uint64_t> begin(exec, listed + 1), choice(exec, strays);
  offsets_of(exec, listed, degree_of_listed{graph, list.data()}, begin.span());
  const uint64_t entries = exec.read(begin.data() + listed);
  if (entries == 0 || entries > arcs / largest_share_of_strays) return {strays, 0};
  words number(exec, n), moved(exec, 1);
  exec.for_each(strays, number_strays{stray.data(), number.data(), choice.data()});
  sums load(exec, strays * balance.weights_each());
  exec.template fill<int64_t>(load.span(), 0);
  exec.for_each(listed, weigh_strays<Balance>{graph, list.data(), root.data(), number.data(), balance, load.data()});
  {
    typename Exec::template buffer<uint64_t> key(exec, entries), head(exec, entries + 1);
    sums connection(exec, entries);
    exec.for_each_team(listed, list_connections{graph, list.data(), root.data(), part, main.data(), number.data(),
                                                begin.data(), key.data(), connection.data()});
    sort_pairs(exec, key.span(), connection.span());
    const size_t heads = select_indices(exec, entries, first_of_run{key.data()}, head.span());
    exec.write(head.data() + heads, entries);
    sums connected(exec, heads);
    segmented_reduce(exec, span<const int64_t>(connection.span()), head.span().subspan(0, heads + 1), connected.span());
    exec.for_each(heads,
                  choose_part<Balance>{key.data(), head.data(), connected.data(), load.data(), balance, choice.data()});
  }
  exec.write(moved.data(), 0);
  exec.for_each(strays, move_weights<Balance>{stray.data(), part, choice.data(), load.data(), balance, moved.data()});
  exec.for_each(listed, move_strays{list.data(), root.data(), number.data(), choice.data(), part});
  return {strays, exec.read(moved.data())};
}

}  // namespace amorph::partition
