// The h-index iteration: every vertex holds an estimate, at first its degree, and takes the largest h such that h
// neighbours hold h or more, in place, until none changes; the estimates are then the core numbers, in any
// order. (Lue, Zhou, Zhang, Stanley, "The H-index of a network node and its relation to degree and coreness", Nature
// Communications 2016. How it differs: only vertices with a neighbour that fell below them are computed anew; h is
// found by bisection, with a pass over the row for each try, so that no counters are needed.)
#pragma once

#include "amorph/kernels/graph/csr.hpp"
#include "amorph/kernels/sync/atomic.hpp"

namespace amorph::kcore {

struct is_flagged {
  const std::uint32_t* flag;
  AMORPH_BODY bool operator()(std::size_t v) const { return flag[v] != 0; }
};
struct clear_listed {
  const std::uint32_t* list;
  std::uint32_t* flag;
  AMORPH_BODY void operator()(std::size_t i) const { flag[list[i]] = 0; }
};

// Intended races: a neighbour's estimate may fall while it is read. Estimates only fall, and never below the core
// number, so a result from an outdated estimate is at most too high; a thread that lowers an estimate flags all
// vertices that this may affect. Flags were cleared before, so these are computed again.
struct take_h_index {
  csr graph;
  const std::uint32_t* list;
  std::uint32_t *estimate, *flag;

  template <class Team> AMORPH_BODY std::uint32_t count_at_least(Team team, std::uint32_t v, std::uint32_t h) const {
    std::uint32_t count = 0;
    const std::uint64_t end = graph.begin[v + std::size_t{1}];
    for (std::uint64_t e = graph.begin[v] + team.rank(); e < end; e += Team::size())
      count += atomic_load(&estimate[graph.to[e]]) >= h ? 1 : 0;
    return team.reduce_add(count);
  }
  template <class Team> AMORPH_BODY void operator()(Team team, std::size_t i) const {
    const std::uint32_t v = list[i], before = estimate[v];
    if (count_at_least(team, v, before) >= before) return;
    std::uint32_t low = 0, high = before;  // enough hold `low`, too few `high`
    while (high - low > 1) {
      const std::uint32_t middle = low + (high - low) / 2;
      (count_at_least(team, v, middle) >= middle ? low : high) = middle;
    }
    team.sync();
    if (team.rank() == 0) atomic_store(&estimate[v], low);
    const std::uint64_t end = graph.begin[v + std::size_t{1}];
    for (std::uint64_t e = graph.begin[v] + team.rank(); e < end; e += Team::size()) {
      // Also flags neighbours above `before`: they may be falling below it now, based on the outdated estimate.
      const std::uint32_t to = graph.to[e];
      if (atomic_load(&estimate[to]) > low) atomic_store(&flag[to], 1);
    }
  }
};

}  // namespace amorph::kcore
