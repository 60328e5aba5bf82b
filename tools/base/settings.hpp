// Settings as text, "KEY=VALUE;KEY=VALUE": the parameters of the LLVM plugin's passes.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "tools/base/utf8.hpp"

namespace amorph {

// The error message for a value that is not valid.
[[nodiscard]] inline std::string invalid_setting(std::string_view key, std::string_view expected,
                                                 std::string_view value) {
  return "parameter '" + one_line(key) + "': expected " + std::string(expected) + ", got '" + one_line(value) + "'";
}

// Each of these stores a valid value in `to`, and returns "" or the expected values.
[[nodiscard]] inline std::string parse_number_setting(std::string_view value, std::uint64_t low, std::uint64_t high,
                                                      const char* zero, std::uint64_t& to) {
  std::uint64_t n = 0;
  const auto [end, code] = std::from_chars(value.data(), value.data() + value.size(), n);
  if (code != std::errc() || end != value.data() + value.size() || n < low || n > high)
    return "a number from " + std::to_string(low) + (zero != nullptr ? std::string(" (") + zero + ")" : "") + " to " +
           std::to_string(high);
  to = n;
  return {};
}
[[nodiscard]] inline std::string parse_switch_setting(std::string_view value, bool& to) {
  if (value != "off" && value != "on") return "off or on";
  to = value == "on";
  return {};
}

// Calls store(key, value), which returns "" or an error message, for each setting in order. Each key may be given once;
// blanks around keys and values are ignored. Returns "" or a one-line error message, the first one.
template <class Store> [[nodiscard]] std::string parse_settings(std::string_view text, Store store) {
  const auto trimmed = [](std::string_view s) {
    constexpr std::string_view blanks = " \t\n\v\f\r";
    s.remove_prefix(std::min(s.find_first_not_of(blanks), s.size()));
    s.remove_suffix(s.size() - (s.find_last_not_of(blanks) + 1));
    return s;
  };
  std::set<std::string_view> given;
  while (!text.empty()) {
    const std::string_view one = text.substr(0, text.find(';'));
    text.remove_prefix(std::min(one.size() + 1, text.size()));
    const std::size_t sign = one.find('=');
    if (sign == std::string_view::npos) return "expected KEY=VALUE, got '" + one_line(one) + "'";
    const std::string_view key = trimmed(one.substr(0, sign));
    if (!given.insert(key).second) return "parameter '" + one_line(key) + "': expected once, got it twice";
    if (std::string wrong = store(key, trimmed(one.substr(sign + 1))); !wrong.empty()) return wrong;
  }
  return {};
}

}  // namespace amorph
