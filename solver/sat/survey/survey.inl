// Survey inspired decimation (SID) with backtracking, for any executor: Braunstein, Mézard and Zecchina (Random
// Structures and Algorithms 27, 2005), parallelised after "Morph Algorithms on GPUs" (Nasre, Burtscher, Pingali; PPoPP
// 2013), section 3; backtracking after Marino, Parisi and Ricci-Tersenghi (Nature Communications 7, 2016).
//
//   while clauses are unsatisfied:
//     sweep until the surveys converge                            sweeps.hpp
//     if they are trivial, leave the residual formula to local search
//     fix the most biased variables and propagate units,          steps.hpp, propagation.hpp
//     or, in some rounds, unfix the least biased ones             guide.hpp
//     simplify                                                    state.hpp
//
// How this differs: a round unfixes by a random draw or by the complexity, so that rounds of either kind are whole; a
// contradiction takes its round back.
#pragma once

#include <algorithm>

#include "amorph/kernels/base/error.hpp"
#include "solver/run/run_core.hpp"
#include "solver/sat/core.hpp"
#include "solver/sat/streams.hpp"
#include "solver/sat/survey/guide.hpp"
#include "solver/sat/survey/steps.hpp"
#include "solver/sat/survey/sweeps.hpp"

namespace amorph::sat {

// How a formula lies in memory, and the steps on it. Sharded: sharded/parts.hpp.
template <class Exec> struct whole_formula {
  using state = survey_state<Exec>;
  using sweeps = survey_sweeps<Exec>;
  using propagation = unit_propagation<Exec>;
  using steps = decimation_steps<Exec>;

  static state load(Exec& exec, const survey_problem& in, survey_strategy strategy) { return {exec, in.cnf, strategy}; }
};

template <class Exec, class Parts = whole_formula<Exec>> class survey_core {
 public:
  survey_core(Exec& exec, const survey_problem& in, run_request& request)
      : exec_(exec),
        in_(in),
        state_(Parts::load(exec, in, chosen(request))),
        sweeps_(exec, state_),
        units_(exec, state_),
        steps_(exec, state_, units_),
        random_(stream_of(in.seed, drawn_for::unfixing)),
        quota_(std::max<std::uint64_t>(1, static_cast<std::uint64_t>(in.fraction * in.cnf.variables))) {}

  void solve() {
    state_.initialise(stream_of(in_.seed, drawn_for::surveys));
    try {
      ended_ = decimate();
    } catch (const error& e) {
      if (e.code() != status::interrupted) throw;
      ended_ = outcome::interrupted;
      state_.ignore_stop();
      state_.take_back_round();
    }
  }

  void finish(survey_answer& answer) {
    state_.copy_answer(answer);
    answer.ended = static_cast<std::uint32_t>(ended_);
    answer.counts = counts_;
  }

 private:
  static constexpr unsigned patience = 2;  // consecutive rounds that may fail to converge before surveys are damped

  static survey_strategy chosen(run_request& request) {
    if (static_cast<survey_strategy>(request.strategy) == survey_strategy::automatic)
      request.strategy = static_cast<std::uint32_t>(survey_strategy::gather);
    return static_cast<survey_strategy>(request.strategy);
  }

  outcome decimate() {
    if (!units_.run()) return outcome::contradiction;  // of the formula itself
    state_.simplify();
    std::uint64_t to_fix = quota_;
    bool must_unfix = false;
    unsigned unconverged = 0;  // rounds in a row
    complexity_guide guide(in_.cnf.clauses);
    while (state_.unsatisfied_clauses() != 0) {
      if (exhausted()) return outcome::exhausted;
      survey_round round{};
      // Surveys that oscillate converge if they are damped.
      converge(round, unconverged < patience ? in_.damping : std::max(in_.damping, 0.5), in_.max_sweeps);
      unconverged = round.converged ? 0 : unconverged + 1;
      if (!round.converged) ++counts_.unconverged;
      const bias_histogram biases = steps_.weigh_free_variables();
      round.magnetisation = biases.mean_magnetisation(state_.free_variables());
      if (!biases.any_magnetised() || round.magnetisation < 0.004) {
        return end_by_beliefs(round);
      }
      if (in_.max_unconverged != 0 && unconverged > in_.max_unconverged) {
        report(round);
        return outcome::unconverged;
      }
      if (in_.guided != 0) round.complexity = steps_.complexity();
      const bool unfixes = must_unfix || (in_.guided == 0 ? draws_unfixing()
                                                          : guide.unfixes(unconverged <= patience, round.complexity,
                                                                          state_.unsatisfied_clauses()));
      round.unfixed = unfixes && state_.fixed() > 2 * quota_;
      must_unfix = false;
      if (round.unfixed) {
        counts_.unfixed += steps_.unfix(quota_);
      } else if (const auto fixed = steps_.fix(biases, to_fix)) {
        counts_.fixed += *fixed;
        to_fix = quota_;
      } else {
        if (counts_.contradictions++ >= in_.max_contradictions) {
          report(round);
          return outcome::contradiction;
        }
        must_unfix = true;
        to_fix = std::max<std::uint64_t>(1, to_fix / 2);  // in case too few are fixed to unfix any
      }
      report(round);
    }
    return outcome::assigned;
  }

  [[nodiscard]] bool exhausted() const {
    const double max_rounds = 100 + 8 / (in_.fraction * (1 - in_.backtrack));
    return static_cast<double>(counts_.rounds) > max_rounds ||
           (in_.max_updates != 0 && counts_.clause_updates >= in_.max_updates);
  }
  [[nodiscard]] bool draws_unfixing() const {
    return random_.unit(counts_.rounds) < in_.backtrack / (1 + in_.backtrack);
  }

  void converge(survey_round& round, double damping, unsigned max_sweeps) {
    const sweep_result done = sweeps_.converge(max_sweeps, in_.epsilon, damping);
    round.sweeps += done.sweeps;
    round.converged = done.converged;
    counts_.sweep_ms += done.ms;
    counts_.sweeps += done.sweeps;
    counts_.clause_updates += done.sweeps * state_.unsatisfied_clauses();
  }
  // Trivial surveys do not distinguish clusters of solutions. Beliefs distinguish values, converged or not, and are a
  // better start for local search than the surveys' biases: half as many flips (3-SAT at ratio 4.2).
  void converge_beliefs(survey_round& round) {
    state_.set_joker(0);
    const bool converged = round.converged;
    converge(round, in_.damping, in_.max_sweeps);
    round.converged = converged;
  }
  // What is left of a large formula would cost local search millions of flips. A contradiction is taken back and a
  // smaller share tried; in the end all values by beliefs are taken back, and local search begins with them.
  outcome end_by_beliefs(survey_round& round) {
    constexpr unsigned sweeps = 6, max_contradictions = 6;  // more sweeps per round: as good
    converge_beliefs(round);
    const std::uint64_t free = state_.free_variables();
    unsigned contradictions = in_.belief_share > 0 ? 0 : max_contradictions;
    if (contradictions == 0) state_.keep_values();
    while (contradictions != max_contradictions) {
      const double share = in_.belief_share / (1U << contradictions);
      const auto wanted = static_cast<std::uint64_t>(share * static_cast<double>(state_.free_variables()));
      const bias_histogram biases = steps_.weigh_free_variables();
      round.magnetisation = biases.mean_magnetisation(state_.free_variables());
      const auto fixed = steps_.fix(biases, std::max<std::uint64_t>(1, wanted));
      if (!fixed) {
        ++contradictions;
        continue;
      }
      counts_.fixed += *fixed;
      report(round);
      if (state_.unsatisfied_clauses() == 0) return outcome::assigned;
      round = {};
      converge(round, in_.damping, sweeps);
    }
    counts_.unfixed += free - state_.free_variables();
    if (state_.free_variables() != free) state_.return_to_kept_values();
    report(round);
    return outcome::paramagnetic;
  }

  void report(survey_round& round) {
    ++counts_.rounds;
    round.free = state_.free_variables();
    round.clauses = state_.unsatisfied_clauses();
    exec_.report("survey", state_.fixed(), in_.cnf.variables, &round);
  }

  Exec& exec_;
  const survey_problem& in_;
  typename Parts::state state_;
  typename Parts::sweeps sweeps_;
  typename Parts::propagation units_;
  typename Parts::steps steps_;
  random_stream random_;
  std::uint64_t quota_;  // variables to fix, or to unfix, in a round
  survey_counts counts_{};
  outcome ended_ = outcome::interrupted;
};

template <class Exec> using whole_survey_core = survey_core<Exec>;

}  // namespace amorph::sat
