// Breadth-first search by levels: the distance in edges of every vertex from a source. Top-down only, after "Scalable
// GPU Graph Traversal" (Merrill, Garland, Grimshaw, PPoPP 2012). Directed or undirected graphs; O(vertices + edges)
// work.
#pragma once

#include <cstdint>

#include "amorph/kernels/operators/advance.hpp"

namespace amorph::examples {

inline constexpr std::uint32_t unreached = 0xffffffffu;

template <class Exec>
typename Exec::template buffer<std::uint32_t> breadth_first_search(Exec& exec, csr graph, std::uint32_t source) {
  typename Exec::template buffer<std::uint32_t> levels(exec, graph.vertices);
  std::uint32_t* level = levels.data();
  exec.fill(levels.span(), unreached);
  exec.write(level + source, 0);
  frontier<Exec> front(exec, graph.vertices), next(exec, graph.vertices);
  front.assign(source);
  for (std::uint32_t depth = 1; !front.empty(); ++depth) {
    // The thread that sets a level appends the vertex, so that it enters one frontier only.
    advance(
        exec, graph, front, next, balance::warp, AMORPH_LAMBDA(std::uint32_t, std::uint64_t, std::uint32_t to) {
          return atomic_load(&level[to]) == unreached && atomic_cas(&level[to], unreached, depth) == unreached;
        });
    front.swap(next);
  }
  return levels;
}

}  // namespace amorph::examples
