// Triangles of an undirected graph whose rows ascend, counted where the rows stand. If they are short, as in a road
// map, an orientation by degree costs more than it saves. The triangle u < v < w is found at u: its upper neighbours
// are marked, and the upper rows of these are tested from their ends, so that lower neighbours are not read.
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

// Tiles of vertices. One bitmap per thread, empty between rows.
struct mark_rows {
  static constexpr std::size_t tile = 1024;
  csr graph;
  std::uint64_t* words;
  std::size_t words_per_team;
  tally per_vertex;
  std::uint64_t* triangles;

  template <class Team> AMORPH_BODY void operator()(Team team, std::size_t t) const {
    const std::size_t first = t * tile, last = graph.vertices - first < tile ? graph.vertices : first + tile;
    const std::uint32_t* to = graph.to.data();
    std::uint64_t* marks = words + team.index() * words_per_team;
    std::uint64_t sum = 0;
    for (std::size_t i = first; i != last; ++i) {
      const auto u = static_cast<std::uint32_t>(i);
      const std::uint64_t end = graph.begin[i + 1];
      std::uint64_t upper = end;
      for (; upper != graph.begin[i] && to[upper - 1] > u; --upper)
        marks[to[upper - 1] / 64] |= std::uint64_t{1} << to[upper - 1] % 64;
      for (std::uint64_t e = upper; e + 1 < end; ++e) {
        const std::uint32_t v = to[e];
        for (std::uint64_t k = graph.begin[v + std::size_t{1}]; k != graph.begin[v] && to[k - 1] > v; --k)
          if ((marks[to[k - 1] / 64] >> to[k - 1] % 64 & 1) != 0) {
            ++sum;
            per_vertex.found(u, v, to[k - 1]);
          }
      }
      for (std::uint64_t e = upper; e != end; ++e) marks[to[e] / 64] = 0;
    }
    if (sum != 0) atomic_add(triangles, sum);
  }
};

}  // namespace amorph::triangles
