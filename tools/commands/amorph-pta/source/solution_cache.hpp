// Solutions on disk, keyed by the constraints only: neither an edit that changes no pointer, nor a second query about
// the same program, needs the solver.
#pragma once

#include <string>

#include "solver/andersen/andersen.hpp"
#include "tools/commands/amorph-pta/source/content_store.hpp"

namespace amorph::pta {

// Systems with fewer constraints are solved faster than they are looked up.
inline constexpr std::size_t min_cached_constraints = 10000;

// andersen::solve(), or the stored solution of the same system by an earlier run, which does not depend on the options
// of that run (`stats` are those of that run, except solve_ms). `found`: whether it was stored.
[[nodiscard]] status find_or_solve(const andersen::problem& problem, const andersen::options& options,
                                   andersen::solution& answer, std::string& message, const content_store& store,
                                   bool& found) noexcept;

}  // namespace amorph::pta
