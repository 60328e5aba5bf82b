// As communication volume is the connectivity, km1, of the hypergraph whose nets are the closed neighbourhoods of the
// vertices, each of its vertex's size (Catalyurek and Aykanat, "Hypergraph-partitioning-based
// decomposition for parallel sparse-matrix vector multiplication", 1999).
#include "partitioner/graph/constraints/neighbourhoods.hpp"

#include <algorithm>
#include <numeric>

#include "amorph/kernels/base/error.hpp"
#include "partitioner/hypergraph/partition.hpp"

namespace amorph::partition {
namespace {

struct neighbourhoods {
  std::vector<std::uint64_t> begin{0};
  std::vector<std::uint32_t> pin;
  std::vector<std::int32_t> weight;
};

// Vertices without size cost nothing. Sizes are divided so that they sum to at most 2^29.
neighbourhoods neighbourhoods_of(const graph& g) {
  neighbourhoods n;
  const std::int64_t sum = std::accumulate(g.vertex_size.begin(), g.vertex_size.end(), std::int64_t{0});
  const std::int64_t unit = 1 + (sum >> 29);
  n.pin.reserve(g.vertices + g.to.size());
  for (std::uint32_t v = 0; v != g.vertices; ++v) {
    const std::int64_t size = g.vertex_size.empty() ? 1 : g.vertex_size[v];
    const std::uint64_t first = g.begin[v], last = g.begin[v + std::size_t{1}];
    if (size == 0 || first == last) continue;
    n.pin.push_back(v);
    n.pin.insert(n.pin.end(), g.to.begin() + first, g.to.begin() + last);
    n.begin.push_back(n.pin.size());
    n.weight.push_back(static_cast<std::int32_t>(std::max<std::int64_t>(1, size / unit)));
  }
  return n;
}

}  // namespace

std::vector<std::uint32_t> divide_by_neighbourhoods(const graph& g, const options& o, span<const std::int64_t> limit,
                                                    std::uint64_t seed, backend where) {
  const neighbourhoods nets = neighbourhoods_of(g);
  hypergraph::netlist n;
  n.vertices = g.vertices;
  n.nets = static_cast<std::uint32_t>(nets.weight.size());
  n.net_begin = nets.begin;
  n.pin = nets.pin;
  n.net_weight = nets.weight;
  n.vertex_weight = g.vertex_weight;
  n.dimensions = o.constraints;
  n.first = 0;
  hypergraph::options all;
  all.run = o.run;
  all.run.backend = where;
  all.parts = o.parts;
  all.objective = *row_of(o.objective).of_nets;
  all.preset = *effort_of(o).neighbourhoods;
  all.maximum.assign(limit.begin(), limit.end());
  all.seed = seed;
  try {
    return hypergraph::divide(n, all).part;
  } catch (const error& e) {
    if (e.code() != status::bad_input && e.code() != status::out_of_memory) throw;
    return {};
  }
}

}  // namespace amorph::partition
