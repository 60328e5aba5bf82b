// The reverse of each arc of a graph whose rows ascend, without loops and parallel arcs, and where each arc has its
// reverse: a network then has the graph's rows, and needs no sort. On one thread, in one pass over the arcs.
#pragma once

#include <cstdint>

#include "amorph/kernels/exec/cpu.hpp"
#include "amorph/kernels/graph/csr.hpp"

namespace amorph::maxflow {

// Writes the index of each arc's reverse; false if the graph is another one. Rows are visited in ascending order, so
// the reverses of arcs to higher vertices come in the order of their rows.
inline bool pair_rows(cpu_exec& exec, const csr& graph, std::uint64_t* reverse) {
  constexpr std::uint32_t rows_between_checks = 4096;
  const std::uint32_t n = graph.vertices;
  cpu_exec::buffer<std::uint64_t> next(exec, n);  // the first arc of each row whose reverse is not found yet
  for (std::uint32_t v = 0; v != n; ++v) next.data()[v] = graph.begin[v];
  for (std::uint32_t v = 0; v != n; ++v) {
    if (v % rows_between_checks == 0) exec.check_stop();
    const std::uint64_t end = graph.begin[v + std::size_t{1}];
    for (std::uint64_t e = next.data()[v]; e != end; ++e) {
      const std::uint32_t to = graph.to[e];
      if (to <= v || (e + 1 != end && graph.to[e + 1] <= to)) return false;
      const std::uint64_t back = next.data()[to]++;
      if (back == graph.begin[to + std::size_t{1}] || graph.to[back] != v) return false;
      reverse[e] = back;
      reverse[back] = e;
    }
  }
  return true;
}

}  // namespace amorph::maxflow
