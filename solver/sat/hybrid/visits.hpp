// The work of walks and of CaDiCaL in one unit, which does not depend on time: visits, of an occurrence of a literal by
// a walk. CaDiCaL tells its conflicts alone, which took 60 to 130 us each where walks made 30 to 60 visits per
// microsecond (colourings, blocks world).
#pragma once

#include <algorithm>
#include <cstdint>

#include "solver/sat/formula/formula.hpp"

namespace amorph::sat {

inline constexpr std::uint64_t visits_per_conflict = 3'000;
// Of the solver's work, walks beside it have this part.
inline constexpr std::uint64_t walk_share = 16;
// No walk is made that could flip each variable less often.
inline constexpr std::uint64_t min_flips_per_variable = 4;

// What walks may spend in all beside so many conflicts.
[[nodiscard]] constexpr std::uint64_t visits_beside(std::uint64_t conflicts) {
  return conflicts * visits_per_conflict / walk_share;
}
// A flip makes some visits more than the variable has occurrences.
[[nodiscard]] inline std::uint64_t visits_of_flip(const formula& f) {
  return 4 + f.literals.size() / std::max(1U, f.variables);
}
// To prepare a walk takes a few visits of each literal, and each walker one.
[[nodiscard]] inline std::uint64_t visits_to_start(const formula& f) { return 8 * std::uint64_t{f.literals.size()}; }
[[nodiscard]] inline std::uint64_t visits_of_walk(const formula& f, std::uint64_t flips, std::uint64_t walkers) {
  return visits_to_start(f) + flips * visits_of_flip(f) + walkers * std::uint64_t{f.literals.size()};
}
// The flips that a walk on `f` may make with so many visits; 0 if no walk is worth its start.
[[nodiscard]] inline std::uint64_t flips_of_visits(const formula& f, std::uint64_t visits) {
  const std::uint64_t start = visits_to_start(f);
  if (visits < start) return 0;
  const std::uint64_t flips = (visits - start) / visits_of_flip(f);
  return flips < min_flips_per_variable * f.variables ? 0 : flips;
}

}  // namespace amorph::sat
