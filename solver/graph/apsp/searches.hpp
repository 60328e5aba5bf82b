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
    state s = start(team, source);
    do {
      while (s.nears != 0) relax_near(team, s);
    } while (open_next_window(team, s));
    if (team.rank() == 0) {
      step_of(s) = s.step;
      turn_of(s) = s.turn;
    }
    team.sync();
  }

 private:
  // The state of a team's search, the same for all members.
  struct state {
    std::uint32_t* scratch;    // of the team
    std::uint32_t* best;       // distances from this source
    std::uint32_t end;         // of the window of distances
    std::uint32_t step, turn;  // numbers of steps and of windows; they continue from source to source
    std::uint32_t nears;       // vertices in near(s)
    unsigned here, far_here;   // 0 or 1: which of the two lists is read; the other is written
  };
  // The scratch: lists of vertices, the step or turn that listed a vertex last, and the lengths of the lists that are
  // written. Addresses are computed where they are needed: kept in arrays, they went to a device's local memory.
  [[nodiscard]] AMORPH_BODY std::uint32_t* near(const state& s) const { return part(s, s.here); }
  [[nodiscard]] AMORPH_BODY std::uint32_t* next_near(const state& s) const { return part(s, s.here ^ 1); }
  [[nodiscard]] AMORPH_BODY std::uint32_t* far(const state& s) const { return part(s, 2 + s.far_here); }
  [[nodiscard]] AMORPH_BODY std::uint32_t* next_far(const state& s) const { return part(s, 2 + (s.far_here ^ 1)); }
  [[nodiscard]] AMORPH_BODY std::uint32_t* near_mark(const state& s) const { return part(s, 4); }
  [[nodiscard]] AMORPH_BODY std::uint32_t* far_mark(const state& s) const { return part(s, 5); }
  [[nodiscard]] AMORPH_BODY std::uint32_t& near_count(const state& s) const { return part(s, 6)[0]; }
  [[nodiscard]] AMORPH_BODY std::uint32_t& far_count(const state& s) const { return part(s, 6)[1]; }
  [[nodiscard]] AMORPH_BODY std::uint32_t& step_of(const state& s) const { return part(s, 6)[2]; }
  [[nodiscard]] AMORPH_BODY std::uint32_t& turn_of(const state& s) const { return part(s, 6)[3]; }
  [[nodiscard]] AMORPH_BODY std::uint32_t* part(const state& s, unsigned number) const {
    return s.scratch + number * std::size_t{graph.vertices};
  }

  template <class Team> AMORPH_BODY state start(Team team, std::size_t source) const {
    const std::size_t n = graph.vertices;
    state s{.scratch = scratch + team.index() * (search_words * n + search_counters),
            .best = distance + source * pitch,
            .end = window,
            .step = 0,
            .turn = 0,
            .nears = 1,
            .here = 0,
            .far_here = 0};
    s.step = team.broadcast(step_of(s));
    s.turn = team.broadcast(turn_of(s));
    if (s.step > (std::uint32_t{1} << 30) || s.turn > (std::uint32_t{1} << 30)) {
      for (std::size_t v = team.rank(); v < n; v += Team::size()) near_mark(s)[v] = far_mark(s)[v] = 0;
      s.step = s.turn = 0;
    }
    if (team.rank() == 0) {
      near(s)[0] = static_cast<std::uint32_t>(source);
      s.best[source] = 0;
      far_count(s) = 0;
    }
    ++s.turn;
    team.sync();
    return s;
  }

  // Relaxes the arcs of the near vertices, and lists the vertices whose distances fall.
  template <class Team> AMORPH_BODY void relax_near(Team team, state& s) const {
    const std::uint32_t* const list = near(s);
    std::uint32_t *const nears = next_near(s), *const fars = far(s), *const near_marks = near_mark(s),
                         *const far_marks = far_mark(s), *const counts = &near_count(s), *const best = s.best;
    const std::uint32_t step = ++s.step, turn = s.turn, end = s.end;
    if (team.rank() == 0) counts[0] = 0;
    team.sync();
    for (std::uint32_t i = team.rank(); i < s.nears; i += Team::size()) {
      const std::uint32_t v = list[i], d = atomic_load(&best[v]);
      for (std::uint64_t e = graph.begin[v]; e != graph.begin[v + std::size_t{1}]; ++e) {
        const std::uint32_t to = graph.to[e], sum = d + weight_of(e);
        if (sum >= unreached) continue;  // a shorter path may follow: find_overflow decides at the end
        if (!lower<Team>(&best[to], sum)) continue;
        if (sum < end) {
          if (first_to_mark<Team>(&near_marks[to], step)) nears[next_slot<Team>(&counts[0])] = to;
        } else if (first_to_mark<Team>(&far_marks[to], turn)) {
          fars[next_slot<Team>(&counts[1])] = to;
        }
      }
    }
    team.sync();
    s.nears = team.broadcast(atomic_load(&counts[0]));
    s.here ^= 1;
  }

  // Moves the window to the minimum of the far distances that were not processed already, and the far vertices in it to
  // the near ones; false if there are none.
  template <class Team> AMORPH_BODY bool open_next_window(Team team, state& s) const {
    const std::uint32_t *const list = far(s), *const best = s.best;
    std::uint32_t *const nears = near(s), *const fars = next_far(s), *const marks = far_mark(s),
                         *const counts = &near_count(s);
    const std::uint32_t n = team.broadcast(atomic_load(&counts[1])), begin = s.end;
    std::uint32_t minimum = unreached;
    for (std::uint32_t i = team.rank(); i < n; i += Team::size()) {
      const std::uint32_t d = atomic_load(&best[list[i]]);
      if (d >= begin && d < minimum) minimum = d;
    }
    minimum = team.reduce_min(minimum);
    if (minimum == unreached) return false;
    const std::uint32_t end = minimum < unreached - window ? minimum + window : unreached, turn = ++s.turn;
    ++s.step;
    team.sync();
    if (team.rank() == 0) counts[0] = counts[1] = 0;
    team.sync();
    for (std::uint32_t i = team.rank(); i < n; i += Team::size()) {
      const std::uint32_t v = list[i], d = atomic_load(&best[v]);
      if (d < begin) continue;
      if (d < end)
        nears[next_slot<Team>(&counts[0])] = v;
      else if (first_to_mark<Team>(&marks[v], turn))
        fars[next_slot<Team>(&counts[1])] = v;
    }
    team.sync();
    s.end = end;
    s.nears = team.broadcast(atomic_load(&counts[0]));
    s.far_here ^= 1;
    return true;
  }
};

}  // namespace amorph::apsp
