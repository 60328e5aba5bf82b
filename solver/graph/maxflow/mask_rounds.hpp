// The strategy `mask`: every step visits all vertices, as the kernels of the IIIT report do (section IX).
#pragma once

#include "solver/graph/maxflow/global_relabel.hpp"

namespace amorph::maxflow {

struct is_active {
  pulse_state s;
  AMORPH_BODY bool operator()(std::size_t v) const {
    return s.excess[v] > 0 && s.height[v] < s.top() && !s.is_terminal(static_cast<std::uint32_t>(v));
  }
};
// Intended race: all threads that set `any` set it to the same 1, and it is read after the step.
struct flag_active {
  is_active active;
  std::uint32_t* any;
  AMORPH_BODY void operator()(std::size_t v) const {
    if (active(v)) atomic_store(any, 1);
  }
};
struct discharge_each {
  pulse_state s;
  bool may_relabel;
  template <class Team> AMORPH_BODY void operator()(Team team, std::size_t v) const {
    discharge(s, team, static_cast<std::uint32_t>(v), may_relabel, no_claims{});
  }
};
// Intended race: on `any`, as above; reading it first avoids most of the stores.
struct settle_each {
  pulse_state s;
  std::uint32_t* any;
  AMORPH_BODY void operator()(std::size_t v) const {
    if (s.is_terminal(static_cast<std::uint32_t>(v))) return;
    if (settle(s, static_cast<std::uint32_t>(v)) && atomic_load(any) == 0) atomic_store(any, 1);
  }
};

// A global relabelling and the pulses after it. False if no vertex with excess can reach the root.
template <class Exec> bool mask_round(preflow<Exec>& flow) {
  Exec& exec = flow.exec;
  const pulse_state& s = flow.state;
  std::uint32_t* const any_active = flow.count.data();
  const std::uint32_t pulses = flow.pulses_after(global_relabel(flow));
  exec.write(any_active, 0);
  exec.for_each(flow.vertices(), flag_active{is_active{s}, any_active});
  if (exec.read(any_active) == 0) return false;
  bool any = true;
  for (std::uint32_t p = 0; p < pulses && any; ++p) {
    const bool may_relabel = (p + 1) % flow.problem.pushes == 0;
    if (may_relabel) exec.write(any_active, 0);
    exec.for_each_team(flow.vertices(), discharge_each{s, may_relabel});
    exec.for_each(flow.vertices(), settle_each{s, any_active});
    if (may_relabel) any = exec.read(any_active) != 0;  // a read-back: in relabelling steps only
    ++flow.pulses;
  }
  return true;
}

}  // namespace amorph::maxflow
