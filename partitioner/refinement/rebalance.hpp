// Rebalancing: the moves of minimum loss out of overweight parts (Jet, section 4.3: its weak and strong forms).
//
// Each vertex that may leave an overweight part finds its cheapest exit. Each part then releases vertices by class of
// loss (powers of two) until the remainder fits; of the last class, a hash selects a share. No list is sorted: two
// histograms, of the classes' weights and of the last class's shares, give the thresholds.
// Weak: to the adjacent part of maximum connectivity that has capacity; together the moves may overfill it. Strong:
// to any part with capacity, spread by a hash in proportion to the free capacities.
#pragma once

#include "partitioner/refinement/moves.hpp"

namespace amorph::partition {

// A vertex that may leave, because it is not much heavier than the excess; or none.
template <class Exec, class Balance = part_balance> struct find_leaving {
  using list = typename append_list<Exec>::view_type;
  graph_view graph;
  const uint32_t* part;
  const vertex_state* state;
  Balance balance;
  list boundary;
  bool inner;  // also interior vertices: i runs over all vertices
  AMORPH_BODY uint32_t operator()(size_t i) const {
    const uint32_t v = inner ? static_cast<uint32_t>(i) : boundary[i], p = part[v];
    if (!balance.overweight(p) || (!inner && state[v].best == none && !loosely_connected(graph, v))) return none;
    return balance.releases(Balance::load_of(graph, v), p) ? v : none;
  }
};

// Parts that a vertex may leave `from` for: those with capacity, or, if there are none, those with less excess, which
// spreads from part to part until it finds capacity. Far away the vertex would be a fragment.
template <class Balance> struct may_receive {
  Balance balance;
  typename Balance::load load;
  uint32_t from;
  bool with_capacity;
  AMORPH_BODY bool operator()(uint32_t p) const {
    return with_capacity ? balance.has_capacity(load, p) : balance.is_lighter(load, p, from);
  }
};

// Losses are grouped in classes, gains first and interior vertices last; a class is divided in shares.
inline constexpr uint32_t classes = 64, shares = 64;
AMORPH_HD inline uint32_t class_of_loss(int32_t loss) {
  if (loss < 0) return 0;
  uint32_t c = 1;
  while (loss != 0) {
    loss >>= 1;
    ++c;
  }
  return c;
}

// What leaves each part: all classes below `last_class`, and of that one the shares up to `last_share`.
struct exits {
  proposal* exit;                        // per vertex: its target part, and as `gain` its rank: class * shares + share
  int64_t *class_weight, *share_weight;  // parts * classes, parts * shares; 0 between steps
  uint32_t *last_class, *last_share;     // per part
  int64_t* left;                         // per part: what the last class has to give
  AMORPH_BODY bool releases(const proposal& exit, uint32_t p) const {
    return exit.to != none && static_cast<uint32_t>(exit.gain) <= last_class[p] * shares + last_share[p];
  }
};

// From a random part on, the first that has capacity.
template <class Balance>
AMORPH_BODY uint32_t some_part_with_capacity(const Balance& balance, typename Balance::load load, uint32_t random) {
  uint32_t to = random / shares % balance.parts;
  for (uint32_t tried = 0; tried != balance.parts; ++tried) {
    if (balance.has_capacity(load, to)) return to;
    to = to + 1 == balance.parts ? 0 : to + 1;
  }
  return none;
}
// The part in whose share of the total free capacity a random position falls; `upto` are prefix sums of capacities.
AMORPH_BODY inline uint32_t part_at(const int64_t* upto, uint32_t parts, uint32_t random) {
  const int64_t all = upto[parts - 1];
  if (all <= 0) return none;
  const auto at = static_cast<int64_t>(hash(random) % static_cast<uint64_t>(all));
  uint32_t low = 0, high = parts - 1;
  while (low != high) {
    const uint32_t middle = low + (high - low) / 2;
    if (upto[middle] <= at)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

template <class Gains, class Balance> struct find_exit {
  Gains gains;
  const vertex_state* state;
  Balance balance;
  exits out;
  uint32_t seed;
  bool search;                     // for the best part with capacity if the best part has none
  const int64_t* capacity_prefix;  // strong: inclusive sums of the parts' free capacities; null: weak
  bool leave_neighbours;           // for a part without a neighbour, if that costs little
  template <class Team> AMORPH_BODY void operator()(Team team, uint32_t v) const {
    const uint32_t p = gains.part[v], random = hash32(v ^ seed);
    const vertex_state known = state[v];
    const bool interior = known.best == none, weak = capacity_prefix == nullptr;
    const typename Balance::load load = Balance::load_of(gains.graph, v);
    proposal exit{none, -known.own};
    if (!interior && balance.has_capacity(load, known.best))
      exit = {known.best, known.gain};
    else if (!interior && search)
      for (bool with_capacity = true;; with_capacity = false) {
        exit = gains.best(team, v, known.own, may_receive<Balance>{balance, load, p, with_capacity});
        if (exit.to != none || !weak || !with_capacity) break;
      }
    if (team.rank() != 0) return;
    if (!weak) {
      exit.to = part_at(capacity_prefix, balance.parts, random);
      if (Balance::several && (exit.to == none || !balance.has_capacity(load, exit.to)))
        exit.to = some_part_with_capacity(balance, load, random);
    } else if (interior && (leave_neighbours || gains.graph.begin[v] == gains.graph.begin[v + 1])) {
      exit.to = some_part_with_capacity(balance, load, random);
    }
    if (gains.is_fixed(v)) exit.to = none;
    const int32_t loss = interior ? gains.held(v, known) : -exit.gain;
    const uint32_t c = interior && loss < 0 ? classes - 1 : class_of_loss(loss);
    out.exit[v] = {exit.to, static_cast<int32_t>(c * shares + random % shares)};
    if (exit.to != none) atomic_add(&out.class_weight[p * size_t{classes} + c], balance.released(load, p));
  }
};

// Finds the last of the `Weights` weights that is needed to reach the sum `demand`, and how much of it; both are 0 if
// none is needed: then all weights are 0. Clears the weights. For a team: a single thread would wait for each load in
// turn.
struct last_needed {
  uint32_t place;
  int64_t left;
};
template <uint32_t Weights, class Team>
AMORPH_BODY last_needed take_weights(Team team, int64_t* weight, int64_t demand) {
  constexpr uint32_t each = Weights / Team::size();
  static_assert(each * Team::size() == Weights);
  if (demand <= 0) return {0, 0};
  const uint32_t first = team.rank() * each;
  int64_t taken[each], sum = 0;
  for (uint32_t j = 0; j != each; ++j) {
    taken[j] = weight[first + j];
    weight[first + j] = 0;
    sum += taken[j];
  }
  int64_t left = demand - team.exclusive_scan(sum), left_at = 0;
  uint32_t reached = 0;  // 1 + the last place that is needed
  for (uint32_t j = 0; j != each && left > 0; ++j) {
    reached = first + j + 1;
    left_at = left;
    left -= taken[j];
  }
  const uint32_t last = team.reduce_max(reached);
  if (last == 0) return {0, 0};
  return {last - 1, team.broadcast(left_at, (last - 1) / each)};
}

template <class Balance> struct select_classes {
  Balance balance;
  exits out;
  template <class Team> AMORPH_BODY void operator()(Team team, size_t p) const {
    const last_needed last =
        take_weights<classes>(team, out.class_weight + p * classes, balance.to_release(static_cast<uint32_t>(p)));
    if (team.rank() != 0) return;
    out.last_class[p] = last.place;
    out.left[p] = last.left;
  }
};
template <class Balance> struct weigh_shares {
  graph_view graph;
  const uint32_t* part;
  Balance balance;
  exits out;
  template <class Team> AMORPH_BODY void operator()(Team, uint32_t v) const {
    const uint32_t p = part[v];
    const proposal exit = out.exit[v];
    const auto rank = static_cast<uint32_t>(exit.gain);
    if (exit.to != none && rank / shares == out.last_class[p])
      atomic_add(&out.share_weight[p * size_t{shares} + rank % shares],
                 balance.released(Balance::load_of(graph, v), p));
  }
};
struct select_shares {
  exits out;
  template <class Team> AMORPH_BODY void operator()(Team team, size_t p) const {
    const last_needed last = take_weights<shares>(team, out.share_weight + p * shares, out.left[p]);
    if (team.rank() == 0) out.last_share[p] = last.place;
  }
};
// With several weights, a part that has capacity for some may lack it for others: it admits the share that fits.
template <class Balance> struct ask_to_enter {
  graph_view graph;
  const uint32_t* part;
  Balance balance;
  exits out;
  int64_t* demand;
  template <class Team> AMORPH_BODY void operator()(Team, uint32_t v) const {
    const proposal exit = out.exit[v];
    if (out.releases(exit, part[v])) balance.ask(demand, Balance::load_of(graph, v), exit.to);
  }
};
template <class Balance> struct turn_away {
  Balance balance;
  exits out;
  const int64_t* demand;
  uint32_t seed;
  template <class Team> AMORPH_BODY void operator()(Team, uint32_t v) const {
    proposal& exit = out.exit[v];
    if (exit.to != none && !balance.admits(demand, exit.to, hash(v ^ seed))) exit.to = none;
  }
};
template <class Mover> struct leave {
  Mover moves;
  exits out;
  template <class Team> AMORPH_BODY void operator()(Team team, uint32_t v) const {
    const uint32_t from = moves.part[v];
    const proposal exit = out.exit[v];
    team.sync();  // all have read them before they change
    if (team.rank() == 0) out.exit[v].to = none;
    if (out.releases(exit, from)) moves.move(team, v, from, exit.to);
  }
};

// Prefix sums of the free capacities, by one team.
template <class Balance> struct scan_capacity {
  Balance balance;
  int64_t* upto;
  template <class Team> AMORPH_BODY void operator()(Team team, size_t) const {
    int64_t before = 0;
    for (uint32_t first = 0; first < balance.parts; first += team.size()) {
      const uint32_t p = first + team.rank();
      const int64_t mine = p < balance.parts ? balance.free_capacity(p) : 0;
      int64_t all;
      const int64_t below = team.exclusive_scan(mine, all);
      if (p < balance.parts) upto[p] = before + below + mine;
      before += all;
    }
  }
};

}  // namespace amorph::partition
