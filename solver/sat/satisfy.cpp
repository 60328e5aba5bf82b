// The search: simplification, then a schedule of survey propagation (Braunstein, Mézard, Zecchina 2005; Marino, Parisi,
// Ricci-Tersenghi 2016), local search (probSAT; Balint, Schöning 2012) and a complete solver (CaDiCaL). The papers give
// parameters for one attempt; the order of methods, the schedule of attempts and the limits are this project's, tuned
// on random 3-SAT to 7-SAT near the threshold.
#include "solver/sat/satisfy.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/base/stopwatch.hpp"
#include "amorph/kernels/exec/cpu.hpp"
#include "solver/run/strategy_names.hpp"
#include "solver/sat/formula/prepared.hpp"
#include "solver/sat/formula/residual.hpp"
#include "solver/sat/hybrid/hybrid.hpp"
#include "solver/sat/resident_formula.hpp"

namespace amorph::sat {
namespace {

constexpr strategy_names<method, 6> names = {{{"auto", method::automatic},
                                              {"sp", method::survey},
                                              {"survey", method::survey},
                                              {"walk", method::walk},
                                              {"complete", method::complete},
                                              {"hybrid", method::hybrid}}};

// Attempts at decimation, in order. Plain decimation solves 3-SAT at ratio 4.2 with a third of the sweeps that
// backtracking takes, but seldom at 4.24. Attempts that are guided by complexity succeed soon or hardly ever, with luck
// that differs from one fraction to the next: there are several, of few sweeps each.
struct parameters {
  double fraction, backtrack, epsilon, damping;
  bool guided;
  unsigned max_sweeps, max_contradictions, max_unconverged;
};
constexpr std::array<parameters, 9> schedule = {{{0.015, 0, 0.04, 0, false, 100, 0, 10},
                                                 {0.02, 0, 0.02, 0.3, true, 100, 20, 20},
                                                 {0.01, 0, 0.02, 0.3, true, 60, 20, 20},
                                                 {0.03, 0, 0.02, 0.3, true, 60, 20, 20},
                                                 {0.015, 0, 0.02, 0.2, true, 60, 20, 20},
                                                 {0.025, 0, 0.01, 0.4, true, 100, 20, 20},
                                                 {0.005, 0, 0.02, 0.3, true, 60, 20, 20},
                                                 {0.005, 0.8, 0.03, 0, false, 100, 10, 20},
                                                 {0.002, 0.9, 0.01, 0, false, 200, 20, 20}}};
// The guided ones come twice, with other seeds, before the slow ones at the end.
constexpr unsigned first_guided = 1, first_slow = 7, guided = first_slow - first_guided;
constexpr unsigned all_attempts = static_cast<unsigned>(schedule.size()) + guided;
constexpr const parameters& parameters_of(unsigned attempt) {
  const unsigned row = attempt < first_slow ? attempt : attempt - guided;
  return schedule[std::min<std::size_t>(row, schedule.size() - 1)];
}
constexpr std::uint64_t guided_sweeps = 2'500;  // over the whole formula, in one attempt

// Limit of conflicts of the complete solver where it goes first: on formulas that do not look random, and on random
// ones of so few clauses.
constexpr std::uint64_t first_conflicts = 20'000, few_clauses = 3'000;
// The same for the residual formula: before local search, and after it.
constexpr std::uint64_t small_residual = 20'000, quick_conflicts = 200, residual_conflicts = 5'000;
// From this many clauses on, a formula that looks random is not searched for pure literals and duplicates: it has few,
// and they do no harm.
constexpr std::uint64_t large_formula = 100'000;

// What `auto` spends on decimation and local search of a formula that does not look random, before the complete solver
// runs without a limit; and the flips of method::walk.
constexpr unsigned structured_attempts = 2;
constexpr std::uint64_t structured_sweeps = 1'000;  // over the whole formula, in all attempts together
struct flip_budget {
  std::uint64_t minimum, per_variable;
};
constexpr flip_budget random_flips{20'000'000, 400}, structured_flips{2'000'000, 20};

// On random formulas `auto` alternates: each round is a walk, an attempt at decimation and the complete solver, with
// limits that grow from round to round. A walk and an attempt of the same round take about as long as each other.
// Up to so many variables, more flips are the best hope, and the first two, quick parameters of decimation are repeated
// with other seeds. Beyond, walks seldom gain by more flips.
constexpr std::uint64_t round_flips_per_variable = 250, walkable_variables = 4'000;
constexpr unsigned max_doublings = 12, max_flip_doublings = 2, quick_parameters = 2;
constexpr std::uint64_t round_sweeps = 3'000, round_conflicts = 1'000;
// With more clauses than this, survey propagation goes first, and the complete solver waits for some rounds.
constexpr std::uint64_t survey_first = 60'000, complete_in_each_round = 20'000;
constexpr unsigned rounds_before_complete = 6;
constexpr unsigned rounds_without_complete = 10;

bool simplifies_all(const prepared_formula& f, const satisfy_options& options) {
  return options.simplify &&
         (needs_complete(options.method) || f.searched().clauses() < large_formula || !f.looks_random());
}

class search {
 public:
  search(prepared_formula& f, const satisfy_options& options, satisfy_result& r)
      : f_(f), options_(options), r_(r), random_(f.looks_random()) {}

  void run() {
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

 private:
  void solve_structured() {
    if (has_complete()) {
      limited_ = true;  // without a complete solver to come, the others have no limit
      solve_completely(first_conflicts);
    }
    if (unsolved()) decimate();
    if (unsolved()) walk_from_start();
    if (unsolved() && has_complete()) solve_side_by_side(0);
  }

  // Each method in turn, until one gives an answer: the complete solver does in the end.
  void alternate() {
    const std::uint64_t n = rest_->variables, m = rest_->clauses();
    for (unsigned round = 0; unsolved() && (has_complete() || round != rounds_without_complete); ++round) {
      const unsigned doublings = std::min(round, max_doublings);
      const std::uint64_t flips = round_flips_per_variable * n
                                  << (n <= walkable_variables ? 2 * doublings : std::min(round, max_flip_doublings));
      const auto walk_some = [&] {
        if (const auto model = run_walk(*rest_, {}, flips, options_.seed + round)) accept(*model, "walk");
      };
      if (has_complete() && m <= few_clauses) solve_completely(first_conflicts << doublings);
      if (unsolved() && m <= survey_first) walk_some();
      if (unsolved() && (options_.attempts == 0 || round < options_.attempts))
        (void)attempt_decimation(round, n <= walkable_variables ? round % quick_parameters : round,
                                 (round_sweeps << doublings) * m);
      if (unsolved() && m > survey_first) walk_some();
      if (unsolved() && has_complete() && m > few_clauses &&
          (m <= complete_in_each_round || round >= rounds_before_complete))
        solve_completely(round_conflicts << doublings);
    }
  }

  [[nodiscard]] bool stopped() const { return options_.run.stop_requested(); }
  [[nodiscard]] bool unsolved() {
    if (stopped()) r_.interrupted = true;
    return r_.found == verdict::unknown && !r_.interrupted;
  }

  void report(const char* phase, const progress& p = {}, const survey_round* round = nullptr,
              const walk_progress* walk = nullptr) const {
    if (!options_.run.progress) return;
    const satisfy_progress detail{static_cast<unsigned>(r_.attempts.size()) + 1, round, walk};
    options_.run.progress({phase, p.done, p.total, &detail});
  }

  void refute(std::string_view by) {
    r_.found = verdict::unsatisfiable;
    r_.found_by = by;
  }
  void accept(span<const truth> rest, std::string_view by) {
    r_.found = verdict::satisfiable;
    r_.found_by = by;
    r_.model = simple_->extend(rest);
  }

  void simplify() {
    report("simplify");
    const stopwatch simplifying;
    const prepared_formula::simpler& done = f_.simplified(simplifies_all(f_, options_), options_.run);
    simple_ = &done.simple;
    rest_ = done.in_order;
    if (options_.proof != nullptr) log_simplified(*done.rest);
    r_.simplify_ms = simplifying.ms();
  }

  void log_simplified(const formula& rest) {
    const span<const std::uint32_t> original = f_.original_variables();
    options_.proof->rename(original);
    if (!simple_->unchanged) {
      log_simplification(f_.searched(), rest, simple_->variable_of, *options_.proof);
      name_of_ = simple_->variable_of;
      for (std::uint32_t& v : name_of_) v = original.empty() ? v : original[v];
    } else {
      name_of_.assign(original.begin(), original.end());
    }
  }

  [[nodiscard]] complete_options options_of_complete() const {
    complete_options options;
    options.run = options_.run;
    if (options_.run.progress) options.run.progress = [this](const progress& p) { report("complete", p); };
    options.seed = options_.seed;
    return options;
  }
  void prepare_complete() {
    if (complete_) return;
    complete_options options = options_of_complete();
    options.proof = options_.proof;
    complete_.emplace(*rest_, options, name_of_);
  }
  // For further conflicts, with what earlier calls have learned.
  complete_result search_completely(std::uint64_t conflicts) {
    report("complete");
    prepare_complete();
    complete_result found = complete_->solve(conflicts);
    r_.complete_ms += found.ms;
    return found;
  }
  void solve_completely(std::uint64_t conflicts) {
    const complete_result found = search_completely(conflicts);
    if (found.found == verdict::satisfiable) accept(found.model, "complete");
    if (found.found == verdict::unsatisfiable) refute("complete");
  }

  // The model that a walk on `f` finds, if it does.
  std::optional<std::vector<truth>> run_walk(const formula& f, span<const truth> start, std::uint64_t flips,
                                             std::uint64_t seed) {
    walk_result walked = walk_on(f, start, flips, 0, seed);
    if (walked.satisfied) return std::move(walked.values);
    return std::nullopt;
  }
  walk_result walk_on(const formula& f, span<const truth> start, std::uint64_t flips, unsigned walkers,
                      std::uint64_t seed) {
    walk_options options;
    options.run = options_.run;
    options.run.progress = [this](const progress& p) {
      report("walk", p, nullptr, static_cast<const walk_progress*>(p.detail));
    };
    options.strategy = options_.walks;
    options.max_flips = options_.max_flips != 0 ? options_.max_flips : flips;
    options.seed = seed;
    options.walkers = options_.walkers != 0 ? options_.walkers : walkers;
    report("walk");
    walk_result walked = walk(f, start, options);
    r_.walk_ms += note_run(walked.stats);
    r_.flips += walked.stats.flips;
    r_.walk_strategy_name = walked.stats.strategy;
    r_.walkers = walked.stats.walkers;
    return walked;
  }
  void solve_side_by_side(unsigned rounds) {
    prepare_complete();
    hybrid_options options;
    options.run = options_.run;
    options.seed = options_.seed;
    options.rounds = rounds;
    const hybrid_searches searches{
        [this](const formula& f, span<const truth> start, std::uint64_t flips, unsigned walkers, std::uint64_t seed) {
          return walk_on(f, start, flips, walkers, seed);
        },
        [this](std::uint64_t conflicts) { return search_completely(conflicts); }};
    const hybrid_result found = search_side_by_side(*rest_, *complete_, searches, options);
    if (found.found == verdict::satisfiable) accept(found.model, found.by_walk ? "walk" : "complete");
    if (found.found == verdict::unsatisfiable) refute("complete");
    (void)unsolved();  // notes a stop request
  }
  void walk_from_start() {
    const flip_budget& limit = limited_ ? structured_flips : random_flips;
    const std::uint64_t flips = std::max(limit.minimum, limit.per_variable * std::uint64_t{rest_->variables});
    if (const auto model = run_walk(*rest_, {}, flips, options_.seed)) accept(*model, "walk");
  }
  // Returns the run's time, loading and finishing included.
  double note_run(const run_statistics& stats) {
    if (!stats.backend_name.empty()) r_.stats.backend_name = stats.backend_name;
    if (stats.threads != 0) r_.stats.threads = stats.threads;
    if (r_.stats.weighed.empty()) r_.stats.weighed = stats.weighed;
    r_.stats.peak_bytes = std::max(r_.stats.peak_bytes, stats.peak_bytes);
    return stats.load_ms + stats.median_ms() + stats.finish_ms;
  }

  void decimate() {
    const bool own = options_.fraction || options_.backtrack || options_.epsilon || options_.max_sweeps;
    unsigned attempts = own ? 3 : all_attempts;
    if (limited_) attempts = std::min(attempts, structured_attempts);
    if (options_.attempts != 0) attempts = options_.attempts;
    const std::uint64_t max_updates = limited_ ? structured_sweeps * rest_->clauses() : 0;
    std::uint64_t updates = 0;
    for (unsigned attempt = 0; attempt != attempts && unsolved() && (max_updates == 0 || updates < max_updates);
         ++attempt)
      updates += attempt_decimation(attempt, attempt, max_updates == 0 ? 0 : max_updates - updates);
  }
  // `row`: the attempt whose parameters it has. Returns the clause updates of its sweeps.
  std::uint64_t attempt_decimation(unsigned attempt, unsigned row, std::uint64_t max_updates) {
    const parameters& p = parameters_of(row);
    survey_options options;
    options.run = options_.run;
    options.run.progress = [this](const progress& made) {
      report("survey", made, static_cast<const survey_round*>(made.detail));
    };
    options.strategy = options_.surveys;
    options.fraction = options_.fraction.value_or(p.fraction);
    options.backtrack = options_.backtrack.value_or(p.backtrack);
    options.epsilon = options_.epsilon.value_or(p.epsilon);
    options.max_sweeps = options_.max_sweeps.value_or(p.max_sweeps);
    options.damping = options_.damping.value_or(p.damping);
    options.guided = p.guided && !options_.backtrack;
    options.max_contradictions = p.max_contradictions;
    options.max_unconverged = p.max_unconverged;
    options.max_updates = max_updates;
    if (const std::uint64_t limit = guided_sweeps * rest_->clauses();
        options.guided && (max_updates == 0 || limit < max_updates))
      options.max_updates = limit;
    options.seed = options_.seed + attempt;
    options.devices = options_.devices;
    report("survey");
    survey_result s = survey(*rest_, options);
    r_.survey_ms += note_run(s.stats);
    r_.sweeps += s.stats.sweeps;
    r_.rounds += s.stats.rounds;
    r_.fixed += s.stats.fixed;
    r_.unfixed += s.stats.unfixed;
    r_.halo_bytes += s.stats.halo_bytes;
    if (options.devices.size() > 1) r_.devices = options.devices;
    r_.survey_strategy_name = s.stats.strategy;
    r_.attempts.push_back(
        {s.ended, options.guided, options.fraction, options.backtrack, options.epsilon, std::move(s.history), s.stats});
    if (s.ended == outcome::interrupted) r_.interrupted = true;
    if (s.ended == outcome::assigned) accept(s.values, "survey");
    if (unsolved()) solve_residual(s, attempt);
    return s.stats.clause_updates;
  }

  // The complete solver if the residual formula is small, local search if it is easy.
  void solve_residual(const survey_result& s, unsigned attempt) {
    const stopwatch simplifying;
    const residual_formula residual(*rest_, s.values, s.unsatisfied, options_.run);
    r_.simplify_ms += simplifying.ms();
    if (residual.contradiction()) return;
    const formula& rest = residual.rest();
    r_.residual_variables = rest.variables;
    r_.residual_clauses = rest.clauses();
    if (rest.clauses() == 0) return accept(residual.extend(std::vector<truth>(rest.variables)), "survey");
    // Often it is refuted at once.
    if (solve_residual_completely(residual, quick_conflicts) || !unsolved() || s.ended != outcome::paramagnetic) return;
    const std::uint64_t flips = std::max<std::uint64_t>(5'000'000, 200 * std::uint64_t{rest.variables});
    const auto model = run_walk(rest, residual.restrict_to_rest(s.likely), flips, options_.seed + attempt);
    if (model) return accept(residual.extend(*model), "survey");
    if (unsolved()) (void)solve_residual_completely(residual, residual_conflicts);
  }
  // Returns whether the complete solver came to an answer.
  bool solve_residual_completely(const residual_formula& residual, std::uint64_t conflicts) {
    if (!has_complete() || residual.rest().clauses() > small_residual) return false;
    report("complete");
    complete_options options = options_of_complete();
    options.conflicts = conflicts;
    const complete_result found = complete(residual.rest(), options);
    r_.complete_ms += found.ms;
    if (found.found == verdict::satisfiable) accept(residual.extend(found.model), "survey");
    return found.found != verdict::unknown;
  }

  prepared_formula& f_;
  const satisfy_options& options_;
  satisfy_result& r_;
  const simplified* simple_ = nullptr;
  const formula* rest_ = nullptr;            // of simplification
  bool random_;                              // looks so
  std::optional<complete_search> complete_;  // of the rest
  std::vector<std::uint32_t> name_of_;  // with a proof: the original's variable per variable of the rest, or empty if
                                        // they are the same
  bool limited_ = false;                // attempts and walks are: the complete solver is to come
};

// Throws if simplification and the model need more than the limit.
void require_memory(const prepared_formula& p, const satisfy_options& options) {
  const formula& f = p.searched();
  const bool all = simplifies_all(p, options);
  cpu_exec exec(1, options.run.memory_limit);
  exec.memory().take(2 * std::uint64_t{p.original().variables} + (all ? 19 : 4) * std::uint64_t{f.variables} +
                     (all ? 25 : 1) * f.clauses() + (all ? 4 : 0) * f.literals.size());
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
