// Refinement of one level on the executor: label propagation that tolerates losses, with rebalancing in between; then
// steps that must gain; last, steps within the limits from the best partition. The loop, its schedule and its lists are
// those of the graph partitioner (partitioner/refinement/refiner.hpp and steps.hpp); the phases between two
// barriers that go through nets are those of moves.hpp.
//
// List sizes are read between two barriers during which no thread appends; a list is cleared one barrier later.
#pragma once

#include "partitioner/hypergraph/refinement/moves.hpp"
#include "partitioner/refinement/loop_step.hpp"

namespace amorph::hypergraph {

template <class Exec> struct refine_view {
  using list = typename append_list<Exec>::view_type;
  hypergraph_view g;
  partition::graph_view vertices;  // with the nets of a vertex as its row, for what reads weights and degrees only
  partition::refine_rule rule;
  objective_weights objective;
  part_balance balance;
  partition::project<Exec> start;
  net_parts nets;
  uint32_t* net_stamp;
  partition::tally_memory tallies;
  row_lists<Exec> changed, candidates, touched, changed_nets;
  list boundary, displaced;
  partition::exits out;
  int64_t* capacity_prefix;
  const int64_t* given_limit;
  int64_t total;            // weight of all vertices
  partition::quality* sum;  // the current partition's
};

template <class Exec, class Team, class Grid> class refine_loop : partition::loop_state {
 public:
  AMORPH_BODY refine_loop(const refine_view<Exec>& view, Grid grid)
      : w_(view),
        grid_(grid),
        search_{view.g, view.nets, view.objective, view.start.part, view.tallies},
        state_(view.start.state),
        proposals_(view.start.proposals) {}

  AMORPH_BODY void run() {
    begin();
    const partition::annealing schedule(w_.rule, w_.g.vertices);
    for (unsigned i = 0; i != schedule.steps; ++i) {
      if (now_.excess > 0) step_rebalance(0);
      if (!propagate(schedule.tolerance(i))) break;
    }
    for (unsigned idle = 0; idle != idle_steps && fit();) {
      const int64_t before = best_.cut;
      if (!propagate(must_gain)) break;
      idle = best_.cut < before - before / 1000 ? 0 : idle + 1;
    }
    rebalance();
    restore();
    gain_within();
    restore();
  }

 private:
  static constexpr float must_gain = -1;
  static constexpr unsigned balance_attempts = 6, idle_steps = 2;
  static constexpr uint32_t many_parts = 32;  // of refine_steps

  AMORPH_BODY void begin() {
    grid_.for_each_single(w_.g.vertices, w_.start);
    grid_.for_each(w_.g.nets, clear_nets{w_.nets, w_.net_stamp});
    grid_.for_each(w_.rule.parts, partition::reset_limits<part_balance>{w_.balance, w_.given_limit});
    w_.changed.collect(grid_);
    grid_.sync();
    w_.changed.template for_each<Team>(grid_, count_in_nets{w_.g, w_.nets, search_.part});
    grid_.sync();
    grid_.template add_up<thread_team>(w_.g.nets, &w_.sum->cut, each_net<recount_net<Exec>>{recounting(false)});
    grid_.sync();
    evaluate();
    best_ = now_;
  }
  AMORPH_BODY recount_net<Exec> recounting(bool lists) const {
    return {w_.g, w_.nets, w_.objective, search_.part, lists, w_.changed_nets};
  }
  // Recounts the gains of the changed vertices, and the excess.
  AMORPH_STEP void evaluate() {
    w_.changed.template for_each<Team>(grid_, recount_gain<Exec>{search_, state_, w_.start.flags, w_.boundary});
    w_.boundary.collect(grid_);
    grid_.for_each(w_.rule.parts, partition::add_excess<part_balance>{w_.balance, w_.sum});
    if (grid_.first()) {
      w_.candidates.clear();
      w_.touched.clear();
      w_.changed_nets.clear();
    }
    grid_.sync();
    now_ = *w_.sum;
    moved_ = !w_.changed.empty();
  }
  // Resets what evaluate() has read, a barrier later.
  AMORPH_BODY void reset_evaluation() {
    if (!grid_.first()) return;
    w_.changed.clear();
    w_.sum->excess = 0;
    if (kept_) w_.displaced.clear();
  }
  // After moves: recounts nets, then the gains of their pins.
  AMORPH_STEP void recount() {
    w_.changed.collect(grid_);
    w_.touched.collect(grid_);
    w_.displaced.collect(grid_);
    grid_.sync();
    w_.touched.template add_up<thread_team>(grid_, &w_.sum->cut, recounting(true));
    w_.changed_nets.collect(grid_);
    grid_.sync();
    w_.changed_nets.template for_each<Team>(grid_, list_pins<Exec>{w_.g, w_.start.stamp, step_, w_.changed});
    w_.changed.collect(grid_);
    grid_.sync();
    ++step_;
    evaluate();
  }
  // Evaluates a step and keeps the partition if it is the best; false if nothing moved.
  AMORPH_STEP bool finish_step() {
    kept_ = false;
    recount();
    if (now_.better_than(best_)) {
      best_ = now_;
      grid_.for_each(w_.displaced.size(),
                     partition::keep_displaced<Exec>{w_.displaced, w_.start.part, w_.start.kept, w_.start.flags});
      kept_ = true;
    }
    return moved_;
  }

  AMORPH_STEP void move_accepted(bool gains) {
    w_.candidates.template for_each<Team>(grid_, afterburner{search_, proposals_, state_, step_, w_.balance, gains});
    grid_.sync();
    w_.candidates.template for_each<Team>(grid_, move_candidates<Exec>{moving(), state_, proposals_});
  }
  // One step of label propagation; false if nothing moved.
  AMORPH_STEP bool propagate(float tolerance) {
    const bool many = w_.rule.parts >= many_parts;
    grid_.for_each_single(w_.boundary.size(),
                          partition::find_candidates<Exec>{w_.boundary, w_.start.part, state_, proposals_,
                                                           w_.candidates, w_.vertices, many ? propagated_ : step_ - 1,
                                                           tolerance, w_.balance, many && turn_++ % 2 == 0});
    w_.candidates.collect(grid_);
    grid_.sync();
    reset_evaluation();
    propagated_ = step_;
    move_accepted(false);
    return finish_step();
  }
  // One step within the limits; false if nothing moved.
  AMORPH_STEP bool step_within() {
    int64_t* const demand = w_.out.left;
    grid_.for_each(w_.rule.parts, partition::clear_demand{demand});
    grid_.for_each_single(w_.boundary.size(), partition::find_gaining<Exec>{w_.boundary, state_, w_.candidates});
    w_.candidates.collect(grid_);
    grid_.sync();
    reset_evaluation();
    w_.candidates.template for_each<Team>(grid_, choose_feasible{search_, state_, w_.balance, proposals_, demand});
    grid_.sync();
    w_.candidates.for_each_vertex(grid_,
                                  partition::admit<part_balance>{w_.balance, proposals_, demand, w_.rule.seed + step_});
    grid_.sync();
    move_accepted(true);
    return finish_step();
  }

  // One step of rebalancing; every third attempt is a strong one. False if nothing moved.
  AMORPH_STEP bool step_rebalance(unsigned attempt) {
    const bool strong = attempt % 3 == 2;
    const partition::exits& out = w_.out;
    if (strong)
      grid_.template for_each_team<Team>(1, partition::scan_capacity<part_balance>{w_.balance, w_.capacity_prefix});
    grid_.for_each_single(strong ? w_.g.vertices : w_.boundary.size(),
                          partition::find_leaving<Exec>{w_.vertices, w_.start.part, state_, w_.balance, w_.boundary,
                                                        strong, w_.candidates});
    w_.candidates.collect(grid_);
    grid_.sync();
    reset_evaluation();
    w_.candidates.template for_each<Team>(grid_, find_exit{search_, state_, w_.balance, out, w_.rule.seed + step_,
                                                           attempt != 0, strong ? w_.capacity_prefix : nullptr});
    grid_.sync();
    grid_.template for_each_team<Team>(w_.rule.parts, partition::select_classes<part_balance>{w_.balance, out});
    grid_.sync();
    w_.candidates.for_each_vertex(grid_,
                                  partition::weigh_shares<part_balance>{w_.vertices, w_.start.part, w_.balance, out});
    grid_.sync();
    grid_.template for_each_team<Team>(w_.rule.parts, partition::select_shares{out});
    grid_.sync();
    w_.candidates.template for_each<Team>(grid_, leave<Exec>{moving(), out});
    return finish_step();
  }
  // Returns to the best partition.
  AMORPH_STEP void restore() {
    grid_.sync();
    reset_evaluation();
    grid_.sync();
    grid_.template for_each_team<Team>(w_.displaced.size(), move_back<Exec>{moving(), w_.start.kept});
    recount();
  }
  // Steps within the limits, from the best partition, until two in a row bring almost nothing.
  AMORPH_STEP void gain_within() {
    const partition::annealing schedule(w_.rule, w_.g.vertices);
    for (unsigned i = 0, idle = 0; i != schedule.steps_within && idle != schedule.idle_within; ++i) {
      const int64_t before = best_.cut;
      if (!step_within()) return;
      rebalance();  // slightly more may have been admitted than fits
      idle = schedule.is_idle(before, best_.cut) ? idle + 1 : 0;
    }
  }
  // Rebalances until no part is overweight; false if that fails.
  AMORPH_STEP bool rebalance() {
    for (unsigned i = 0; now_.excess > 0; ++i) {
      if (i == balance_attempts) return false;
      if (!step_rebalance(i) && i % 3 == 2) return false;
    }
    return true;
  }
  // The same, raising limits that cannot be kept.
  AMORPH_STEP bool fit() {
    if (rebalance()) return true;
    if (raised_) return false;
    raised_ = true;
    restore();
    grid_.for_each(w_.rule.parts, partition::raise_limits<part_balance>{w_.balance});
    grid_.sync();
    now_.excess = best_.excess = 0;
    return true;
  }
  AMORPH_BODY mover<Exec> moving() const {
    return {w_.g,  w_.nets,    w_.start.part, w_.balance.weight, w_.start.stamp, w_.net_stamp,
            step_, w_.changed, w_.touched,    w_.start.flags,    w_.displaced};
  }

  const refine_view<Exec>& w_;
  Grid grid_;
  const move_search search_;
  vertex_state* const state_;
  proposal* const proposals_;
};

template <class Exec, class Team> struct refine_body {
  static constexpr unsigned blocks_each = 4;  // per multiprocessor; bounds the registers per thread
  refine_view<Exec> view;
  template <class Grid> AMORPH_BODY void operator()(Grid grid) const {
    refine_loop<Exec, Team, Grid>(view, grid).run();
  }
};

}  // namespace amorph::hypergraph
