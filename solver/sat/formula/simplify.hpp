// What can be told of a formula without search: the smaller one that is left, and the way back.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "amorph/kernels/base/span.hpp"
#include "solver/sat/formula/formula.hpp"

namespace amorph::sat {

struct simplify_options {
  unsigned threads = 0;             // of the CPU; 0: all
  bool pure = true;                 // literals whose negation does not occur are made true
  unsigned pure_rounds = 0;         // of these, at most; 0: until there are none
  bool duplicates = true;           // of clauses with the same literals one is left
  bool copy = true;                 // also where nothing is to be done (see `unchanged`)
  std::function<bool()> stop = {};  // asked every few milliseconds, from any thread; true: give up
};

struct simplified {
  formula rest;                // clauses of two or more distinct literals, in the order of the original
  bool contradiction = false;  // nothing satisfies the formula (and what was assumed); the rest is empty then
  bool interrupted = false;    // `stop` ended it; nothing else is set
  bool unchanged = false;      // without `copy`: there was nothing to do, `rest` and `variable_of` are left empty
  std::vector<std::uint32_t> variable_of;  // of each variable of the rest: that of the original, ascending
  std::vector<truth> fixed;                // of each original variable; unknown: it is in the rest
  std::uint64_t units = 0, pures = 0;  // variables fixed because a clause forces them, because nothing is against it
  std::uint64_t tautologies = 0, duplicates = 0;  // clauses left out for that

  // A model of the original from one of the rest: total, with `no` for what `model` leaves unknown. O(variables).
  // error: bad_input (a model of another size, or after a contradiction).
  [[nodiscard]] std::vector<truth> extend(span<const truth> model) const;
};

// Until nothing changes: clauses that are true and literals that are false are left out, the literal of a clause of one
// is made true, and so are pure literals, round by round; tautologies, repeated literals and duplicates go. Variables
// that no clause holds any more are `no`. `assumed`: empty, or a value a variable that is given beforehand, in which case
// a contradiction is one of these values. The rest is satisfiable if and only if the formula (with them) is. The same
// for every number of threads. O(literals) work, but for the sorting of clauses that may be duplicates. error:
// bad_input (check_formula's; `assumed` of another size; duplicates among 2^32 clauses or more), out_of_memory.
[[nodiscard]] simplified simplify(const formula& f, span<const truth> assumed = {}, const simplify_options& how = {});

}  // namespace amorph::sat
