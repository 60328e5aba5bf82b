// Messages about arcs, with the vertex numbers of the file.
#pragma once

#include <array>
#include <charconv>
#include <cstdint>
#include <string>

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
    case weight_kind::none: break;
  }
  return "1";
}

// The error message for the first arc of negative weight; empty if there is none. `what` names the value, such as
// "weight". O(n + m).
[[nodiscard]] inline std::string negative_arc(const weighted_graph& g, const char* what) {
  if (g.kind == weight_kind::none) return "";
  for (std::uint32_t v = 0; v != g.vertices; ++v)
    for (std::uint64_t e = g.begin[v]; e != g.begin[v + std::size_t{1}]; ++e)
      if (g.kind == weight_kind::int32   ? g.weight32[e] < 0
          : g.kind == weight_kind::int64 ? g.weight64[e] < 0
                                         : g.weight_float[e] < 0)
        return "the arc from vertex " + std::to_string(std::uint64_t{v} + g.base) + " to vertex " +
               std::to_string(std::uint64_t{g.to[e]} + g.base) + " has the negative " + what + " " + weight_of(g, e);
  return "";
}

}  // namespace amorph
