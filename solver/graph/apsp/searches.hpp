// Near-far search from one source by one team (Davidson, Baxter, Garland, Owens, IPDPS 2014): vertices within a window
// of distances are processed first, the others wait. Teams process sources in parallel, each with its own scratch.
#pragma once

#include "amorph/kernels/exec/team.hpp"
#include "amorph/kernels/graph/csr.hpp"
#include "amorph/kernels/sync/atomic.hpp"
#include "solver/graph/apsp/min_plus.hpp"

namespace amorph::apsp {

inline constexpr std::size_t search_words = 6;  // of 32 bits, per vertex and team
inline constexpr std::size_t search_counters = 4;

// Atomic among the members of a team; a team of one needs no atomics on its own scratch.
template <class Team> AMORPH_BODY std::uint32_t next_slot(std::uint32_t* count) {
  if constexpr (Team::size() == 1) return (*count)++;
  return atomic_add(count, 1);
}
template <class Team> AMORPH_BODY bool first_to_mark(std::uint32_t* mark, std::uint32_t with) {
  if constexpr (Team::size() == 1) {
    const bool first = *mark != with;
    *mark = with;
    return first;
  }
  return atomic_exchange(mark, with) != with;
}
template <class Team> AMORPH_BODY bool lower(std::uint32_t* at, std::uint32_t to) {
  if (to >= atomic_load(at)) return false;
  if constexpr (Team::size() == 1) {
    *at = to;
    return true;
  }
  return atomic_min(at, to) > to;
}

template <class Weight> struct search_from {
  csr graph;
  const Weight* weight;  // null: all are 1
  std::uint32_t window;
  std::uint32_t* distance;  // all infinite at the start
  std::size_t pitch;
  std::uint32_t* scratch;  // search_words * vertices + search_counters per team; marks are 0 at the start

  [[nodiscard]] AMORPH_BODY std::uint32_t weight_of(std::uint64_t e) const {
    return weight == nullptr ? 1u : static_cast<std::uint32_t>(weight[e]);
  }

  template <class Team> AMORPH_BODY void operator()(Team team, std::size_t source) const {
    const std::size_t n = graph.vertices;
    std::uint32_t* mine = scratch + team.index() * (search_words * n + search_counters);
    std::uint32_t *near[2] = {mine, mine + n}, *far[2] = {mine + 2 * n, mine + 3 * n};
    std::uint32_t *near_mark = mine + 4 * n, *far_mark = mine + 5 * n;
    std::uint32_t* count = mine + 6 * n;  // lengths of near and far; step and turn between sources
    std::uint32_t* best = distance + source * pitch;
    // A mark is the step, or window, that listed the vertex last; numbers continue from source to source.
    std::uint32_t step = team.broadcast(count[2]), turn = team.broadcast(count[3]);
    if (step > (std::uint32_t{1} << 30) || turn > (std::uint32_t{1} << 30)) {
      for (std::size_t v = team.rank(); v < n; v += Team::size()) near_mark[v] = far_mark[v] = 0;
      step = turn = 0;
    }
    std::uint32_t nears = 1, fars = 0, end = window;
    unsigned here = 0, far_here = 0;
    if (team.rank() == 0) {
      near[0][0] = static_cast<std::uint32_t>(source);
      best[source] = 0;
      count[1] = 0;
    }
    ++turn;
    team.sync();
    for (;;) {
      while (nears != 0) {
        ++step;
        if (team.rank() == 0) count[0] = 0;
        team.sync();
        for (std::uint32_t i = team.rank(); i < nears; i += Team::size()) {
          const std::uint32_t v = near[here][i], d = atomic_load(&best[v]);
          for (std::uint64_t e = graph.begin[v]; e != graph.begin[v + std::size_t{1}]; ++e) {
            const std::uint32_t to = graph.to[e], sum = d + weight_of(e);
            if (sum >= unreached) continue;  // a shorter path may follow: find_overflow decides at the end
            if (!lower<Team>(&best[to], sum)) continue;
            if (sum < end) {
              if (first_to_mark<Team>(&near_mark[to], step)) near[here ^ 1][next_slot<Team>(&count[0])] = to;
            } else if (first_to_mark<Team>(&far_mark[to], turn)) {
              far[far_here][next_slot<Team>(&count[1])] = to;
            }
          }
        }
        team.sync();
        nears = team.broadcast(atomic_load(&count[0]));
        here ^= 1;
      }
      // The next window starts at the minimum of the far distances that were not processed already.
      fars = team.broadcast(atomic_load(&count[1]));
      std::uint32_t minimum = unreached;
      for (std::uint32_t i = team.rank(); i < fars; i += Team::size()) {
        const std::uint32_t d = atomic_load(&best[far[far_here][i]]);
        if (d >= end && d < minimum) minimum = d;
      }
      minimum = team.reduce_min(minimum);
      if (minimum == unreached) break;
      const std::uint32_t begin = end;
      end = minimum < unreached - window ? minimum + window : unreached;
      ++turn;
      ++step;
      team.sync();
      if (team.rank() == 0) count[0] = count[1] = 0;
      team.sync();
      for (std::uint32_t i = team.rank(); i < fars; i += Team::size()) {
        const std::uint32_t v = far[far_here][i], d = atomic_load(&best[v]);
        if (d < begin) continue;
        if (d < end)
          near[here][next_slot<Team>(&count[0])] = v;
        else if (first_to_mark<Team>(&far_mark[v], turn))
          far[far_here ^ 1][next_slot<Team>(&count[1])] = v;
      }
      far_here ^= 1;
      team.sync();
      nears = team.broadcast(atomic_load(&count[0]));
    }
    if (team.rank() == 0) {
      count[2] = step;
      count[3] = turn;
    }
    team.sync();
  }
};

}  // namespace amorph::apsp
