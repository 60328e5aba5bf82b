// One pulse: all active vertices push or are lifted at once, and what they see is what stood at its start.
//
// Synchronous push-relabel (Goldberg, Tarjan, JACM 1988, section 5): a pulse is two steps with a barrier between.
//   discharge  an active vertex pushes along its admissible arcs (residual, one step down); one that has none works out
//              its new height. Arrivals are added up beside the excess, so their order does not show.
//   settle     who got something or kept something adds arrivals to its excess and takes its new height.
// While x is lifted a neighbour y may push to x, which gives x an arc to y that x did not see. Then y stands one above the
// old x, so x may rise to two above its old height and no further: x knows from its arrivals. So heights stay valid and
// the outcome is a function of the state before, whatever the order of threads.
//
// Intended race: x reads the residual of its arc to y while y may be adding to it. x cannot push along it then (y stands
// above x), and for its new height the arc counts for what the rule above allows anyway.
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
  std::uint32_t *height, *lifted;  // lifted: the height to take, or 0
  std::uint32_t* listed;           // the last pulse that listed a vertex
  std::uint32_t* at_height;        // how many vertices stand at a height below n
  std::uint32_t root, other;       // excess goes to the root, never through the other

  [[nodiscard]] AMORPH_HD std::uint32_t top() const { return net.vertices; }  // the height of who cannot reach the root
  [[nodiscard]] AMORPH_HD bool is_end(std::uint32_t v) const { return v == root || v == other; }
};

// `next` gets each vertex that has something to settle, once.
struct list_claims {
  vertex_list next;
  std::uint32_t* listed;
  std::uint32_t pulse;
  AMORPH_BODY void operator()(std::uint32_t v) const {
#if !defined(__CUDA_ARCH__)  // the device's atomics do not hold up others, and a look before costs as long again
    if (atomic_load(&listed[v]) == pulse) return;
#endif
    if (atomic_exchange(&listed[v], pulse) != pulse) next.add(v);
  }
};
struct no_claims {
  AMORPH_BODY void operator()(std::uint32_t) const {}
};

template <class Team, class Claim>
AMORPH_BODY void discharge(const pulse_state& s, Team team, std::uint32_t x, bool may_lift, Claim claim) {
  const std::uint32_t height = s.height[x], top = s.top();
  std::int64_t excess = s.excess[x];
  if (height >= top || excess <= 0 || s.is_end(x)) return;
  const std::uint64_t end = s.net.begin[x + std::size_t{1}];
  std::uint32_t lowest = top;
  bool pushed = false;
  for (std::uint64_t first = s.net.begin[x]; first < end && excess > 0; first += Team::size()) {
    const std::uint64_t e = first + team.rank();
    const std::int64_t room = e < end ? atomic_load(&s.residual[e]) : 0;
    const std::uint32_t to = e < end ? s.net.to[e] : 0;
    const std::uint32_t to_height = room > 0 ? s.height[to] : top;
    if (to_height < lowest) lowest = to_height;
    std::int64_t amount = 0;
    for (std::uint32_t members = team.ballot(to_height + 1 == height); members != 0 && excess > 0;
         members &= members - 1) {
      const unsigned member = lowest_bit(members);
      const std::int64_t there = team.broadcast(room, member), part = there < excess ? there : excess;
      if (team.rank() == member) amount = part;
      excess -= part;
      pushed = true;
    }
    if (amount > 0) {
      atomic_store(&s.residual[e], room - amount);
      atomic_store(&s.residual[s.net.opposite[e]], s.net.both[e] - (room - amount));
      atomic_add(&s.arrived[to], amount);
      if (!s.is_end(to)) claim(to);
    }
  }
  lowest = team.reduce_min(lowest);
  if (team.rank() != 0) return;
  s.excess[x] = excess;
  if (!pushed && may_lift) {
    // A height that nobody has parts all above it from the root (gap).
    const bool gap = height != 0 && s.at_height[height - 1] == 0;
    s.lifted[x] = gap || lowest >= top ? top : lowest + 1;
  }
  if (excess > 0) claim(x);
}

// The vertex is active afterwards when true.
AMORPH_BODY inline bool settle(const pulse_state& s, std::uint32_t x) {
  const std::int64_t arrived = s.arrived[x], excess = s.excess[x] + arrived;
  std::uint32_t height = s.height[x];
  if (arrived != 0) {
    s.arrived[x] = 0;
    s.excess[x] = excess;
  }
  if (std::uint32_t to = s.lifted[x]; to != 0) {
    s.lifted[x] = 0;
    if (arrived != 0 && to > height + 2) to = height + 2;
    if (to > s.top()) to = s.top();
    atomic_add(&s.at_height[height], ~std::uint32_t{0});
    if (to < s.top()) atomic_add(&s.at_height[to], 1);
    s.height[x] = height = to;
  }
  return excess > 0 && height < s.top();
}

// Global relabelling, one step: arcs against their direction along which flow can still come.
struct reach_back {
  pulse_state s;
  std::uint32_t height;
  AMORPH_BODY bool operator()(std::uint32_t, std::uint64_t e, std::uint32_t to) const {
    return s.net.both[e] - s.residual[e] > 0 && to != s.other && atomic_load(&s.height[to]) == s.top() &&
           atomic_cas(&s.height[to], s.top(), height) == s.top();
  }
};

// How many pulses go by between two global relabellings, when the caller does not say: enough for excess to go half the
// way of the deepest vertex. More on lists that are stuck is waste; fewer is more searches.
AMORPH_HD inline std::uint32_t pulses_for_depth(std::uint32_t depth) { return depth / 2 > 64 ? depth / 2 : 64; }

}  // namespace amorph::maxflow
