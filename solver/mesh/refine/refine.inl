// Delaunay refinement in rounds, for any executor: "Morph Algorithms on GPUs" (Nasre, Burtscher, Pingali; PPoPP 2013),
// section 2, figure 3, of Ruppert's algorithm (J. Algorithms 18, 1995) with Üngör's off-centres (LATIN 2004).
//
//   triangulate points that are not yet                                 from_points.hpp
//   sort vertices and triangles along the Hilbert curve                 layout.hpp
//   classify all triangles; the bad ones are the worklist               quality.hpp
//   while there are bad triangles:
//     the most urgent ones of their neighbourhood propose a point       rounds.hpp
//     each finds its point's cavity and claims it                       find_cavity.hpp, cavity.hpp
//     of overlapping cavities, the one with the largest key wins
//     winners retriangulate their cavities                              insert_point.hpp
//     the next worklist: bad triangles that remain, and new ones
//
// How this differs: claims are resolved by priority, so that the mesh does not depend on timing; the papers' racing
// strategies are in ../racing.
#pragma once

#include <algorithm>
#include <type_traits>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/base/stopwatch.hpp"
#include "amorph/kernels/primitives/reduce.hpp"
#include "amorph/kernels/primitives/scan.hpp"
#include "solver/mesh/refine/answer.hpp"
#include "solver/mesh/refine/crowd.hpp"
#include "solver/mesh/refine/far_list.hpp"
#include "solver/mesh/refine/from_points.hpp"
#include "solver/mesh/refine/orders.hpp"
#include "solver/mesh/refine/planned_size.hpp"
#include "solver/mesh/refine/racing/racing.inl"
#include "solver/mesh/refine/worklist.hpp"
#include "solver/run/run_core.hpp"

namespace amorph::mesh::refining {

template <class Exec> class refinement {
 public:
  refinement(Exec& exec, const refine_problem& in, run_request& request)
      : exec_(exec), mesh_(exec, in), work_(exec), far_(exec), strategy_(static_cast<strategy>(request.strategy)) {
    if (!Exec::on_device && strategy_ == strategy::two_stage_children) strategy_ = strategy::two_stage_shared;
    request.strategy = static_cast<std::uint32_t>(strategy_);
    if (in.stars != nullptr) {
      const stopwatch triangulating;
      found_ = points_mesh<Exec>(exec, mesh_).make(request, of_points_);
      exec.sync();
      of_points_.triangulate_ms = triangulating.ms();
    }
    if (!found_) return;
    require_planned_size(exec_, mesh_);
    reserve_ahead();
  }

  void solve() {
    if (!found_) return;
    mesh_.lay_out(strategy_ != strategy::unordered);
    exec_.for_each(mesh_.triangles, classify_all{mesh_.rules()});
    work_.list_bad(mesh_);
    if (races(strategy_)) {
      racing_rounds<Exec>(exec_, mesh_, work_, strategy_).run();
      work_.list_bad(mesh_);  // those whose cavities overflowed
    }
    if (strategy_ == strategy::priority && order_limits::may_help(mesh_.in, mesh_.triangles))
      refine_in_orders();
    else
      refine_to_end();
  }

  void finish(refine_answer& answer) {
    answer = of_points_;
    if (!found_) return;
    work_.release();
    far_.release();
    mesh_.marks.release();
    mesh_.corner_marks.release();
    answer.rounds = work_.round;
    answer.tried = work_.tried;
    answer.inserted = mesh_.points - mesh_.in.points;
    answer.unrefinable = work_.unrefinable;
    answer_writer<Exec> writer(exec_, mesh_);
    writer.write();
    answer.on_segments = writer.count_points_on_segments();
  }

 private:
  // Refinement by angles makes most meshes up to three times as large; reserves that in at most half of the memory.
  void reserve_ahead() {
    const double available = 0.5 * static_cast<double>(exec_.memory().limit() - exec_.memory().current());
    const double footprint =
        100.0 * mesh_.triangles + (28.0 + 8.0 * mesh_.in.attribute_count) * mesh_.points;  // bytes, approximately
    const double factor = std::clamp(available / footprint, 1.0, 3.0);
    mesh_.reserve(mesh_.points, mesh_.triangles, factor);
    if (factor == 3) work_.reserve_for(mesh_.triangles);
  }

  // Keeps the smallest mesh of several attempts (orders.hpp).
  void refine_in_orders() {
    const std::uint32_t input = mesh_.points, limit = mesh_.max_points;
    const refinement_order first = mesh_.order;
    saved_mesh<Exec> start(mesh_), best(mesh_);
    start.save();
    refine_to_end();
    best.save();
    std::uint64_t unrefinable = work_.unrefinable;
    const order_limits limits(mesh_.in, input, mesh_.points - input);
    std::uint32_t spent = 0;
    for (std::uint32_t k = 1; k != attempts && best.points() != input && spent < limits.total(); ++k) {
      start.restore();
      mesh_.max_points = std::min(best.points(), input + limits.each);
      work_.unrefinable = 0;
      work_.height = work_.small_height;
      mesh_.order = order_of(k, mesh_.in);
      exec_.for_each(mesh_.triangles, classify_all{mesh_.rules()});
      work_.list_bad(mesh_);
      refine_to_end();
      spent += mesh_.points - input;
      if (mesh_.points == mesh_.max_points || work_.unrefinable > unrefinable) continue;
      best.save();
      unrefinable = work_.unrefinable;
    }
    best.restore();
    mesh_.order = first;
    mesh_.max_points = limit;
    work_.unrefinable = unrefinable;
  }
  void refine_to_end() {
    refine();
    // Points inserted since may have made a position for the point of a triangle left at the precision limit.
    for (std::uint64_t before = 0; work_.unrefinable != 0 && mesh_.points != before; refine()) {
      before = mesh_.points;
      exec_.for_each(mesh_.triangles, classify_again{mesh_.rules()});
      work_.list_bad(mesh_);
      work_.unrefinable -= std::min<std::uint64_t>(work_.unrefinable, work_.waiting);
    }
  }

  void refine() {
    const bool by_parts = mesh_.order.window != 0 && strategy_ != strategy::topology;
    if (by_parts) far_.start(mesh_, work_);
    while (mesh_.points < mesh_.max_points) {
      if (by_parts) far_.update(mesh_, work_, mesh_.order.window, most_urgent_);
      if (work_.waiting == 0) break;
      if (work_.round >= max_rounds) throw error(status::internal, "refinement does not terminate");
      ++work_.round;
      round();
      if (strategy_ == strategy::topology) work_.list_bad(mesh_);
      report_round(exec_, mesh_, work_);
    }
  }

  void round() {
    const std::uint32_t candidates = nominate_tasks();
    const bool large = work_.height != work_.small_height;
    const std::uint32_t tasks = large ? std::min(candidates, max_large_tasks(work_.height)) : candidates;
    work_.tried += tasks;
    mesh_.reserve(mesh_.points + std::size_t{tasks}, mesh_.triangles + 2 * std::size_t{tasks});
    resize_scratch(work_.scratch, std::size_t{tasks} * work_.height * cavity_store::lists);
    const cavity_store store{work_.scratch.data(), tasks, work_.height, Exec::on_device && !large};
    find_and_claim_cavities(store, tasks);
    resolve_claims(store, tasks);
    retriangulate_cavities(store, tasks);
    list_next(store, tasks);
    take_over_counts(candidates == tasks);
  }

  // Bad triangles that are the most urgent of their neighbours, and at their corners; returns how many there are.
  std::uint32_t nominate_tasks() {
    const std::uint32_t n = work_.waiting;
    const bool large = work_.height != work_.small_height, all = strategy_ == strategy::unfiltered;
    exec_.write(work_.counters.data(), round_counters{});
    resize_scratch(work_.runs, n);
    resize_scratch(work_.stays, n);
    resize_scratch(work_.running, n);
    if (mesh_.order.window != 0 && !large)
      reduce_into<std::uint32_t>(exec_, n, urgency_of_entry{mesh_.triangle_at.data(), work_.list.data()},
                                 &work_.counters.data()->most_urgent, 0, maximum<std::uint32_t>{});
    exec_.for_each(
        n, nominate{mesh_.view(), work_.list.data(), n, work_.runs.data(), work_.stays.data(),
                    mesh_.corner_marks.data(), work_.round, large, all, mesh_.order.window, work_.counters.data()});
    const std::uint32_t leading = select_candidates(all);
    if (all || large || !crowd_.wants_count(leading, n)) return leading;
    const std::uint32_t sample = crowd_.sample_of(select_candidates(true), leading);
    return sample != 0 ? sample : select_candidates(false);
  }
  // Candidates, or those that lead at their corners.
  std::uint32_t select_candidates(bool all) {
    const leads_at_corners keep{mesh_.triangle_at.data(),  work_.list.data(), work_.runs.data(),
                                mesh_.corner_marks.data(), work_.round,       all};
    return static_cast<std::uint32_t>(select_indices(exec_, work_.waiting, keep, work_.running.span()));
  }
  void find_and_claim_cavities(const cavity_store& store, std::uint32_t tasks) {
    resize_scratch(work_.proposals, tasks);
    exec_.for_each(tasks, propose{{mesh_.view(), mesh_.rules(), store, mesh_.triangles},
                                  claims(),
                                  work_.list.data(),
                                  work_.running.data(),
                                  tasks,
                                  work_.proposals.data(),
                                  work_.round});
  }
  void resolve_claims(const cavity_store& store, std::uint32_t tasks) {
    resize_scratch(work_.gains, tasks);
    exec_.for_each(tasks, resolve{mesh_.view(), claims(), store, work_.list.data(), work_.running.data(),
                                  work_.proposals.data(), work_.gains.data(), work_.round});
    inclusive_scan(exec_, span<const std::uint64_t>(work_.gains.span()), work_.gains.span());
  }
  void retriangulate_cavities(const cavity_store& store, std::uint32_t tasks) {
    resize_scratch(work_.count, work_.waiting);
    exec_.fill(work_.count.span(), 0);
    const auto insert = [&](auto carrying) {
      exec_.for_each(tasks, retriangulate<carrying.value>{{mesh_.view(), mesh_.rules(), store, work_.round},
                                                          work_.list.data(),
                                                          work_.running.data(),
                                                          work_.proposals.data(),
                                                          work_.gains.data(),
                                                          work_.count.data(),
                                                          work_.stays.data(),
                                                          mesh_.points,
                                                          mesh_.triangles,
                                                          mesh_.max_points,
                                                          work_.counters.data()});
    };
    mesh_.carries() ? insert(std::true_type{}) : insert(std::false_type{});
  }
  // The next worklist keeps the order of this one: entries that stay, and the bad triangles that winners made.
  void list_next(const cavity_store& store, std::uint32_t tasks) {
    const std::uint32_t n = work_.waiting;
    exec_.for_each(n, count_stays{work_.stays.data(), work_.count.data()});
    inclusive_scan(exec_, span<const std::uint32_t>(work_.count.span()), work_.count.span());
    resize_scratch(work_.next_list, n + std::size_t{mesh_.triangles} + 2 * std::size_t{tasks});
    exec_.for_each(n, keep_stays{work_.list.data(), work_.count.data(), work_.stays.data(), work_.next_list.data()});
    exec_.for_each(tasks, append_made{mesh_.view(), store, work_.list.data(), work_.running.data(), work_.count.data(),
                                      work_.stays.data(), work_.proposals.data(), work_.gains.data(), mesh_.triangles,
                                      work_.round, work_.next_list.data(), work_.counters.data()});
    exec_.single(sum_up{work_.count.data() + (n - 1), tasks == 0 ? nullptr : work_.gains.data() + (tasks - 1),
                        work_.counters.data()});
    work_.list.swap(work_.next_list);
  }
  void take_over_counts(bool all_candidates_ran) {
    const round_counters seen = exec_.read(work_.counters.data());
    const bool beyond_limit = mesh_.points + gain::points(seen.gain) > mesh_.max_points;
    const std::uint64_t gained = beyond_limit ? seen.gain_at_limit : seen.gain;
    mesh_.points += gain::points(gained);
    crowd_.learn(gain::points(gained));
    mesh_.triangles += gain::triangles(gained);
    work_.waiting = seen.waiting;
    if (work_.height == work_.small_height) most_urgent_ = seen.most_urgent;
    work_.unrefinable += seen.unrefinable;
    // Cavities that overflowed are retried in a separate round with larger columns.
    if (seen.overflows != 0)
      work_.height *= 8;
    else if (all_candidates_ran)
      work_.height = work_.small_height;
  }

  [[nodiscard]] claims_view claims() { return {mesh_.marks.data(), nullptr, nullptr}; }
  static std::uint32_t max_large_tasks(std::uint32_t height) {
    return std::max<std::uint32_t>(1, (std::uint32_t{1} << 24) / height);
  }

  Exec& exec_;
  mesh_state<Exec> mesh_;
  round_state<Exec> work_;
  far_list<Exec> far_;
  crowd_sampler crowd_;
  bool found_ = true;              // the mesh of points
  refine_answer of_points_{};      // its part of the answer
  std::uint32_t most_urgent_ = 0;  // in the last round
  strategy strategy_;
};

}  // namespace amorph::mesh::refining
