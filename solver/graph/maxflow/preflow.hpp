// A preflow and the heights of its vertices: the state that strategies, which are functions over it, work on.
#pragma once

#include <cstdint>

#include "amorph/kernels/operators/advance.hpp"
#include "solver/graph/maxflow/core.hpp"
#include "solver/graph/maxflow/pulse.hpp"

namespace amorph::maxflow {

// Saturates all arcs out of the source.
struct saturate_source {
  pulse_state s;
  std::uint32_t source;
  AMORPH_BODY void operator()(std::size_t i) const {
    const std::uint64_t e = s.net.begin[source] + i;
    const std::int64_t amount = s.net.capacity[e];
    s.residual[e] = 0;
    s.residual[s.net.reverse[e]] = s.net.pair_capacity[e];
    s.excess[s.net.to[e]] += amount;  // no two arcs have the same target
  }
};

template <class Exec> struct preflow {
  template <class T> using buffer = typename Exec::template buffer<T>;

  Exec& exec;
  maxflow::problem problem;
  device_graph<Exec> graph;
  network<Exec> net;
  buffer<std::int64_t> residual, excess, arrived;
  buffer<std::uint32_t> height, new_height, listed, height_count;
  frontier<Exec> front, next;
  buffer<std::uint32_t> count;  // 3: lengths of lists, or a flag
  pulse_state state{};
  std::uint64_t pulses = 0, global_relabels = 0;
  std::uint32_t pulse = 0;  // pulses are numbered through both phases, so that a list's entries are never stale

  preflow(Exec& on, const maxflow::problem& solved)
      : exec(on),
        problem(solved),
        graph(exec, solved.graph),
        net(exec, graph, solved.undirected != 0, solved.max_capacity),
        residual(exec, net.arcs()),
        excess(exec, vertices()),
        arrived(exec, vertices()),
        height(exec, vertices()),
        new_height(exec, vertices()),
        listed(exec, vertices()),
        height_count(exec, vertices()),
        front(exec, vertices()),
        next(exec, vertices()),
        count(exec, 3) {
    state = {net.view(),
             residual.data(),
             excess.data(),
             arrived.data(),
             height.data(),
             new_height.data(),
             listed.data(),
             height_count.data(),
             0,
             0};
  }

  [[nodiscard]] std::uint32_t vertices() const { return graph.graph().vertices; }

  // The preflow that saturates the source's arcs and no other.
  void start() {
    pulses = global_relabels = pulse = 0;
    exec.template copy<std::int64_t>(span<const std::int64_t>(state.net.capacity, net.arcs()), residual.span());
    exec.fill(excess.span(), 0);
    exec.fill(arrived.span(), 0);
    exec.fill(new_height.span(), 0);
    exec.fill(listed.span(), 0);
    const std::uint64_t first = exec.read(state.net.begin + problem.source);
    const std::uint64_t last = exec.read(state.net.begin + problem.source + 1);
    exec.for_each(last - first, saturate_source{state, problem.source});
  }

  // Pulses until the next global relabelling, whose predecessor searched `depth` levels.
  [[nodiscard]] std::uint32_t pulses_after(std::uint32_t depth) const {
    const std::uint64_t given = std::uint64_t{problem.relabels} * problem.pushes;
    if (given == 0) return pulses_for_depth(depth);
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(given, std::uint32_t{1} << 30));
  }
  // Pulse numbers have 32 bits: restarts them in time.
  void renumber_pulses() {
    if (pulse < (std::uint32_t{1} << 31)) return;
    pulse = 0;
    exec.fill(listed.span(), 0);
  }
};

}  // namespace amorph::maxflow
