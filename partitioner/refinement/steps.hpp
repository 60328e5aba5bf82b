// The steps of a level's refinement: label propagation (label_propagation.hpp), label propagation within the
// limits (within.hpp) and rebalancing (rebalance.hpp), each a few phases with grid barriers between them. A step lists
// the vertices whose gains it may have changed; finish_step() recounts these and keeps the best partition. What differs
// between graphs and hypergraphs is in the Model (graph_model.hpp).
//
// List sizes are read between two barriers during which no thread appends; a list is cleared one barrier later.
#pragma once

#include "partitioner/refinement/graph_model.hpp"
#include "partitioner/refinement/loop_step.hpp"
#include "partitioner/refinement/within.hpp"

namespace amorph::partition {

template <class Model, class Team, class Grid> class refine_steps : protected loop_state {
 protected:
  using Exec = typename Model::exec;
  using Balance = typename Model::balance_type;
  using gains = decltype(Model{}.gains());
  using moves = decltype(Model{}.moves(0));
  using wide_team = typename Grid::wide_team;  // for loops over parts, of which there are few

  AMORPH_BODY refine_steps(const Model& model, Grid grid, const loop_state& initial)
      : loop_state(initial), w_(model), p_(model.projection), grid_(grid) {}

  // From this number of parts on, every other step of label propagation skips full parts, which saves most of the
  // rebalancing (a third of the time at 64 parts) at the same cut; and a vertex that moved in one rests in the next,
  // even with rebalancing between them, which cuts 3-D grids by 3% less. Few parts are all full and would keep their
  // shapes: 8 parts would cut 10% more.
  [[nodiscard]] AMORPH_BODY bool many_parts() const { return w_.rule.parts >= refine_rule::many_parts; }

  AMORPH_BODY void begin() {
    grid_.for_each_single(w_.graph.vertices, p_);
    grid_.for_each(w_.balance.entries(), reset_limits<Balance>{w_.balance, w_.given_limit});
    w_.changed.collect(grid_);
    w_.template begin<Team>(grid_);
    grid_.sync();
    evaluate();
  }
  // Restores the best partition, and flags its boundary.
  AMORPH_BODY void end() {
    restore();
    grid_.for_each(w_.boundary.size(), flag_boundary<Exec>{w_.boundary, p_.state, p_.flags});
  }
  // Recounts the gains of the changed vertices, the cut and the excess, and whether this is the best partition so far.
  AMORPH_STEP void evaluate() {
    w_.template recount_gains<Team>(grid_);
    w_.boundary.collect(grid_);
    grid_.for_each(w_.rule.parts, add_excess<Balance>{w_.balance, w_.sum});
    if (grid_.first()) {
      if (!keeps_candidates_) candidates().clear();
      w_.clear_lists();
    }
    grid_.sync_then([&] {
      now_ = *w_.sum;
      changed_ = w_.changed.size();
      kept_ = now_.better_than(best_);
      if (kept_) best_ = now_;
    });
  }
  // Resets what evaluate() has read, a barrier later.
  AMORPH_BODY void reset_evaluation() {
    if (!grid_.first()) return;
    w_.changed.clear();
    w_.sum->excess = 0;
    if (kept_) w_.displaced.clear();
  }
  // After moves.
  AMORPH_BODY void recount() {
    w_.template recount_moves<Team>(grid_, step_);
    w_.changed.collect(grid_);
    w_.displaced.collect(grid_);
    grid_.sync_then([this] { ++step_; });
    evaluate();
  }
  // Ends a step after its moves: evaluates the partition and copies the best one; false if nothing moved.
  AMORPH_STEP bool finish_step() {
    recount();
    if (kept_) grid_.for_each(w_.displaced.size(), keep_displaced<Exec>{w_.displaced, p_.part, p_.kept, p_.flags});
    return changed_ != 0;
  }

  // Lists the candidates with their proposed moves.
  AMORPH_STEP void propose(float tolerance) {
    discard_candidates();
    const bool many = many_parts();
    candidates().fill(
        grid_, w_.boundary.size(),
        find_candidates<Exec, Balance>{w_.boundary, p_.part, p_.state, p_.proposals, w_.graph,
                                       many ? propagated_ : step_ - 1, tolerance, w_.balance, many && turn_ % 2 == 0});
    candidates().collect(grid_);
    grid_.sync_then([&] {
      reset_evaluation();
      propagated_ = step_;
      if (many) ++turn_;
    });
  }
  // Moves the candidates that the afterburner accepts.
  AMORPH_STEP void move_accepted(bool must_gain, one_way way) {
    candidates().template for_each<Team>(
        grid_, afterburner<gains, Balance>{w_.gains(), p_.proposals, p_.state, step_, w_.balance, must_gain, way});
    grid_.sync();
    candidates().template for_each<Team>(grid_, move_candidates<moves>{w_.moves(step_), p_.state, p_.proposals});
  }
  // One step of label propagation; false if nothing moved.
  AMORPH_STEP bool propagate(float tolerance) {
    propose(tolerance);
    move_accepted(false, {});
    return finish_step();
  }

  // The same, of vertices that do not lose, to parts with capacity for them.
  AMORPH_STEP void propose_within(one_way way) {
    grid_.for_each(w_.balance.entries(), clear_demand{w_.demand});
    list_gaining(way);
    grid_.sync();
    reset_evaluation();
    candidates().template for_each<Team>(
        grid_, choose_feasible<gains, Balance>{w_.gains(), p_.state, w_.balance, p_.proposals, w_.demand, way});
    grid_.sync();
  }
  AMORPH_BODY void list_gaining(one_way way) {
    if constexpr (!Exec::on_device) {
      if (listed_ == step_ && listed_way_ == way) {
        const row_lists<Exec> before = candidates();
        swapped_ = !swapped_;
        before.for_each_vertex(grid_, find_still_gaining<Exec>{p_.stamp, step_ - 1, candidates()});
        w_.changed.for_each_vertex(grid_,
                                   find_newly_gaining<Exec>{{w_.boundary, p_.state, p_.part, way}, candidates()});
        before.clear();
        candidates().collect(grid_);
        return;
      }
    }
    discard_candidates();
    candidates().fill(grid_, w_.boundary.size(), find_gaining<Exec>{w_.boundary, p_.state, p_.part, way});
    candidates().collect(grid_);
  }
  // One step within the limits; false if nothing moved.
  AMORPH_STEP bool step_within(one_way way = {}) {
    propose_within(way);
    candidates().for_each_vertex(grid_, admit<Balance>{w_.balance, p_.proposals, w_.demand, w_.rule.seed + step_});
    grid_.sync();
    move_accepted(true, way);
    if constexpr (!Exec::on_device) keeps_candidates_ = true;
    const bool moved = finish_step();
    if constexpr (!Exec::on_device) {
      keeps_candidates_ = false;
      listed_ = step_;
      listed_way_ = way;
    }
    return moved;
  }

  // Strong steps make fragments. To improve a partition, the excess of a part first moves on from part to part.
  [[nodiscard]] AMORPH_BODY unsigned strong_period() const { return w_.rule.pace == pace::improve ? 60 : 3; }
  // One step of rebalancing; the last attempt of each period is a strong one. False if nothing moved.
  AMORPH_STEP bool step_rebalance(unsigned attempt) {
    const bool strong = attempt % strong_period() == strong_period() - 1;
    const exits& out = w_.out;
    discard_candidates();
    if (strong) grid_.template for_each_team<wide_team>(1, scan_capacity<Balance>{w_.balance, w_.capacity_prefix});
    candidates().fill(grid_, strong ? w_.graph.vertices : w_.boundary.size(),
                      find_leaving<Exec, Balance>{w_.graph, p_.part, p_.state, w_.balance, w_.boundary, strong});
    candidates().collect(grid_);
    grid_.sync();
    reset_evaluation();
    candidates().template for_each<Team>(
        grid_, find_exit<gains, Balance>{w_.gains(), p_.state, w_.balance, out, w_.rule.seed + step_, attempt != 0,
                                         strong ? w_.capacity_prefix : nullptr, w_.rule.pace != pace::improve});
    grid_.sync();
    if constexpr (Balance::several) grid_.for_each(w_.balance.entries(), clear_demand{w_.demand});
    grid_.template for_each_team<wide_team>(w_.rule.parts, select_classes<Balance>{w_.balance, out});
    grid_.sync();
    candidates().for_each_vertex(grid_, weigh_shares<Balance>{w_.graph, p_.part, w_.balance, out});
    grid_.sync();
    grid_.template for_each_team<wide_team>(w_.rule.parts, select_shares{out});
    grid_.sync();
    if constexpr (Balance::several) {
      candidates().for_each_vertex(grid_, ask_to_enter<Balance>{w_.graph, p_.part, w_.balance, out, w_.demand});
      grid_.sync();
      candidates().for_each_vertex(grid_, turn_away<Balance>{w_.balance, out, w_.demand, w_.rule.seed + step_});
      grid_.sync();
    }
    candidates().template for_each<Team>(grid_, leave<moves>{w_.moves(step_), out});
    return finish_step();
  }

  // Returns to the best partition and its boundary.
  AMORPH_STEP void restore() {
    grid_.sync();
    reset_evaluation();
    grid_.sync();
    grid_.template for_each_team<Team>(w_.displaced.size(), move_back<moves>{w_.moves(step_), p_.kept});
    recount();
  }

  // Removes from the list of boundary vertices those that no longer are, after which every step scans less.
  AMORPH_STEP void relist_boundary() {
    grid_.sync();
    reset_evaluation();
    grid_.sync();
    w_.changed.fill(grid_, w_.boundary.size(), relist<Exec>{w_.boundary, p_.state, p_.flags, w_.graph});
    grid_.sync();
    if (grid_.first()) w_.boundary.clear();
    recount();
  }

  // On the CPU there are two lists, so that a step can make its list from that of the previous one.
  [[nodiscard]] AMORPH_BODY const row_lists<Exec>& candidates() const {
    return !Exec::on_device && swapped_ ? w_.next_candidates : w_.candidates;
  }
  // Those that a step within the limits has left for the next one.
  AMORPH_BODY void discard_candidates() const {
    if constexpr (!Exec::on_device) candidates().clear();
  }

  bool keeps_candidates_ = false;  // beyond the evaluation of the step
  const Model& w_;
  const project<Exec>& p_;
  Grid grid_;
};

}  // namespace amorph::partition
