// Decides small formulas by all assignments, one bit each. Shares nothing with the solvers but the formula's arrays.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "amorph/kernels/random/random.hpp"
#include "solver/sat/formula/formula.hpp"
#include "test/support/seeds.hpp"

namespace amorph::sat_test {

constexpr std::uint32_t most_variables = 12;

// Whether some assignment makes every clause true.
inline bool satisfiable(const sat::formula& f) {
  static constexpr std::uint64_t pattern[6] = {0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0,
                                               0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000};
  for (std::uint64_t word = 0; word != (f.variables <= 6 ? 1U : 1U << (f.variables - 6)); ++word) {
    std::uint64_t all = ~std::uint64_t{0};
    for (std::uint64_t c = 0; c != f.clauses() && all != 0; ++c) {
      std::uint64_t any = 0;
      for (const std::uint32_t l : f.clause(c)) {
        const std::uint64_t yes = l / 2 < 6 ? pattern[l / 2] : (word >> (l / 2 - 6) & 1) != 0 ? ~std::uint64_t{0} : 0;
        any |= l % 2 != 0 ? ~yes : yes;
      }
      all &= any;
    }
    if (all != 0) return true;
  }
  return false;
}

inline bool satisfies(const sat::formula& f, span<const sat::truth> model) {
  for (std::uint64_t c = 0; c != f.clauses(); ++c) {
    bool any = false;
    for (const std::uint32_t l : f.clause(c)) any |= model[l / 2] == (l % 2 != 0 ? sat::truth::no : sat::truth::yes);
    if (!any) return false;
  }
  return model.size() == f.variables;
}

inline void add_clause(sat::formula& f, const std::vector<std::uint32_t>& literals) {
  f.literals.insert(f.literals.end(), literals.begin(), literals.end());
  f.clause_begin.push_back(f.literals.size());
}

// The i-th random formula: 1 to 12 variables, clauses of 0 to 5 literals that may repeat and contradict each other,
// from underconstrained to overconstrained. Some are uniform k-SAT near the threshold, some contain duplicate clauses.
inline sat::formula random_formula(std::uint64_t i) {
  const random_stream random(test::first_seed + i, 7);
  std::uint64_t at = 0;
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random.below(at++, n)); };
  sat::formula f;
  f.variables = 1 + below(most_variables);
  const std::uint32_t kind = below(4), k = 2 + below(3);
  const std::uint32_t clauses = kind == 0 ? below(3 * f.variables) : below(6 * f.variables);
  for (std::uint32_t c = 0; c != clauses; ++c) {
    std::vector<std::uint32_t> clause;
    if (kind == 1 && f.variables >= k) {
      while (clause.size() != k) {
        const std::uint32_t l = below(2 * f.variables);
        bool is_new = true;
        for (const std::uint32_t other : clause) is_new &= other / 2 != l / 2;
        if (is_new) clause.push_back(l);
      }
    } else if (kind == 2 && c != 0 && below(3) == 0) {
      const span<const std::uint32_t> other = f.clause(below(c));
      for (std::size_t j = other.size(); j != 0; --j) clause.push_back(other[j - 1]);
    } else {
      const std::uint32_t length = below(40) == 0 ? below(2) : 1 + below(5);
      for (std::uint32_t j = 0; j != length; ++j) clause.push_back(below(2 * f.variables));
    }
    add_clause(f, clause);
  }
  return f;
}

}  // namespace amorph::sat_test
