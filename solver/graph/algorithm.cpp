#include "solver/graph/algorithm.hpp"

#include <array>
#include <charconv>

namespace amorph::graph {

std::optional<std::uint32_t> algorithm::strategy_named(std::string_view word) const {
  return parse_strategy_of<std::uint32_t>(strategies, word);
}

const algorithm* find(std::string_view name) {
  for (const algorithm* a : algorithms())
    if (name == a->name) return a;
  return nullptr;
}

std::string shortest(double x) {
  std::array<char, 32> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), x).ptr};
}

}  // namespace amorph::graph
