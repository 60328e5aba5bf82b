// The report: a self-contained HTML page.
#pragma once

#include <string>

#include "tools/commands/amorph-pta/source/source_index.hpp"

namespace amorph::pta {

// Source variables and memory with their points-to sets and source lines. Links lead from a pointer to its objects, and
// from memory to its contents and to the pointers to it. Sets are cut to `max_set` objects and show their full size.
// O(pointers + shown objects).
[[nodiscard]] std::string html_report(const source_index& program, const std::string& title, std::size_t max_set = 200);

}  // namespace amorph::pta
