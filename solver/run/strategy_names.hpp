// Names of strategies: one table per solver, for both directions.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <utility>

namespace amorph {

template <class Strategy, std::size_t n> using strategy_names = std::array<std::pair<std::string_view, Strategy>, n>;

template <class Strategy, std::size_t n>
std::optional<Strategy> strategy_of(const strategy_names<Strategy, n>& names, std::string_view word) noexcept {
  for (const auto& [name, s] : names)
    if (word == name) return s;
  return std::nullopt;
}

template <class Strategy, std::size_t n>
std::string_view name_of(const strategy_names<Strategy, n>& names, Strategy s) noexcept {
  for (const auto& [name, is] : names)
    if (is == s) return name;
  return "";
}

}  // namespace amorph
