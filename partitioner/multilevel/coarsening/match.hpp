// Matching: pairs of neighbours that one coarse vertex will stand for.
//
// Heavy-edge matching (Karypis and Kumar, 1998) by handshakes: every vertex that has no mate points at the neighbour
// over its best edge, and two that point at each other are mates. Best is the heaviest for what the pair would weigh
// ("expansion": Holtgrewe, Sanders, Schulz, "Engineering a scalable high quality graph partitioner", 2010), so that coarse
// vertices stay alike in weight; then the highest of a hash that both ends compute alike, so in each round every edge that
// is best at both ends is taken: some half of the vertices in the first. Later rounds pair what is left with what others
// left, at long edges: a few are better than many. The thesis that this follows (section 4.4.2) makes the mates in transactions; here the
// result is the same whatever the order of work.
//
// Where stars stall that (their leaves have one neighbour, taken at once), what is left is paired with others that
// share a neighbour (two-hop matching; LaSalle et al., "Improving graph partitioning for modern graphs and
// architectures", 2015).
#pragma once

#include <cstring>

#include "amorph/kernels/primitives/scan.hpp"
#include "amorph/kernels/primitives/select.hpp"
#include "amorph/kernels/primitives/sort.hpp"
#include "partitioner/multilevel/level.hpp"
#include "partitioner/multilevel/rows.hpp"

namespace amorph::partition {

struct match_rule {
  int64_t heaviest;  // a coarse vertex may weigh
  uint32_t seed;
  bool by_weight;
};

// Points each vertex at its best free neighbour, or at none.
struct point {
  graph_view graph;
  const uint32_t* mate;
  uint32_t* wish;
  match_rule rule;
  bool first;  // nobody has a mate yet

  template <class Team> AMORPH_BODY void operator()(Team team, uint32_t v) const {
    const int64_t room = rule.heaviest - graph.weight(v);
    const bool any_fits = graph.vertex_weight == nullptr && room >= 1;
    uint64_t best = 0;
    uint32_t whom = none;
    for (uint64_t e = graph.begin[v] + team.rank(), end = graph.begin[v + 1]; e < end; e += team.size()) {
      const auto [u, weight] = graph.at(e);
      if (!first && mate[u] != none) continue;
      if (!any_fits && graph.weight(u) > room) continue;
      const uint32_t tie = hash32((u + v) * 0x9e3779b1u + (u ^ v) + rule.seed);
      const uint64_t key = static_cast<uint64_t>(rule.by_weight ? rate(weight, v, u) : 1) << 32 | tie;
      if (key > best || (key == best && u < whom)) {
        best = key;
        whom = u;
      }
    }
    const uint64_t most = team.reduce_max(best);
    whom = team.reduce_min(best == most ? whom : none);
    if (team.rank() == 0) wish[v] = whom;
  }
  // Floats that are not negative are in the order of their bits.
  AMORPH_BODY uint32_t rate(int32_t weight, uint32_t v, uint32_t u) const {
    const float both = static_cast<float>(graph.weight(v)) + static_cast<float>(graph.weight(u));
    const float rating = static_cast<float>(weight) / both;
    uint32_t bits;
    memcpy(&bits, &rating, sizeof bits);
    return bits;
  }
};

struct shake_hands {
  const uint32_t* list;  // or null: all
  const uint32_t* wish;
  uint32_t* mate;
  AMORPH_BODY void operator()(size_t i) const {
    const uint32_t v = list != nullptr ? list[i] : static_cast<uint32_t>(i), u = wish[v];
    if (u != none && wish[u] == v) mate[v] = u;
  }
};

struct still_looking {
  const uint32_t *wish, *mate;
  AMORPH_BODY bool operator()(size_t v) const { return mate[v] == none && wish[v] != none; }
};
struct is_single {
  const uint32_t* mate;
  AMORPH_BODY bool operator()(size_t v) const { return mate[v] == none; }
};

// The neighbour that two-hop mates must share: the heaviest, then one that all its neighbours rank alike, so that twins
// find each other.
struct find_hub {
  graph_view graph;
  const uint32_t* list;
  uint64_t* key;  // hub << 32 | v
  uint32_t seed;
  template <class Team> AMORPH_BODY void operator()(Team team, size_t i) const {
    const uint32_t v = list[i];
    uint64_t best = 0;
    uint32_t hub = none;
    for (uint64_t e = graph.begin[v] + team.rank(), end = graph.begin[v + 1]; e < end; e += team.size()) {
      const auto [u, weight] = graph.at(e);
      const uint64_t rank = static_cast<uint64_t>(weight) << 32 | hash32(u + seed);
      if (rank > best || (rank == best && u < hub)) {
        best = rank;
        hub = u;
      }
    }
    const uint64_t most = team.reduce_max(best);
    hub = team.reduce_min(best == most ? hub : none);
    if (team.rank() == 0) key[i] = static_cast<uint64_t>(hub) << 32 | v;
  }
};
// Where the run of an entry's hub begins, once the maximum is taken over all before it.
struct run_start {
  const uint64_t* key;
  uint32_t* start;
  AMORPH_BODY void operator()(size_t i) const {
    start[i] = i != 0 && key[i] >> 32 == key[i - 1] >> 32 ? 0 : static_cast<uint32_t>(i);
  }
};
// Entries 2j and 2j+1 of a run are mates; isolated vertices (no hub) are as good a pair as any.
struct pair_run {
  const uint64_t* key;
  const uint32_t* start;
  size_t n;
  uint32_t* mate;
  graph_view graph;
  int64_t heaviest;
  AMORPH_BODY void operator()(size_t i) const {
    if ((i - start[i]) % 2 != 0 || i + 1 == n || start[i + 1] != start[i]) return;
    const auto v = static_cast<uint32_t>(key[i]), u = static_cast<uint32_t>(key[i + 1]);
    if (static_cast<int64_t>(graph.weight(v)) + graph.weight(u) > heaviest) return;
    mate[v] = u;
    mate[u] = v;
  }
};

// Pairs those of `single` that share a hub.
template <class Exec>
void match_two_hops(Exec& exec, const graph_view& graph, match_rule rule, span<uint32_t> single, span<uint32_t> mate) {
  const size_t n = single.size();
  typename Exec::template buffer<uint64_t> key(exec, n);
  typename Exec::template buffer<uint32_t> start(exec, n);
  exec.for_each_team(n, find_hub{graph, single.data(), key.data(), rule.seed});
  sort(exec, key.span());
  exec.for_each(n, run_start{key.data(), start.data()});
  inclusive_scan(exec, start.span(), start.span(), maximum<uint32_t>{});
  exec.for_each(n, pair_run{key.data(), start.data(), n, mate.data(), graph, rule.heaviest});
}

// The same, where many are single. `list` has room for all vertices.
template <class Exec>
void match_stalled(Exec& exec, const graph_view& graph, match_rule rule, span<uint32_t> list, span<uint32_t> mate) {
  const size_t single = select_indices(exec, graph.vertices, is_single{mate.data()}, list);
  if (single > graph.vertices / 10) match_two_hops(exec, graph, rule, list.subspan(0, single), mate);
}

// Rounds, until few are left: who has no mate points at the best free neighbour, and pair(list, count, wish) makes mates of
// some who point (a null list: of all).
template <class Exec, class Pair>
void match_in_rounds(Exec& exec, const graph_view& graph, match_rule rule, unsigned rounds, bool two_hop,
                     span<uint32_t> mate, Pair pair) {
  const uint32_t n = graph.vertices;
  typename Exec::template buffer<uint32_t> wish(exec, n), list(exec, n), next(exec, n);
  exec.fill(mate, none);
  const uint32_t* among = nullptr;
  const still_looking looking{wish.data(), mate.data()};
  size_t left = n;
  for (unsigned round = 0; round != rounds && left != 0; ++round) {
    match_rule mine = rule;
    mine.seed = hash32(rule.seed + round);
    for_each_row(exec, among, left, point{graph, mate.data(), wish.data(), mine, round == 0});
    pair(among, left, wish.data());
    const size_t before = left;
    left = among == nullptr ? select_indices(exec, n, looking, next.span())
                            : select(exec, list.span().subspan(0, left), looking, next.span());
    list.swap(next);
    among = list.data();
    if (left > before - before / 16) break;
  }
  if (two_hop) match_stalled(exec, graph, rule, list.span(), mate);
}

// mate[v]: v's partner, or none. O(n + m) expected work; the same on every machine.
template <class Exec>
void match(Exec& exec, const graph_view& graph, match_rule rule, bool two_hop, span<uint32_t> mate) {
  match_in_rounds(exec, graph, rule, 3, two_hop, mate, [&](const uint32_t* list, size_t count, const uint32_t* wish) {
    exec.for_each(count, shake_hands{list, wish, mate.data()});
  });
}

}  // namespace amorph::partition
