// Clusters of vertices to contract: each vertex joins the adjacent cluster that shares the heaviest nets with it.
//
// Heavy-edge rating: a net of weight w and p pins adds w / (p - 1) to each pair of its pins (Schlag et al., "k-way
// hypergraph partitioning via n-level recursive bisection", 2016). Vertices propose in sub-rounds, all against the
// clusters before the sub-round, and proposals to one cluster are accepted in order of their numbers up to the weight
// limit (Gottesbueren, Hamann, "Deterministic parallel hypergraph partitioning", Euro-Par 2022). A vertex that proposes
// is no target, except of the vertex that it proposes to. Differences: ratings are integers, so that sums do not depend
// on their order; tables of ratings have a fixed size and ratings a bounded number of pins, so that a vertex of a
// million nets costs no more than others.
#pragma once

#include "amorph/kernels/primitives/reduce.hpp"
#include "amorph/kernels/primitives/select.hpp"
#include "amorph/kernels/random/hash.hpp"
#include "partitioner/hypergraph/level.hpp"

namespace amorph::hypergraph {

struct cluster_rule {
  int64_t heaviest;  // maximum weight of a cluster
  uint64_t seed;
  bool prefers_single;  // of equally rated clusters, those of a single vertex
};

inline constexpr uint32_t sub_rounds = 8;
inline constexpr uint32_t largest_rated_net = 150;  // larger nets say little about their pins
inline constexpr uint32_t rated_pins = 1u << 14;    // per vertex
inline constexpr uint32_t table_slots = 1u << 12;   // power of 2
inline constexpr uint32_t rating_bits = 12;         // of the fractional part

// Sums of ratings by cluster, in a table of open addressing that a team owns.
struct rating_table {
  uint32_t* key;     // table_slots, none: free
  uint64_t* rating;  // table_slots
  uint32_t* used;    // table_slots: taken slots
  uint32_t* net;     // table_slots: the net that was added last
  uint32_t size = 0;

  // A net counts once for a cluster, however many of its pins are there.
  AMORPH_HD void add(uint32_t cluster, uint32_t e, uint64_t r) {
    uint32_t slot = hash32(cluster) & (table_slots - 1);
    while (key[slot] != cluster) {
      if (key[slot] == none) {
        if (size == table_slots * 3 / 4) return;
        key[slot] = cluster;
        rating[slot] = 0;
        net[slot] = none;
        used[size++] = slot;
        break;
      }
      slot = (slot + 1) & (table_slots - 1);
    }
    if (net[slot] == e) return;
    net[slot] = e;
    rating[slot] += r;
  }
  AMORPH_HD void clear() {
    for (uint32_t i = 0; i != size; ++i) key[used[i]] = none;
    size = 0;
  }
};

struct cluster_state {
  uint32_t* cluster;   // per vertex: the vertex that names its cluster
  int64_t* weight;     // per such vertex
  uint32_t* joined;    // per such vertex: others joined it
  uint32_t* proposal;  // per vertex: a cluster, or none
  int32_t* fixed;      // per such vertex: the part of its fixed members, or -1
};

template <class Team> struct propose {
  hypergraph_view g;
  cluster_state s;
  cluster_rule rule;
  const uint32_t* active;
  uint32_t* key;
  uint64_t* rating;
  uint32_t* used;
  uint32_t* net;

  AMORPH_BODY void operator()(const Team& team, size_t i) const {
    if (team.rank() != 0) return;
    const size_t at = size_t{team.index()} * table_slots;
    rating_table table{key + at, rating + at, used + at, net + at};
    const uint32_t v = active[i];
    uint32_t scanned = 0;
    for (uint64_t j = g.vertex_begin[v]; j != g.vertex_begin[v + 1] && scanned < rated_pins; ++j) {
      const uint32_t e = g.net[j];
      const uint64_t first = g.net_begin[e], last = g.net_begin[e + 1];
      if (last - first > largest_rated_net || last - first < 2) continue;
      const uint64_t r = (static_cast<uint64_t>(g.weight_of_net(e)) << rating_bits) / (last - first - 1);
      for (uint64_t p = first; p != last; ++p)
        if (g.pin[p] != v) table.add(s.cluster[g.pin[p]], e, r);
      scanned += static_cast<uint32_t>(last - first);
    }
    s.proposal[v] = best(table, v);
    table.clear();
  }

 private:
  // Preferring clusters of a single vertex keeps weights even; ties are the rule where most nets have two pins.
  AMORPH_BODY uint32_t best(const rating_table& table, uint32_t v) const {
    uint32_t found = none;
    uint64_t found_rating = 0, found_rank = 0;
    for (uint32_t i = 0; i != table.size; ++i) {
      const uint32_t c = table.key[table.used[i]];
      const uint64_t r = table.rating[table.used[i]];
      if (r < found_rating || c == v || !may_join(v, c)) continue;
      const uint64_t rank =
          hash(rule.seed ^ (uint64_t{c} << 32 | v)) >> 1 | uint64_t{rule.prefers_single && s.joined[c] == 0} << 63;
      if (found != none && r == found_rating && rank < found_rank) continue;
      found = c;
      found_rating = r;
      found_rank = rank;
    }
    return found;
  }
  AMORPH_BODY bool may_join(uint32_t v, uint32_t c) const {
    const int32_t a = s.fixed[v], b = s.fixed[c];
    return s.weight[c] + g.weight(v) <= rule.heaviest && g.guard_of(v) == g.guard_of(c) &&
           (a == b || a == -1 || b == -1);
  }
};

// Drops proposals to vertices that propose themselves; of two that propose to each other, the larger number joins.
struct resolve {
  const uint32_t* active;
  const uint32_t* proposal;
  uint32_t* kept;  // per active vertex: its target, or none
  AMORPH_BODY void operator()(size_t i) const {
    const uint32_t v = active[i], c = proposal[v];
    const bool keep = c != none && (proposal[c] == none || (proposal[c] == v && v > c));
    kept[i] = keep ? c : none;
  }
};

// Accepts the proposals to one cluster, which stand together.
struct accept {
  hypergraph_view g;
  cluster_state s;
  int64_t heaviest;
  const uint32_t* target;
  const uint32_t* proposer;
  size_t n;
  AMORPH_BODY void operator()(size_t i) const {
    const uint32_t c = target[i];
    if (i != 0 && target[i - 1] == c) return;
    for (size_t j = i; j != n && target[j] == c; ++j) {
      const uint32_t v = proposer[j];
      const int64_t weight = s.weight[c] + g.weight(v);
      const bool same_part = s.fixed[v] == -1 || s.fixed[c] == -1 || s.fixed[v] == s.fixed[c];
      if (weight > heaviest || !same_part) continue;
      s.weight[c] = weight;
      if (s.fixed[v] != -1) s.fixed[c] = s.fixed[v];
      s.cluster[v] = c;
      s.joined[c] = 1;
    }
  }
};

// Names each vertex's cluster by one of its members. Ends early when few enough clusters are left.
template <class Exec> class clustering {
  template <class T> using buffer = typename Exec::template buffer<T>;

 public:
  clustering(Exec& exec, const hypergraph_view& g, const cluster_rule& rule)
      : exec_(exec),
        g_(g),
        rule_(rule),
        cluster_(exec, g.vertices),
        joined_(exec, g.vertices),
        proposal_(exec, g.vertices),
        active_(exec, g.vertices),
        kept_(exec, g.vertices),
        weight_(exec, g.vertices),
        fixed_(exec, g.vertices),
        key_(exec, size_t{exec.team_count()} * table_slots),
        used_(exec, size_t{exec.team_count()} * table_slots),
        net_(exec, size_t{exec.team_count()} * table_slots),
        rating_(exec, size_t{exec.team_count()} * table_slots) {
    state_ = {cluster_.data(), weight_.data(), joined_.data(), proposal_.data(), fixed_.data()};
  }

  buffer<uint32_t> run(uint32_t enough) {
    start();
    for (uint32_t round = 0; round <= sub_rounds; ++round) {
      const uint32_t active = activate(round);
      if (active != 0) join(active);
      if (count() <= enough) break;
    }
    return std::move(cluster_);
  }

  // (Public because nvcc allows no device lambda in a private member function.)
  void start() {
    const cluster_state s = state_;
    const hypergraph_view g = g_;
    exec_.fill(key_.span(), none);
    exec_.for_each(
        g.vertices, AMORPH_LAMBDA(size_t v) {
          s.cluster[v] = static_cast<uint32_t>(v);
          s.weight[v] = g.weight(v);
          s.joined[v] = 0;
          s.proposal[v] = none;
          s.fixed[v] = g.part_of_fixed(v);
        });
  }
  // The vertices of this sub-round; in the last one all that are still alone.
  uint32_t activate(uint32_t round) {
    const cluster_state s = state_;
    const uint64_t seed = rule_.seed;
    const auto alone = AMORPH_LAMBDA(size_t v) {
      return s.cluster[v] == v && s.joined[v] == 0 && (round == sub_rounds || hash(seed + v) % sub_rounds == round);
    };
    return static_cast<uint32_t>(select_indices(exec_, g_.vertices, alone, active_.span()));
  }
  void join(uint32_t active) {
    exec_.for_each_team(active, propose<typename Exec::team>{g_, state_, rule_, active_.data(), key_.data(),
                                                             rating_.data(), used_.data(), net_.data()});
    exec_.for_each(active, resolve{active_.data(), proposal_.data(), kept_.data()});
    // `none` sorts last.
    sort_pairs(exec_, kept_.span().subspan(0, active), active_.span().subspan(0, active));
    const uint32_t* const kept = kept_.data();
    const uint32_t* const proposer = active_.data();
    uint32_t* const proposal = proposal_.data();
    exec_.for_each(active, AMORPH_LAMBDA(size_t i) { proposal[proposer[i]] = none; });
    const accept body{g_, state_, rule_.heaviest, kept, proposer, active};
    exec_.for_each(
        active, AMORPH_LAMBDA(size_t i) {
          if (kept[i] != none) body(i);
        });
  }
  uint64_t count() {
    buffer<uint64_t> result(exec_, 1);
    const uint32_t* const cluster = cluster_.data();
    reduce_into<uint64_t>(
        exec_, g_.vertices, AMORPH_LAMBDA(size_t v) { return uint64_t{cluster[v] == v}; }, result.data(), 0);
    return exec_.read(result.data());
  }

 private:
  Exec& exec_;
  const hypergraph_view g_;
  const cluster_rule rule_;
  buffer<uint32_t> cluster_, joined_, proposal_, active_, kept_;
  buffer<int64_t> weight_;
  buffer<int32_t> fixed_;
  buffer<uint32_t> key_, used_, net_;
  buffer<uint64_t> rating_;
  cluster_state state_{};
};

}  // namespace amorph::hypergraph
