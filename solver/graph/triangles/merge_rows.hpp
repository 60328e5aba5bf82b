// Triangles of an undirected graph whose rows ascend, counted where the rows stand. If they are short, as in a road
// map, an orientation by degree costs more than it saves. The triangle u < v < w is found at u, in the rows of u and v.
#pragma once

#include "amorph/kernels/graph/csr.hpp"
#include "solver/graph/triangles/tally.hpp"

namespace amorph::triangles {

inline constexpr std::uint64_t short_row = 32;

// Intended race: all threads that find a row that does not ascend strictly set the flag to the same 1.
struct find_descent {
  csr graph;
  std::uint32_t* descends;
  AMORPH_BODY void operator()(std::size_t v) const {
    bool ascends = true;
    for (std::uint64_t e = graph.begin[v] + 1; e < graph.begin[v + 1]; ++e)
      ascends = ascends && graph.to[e - 1] < graph.to[e];
    if (!ascends) atomic_store(descends, 1);
  }
};

// Tiles of vertices.
struct merge_rows {
  static constexpr std::size_t tile = 1024;
  csr graph;
  tally per_vertex;
  std::uint64_t* triangles;

  AMORPH_BODY std::uint64_t common(std::uint32_t u, std::uint32_t v, const std::uint32_t* a, const std::uint32_t* a_end,
                                   const std::uint32_t* b, const std::uint32_t* b_end) const {
    std::uint64_t sum = 0;
    while (b != b_end && *b <= v) ++b;
    while (a != a_end && b != b_end) {
      const std::uint32_t x = *a, y = *b;
      if (x == y) {
        ++sum;
        per_vertex.found(u, v, x);
      }
      a += x <= y ? 1 : 0;
      b += y <= x ? 1 : 0;
    }
    return sum;
  }

  template <class Team> AMORPH_BODY void operator()(Team, std::size_t t) const {
    const std::size_t first = t * tile, last = graph.vertices - first < tile ? graph.vertices : first + tile;
    std::uint64_t sum = 0;
    for (std::size_t i = first; i != last; ++i) {
      const auto u = static_cast<std::uint32_t>(i);
      const std::uint32_t *row = graph.to.data() + graph.begin[i], *end = graph.to.data() + graph.begin[i + 1];
      for (const std::uint32_t* at = row; at != end; ++at) {
        if (*at <= u || at + 1 == end) continue;
        const std::uint32_t v = *at;
        sum += common(u, v, at + 1, end, graph.to.data() + graph.begin[v], graph.to.data() + graph.begin[v + 1]);
      }
    }
    if (sum != 0) atomic_add(triangles, sum);
  }
};

}  // namespace amorph::triangles
