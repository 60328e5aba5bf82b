// The search: simplification, then a schedule of survey propagation (Braunstein, Mézard, Zecchina 2005; Marino, Parisi,
// Ricci-Tersenghi 2016), local search (probSAT; Balint, Schöning 2012) and a complete solver (CaDiCaL). The papers give
// parameters for one attempt; the order of methods, the schedule of attempts and the limits are this project's, tuned
// on random 3-SAT to 7-SAT near the threshold.
#include "solver/sat/satisfy.hpp"

#include <utility>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/base/stopwatch.hpp"
#include "amorph/kernels/exec/cpu.hpp"
#include "solver/run/strategy_names.hpp"
#include "solver/sat/resident_formula.hpp"
#include "solver/sat/schedule.hpp"
#include "solver/sat/search.hpp"

namespace amorph::sat {
namespace {

constexpr strategy_names<method, 6> names = {{{"auto", method::automatic},
                                              {"sp", method::survey},
                                              {"survey", method::survey},
                                              {"walk", method::walk},
                                              {"complete", method::complete},
                                              {"hybrid", method::hybrid}}};

}  // namespace

void search::run() {
  simplify();
  if (simple_->contradiction) return refute("simplify");
  if (rest_->clauses() == 0) return accept(std::vector<truth>(rest_->variables), "simplify");
  switch (options_.method) {
    case method::complete: return solve_completely(0);
    case method::walk: return walk_from_start();
    case method::survey:
      decimate();
      // Surveys that do not converge say little, as in formulas that are not random: local search remains.
      if (unsolved() && !r_.attempts.empty() && r_.attempts.back().ended == outcome::unconverged) walk_from_start();
      return;
    case method::hybrid: return solve_side_by_side(options_.attempts);
    case method::automatic: break;
  }
  random_ ? alternate() : solve_structured();
}

// Without a complete solver to come, decimation has no limit, and a walk ends the search.
void search::solve_structured() {
  limited_ = has_complete();
  if (limited_) solve_completely(first_conflicts);
  if (unsolved()) decimate();
  if (unsolved()) limited_ ? solve_side_by_side(0) : walk_from_start();
}

// Each method in turn, until one gives an answer: the complete solver does in the end.
void search::alternate() {
  const std::uint64_t n = rest_->variables, m = rest_->clauses();
  const bool walkable = n <= walkable_variables, short_clauses = m <= survey_first && rest_->literals.size() <= 3 * m;
  const unsigned waits = walkable && short_clauses     ? walkable_rounds_before_complete
                         : m <= complete_in_each_round ? 0
                                                       : rounds_before_complete;
  const std::uint64_t first_flips = n * (!short_clauses ? round_flips_per_variable
                                         : walkable     ? flips_of_walker
                                                        : short_flips_per_variable);
  if (has_complete() && m <= few_clauses) {
    const walk_result walked = walk_on(*rest_, {}, (short_clauses ? flips_of_walker : first_flips_per_variable) * n, 1,
                                       options_.seed + walk_part);
    if (walked.satisfied) accept(walked.values, "walk");
  }
  bool stuck = false;  // walks are
  for (unsigned round = 0; unsolved() && (has_complete() || round != rounds_without_complete); ++round) {
    const unsigned doublings = std::min(round, max_doublings);
    const std::uint64_t flips = first_flips
                                << (walkable || short_clauses ? 2 * doublings : std::min(round, max_flip_doublings));
    const std::uint64_t sweeps = short_clauses ? short_sweeps << doublings / 2 : round_sweeps << doublings;
    const unsigned walkers = short_clauses ? walkers_of(flips / n, walkable) : 0;
    const unsigned row = !walkable ? round : short_clauses ? first_guided + round % guided_rows : round % quick_rows;
    const auto walk_some = [&] {
      const walk_result walked = walk_on(*rest_, {}, flips, walkers, options_.seed + round);
      if (walked.satisfied) accept(walked.values, "walk");
    };
    // No limit of sweeps for the slow attempts on large formulas, which need thousands.
    const std::uint64_t updates = n < many_variables || round == 0 ? sweeps * m : 0;
    if (has_complete() && m <= few_clauses) solve_completely(first_conflicts << doublings);
    if (unsolved() && walkable && m <= survey_first) walk_some();
    if (unsolved() && (options_.attempts == 0 || round < options_.attempts))
      (void)attempt_decimation(round, row, updates);
    if (unsolved() && !walkable && m <= survey_first) walk_some();
    if (unsolved() && m > survey_first && !stuck) stuck = walk_unless_stuck(flips, options_.seed + round);
    if (unsolved() && has_complete() && m > few_clauses && round >= waits)
      solve_completely(round_conflicts << doublings);
  }
}

namespace {

// Throws if simplification and the model need more than the limit.
void require_memory(const prepared_formula& p, const satisfy_options& options) {
  cpu_exec exec(1, options.run.memory_limit);
  exec.memory().take(p.simplification_bytes(simplifies_all(p, options)));
}

void run(prepared_formula& f, const satisfy_options& options, satisfy_result& r) {
  require_memory(f, options);
  search(f, options, r).run();
  if (r.found == verdict::satisfiable) r.model = f.whole_model(std::move(r.model));
}

template <class Run> satisfy_result timed(const satisfy_options& options, Run run) {
  if (needs_complete(options.method) && !has_complete()) throw error(status::bad_input, complete_name());
  const stopwatch total;
  satisfy_result r;
  r.stats.backend_name = "cpu";
  try {
    run(r);
  } catch (const error& e) {
    if (e.code() != status::interrupted) throw;
    r.interrupted = true;
  }
  if (options.run.stop_requested() && r.found == verdict::unknown) r.interrupted = true;
  r.stats.ms = {total.ms()};
  return r;
}

}  // namespace

std::optional<method> parse_method(std::string_view word) noexcept { return strategy_of(names, word); }
std::string_view to_string(method m) noexcept { return name_of(names, m); }

satisfy_result satisfy(const formula& f, const satisfy_options& options) {
  return timed(options, [&](satisfy_result& r) {
    prepared_formula prepared(f);
    run(prepared, options, r);
  });
}

resident_formula::resident_formula(context& in, const formula& f) : prepared_(new prepared_formula(f, &in)) {}
resident_formula::~resident_formula() = default;
const formula& resident_formula::view() const { return prepared_->original(); }

satisfy_result satisfy(const resident_formula& f, const satisfy_options& options) {
  return timed(options, [&](satisfy_result& r) { run(f.prepared(), options, r); });
}

}  // namespace amorph::sat
