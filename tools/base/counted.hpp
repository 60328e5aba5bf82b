// Counts in messages, with singular or plural.
#pragma once

#include <cstdint>
#include <string>

namespace amorph {

// "1 vertex", "0 vertices".
[[nodiscard]] inline std::string counted(std::uint64_t n, const char* one, const char* many) {
  return std::to_string(n) + " " + (n == 1 ? one : many);
}

}  // namespace amorph
