// Builds graphs whose rows can be computed independently.
#pragma once

#include <cstdint>

#include "amorph/kernels/exec/cpu.hpp"
#include "amorph/kernels/graph/host_graph.hpp"
#include "amorph/kernels/primitives/scan.hpp"

namespace amorph {

// Calls row(v, put) twice per vertex, in parallel: first to count, then to write. row calls put(neighbour) for each
// neighbour in the desired order. O(vertices) plus the cost of row.
template <class Row> [[nodiscard]] host_graph build_rows(cpu_exec& exec, std::uint32_t vertices, Row row) {
  host_graph g;
  g.vertices = vertices;
  g.begin.resize(vertices + std::size_t{1});
  g.begin[0] = 0;
  span<std::uint64_t> ends = span<std::uint64_t>(g.begin).subspan(1, vertices);
  exec.for_each(vertices, [&row, ends](std::size_t v) {
    std::uint64_t count = 0;
    row(static_cast<std::uint32_t>(v), [&count](std::uint32_t) { ++count; });
    ends[v] = count;
  });
  inclusive_scan(exec, ends, ends);
  g.to.resize(g.begin[vertices]);
  exec.for_each(vertices, [&row, &g](std::size_t v) {
    std::uint32_t* at = g.to.data() + g.begin[v];
    row(static_cast<std::uint32_t>(v), [&at](std::uint32_t u) { *at++ = u; });
  });
  return g;
}

}  // namespace amorph
