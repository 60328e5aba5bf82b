// Whether a file can be meant: a number of variables costs ten bytes to write and gigabytes to believe.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "tools/formats/text_reader.hpp"

namespace amorph::constraint_file {

// Refuses a number of variables out of all proportion to the bytes that say something about them. A variable need not
// be named (the fields of a block have no rows of their own), so the bound is generous: a million, or 64 a byte. Real
// files have ten bytes and more for each variable.
inline void require_proportion(const text_reader& at, std::uint64_t variables, std::uint64_t bytes) {
  const std::uint64_t most = std::max(std::uint64_t{1} << 20, 64 * bytes);
  if (variables > most)
    at.fail_plain("expected at most " + std::to_string(most) + " variables in " + std::to_string(bytes) +
                  " bytes, found " + std::to_string(variables));
}

}  // namespace amorph::constraint_file
