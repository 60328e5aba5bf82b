// The interface: reduction, dissection, and minimum degree alone where it may do better.
#include "partitioner/ordering/ordering.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "amorph/kernels/base/byte_text.hpp"
#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/base/stopwatch.hpp"
#include "amorph/kernels/exec/cpu.hpp"
#include "partitioner/ordering/dissection.hpp"
#include "partitioner/ordering/elimination.hpp"
#include "partitioner/ordering/reduced_graph.hpp"
#include "partitioner/ordering/separator/separator.hpp"

namespace amorph::ordering {

namespace {

// Copies of the graph, of its levels and of its pieces are three times the graph.
void check_size(const partition::graph& g, const options& o) {
  if (g.to.size() > std::numeric_limits<std::uint32_t>::max())  // rows of levels begin at 32-bit numbers
    throw error(status::out_of_memory, "expected fewer than 2^32 arcs, found " + std::to_string(g.to.size()));
  const std::uint64_t bytes = 3 * (12 * std::uint64_t{g.vertices} + 8 * std::uint64_t{g.to.size()});
  if (o.run.memory_limit != 0 && bytes > o.run.memory_limit)
    throw error(status::out_of_memory,
                "out of memory: it takes about " + byte_text(bytes) + ", limit " + byte_text(o.run.memory_limit));
}

std::vector<std::uint32_t> of_input(const reduced_graph& reduced, const host_array<vertex>& order) {
  std::vector<std::uint32_t> of;
  for (const vertex v : order) reduced.for_each_original(v, [&](std::uint32_t u) { of.push_back(u); });
  of.insert(of.end(), reduced.pruned.begin(), reduced.pruned.end());
  return of;
}

}  // namespace

result order(const partition::graph& g, const options& o) {
  const stopwatch time;
  result r;
  check_size(g, o);
  cpu_exec exec(o.run.threads);
  const reduced_graph reduced = reduce(g, o);
  r.stats.reduce_ms = time.ms();
  r.stats.backend_name = "cpu";
  r.stats.threads = exec.threads();
  const dissected by_separators = dissect(exec, reduced, o, o.domains > 1 ? &r.sizes : nullptr, r.stats);
  r.order = of_input(reduced, by_separators.order);
  if (o.domains == 1 && by_separators.minimum_degree_may_win) {
    std::vector<std::uint32_t> by_degree = of_input(reduced, order_by_degree(exec, reduced, o, r.stats));
    if (cost_of(g, by_degree).operations < cost_of(g, r.order).operations) r.order = std::move(by_degree);
  }
  if (o.domains > 1)
    r.sizes.back() += static_cast<std::uint32_t>(reduced.pruned.size());  // as if of the root's separator
  r.ms = time.ms();
  return r;
}

namespace {

std::int64_t separator_weight(const partition::graph& g, const host_array<std::uint8_t>& side) {
  std::int64_t weight = 0;
  for (std::size_t v = 0; v != side.size(); ++v)
    if (side[v] == in_separator) weight += g.vertex_weight.empty() ? 1 : g.vertex_weight[v];
  return weight;
}

}  // namespace

separator separate(const partition::graph& g, const options& o) {
  check_size(g, o);
  const level_graph whole = with_unit_edges(g);
  cpu_exec exec(o.run.threads);
  std::vector<separator_scratch> scratch(exec.threads());
  const parallel_trials trials = [&](unsigned n, const auto& f) {
    exec.ranges(n, 1, [&](std::size_t first, std::size_t last, unsigned thread) {
      for (; first != last; ++first) f(static_cast<unsigned>(first), scratch[thread]);
    });
  };
  separation s;
  separate(whole, separator_options_of(o), o.seed, scratch[0], s, trials);
  return {{s.side.begin(), s.side.end()}, separator_weight(g, s.side)};
}

void refine_separator(const partition::graph& g, span<const std::int32_t> may_move_to, const options& o,
                      separator& given) {
  check_size(g, o);
  const level_graph whole = with_unit_edges(g);
  separation s;
  s.side.assign(given.side.begin(), given.side.end());
  std::array<std::int64_t, 3> weight{0, 0, 0};
  for (vertex v = 0; v != g.vertices; ++v) weight[s.side[v]] += whole.vertex_weight[v];
  separator_options options = separator_options_of(o);
  if (whole.total != 0)
    options.imbalance *= 2 * static_cast<double>(std::max(weight[0], weight[1])) / static_cast<double>(whole.total);
  separator_scratch scratch;
  refine(whole, options, scratch, s, may_move_to);
  given.side.assign(s.side.begin(), s.side.end());
  given.weight = separator_weight(g, s.side);
}

}  // namespace amorph::ordering
