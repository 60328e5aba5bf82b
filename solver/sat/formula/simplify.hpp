// Simplification without search: unit clauses, pure literals, tautologies, duplicates; reconstruction of models.
#pragma once

#include <cstdint>
#include <vector>

#include "amorph/kernels/base/span.hpp"
#include "amorph/kernels/exec/cpu.hpp"
#include "solver/run/options.hpp"
#include "solver/sat/formula/formula.hpp"

namespace amorph::sat {

struct simplify_options {
  run_options run = {};      // threads and stop; always runs on the CPU
  bool pure = true;          // assign pure literals
  unsigned pure_rounds = 0;  // at most; 0: until there are no pure literals
  bool duplicates = true;    // drop duplicate clauses
  bool copy = true;          // fill in `rest` even if there is nothing to do (see `unchanged`)
};

struct simplified {
  formula rest;                            // clauses of two or more distinct literals, in the order of the original
  bool contradiction = false;              // nothing satisfies the formula (with `assumed`); the rest is empty then
  bool unchanged = false;                  // without `copy`: nothing to do; `rest` and `variable_of` are left empty
  std::vector<std::uint32_t> variable_of;  // per variable of the rest: that of the original, ascending
  std::vector<truth> fixed;                // per original variable; unknown: it is in the rest
  std::uint64_t units = 0, pures = 0;      // variables fixed because a clause forces them, because they are pure
  std::uint64_t tautologies = 0, duplicates = 0;  // clauses dropped

  // A model of the original from one of the rest: total, with `no` for what `model` leaves unknown. O(variables).
  // error: bad_input (a model of another size, or after a contradiction).
  [[nodiscard]] std::vector<truth> extend(span<const truth> model) const;
};

// Drops true clauses and false literals, assigns the literals of unit clauses, then pure literals round by round, and
// drops tautologies, repeated literals and duplicate clauses, until nothing changes. Variables that occur in no clause
// any more are `no`. `assumed`: empty, or one given value per variable; a contradiction may then be due to these. The
// rest is satisfiable if and only if the formula (with `assumed`) is. Deterministic. O(literals) work, except for
// comparing clauses that may be duplicates. error: bad_input (check_formula's; `assumed` of another size; duplicates
// among 2^32 clauses or more), out_of_memory, interrupted.
[[nodiscard]] simplified simplify(const formula& f, span<const truth> assumed = {},
                                  const simplify_options& options = {});
// The same on the caller's executor.
[[nodiscard]] simplified simplify(cpu_exec& exec, const formula& f, span<const truth> assumed,
                                  const simplify_options& options);

}  // namespace amorph::sat
