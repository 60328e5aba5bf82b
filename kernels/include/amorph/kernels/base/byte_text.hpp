// Formats amounts of memory for messages.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

namespace amorph {

// "7 bytes", "100 KiB", "34 MiB": exact if a unit divides the amount, else rounded up in the largest unit of which
// there are at least 16, so that only 0 is printed as 0.
[[nodiscard]] inline std::string byte_text(std::uint64_t bytes) {
  constexpr std::uint64_t enough = 16;
  for (const auto& [shift, unit] : {std::pair{20, " MiB"}, std::pair{10, " KiB"}}) {
    const std::uint64_t whole = bytes >> shift, rest = bytes - (whole << shift);
    if ((rest == 0 && whole != 0) || whole >= enough) return std::to_string(whole + (rest != 0 ? 1 : 0)) + unit;
  }
  return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

}  // namespace amorph
