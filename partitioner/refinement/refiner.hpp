// Refinement of one level, after Jet (Gilbert, Madduri, Boman, Rajamanickam, "Jet: Multilevel Graph Partitioning on
// Graphics Processing Units", arXiv 2304.13194, section 4): label propagation that tolerates losses, with rebalancing
// in between; then steps that must gain; then steps within the limits from the best partition; last, on the finest
// level, smoothing of boundaries by moves without gain.
//
// Differences from Jet: the tolerance falls from step to step (schedule.hpp); at most one rebalancing step stands
// between two steps that tolerate losses, where Jet rebalances until the parts fit, which halves the steps at the
// same cut.
//
// A step has a few phases of little work. On the device the whole loop is one launch, because thousands of launches and
// hundreds of read-backs would cost several times the work, and every thread takes the same decisions.
#pragma once

#include <utility>

#include "partitioner/refinement/refine_memory.hpp"
#include "partitioner/refinement/steps.hpp"

namespace amorph::partition {

template <class Model, class Team, class Grid> class refine_loop : protected refine_steps<Model, Team, Grid> {
  using steps = refine_steps<Model, Team, Grid>;

 public:
  AMORPH_BODY refine_loop(const Model* model, Grid grid, const loop_state& initial) : steps(*model, grid, initial) {}

  AMORPH_BODY void run() {
    this->begin();
    const annealing schedule(w_.rule, w_.graph.vertices);
    if (w_.rule.pace == pace::improve) rebalance();
    for (unsigned i = 0; i != schedule.steps; ++i) {
      if (now_.excess > 0) this->step_rebalance(0);
      if (!this->propagate(schedule.tolerance(i))) break;
      // If parts attract far more than they may hold, rebalancing leaves a poor start; go back to the best partition.
      if (Model::starts_over && i == 0 && now_.excess > w_.total / 32) {
        this->restore();
        gain_within();
        this->restore();
      }
    }
    for (unsigned idle = 0; w_.rule.effort != 0 && idle != idle_steps && fit();) {
      const int64_t before = best_.cut;
      if (!this->propagate(must_gain)) break;
      idle = best_.cut < before - before / 1000 ? 0 : idle + 1;
    }
    rebalance();
    this->restore();
    gain_within();
    if constexpr (Model::smooths) smooth();
    this->end();
  }

 protected:
  using steps::w_, steps::grid_, steps::now_, steps::best_, steps::raised_, steps::changed_;

  static constexpr float must_gain = -1;
  static constexpr unsigned idle_steps = 2;

  // Steps within the limits, from the best partition, until two in a row bring almost nothing.
  AMORPH_STEP void gain_within() {
    const annealing schedule(w_.rule, w_.graph.vertices);
    for (unsigned i = 0, idle = 0; i != schedule.steps_within && idle != schedule.idle_within; ++i) {
      const int64_t before = best_.cut;
      if (!this->step_within()) return;
      rebalance();  // slightly more may have been admitted than fits
      idle = schedule.is_idle(before, best_.cut) ? idle + 1 : 0;
    }
  }

  // Straightens boundaries. A step in one is a vertex of gain 0; the next one appears beside it when it has moved, so
  // that rounds of such moves in one direction take off all of a bump that is at most twice as wide as the round is
  // long, and the last of them gains. The same in reverse fills dents: an opening and a closing, as of images (Serra,
  // "Image Analysis and Mathematical Morphology", 1982).
  AMORPH_STEP void smooth() {
    const annealing schedule(w_.rule, w_.graph.vertices);
    if (schedule.smoothing == 0) return;
    this->restore();
    this->relist_boundary();
    for (unsigned round = 0; round != schedule.smoothing; ++round) {
      const int64_t before = best_.cut;
      const uint32_t key = hash32(w_.rule.seed + round) | 1;
      for (unsigned turn = 0; turn != 2; ++turn) {
        for (unsigned i = 0; i != schedule.smoothing_steps(round); ++i)
          if (!this->step_within({key, turn == 1}) || schedule.is_over(changed_, w_.boundary.size())) break;
        rebalance();  // slightly more may have been admitted than fits
      }
      if (schedule.is_smooth(before, best_.cut)) return;
    }
  }

  // Rebalances until no part is overweight; false if that fails.
  AMORPH_STEP bool rebalance() {
    const unsigned period = this->strong_period();
    for (unsigned i = 0; now_.excess > 0; ++i) {
      if (i == 2 * period) return false;
      if (!this->step_rebalance(i) && i % period == period - 1) return false;
    }
    return true;
  }
  // The same, raising limits that cannot be kept.
  AMORPH_STEP bool fit() {
    if (rebalance()) return true;
    if (raised_) return false;
    this->restore();
    grid_.for_each(w_.balance.entries(), raise_limits<typename Model::balance_type>{w_.balance});
    grid_.sync_then([this] {
      raised_ = true;
      now_.excess = best_.excess = 0;
    });
    return true;
  }
};

template <class Model, class Team> struct refine_body {
  static constexpr unsigned blocks_each = 3;  // per multiprocessor; bounds the registers per thread
  Model model;
  template <class Grid> AMORPH_BODY void operator()(Grid grid) const {
    grid.template with_shared<refine_loop<Model, Team, Grid>>([](auto& loop) { loop.run(); }, &model, grid,
                                                              loop_state{});
  }
};

// Body<Model, Team>(model, more...) over the grid, with about as many lanes per row as rows have entries.
template <template <class, class> class Body, class Exec, class Model, class... More>
void refine_over(Exec& exec, const Model& model, uint64_t arcs, More... more) {
  const size_t n = model.graph.vertices;
#if AMORPH_DEVICE_COMPILER
  if (arcs <= 12 * n)
    persistent_over(exec, n * 8, Body<Model, tile_team<8>>{model, more...});
  else
    persistent_over(exec, n * 32, Body<Model, warp_team>{model, more...});
#else
  (void)arcs;
  persistent_over(exec, n, Body<Model, thread_team>{model, more...});
#endif
}

// Refines the next coarser level's partition, projected by `map`, which is overwritten; or, without a map, a
// partition of the graph itself. Does not synchronise with the device.
template <class Exec, class Balance>
refined<Exec> refine(Exec& exec, const graph_view& graph, uint64_t arcs, refine_rule rule,
                     refine_memory<Exec, Balance>& memory, std::optional<span<uint32_t>> map,
                     const refined<Exec>& coarse) {
  refine_arrays<Exec, Balance> arrays(exec, graph, arcs, rule, memory, map, coarse);
  const connection_table_memory<Exec> table(exec, graph, arcs, rule.parts);
  arrays.view.table = table.view();
  refine_over<refine_body>(exec, graph_model<Exec, Balance>{arrays.view}, arcs);
  return std::move(arrays.fine);
}

}  // namespace amorph::partition
