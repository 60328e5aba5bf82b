// The names of a solver's strategies, for help, messages and tables, from the solver's to_string.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace amorph {

// Numbered from 0 without gaps, "auto" first; the first number without a name ends the list.
template <class Strategy> [[nodiscard]] std::vector<std::string_view> strategies() {
  std::vector<std::string_view> all;
  for (int i = 0;; ++i) {
    // Also called with the number after the last.
    // NOLINTNEXTLINE(clang-analyzer-optin.core.EnumCastOutOfRange)
    const std::string_view name = to_string(static_cast<Strategy>(i));
    if (name.empty()) return all;
    all.push_back(name);
  }
}

// Separated by commas; from the `first` on: 1 leaves out "auto".
template <class Strategy> [[nodiscard]] std::string strategy_list(std::size_t first = 0) {
  std::string list;
  const std::vector<std::string_view> all = strategies<Strategy>();
  for (std::size_t i = first; i < all.size(); ++i) list.append(i == first ? "" : ", ").append(all[i]);
  return list;
}

template <class Strategy> [[nodiscard]] std::optional<Strategy> strategy_named(std::string_view word) {
  const std::vector<std::string_view> all = strategies<Strategy>();
  for (std::size_t i = 0; i != all.size(); ++i)
    if (all[i] == word) return static_cast<Strategy>(i);
  return std::nullopt;
}

}  // namespace amorph
