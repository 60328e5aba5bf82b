// Phases of label propagation on a hypergraph, as those on a graph (partitioner/refinement/refine.hpp and
// within.hpp), after Krause, Gottesbueren, Maas, "Deterministic parallel high-quality hypergraph partitioning" (2025).
// What reads no net is shared with them. Differences: the afterburner goes through the nets of a candidate instead of
// sorting the candidates of every net, and takes the pins of large nets as they are before the step.
#pragma once

#include "partitioner/hypergraph/refinement/gains.hpp"

namespace amorph::hypergraph {

inline constexpr uint64_t largest_simulated_net = 256;  // pins

// Sets `moved` to this step if v moves: if it loses nothing after the moves of higher priority, or, with must_gain,
// if the move improves the partition.
struct afterburner {
  move_search search;
  const proposal* proposals;
  vertex_state* state;
  uint32_t step;
  part_balance balance;
  bool must_gain;
  template <class Team> AMORPH_BODY void operator()(Team team, uint32_t v) const {
    const hypergraph_view& g = search.g;
    const proposal own = proposals[v];
    if (own.to == none) return;  // not admitted
    int32_t gain = 0;
    for (uint64_t j = g.vertex_begin[v] + team.rank(), end = g.vertex_begin[v + size_t{1}]; j < end; j += team.size())
      gain += gain_after(g.net[j], v, own);
    gain = team.reduce_add(gain);
    const uint32_t mine = search.part[v];
    if (team.rank() == 0 && (must_gain ? balance.improves(gain, g.weight(v), mine, own.to) : gain >= 0))
      state[v].moved = step;
  }

 private:
  AMORPH_BODY int32_t gain_after(uint32_t e, uint32_t v, proposal own) const {
    const hypergraph_view& g = search.g;
    const uint32_t mine = search.part[v];
    uint32_t here = search.nets.pins_in(e, mine), there = search.nets.pins_in(e, own.to);
    if (search.nets.size(e) <= largest_simulated_net)
      for (uint64_t i = g.net_begin[e]; i != g.net_begin[e + size_t{1}]; ++i) {
        const uint32_t u = g.pin[i];
        const proposal theirs = proposals[u];
        if (theirs.to == none || (theirs.gain <= own.gain && (theirs.gain != own.gain || u >= v))) continue;
        const uint32_t from = search.part[u];
        here += (theirs.to == mine ? 1u : 0u) - (from == mine ? 1u : 0u);
        there += (theirs.to == own.to ? 1u : 0u) - (from == own.to ? 1u : 0u);
      }
    return search.gain_in(e, here, there);
  }
};

// Moves a vertex; lists it, its nets, and the vertices that may differ from the best partition.
template <class Exec> struct mover {
  hypergraph_view g;
  net_parts nets;
  uint32_t* part;
  int64_t* weight;
  uint32_t *stamp, *net_stamp;  // the last step that listed the vertex or net
  uint32_t step;
  row_lists<Exec> changed, touched;
  unsigned char* flags;
  typename append_list<Exec>::view_type displaced;
  template <class Team> AMORPH_BODY void move(Team team, uint32_t v, uint32_t from, uint32_t to) const {
    if (team.rank() == 0) {
      atomic_add(&weight[from], -static_cast<int64_t>(g.weight(v)));
      atomic_add(&weight[to], g.weight(v));
      part[v] = to;
      if (atomic_exchange(&stamp[v], step) != step) changed.append(team, v);
      if ((flags[v] & partition::is_displaced) == 0) {
        flags[v] |= partition::is_displaced;
        displaced.append(team, v);
      }
    }
    for (uint64_t j = g.vertex_begin[v] + team.rank(), end = g.vertex_begin[v + size_t{1}]; j < end; j += team.size()) {
      const uint32_t e = g.net[j];
      if (nets.has_counters(e)) {
        atomic_add(nets.counter(e, from), ~uint64_t{0});
        atomic_add(nets.counter(e, to), uint64_t{1});
      }
      if (atomic_load(&net_stamp[e]) != step && atomic_exchange(&net_stamp[e], step) != step) touched.append(team, e);
    }
  }
};
// Lists the pins of a net whose gains may have changed.
template <class Exec> struct list_pins {
  hypergraph_view g;
  uint32_t* stamp;
  uint32_t step;
  row_lists<Exec> changed;
  template <class Team> AMORPH_BODY void operator()(Team team, uint32_t e) const {
    for (uint64_t i = g.net_begin[e] + team.rank(), end = g.net_begin[e + size_t{1}]; i < end; i += team.size()) {
      const uint32_t v = g.pin[i];
      if (atomic_load(&stamp[v]) != step && atomic_exchange(&stamp[v], step) != step) changed.append(team, v);
    }
  }
};

// Moves the candidates that the afterburner accepted, and clears all proposals.
template <class Exec> struct move_candidates {
  mover<Exec> moves;
  const vertex_state* state;
  proposal* proposals;
  template <class Team> AMORPH_BODY void operator()(Team team, uint32_t v) const {
    const uint32_t from = moves.part[v], to = proposals[v].to;
    const bool moved = to != none && state[v].moved == moves.step;
    team.sync();  // all have read them before they change
    if (moved) moves.move(team, v, from, to);
    if (team.rank() == 0) proposals[v].to = none;
  }
};
// Moves the displaced vertices back to their parts in the best partition.
template <class Exec> struct move_back {
  mover<Exec> moves;
  const uint32_t* kept;
  template <class Team> AMORPH_BODY void operator()(Team team, size_t i) const {
    const uint32_t v = moves.displaced[i], now = moves.part[v];
    team.sync();  // all have read the part before it changes
    if (now != kept[v]) moves.move(team, v, now, kept[v]);
  }
};

// Within the limits: the best part with capacity, and what each part is asked for.
struct choose_feasible {
  move_search search;
  const vertex_state* state;
  part_balance balance;
  proposal* proposals;
  int64_t* demand;
  template <class Team> AMORPH_BODY void operator()(Team team, uint32_t v) const {
    const uint32_t mine = search.part[v];
    const int32_t weight = search.g.weight(v);
    const vertex_state s = state[v];
    const partition::is_other_with_capacity<part_balance> fits{balance, weight, mine};
    proposal choice{s.best, s.gain};
    if (!fits(s.best)) {
      const found_move m = search.best(team, v, fits);
      choice = {m.to, m.gain};
    }
    if (team.rank() != 0) return;
    if (choice.to != none && !balance.improves(choice.gain, weight, mine, choice.to)) choice.to = none;
    proposals[v] = choice;
    if (choice.to != none) atomic_add(&demand[choice.to], weight);
  }
};

// Rebalancing: the cheapest exit of a vertex, and its class of loss (partitioner/refinement/rebalance.hpp).
struct find_exit {
  move_search search;
  const vertex_state* state;
  part_balance balance;
  partition::exits out;
  uint32_t seed;
  bool search_all;                 // for the best part with capacity if the best part has none
  const int64_t* capacity_prefix;  // strong: inclusive sums of the parts' free capacities; null: weak
  template <class Team> AMORPH_BODY void operator()(Team team, uint32_t v) const {
    const uint32_t p = search.part[v], random = hash32(v ^ seed);
    const vertex_state known = state[v];
    if (search.g.part_of_fixed(v) >= 0) {
      if (team.rank() == 0) out.exit[v].to = none;
      return;
    }
    found_move m{none, known.gain, known.own};
    const int32_t load = search.g.weight(v);
    if (known.best != none && balance.has_capacity(load, known.best))
      m.to = known.best;
    else if (known.best != none && search_all)
      m = search.best(team, v, partition::has_capacity<part_balance>{balance, load});
    // If no adjacent part has capacity, an adjacent part with less excess: far away the vertex would be a fragment.
    if (known.best != none && search_all && m.to == none && capacity_prefix == nullptr)
      m = search.best(team, v, partition::is_lighter<part_balance>{balance, load, p});
    if (team.rank() != 0) return;
    if (capacity_prefix != nullptr)
      m.to = partition::part_at(capacity_prefix, balance.parts, random);
    else if (m.to == none && known.best == none)
      m.to = partition::some_part_with_capacity(balance, load, random);
    const uint32_t c = partition::class_of_loss(-m.gain);
    out.exit[v] = {m.to, static_cast<int32_t>(c * partition::shares + random % partition::shares)};
    if (m.to != none) atomic_add(&out.class_weight[p * size_t{partition::classes} + c], load);
  }
};
template <class Exec> struct leave {
  mover<Exec> moves;
  partition::exits out;
  template <class Team> AMORPH_BODY void operator()(Team team, uint32_t v) const {
    const uint32_t p = moves.part[v];
    const proposal exit = out.exit[v];
    const bool goes = exit.to != none &&
                      static_cast<uint32_t>(exit.gain) <= out.last_class[p] * partition::shares + out.last_share[p];
    team.sync();  // all have read the part before it changes
    if (team.rank() == 0) out.exit[v].to = none;
    if (goes) moves.move(team, v, p, exit.to);
  }
};

}  // namespace amorph::hypergraph
