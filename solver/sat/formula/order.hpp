// The clauses of a large formula in an order that spares cache misses.
#pragma once

#include "amorph/kernels/exec/cpu.hpp"
#include "solver/sat/formula/formula.hpp"

namespace amorph::sat {

// From this many literals on, a formula's surveys do not fit into a core's cache.
constexpr std::uint64_t literals_beyond_cache = std::uint64_t{1} << 20;

// What the sort and its result take.
[[nodiscard]] inline std::uint64_t order_bytes(const formula& f) {
  return (1 << 20) + 6 * f.clauses() + 8 * f.clause_begin.size() + 4 * std::uint64_t{f.literals.size()};
}

// The same clauses, by ascending smallest variable; those with the same one in the order of `f`. A sweep of survey
// propagation gathers, for each literal, a value of its variable and one of its clause. In a random order each of these
// misses the cache; in this order those of one literal in each clause do not.
//
// f: at least one clause, all of one length, not empty. O(literals) work; 5 bytes per clause, and the result.
// Deterministic. error: out_of_memory, interrupted.
[[nodiscard]] formula in_order_of_variables(cpu_exec& exec, const formula& f);

}  // namespace amorph::sat
