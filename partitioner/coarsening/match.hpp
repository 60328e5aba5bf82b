// Matching: pairs of neighbours that are contracted to one coarse vertex.
//
// Heavy-edge matching (Karypis and Kumar, 1998) by handshakes (Fagginger Auer and Bisseling, 2012): each unmatched
// vertex prefers the neighbour across its best edge, and two vertices that prefer each other are matched. The best
// edge is the heaviest relative to the weight of the pair ("expansion": Holtgrewe, Sanders, Schulz, "Engineering a
// scalable high quality graph partitioner", 2010), so that coarse vertices have similar weights; ties go to the
// highest hash, which both ends compute alike. So each round matches every edge that is best at both ends: about half
// of the vertices in the first. Later rounds match the remaining vertices across long edges, so a few rounds are better
// than many, and in these a vertex may refuse edges far worse than the best that it has: it waits for the next level,
// where that neighbour is a pair. Where all edges weigh the same, on the finest level, edges between vertices with much
// the same neighbours come first, as in communities; they are found by min-wise hashing (Broder, "On the resemblance
// and containment of documents", 1997). The thesis that this follows (section 4.4.2) matches in transactions; here the
// result does not depend on the order of work.
//
// If stars stall the matching (their leaves have one neighbour, soon matched), unmatched vertices with a common
// neighbour are paired (two-hop matching; LaSalle et al., "Improving graph partitioning for modern graphs and
// architectures", 2015).
#pragma once

#include <cstring>

#include "amorph/kernels/primitives/scan.hpp"
#include "amorph/kernels/primitives/select.hpp"
#include "amorph/kernels/primitives/sort.hpp"
#include "partitioner/common/level.hpp"
#include "partitioner/common/rows.hpp"

namespace amorph::partition {

struct match_rule {
  int64_t max_weight;  // maximum weight of a coarse vertex
  uint32_t seed;
  bool by_weight;
  bool by_neighbours = false;  // of edges that rate the same, those between vertices with the same neighbours go first
  float acceptable = 0;        // of a vertex's best rating: it is matched across no edge that rates less
  AMORPH_BODY static bool fits(const graph_view&, uint32_t, uint32_t) { return true; }  // beyond max_weight
};
// With several weights per vertex: each has a maximum.
struct several_match_rule : match_rule {
  const int64_t* max_weights;
  AMORPH_BODY bool fits(const graph_view& graph, uint32_t v, uint32_t u) const {
    const int32_t *a = graph.all_weights(v), *b = graph.all_weights(u);
    for (uint32_t c = 0; c != graph.weights_per_vertex; ++c)
      if (int64_t{a[c]} + b[c] > max_weights[c]) return false;
    return true;
  }
};

// Two minima of hashes over a vertex and its neighbours. Each is the same for two vertices with the probability that a
// neighbour of either is one of both.
struct sketch_neighbours {
  graph_view graph;
  uint64_t* sketch;
  uint32_t seed;
  template <class Team> AMORPH_BODY void operator()(Team team, uint32_t v) const {
    uint32_t first = one(v), second = other(v);
    for (uint64_t e = graph.begin[v] + team.rank(), end = graph.begin[v + 1]; e < end; e += team.size()) {
      const uint32_t u = graph.neighbour(e), a = one(u), b = other(u);
      first = a < first ? a : first;
      second = b < second ? b : second;
    }
    first = team.reduce_min(first);
    second = team.reduce_min(second);
    if (team.rank() == 0) sketch[v] = uint64_t{first} << 32 | second;
  }
  AMORPH_BODY uint32_t one(uint32_t v) const { return hash32(v * 0x9e3779b1u + seed); }
  AMORPH_BODY uint32_t other(uint32_t v) const { return hash32(v * 0x85ebca6bu ^ seed); }
};

// Finds the preferred neighbour of each vertex among the unmatched, or none.
template <class Rule> struct prefer_neighbour {
  graph_view graph;
  const uint32_t* mate;
  uint32_t* preference;
  Rule rule;
  const uint64_t* sketch;  // or null: neighbours do not count
  float* best_rating;      // per vertex, of all its edges; written if `first`; or null: all are acceptable
  bool first;              // no vertex is matched yet

  template <class Team> AMORPH_BODY void operator()(Team team, uint32_t v) const {
    const int64_t capacity = rule.max_weight - graph.weight(v);
    const bool any_fits = graph.vertex_weight == nullptr && graph.fixed == nullptr && capacity >= 1;
    const float least = first || best_rating == nullptr ? 0 : rule.acceptable * best_rating[v];
    uint64_t best = 0;
    uint32_t preferred = none;
    for (uint64_t e = graph.begin[v] + team.rank(), end = graph.begin[v + 1]; e < end; e += team.size()) {
      const auto [u, weight] = graph.at(e);
      if (!first && mate[u] != none) continue;
      if (!any_fits && (graph.weight(u) > capacity || !graph.are_free(v, u))) continue;
      if (!rule.fits(graph, v, u)) continue;
      const float rating = rule.by_weight ? rate(weight, v, u) : 1;
      if (rating < least) continue;
      const uint64_t key = static_cast<uint64_t>(bits_of(rating)) << 32 | tie(v, u);
      const bool better = (key > best) | ((key == best) & (u < preferred));  // no branch: it would be mispredicted
      best = better ? key : best;
      preferred = better ? u : preferred;
    }
    const uint64_t maximum_rank = team.reduce_max(best);
    preferred = team.reduce_min(best == maximum_rank ? preferred : none);
    if (team.rank() != 0) return;
    preference[v] = preferred;
    if (first && best_rating != nullptr) best_rating[v] = float_of(static_cast<uint32_t>(maximum_rank >> 32));
  }
  AMORPH_BODY float rate(int32_t weight, uint32_t v, uint32_t u) const {
    const float both = static_cast<float>(graph.weight(v)) + static_cast<float>(graph.weight(u));
    return static_cast<float>(weight) / both;
  }
  // The same from both ends.
  AMORPH_BODY uint32_t tie(uint32_t v, uint32_t u) const {
    const uint32_t random = hash32((u + v) * 0x9e3779b1u + (u ^ v) + rule.seed);
    if (sketch == nullptr) return random;
    const uint64_t differ = sketch[v] ^ sketch[u];
    const uint32_t equal = uint32_t{differ >> 32 == 0} + uint32_t{static_cast<uint32_t>(differ) == 0};
    return equal << 30 | random >> 2;
  }
  // The bits of non-negative floats compare as the floats do.
  AMORPH_BODY static uint32_t bits_of(float rating) {
    uint32_t bits;
    memcpy(&bits, &rating, sizeof bits);
    return bits;
  }
  AMORPH_BODY static float float_of(uint32_t bits) {
    float rating;
    memcpy(&rating, &bits, sizeof rating);
    return rating;
  }
};

struct handshake {
  const uint32_t* list;  // or null: all
  const uint32_t* preference;
  uint32_t* mate;
  AMORPH_BODY void operator()(size_t i) const {
    const uint32_t v = list != nullptr ? list[i] : static_cast<uint32_t>(i), u = preference[v];
    if (u != none && preference[u] == v) mate[v] = u;
  }
};

struct wants_match {
  const uint32_t *preference, *mate;
  AMORPH_BODY bool operator()(size_t v) const { return mate[v] == none && preference[v] != none; }
};
struct is_unmatched {
  const uint32_t* mate;
  AMORPH_BODY bool operator()(size_t v) const { return mate[v] == none; }
};

// The neighbour that two-hop mates must share: across the heaviest edge, ties broken by a hash of the neighbour, so
// that vertices with the same neighbours find each other.
struct find_shared_neighbour {
  graph_view graph;
  const uint32_t* list;
  uint64_t* key;  // shared neighbour << 32 | v
  uint32_t seed;
  template <class Team> AMORPH_BODY void operator()(Team team, size_t i) const {
    const uint32_t v = list[i];
    uint64_t best = 0;
    uint32_t shared = none;
    for (uint64_t e = graph.begin[v] + team.rank(), end = graph.begin[v + 1]; e < end; e += team.size()) {
      const auto [u, weight] = graph.at(e);
      const uint64_t rank = static_cast<uint64_t>(weight) << 32 | hash32(u + seed);
      if (rank > best || (rank == best && u < shared)) {
        best = rank;
        shared = u;
      }
    }
    const uint64_t maximum_rank = team.reduce_max(best);
    shared = team.reduce_min(best == maximum_rank ? shared : none);
    if (team.rank() == 0) key[i] = static_cast<uint64_t>(shared) << 32 | v;
  }
};
// The start of the run of entries with the same shared neighbour, after an inclusive maximum scan.
struct run_start {
  const uint64_t* key;
  uint32_t* start;
  AMORPH_BODY void operator()(size_t i) const {
    start[i] = i != 0 && key[i] >> 32 == key[i - 1] >> 32 ? 0 : static_cast<uint32_t>(i);
  }
};
// Entries 2j and 2j+1 of a run are matched; isolated vertices (no shared neighbour) may be paired too.
template <class Rule> struct pair_run {
  const uint64_t* key;
  const uint32_t* start;
  size_t n;
  uint32_t* mate;
  graph_view graph;
  Rule rule;
  AMORPH_BODY void operator()(size_t i) const {
    if ((i - start[i]) % 2 != 0 || i + 1 == n || start[i + 1] != start[i]) return;
    const auto v = static_cast<uint32_t>(key[i]), u = static_cast<uint32_t>(key[i + 1]);
    if (static_cast<int64_t>(graph.weight(v)) + graph.weight(u) > rule.max_weight || !rule.fits(graph, v, u) ||
        !graph.are_free(v, u))
      return;
    mate[v] = u;
    mate[u] = v;
  }
};

// Pairs vertices of `unmatched` with a shared neighbour.
template <class Exec, class Rule>
void match_two_hops(Exec& exec, const graph_view& graph, Rule rule, span<uint32_t> unmatched, span<uint32_t> mate) {
  const size_t n = unmatched.size();
  typename Exec::template buffer<uint64_t> key(exec, n);
  typename Exec::template buffer<uint32_t> start(exec, n);
  exec.for_each_team(n, find_shared_neighbour{graph, unmatched.data(), key.data(), rule.seed});
  sort(exec, key.span());
  exec.for_each(n, run_start{key.data(), start.data()});
  inclusive_scan(exec, start.span(), start.span(), maximum<uint32_t>{});
  exec.for_each(n, pair_run<Rule>{key.data(), start.data(), n, mate.data(), graph, rule});
}

// The same, if many are unmatched. `list` has capacity for all vertices.
template <class Exec, class Rule>
void match_stalled(Exec& exec, const graph_view& graph, Rule rule, span<uint32_t> list, span<uint32_t> mate) {
  const size_t unmatched = select_indices(exec, graph.vertices, is_unmatched{mate.data()}, list);
  if (unmatched > graph.vertices / 10) match_two_hops(exec, graph, rule, list.subspan(0, unmatched), mate);
}

// Rounds until few vertices remain: each unmatched vertex finds its preferred neighbour, and pair(list, count,
// preference) matches some of them (a null list: all vertices).
template <class Exec, class Rule, class Pair>
void match_in_rounds(Exec& exec, const graph_view& graph, uint64_t arcs, Rule rule, unsigned rounds, bool two_hop,
                     span<uint32_t> mate, Pair pair) {
  const uint32_t n = graph.vertices;
  typename Exec::template buffer<uint32_t> preference(exec, n), list(exec, n), next(exec, n);
  const bool refuses = rule.acceptable > 0 && rounds > 1;
  typename Exec::template buffer<float> best_rating(exec, refuses ? n : 0);
  typename Exec::template buffer<uint64_t> sketch(exec, rule.by_neighbours ? n : 0);
  const bool short_rows = are_short(arcs, n);
  if (rule.by_neighbours)
    for_each_row(exec, nullptr, n, short_rows, sketch_neighbours{graph, sketch.data(), rule.seed});
  exec.fill(mate, none);
  const uint32_t* among = nullptr;
  const wants_match looking{preference.data(), mate.data()};
  size_t left = n;
  for (unsigned round = 0; round != rounds && left != 0; ++round) {
    Rule seeded = rule;
    seeded.seed = hash32(rule.seed + round);
    for_each_row(exec, among, left, short_rows,
                 prefer_neighbour<Rule>{graph, mate.data(), preference.data(), seeded,
                                        rule.by_neighbours ? sketch.data() : nullptr,
                                        refuses ? best_rating.data() : nullptr, round == 0});
    pair(among, left, preference.data());
    const size_t before = left;
    left = among == nullptr ? select_indices(exec, n, looking, next.span())
                            : select(exec, list.span().subspan(0, left), looking, next.span());
    list.swap(next);
    among = list.data();
    if (left > before - before / 16) break;
  }
  if (two_hop) match_stalled(exec, graph, rule, list.span(), mate);
}

// mate[v]: v's partner, or none. O(n + m) expected work; deterministic.
template <class Exec, class Rule>
void match(Exec& exec, const graph_view& graph, uint64_t arcs, Rule rule, bool two_hop, span<uint32_t> mate) {
  match_in_rounds(exec, graph, arcs, rule, 3, two_hop, mate,
                  [&](const uint32_t* list, size_t count, const uint32_t* preference) {
                    exec.for_each(count, handshake{list, preference, mate.data()});
                  });
}

}  // namespace amorph::partition
