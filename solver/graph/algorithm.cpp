#include "solver/graph/algorithm.hpp"

#include <array>
#include <charconv>

namespace amorph::graph {

std::optional<std::uint32_t> algorithm::strategy_named(std::string_view word) const {
  return parse_strategy_of<std::uint32_t>(strategies, word);
}

run_work work_of(const algorithm& a, double vertices, double arcs, std::uint64_t bytes, double times) {
  constexpr double long_path_degree = 6, ns_per_ms = 1e6;
  const cost& c = arcs < long_path_degree * vertices ? a.costs.long_paths : a.costs.short_paths;
  const double items = times * (a.costs.cubic ? vertices * vertices * vertices : arcs) / ns_per_ms;
  return {
      .serial_ms = c.serial * items, .core_ms = c.core * items, .device_ms = c.device * items, .upload_bytes = bytes};
}

run_work work_of(const algorithm& a, const weighted_csr& g, double times) {
  const std::uint64_t n = g.graph.vertices, m = g.graph.edges();
  const std::uint64_t bytes = 8 * n + m * (sizeof(std::uint32_t) + (g.weight != nullptr ? size_of(g.kind) : 0));
  run_work work = work_of(a, static_cast<double>(n), static_cast<double>(m), bytes, times);
  work.input = g.graph.to.data();
  return work;
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
