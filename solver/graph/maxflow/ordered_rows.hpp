// A copy of a graph with ascending rows, which search trees need. O(m log d) for rows of d arcs, on CPU threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <utility>
#include <vector>

#include "amorph/kernels/exec/cpu.hpp"
#include "solver/graph/maxflow/core.hpp"

namespace amorph::maxflow {

class ordered_rows {
 public:
  // Integer weights, or none.
  ordered_rows(cpu_exec& exec, const weighted_csr& g)
      : begin_(g.graph.begin), to_(exec, g.graph.edges()), weight_(exec, g.graph.edges()), place_(exec, to_.size()) {
    exec.ranges(g.graph.vertices, 4096, [&](std::size_t first, std::size_t last, unsigned) {
      std::vector<std::pair<std::uint32_t, std::uint64_t>> row;  // ends and indices of arcs
      bool ascend = true;
      for (std::size_t v = first; v != last; ++v) {
        row.clear();
        for (std::uint64_t e = g.graph.begin[v]; e != g.graph.begin[v + 1]; ++e) row.emplace_back(g.graph.to[e], e);
        if (!std::is_sorted(row.begin(), row.end())) std::sort(row.begin(), row.end());
        std::uint64_t at = g.graph.begin[v];
        for (const auto& [to, e] : row) {
          ascend = ascend && (at == g.graph.begin[v] || to_.data()[at - 1] < to);
          to_.data()[at] = to;
          place_.data()[at] = e;
          weight_.data()[at++] = capacity_of(g, e);
        }
      }
      if (!ascend) has_parallel_arcs_ = true;
    });
  }
  [[nodiscard]] static std::uint64_t bytes(const csr& g) { return (4 + 8 + 8) * g.edges(); }
  [[nodiscard]] bool has_parallel_arcs() const { return has_parallel_arcs_; }
  [[nodiscard]] weighted_csr view() const {
    const auto vertices = static_cast<std::uint32_t>(begin_.size() - 1);
    return {{vertices, begin_, {to_.data(), to_.size()}}, weight_kind::int64, weight_.data(), false};
  }
  [[nodiscard]] std::uint64_t given_arc(std::uint64_t e) const { return place_.data()[e]; }

 private:
  span<const std::uint64_t> begin_;
  cpu_exec::buffer<std::uint32_t> to_;
  cpu_exec::buffer<std::int64_t> weight_;
  cpu_exec::buffer<std::uint64_t> place_;  // of an arc in the given graph
  std::atomic<bool> has_parallel_arcs_{false};
};

}  // namespace amorph::maxflow
