#include "solver/graph/common/weights.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <string>

#include "amorph/kernels/exec/cpu.hpp"
#include "amorph/kernels/graph/first_arc.hpp"
#include "solver/graph/common/checks.hpp"
#include "solver/run/dispatch.hpp"

namespace amorph {
namespace {

template <class T> void check_weights(cpu_exec& exec, const csr& g, const T* weight) {
  const auto arc = first_arc(
      exec, g, [=](std::size_t e) { return !(weight[e] >= 0 && weight[e] <= std::numeric_limits<T>::max()); });
  if (!arc) return;
  const T found = weight[arc->index];
  if (!(found < 0)) throw error(status::bad_input, "a weight is not a finite number");
  throw error(status::bad_input, "the arc from vertex " + std::to_string(arc->from) + " to vertex " +
                                     std::to_string(g.to[arc->index]) + " (counted from 0) has the negative weight " +
                                     std::to_string(found));
}

void check_weights(const weighted_csr& g, const run_options& run) {
  cpu_exec exec(run.threads, 0, control_of(run));
  switch (g.kind) {
    case weight_kind::none: return;
    case weight_kind::int32: return check_weights(exec, g.graph, static_cast<const std::int32_t*>(g.weight));
    case weight_kind::int64: return check_weights(exec, g.graph, static_cast<const std::int64_t*>(g.weight));
    case weight_kind::float32: return check_weights(exec, g.graph, static_cast<const float*>(g.weight));
    case weight_kind::float64: return check_weights(exec, g.graph, static_cast<const double*>(g.weight));
  }
}

// Of weights of 0 or more.
template <class T> std::uint64_t maximum_of(const weighted_csr& g, const T* weight, const run_options& run) {
  cpu_exec exec(run.threads, 0, control_of(run));
  std::atomic<std::uint64_t> all{0};
  exec.ranges(g.graph.edges(), 1 << 16, [&](std::size_t first, std::size_t last, unsigned) {
    const auto maximum = static_cast<std::uint64_t>(*std::max_element(weight + first, weight + last));
    for (std::uint64_t now = all; now < maximum && !all.compare_exchange_weak(now, maximum);) {}
  });
  return all;
}

}  // namespace

void check_lengths(const weighted_csr& graph, const run_options& run) {
  check_once(graph, run, "weights", [&] { check_weights(graph, run); });
}

length_range range_of_lengths(const weighted_csr& g, const run_options& run) {
  if (g.kind == weight_kind::none) return length_range::bits32;
  if (is_real(g.kind)) return length_range::bits64;
  const std::uint64_t maximum = property_of(g, run, "maximum weight", [&] {
    return g.kind == weight_kind::int32 ? maximum_of(g, static_cast<const std::int32_t*>(g.weight), run)
                                        : maximum_of(g, static_cast<const std::int64_t*>(g.weight), run);
  });
  const auto longest = static_cast<unsigned __int128>(maximum) * g.graph.vertices;
  if (longest < std::numeric_limits<std::uint32_t>::max()) return length_range::bits32;
  return longest < std::numeric_limits<std::uint64_t>::max() ? length_range::bits64 : length_range::more;
}

}  // namespace amorph
