// Messages about arcs, with the vertex numbers of the file.
#pragma once

#include <array>
#include <charconv>
#include <cstdint>
#include <string>

#include "amorph/kernels/graph/first_arc.hpp"
#include "amorph/kernels/graph/weighted_graph.hpp"

namespace amorph {

// The weight of an arc as text; 1 if there are no weights.
[[nodiscard]] inline std::string weight_of(const weighted_graph& g, std::uint64_t e) {
  switch (g.kind) {
    case weight_kind::int32: return std::to_string(g.weight32[e]);
    case weight_kind::int64: return std::to_string(g.weight64[e]);
    case weight_kind::float32: {
      std::array<char, 32> text{};
      return {text.data(), std::to_chars(text.data(), text.data() + text.size(), g.weight_float[e]).ptr};
    }
    case weight_kind::float64:
    case weight_kind::none: break;
  }
  return "1";
}

// The error message for the first arc of negative weight; empty if there is none. `what` names the value, such as
// "weight". O(n + m), on `threads` CPU threads (0: all).
[[nodiscard]] inline std::string negative_arc(const weighted_graph& g, const char* what, unsigned threads) {
  if (g.kind == weight_kind::none) return "";
  cpu_exec exec(threads);
  const auto arc = first_arc(exec, g.view().graph, [&](std::size_t e) {
    return g.kind == weight_kind::int32   ? g.weight32[e] < 0
           : g.kind == weight_kind::int64 ? g.weight64[e] < 0
                                          : g.weight_float[e] < 0;
  });
  if (!arc) return "";
  return "the arc from vertex " + std::to_string(std::uint64_t{arc->from} + g.base) + " to vertex " +
         std::to_string(std::uint64_t{g.to[arc->index]} + g.base) + " has the negative " + what + " " +
         weight_of(g, arc->index);
}

}  // namespace amorph
