// The collapse phase: the variables of a cycle of copy edges have equal sets at the fixed point, so each strongly
// connected component is merged into its minimum member. On the CPU the components are those that Tarjan's algorithm
// found when the graph was rebuilt (strongly_connected.hpp). On the device they are found here, among the edges between
// equal sets (colouring.hpp).
#pragma once

#include "solver/andersen/wave_state.hpp"
#if AMORPH_DEVICE_COMPILER
#include "solver/andersen/cycles/persistent_collapse.hpp"
#endif

namespace amorph::andersen {

// After merges: makes every variable point directly to its representative.
template <class Exec> void flatten_representatives(wave_state<Exec>& state) {
  uint32_t* rep = state.rep.data();
  state.exec.for_each(
      state.variables,
      AMORPH_LAMBDA(std::size_t v) { atomic_store(&rep[v], disjoint_sets{rep}.root(static_cast<uint32_t>(v))); });
}

template <class Exec> uint64_t collapse_components(wave_state<Exec>& state) {
  uint32_t* rep = state.rep.data();
  const std::vector<uint32_t>& component = state.schedule.component;
  uint64_t merged = 0;
  for (uint32_t v = 0; v != state.variables; ++v)
    if (rep[v] == v && component[v] != v) {
      rep[v] = component[v];
      ++merged;
    }
  if (merged != 0) flatten_representatives(state);
  return merged;
}

#if AMORPH_DEVICE_COMPILER
template <class Exec> uint64_t collapse_equal_sets(wave_state<Exec>& state) {
  if (!state.colours) state.colours.emplace(state.exec, state.variables);
  state.colours->reserve_edges(state.graph.edges());
  wave_counters* counters = state.counters.data();
  state.exec.template fill<uint64_t>({counters->undecided_edges, 3}, 0);
  state.exec.write(&counters->merged, uint64_t{0});
  persistent(state.exec,
             collapse_persistently{state.colours->view(), state.graph.keys(), state.graph.id_bits(),
                                   state.graph.edges(), state.variables, state.set.data(), state.rep.data(),
                                   state.colours->list(), state.colours->next_list(), counters->undecided_edges,
                                   counters->colours_grew, &counters->merged},
             2);
  return state.exec.read(&counters->merged);
}
#endif

// Merges the cycles of the copy graph; true if there were any.
template <class Exec> bool collapse_cycles(wave_state<Exec>& state) {
  if (state.in.collapse_cycles == 0) return false;
  uint64_t merged;
#if AMORPH_DEVICE_COMPILER
  if constexpr (Exec::on_device)
    merged = collapse_equal_sets(state);
  else
#endif
    merged = collapse_components(state);
  state.stats.collapsed += merged;
  return merged != 0;
}

}  // namespace amorph::andersen
