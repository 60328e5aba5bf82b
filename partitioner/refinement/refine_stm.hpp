// Refinement by transactions, as an alternative to the loop of refiner.hpp with the same contract ("Efficient
// Transactional-Memory-based Implementation of Morph Algorithms on GPU", section 4.4.3). A step:
//   propose  boundary vertices whose best move gains, or loses little (label_propagation.hpp), sorted by gain;
//   ranges   those that gain first, then those that lose nothing or little; the second sees the moves of the first;
//   move     an outer transaction holds the vertex and reads its competitors, the neighbours that may move too; an
//            inner one changes the weights of the two parts; both abort if the new part would exceed its bound;
//   finish   connectivity is recounted where something moved, and the best partition is kept.
// Neighbours outside the range do not move in the meantime, so their contribution is summed in advance
// (competitors.hpp). A vertex with more competitors than a transaction can hold waits until the others of its range
// have ended. If most have too many (dense graphs), the range is halved, down to a single task, which has none.
//
// The first steps may lose, to leave local minima: a vertex assumes that undecided competitors of higher gain move
// (as Jet's afterburner does), and a part may exceed its limit, by ten times its target in the first step and soon by
// a tenth, which rebalancing corrects between steps. Every third of these steps goes from the lowest gain to the
// highest, so that vertices that rely on others move before them. The last steps must gain in the current partition
// and keep the limits, until the cut no longer falls.
//
// Differences from the thesis: it sorts adjacency lists by part and sums them by segmented prefix sums, here they are
// tallied (tally.hpp). Its outer transactions mark all neighbours, these read competitors only. It moves for gain
// only, from a range of high gains that it extends downward (by how much is left open); here the two ranges are
// separated at gain 0. It lets no part exceed its limit.
#pragma once

#include "amorph/kernels/primitives/select.hpp"
#include "amorph/kernels/primitives/sort.hpp"
#include "amorph/kernels/sync/transactions.hpp"
#include "partitioner/refinement/gain_order.hpp"
#include "partitioner/refinement/staged_loop.hpp"

namespace amorph::partition {

template <class Exec> class transactional_refinement {
  template <class T> using buffer = typename Exec::template buffer<T>;

 public:
  transactional_refinement(Exec& exec, uint64_t arcs, refine_arrays<Exec>& arrays, transaction_statistics& statistics)
      : exec_(exec),
        arcs_(arcs),
        view_(arrays.view),
        statistics_(statistics),
        n_(view_.graph.vertices),
        state_(exec, 1),
        ends_(exec, 1),
        order_(exec, n_),
        moves_(exec, n_ + view_.rule.parts, n_) {
    exec.write(state_.data(), staged_state{});
  }

  void run() {
    const annealing schedule(view_.rule, n_);
    run_stage(refine_stage::begin);
    for (unsigned i = 0; i != schedule.steps; ++i)
      if (!step(
              {false, i % 3 == 2, schedule.tolerance(i), overload(schedule.tolerance(i) / schedule.initial_tolerance)}))
        break;
    run_stage(refine_stage::best);
    for (unsigned i = 0, idle = 0; i != schedule.steps_within && idle != schedule.idle_within; ++i) {
      const int64_t before = now_.loop.best_.cut;
      if (!step({true, false, 0, 0})) break;
      idle = schedule.is_idle(before, now_.loop.best_.cut) ? idle + 1 : 0;
    }
    run_stage(refine_stage::end);
  }

 private:
  struct step_rule {
    bool must_gain, ascending;
    float tolerance, overload;
  };
  // If targets differ much, a small part may hold what belongs into a large one; only if much of it moves at once do
  // the rest follow. `left`: the remaining fraction of the schedule, from 1 down to 0.
  static float overload(float left) {
    const float squared = left * left, fourth = squared * squared;
    return 0.1f + 9.9f * fourth * fourth;
  }

  void run_stage(refine_stage stage, float tolerance = 0) {
    refine_over<staged_body>(exec_, graph_model<Exec, part_balance>{view_}, arcs_, state_.data(), stage, tolerance);
    if (stage != refine_stage::end) now_ = exec_.read(state_.data());
  }

  // False if nothing moved.
  bool step(step_rule rule) {
    run_stage(rule.must_gain ? refine_stage::propose_within : refine_stage::propose, rule.tolerance);
    const range_ends ends = sort_candidates(rule.ascending);
    move_range(0, ends.first, rule);
    move_range(ends.first, ends.second, rule);
    run_stage(refine_stage::finish_step);
    return now_.loop.changed_ != 0;
  }

  // Candidates with a proposal sort first.
  range_ends sort_candidates(bool ascending) {
    const size_t n = now_.rows + now_.long_rows;
    if (n == 0) return {};
    list_.resize_discard(n);
    key_.resize_discard(n);
    exec_.for_each(n, list_candidates<Exec>{view_.candidates, now_.rows, view_.projection.proposals, ascending,
                                            list_.data(), key_.data()});
    sort_pairs(exec_, key_.span(), list_.span());
    exec_.write(ends_.data(), range_ends{});
    exec_.for_each(n, number_candidates{list_.data(), key_.data(), n, ascending, order_.data(), ends_.data()});
    return exec_.read(ends_.data());
  }

  // Moves the candidates [first, end) of the sorted list: all at once, or, if most have too many competitors, the
  // first half before the others, and so on. A postponed move counts as an abort by capacity. With r competitors
  // each, these are about r / 6 runs.
  void move_range(uint32_t first, uint32_t end, step_rule rule) {
    const project<Exec>& p = view_.projection;
    const uint32_t step = now_.loop.step_, *list = list_.data() + first;
    uint32_t left = end - first;
    unsigned which = 0;
    for (uint32_t tasks = left; left != 0;) {
      tasks = std::min(tasks, left);
      const competitor_table table = reserve(tasks);
      exec_.for_each_team(tasks, find_competitors{view_.graph, p.part, p.proposals, p.state, step, list, order_.data(),
                                                  tasks == left ? nullptr : list + tasks, end, rule.ascending, table});
      const auto few =
          static_cast<uint32_t>(select_indices(exec_, tasks, has_few_competitors{table.count}, pick_.span()));
      statistics_.aborts[static_cast<unsigned>(abort_cause::capacity) - 1] += tasks - few;
      if (few != 0)
        statistics_ +=
            moves_.run(few, move_by_gain{view_.graph, p.part, p.state, p.proposals, view_.balance, table, list,
                                         few == tasks ? nullptr : pick_.data(), step, rule.must_gain, rule.overload});
      if (few == tasks) {
        list += tasks;
        left -= tasks;
        tasks *= 2;
        continue;
      }
      if (few != 0) {
        buffer<uint32_t>& late = late_[which];
        which = 1 - which;
        late.resize_discard(left);
        left = static_cast<uint32_t>(
            select(exec_, span<const uint32_t>(list, left), is_undecided{p.proposals, p.state, step}, late.span()));
        list = late.data();
      }
      if (few < tasks / 2) tasks /= 2;
    }
  }
  competitor_table reserve(uint32_t tasks) {
    for (buffer<uint32_t>* b : {&to_, &count_, &pick_}) b->resize_discard(tasks);
    for (buffer<int32_t>* b : {&rest_, &gain_}) b->resize_discard(tasks);
    competitor_.resize_discard(size_t{tasks} * competitor_table::capacity);
    weight_.resize_discard(size_t{tasks} * competitor_table::capacity);
    return {tasks,        !Exec::on_device, to_.data(),  count_.data(), competitor_.data(),
            rest_.data(), weight_.data(),   gain_.data()};
  }

  Exec& exec_;
  uint64_t arcs_;
  const refine_view<Exec>& view_;
  transaction_statistics& statistics_;
  uint32_t n_;
  staged_state now_{};
  buffer<staged_state> state_;
  buffer<range_ends> ends_;
  buffer<uint32_t> order_;
  transactions<Exec, contention::invisible, competitor_table::capacity + 3, 4> moves_;
  buffer<uint32_t> list_{exec_}, key_{exec_}, to_{exec_}, count_{exec_}, pick_{exec_}, competitor_{exec_},
      late_[2]{buffer<uint32_t>(exec_), buffer<uint32_t>(exec_)};
  buffer<int32_t> rest_{exec_}, weight_{exec_}, gain_{exec_};
};

// As refine(), by transactions: the partition differs from run to run. Adds to `statistics`. On a device, a few read-
// backs per step.
template <class Exec>
refined<Exec> refine_by_transactions(Exec& exec, const graph_view& graph, uint64_t arcs, refine_rule rule,
                                     refine_memory<Exec>& memory, std::optional<span<uint32_t>> map,
                                     const refined<Exec>& coarse, transaction_statistics& statistics) {
  refine_arrays<Exec> arrays(exec, graph, arcs, rule, memory, map, coarse);
  transactional_refinement<Exec>(exec, arcs, arrays, statistics).run();
  return std::move(arrays.fine);
}

}  // namespace amorph::partition
