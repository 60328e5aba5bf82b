// Boolean formulas in conjunctive normal form, the input of all SAT solvers here.
#pragma once

#include <cstdint>

#include "amorph/kernels/base/config.hpp"
#include "amorph/kernels/base/span.hpp"
#include "amorph/kernels/graph/host_graph.hpp"

namespace amorph::sat {

// A variable and its sign in one word: 2 v for variable v, 2 v + 1 for its negation. Variables are numbered from 0.
using literal = std::uint32_t;

[[nodiscard]] AMORPH_HD constexpr literal make_literal(std::uint32_t variable, bool negated) noexcept {
  return 2 * variable + (negated ? 1U : 0U);
}
[[nodiscard]] AMORPH_HD constexpr std::uint32_t variable_of(literal l) noexcept { return l >> 1; }
[[nodiscard]] AMORPH_HD constexpr bool negated(literal l) noexcept { return (l & 1) != 0; }
[[nodiscard]] AMORPH_HD constexpr literal negation_of(literal l) noexcept { return l ^ 1; }

constexpr std::uint32_t max_variables =
    2147483647;  // DIMACS uses signed 32-bit numbers, `literal` one bit for the sign

// Clause c is literals[clause_begin[c] .. clause_begin[c + 1]), in any order. Repeated literals, tautologies and empty
// clauses (which nothing satisfies) are allowed.
struct formula {
  std::uint32_t variables = 0;
  host_array<std::uint64_t> clause_begin{0};
  host_array<literal> literals;

  [[nodiscard]] std::uint64_t clauses() const noexcept { return clause_begin.size() - 1; }
  [[nodiscard]] span<const literal> clause(std::uint64_t c) const noexcept {
    return {literals.data() + clause_begin[c], clause_begin[c + 1] - clause_begin[c]};
  }
  // The length of all clauses, or 0 if they differ or there are none. O(clauses).
  [[nodiscard]] std::uint32_t uniform_length() const noexcept;
};

// A variable's value.
enum class truth : std::uint8_t { no, yes, unknown };

// A literal's value under its variable's value.
[[nodiscard]] AMORPH_HD constexpr truth value_of(literal l, truth variable) noexcept {
  return variable == truth::unknown ? truth::unknown : (variable == truth::yes) != negated(l) ? truth::yes : truth::no;
}

// Throws error(bad_input) with the first fault of the arrays: no offsets, offsets that descend or do not end with the
// literals, literals of variables that the formula does not have. O(clauses + literals).
void check_formula(const formula& f);

// Whether a formula may be random k-SAT, by a sample of its clauses: all have the same length, at least three, and no
// variable stands out (the mean of d (d - 1) over variables in d clauses is at most 1.5 times that of random clauses).
// O(clauses).
[[nodiscard]] bool looks_random(const formula& f);

}  // namespace amorph::sat
