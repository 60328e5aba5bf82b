// The dense core of a skewed graph, as a part of its own.
//
// If degrees follow a power law, the vertices of highest degree are connected to each other and to everything else
// ("core/periphery": Borgatti and Everett, "Models of core/periphery structures", 1999). Matching hides them: each is
// paired with one of its many leaves, and all coarse vertices look the same. Those that fill one part are taken out
// here, the remainder, with few of the edges, is divided into the other parts, and the whole is refined during
// uncoarsening. This is tried only if the core holds more edges than coarsening hid, which is not so in graphs with
// communities or geometry, and kept only if the coarsest graph's partition then cuts less than that of the whole graph
// does: hubs may well belong to different parts.
#pragma once

#include <cstring>

#include "amorph/kernels/primitives/reduce.hpp"
#include "amorph/kernels/primitives/scan.hpp"
#include "amorph/kernels/primitives/sort.hpp"
#include "partitioner/common/rows.hpp"

namespace amorph::partition {

struct entries_of_long_rows {
  graph_view graph;
  uint64_t more_than;
  AMORPH_BODY uint64_t operator()(size_t v) const {
    const uint64_t entries = graph.begin[v + 1] - graph.begin[v];
    return entries > more_than ? entries : 0;
  }
};

// Keys to sort vertices by decreasing density: weight of the adjacency list over weight of the vertex.
struct find_density {
  graph_view graph;
  uint32_t *key, *vertex;
  uint32_t part;  // of the core: vertices that are fixed there come first, those fixed elsewhere last
  template <class Team> AMORPH_BODY void operator()(Team team, size_t i) const {
    const auto v = static_cast<uint32_t>(i);
    int32_t row = 0;
    for (uint64_t e = graph.begin[v] + team.rank(), end = graph.begin[v + 1]; e < end; e += team.size())
      row += graph.edge(e);
    row = team.reduce_add(row);
    if (team.rank() != 0) return;
    // The bits of non-negative floats compare as the floats do.
    const float density = static_cast<float>(row) / static_cast<float>(graph.weight(v) == 0 ? 1 : graph.weight(v));
    uint32_t bits;
    memcpy(&bits, &density, sizeof bits);
    key[v] = !graph.is_fixed(v) ? ~bits : graph.fixed[v] == part ? 0 : none;
    vertex[v] = v;
  }
};
struct weight_fixed_in {
  graph_view graph;
  uint32_t part;
  AMORPH_BODY int64_t operator()(size_t v) const {
    return graph.is_fixed(v) && graph.fixed[v] == part ? graph.weight(v) : 0;
  }
};
struct weigh_in_order {
  graph_view graph;
  const uint32_t* vertex;
  int64_t* weight;
  AMORPH_BODY void operator()(size_t i) const { weight[i] = graph.weight(vertex[i]); }
};
struct fits_in {
  const int64_t* upto;
  int64_t capacity;
  AMORPH_BODY uint64_t operator()(size_t i) const { return upto[i] <= capacity ? 1 : 0; }
};
struct mark_core {
  const uint32_t* vertex;
  size_t members;
  uint32_t* mate;
  AMORPH_BODY void operator()(size_t i) const { mate[vertex[i]] = i < members ? vertex[i] : none; }
};
struct weigh_rows {
  graph_view graph;
  const uint32_t *vertex, *mate;
  int64_t *inside, *crossing;
  template <class Team> AMORPH_BODY void operator()(Team team, size_t i) const {
    const uint32_t v = vertex[i];
    int32_t in = 0, out = 0;
    for (uint64_t e = graph.begin[v] + team.rank(), end = graph.begin[v + 1]; e < end; e += team.size()) {
      const arc a = graph.at(e);
      (mate[a.to] != none ? in : out) += a.weight;
    }
    in = team.reduce_add(in);
    out = team.reduce_add(out);
    if (team.rank() != 0) return;
    if (in != 0) atomic_add(inside, in);
    if (out != 0) atomic_add(crossing, out);
  }
};

// Whether adjacency lists of more than eight times the mean length hold a quarter of all arcs.
template <class Exec> bool is_skewed(Exec& exec, const graph_view& graph, uint64_t arcs) {
  typename Exec::template buffer<uint64_t> sum(exec, 1);
  reduce_into<uint64_t>(exec, graph.vertices, entries_of_long_rows{graph, 8 * arcs / graph.vertices}, sum.data(), 0);
  return exec.read(sum.data()) > arcs / 4;
}

template <class Exec> struct dense_core {
  typename Exec::template buffer<uint32_t> mate;  // the members are their own mates, as contract() leaves them out
  size_t members;
  int64_t weight, inside, crossing;  // of its vertices; of the arcs between them, and of those that lead out
};

// The vertices fixed in `part` and the densest of those that are not fixed, of total weight at most `capacity`; none if
// that is too little for the fixed ones. O(n + m) work.
template <class Exec>
dense_core<Exec> find_dense_core(Exec& exec, const graph_view& graph, int64_t capacity, uint32_t part) {
  using words = typename Exec::template buffer<uint32_t>;
  const uint32_t n = graph.vertices;
  words key(exec, n), vertex(exec, n);
  exec.for_each_team(n, find_density{graph, key.data(), vertex.data(), part});
  sort_pairs(exec, key.span(), vertex.span());
  typename Exec::template buffer<int64_t> upto(exec, n), arcs(exec, 2);
  reduce_into<int64_t>(exec, n, weight_fixed_in{graph, part}, arcs.data(), 0);
  const bool holds_fixed = exec.read(arcs.data()) <= capacity;
  exec.for_each(n, weigh_in_order{graph, vertex.data(), upto.data()});
  inclusive_scan(exec, upto.span(), upto.span());
  typename Exec::template buffer<uint64_t> count(exec, 1);
  reduce_into<uint64_t>(exec, n, fits_in{upto.data(), capacity}, count.data(), 0);
  dense_core<Exec> found{words(exec, n), 0, 0, 0, 0};
  const size_t members = found.members = exec.read(count.data());
  if (members == 0 || !holds_fixed) return found;
  found.weight = exec.read(upto.data() + (members - 1));
  exec.for_each(n, mark_core{vertex.data(), members, found.mate.data()});
  exec.template fill<int64_t>(arcs.span(), 0);
  exec.for_each_team(members, weigh_rows{graph, vertex.data(), found.mate.data(), arcs.data(), arcs.data() + 1});
  found.inside = exec.read(arcs.data());
  found.crossing = exec.read(arcs.data() + 1);
  return found;
}

}  // namespace amorph::partition
