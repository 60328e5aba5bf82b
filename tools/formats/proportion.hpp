// A plausibility check of files: ten bytes may announce a number of variables that takes gigabytes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "tools/formats/text_reader.hpp"

namespace amorph {

// The largest number of items that is plausible for `entries` bytes or numbers of a file. The rest of a larger
// problem keeps its numbers, so the bound is generous: 2^27, or 64 per entry.
[[nodiscard]] inline std::uint64_t plausible_items(std::uint64_t entries) {
  return std::max(std::uint64_t{1} << 27, 64 * entries);
}

}  // namespace amorph

namespace amorph::constraint_file {

// Refuses a number of variables that is implausible for `bytes` bytes of constraints: the fields of a block have no
// rows. Real files have at least ten bytes per variable.
inline void require_proportion(const text_reader& at, std::uint64_t found, std::uint64_t bytes,
                               const char* of_what = "variables") {
  const std::uint64_t maximum = std::max(std::uint64_t{1} << 20, 64 * bytes);
  if (found > maximum)
    at.fail_plain("expected at most " + std::to_string(maximum) + " " + of_what + " in " + std::to_string(bytes) +
                  " bytes, found " + std::to_string(found));
}

}  // namespace amorph::constraint_file
