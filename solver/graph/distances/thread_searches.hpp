// Many near-far searches side by side on a CPU: each thread runs one after another.
#pragma once

#include <algorithm>
#include <vector>

#include "amorph/kernels/exec/cpu.hpp"
#include "solver/graph/distances/serial_search.hpp"
#include "solver/graph/distances/widen.hpp"

namespace amorph::distances {

template <class Length> class thread_searches {
  using label = typename Length::label;

 public:
  thread_searches(cpu_exec& exec, const csr& graph, std::uint32_t)
      : exec_(exec),
        graph_(graph),
        search_(exec.threads()),
        best_(exec, exec.threads() * std::size_t{graph.vertices}) {}

  // Row i of `out` gets the distances from source i; window above 0.
  template <class Out> void run(Length length, span<const std::uint32_t> sources, label window, Out* out) {
    const std::size_t batch = 4 * std::size_t{exec_.threads()};  // between reports
    for (std::size_t first = 0; first < sources.size(); first += batch) {
      exec_.report("sources", first, sources.size());
      exec_.ranges(std::min(batch, sources.size() - first), 1, [&](std::size_t from, std::size_t to, unsigned thread) {
        for (std::size_t s = first + from; s != first + to; ++s) row(length, sources[s], window, thread, out, s);
      });
    }
    exec_.report("sources", sources.size(), sources.size());
  }

 private:
  template <class Out>
  void row(Length length, std::uint32_t source, label window, unsigned thread, Out* out, std::size_t number) {
    const std::size_t n = graph_.vertices;
    const span<label> best = best_.span().subspan(thread * n, n);
    search_[thread].run(graph_, length, source, window, best, [&] { exec_.check_stop(); });
    for (std::size_t v = 0; v != n; ++v) out[number * n + v] = widened<Out>(best[v]);
  }

  cpu_exec& exec_;
  csr graph_;
  std::vector<serial_search<Length>> search_;
  cpu_exec::buffer<label> best_;
};

}  // namespace amorph::distances
