// The strategy `pulse` on the CPU: a list holds the active vertices. On a device a round is one launch
// (pulse_round.cuh).
#pragma once

#include "amorph/kernels/primitives/select.hpp"
#include "solver/graph/maxflow/mask_rounds.hpp"

namespace amorph::maxflow {

struct discharge_listed {
  pulse_state s;
  const std::uint32_t* list;
  bool may_relabel;
  list_claims claim;
  template <class Team> AMORPH_BODY void operator()(Team team, std::size_t i) const {
    discharge(s, team, list[i], may_relabel, claim);
  }
};
struct settle_listed {
  pulse_state s;
  const std::uint32_t* list;
  AMORPH_BODY void operator()(std::size_t i) const { settle(s, list[i]); }
};

// A global relabelling and the pulses after it. False if no vertex with excess can reach the root.
template <class Exec> bool list_round(preflow<Exec>& flow) {
  Exec& exec = flow.exec;
  const pulse_state& s = flow.state;
  const std::uint32_t pulses = flow.pulses_after(global_relabel(flow));
  std::uint32_t* const lists[2] = {flow.front.data(), flow.next.data()};
  std::uint32_t* const count = flow.count.data();
  std::uint32_t& pulse = flow.pulse;
  count[pulse % 2] = static_cast<std::uint32_t>(
      select_indices(exec, flow.vertices(), is_active{s}, span<std::uint32_t>(lists[pulse % 2], flow.vertices())));
  if (count[pulse % 2] == 0) return false;
  for (std::uint32_t p = 0; p != pulses && count[pulse % 2] != 0; ++p, ++pulse, ++flow.pulses) {
    const unsigned here = pulse % 2, next = 1 - here;
    const bool may_relabel = (pulse + 1) % flow.problem.pushes == 0;
    count[next] = 0;
    const list_claims claim{{lists[next], count + next}, flow.listed.data(), pulse + 1};
    exec.for_each_team(count[here], discharge_listed{s, lists[here], may_relabel, claim});
    exec.for_each(count[next], settle_listed{s, lists[next]});
  }
  flow.renumber_pulses();
  return true;
}

}  // namespace amorph::maxflow
