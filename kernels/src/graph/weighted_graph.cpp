#include "amorph/kernels/graph/weighted_graph.hpp"

#include <bit>
#include <mutex>

#include "amorph/kernels/exec/cpu.hpp"
#include "amorph/kernels/graph/symmetry.hpp"

namespace amorph {
namespace {

template <class Weight> bool balanced(cpu_exec& exec, const csr& g, Weight weight) {
  edge_sums all;
  std::mutex mutex;
  exec.ranges(g.vertices, 4096, [&](std::size_t first, std::size_t last, unsigned) {
    edge_sums mine;
    for (std::size_t v = first; v != last; ++v)
      for (std::uint64_t e = g.begin[v]; e != g.begin[v + 1]; ++e)
        mine.add(static_cast<std::uint32_t>(v), g.to[e], weight(e));
    const std::lock_guard<std::mutex> lock(mutex);
    all = all + mine;
  });
  return all.zero();
}

}  // namespace

bool is_undirected(cpu_exec& exec, const weighted_csr& g) {
  switch (g.kind) {
    case weight_kind::none: return balanced(exec, g.graph, [](std::uint64_t) { return 1u; });
    case weight_kind::int32:
    case weight_kind::float32:
      return balanced(exec, g.graph,
                      [w = static_cast<const std::uint32_t*>(g.weight)](std::uint64_t e) { return w[e]; });
    case weight_kind::int64:
      return balanced(exec, g.graph,
                      [w = static_cast<const std::uint64_t*>(g.weight)](std::uint64_t e) { return w[e]; });
  }
  return false;
}

}  // namespace amorph
