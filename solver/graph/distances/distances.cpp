#include "solver/graph/distances/distances.hpp"

#include <bit>
#include <limits>

#include "solver/graph/common/checks.hpp"
#include "solver/graph/common/weights.hpp"
#include "solver/graph/distances/core.hpp"
#include "solver/run/dispatch.hpp"

namespace amorph::distances {

namespace {

void check(const weighted_csr& graph, span<const std::uint32_t> sources, const options& options) {
  check_graph(graph, options.run);
  check_lengths(graph, options.run);
  for (const std::uint32_t s : sources)
    if (s >= graph.graph.vertices)
      throw error(status::bad_input,
                  "vertex " + std::to_string(s) + " is not one of the graph's " + std::to_string(graph.graph.vertices));
}

// Turns the labels into the arrays of the caller, and counts.
void finish(weight_kind kind, result& r) {
  for (const std::uint32_t h : r.hops) r.reached += h != unreached_hops ? 1 : 0;
  for (const std::uint64_t d : r.distance) r.reached += d != unreached ? 1 : 0;
  if (!is_real(kind)) return;
  r.real.resize(r.distance.size());
  for (std::size_t i = 0; i != r.real.size(); ++i)
    r.real[i] =
        r.distance[i] == unreached ? std::numeric_limits<double>::infinity() : std::bit_cast<double>(r.distance[i]);
  r.distance = {};
}

}  // namespace

result solve(const weighted_csr& given, span<const std::uint32_t> sources, const options& options) {
  weighted_csr graph = given;
  if (options.hops) graph.kind = weight_kind::none, graph.weight = nullptr;
  check(graph, sources, options);
  const std::size_t size = sources.size() * graph.graph.vertices;
  const bool hops = graph.kind == weight_kind::none;
  result r;
  if (!options.leave) (hops ? r.hops.resize(size) : r.distance.resize(size));
  const problem problem{graph, sources.data(), static_cast<std::uint32_t>(sources.size()),
                        static_cast<std::uint32_t>(range_of_lengths(graph, options.run))};
  answer answer{r.hops.data(), r.distance.data(), nullptr, nullptr};
  std::shared_ptr<const void> memory;
  dispatch("distances", cpu_entry(), options.run, graph::work_of(costs, graph, static_cast<double>(sources.size())),
           options.strategy, problem, answer, r.stats, options.leave ? &memory : nullptr);
  if (options.leave) {
    r.backend_hops = {{answer.backend_hops, hops ? size : 0}, memory};
    r.backend_distance = {{answer.backend_distance, hops ? 0 : size}, memory};
  }
  finish(graph.kind, r);
  return r;
}

}  // namespace amorph::distances
