// A complete solver: conflict-driven clause learning by CaDiCaL.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "amorph/kernels/base/span.hpp"
#include "solver/run/options.hpp"
#include "solver/sat/complete/proof.hpp"
#include "solver/sat/formula/formula.hpp"

namespace amorph::sat {

struct complete_options {
  run_options run = {};         // stop and progress (phase "complete"); a stop ends with verdict::unknown
  std::uint64_t seed = 0;       // 0: CaDiCaL's default; otherwise the lower 31 bits are used
  std::uint64_t conflicts = 0;  // limit; 0: none
  proof_log* proof = nullptr;   // gets the steps of the search; a proof if it ends with verdict::unsatisfiable
};

enum class verdict : std::uint8_t { satisfiable, unsatisfiable, unknown };

struct complete_result {
  verdict found = verdict::unknown;
  std::vector<truth> model;  // if satisfiable: one value per variable
  double ms = 0;
};

// Whether this build has CaDiCaL; and its name, or what is missing.
[[nodiscard]] bool has_complete() noexcept;
[[nodiscard]] const char* complete_name() noexcept;

// A search that may end at a limit and continue, with the clauses it has learned. Clauses (and variables) may be added
// to the formula between calls of solve().
class complete_search {
 public:
  // `f` and `options.run` must outlive this; options.conflicts is ignored. `name_of`: the number of each variable in
  // the proof, ascending; empty: its own. error: as complete().
  complete_search(const formula& f, const complete_options& options, span<const std::uint32_t> name_of = {});
  ~complete_search();
  complete_search(const complete_search&) = delete;
  complete_search& operator=(const complete_search&) = delete;

  // For at most so many further conflicts; 0: no limit. `unsatisfiable` is under the assumptions.
  // error: bad_input if the proof cannot be written, which ends the search.
  [[nodiscard]] complete_result solve(std::uint64_t conflicts = 0, span<const literal> assumptions = {});
  // After `unsatisfiable`: whether the assumption was needed.
  [[nodiscard]] bool failed(literal assumption) const;
  // The value that decisions try first, per variable; `unknown`: CaDiCaL's choice. Until the next call.
  void suggest(span<const truth> values);
  // Values that are known to be the same in all models, and `unknown` for other variables.
  [[nodiscard]] std::vector<truth> fixed() const;
  // `learn` is called with each clause of at most max_length literals that is learned, as signed numbers up to a 0.
  void on_learn(int max_length, std::function<void(int*)> learn);

 private:
  struct state;
  std::unique_ptr<state> state_;
};

// One thread. Deterministic, unless a stop request ends it. Time and memory are exponential in the worst case. error:
// bad_input (check_formula's; a build without CaDiCaL, with what is missing), out_of_memory. A. Biere, K. Fazekas, M.
// Fleury, M. Heisinger, "CaDiCaL, Kissat, Paracooba, Plingeling and Treengeling entering the SAT Competition 2020".
[[nodiscard]] complete_result complete(const formula& f, const complete_options& options = {});

}  // namespace amorph::sat
