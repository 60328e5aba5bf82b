// Local search by probSAT (Balint, Schöning; SAT 2012) for any executor. Two strategies: one walk with many flips per
// round (parallel_walk.hpp), or many independent walkers (walkers.hpp); the paper has one walker with one flip at a
// time.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "amorph/kernels/base/error.hpp"
#include "solver/run/run_core.hpp"
#include "solver/sat/core.hpp"
#include "solver/sat/walk/parallel_walk.hpp"
#include "solver/sat/walk/walkers.hpp"

namespace amorph::sat {

// The paper's parameters (table 2): a polynomial for three literals, exponentials for more.
inline break_weights weights_for(std::uint32_t longest_clause) {
  break_weights w{};
  for (unsigned broken = 0; broken != break_limit; ++broken) {
    if (longest_clause <= 3) {
      w.of[broken] = static_cast<float>(std::pow(0.9 + broken, -2.06));
    } else {
      const double base = longest_clause == 4 ? 2.85 : longest_clause == 5 ? 3.7 : longest_clause == 6 ? 5.0 : 5.4;
      w.of[broken] = static_cast<float>(std::pow(base, -static_cast<double>(broken)));
    }
  }
  return w;
}

template <class Exec> class walk_core {
  template <class T> using buffer = typename Exec::template buffer<T>;
  static constexpr std::uint64_t small_formula = 1 << 12;  // clauses; up to here walkers are the default
  // Work between two read-backs, in which a device sees no stop request: some 20 ms. (The CPU polls within a round.)
  static constexpr std::uint64_t rounds_per_batch = 1024, flips_per_batch = 10'000'000;
  static constexpr std::uint32_t flips_per_walker = 1024;

 public:
  walk_core(Exec& exec, const walk_problem& in, run_request& request) : exec_(exec), in_(in), loaded_(exec, in.cnf) {
    const factor_graph& graph = loaded_.graph();
    strategy_ = static_cast<walk_strategy>(request.strategy);
    if (strategy_ == walk_strategy::automatic)
      strategy_ = graph.clauses <= small_formula ? walk_strategy::walkers : walk_strategy::parallel;
    request.strategy = static_cast<std::uint32_t>(strategy_);
    walkers_ = strategy_ == walk_strategy::parallel ? 1 : in.walkers == 0 ? 64 : in.walkers;
    threshold_ = Exec::on_device && strategy_ == walk_strategy::parallel ? in.transfer_threshold : 0;
    f_ = {graph, weights_for(longest_clause())};
    list_clauses_of_literals();
    const std::size_t n = walkers_ * std::size_t{graph.variables}, m = walkers_ * graph.clauses;
    value_ = buffer<truth>(exec, n);
    satisfying_ = buffer<std::uint32_t>(exec, m);
    if (in.start != nullptr) start_ = buffer<truth>(exec, span<const truth>(in.start, graph.variables));
    exec.for_each(
        n, initial_value{start_.data(), stream_of(in.seed, drawn_for::initial_values), graph.variables, value_.data()});
  }

  void solve() {
    progress_ = {0, 0, in_.cnf.clauses};
    if (in_.cnf.clauses == 0) return;
    strategy_ == walk_strategy::parallel ? walk_in_parallel() : walk_independently();
  }

  void finish(walk_answer& answer) {
    const std::size_t n = in_.cnf.variables;
    exec_.template copy_out<truth>(value_.span().subspan(best_ * n, n), {answer.values, n});
    answer.interrupted = interrupted_ ? 1 : 0;
    answer.rounds = progress_.rounds;
    answer.flips = progress_.flips;
    answer.unsatisfied = progress_.unsatisfied;
  }

 private:
  [[nodiscard]] std::uint32_t longest_clause() const {
    if (in_.cnf.length != 0) return in_.cnf.length;
    std::uint64_t longest = 0;
    for (std::uint64_t c = 0; c != in_.cnf.clauses; ++c)
      longest = std::max(longest, in_.cnf.clause_begin[c + 1] - in_.cnf.clause_begin[c]);
    return static_cast<std::uint32_t>(longest);
  }
  // Occurrences become clauses: a walk has no use for edges.
  void list_clauses_of_literals() {
    buffer<std::uint32_t> clause_of(exec_, in_.cnf.size());
    exec_.for_each(in_.cnf.clauses, detail::name_clause{loaded_.graph(), clause_of.data()});
    exec_.for_each(in_.cnf.size(), detail::clause_of_edge{clause_of.data(), loaded_.occurrences().data()});
  }

  // An interrupted walk keeps what it has reached.
  template <class Walk> void until_interrupted(Walk walk) {
    try {
      walk();
    } catch (const error& e) {
      if (e.code() != status::interrupted) throw;
      interrupted_ = true;
      exec_.ignore_stop();
    }
  }
  bool has_next() {
    exec_.report("walk", progress_.flips, in_.max_flips, &progress_);
    exec_.check_stop();
    return progress_.unsatisfied > threshold_ && progress_.flips < in_.max_flips;
  }

  void walk_in_parallel() {
    using list = typename append_list<Exec>::view_type;
    const factor_graph& graph = f_.graph;
    buffer<std::uint32_t> flipped(exec_, graph.variables), listed(exec_, graph.clauses);
    exec_.fill(flipped.span(), 0);
    append_list<Exec> lists[2] = {{exec_, graph.clauses}, {exec_, graph.clauses}}, flips(exec_, graph.variables);
    buffer<walk_counters> counters(exec_, 1);
    exec_.write(counters.data(), walk_counters{0, 0, graph.clauses});
    const parallel_walk_view view{f_, value_.data(), satisfying_.data(), flipped.data(), listed.data()};
    const auto read_progress = [&] {
      const walk_counters c = exec_.read(counters.data());
      progress_ = {c.rounds, c.flips, c.unsatisfied};
    };
    until_interrupted([&] {
      persistent_over(exec_, graph.clauses,
                      start_parallel_walk<list>{{view, lists[0].view()}, graph.clauses, counters.data()});
      read_progress();
      unsigned now = 0;
      for (std::uint32_t round = in_.rounds_before + 1; has_next();) {
        const std::uint64_t rounds =
            std::clamp<std::uint64_t>(flips_per_batch / progress_.unsatisfied, 1, rounds_per_batch);
        const std::uint32_t last = round + static_cast<std::uint32_t>(rounds);
        const std::uint64_t rounds_before = progress_.rounds;
        persistent_over(exec_, progress_.unsatisfied * flip_lanes,
                        walk_rounds<Exec>{view, in_.seed, lists[now].view(), lists[now ^ 1].view(), flips.view(), round,
                                          last, in_.max_flips, threshold_, counters.data()});
        read_progress();
        now ^= (progress_.rounds - rounds_before) & 1;
        round = last;
      }
    });
    if (interrupted_) read_progress();
  }

  void walk_independently() {
    const std::size_t m = walkers_ * f_.graph.clauses;
    buffer<std::uint32_t> list(exec_, m), position(exec_, m), unsatisfied(exec_, walkers_);
    const walkers_view view{f_, value_.data(), satisfying_.data(), list.data(), position.data(), unsatisfied.data()};
    std::vector<std::uint32_t> of_each(walkers_);
    const auto find_best = [&] {
      exec_.template copy_out<std::uint32_t>(unsatisfied.span(), span<std::uint32_t>(of_each));
      best_ = static_cast<std::size_t>(std::min_element(of_each.begin(), of_each.end()) - of_each.begin());
      progress_.unsatisfied = of_each[best_];
    };
    until_interrupted([&] {
      exec_.for_each_team(walkers_, start_walker{view});
      find_best();
      for (std::uint64_t made = 0; has_next();) {
        const std::uint64_t left_each = (in_.max_flips - progress_.flips + walkers_ - 1) / walkers_;
        const auto flips = static_cast<std::uint32_t>(std::min<std::uint64_t>(flips_per_walker, left_each));
        exec_.for_each_team(walkers_, advance_walker{view, in_.seed, flips, made});
        find_best();
        made += flips;
        ++progress_.rounds;
        progress_.flips += std::uint64_t{walkers_} * flips;
      }
    });
  }

  Exec& exec_;
  const walk_problem& in_;
  loaded_graph<Exec> loaded_;
  walk_strategy strategy_;
  std::uint32_t walkers_;
  flip_view f_{};
  buffer<truth> value_, start_;
  buffer<std::uint32_t> satisfying_;
  walk_progress progress_{};
  std::size_t best_ = 0;         // walker
  std::uint64_t threshold_ = 0;  // unsatisfied clauses to end with
  bool interrupted_ = false;
};

}  // namespace amorph::sat
