// The evaluate phase: loads and stores become copy edges. For each object that a pointer has come to point to since the
// constraint was last evaluated, `dst = *ptr` adds object -> dst and `*ptr = src` adds src -> object, between
// representatives.
#pragma once

#include "solver/andersen/propagate/evaluate_state.hpp"
#include "solver/andersen/wave_state.hpp"
#if !AMORPH_DEVICE_COMPILER
#include "solver/andersen/propagate/evaluate_by_sets.hpp"
#endif

namespace amorph::andersen {

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
  state.graph.hub().follow(state.rep.data());
  for (;;) {
    const evaluate_state phase{state.pool.view(),      state.graph.additions(),  state.rep.data(),
                               state.set.data(),       state.constraints.data(), state.in.loads.size,
                               state.evaluated.data(), state.graph.hub().view()};
    // Counts teams and not constraints, so that the loop below can read its length from it.
    exec.write(stale, uint64_t{0});
    exec.for_each(
        n, AMORPH_LAMBDA(std::size_t c) {
          if (phase.stale(c))
            list[atomic_add(stale, teams_per_constraint) / teams_per_constraint] = static_cast<uint32_t>(c);
        });
#if !AMORPH_DEVICE_COMPILER
    evaluation_by_sets by_sets(exec, phase, span<uint32_t>(list, *stale / teams_per_constraint), teams_per_constraint);
    if (phase.hub.hub != none) by_sets.mark();
    by_sets.add_edges();
#else
    if (phase.hub.hub != none)
      exec.for_each_team_counted(
          stale, teams_per_constraint * n, AMORPH_LAMBDA(typename Exec::team team, std::size_t i) {
            phase.mark(team, list[i / teams_per_constraint], i % teams_per_constraint, teams_per_constraint);
          });
    exec.for_each_team_counted(
        stale, teams_per_constraint * n, AMORPH_LAMBDA(typename Exec::team team, std::size_t i) {
          phase.evaluate(team, list[i / teams_per_constraint], i % teams_per_constraint, teams_per_constraint);
        });
#endif
    exec.for_each(n, AMORPH_LAMBDA(std::size_t c) { phase.mark_evaluated(c); });
    const wave_counters seen = state.read_counters();
    if (seen.edges_full == 0) return seen.new_edges;
    state.graph.grow(seen.new_edges);
  }
}

}  // namespace amorph::andersen
