// One pulse of synchronous push-relabel (Goldberg, Tarjan, JACM 1988, section 5): all active vertices push or are
// relabelled from the state before the pulse. A pulse is two steps with a barrier between them:
//   discharge  an active vertex pushes along its admissible arcs (residual arcs, one level down); one that has none
//              computes its new height. Arrivals are summed apart from the excess, so their order is irrelevant.
//   settle     a vertex adds its arrivals to its excess and takes its new height.
// While x is relabelled, a neighbour y may push to x, which creates a residual arc from x to y that x did not see. The
// height of y is then one above the old height of x, so x may rise by at most two; its arrivals tell x when this bound
// applies. So heights stay valid, and the result is a function of the state before, whatever the order of threads.
//
// Intended race: x reads the residual capacity of its arc to y while y may be adding to it. x cannot push along that
// arc then (y is above x), and the bound above covers the arc in the new height.
#pragma once

#include "amorph/kernels/base/bits.hpp"
#include "amorph/kernels/exec/team.hpp"
#include "amorph/kernels/sync/atomic.hpp"
#include "solver/graph/maxflow/network.hpp"

namespace amorph::maxflow {

struct vertex_list {
  std::uint32_t *vertex, *count;
  AMORPH_BODY void add(std::uint32_t v) const { vertex[atomic_add(count, 1)] = v; }
};

struct pulse_state {
  network_view net;
  std::int64_t *residual, *excess, *arrived;
  std::uint32_t *height, *new_height;  // new_height: to take when the vertex settles, or 0
  std::uint32_t* listed;               // the last pulse that listed the vertex
  std::uint32_t* height_count;         // per height below n: the number of vertices
  std::uint32_t root, other;           // excess flows to the root, never through the other terminal

  // The height of a vertex that cannot reach the root.
  [[nodiscard]] AMORPH_HD std::uint32_t top() const { return net.vertices; }
  [[nodiscard]] AMORPH_HD bool is_terminal(std::uint32_t v) const { return v == root || v == other; }
};

// Appends each vertex that has to settle to `next`, once.
struct list_claims {
  vertex_list next;
  std::uint32_t* listed;
  std::uint32_t pulse;
  AMORPH_BODY void operator()(std::uint32_t v) const {
#if !defined(__CUDA_ARCH__)  // on a device the load would cost as much as the atomic operation it avoids
    if (atomic_load(&listed[v]) == pulse) return;
#endif
    if (atomic_exchange(&listed[v], pulse) != pulse) next.add(v);
  }
};
struct no_claims {
  AMORPH_BODY void operator()(std::uint32_t) const {}
};

template <class Team, class Claim>
AMORPH_BODY void discharge(const pulse_state& s, Team team, std::uint32_t x, bool may_relabel, Claim claim) {
  const std::uint32_t height = s.height[x], top = s.top();
  std::int64_t excess = s.excess[x];
  if (height >= top || excess <= 0 || s.is_terminal(x)) return;
  const std::uint64_t end = s.net.begin[x + std::size_t{1}];
  std::uint32_t lowest = top;
  bool pushed = false;
  for (std::uint64_t first = s.net.begin[x]; first < end && excess > 0; first += Team::size()) {
    const std::uint64_t e = first + team.rank();
    const std::int64_t residual = e < end ? atomic_load(&s.residual[e]) : 0;
    const std::uint32_t to = e < end ? s.net.to[e] : 0;
    const std::uint32_t to_height = residual > 0 ? s.height[to] : top;
    if (to_height < lowest) lowest = to_height;
    std::int64_t amount = 0;
    for (std::uint32_t members = team.ballot(to_height + 1 == height); members != 0 && excess > 0;
         members &= members - 1) {
      const unsigned member = lowest_bit(members);
      const std::int64_t held = team.broadcast(residual, member), part = held < excess ? held : excess;
      if (team.rank() == member) amount = part;
      excess -= part;
      pushed = true;
    }
    if (amount > 0) {
      atomic_store(&s.residual[e], residual - amount);
      atomic_store(&s.residual[s.net.reverse[e]], s.net.pair_capacity[e] - (residual - amount));
      atomic_add(&s.arrived[to], amount);
      if (!s.is_terminal(to)) claim(to);
    }
  }
  lowest = team.reduce_min(lowest);
  if (team.rank() != 0) return;
  s.excess[x] = excess;
  if (!pushed && may_relabel) {
    // Gap: below an unused height there is no path to the root.
    const bool gap = height != 0 && s.height_count[height - 1] == 0;
    s.new_height[x] = gap || lowest >= top ? top : lowest + 1;
  }
  if (excess > 0) claim(x);
}

// Returns whether the vertex is active afterwards.
AMORPH_BODY inline bool settle(const pulse_state& s, std::uint32_t x) {
  const std::int64_t arrived = s.arrived[x], excess = s.excess[x] + arrived;
  std::uint32_t height = s.height[x];
  if (arrived != 0) {
    s.arrived[x] = 0;
    s.excess[x] = excess;
  }
  if (std::uint32_t to = s.new_height[x]; to != 0) {
    s.new_height[x] = 0;
    if (arrived != 0 && to > height + 2) to = height + 2;
    if (to > s.top()) to = s.top();
    atomic_add(&s.height_count[height], ~std::uint32_t{0});
    if (to < s.top()) atomic_add(&s.height_count[to], 1);
    s.height[x] = height = to;
  }
  return excess > 0 && height < s.top();
}

// A step of global relabelling: from a vertex to those that have a residual arc to it.
struct reach_back {
  pulse_state s;
  std::uint32_t height;
  AMORPH_BODY bool operator()(std::uint32_t, std::uint64_t e, std::uint32_t to) const {
    return s.net.pair_capacity[e] - s.residual[e] > 0 && to != s.other && atomic_load(&s.height[to]) == s.top() &&
           atomic_cas(&s.height[to], s.top(), height) == s.top();
  }
};

// The default number of pulses between two global relabellings: excess can cover half of the distance of the deepest
// vertex. More pulses are wasted on vertices that are stuck; fewer mean more searches.
AMORPH_HD inline std::uint32_t pulses_for_depth(std::uint32_t depth) { return depth / 2 > 64 ? depth / 2 : 64; }

}  // namespace amorph::maxflow
