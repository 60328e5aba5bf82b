#include "partitioner/ordering/ordering.hpp"

#include <algorithm>

#include "amorph/kernels/base/stopwatch.hpp"
#include "partitioner/ordering/dissection.hpp"
#include "partitioner/ordering/reduced_graph.hpp"
#include "partitioner/ordering/separator/separator.hpp"

namespace amorph::ordering {

result order(const partition::graph& g, const options& o) {
  const stopwatch time;
  result r;
  cpu_exec exec(o.run.threads);
  const reduced_graph reduced = reduce(g, o);
  r.stats.reduce_ms = time.ms();
  r.stats.backend_name = "cpu";
  r.stats.threads = exec.threads();
  const host_array<vertex> order = dissect(exec, reduced, o, o.domains > 1 ? &r.sizes : nullptr, r.stats);
  r.order.reserve(g.vertices);
  for (const vertex v : order) reduced.for_each_original(v, [&](std::uint32_t u) { r.order.push_back(u); });
  r.order.insert(r.order.end(), reduced.pruned.begin(), reduced.pruned.end());
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
  const level_graph whole = with_unit_edges(g);
  separator_scratch scratch;
  separation s;
  separate(whole, separator_options_of(o), o.seed, scratch, s);
  return {{s.side.begin(), s.side.end()}, separator_weight(g, s.side)};
}

void refine_separator(const partition::graph& g, span<const std::int32_t> may_move_to, const options& o,
                      separator& given) {
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
