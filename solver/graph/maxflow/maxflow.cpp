// Checks the arguments, keeps sums of capacities within 64 bits, runs a strategy of push-relabel (Goldberg, Tarjan,
// JACM 1988), and verifies that the flow equals the cut's capacity.
#include "solver/graph/maxflow/maxflow.hpp"

#include <algorithm>
#include <mutex>
#include <string>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/base/refuse.hpp"
#include "amorph/kernels/exec/cpu.hpp"
#include "solver/graph/common/checks.hpp"
#include "solver/graph/maxflow/core.hpp"
#include "solver/run/decimal.hpp"
#include "solver/run/dispatch.hpp"

namespace amorph::maxflow {

namespace {

// Twice this fits into 64 bits: the residuals of an arc and its reverse.
constexpr std::int64_t limit = (std::int64_t{1} << 62) - 1;

// Properties of the arcs, in one pass.
struct arc_sums {
  bool has_negative = false, rows_ascend = true;
  __int128 out = 0, in = 0;  // of the source's and of the sink's arcs
};
arc_sums sums_of(cpu_exec& exec, const weighted_csr& g, std::uint32_t source, std::uint32_t sink, bool undirected) {
  std::mutex merging;
  arc_sums all;
  exec.ranges(g.graph.vertices, 4096, [&](std::size_t first, std::size_t last, unsigned) {
    arc_sums own;
    for (std::size_t v = first; v != last; ++v) {
      const std::uint64_t end = g.graph.begin[v + 1];
      for (std::uint64_t e = g.graph.begin[v]; e != end; ++e) {
        const std::uint32_t to = g.graph.to[e];
        const std::int64_t c = capacity_of(g, e);
        own.has_negative |= c < 0 && to != v;
        own.rows_ascend &= e + 1 == end || to < g.graph.to[e + 1];
        if (to == v) continue;
        if (v == source || (undirected && to == source)) own.out += c;
        if (to == sink || (undirected && v == sink)) own.in += c;
      }
    }
    const std::lock_guard<std::mutex> lock(merging);
    all.has_negative |= own.has_negative;
    all.rows_ascend &= own.rows_ascend;
    all.out += own.out;
    all.in += own.in;
  });
  return all;
}

[[noreturn]] void refuse_negative(const weighted_csr& g) {
  for (std::uint32_t v = 0; v != g.graph.vertices; ++v)
    for (std::uint64_t e = g.graph.begin[v]; e != g.graph.begin[v + std::size_t{1}]; ++e)
      if (const std::int64_t c = capacity_of(g, e); c < 0 && g.graph.to[e] != v)
        refuse("the arc from vertex " + std::to_string(v) + " to vertex " + std::to_string(g.graph.to[e]) +
               " (counted from 0) has the negative capacity " + std::to_string(c));
  refuse("a capacity is negative");
}

// The sum of capacities out of the source, each at most `max_capacity`.
__int128 leaves(const weighted_csr& g, std::uint32_t source, bool undirected, std::int64_t max_capacity) {
  __int128 sum = 0;
  const auto add_row = [&](std::uint32_t v) {
    for (std::uint64_t e = g.graph.begin[v]; e != g.graph.begin[v + std::size_t{1}]; ++e)
      if (g.graph.to[e] != v && (v == source || g.graph.to[e] == source))
        sum += std::min(max_capacity, capacity_of(g, e));
  };
  for (std::uint32_t v = undirected ? 0 : source; v != (undirected ? g.graph.vertices : source + 1); ++v) add_row(v);
  return sum;
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

// The capacity and the arcs of the cut, which proves that the flow is a maximum.
void count_cut(cpu_exec& exec, const weighted_csr& g, bool undirected, result& r) {
  std::mutex adding;
  __int128 cut = 0;
  exec.ranges(g.graph.vertices, 4096, [&](std::size_t first, std::size_t last, unsigned) {
    __int128 sum = 0;
    std::uint64_t arcs = 0;
    for (std::size_t v = first; v != last; ++v) {
      const unsigned char side = r.sink_side[v];
      if (side != 0 && !undirected) continue;
      for (std::uint64_t e = g.graph.begin[v]; e != g.graph.begin[v + 1]; ++e) {
        if (r.sink_side[g.graph.to[e]] == side) continue;
        sum += capacity_of(g, e);
        ++arcs;
      }
    }
    const std::lock_guard<std::mutex> lock(adding);
    cut += sum;
    r.cut_arcs += arcs;
  });
  r.cut = static_cast<std::int64_t>(cut);
  if (cut != r.flow)
    throw error(status::internal, "the flow " + std::to_string(r.flow) + " and the cut " + decimal(cut) + " differ");
}

}  // namespace

result solve(const weighted_csr& g, std::uint32_t source, std::uint32_t sink, const options& options) {
  check_graph(g, options.run);
  for (const std::uint32_t end : {source, sink})
    if (end >= g.graph.vertices)
      refuse("there is no vertex " + std::to_string(end) + " among " + std::to_string(g.graph.vertices));
  if (source == sink) refuse("the source and the sink are the same vertex, " + std::to_string(source));
  if (is_real(g.kind)) refuse("expected integer capacities");
  if (options.pushes == 0) refuse("expected at least 1 push step per relabel step");

  cpu_exec exec(options.run.threads, 0, control_of(options.run));
  const arc_sums sums = sums_of(exec, g, source, sink, options.undirected);
  if (sums.has_negative) refuse_negative(g);
  // One more than an upper bound of the flow, so that no arc is saturated that is not saturated in the graph.
  const auto max_capacity = static_cast<std::int64_t>(std::min<__int128>(std::min(sums.out, sums.in) + 1, limit));
  weighted_graph gated;  // keeps sums of excess within 64 bits
  if (leaves(g, source, options.undirected, max_capacity) > limit) gated = with_gate(g, source, max_capacity);
  const bool is_gated = gated.vertices != 0;
  const weighted_csr solved = is_gated ? gated.view() : g;
  const problem problem{solved,
                        is_gated ? g.graph.vertices : source,
                        sink,
                        options.undirected ? 1u : 0u,
                        options.arc_flow ? 1u : 0u,
                        options.any_cut ? 1u : 0u,
                        options.pushes,
                        options.relabels,
                        sums.rows_ascend ? 1u : 0u,
                        is_gated ? 1u : 0u,
                        max_capacity,
                        static_cast<std::int64_t>(std::min<__int128>(sums.out, limit)),
                        static_cast<std::int64_t>(std::min<__int128>(sums.in, limit))};
  result r;
  r.sink_side.resize(solved.graph.vertices);
  if (options.arc_flow) r.arc_flow.resize(solved.graph.edges());
  answer answer{0, r.sink_side.data(), options.arc_flow ? r.arc_flow.data() : nullptr, 0, 0};
  const auto ran = dispatch("maxflow", cpu_entry(), options.run, graph::work_of(costs, g), options.strategy, problem,
                            answer, r.stats);
  if (answer.flow >= limit) refuse("the maximum flow is " + std::to_string(limit) + " or more");
  r.sink_side.resize(g.graph.vertices);
  if (options.arc_flow) r.arc_flow.resize(g.graph.edges());
  if (ran == strategy::highest || ran == strategy::trees) r.stats.threads = 1;
  r.flow = answer.flow;
  r.pulses = answer.pulses;
  r.global_relabels = answer.global_relabels;
  count_cut(exec, g, options.undirected, r);
  return r;
}

}  // namespace amorph::maxflow
