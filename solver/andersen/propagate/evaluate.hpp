// The evaluate phase: loads and stores become copy edges. For each object that a pointer has come to point to since the
// constraint was last evaluated, `dst = *ptr` adds object -> dst and `*ptr = src` adds src -> object, between
// representatives.
#pragma once

#include "solver/andersen/propagate/edge_table.hpp"
#include "solver/andersen/wave_state.hpp"

namespace amorph::andersen {

// What the bodies of the phase read and write.
struct evaluate_state {
  set_store store;
  edge_table edges;
  const uint32_t* rep;
  const uint32_t* set;
  const pair32* constraints;  // (pointer, other); loads, then stores
  uint64_t loads;             // their number
  uint32_t* evaluated;        // per constraint: the pointer's set when it was last evaluated

  AMORPH_BODY bool stale(uint64_t c) const { return set[rep[constraints[c].first]] != evaluated[c]; }

  // Adds the edges of constraint c for share `share` of `shares` of its new objects. edges.full reports an overflow.
  template <class Team> AMORPH_BODY void evaluate(Team team, uint64_t c, uint64_t share, uint64_t shares) const {
    const uint32_t now = set[rep[constraints[c].first]], other = rep[constraints[c].second];
    const bool load = c < loads;
    bool kept = atomic_load(edges.full) == 0;
    uint32_t last = other;  // consecutive objects of a set often have one representative
    if (kept)
      store.for_each_new_word(team, share, shares, now, evaluated[c], [&](uint32_t start, uint64_t bits) {
        for (; bits != 0 && kept; bits &= bits - 1) {
          const uint32_t object = start + lowest_bit(bits);
          const uint32_t target = rep[object];
          if (object == integer_object || target == last || target == other) continue;
          last = target;
          kept = edges.add(load ? edge_key(other, target) : edge_key(target, other));
        }
      });
  }
  // Item i of `items`: a share of a listed constraint. Threads take items in long runs: there the shares of a
  // constraint are far apart.
  template <class Team>
  AMORPH_BODY void evaluate_item(Team team, uint64_t i, const uint32_t* list, uint64_t items, uint64_t shares) const {
    if constexpr (Team::size() == 1) {
      const uint64_t listed = items / shares;
      evaluate(team, list[i % listed], i / listed, shares);
    } else {
      evaluate(team, list[i / shares], i % shares, shares);
    }
  }
  AMORPH_BODY void mark_evaluated(uint64_t c) const {
    if (atomic_load(edges.full) == 0) evaluated[c] = set[rep[constraints[c].first]];
  }
};

// A few pointers have most of the new objects: their constraints are divided.
template <class Exec> uint64_t shares_of_constraint(const Exec& exec) {
  if constexpr (Exec::on_device)
    return 4;
  else
    return exec.threads() == 1 ? 1 : 4;
}

// Adds the edges of all loads and stores whose pointers have new objects; returns the number of new edges.
template <class Exec> uint64_t evaluate(wave_state<Exec>& state) {
  Exec& exec = state.exec;
  const uint64_t teams_per_constraint = shares_of_constraint(exec);
  const uint64_t n = state.constraints.size();
  uint64_t* stale = &state.counters.data()->stale_constraints;
  uint32_t* list = state.id_list.data();
  exec.write(&state.counters.data()->new_edges, uint64_t{0});
  for (;;) {
    const evaluate_state phase{state.pool.view(),     state.graph.additions(),  state.rep.data(),
                               state.set.data(),      state.constraints.data(), state.in.loads.size,
                               state.evaluated.data()};
    // Counts teams and not constraints, so that the loop below can read its length from it.
    exec.write(stale, uint64_t{0});
    exec.for_each(
        n, AMORPH_LAMBDA(std::size_t c) {
          if (phase.stale(c))
            list[atomic_add(stale, teams_per_constraint) / teams_per_constraint] = static_cast<uint32_t>(c);
        });
    exec.for_each_team_counted(
        stale, teams_per_constraint * n, AMORPH_LAMBDA(typename Exec::team team, std::size_t i) {
          phase.evaluate_item(team, i, list, *stale, teams_per_constraint);
        });
    exec.for_each(n, AMORPH_LAMBDA(std::size_t c) { phase.mark_evaluated(c); });
    const wave_counters seen = state.read_counters();
    if (seen.edges_full == 0) return seen.new_edges;
    state.graph.grow(seen.new_edges);
  }
}

}  // namespace amorph::andersen
