// Gains of moves, from the parts of the nets (net_parts.hpp). For objective weights (a, b), moving v from part s to t
// gains, per net of weight w, w * (a * ([v is its only pin in s] - [no pin in t]) + b * ([all others in t] - [all in
// s])).
//
// The afterburner follows Krause, Gottesbueren, Maas, "Deterministic parallel high-quality hypergraph partitioning"
// (2025). Differences: it goes through the nets of a candidate instead of sorting the candidates of every net, and
// takes the pins of large nets as they are before the step.
#pragma once

#include "partitioner/common/tally.hpp"
#include "partitioner/hypergraph/refinement/net_parts.hpp"
#include "partitioner/refinement/refine_view.hpp"

namespace amorph::hypergraph {

using partition::part_balance, partition::proposal, partition::row_lists, partition::vertex_state;

inline constexpr uint64_t largest_simulated_net = 256;  // pins

struct any_part {
  AMORPH_BODY bool operator()(uint32_t) const { return true; }
};

// The best move of a vertex; to: none if there is no such part, and then the gain is that of a part without its nets.
struct found_move {
  uint32_t to;
  int32_t gain;
  int32_t own;  // weight of the nets that hold it in its part
};

struct net_gains {
  partition::graph_view graph;
  hypergraph_view g;
  net_parts nets;
  objective_weights objective;
  const uint32_t* part;
  partition::tally_memory tallies;

  AMORPH_BODY bool is_fixed(uint32_t v) const { return g.part_of_fixed(v) >= 0; }
#if !AMORPH_DEVICE_COMPILER
  void prefetch(uint32_t v) const { __builtin_prefetch(&g.net[graph.begin[v]]); }
#endif
  template <class Team, class Counts> AMORPH_BODY proposal best(Team team, uint32_t v, int32_t, Counts counts) const {
    const found_move m = search(team, v, counts);
    return {m.to, m.gain};
  }
  AMORPH_BODY static int32_t held(uint32_t, const vertex_state& known) { return -known.gain; }
  template <class Team>
  AMORPH_BODY int32_t after_moves(Team team, uint32_t v, uint32_t own_part, proposal own,
                                  const proposal* proposals) const {
    int32_t gain = 0;
    for (uint64_t j = graph.begin[v] + team.rank(), end = graph.begin[v + 1]; j < end; j += team.size())
      gain += after_moves_in(g.net[j], v, own_part, own, proposals);
    return team.reduce_add(gain);
  }

  // With `here` and `there` pins in the parts that v leaves and enters.
  AMORPH_BODY int32_t gain_in(uint32_t e, uint32_t here, uint32_t there) const {
    const auto size = static_cast<uint32_t>(nets.size(e));
    const int32_t connectivity = (here == 1 ? 1 : 0) - (there == 0 ? 1 : 0);
    const int32_t cut = (there + 1 == size ? 1 : 0) - (here == size ? 1 : 0);
    return size < 2 ? 0 : g.weight_of_net(e) * (objective.connectivity * connectivity + objective.cut * cut);
  }
  template <class Team> AMORPH_BODY int32_t gain(Team team, uint32_t v, uint32_t to) const {
    int32_t sum = 0;
    for (uint64_t j = graph.begin[v] + team.rank(), end = graph.begin[v + 1]; j < end; j += team.size())
      sum += gain_in(g.net[j], nets.pins_in(g.net[j], part[v]), nets.pins_in(g.net[j], to));
    return team.reduce_add(sum);
  }
  // The best part among the adjacent ones with counts(part).
  template <class Team, class Counts> AMORPH_BODY found_move search(Team team, uint32_t v, Counts counts) const {
    const uint32_t own_part = part[v];
    int32_t base = 0, own = 0, gain_of_two = 0;
    uint32_t others = 0;  // bounds the number of adjacent parts
    for (uint64_t j = graph.begin[v] + team.rank(), end = graph.begin[v + 1]; j < end; j += team.size()) {
      const uint32_t e = g.net[j], lambda = nets.lambda[e];
      const auto size = static_cast<uint32_t>(nets.size(e));
      if (size < 2) continue;
      const uint32_t here = lambda == 1 ? size : nets.pins_in(e, own_part);
      base += gain_in(e, here, 0);
      if (nets.parts == 2) gain_of_two += gain_in(e, here, size - here);
      own += here > 1 ? g.weight_of_net(e) * (objective.connectivity + objective.cut) : 0;
      others += lambda - 1;
    }
    base = team.reduce_add(base);
    own = team.reduce_add(own);
    others = team.reduce_add(others);
    if (others != 0 && nets.parts == 2 && counts(1 - own_part))
      return {1 - own_part, team.reduce_add(gain_of_two), own};
    uint64_t best = 0;
    if (others != 0 && nets.parts != 2) best = best_rank(team, v, own_part, others, counts);
    if (best == 0) return {none, base, own};
    const uint32_t to = partition::ranked_part(best, v);
    const auto there = static_cast<int32_t>(best >> 32);
    return {to, objective.connectivity != 0 ? base + there : gain(team, v, to), own};
  }

 private:
  AMORPH_BODY int32_t after_moves_in(uint32_t e, uint32_t v, uint32_t own_part, proposal own,
                                     const proposal* proposals) const {
    uint32_t here = nets.pins_in(e, own_part), there = nets.pins_in(e, own.to);
    if (nets.size(e) <= largest_simulated_net)
      for (uint64_t i = g.net_begin[e]; i != g.net_begin[e + size_t{1}]; ++i) {
        const uint32_t u = g.pin[i];
        const proposal neighbour_move = proposals[u];
        if (!moves_before(neighbour_move, u, own, v)) continue;
        const uint32_t from = part[u];
        here += (neighbour_move.to == own_part ? 1u : 0u) - (from == own_part ? 1u : 0u);
        there += (neighbour_move.to == own.to ? 1u : 0u) - (from == own.to ? 1u : 0u);
      }
    return gain_in(e, here, there);
  }
  // Ranks parts by what base lacks of the gain. For cut nets alone that is 0 in most cases, and a part with pins of its
  // nets is then better than others: if more of them move, nets are no longer cut.
  AMORPH_BODY int32_t score(uint32_t e, uint32_t pins) const {
    const bool all_others = pins + 1 == nets.size(e);
    const int32_t w = g.weight_of_net(e);
    if (objective.connectivity == 0) return all_others ? 4 * w : w;
    return w * (objective.connectivity + (all_others ? objective.cut : 0));
  }
  template <class Team, class Counts>
  AMORPH_BODY uint64_t best_rank(Team team, uint32_t v, uint32_t own_part, uint32_t others, Counts counts) const {
    partition::part_tally<Team> sums(team, tallies, others < nets.parts ? others : nets.parts, nets.parts);
    uint64_t best = 0;
    do {
      for (uint64_t j = graph.begin[v] + team.rank(), end = graph.begin[v + 1]; j < end; j += team.size()) {
        const uint32_t e = g.net[j];
        if (nets.lambda[e] == 1) continue;
        nets.for_each(e, [&](uint32_t p, uint32_t pins) {
          if (p != own_part && counts(p)) sums.add(p, score(e, pins));
        });
      }
      sums.for_each([&](uint32_t p, int32_t w) {
        const uint64_t rank = partition::rank_part(w, p, v);
        best = rank > best ? rank : best;
      });
    } while (sums.next());
    return team.reduce_max(best);
  }
};

// Recounts the best move of v.
template <class Exec> struct recount_gain {
  net_gains gains;
  vertex_state* state;
  unsigned char* flags;
  typename append_list<Exec>::view_type boundary;
  template <class Team> AMORPH_BODY void operator()(Team team, uint32_t v) const {
    if (gains.is_fixed(v)) return;
    const found_move m = gains.search(team, v, any_part{});
    if (team.rank() != 0) return;
    state[v] = {m.own, m.gain, m.to, state[v].moved};
    if ((flags[v] & partition::in_boundary_list) != 0) return;
    if (m.to == none && !partition::loosely_connected(gains.graph, v)) return;
    flags[v] |= partition::in_boundary_list;
    boundary.append(team, v);
  }
};

}  // namespace amorph::hypergraph
