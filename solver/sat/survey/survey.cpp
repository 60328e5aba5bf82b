// Checks the options and dispatches the decimation to a backend; a run interrupted before its first round fixes
// nothing.
#include "solver/sat/survey/survey.hpp"

#include <algorithm>
#include <numeric>
#include <string>

#include "amorph/kernels/base/error.hpp"
#include "solver/run/dispatch.hpp"
#include "solver/run/strategy_names.hpp"
#include "solver/sat/core.hpp"
#include "solver/sat/formula/check_once.hpp"

namespace amorph::sat {
namespace {

constexpr strategy_names<survey_strategy, 5> names = {{{"auto", survey_strategy::automatic},
                                                       {"gather", survey_strategy::gather},
                                                       {"recompute", survey_strategy::recompute},
                                                       {"atomic", survey_strategy::atomic},
                                                       {"unsynchronised", survey_strategy::unsynchronised}}};

void check_options(const survey_options& options) {
  auto expect = [](bool holds, const char* what, double found) {
    if (!holds) throw error(status::bad_input, std::string("expected ") + what + ", found " + std::to_string(found));
  };
  expect(options.fraction > 0 && options.fraction <= 1, "a fraction above 0 and at most 1", options.fraction);
  expect(options.backtrack >= 0 && options.backtrack < 1, "a backtracking ratio of 0 or more and below 1",
         options.backtrack);
  expect(options.epsilon > 0 && options.epsilon < 1, "an epsilon between 0 and 1", options.epsilon);
  expect(options.damping >= 0 && options.damping < 1, "a damping of 0 or more and below 1", options.damping);
  expect(options.belief_share >= 0 && options.belief_share <= 1, "a share of the beliefs of 0 to 1",
         options.belief_share);
  expect(options.max_sweeps > 0, "at least one sweep", options.max_sweeps);
}

std::uint32_t dispatch_survey(const formula& f, const survey_options& options, run_options& run,
                              survey_problem& problem, survey_answer& answer, survey_statistics& stats) {
  const auto strategy = static_cast<std::uint32_t>(options.strategy);
  const run_work work = work_of_survey(f.clauses());
  if (options.devices.size() < 2) {
    if (!options.devices.empty()) run.device = options.devices[0];
    return dispatch("survey", survey_on_cpu(), run, work, strategy, problem, answer, stats);
  }
  if (options.strategy != survey_strategy::automatic && options.strategy != survey_strategy::gather)
    throw error(status::bad_input,
                "several devices: expected the strategy gather, found " + std::string(to_string(options.strategy)));
  constexpr const char* entry = "sharded-survey";
  if (run.backend == backend::automatic) run.backend = backend::cuda;
  for (const std::int32_t device : options.devices) {
    const backend_choice choice =
        select_backend(run.backend, entry, boundary_version<survey_problem, survey_answer>, device);
    if (choice.code != status::ok) throw error(choice.code, choice.message);
  }
  run.device = options.devices[0];
  run.context = nullptr;  // its executors are of one device
  problem.devices = options.devices.data();
  problem.device_count = static_cast<std::uint32_t>(options.devices.size());
  return dispatch(entry, sharded_survey_on_cpu(), run, work, strategy, problem, answer, stats);
}

// Interrupted before the first round.
void set_nothing_fixed(const formula& f, survey_result& r) {
  r.ended = outcome::interrupted;
  r.values.assign(f.variables, truth::unknown);
  r.likely.assign(f.variables, truth::no);
  r.unsatisfied.resize(f.clauses());
  std::iota(r.unsatisfied.begin(), r.unsatisfied.end(), std::uint32_t{0});
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
    case outcome::unconverged: return "unconverged";
    case outcome::exhausted: return "exhausted";
    case outcome::interrupted: return "interrupted";
  }
  return "";
}

run_work work_of_survey(std::uint64_t count) {
  const auto clauses = static_cast<double>(count);
  return {.serial_ms = 0.9e-3 * clauses,
          .core_ms = 17e-3 * clauses,
          .device_ms = 60 + 0.25e-3 * clauses,
          .upload_bytes = 32 * count};
}

survey_result survey(const formula& f, const survey_options& options) {
  check_options(options);
  check_formula(f, options.run);
  survey_result r;
  r.values.resize(f.variables);
  r.likely.resize(f.variables);
  r.unsatisfied.resize(f.clauses());
  survey_problem problem{};
  problem.cnf = arrays_of(f);
  problem.fraction = options.fraction;
  problem.backtrack = options.backtrack;
  problem.epsilon = options.epsilon;
  problem.damping = options.damping;
  problem.belief_share = options.belief_share;
  problem.max_sweeps = options.max_sweeps;
  problem.max_contradictions = options.max_contradictions;
  problem.max_unconverged = options.max_unconverged;
  problem.max_updates = options.max_updates;
  problem.seed = options.seed;
  problem.guided = options.guided ? 1 : 0;
  survey_answer answer{};
  answer.values = r.values.data();
  answer.likely = r.likely.data();
  answer.unsatisfied = r.unsatisfied.data();
  run_options run = options.run;
  run.repeat = 1;
  run.progress = [&](const progress& p) {
    if (p.detail == nullptr) return;  // not a round
    r.history.push_back(*static_cast<const survey_round*>(p.detail));
    if (options.run.progress) options.run.progress(p);
  };
  try {
    const std::uint32_t ran = dispatch_survey(f, options, run, problem, answer, r.stats);
    r.stats.strategy = to_string(static_cast<survey_strategy>(ran));
  } catch (const error& e) {
    if (e.code() != status::interrupted) throw;
    set_nothing_fixed(f, r);
    return r;
  }
  r.unsatisfied.resize(answer.unsatisfied_count);
  r.ended = static_cast<outcome>(answer.ended);
  static_cast<survey_counts&>(r.stats) = answer.counts;
  r.stats.peak_bytes = std::max(r.stats.peak_bytes, answer.peak_bytes);
  r.stats.halo_bytes = answer.halo_bytes;
  return r;
}

}  // namespace amorph::sat
