// Local search and clause learning side by side, for satisfiable formulas with structure.
#pragma once

#include <cstdint>
#include <functional>

#include "amorph/kernels/base/span.hpp"
#include "solver/run/options.hpp"
#include "solver/sat/complete/complete.hpp"
#include "solver/sat/formula/formula.hpp"
#include "solver/sat/walk/walk.hpp"

namespace amorph::sat {

// How the two searches run; the caller reports and counts what they do.
struct hybrid_searches {
  // A walk of `flips` flips by `walkers` walkers, with random initial values if `start` is empty.
  std::function<walk_result(const formula& f, span<const truth> start, std::uint64_t flips, unsigned walkers,
                            std::uint64_t seed)>
      walk;
  // `solver`, for further conflicts.
  std::function<complete_result(std::uint64_t conflicts)> learn;
};

struct hybrid_options {
  run_options run = {};  // threads and stop; a stop request ends with verdict::unknown
  std::uint64_t seed = 0;
  unsigned rounds = 0;                 // limit; 0: none
  unsigned share = 2;                  // walks have one part of the solver's work in so many
  std::uint64_t conflicts_before = 0;  // of `solver`, in earlier searches: walks may have their share of these too
};

struct hybrid_result {
  verdict found = verdict::unknown;
  std::vector<truth> model;  // if satisfiable: one value per variable
  bool by_walk = false;      // the model was found by a walk
};

// In rounds of growing limits, of which walks have a fixed share of the work, the best assignment of the walkers is
// suggested to `solver`, and the values that `solver` has fixed are taken out of the formula that is walked on.
// `solver` searches `f`, in which no clause contains a literal twice, or a literal and its negation.
// Backend-independent. error: as walk().
[[nodiscard]] hybrid_result search_side_by_side(const formula& f, complete_search& solver,
                                                const hybrid_searches& searches, const hybrid_options& options);

}  // namespace amorph::sat
