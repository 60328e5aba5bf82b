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

// A polynomial of the break count for up to three literals per clause, exponentials for more, whose bases are
// interpolated between the lengths that probSAT and yalsat were tuned for. None is so small that a sum or a product of
// it would be 0 or denormal: one of the literals offered is always chosen.
inline break_weights weights_for(double average_length, std::uint32_t longest_clause) {
  static constexpr double bases[] = {2.5, 2.85, 3.7, 5.0, 5.4};  // of three to seven literals
  const double above = std::clamp(average_length - 3, 0.0, 3.999);
  const auto below = static_cast<unsigned>(above);
  const double base = bases[below] + (above - below) * (bases[below + 1] - bases[below]);
  break_weights w{};
  for (unsigned broken = 0; broken != break_limit; ++broken)
    w.of[broken] =
        static_cast<float>(longest_clause <= 3 ? std::pow(0.9 + broken, -2.06)
                                               : std::max(0x1p-90, std::pow(base, -static_cast<double>(broken))));
  return w;
}

template <class Exec> class walk_core {
  template <class T> using buffer = typename Exec::template buffer<T>;
  static constexpr std::uint64_t small_formula = 1 << 16;  // clauses; up to here walkers are the default
  static constexpr std::uint32_t default_walkers = 16;
  // Work between two read-backs, in which a device sees no stop request: some 20 ms. (The CPU polls within a round.)
  static constexpr std::uint64_t rounds_per_batch = 1024, flips_per_batch = 10'000'000;
  // The same for walkers: clauses that a walker visits per round, some 5 ms.
  static constexpr std::uint64_t visits_per_round = 1 << 18;

 public:
  walk_core(Exec& exec, const walk_problem& in, run_request& request) : exec_(exec), in_(in), loaded_(exec, in.cnf) {
    const factor_graph& graph = loaded_.graph();
    strategy_ = static_cast<walk_strategy>(request.strategy);
    if (strategy_ == walk_strategy::automatic)
      strategy_ = graph.clauses <= small_formula ? walk_strategy::walkers : walk_strategy::parallel;
    request.strategy = static_cast<std::uint32_t>(strategy_);
    walkers_ = strategy_ == walk_strategy::parallel ? 1 : in.walkers == 0 ? default_walkers : in.walkers;
    threshold_ = Exec::on_device && strategy_ == walk_strategy::parallel ? in.transfer_threshold : 0;
    longest_ = longest_clause();
    f_ = {graph, weights_for(static_cast<double>(in.cnf.size()) /
                                 static_cast<double>(std::max<std::uint64_t>(1, graph.clauses)),
                             longest_)};
    list_clauses_of_literals();
    const std::size_t n = walkers_ * std::size_t{graph.variables};
    value_ = buffer<truth>(exec, n);
    if (in.start != nullptr) start_ = buffer<truth>(exec, span<const truth>(in.start, graph.variables));
    exec.for_each(
        n, initial_value{start_.data(), stream_of(in.seed, drawn_for::initial_values), graph.variables, value_.data()});
  }

  void solve() {
    progress_ = {0, 0, in_.cnf.clauses};
    if (in_.cnf.clauses == 0) return;
    if (strategy_ == walk_strategy::parallel)
      walk_in_parallel();
    else if (Exec::on_device && longest_ <= counted_length)
      walk_independently<counted_breaks>();
    else
      walk_independently<critical_breaks>();
  }

  void finish(walk_answer& answer) {
    const std::size_t n = in_.cnf.variables;
    const buffer<truth>& from = saved_.size() != 0 ? saved_ : value_;
    exec_.template copy_out<truth>(from.span().subspan(best_ * n, n), {answer.values, n});
    answer.walkers = walkers_;
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
    buffer<std::uint32_t> satisfying(exec_, graph.clauses), flipped(exec_, graph.variables),
        listed(exec_, graph.clauses);
    exec_.fill(flipped.span(), 0);
    append_list<Exec> lists[2] = {{exec_, graph.clauses}, {exec_, graph.clauses}}, flips(exec_, graph.variables);
    buffer<walk_counters> counters(exec_, 1);
    exec_.write(counters.data(), walk_counters{0, 0, graph.clauses});
    const parallel_walk_view view{f_, value_.data(), satisfying.data(), flipped.data(), listed.data()};
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

  [[nodiscard]] std::uint64_t flips_per_round() const {
    const std::uint64_t visits = in_.cnf.size() / std::max(1U, in_.cnf.variables) + 4;  // per flip
    return std::max<std::uint64_t>(64, visits_per_round / visits);
  }

  // f(team, walker) for all walkers, one at a time per thread on the CPU.
  template <class F> void for_each_walker(F f) {
    if constexpr (Exec::on_device) {
      exec_.for_each_team(walkers_, f);
    } else {
      exec_.ranges(walkers_, 1, [&](std::size_t first, std::size_t last, unsigned thread) {
        for (std::size_t i = first; i != last; ++i) {
          exec_.check_stop();
          f(typename Exec::team(thread), i);
        }
      });
    }
  }

  template <class Breaks> void walk_independently() {
    const factor_graph& graph = f_.graph;
    const std::size_t n = walkers_ * std::size_t{graph.variables}, m = walkers_ * graph.clauses;
    const std::uint64_t bytes =
        (Breaks::bytes_per_clause * graph.clauses + Breaks::bytes_per_variable * graph.variables + 127) / 128 * 128;
    buffer<unsigned char> breaks(exec_, walkers_ * bytes);
    buffer<std::uint32_t> list(exec_, m), position(exec_, m), changed(exec_, n), winner(exec_, 1);
    buffer<walker_counters> counters(exec_, walkers_);
    saved_ = buffer<truth>(exec_, n);
    exec_.copy(value_.span(), saved_.span());
    exec_.fill(counters.span(), walker_counters{0, static_cast<std::uint32_t>(graph.clauses),
                                                static_cast<std::uint32_t>(graph.clauses), 0});
    exec_.write(winner.data(), walkers_);
    const walkers_view<Breaks> view{
        f_,    value_.data(),   saved_.data(), list.data(), position.data(), changed.data(), breaks.data(),
        bytes, counters.data(), winner.data()};
    std::vector<walker_counters> of_each(walkers_);
    const auto read_progress = [&] {
      exec_.template copy_out<walker_counters>(counters.span(), span<walker_counters>(of_each));
      best_ = 0;
      for (std::size_t w = 1; w != walkers_; ++w)
        if (of_each[w].fewest < of_each[best_].fewest) best_ = w;
      progress_.unsatisfied = of_each[best_].fewest;
      progress_.flips = 0;
      // After a winner the others may have stopped anywhere.
      for (std::size_t w = 0; w != (progress_.unsatisfied == 0 ? best_ + 1 : walkers_); ++w)
        progress_.flips += of_each[w].flips;
    };
    const std::uint64_t most = flips_per_round();
    until_interrupted([&] {
      for_each_walker(start_walker<Breaks>{view});
      read_progress();
      while (has_next()) {
        const std::uint64_t left = in_.max_flips - progress_.flips;
        const std::uint64_t left_each = left / walkers_ + (left % walkers_ != 0 ? 1 : 0);
        for_each_walker(advance_walker<Breaks>{view, in_.seed, static_cast<std::uint32_t>(std::min(most, left_each))});
        read_progress();
        ++progress_.rounds;
      }
    });
    if (interrupted_) read_progress();
  }

  Exec& exec_;
  const walk_problem& in_;
  loaded_graph<Exec> loaded_;
  walk_strategy strategy_;
  std::uint32_t walkers_, longest_ = 0;
  flip_view f_{};
  buffer<truth> value_, start_, saved_;
  walk_progress progress_{};
  std::size_t best_ = 0;         // walker
  std::uint64_t threshold_ = 0;  // unsatisfied clauses to end with
  bool interrupted_ = false;
};

}  // namespace amorph::sat
