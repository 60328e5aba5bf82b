#include "solver/sat/walk/walk.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "solver/run/strategy_names.hpp"
#include "solver/sat/dispatch.hpp"

namespace amorph::sat {
namespace {
constexpr strategy_names<walk_strategy, 3> names = {
    {{"auto", walk_strategy::automatic}, {"together", walk_strategy::together}, {"walkers", walk_strategy::walkers}}};

constexpr std::uint64_t few_left = 32;

backend choose(backend asked) {
  const backend_choice choice = select_backend(asked, "walk", walk_version);
  if (choice.code != status::ok) throw error(choice.code, choice.message);
  return choice.where;
}
core_call run(const walk_options& how, const walk_problem& problem,
              const std::function<void(const walk_progress&)>& watch, walk_answer& answer, walk_statistics& stats) {
  return dispatch<walk_progress>("walk", walk_version, walk_on_cpu(), how, problem, watch, answer, stats);
}

}  // namespace

std::optional<walk_strategy> parse_walk_strategy(std::string_view word) noexcept { return strategy_of(names, word); }
std::string_view to_string(walk_strategy s) noexcept { return name_of(names, s); }

walk_result walk(const formula& f, span<const truth> start, const walk_options& how) {
  check_formula(f);
  if (!start.empty() && start.size() != f.variables)
    throw error(status::bad_input, "expected a value to start with for each of " + std::to_string(f.variables) +
                                       " variables, found " + std::to_string(start.size()));
  walk_result r;
  r.values.resize(f.variables);
  walk_problem problem{arrays_of(f), start.empty() ? nullptr : start.data(), how.max_flips, how.walkers, 0, few_left};
  walk_answer answer{};
  answer.values = r.values.data();
  walk_options here = how;
  here.where = choose(how.where);
  if (here.where == backend::cpu) problem.hand_over = 0;
  const core_call ran = run(here, problem, how.watch, answer, r.stats);
  // A round of a few flips is mostly barriers on a device: the CPU makes the last ones, the same that the device would.
  if (problem.hand_over != 0 && static_cast<walk_strategy>(ran.strategy) == walk_strategy::together &&
      answer.unsatisfied != 0 && answer.interrupted == 0 && answer.flips < how.max_flips) {
    const walk_answer before = answer;
    const walk_statistics device = r.stats;
    const std::vector<truth> values = r.values;
    problem.start = values.data();
    problem.max_flips -= answer.flips;
    problem.rounds_before = static_cast<std::uint32_t>(answer.rounds);
    problem.hand_over = 0;
    here.where = backend::cpu;
    here.how = walk_strategy::together;
    auto watch = [&](const walk_progress& p) {
      if (how.watch) how.watch({before.rounds + p.rounds, before.flips + p.flips, p.unsatisfied});
    };
    answer = {};
    answer.values = r.values.data();
    (void)run(here, problem, watch, answer, r.stats);
    answer.rounds += before.rounds;
    answer.flips += before.flips;
    r.stats.backend_name = device.backend_name;
    r.stats.load_ms += device.load_ms;
    r.stats.solve_ms += device.solve_ms;
    r.stats.finish_ms += device.finish_ms;
    r.stats.peak_bytes = std::max(r.stats.peak_bytes, device.peak_bytes);
  }
  r.unsatisfied = answer.unsatisfied;
  r.satisfied = answer.unsatisfied == 0;
  r.interrupted = answer.interrupted != 0;
  r.stats.strategy = to_string(static_cast<walk_strategy>(ran.strategy));
  r.stats.rounds = answer.rounds;
  r.stats.flips = answer.flips;
  return r;
}

}  // namespace amorph::sat
