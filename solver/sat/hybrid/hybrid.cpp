// Hybrid search: walkers give CaDiCaL phases, CaDiCaL gives walkers fixed literals. That phases of local search help
// clause learning is known of CaDiCaL's rephasing (Biere, Fleury: "Chasing target phases", 2020) and of relaxed clause
// learning (Cai, Zhang: "Deep cooperation of CDCL and local search for SAT", 2021). Here the walks are longer and
// parallel, and their assignment decides all phases of one search, then none.
#include "solver/sat/hybrid/hybrid.hpp"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "solver/sat/formula/residual.hpp"

namespace amorph::sat {
namespace {

// Conflicts with suggested phases in the first round, as many as follow without; half as many more in each further
// round.
constexpr std::uint64_t first_conflicts = 2'000, max_conflicts = std::uint64_t{1} << 30;
// Work is counted in visits, of an occurrence of a literal by a walk. CaDiCaL tells its conflicts alone, which took 60
// to 130 us each where walks made 30 to 60 visits per microsecond (colourings, blocks world). A flip makes some visits
// more than the variable has occurrences. A walker visits each literal to start, and to prepare a walk takes a few
// visits of each.
constexpr std::uint64_t visits_per_conflict = 3'000, visits_per_flip = 4, visits_per_literal = 8;
// Walks have a share of CaDiCaL's work, and at first half a second more.
constexpr std::uint64_t first_visits = 30'000'000;
// A walk has as many walkers as can make this number of flips per variable each: a few long walks find better
// assignments than many short ones. No walk is made that could flip each variable less often than `min_flips`.
constexpr std::uint64_t flips_per_variable = 256, min_flips_per_variable = 4, max_walkers = 16;
// Walks continue where the best one ended; one in this number begins at random.
constexpr unsigned walks_per_start = 4;
// After this number of walks in a row without a better assignment, or more, as many rounds have no walk.
constexpr unsigned patience = 2;

class side_by_side {
 public:
  side_by_side(const formula& f, complete_search& solver, const hybrid_searches& searches,
               const hybrid_options& options)
      : f_(f),
        solver_(solver),
        searches_(searches),
        options_(options),
        none_(f.variables, truth::unknown),
        conflicts_(options.conflicts_before) {}

  hybrid_result run() {
    std::uint64_t conflicts = first_conflicts;
    learn(conflicts);
    for (unsigned round = 0; unsolved() && (options_.rounds == 0 || round != options_.rounds); ++round) {
      if (pause_ != 0) {
        --pause_;
      } else if (const std::uint64_t visits = visits_left(); visits >= min_visits(f_)) {
        if (!walk(round, visits)) return std::move(result_);
        if (!unsolved()) break;
        if (!best_.empty()) solver_.suggest(best_);
      }
      learn(conflicts);
      if (!unsolved()) break;
      solver_.suggest(none_);
      learn(conflicts);
      conflicts = std::min(max_conflicts, conflicts + conflicts / 2);
    }
    return std::move(result_);
  }

 private:
  [[nodiscard]] bool unsolved() const { return result_.found == verdict::unknown && !options_.run.stop_requested(); }
  // What walks may still spend.
  [[nodiscard]] std::uint64_t visits_left() const {
    const std::uint64_t all = first_visits + conflicts_ * visits_per_conflict / options_.share;
    return all - std::min(all, visits_);
  }
  [[nodiscard]] static std::uint64_t visits_of_flip(const formula& f) {
    return visits_per_flip + f.literals.size() / std::max(1U, f.variables);
  }
  [[nodiscard]] static std::uint64_t visits_to_start(const formula& f) {
    return visits_per_literal * std::uint64_t{f.literals.size()};
  }
  [[nodiscard]] static std::uint64_t min_visits(const formula& f) {
    return visits_to_start(f) + min_flips_per_variable * visits_of_flip(f) * f.variables;
  }

  void learn(std::uint64_t conflicts) {
    conflicts_ += conflicts;
    complete_result found = searches_.learn(conflicts);
    result_.found = found.found;
    result_.model = std::move(found.model);
  }

  // Returns whether the search is to go on.
  bool walk(unsigned round, std::uint64_t visits) {
    visits_ += visits_to_start(f_);
    const std::vector<truth> fixed = solver_.fixed();
    const std::vector<std::uint32_t> open = unsatisfied_under(fixed);
    const residual_formula residual(f_, fixed, open, options_.run);
    if (residual.contradiction()) return true;  // the solver will find it
    const formula& rest = residual.rest();
    if (rest.clauses() == 0) {
      result_ = {verdict::satisfiable, residual.extend(std::vector<truth>(rest.variables)), false};
      return false;
    }
    std::vector<truth> start;
    if (walks_++ % walks_per_start != 0 && !best_.empty()) start = residual.restrict_to_rest(best_);
    const std::uint64_t flips = (visits - visits_to_start(f_)) / visits_of_flip(rest);
    const auto walkers =
        static_cast<unsigned>(std::clamp<std::uint64_t>(flips / (flips_per_variable * rest.variables), 1, max_walkers));
    walk_result walked = searches_.walk(rest, start, flips, walkers, options_.seed + round);
    visits_ += walked.stats.flips * visits_of_flip(rest) + walkers * std::uint64_t{rest.literals.size()};
    std::vector<truth> values = residual.extend(walked.values);
    if (walked.satisfied) {
      result_ = {verdict::satisfiable, std::move(values), true};
      return false;
    }
    if (walked.unsatisfied < fewest_) {
      fewest_ = walked.unsatisfied;
      best_ = std::move(values);
      failures_ = 0;
    } else if (++failures_ >= patience) {
      pause_ = failures_;
    }
    return true;
  }

  [[nodiscard]] std::vector<std::uint32_t> unsatisfied_under(const std::vector<truth>& values) const {
    std::vector<std::uint32_t> open;
    for (std::uint64_t c = 0; c != f_.clauses(); ++c) {
      const span<const literal> clause = f_.clause(c);
      if (std::none_of(clause.begin(), clause.end(),
                       [&](literal l) { return value_of(l, values[variable_of(l)]) == truth::yes; }))
        open.push_back(static_cast<std::uint32_t>(c));
    }
    return open;
  }

  const formula& f_;
  complete_search& solver_;
  const hybrid_searches& searches_;
  const hybrid_options& options_;
  const std::vector<truth> none_;
  std::vector<truth> best_;  // of all walks, or empty
  std::uint64_t fewest_ = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t conflicts_, visits_ = 0;  // allowed to the solver, made by walks
  unsigned walks_ = 0, failures_ = 0;     // failures_: walks in a row
  unsigned pause_ = 0;                    // number of further rounds without a walk
  hybrid_result result_;
};

}  // namespace

hybrid_result search_side_by_side(const formula& f, complete_search& solver, const hybrid_searches& searches,
                                  const hybrid_options& options) {
  return side_by_side(f, solver, searches, options).run();
}

}  // namespace amorph::sat
