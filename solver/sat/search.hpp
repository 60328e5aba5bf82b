// One search for a model: its methods on the simplified formula, and what it notes of them in its result. satisfy.cpp
// says in which order methods run.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "amorph/kernels/base/span.hpp"
#include "solver/sat/formula/prepared.hpp"
#include "solver/sat/formula/residual.hpp"
#include "solver/sat/satisfy.hpp"

namespace amorph::sat {

// Whether simplification looks for pure literals and duplicates.
[[nodiscard]] bool simplifies_all(const prepared_formula& f, const satisfy_options& options);

class search {
 public:
  search(prepared_formula& f, const satisfy_options& options, satisfy_result& r)
      : f_(f), options_(options), r_(r), random_(f.looks_random()) {}

  void run();

 private:
  // The orders of `auto`.
  void solve_structured();
  void alternate();

  // search.cpp
  void simplify();
  void log_simplified(const formula& rest);
  [[nodiscard]] complete_options options_of_complete() const;
  void prepare_complete();
  complete_result search_completely(std::uint64_t conflicts);
  void solve_completely(std::uint64_t conflicts);
  walk_result walk_on(const formula& f, span<const truth> start, std::uint64_t flips, unsigned walkers,
                      std::uint64_t seed);
  void walk_from_start();
  bool walk_unless_stuck(std::uint64_t flips, std::uint64_t seed);
  void solve_side_by_side(unsigned rounds);

  // decimate.cpp
  void decimate();
  std::uint64_t attempt_decimation(unsigned attempt, unsigned row, std::uint64_t max_updates);
  void solve_residual(const survey_result& s, unsigned attempt);
  bool solve_residual_completely(const residual_formula& residual, std::uint64_t conflicts);

  [[nodiscard]] bool unsolved() {
    if (options_.run.stop_requested()) r_.interrupted = true;
    return r_.found == verdict::unknown && !r_.interrupted;
  }
  void report(const char* phase, const progress& p = {}, const survey_round* round = nullptr,
              const walk_progress* walk = nullptr) const;
  void refute(std::string_view by);
  void accept(span<const truth> rest, std::string_view by);
  double note_run(const run_statistics& stats);
  search_step& note_step(method by, const formula& f, double ms);

  prepared_formula& f_;
  const satisfy_options& options_;
  satisfy_result& r_;
  const simplified* simple_ = nullptr;
  const formula* rest_ = nullptr;            // of simplification
  bool random_;                              // looks so
  std::optional<complete_search> complete_;  // of the rest
  std::uint64_t conflicts_ = 0;              // that `complete_` was allowed
  std::uint64_t visits_ = 0;                 // of walks, if they are limited
  std::vector<std::uint32_t> name_of_;  // with a proof: the original's variable per variable of the rest, or empty if
                                        // they are the same
  bool limited_ = false;                // attempts and their walks are: the complete solver is to come
};

}  // namespace amorph::sat
