// The loops around chance.hpp's steps, seen from the host.
#pragma once

#include "solver/mesh/racing/racing.hpp"

namespace amorph::mesh::refining {

template <class Exec> class chance_rounds {
  template <class T> using buffer = typename Exec::template buffer<T>;

 public:
  chance_rounds(refinement<Exec>& owner, strategy how)
      : r_(owner),
        exec_(owner.exec_),
        how_(how),
        state_(exec_, 1),
        fresh_(exec_),
        listed_(exec_),
        won_(exec_),
        rescue_(exec_, 2) {}

  // Until the work list is empty. What did not fit is marked so, and left.
  void run() {
    seen_ = {};
    seen_.waiting = r_.waiting_;
    seen_.points = r_.points_;
    seen_.triangles = r_.triangles_;
    seen_.round = seen_.first_round = r_.round_ + 1;
    seen_.tasks = least_tasks;
    exec_.write(state_.data(), seen_);
    while (seen_.waiting != 0 && seen_.points < r_.most_points_) {
      if (seen_.round >= most_rounds) throw error(status::internal, "refinement does not end");
      make_room();
      persistent() ? persistent_rounds() : staged_round();
      seen_ = exec_.read(state_.data());
      r_.points_ = std::min(seen_.points, r_.most_points_);
      r_.triangles_ = seen_.triangles;
      r_.round_ = seen_.round;
      r_.waiting_ = seen_.waiting;
      r_.look();
    }
    r_.tried_ += seen_.tried;
    r_.given_up_ += seen_.given_up;
  }

 private:
  static constexpr std::uint32_t most_tasks = 1u << 20, rounds_a_launch = 64;

  [[nodiscard]] bool persistent() const {
    return how_ == strategy::three_phase || how_ == strategy::three_phase_adaptive;
  }
  [[nodiscard]] bool children() const { return how_ == strategy::two_stage_children; }
  [[nodiscard]] bool share() const { return children() || how_ == strategy::two_stage_shared; }

  void make_room() {
    tasks_ = std::min(seen_.waiting, most_tasks);
    // Room for some rounds, so that the persistent kernel need not come back for more after each.
    const std::size_t rounds = persistent() ? 4 : 1;
    r_.reserve(seen_.points + rounds * tasks_, seen_.triangles + 2 * rounds * tasks_);
    const std::size_t columns = persistent() ? most_columns() : tasks_;
    r_.make_room(r_.scratch_, columns * r_.small_height * cavity_store::lists);
    r_.make_room(r_.proposals_, columns);
    r_.make_room(won_, columns);
    const std::size_t most_listed = r_.marks_.size();
    if (listed_.size() < most_listed) {
      const std::size_t from = listed_.size();
      listed_.resize(most_listed);
      exec_.fill(listed_.span().subspan(from, most_listed - from), 0);
    }
    if (r_.list_.size() < most_listed) r_.list_.resize(most_listed);
    if (r_.next_list_.size() < most_listed) r_.next_list_.resize(most_listed);
    if (share()) r_.make_room(fresh_, std::size_t{r_.small_height} * tasks_);
  }
  // The list may grow while the kernel stays.
  std::uint32_t most_columns() { return std::min(most_tasks, 2 * seen_.waiting + 4096); }

  chance_view view(std::uint32_t columns) {
    const mesh_view mesh = r_.view();
    const judge judging = r_.judging();
    const cavity_store store{r_.scratch_.data(), columns, r_.small_height, Exec::on_device};
    return {{mesh, judging, store, seen_.triangles},
            {mesh, judging, store, seen_.round, !share()},
            {r_.marks_.data(), won_.data(), rescue_.data()},
            r_.proposals_.data(),
            r_.list_.data(),
            r_.next_list_.data(),
            fresh_.data(),
            listed_.data(),
            state_.data(),
            r_.most_points_,
            seen_.round,
            seen_.first_round,
            share()};
  }

  void persistent_rounds() {
    const std::uint32_t columns = most_columns();
    const std::uint32_t before = seen_.round;
    persistent_over(exec_, columns,
                    three_phase_loop<Exec>{view(columns), columns, static_cast<std::uint32_t>(r_.corner_marks_.size()),
                                           static_cast<std::uint32_t>(r_.marks_.size()), rounds_a_launch,
                                           how_ == strategy::three_phase_adaptive});
    if ((exec_.read(&state_.data()->round) - before) % 2 != 0) r_.list_.swap(r_.next_list_);
  }

  void staged_round() {
    chance_view v = view(tasks_);
    exec_.for_each(tasks_, find_task{v});
    if (how_ == strategy::atomic)
      by_atomics(v);
    else
      by_race(v, conflict::three_phase);
    if (how_ != strategy::three_phase_launches) left_over(v);
    if (how_ == strategy::two_stage_shared)
      exec_.for_each_counted(&state_.data()->fresh, fresh_.size(), judge_fresh{v, true});
    exec_.for_each(seen_.waiting, pass_on{v, tasks_});
    exec_.single(end_of_list{state_.data(), tasks_});
    r_.list_.swap(r_.next_list_);
  }
  void by_atomics(chance_view& v) {
    exec_.for_each(tasks_, mark_by_atomics{v});
    if (children())
      take_by_children(v);
    else
      exec_.for_each(tasks_, take_marked{v});
  }
  void by_race(chance_view& v, conflict how) {
    if (children()) {
      race_and_resolve_all(exec_, v.claims, tasks_, how, key_of_task{v}, wanted_by_task{v}, take_later{});
      take_by_children(v);
    } else {
      race_and_resolve_all(exec_, v.claims, tasks_, how, key_of_task{v}, wanted_by_task{v}, take_task{v});
    }
  }
  void take_by_children([[maybe_unused]] chance_view& v) {
#if AMORPH_DEVICE_COMPILER
    take_with_children(exec_, v, tasks_);
#endif
  }
  // Stages until no task is left.
  void left_over(chance_view& v) {
    chance_state before = exec_.read(state_.data());
    for (bool stuck = false;;) {
      exec_.single(start_stage{state_.data()});
      v.round = v.insert.round = before.round + 1;
      exec_.for_each(tasks_, repair{v});
      if (stuck)
        by_race(v, conflict::priority);
      else
        by_atomics(v);
      const chance_state now = exec_.read(state_.data());
      if (now.left == 0 || now.points >= r_.most_points_ || now.round + 1 >= most_rounds) return;
      stuck = now.won == before.won;
      before = now;
    }
  }

  refinement<Exec>& r_;
  Exec& exec_;
  strategy how_;
  chance_state seen_{};
  std::uint32_t tasks_ = 0;
  buffer<chance_state> state_;
  buffer<std::uint32_t> fresh_, listed_;
  buffer<std::uint8_t> won_;
  buffer<std::uint64_t> rescue_;
};

}  // namespace amorph::mesh::refining
