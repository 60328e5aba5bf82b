// The rows of a residual network from those of a graph whose rows ascend: each is merged with the ends of the arcs that
// enter its vertex. Needs no sort; on CPU threads, but for one pass over the arcs.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <numeric>

#include "amorph/kernels/exec/cpu.hpp"
#include "amorph/kernels/graph/csr.hpp"

namespace amorph::maxflow {

// Parallel arcs may stand in a row, and loops.
inline bool rows_ascend(cpu_exec& exec, const csr& graph) {
  std::atomic<bool> ascend{true};
  exec.ranges(graph.vertices, 4096, [&](std::size_t first, std::size_t last, unsigned) {
    for (std::size_t v = first; v != last && ascend.load(std::memory_order_relaxed); ++v)
      if (!std::is_sorted(graph.to.data() + graph.begin[v], graph.to.data() + graph.begin[v + 1])) ascend = false;
  });
  return ascend.load();
}

// O(m). Memory: 16 bytes per arc and 16 per vertex.
class merged_rows {
 public:
  merged_rows(cpu_exec& exec, const csr& rows)
      : exec_(exec),
        rows_(rows),
        begin_(exec, rows.vertices + std::size_t{1}),
        from_(exec, rows.edges()),
        arc_(exec, rows.edges()) {
    constexpr std::uint32_t rows_between_checks = 4096;
    const std::uint32_t n = rows.vertices;
    std::uint64_t* const begin = begin_.data();
    std::fill(begin, begin + n + 1, 0);
    for (const std::uint32_t to : rows.to) ++begin[to + std::size_t{1}];
    std::partial_sum(begin, begin + n + 1, begin);
    cpu_exec::buffer<std::uint64_t> next(exec, n);
    std::copy(begin, begin + n, next.data());
    for (std::uint32_t v = 0; v != n; ++v) {  // in this order each vertex's entering arcs ascend
      if (v % rows_between_checks == 0) exec.check_stop();
      for (std::uint64_t e = rows.begin[v]; e != rows.begin[v + std::size_t{1}]; ++e) {
        const std::uint64_t at = next.data()[rows.to[e]]++;
        from_.data()[at] = v;
        arc_.data()[at] = e;
      }
    }
  }
  // The network's rows: begin[0 .. vertices].
  void count(std::uint64_t* begin) const {
    begin[0] = 0;
    for_each_row([&](std::uint32_t v) {
      std::uint64_t entries = 0;
      merge(v, [&](std::uint32_t, auto, auto) { ++entries; });
      begin[v + std::size_t{1}] = entries;
    });
    std::partial_sum(begin, begin + rows_.vertices + 1, begin);
  }
  // f(at, to, leaving, entering) for each entry of all rows, from several threads: ranges of arcs in the graph between
  // the same two vertices, of which those that enter are positions for entering_arc().
  template <class F> void for_each_entry(const std::uint64_t* begin, F f) const {
    for_each_row([&](std::uint32_t v) {
      std::uint64_t at = begin[v];
      merge(v, [&](std::uint32_t to, auto leaving, auto entering) { f(at++, to, leaving, entering); });
    });
  }
  [[nodiscard]] std::uint64_t entering_arc(std::uint64_t position) const { return arc_.data()[position]; }

 private:
  struct range {
    std::uint64_t first, last;
  };
  template <class F> void for_each_row(F f) const {
    exec_.ranges(rows_.vertices, 1024, [&](std::size_t first, std::size_t last, unsigned) {
      for (; first != last; ++first) f(static_cast<std::uint32_t>(first));
    });
  }
  template <class F> void merge(std::uint32_t v, F f) const {
    const auto run = [](const std::uint32_t* ends, std::uint64_t first, std::uint64_t last, std::uint32_t end) {
      std::uint64_t upto = first;
      while (upto != last && ends[upto] == end) ++upto;
      return range{first, upto};
    };
    std::uint64_t e = rows_.begin[v], i = begin_.data()[v];
    const std::uint64_t last = rows_.begin[v + std::size_t{1}], last_in = begin_.data()[v + std::size_t{1}];
    while (e != last || i != last_in) {
      const std::uint32_t to = std::min(e != last ? rows_.to[e] : ~0U, i != last_in ? from_.data()[i] : ~0U);
      const range leaving = run(rows_.to.data(), e, last, to), entering = run(from_.data(), i, last_in, to);
      e = leaving.last;
      i = entering.last;
      if (to != v) f(to, leaving, entering);
    }
  }

  cpu_exec& exec_;
  const csr& rows_;
  cpu_exec::buffer<std::uint64_t> begin_;  // of entering arcs, per vertex
  cpu_exec::buffer<std::uint32_t> from_;
  cpu_exec::buffer<std::uint64_t> arc_;
};

}  // namespace amorph::maxflow
