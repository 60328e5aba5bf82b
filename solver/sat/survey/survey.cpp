#include "solver/sat/survey/survey.hpp"

#include <array>
#include <utility>

#include "solver/run/strategy_names.hpp"
#include "solver/sat/dispatch.hpp"

namespace amorph::sat {
namespace {

constexpr strategy_names<survey_strategy, 5> names = {{{"auto", survey_strategy::automatic},
                                                       {"gather", survey_strategy::gather},
                                                       {"recompute", survey_strategy::recompute},
                                                       {"atomic", survey_strategy::atomic},
                                                       {"unsynchronised", survey_strategy::unsynchronised}}};

void check_options(const survey_options& how) {
  auto expect = [](bool holds, const char* what, double found) {
    if (!holds) throw error(status::bad_input, std::string("expected ") + what + ", found " + std::to_string(found));
  };
  expect(how.fraction > 0 && how.fraction <= 1, "a fraction above 0 and up to 1", how.fraction);
  expect(how.backtrack >= 0 && how.backtrack < 1, "rounds of release for each round from 0 to less than 1",
         how.backtrack);
  expect(how.epsilon > 0 && how.epsilon < 1, "a change of surveys between 0 and 1", how.epsilon);
  expect(how.damping >= 0 && how.damping < 1, "a damping from 0 to less than 1", how.damping);
  expect(how.max_sweeps > 0, "at least one sweep", how.max_sweeps);
}

}  // namespace

std::optional<survey_strategy> parse_survey_strategy(std::string_view word) noexcept {
  return strategy_of(names, word);
}
std::string_view to_string(survey_strategy s) noexcept { return name_of(names, s); }
std::string_view to_string(outcome o) noexcept {
  switch (o) {
    case outcome::assigned: return "assigned";
    case outcome::paramagnetic: return "paramagnetic";
    case outcome::contradiction: return "contradiction";
    case outcome::unsettled: return "unsettled";
    case outcome::exhausted: return "exhausted";
    case outcome::interrupted: return "stopped";
  }
  return "";
}

survey_result survey(const formula& f, const survey_options& how) {
  check_options(how);
  check_formula(f);
  survey_result r;
  r.values.resize(f.variables);
  r.likely.resize(f.variables);
  const survey_problem problem{arrays_of(f),   how.fraction,       how.backtrack,      how.epsilon,     how.damping,
                               how.max_sweeps, how.contradictions, how.most_unsettled, how.most_updates};
  survey_answer answer{};
  answer.values = r.values.data();
  answer.likely = r.likely.data();
  r.left.resize(f.clauses());
  answer.left = r.left.data();
  const core_call ran = dispatch<survey_round>(
      "survey", survey_version, survey_on_cpu(), how, problem,
      [&](const survey_round& round) {
        r.history.push_back(round);
        if (how.watch) how.watch(round);
      },
      answer, r.stats);
  r.left.resize(answer.left_clauses);
  r.ended = static_cast<outcome>(answer.ended);
  r.stats.strategy = to_string(static_cast<survey_strategy>(ran.strategy));
  r.stats.sweeps = answer.sweeps;
  r.stats.rounds = answer.rounds;
  r.stats.unsettled = answer.unsettled;
  r.stats.fixed = answer.fixed;
  r.stats.released = answer.released;
  r.stats.contradictions = answer.contradictions;
  r.stats.clause_updates = answer.clause_updates;
  r.stats.sweep_ms = answer.sweep_ms;
  return r;
}

}  // namespace amorph::sat
