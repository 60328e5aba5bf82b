// A report for people: one page, which a browser shows without a network.
#pragma once

#include <string>

#include "tools/amorph-pta/source/places.hpp"

namespace amorph::pta {

// Source variables and memory with what they may point to, and the lines where things are declared and allocated; links lead
// from a pointer to what it may point to, and from memory to what is in it and to who points there. Sets are cut to
// `most` objects, with their true size beside. O(pointers + shown objects).
[[nodiscard]] std::string html_report(const source_index& program, const std::string& title, std::size_t most = 200);

}  // namespace amorph::pta
