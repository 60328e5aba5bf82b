// Serial, simple code that the checkers of graph algorithms share; no algorithm uses it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "amorph/kernels/graph/weighted_graph.hpp"

namespace amorph::check {

inline constexpr std::uint32_t none32 = ~std::uint32_t{0};
inline constexpr std::uint64_t none64 = ~std::uint64_t{0};

[[nodiscard]] inline std::string name(std::uint64_t v) { return "vertex " + std::to_string(v); }

// The integer weight of an arc; 1 if there are no weights.
[[nodiscard]] inline std::int64_t integer_weight(const weighted_csr& g, std::uint64_t e) {
  if (g.kind == weight_kind::int64) return static_cast<const std::int64_t*>(g.weight)[e];
  return g.kind == weight_kind::int32 ? static_cast<const std::int32_t*>(g.weight)[e] : 1;
}

// The floating-point weight of an arc.
[[nodiscard]] inline double real_weight(const weighted_csr& g, std::uint64_t e) {
  if (g.kind == weight_kind::float64) return static_cast<const double*>(g.weight)[e];
  return static_cast<const float*>(g.weight)[e];
}

// Levels of a breadth-first search with a queue; none32 if not reached. O(n + m).
[[nodiscard]] inline std::vector<std::uint32_t> queue_search(const csr& g, const std::vector<std::uint32_t>& sources) {
  std::vector<std::uint32_t> level(g.vertices, none32), queue;
  for (const std::uint32_t s : sources)
    if (level[s] != 0) {
      level[s] = 0;
      queue.push_back(s);
    }
  for (std::size_t i = 0; i != queue.size(); ++i)
    for (const std::uint32_t u : g.row(queue[i]))
      if (level[u] == none32) {
        level[u] = level[queue[i]] + 1;
        queue.push_back(u);
      }
  return level;
}

// The vertices whose parent has an arc to them for which tight(parent, arc, vertex) holds. Visits each arc once.
template <class Tight>
[[nodiscard]] std::vector<bool> held(const csr& g, const std::vector<std::uint32_t>& parent, Tight tight) {
  std::vector<bool> yes(g.vertices, false);
  for (std::uint32_t v = 0; v != g.vertices; ++v)
    for (std::uint64_t e = g.begin[v]; e != g.begin[v + std::size_t{1}]; ++e)
      if (const std::uint32_t u = g.to[e]; parent[u] == v && !yes[u]) yes[u] = tight(v, e, u);
  return yes;
}

}  // namespace amorph::check
