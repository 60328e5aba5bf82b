// Solutions on the disk, keyed by the system of constraints alone: an edit that changes no pointer, or a second question about
// the same program, needs no solving.
#pragma once

#include <string>

#include "solver/andersen/andersen.hpp"
#include "tools/amorph-pta/source/content_store.hpp"

namespace amorph::pta {

// Smaller systems, by constraints, are solved sooner than looked for.
inline constexpr std::size_t smallest_kept_system = 10000;

// andersen::solve(), or what an earlier run has found for the same system, which is the same whatever ran then (`stats` are
// of that run, but for solve_ms). `found`: whether it was.
[[nodiscard]] status find_or_solve(const andersen::problem& problem, const andersen::options& how,
                                   andersen::solution& answer, std::string& message, const content_store& store,
                                   bool& found) noexcept;

}  // namespace amorph::pta
