// Figures of a run: numbers with names, for reports and for callers.
#pragma once

#include <charconv>
#include <concepts>
#include <string>
#include <utility>
#include <variant>

#include "solver/run/decimal.hpp"

namespace amorph {

struct figure {
  std::string name;
  std::variant<std::monostate, bool, __int128, double> value;  // std::monostate: there is none

  template <class T> figure(std::string of, T x) : name(std::move(of)) {
    if constexpr (std::integral<T> && !std::same_as<T, bool>)
      value = static_cast<__int128>(x);
    else if constexpr (std::same_as<T, std::variant<__int128, double>>)
      std::visit([&](auto sum) { value = sum; }, x);
    else
      value = x;
  }
  // As JSON writes it: integers in full, the shortest decimal text that reads back as the same real.
  [[nodiscard]] std::string text() const {
    if (const auto* whole = std::get_if<__int128>(&value)) return decimal(*whole);
    if (const auto* truth = std::get_if<bool>(&value)) return *truth ? "true" : "false";
    const auto* real = std::get_if<double>(&value);
    char digits[32];
    return real != nullptr ? std::string(digits, std::to_chars(digits, digits + sizeof digits, *real).ptr) : "null";
  }
};

}  // namespace amorph
