// A move as a transaction, and its consequences. The outer transaction holds the vertex and reads its
// competitors; it finds the gain as of one moment. The inner one changes the weights of the two parts, for which all
// transactions compete, and holds them no longer than necessary.
#pragma once

#include "partitioner/refinement/competitors.hpp"

namespace amorph::partition {

// Items are the vertices, followed by the parts.
struct move_by_gain {
  graph_view graph;
  uint32_t* part;
  vertex_state* state;
  proposal* proposals;
  part_balance balance;
  competitor_table table;
  const uint32_t *list, *pick;  // tasks are list[pick[i]], or list[i] if null
  uint32_t step;
  bool must_gain;  // in the current partition
  float beyond;    // a part may exceed its limit by this fraction of its target

  template <class Tx> AMORPH_BODY bool operator()(Tx& tx, uint32_t task) const {
    const uint32_t i = pick != nullptr ? pick[task] : task, v = list[i], to = table.to[i];
    if (!tx.open(v)) return false;
    const uint32_t own_part = tx.load(&part[v]);
    int32_t gain = table.rest[i];
    for (uint32_t r = 0; r != table.count[i]; ++r) {
      const uint32_t u = table.competitor[table.place(i, r)];
      const int32_t w = table.weight[table.place(i, r)];
      if (!tx.open_read(u)) return false;
      uint32_t p = tx.load(&part[u]);
      if (w < 0 && !must_gain)
        if (const uint32_t proposed = atomic_load(&proposals[u].to); proposed != none) p = proposed;
      const int32_t strength = w < 0 ? -w : w;
      gain += p == to ? strength : p == own_part ? -strength : 0;
    }
    if (gain < 0) return stays(v);
    table.gain[i] = gain;
    return tx.store(&part[v], to) && tx.store(&state[v].moved, step);
  }
  // Opens the part of lower number first, whatever the direction of the move. Parts are locked at first access: of
  // all inner transactions that hold a part, the one that holds the highest either has both parts or finds the other
  // free, and ends, unless another then locks a higher one. So some transaction always completes. In the order of the
  // move, two opposite moves could each hold the part that the other needs until both have used up their retries.
  template <class Tx> AMORPH_BODY bool inner(Tx& tx, uint32_t task) const {
    const uint32_t i = pick != nullptr ? pick[task] : task, v = list[i], to = table.to[i];
    const uint32_t from = atomic_load(&part[v]);  // unchanged, because the outer transaction has not committed
    if (!tx.open(graph.vertices + (from < to ? from : to), graph.vertices + (from < to ? to : from))) return false;
    const int32_t weight = graph.weight(v);
    const int64_t here = tx.load(&balance.weight[from]), there = tx.load(&balance.weight[to]);
    const int64_t excess = there + weight - balance.limit[to];
    const bool fits = static_cast<float>(excess) <= beyond * static_cast<float>(balance.target[to]) &&
                      here >= balance.target[from] / 2;
    const bool better = !must_gain || table.gain[i] > 0 ||
                        there - balance.target[to] + 2 * int64_t{weight} <= here - balance.target[from];
    if (!fits || !better) return stays(v);
    return tx.store(&balance.weight[from], here - weight) && tx.store(&balance.weight[to], there + weight);
  }

 private:
  // Others may see this before the transaction commits: they use it as a guess only.
  AMORPH_BODY bool stays(uint32_t v) const {
    atomic_store(&proposals[v].to, none);
    return false;
  }
};

// After the transactions: lists the vertices that the moves affect, and clears all proposals.
template <class Exec> struct publish_moves {
  edge_mover<Exec, part_balance> moves;
  const vertex_state* state;
  proposal* proposals;
  template <class Team> AMORPH_BODY void operator()(Team team, uint32_t v) const {
    if (state[v].moved == moves.step) moves.list_neighbourhood(team, v);
    if (team.rank() == 0) proposals[v].to = none;
  }
};

}  // namespace amorph::partition
