// Dispatches a walk to a backend. If a device stops with few unsatisfied clauses, the CPU continues the same walk,
// where short rounds cost less.
#include "solver/sat/walk/walk.hpp"

#include <algorithm>
#include <string>

#include "amorph/kernels/base/error.hpp"
#include "solver/run/dispatch.hpp"
#include "solver/run/strategy_names.hpp"
#include "solver/sat/core.hpp"
#include "solver/sat/formula/check_once.hpp"

namespace amorph::sat {
namespace {

constexpr strategy_names<walk_strategy, 3> names = {
    {{"auto", walk_strategy::automatic}, {"together", walk_strategy::parallel}, {"walkers", walk_strategy::walkers}}};

constexpr std::uint64_t transfer_threshold = 32;

run_work work_of_walk(const formula& f) {
  const auto clauses = static_cast<double>(f.clauses());
  return {.serial_ms = 0.2e-3 * clauses,
          .core_ms = 3e-3 * clauses,
          .device_ms = 20 + 0.05e-3 * clauses,
          .upload_bytes = 32 * f.clauses()};
}

class walk_run {
 public:
  walk_run(const formula& f, span<const truth> start, const walk_options& options)
      : options_(options), work_(work_of_walk(f)) {
    result_.values.assign(f.variables, truth::no);
    if (!start.empty())
      std::replace_copy(start.begin(), start.end(), result_.values.begin(), truth::unknown, truth::no);
    result_.unsatisfied = f.clauses();
    problem_.cnf = arrays_of(f);
    problem_.start = start.empty() ? nullptr : start.data();
    problem_.max_flips = options.max_flips;
    problem_.seed = options.seed;
    problem_.walkers = options.walkers;
    problem_.transfer_threshold = transfer_threshold;
  }

  walk_result run() {
    try {
      walk(options_.run, options_.strategy);
      // On a device, a round of few flips is mostly barriers: the CPU makes the last ones, the same that the device
      // would.
      if (result_.unsatisfied != 0 && !result_.interrupted && result_.stats.flips < options_.max_flips &&
          result_.stats.strategy == to_string(walk_strategy::parallel))
        continue_on_cpu();
    } catch (const error& e) {  // while the formula was loaded
      if (e.code() != status::interrupted) throw;
      result_.interrupted = true;
    }
    result_.satisfied = result_.unsatisfied == 0;
    return std::move(result_);
  }

 private:
  void walk(run_options run, walk_strategy strategy) {
    const walk_statistics before = result_.stats;
    std::vector<truth> values(result_.values.size());
    walk_answer answer{};
    answer.values = values.data();
    run.repeat = 1;
    run.progress = [&](const progress& p) {
      if (!options_.run.progress || p.detail == nullptr) return;
      walk_progress all = *static_cast<const walk_progress*>(p.detail);
      all.rounds += before.rounds;
      all.flips += before.flips;
      options_.run.progress({p.phase, all.flips, options_.max_flips, &all});
    };
    run_statistics& stats = result_.stats;
    const std::uint32_t ran =
        dispatch("walk", walk_on_cpu(), run, work_, static_cast<std::uint32_t>(strategy), problem_, answer, stats);
    stats.strategy = to_string(static_cast<walk_strategy>(ran));
    result_.stats.rounds += answer.rounds;
    result_.stats.flips += answer.flips;
    result_.stats.walkers = answer.walkers;
    result_.values = std::move(values);
    result_.unsatisfied = answer.unsatisfied;
    result_.interrupted = answer.interrupted != 0;
  }

  void continue_on_cpu() {
    const walk_statistics device = result_.stats;
    const std::vector<truth> start = result_.values;
    problem_.start = start.data();
    problem_.max_flips -= device.flips;
    problem_.rounds_before = static_cast<std::uint32_t>(device.rounds);
    problem_.transfer_threshold = 0;
    run_options run = options_.run;
    run.backend = backend::cpu;
    walk(run, walk_strategy::parallel);
    walk_statistics& all = result_.stats;
    all.backend_name = device.backend_name;
    all.load_ms += device.load_ms;
    all.finish_ms += device.finish_ms;
    for (std::size_t i = 0; i != all.ms.size(); ++i) all.ms[i] += device.ms[i];
    all.peak_bytes = std::max(all.peak_bytes, device.peak_bytes);
  }

  const walk_options& options_;
  run_work work_;
  walk_problem problem_{};
  walk_result result_;
};

}  // namespace

std::optional<walk_strategy> parse_walk_strategy(std::string_view word) noexcept { return strategy_of(names, word); }
std::string_view to_string(walk_strategy s) noexcept { return name_of(names, s); }

walk_result walk(const formula& f, span<const truth> start, const walk_options& options) {
  check_formula(f, options.run);
  if (!start.empty() && start.size() != f.variables)
    throw error(status::bad_input, "expected an initial value for each of " + std::to_string(f.variables) +
                                       " variables, found " + std::to_string(start.size()));
  return walk_run(f, start, options).run();
}

}  // namespace amorph::sat
