// Larger random formulas, and the number of small ones that a test run takes.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "amorph/kernels/random/random.hpp"
#include "solver/sat/formula/formula.hpp"
#include "test/support/sanitized.hpp"

namespace amorph::sat_test {

using test::sanitized;

// AMORPH_SAT_FORMULAS from the environment, or `usual`; a fortieth of that under a sanitizer.
inline std::uint64_t random_formulas(std::uint64_t usual = 200000) {
  const char* asked = std::getenv("AMORPH_SAT_FORMULAS");
  if (sanitized) usual /= 40;
  return asked != nullptr ? std::strtoull(asked, nullptr, 10) : usual;
}

// A literal as DIMACS writes it.
inline std::string dimacs(sat::literal l) {
  std::string s(l % 2, '-');
  s += std::to_string(l / 2 + 1);
  return s;
}

inline sat::formula random_ksat(std::uint32_t n, std::uint32_t k, double ratio, std::uint64_t seed) {
  const random_stream random(seed, 3);
  sat::formula f;
  f.variables = n;
  std::uint64_t at = 0;
  for (std::uint64_t c = 0; c != static_cast<std::uint64_t>(ratio * n); ++c) {
    while (f.literals.size() != (c + 1) * k) {
      const auto l = static_cast<std::uint32_t>(random.below(at++, 2 * n));
      bool is_new = true;
      for (std::uint64_t i = c * k; i != f.literals.size(); ++i) is_new &= f.literals[i] / 2 != l / 2;
      if (is_new) f.literals.push_back(l);
    }
    f.clause_begin.push_back(f.literals.size());
  }
  return f;
}

}  // namespace amorph::sat_test
