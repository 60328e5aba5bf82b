// probSAT's walk for any executor; the two ways to walk are in walk_together.hpp and walkers.hpp.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "solver/sat/walk/walk_together.hpp"
#include "solver/sat/walk/walkers.hpp"

namespace amorph::sat {

// The paper's parameters (table 2): a polynomial for three literals, exponentials for more.
inline break_weights weights_for(std::uint32_t longest) {
  break_weights w{};
  for (unsigned broken = 0; broken != most_broken; ++broken) {
    if (longest <= 3) {
      w.of[broken] = static_cast<float>(std::pow(0.9 + broken, -2.06));
    } else {
      const double base = longest == 4 ? 2.85 : longest == 5 ? 3.7 : longest == 6 ? 5.0 : 5.4;
      w.of[broken] = static_cast<float>(std::pow(base, -static_cast<double>(broken)));
    }
  }
  return w;
}

template <class Exec> class walk_core {
  template <class T> using buffer = typename Exec::template buffer<T>;
  static constexpr std::uint64_t few = 1 << 12;  // clauses up to which walkers go alone
  // Between two looks at whether to go on, on a device (the CPU looks within a round, too): some 20 ms.
  static constexpr std::uint64_t rounds_a_look = 1024, flips_a_look = 10'000'000;
  static constexpr std::uint32_t walkers_flips_a_look = 1024;

 public:
  walk_core(Exec& exec, const walk_problem& in, core_call& call)
      : exec_(exec), in_(in), call_(call), loaded_(exec, in.cnf) {
    const factor_graph& graph = loaded_.graph();
    how_ = static_cast<walk_strategy>(call.strategy);
    if (how_ == walk_strategy::automatic)
      how_ = graph.clauses <= few ? walk_strategy::walkers : walk_strategy::together;
    call.strategy = static_cast<std::uint32_t>(how_);
    walkers_ = how_ == walk_strategy::together ? 1 : in.walkers == 0 ? 64 : in.walkers;
    std::uint32_t longest = graph.length;
    if (longest == 0)
      for (std::uint64_t c = 0; c != graph.clauses; ++c)
        longest = std::max(longest, static_cast<std::uint32_t>(in.cnf.clause_begin[c + 1] - in.cnf.clause_begin[c]));
    f_ = {graph, weights_for(longest)};
    {
      buffer<std::uint32_t> clause_of(exec, in.cnf.size());
      exec.for_each(graph.clauses, detail::name_clause{graph, clause_of.data()});
      exec.for_each(in.cnf.size(), detail::clause_of_edge{clause_of.data(), loaded_.occurrences().data()});
    }
    const std::size_t n = walkers_ * std::size_t{graph.variables}, m = walkers_ * graph.clauses;
    value_ = buffer<truth>(exec, n);
    satisfying_ = buffer<std::uint32_t>(exec, m);
    if (in.start != nullptr) start_ = buffer<truth>(exec, span<const truth>(in.start, graph.variables));
    exec.for_each(
        n, start_value{start_.data(), stream_of(call.seed, drawn_for::first_values), graph.variables, value_.data()});
  }

  void solve(walk_answer& answer) {
    if (in_.cnf.clauses == 0) return;
    how_ == walk_strategy::together ? together(answer) : apart(answer);
  }

  void finish(walk_answer& answer) {
    const std::size_t n = in_.cnf.variables;
    exec_.template copy_out<truth>(value_.span().subspan(best_ * n, n), {answer.values, n});
  }

 private:
  bool go_on(walk_answer& answer) {
    const walk_progress progress{answer.rounds, answer.flips, answer.unsatisfied};
    if (call_.report != nullptr) call_.report(call_.context, &progress);
    answer.interrupted = look(call_).stopped() ? 1 : 0;
    return answer.unsatisfied > enough_ && answer.interrupted == 0 && answer.flips < in_.max_flips;
  }

  void together(walk_answer& answer) {
    enough_ = in_.hand_over;
    const factor_graph& graph = f_.graph;
    buffer<std::uint32_t> flipped(exec_, graph.variables), listed(exec_, graph.clauses);
    exec_.fill(flipped.span(), 0);
    append_list<Exec> lists[2] = {{exec_, graph.clauses}, {exec_, graph.clauses}}, flips(exec_, graph.variables);
    buffer<together_counters> counters(exec_, 1);
    const together_view view{f_, value_.data(), satisfying_.data(), flipped.data(), listed.data()};
    using list = typename append_list<Exec>::view_type;
    persistent_over(exec_, graph.clauses,
                    start_together<list>{{view, lists[0].view()}, graph.clauses, counters.data(), look(call_)});
    std::uint32_t round = in_.rounds_before + 1;
    answer.unsatisfied = exec_.read(counters.data()).unsatisfied;
    unsigned now = 0;
    while (go_on(answer)) {
      const std::uint64_t rounds = std::clamp<std::uint64_t>(flips_a_look / answer.unsatisfied, 1, rounds_a_look);
      const std::uint32_t last = round + static_cast<std::uint32_t>(rounds);
      persistent_over(exec_, answer.unsatisfied * flip_lanes,
                      walk_rounds<Exec>{view, call_.seed, lists[now].view(), lists[now ^ 1].view(), flips.view(), round,
                                        last, in_.max_flips, enough_, counters.data(), look(call_)});
      const together_counters ran = exec_.read(counters.data());
      now ^= (ran.rounds - answer.rounds) & 1;
      answer.rounds = ran.rounds;
      answer.flips = ran.flips;
      answer.unsatisfied = ran.unsatisfied;
      round = last;
    }
  }

  void apart(walk_answer& answer) {
    const std::size_t m = walkers_ * f_.graph.clauses;
    buffer<std::uint32_t> list(exec_, m), place(exec_, m), unsatisfied(exec_, walkers_);
    const walkers_view view{f_, value_.data(), satisfying_.data(), list.data(), place.data(), unsatisfied.data()};
    exec_.for_each_team(walkers_, start_walker{view});
    std::vector<std::uint32_t> left(walkers_);
    auto look = [&] {
      exec_.template copy_out<std::uint32_t>(unsatisfied.span(), span<std::uint32_t>(left));
      best_ = static_cast<std::size_t>(std::min_element(left.begin(), left.end()) - left.begin());
      answer.unsatisfied = left[best_];
    };
    look();
    for (std::uint64_t made = 0; go_on(answer);) {
      const std::uint64_t left_each = (in_.max_flips - answer.flips + walkers_ - 1) / walkers_;
      const auto flips = static_cast<std::uint32_t>(std::min<std::uint64_t>(walkers_flips_a_look, left_each));
      exec_.for_each_team(walkers_, walk_on{view, call_.seed, flips, made});
      look();
      made += flips;
      ++answer.rounds;
      answer.flips += std::uint64_t{walkers_} * flips;
    }
  }

  Exec& exec_;
  const walk_problem& in_;
  core_call& call_;
  loaded_graph<Exec> loaded_;
  walk_strategy how_;
  std::uint32_t walkers_;
  flip_view f_{};
  buffer<truth> value_, start_;
  buffer<std::uint32_t> satisfying_;
  std::size_t best_ = 0;
  std::uint64_t enough_ = 0;
};

}  // namespace amorph::sat
