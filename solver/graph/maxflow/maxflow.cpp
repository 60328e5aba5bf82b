// Checks the arguments, keeps sums of capacities within 64 bits, runs a strategy of push-relabel (Goldberg, Tarjan,
// JACM 1988), and verifies that the flow equals the cut's capacity.
#include "solver/graph/maxflow/maxflow.hpp"

#include <algorithm>
#include <string>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/base/refuse.hpp"
#include "solver/graph/common/checks.hpp"
#include "solver/graph/maxflow/core.hpp"
#include "solver/run/decimal.hpp"
#include "solver/run/dispatch.hpp"

namespace amorph::maxflow {

namespace {

// Twice this fits into 64 bits: the residuals of an arc and its reverse.
constexpr std::int64_t limit = (std::int64_t{1} << 62) - 1;

std::int64_t capacity_of(const weighted_csr& g, std::uint64_t e) {
  switch (g.kind) {
    case weight_kind::int32: return static_cast<const std::int32_t*>(g.weight)[e];
    case weight_kind::int64: return static_cast<const std::int64_t*>(g.weight)[e];
    default: return 1;
  }
}

// f(from, edge, to) for each arc that is not a self-loop, in order.
template <class F> void for_each_arc(const weighted_csr& g, F f) {
  for (std::uint32_t v = 0; v != g.graph.vertices; ++v)
    for (std::uint64_t e = g.graph.begin[v]; e != g.graph.begin[v + std::size_t{1}]; ++e)
      if (g.graph.to[e] != v) f(v, e, g.graph.to[e]);
}

// The limit of capacities, and the sum of those out of the source under that limit.
struct bounds {
  std::int64_t max_capacity;
  __int128 leaves = 0;
};

// The limit is one more than an upper bound of the flow, so that no arc is saturated that is not saturated in the
// graph.
bounds bounds_of(const weighted_csr& g, std::uint32_t source, std::uint32_t sink, bool undirected) {
  __int128 out = 0, in = 0;
  for_each_arc(g, [&](std::uint32_t from, std::uint64_t e, std::uint32_t to) {
    const std::int64_t c = capacity_of(g, e);
    if (c < 0)
      refuse("the arc from vertex " + std::to_string(from) + " to vertex " + std::to_string(to) +
             " (counted from 0) has the negative capacity " + std::to_string(c));
    if (from == source || (undirected && to == source)) out += c;
    if (to == sink || (undirected && from == sink)) in += c;
  });
  bounds b{static_cast<std::int64_t>(std::min<__int128>(std::min(out, in) + 1, limit))};
  for_each_arc(g, [&](std::uint32_t from, std::uint64_t e, std::uint32_t to) {
    if (from == source || (undirected && to == source)) b.leaves += std::min(b.max_capacity, capacity_of(g, e));
  });
  return b;
}

// The graph with one more vertex, whose only arc leads to the source: at most its capacity leaves the source, whatever
// the capacities of the source's own arcs.
weighted_graph with_gate(const weighted_csr& g, std::uint32_t source, std::int64_t max_capacity) {
  weighted_graph to;
  to.vertices = g.graph.vertices + 1;
  to.begin.assign(g.graph.begin.begin(), g.graph.begin.end());
  to.begin.push_back(g.graph.edges() + 1);
  to.to.assign(g.graph.to.begin(), g.graph.to.end());
  to.to.push_back(source);
  to.kind = weight_kind::int64;
  to.weight64.resize(to.to.size());
  for (std::uint64_t e = 0; e != g.graph.edges(); ++e) to.weight64[e] = capacity_of(g, e);
  to.weight64.back() = max_capacity;
  return to;
}

}  // namespace

result solve(const weighted_csr& g, std::uint32_t source, std::uint32_t sink, const options& options) {
  check_graph(g, options.run);
  for (const std::uint32_t end : {source, sink})
    if (end >= g.graph.vertices)
      refuse("there is no vertex " + std::to_string(end) + " among " + std::to_string(g.graph.vertices));
  if (source == sink) refuse("the source and the sink are the same vertex, " + std::to_string(source));
  if (g.kind == weight_kind::float32) refuse("expected integer capacities");
  if (options.pushes == 0) refuse("expected at least 1 push step per relabel step");

  const bounds b = bounds_of(g, source, sink, options.undirected);
  weighted_graph gated;  // keeps sums of excess within 64 bits
  if (b.leaves > limit) gated = with_gate(g, source, b.max_capacity);
  const weighted_csr solved = gated.vertices != 0 ? gated.view() : g;
  const problem problem{solved,
                        gated.vertices != 0 ? g.graph.vertices : source,
                        sink,
                        options.undirected ? 1u : 0u,
                        options.arc_flow ? 1u : 0u,
                        options.pushes,
                        options.relabels,
                        b.max_capacity};
  result r;
  r.sink_side.resize(solved.graph.vertices);
  if (options.arc_flow) r.arc_flow.resize(solved.graph.edges());
  answer answer{0, r.sink_side.data(), options.arc_flow ? r.arc_flow.data() : nullptr, 0, 0};
  const auto ran = dispatch("maxflow", cpu_entry(), options.run, graph::work_of(costs, g), options.strategy, problem,
                            answer, r.stats);
  if (answer.flow >= limit) refuse("the maximum flow is " + std::to_string(limit) + " or more");
  r.sink_side.resize(g.graph.vertices);
  if (options.arc_flow) r.arc_flow.resize(g.graph.edges());
  if (ran == strategy::highest) r.stats.threads = 1;
  r.flow = answer.flow;
  r.pulses = answer.pulses;
  r.global_relabels = answer.global_relabels;
  __int128 cut = 0;
  for_each_arc(g, [&](std::uint32_t from, std::uint64_t e, std::uint32_t to) {
    if (r.sink_side[from] == r.sink_side[to] || (!options.undirected && r.sink_side[from] != 0)) return;
    cut += capacity_of(g, e);
    ++r.cut_arcs;
  });
  r.cut = static_cast<std::int64_t>(cut);
  if (cut != r.flow)
    throw error(status::internal, "the flow " + std::to_string(r.flow) + " and the cut " + decimal(cut) + " differ");
  return r;
}

}  // namespace amorph::maxflow
