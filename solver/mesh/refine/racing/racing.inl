// The host's side of the racing strategies (racing.hpp): "Morph Algorithms on GPUs", section 7.3, and the IISc report,
// section 5.
//
//   three_phase, three_phase_adaptive     many rounds per launch of the persistent kernel
//   the others                            a launch per step:
//     find the cavities of all tasks, resolve conflicts (three phases, or atomics), winners insert their points;
//     two stages: until no task is left, find invalidated cavities again and resolve by atomics;
//     classify the new triangles, and list the bad ones
#pragma once

#include <algorithm>

#include "amorph/kernels/base/error.hpp"
#include "solver/mesh/refine/racing/racing.hpp"
#include "solver/mesh/refine/worklist.hpp"

namespace amorph::mesh::refining {

inline bool races(strategy s) { return s >= strategy::three_phase; }

template <class Exec> class racing_rounds {
  template <class T> using buffer = typename Exec::template buffer<T>;

 public:
  racing_rounds(Exec& exec, mesh_state<Exec>& mesh, round_state<Exec>& work, strategy s)
      : exec_(exec), mesh_(mesh), work_(work), strategy_(s) {}

  // Until the worklist is empty. Triangles whose cavities overflowed are marked, and remain.
  void run() {
    seen_.waiting = work_.waiting;
    seen_.points = mesh_.points;
    seen_.triangles = mesh_.triangles;
    seen_.round = seen_.first_round = work_.round + 1;
    seen_.tasks = min_tasks;
    exec_.write(state_.data(), seen_);
    while (seen_.waiting != 0 && seen_.points < mesh_.max_points) {
      if (seen_.round >= max_rounds) throw error(status::internal, "refinement does not terminate");
      reserve();
      persistent() ? run_persistent_kernel() : run_stages();
      seen_ = exec_.read(state_.data());
      mesh_.points = std::min(seen_.points, mesh_.max_points);
      mesh_.triangles = seen_.triangles;
      work_.round = seen_.round;
      work_.waiting = seen_.waiting;
      report_round(exec_, mesh_, work_);
    }
    work_.tried += seen_.tried;
    work_.unrefinable += seen_.unrefinable;
  }

 private:
  static constexpr std::uint32_t max_tasks = 1u << 20, rounds_per_launch = 64;

  [[nodiscard]] bool persistent() const {
    return strategy_ == strategy::three_phase || strategy_ == strategy::three_phase_adaptive;
  }
  [[nodiscard]] bool by_children() const { return strategy_ == strategy::two_stage_children; }
  [[nodiscard]] bool shares_classification() const { return by_children() || strategy_ == strategy::two_stage_shared; }
  // The worklist may grow while the persistent kernel runs.
  [[nodiscard]] std::uint32_t columns() const {
    return persistent() ? std::min(max_tasks, 2 * seen_.waiting + 4096) : tasks_;
  }

  void reserve() {
    tasks_ = std::min(seen_.waiting, max_tasks);
    // For several rounds, so that the persistent kernel does not return for more memory after each.
    const std::size_t rounds = persistent() ? 4 : 1;
    mesh_.reserve(seen_.points + rounds * tasks_, seen_.triangles + 2 * rounds * tasks_);
    resize_scratch(work_.scratch, std::size_t{columns()} * work_.small_height * cavity_store::lists);
    resize_scratch(work_.proposals, columns());
    resize_scratch(won_, columns());
    const std::size_t capacity = mesh_.triangle_capacity();
    if (listed_.size() < capacity) resize_zeroed(exec_, listed_, capacity);
    if (work_.list.size() < capacity) work_.list.resize(capacity);
    if (work_.next_list.size() < capacity) work_.next_list.resize(capacity);
    if (shares_classification()) resize_scratch(fresh_, std::size_t{work_.small_height} * tasks_);
  }

  racing_view view() {
    const mesh_view mesh = mesh_.view();
    const refinement_rules rules = mesh_.rules();
    const cavity_store store{work_.scratch.data(), columns(), work_.small_height, Exec::on_device};
    return {{mesh, rules, store, seen_.triangles},
            {mesh, rules, store, seen_.round, !shares_classification()},
            {mesh_.marks.data(), won_.data(), rescue_.data()},
            work_.proposals.data(),
            work_.list.data(),
            work_.next_list.data(),
            fresh_.data(),
            listed_.data(),
            state_.data(),
            mesh_.max_points,
            seen_.round,
            seen_.first_round,
            shares_classification()};
  }

  void run_persistent_kernel() {
    const std::uint32_t before = seen_.round;
    persistent_over(exec_, columns(),
                    three_phase_loop<Exec>{view(), columns(), static_cast<std::uint32_t>(mesh_.point_capacity()),
                                           static_cast<std::uint32_t>(mesh_.triangle_capacity()), rounds_per_launch,
                                           strategy_ == strategy::three_phase_adaptive});
    if ((exec_.read(&state_.data()->round) - before) % 2 != 0) work_.list.swap(work_.next_list);
  }

  void run_stages() {
    racing_view v = view();
    exec_.for_each(tasks_, find_task{v});
    if (strategy_ == strategy::atomic)
      resolve_by_atomics(v);
    else
      resolve_by_race(v, conflict::three_phase);
    if (strategy_ != strategy::three_phase_launches) resolve_remaining(v);
    if (strategy_ == strategy::two_stage_shared)
      exec_.for_each_counted(&state_.data()->fresh, fresh_.size(), classify_fresh{v, true});
    exec_.for_each(seen_.waiting, relist{v, tasks_});
    exec_.single(finish_list{state_.data(), tasks_});
    work_.list.swap(work_.next_list);
  }
  void resolve_by_atomics(racing_view& v) {
    exec_.for_each(tasks_, mark_by_atomics{v});
    if (by_children())
      insert_by_children(v);
    else
      exec_.for_each(tasks_, insert_marked{v});
  }
  void resolve_by_race(racing_view& v, conflict resolution) {
    if (by_children()) {
      race_and_resolve_all(exec_, v.claims, tasks_, resolution, key_of_task{v}, claims_of_task{v}, insert_later{});
      insert_by_children(v);
    } else {
      race_and_resolve_all(exec_, v.claims, tasks_, resolution, key_of_task{v}, claims_of_task{v}, insert_winner{v});
    }
  }
  void insert_by_children([[maybe_unused]] racing_view& v) {
#if AMORPH_DEVICE_COMPILER
    insert_with_children(exec_, v, tasks_);
#endif
  }
  // Stages until no task is left.
  void resolve_remaining(racing_view& v) {
    racing_state before = exec_.read(state_.data());
    for (bool stuck = false;;) {
      exec_.single(start_stage{state_.data()});
      v.round = v.insert.round = before.round + 1;
      exec_.for_each(tasks_, repair{v});
      if (stuck)
        resolve_by_race(v, conflict::priority);
      else
        resolve_by_atomics(v);
      const racing_state now = exec_.read(state_.data());
      if (now.left == 0 || now.points >= mesh_.max_points || now.round + 1 >= max_rounds) return;
      stuck = now.won == before.won;
      before = now;
    }
  }

  Exec& exec_;
  mesh_state<Exec>& mesh_;
  round_state<Exec>& work_;
  strategy strategy_;
  racing_state seen_{};
  std::uint32_t tasks_ = 0;
  buffer<racing_state> state_{exec_, 1};
  buffer<std::uint32_t> fresh_{exec_}, listed_{exec_};
  buffer<std::uint8_t> won_{exec_};
  buffer<std::uint64_t> rescue_{exec_, 2};
};

}  // namespace amorph::mesh::refining
