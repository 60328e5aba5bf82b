// A caller's variables, which may be any, as consecutive numbers in the order of their first use: what a search takes
// then depends on how many there are, not on the largest.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace amorph::sat {

class variable_numbers {
 public:
  // The number of a variable, from now on; the next one if it has none.
  std::uint32_t number(std::uint32_t variable) {
    if (const auto known = find(variable)) return *known;
    const auto next = static_cast<std::uint32_t>(variable_.size());
    variable_.push_back(variable);
    if (variable < direct) {
      if (variable >= low_.size()) low_.resize(variable + std::size_t{1}, none);
      low_[variable] = next;
    } else {
      high_.emplace(variable, next);
    }
    return next;
  }

  [[nodiscard]] std::optional<std::uint32_t> find(std::uint32_t variable) const {
    if (variable < low_.size() && low_[variable] != none) return low_[variable];
    if (variable < direct) return std::nullopt;
    const auto at = high_.find(variable);
    return at == high_.end() ? std::nullopt : std::optional(at->second);
  }

  [[nodiscard]] std::uint32_t variable(std::uint32_t number) const { return variable_[number]; }

 private:
  // Variables below this, nearly all there are, have a table; others a hash map.
  static constexpr std::uint32_t direct = 1U << 24, none = ~std::uint32_t{0};

  std::vector<std::uint32_t> low_;  // numbers
  std::unordered_map<std::uint32_t, std::uint32_t> high_;
  std::vector<std::uint32_t> variable_;  // per number
};

}  // namespace amorph::sat
