// The analysis, as a page: "Morph Algorithms on GPUs" (Nasre, Burtscher, Pingali, PPoPP 2013), sections 4 and 6.4. A
// round has four phases:
//
//   rebuild    insert the new copy edges into the graph and redirect those of merged variables (copy_graph.hpp);
//   propagate  pull points-to sets along copy edges until none grows (propagate.hpp);
//   collapse   merge cycles of copy edges, and those that hybrid cycle detection predicted (collapse.hpp, hybrid.hpp);
//   evaluate   turn loads and stores into copy edges, for the objects that are new (evaluate.hpp).
//
// Rounds end when one neither adds an edge nor merges a variable. Differences from the paper: sets are hash-consed
// (sets.hpp); offset and field constraints act in the propagate phase, each as a variable of its own; cycles are
// collapsed in each round. Each phase ends in a state that does not depend on the order of work, so that rounds, edges
// and answers are the same on every backend.
#pragma once

#include <optional>

#include "amorph/kernels/base/stopwatch.hpp"
#include "solver/andersen/core.hpp"
#include "solver/andersen/cycles/collapse.hpp"
#include "solver/andersen/cycles/hybrid.hpp"
#include "solver/andersen/cycles/strongly_connected.hpp"
#include "solver/andersen/propagate/evaluate.hpp"
#include "solver/andersen/propagate/initial.hpp"
#include "solver/andersen/propagate/propagate.hpp"
#include "solver/andersen/wave_state.hpp"

namespace amorph::andersen {

template <class F> void timed(double& ms, F phase) {
  const stopwatch watch;
  phase();
  ms += watch.ms();
}

template <class Exec> void rebuild_graph(wave_state<Exec>& state, uint64_t new_edges, bool merged) {
  state.graph.rebuild(new_edges, merged, state.rep.data(), state.rep_before.data(), state.set.data());
  state.exec.template copy<uint32_t>(state.rep.span(), state.rep_before.span());
  if constexpr (!Exec::on_device)
    strongly_connected(state.exec, {state.graph.view(), state.shifts.data(), state.rep.data(), state.variables},
                       state.ids, state.schedule);
}

// Stored sets never change, so that the copy to the host overlaps with the rest of the analysis.
template <class Exec> void start_result_copy(wave_state<Exec>& state) {
  if (state.in.overlap != 0) state.result.start(state.pool.view(), state.read_counters().sets);
}

template <class Exec> void report_round(wave_state<Exec>& state) {
  if (state.exec.control().report == nullptr) return;
  const round_progress now{state.graph.edges(), state.read_counters().grown_sets};
  state.exec.report(round_phase, state.stats.rounds, 0, &now);
}

// Afterwards set[rep[v]] is the points-to set of v in the least solution.
template <class Exec> void run_rounds(wave_state<Exec>& state) {
  core_statistics& stats = state.stats;
  initial_sets(state);
  uint64_t new_edges = initial_edges(state);
  bool merged = false;
  do {
    ++stats.rounds;
    timed(stats.collapse_ms, [&] { rebuild_graph(state, new_edges, merged); });
    timed(stats.propagate_ms, [&] { propagate(state); });
    timed(stats.collapse_ms, [&] {
      merged = collapse_cycles(state);
      merged |= collapse_hybrid_cycles(state);
    });
    timed(stats.transfer_ms, [&] { start_result_copy(state); });
    timed(stats.evaluate_ms, [&] { new_edges = evaluate(state); });
    stats.edges_added += new_edges;
    report_round(state);
  } while (new_edges != 0 || merged);
}

template <class Exec> core_result finish(wave_state<Exec>& state) {
  const uint32_t *rep = state.rep.data(), *set = state.set.data();
  uint32_t* out = state.id_list.data();
  state.exec.for_each(state.variables, AMORPH_LAMBDA(std::size_t v) { out[v] = set[rep[v]]; });
  core_result result{};
  timed(state.stats.transfer_ms, [&] {
    state.result.finish(state.pool.view(), state.read_counters().sets, span<const uint32_t>(out, state.variables),
                        result);
  });
  state.stats.edges = state.graph.edges();
  result.stats = state.stats;
  return result;
}

// The core that solver/run drives. Each solve starts from the problem, because it changes all of the state.
template <class Exec> class core {
 public:
  core(Exec& exec, const core_problem& in, const run_request&) : exec_(exec), in_(in) {}
  void solve() {
    state_.reset();
    state_.emplace(exec_, in_);
    run_rounds(*state_);
  }
  void finish(core_answer& answer) {
    const core_result result = andersen::finish(*state_);
    answer.take(answer.context, &result);
  }

 private:
  Exec& exec_;
  const core_problem& in_;
  std::optional<wave_state<Exec>> state_;
};

}  // namespace amorph::andersen
