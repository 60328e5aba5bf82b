// The propagate phase: pulls points-to sets along copy edges, and through shifts, until no set grows. The fixed point
// does not depend on the order, so that the backends may differ in it (schedule.hpp).
#pragma once

#include "solver/andersen/propagate/sweep.hpp"
#include "solver/andersen/wave_state.hpp"
#if AMORPH_DEVICE_COMPILER
#include "solver/andersen/propagate/persistent_propagate.hpp"
#endif

namespace amorph::andersen {

template <class Exec> void propagate_by_sweeps(wave_state<Exec>& state) {
  for (bool all = true;;) {
    ++state.stats.steps;
    sweeper sweep(state.schedule, state.pull_view());
    if (all) sweep.expect_all();
    if (state.exec.threads() == 1)
      sweep.run_serially(state.exec);
    else
      sweep.run_once(state.exec);
    state.counters.data()->grown_sets += sweep.grown();
    all = state.grow_if_full(state.read_counters());
    if (!all && !sweep.any()) return;
  }
}

#if AMORPH_DEVICE_COMPILER
// One persistent kernel runs all steps, unless a table overflows.
template <unsigned Block, class Exec> void propagate_by_worklists(wave_state<Exec>& state) {
  device_worklists<Exec>& lists = state.schedule;
  wave_counters* counters = state.counters.data();
  const std::size_t tables = block_pull<Block>::table_bytes(state.scratch.bases(), state.exec.shared_per_block());
  for (;;) {
    state.exec.template fill<step_work>({counters->steps, 3}, {});
    persistent(
        state.exec,
        propagate_persistently<Block>{state.pull_view(), state.graph.keys(), state.graph.id_bits(), state.graph.edges(),
                                      state.in.shifts.size, lists.claimed.data(), lists.last_step, lists.source.data(),
                                      state.id_list.data(), state.id_list.size(), lists.deferred.data(),
                                      counters->steps, &counters->grown_sets, &counters->last_step, tables != 0},
        32, tables);
    const wave_counters seen = state.read_counters();
    state.stats.steps += seen.last_step - lists.last_step;
    lists.last_step = seen.last_step;
    if (!state.grow_if_full(seen)) return;
  }
}
#endif

template <class Exec> void propagate(wave_state<Exec>& state) {
  state.exec.write(&state.counters.data()->grown_sets, uint64_t{0});
#if AMORPH_DEVICE_COMPILER
  if constexpr (Exec::on_device) {
    // Measured: unions of sets that extend over many bases need more warps per block.
    constexpr uint64_t many_bases = 128;
    if (state.scratch.bases() < many_bases)
      propagate_by_worklists<256>(state);
    else
      propagate_by_worklists<512>(state);
  } else
#endif
    propagate_by_sweeps(state);
}

}  // namespace amorph::andersen
