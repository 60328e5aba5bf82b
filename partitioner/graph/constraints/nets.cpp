// The cut is that of the hypergraph whose nets are the edges. The communication volume is the connectivity, km1, of the
// hypergraph whose nets are the closed neighbourhoods of the vertices, each with the weight of its vertex's size
// (Catalyurek and Aykanat, "Hypergraph-partitioning-based decomposition for parallel sparse-matrix vector
// multiplication", 1999).
#include "partitioner/graph/constraints/nets.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "amorph/kernels/base/error.hpp"
#include "partitioner/graph/constraints/fixed_limits.hpp"
#include "partitioner/hypergraph/partition.hpp"

namespace amorph::partition {
namespace {

struct net_lists {
  std::vector<std::uint64_t> begin{0};
  std::vector<std::uint32_t> pin;
  std::vector<std::int32_t> weight;

  void end_net(std::int32_t of_weight) {
    begin.push_back(pin.size());
    weight.push_back(of_weight);
  }
};

// Vertices without size cost nothing. Sizes are divided so that they sum to at most 2^29.
net_lists neighbourhoods_of(const graph& g) {
  net_lists n;
  const std::int64_t sum = std::accumulate(g.vertex_size.begin(), g.vertex_size.end(), std::int64_t{0});
  const std::int64_t unit = 1 + (sum >> 29);
  n.pin.reserve(g.vertices + g.to.size());
  for (std::uint32_t v = 0; v != g.vertices; ++v) {
    const std::int64_t size = g.vertex_size.empty() ? 1 : g.vertex_size[v];
    const std::uint64_t first = g.begin[v], last = g.begin[v + std::size_t{1}];
    if (size == 0 || first == last) continue;
    n.pin.push_back(v);
    n.pin.insert(n.pin.end(), g.to.begin() + first, g.to.begin() + last);
    n.end_net(static_cast<std::int32_t>(std::max<std::int64_t>(1, size / unit)));
  }
  return n;
}

net_lists edges_of(const graph& g) {
  net_lists n;
  for (std::uint32_t v = 0; v != g.vertices; ++v)
    for (std::uint64_t e = g.begin[v]; e != g.begin[v + std::size_t{1}]; ++e) {
      const std::int32_t w = g.edge_weight.empty() ? 1 : g.edge_weight[e];
      if (g.to[e] <= v || w == 0) continue;
      n.pin.insert(n.pin.end(), {v, g.to[e]});
      n.end_net(w);
    }
  return n;
}

// By the hypergraph partitioner.
hypergraph::result divide(const graph& g, const options& o, const net_lists& nets, hypergraph::options all) {
  hypergraph::netlist n;
  n.vertices = g.vertices;
  n.nets = static_cast<std::uint32_t>(nets.weight.size());
  n.net_begin = nets.begin;
  n.pin = nets.pin;
  n.net_weight = nets.weight;
  std::vector<std::int32_t> ones;
  if (o.constraints > 1 && g.vertex_weight.empty()) ones.assign(std::size_t{g.vertices} * o.constraints, 1);
  n.vertex_weight = ones.empty() ? g.vertex_weight : span<const std::int32_t>(ones);
  n.dimensions = o.constraints;
  n.first = 0;
  return hypergraph::divide(n, all);
}

hypergraph::options net_options(const options& o, std::uint64_t seed, backend where) {
  hypergraph::options all;
  all.run = o.run;
  all.run.backend = where;
  all.parts = o.parts;
  all.objective = row_of(o.objective).of_nets.value_or(hypergraph::objective::cut);
  all.seed = seed;
  return all;
}

}  // namespace

std::vector<std::uint32_t> divide_by_neighbourhoods(const graph& g, const options& o, span<const std::int64_t> limit,
                                                    std::uint64_t seed, backend where) {
  hypergraph::options all = net_options(o, seed, where);
  all.preset = *effort_of(o).neighbourhoods;
  all.maximum.assign(limit.begin(), limit.end());
  try {
    return divide(g, o, neighbourhoods_of(g), std::move(all)).part;
  } catch (const error& e) {
    if (e.code() != status::bad_input && e.code() != status::out_of_memory) throw;
    return {};
  }
}

std::vector<std::uint32_t> divide_with_fixed(const graph& g, const options& o, span<const std::int64_t> limit,
                                             std::uint64_t seed, backend where, statistics& stats) {
  hypergraph::options all = net_options(o, seed, where);
  all.preset = o.preset;
  all.maximum.assign(limit.begin(), limit.end());
  for (std::uint32_t c = 0; c != o.constraints; ++c) raise_limits_for_fixed(g, o, c, all.maximum);
  all.fixed = o.fixed;
  all.group = o.group;
  all.start = o.start;
  all.move_cost = o.move_cost;
  hypergraph::result found =
      divide(g, o, row_of(o.objective).of_edges() ? edges_of(g) : neighbourhoods_of(g), std::move(all));
  static_cast<run_statistics&>(stats) = std::move(found.stats);
  stats.levels = found.stats.levels;
  stats.coarsest_vertices = found.stats.coarsest_vertices;
  stats.coarsen_ms = found.stats.communities_ms + found.stats.coarsen_ms;
  stats.initial_ms = found.stats.initial_ms;
  stats.refine_ms = found.stats.refine_ms;
  stats.transfer_ms = found.stats.load_ms;
  return std::move(found.part);
}

}  // namespace amorph::partition
