// Amounts of memory as text: in messages, and as users give them.
#pragma once

#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
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

// "500", "64K", "16G": a number of bytes, with a suffix K, M, G or T (powers of 1024) of either case.
[[nodiscard]] inline std::optional<std::uint64_t> parse_bytes(std::string_view text) {
  unsigned shift = 0;
  if (!text.empty()) {
    const char upper = static_cast<char>(text.back() & ~0x20);
    if (const auto at = std::string_view("KMGT").find(upper); at != std::string_view::npos) {
      shift = 10 * (static_cast<unsigned>(at) + 1);
      text.remove_suffix(1);
    }
  }
  std::uint64_t n = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (code != std::errc() || end != text.data() + text.size() || text.empty()) return std::nullopt;
  if (n > std::numeric_limits<std::uint64_t>::max() >> shift) return std::nullopt;
  return n << shift;
}
inline constexpr const char* expected_bytes = "a number of bytes, as in 500M or 16G";

}  // namespace amorph
