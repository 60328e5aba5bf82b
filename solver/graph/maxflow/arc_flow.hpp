// From the residual network to the flow on each arc of the graph, whose parallel arcs are one arc there.
//
// The flow between two vertices is distributed over the parallel arcs in their order. In an undirected graph, arcs that
// are listed at the other end carry the remainder against their direction. One thread owns all arcs of a vertex in each
// of the two passes. O(m log degree).
#pragma once

#include "solver/graph/maxflow/preflow.hpp"

namespace amorph::maxflow {

struct net_flow {
  const std::int64_t *capacity, *residual;
  std::int64_t* flow;
  AMORPH_BODY void operator()(std::size_t e) const { flow[e] = capacity[e] - residual[e]; }
};
template <class Weight> struct distribute_flow {
  csr graph;
  detail::capacity_of<Weight> capacity;
  network_view net;
  std::int64_t* undistributed;  // per arc of the network
  std::int64_t* arc_flow;
  bool against;
  AMORPH_BODY void operator()(std::size_t v) const {
    const auto from = static_cast<std::uint32_t>(v);
    for (std::uint64_t e = graph.begin[v]; e != graph.begin[v + 1]; ++e) {
      if (!against) arc_flow[e] = 0;
      if (graph.to[e] == from) continue;
      const std::uint64_t forward = detail::find_arc(net.begin, net.to, from, graph.to[e]);
      const std::uint64_t at = against ? net.reverse[forward] : forward;
      const std::int64_t free = capacity(e) - (arc_flow[e] < 0 ? -arc_flow[e] : arc_flow[e]);
      const std::int64_t amount = undistributed[at] < free ? undistributed[at] : free;
      if (amount <= 0) continue;
      undistributed[at] -= amount;
      arc_flow[e] += against ? -amount : amount;
    }
  }
};

// to[e] for each arc e of the graph, in host memory.
template <class Weight, class Exec> void copy_arc_flow(preflow<Exec>& flow, std::int64_t* to) {
  Exec& exec = flow.exec;
  const csr& graph = flow.graph.graph();
#if !AMORPH_DEVICE_COMPILER
  if (flow.net.has_rows_of_graph() && flow.problem.undirected == 0) {
    exec.for_each(graph.edges(), [&](std::size_t e) {
      to[e] = std::max<std::int64_t>(flow.state.net.capacity[e] - flow.residual.data()[e], 0);
    });
    return;
  }
#endif
  typename Exec::template buffer<std::int64_t> undistributed(exec, flow.net.arcs()), arc_flow(exec, graph.edges());
  exec.for_each(flow.net.arcs(), net_flow{flow.state.net.capacity, flow.residual.data(), undistributed.data()});
  distribute_flow<Weight> distribute{graph,           {flow.graph.template weight<Weight>(), flow.problem.max_capacity},
                                     flow.state.net,  undistributed.data(),
                                     arc_flow.data(), false};
  exec.for_each(graph.vertices, distribute);
  distribute.against = true;
  if (flow.problem.undirected != 0) exec.for_each(graph.vertices, distribute);
  exec.template copy_out<std::int64_t>(arc_flow.span(), span<std::int64_t>(to, graph.edges()));
}

}  // namespace amorph::maxflow
