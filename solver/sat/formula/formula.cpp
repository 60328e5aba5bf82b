#include "solver/sat/formula/formula.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "amorph/kernels/base/error.hpp"

namespace amorph::sat {

std::uint32_t formula::uniform_length() const noexcept {
  if (clauses() == 0) return 0;
  const std::uint64_t length = clause_begin[1] - clause_begin[0];
  for (std::uint64_t c = 1; c != clauses(); ++c)
    if (clause_begin[c + 1] - clause_begin[c] != length) return 0;
  return length > UINT32_MAX ? 0 : static_cast<std::uint32_t>(length);
}

void check_formula(const formula& f) {
  const auto wrong = [](const std::string& what) { throw error(status::bad_input, what); };
  if (f.variables > max_variables) wrong("a formula has at most " + std::to_string(max_variables) + " variables");
  if (f.clause_begin.empty() || f.clause_begin.front() != 0) wrong("the first clause does not begin at 0");
  // First whether there is a fault at all, in loops without a branch.
  std::uint64_t falls = 0;
  for (std::uint64_t c = 0; c != f.clauses(); ++c) falls += f.clause_begin[c] > f.clause_begin[c + 1];
  for (std::uint64_t c = 0; falls != 0 && c != f.clauses(); ++c)
    if (f.clause_begin[c] > f.clause_begin[c + 1]) wrong("clause " + std::to_string(c) + " ends before it begins");
  if (f.clause_begin.back() != f.literals.size()) wrong("the last clause does not end with the literals");
  std::uint32_t largest = 0;
  for (const literal l : f.literals) largest = l > largest ? l : largest;
  if (f.literals.empty() || variable_of(largest) < f.variables) return;
  for (std::uint64_t i = 0;; ++i)
    if (variable_of(f.literals[i]) >= f.variables)
      wrong("literal " + std::to_string(i) + " is of variable " + std::to_string(variable_of(f.literals[i])) +
            ", expected one of " + std::to_string(f.variables));
}

bool looks_random(const formula& f) {
  const std::uint32_t length = f.uniform_length();
  if (length < 3) return false;
  constexpr std::uint64_t sample = std::uint64_t{1} << 13;
  const std::uint64_t clauses = std::min(f.clauses(), sample);
  std::vector<std::uint32_t> seen;
  seen.reserve(clauses * std::min<std::uint64_t>(length, 8));
  for (std::uint64_t i = 0; i != clauses; ++i) {
    const span<const literal> clause = f.clause(f.clauses() / clauses * i);
    for (std::uint32_t j = 0; j != std::min(length, 8U); ++j) seen.push_back(variable_of(clause[j]));
  }
  std::sort(seen.begin(), seen.end());
  double pairs = 0;
  for (std::size_t i = 0, run = 0; i != seen.size(); ++i) {
    run = i != 0 && seen[i] == seen[i - 1] ? run + 1 : 0;
    pairs += static_cast<double>(run);
  }
  const double all = static_cast<double>(seen.size()), expected = all * (all - 1) / 2 / f.variables;
  return pairs <= 1.5 * expected + 16;
}

}  // namespace amorph::sat
