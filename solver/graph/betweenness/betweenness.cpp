#include "solver/graph/betweenness/betweenness.hpp"

#include <algorithm>
#include <numeric>

#include "amorph/kernels/random/random.hpp"
#include "solver/graph/betweenness/core.hpp"
#include "solver/graph/common/checks.hpp"
#include "solver/run/dispatch.hpp"

namespace amorph::betweenness {

namespace {

// Distinct vertices, ascending: the first draws of a shuffle.
std::vector<std::uint32_t> draw(std::uint32_t n, std::uint32_t samples, std::uint64_t seed) {
  std::vector<std::uint32_t> all(n);
  std::iota(all.begin(), all.end(), 0u);
  const random_stream random(seed, 0);
  for (std::uint32_t i = 0; i < samples && i < n; ++i) std::swap(all[i], all[i + random.below(i, n - i)]);
  if (samples < n) all.resize(samples);
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace

result solve(const weighted_csr& graph, span<const std::uint32_t> sources, const options& options) {
  check_graph(graph, options.run);
  const std::uint32_t n = graph.graph.vertices;
  result r;
  if (!sources.empty())
    r.sources = distinct_sources(graph, sources);
  else
    r.sources = draw(n, options.samples != 0 ? options.samples : n <= exact_up_to ? n : default_samples, options.seed);
  r.score.resize(n);
  answer answer{r.score.data()};
  dispatch("betweenness", cpu_entry(), options.run, graph::work_of(costs, graph, static_cast<double>(r.sources.size())),
           options.strategy, problem{graph, r.sources.data(), r.sources.size()}, answer, r.stats);
  return r;
}

}  // namespace amorph::betweenness
