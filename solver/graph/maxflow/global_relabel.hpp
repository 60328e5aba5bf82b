// Global relabelling (Cherkassky, Goldberg, Algorithmica 1997): heights become the exact distances to the root in the
// residual network, by a breadth-first search from the root against the direction of residual arcs. A vertex that
// cannot reach the root gets height n.
#pragma once

#include "solver/graph/common/steps.hpp"
#include "solver/graph/maxflow/preflow.hpp"

namespace amorph::maxflow {

struct reset_height {
  std::uint32_t *height, *height_count;
  std::uint32_t root, top;
  AMORPH_BODY void operator()(std::size_t v) const {
    height[v] = v == root ? 0 : top;
    height_count[v] = 0;
  }
};

// Returns the number of levels.
template <class Exec> std::uint32_t global_relabel(preflow<Exec>& flow) {
  Exec& exec = flow.exec;
  const pulse_state& s = flow.state;
  exec.report("global relabelling", ++flow.global_relabels);
  exec.for_each(flow.vertices(), reset_height{s.height, s.height_count, s.root, s.top()});
  const csr arcs{flow.vertices(), span<const std::uint64_t>(s.net.begin, flow.vertices() + std::size_t{1}),
                 span<const std::uint32_t>(s.net.to, flow.net.arcs())};
  flow.front.assign(s.root);
  std::uint32_t level = 0;
  for (; !flow.front.empty(); ++level) {
    exec.write(s.height_count + level, static_cast<std::uint32_t>(flow.front.size()));
    advance(exec, arcs, flow.front, flow.next, fit_balance<Exec>, reach_back{s, level + 1});
    flow.front.swap(flow.next);
  }
  return level;
}

}  // namespace amorph::maxflow
