// Solutions on the disk, keyed by the system of constraints alone: an edit that changes no pointer, or a second question about
// the same program, needs no solving.
#pragma once

#include <string>

#include "amorph/andersen.hpp"
#include "content_store.hpp"

namespace amorph::pta {

// andersen::solve(), or what an earlier run has found for the same system, which is the same whatever ran then (`stats` are
// of that run, but for solve_ms). Systems below `smallest` constraints are solved sooner than looked for. `found`: whether
// it was.
inline constexpr std::size_t smallest_kept_system = 10000;
[[nodiscard]] status solve(const andersen::problem& problem, const andersen::options& how, andersen::solution& answer,
                           std::string& message, const content_store& store, bool& found);

}  // namespace amorph::pta
