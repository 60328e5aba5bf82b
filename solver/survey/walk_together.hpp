// One walk with many flips a round: every unsatisfied clause chooses a variable, a variable chosen by several is flipped once.
// Flips of one round that meet in a clause do not see each other: noise, which becomes rare as unsatisfied clauses do. What is chosen depends
// on clause and round alone, so that neither the order of lists nor the number of threads matters.
#pragma once

#include "amorph/sync/append_list.hpp"
#include "amorph/sync/grid.hpp"
#include "flips.hpp"

namespace amorph::sat {

struct together_counters {
  std::uint64_t rounds, flips, unsatisfied;
};

struct together_view {
  flip_view f;
  truth* value;
  std::uint32_t* satisfying;        // a clause's literals that hold
  std::uint32_t *flipped, *listed;  // a variable's, a clause's: the last round that put it into a list
};

template <class List> struct list_unsatisfied {
  together_view w;
  List list;
  AMORPH_BODY void operator()(thread_team team, std::size_t c) const {
    std::uint32_t count = 0;
    for (std::uint32_t e = w.f.graph.begin(c), end = w.f.graph.end(c); e != end; ++e) {
      const literal l = w.f.graph.literals[e];
      count += holds(l, w.value[l >> 1]) ? 1 : 0;
    }
    w.satisfying[c] = count;
    w.listed[c] = 0;
    if (count == 0) list.append(team, static_cast<std::uint32_t>(c));
  }
};

template <class List> struct start_together {
  list_unsatisfied<List> body;
  std::uint64_t clauses;
  together_counters* counters;
  template <class Grid> AMORPH_BODY void operator()(Grid grid) const {
    grid.for_each_single(clauses, body);
    body.list.collect(grid);
    grid.sync();
    if (grid.first()) *counters = {0, 0, body.list.size()};
  }
};

// The steps of a round are made by teams of a few lanes: a round of few flips is as long as the reads of one flip that wait for
// one another, and lanes read side by side.
template <class List> struct choose_flip {
  together_view w;
  random_stream chance;
  List unsatisfied, flips;
  std::uint32_t round;
  template <class Team> AMORPH_BODY void operator()(Team team, std::size_t i) const {
    const std::uint32_t c = unsatisfied[i];
    weighted_choice choice(chance(c));
    for (std::uint32_t e = w.f.graph.begin(c), end = w.f.graph.end(c); e != end; ++e) {
      const literal l = w.f.graph.literals[e];
      choice.offer(l, w.f.weights.of[w.f.broken_by(team, l, w.satisfying)]);
    }
    const std::uint32_t v = choice.kept() >> 1;
    if (team.rank() == 0 && atomic_exchange(&w.flipped[v], round) != round) flips.append(team, v);
  }
};
template <class List> struct flip_listed {
  together_view w;
  List flips;
  template <class Team> AMORPH_BODY void operator()(Team team, std::size_t i) const {
    const std::uint32_t v = flips[i];
    const truth value = w.value[v];
    team.sync();  // all have read it
    if (team.rank() == 0) w.value[v] = value == truth::yes ? truth::no : truth::yes;
    const literal was = 2 * v + (value == truth::yes ? 0 : 1);
    for (std::uint32_t o = w.f.first(was) + team.rank(); o < w.f.last(was); o += team.size())
      atomic_add(&w.satisfying[w.f.graph.occurrences[o]], ~std::uint32_t{0});
    for (std::uint32_t o = w.f.first(was ^ 1) + team.rank(); o < w.f.last(was ^ 1); o += team.size())
      atomic_add(&w.satisfying[w.f.graph.occurrences[o]], 1);
  }
};
template <class List> struct keep_unsatisfied {
  together_view w;
  List list;
  std::uint32_t round;
  template <class Team> AMORPH_BODY void operator()(Team team, std::uint32_t c) const {
    if (w.satisfying[c] == 0 && atomic_exchange(&w.listed[c], round) != round) list.append(team, c);
  }
};
template <class List> struct relist_clauses {
  keep_unsatisfied<List> keep;
  List unsatisfied;
  AMORPH_BODY void operator()(thread_team team, std::size_t i) const { keep(team, unsatisfied[i]); }
};
template <class List> struct relist_broken {
  keep_unsatisfied<List> keep;
  List flips;
  template <class Team> AMORPH_BODY void operator()(Team team, std::size_t i) const {
    const flip_view& f = keep.w.f;
    const std::uint32_t v = flips[i];
    const literal not_now = 2 * v + (keep.w.value[v] == truth::yes ? 1 : 0);
    for (std::uint32_t o = f.first(not_now) + team.rank(); o < f.last(not_now); o += team.size())
      keep(team, f.graph.occurrences[o]);
  }
};

#if AMORPH_DEVICE_COMPILER
inline constexpr unsigned flip_lanes = 8;
#else
inline constexpr unsigned flip_lanes = 1;
#endif

// Rounds up to `last_round`, or until enough clauses are satisfied.
template <class Exec> struct walk_rounds {
  using list = typename append_list<Exec>::view_type;
  together_view w;
  std::uint64_t seed;
  list unsatisfied, broken, flips;  // by turns
  std::uint32_t first_round, last_round;
  std::uint64_t most_flips, enough;  // enough: unsatisfied clauses to end with
  together_counters* counters;

  template <class Grid> AMORPH_BODY void operator()(Grid grid) const {
    list now = unsatisfied, next = broken;
    std::uint64_t flipped = counters->flips;
    for (std::uint32_t round = first_round; round != last_round && now.size() > enough && flipped < most_flips;
         ++round) {
      each(grid, now.size(), choose_flip<list>{w, random_stream(seed, round), now, flips, round});
      flips.collect(grid);
      grid.sync();
      each(grid, flips.size(), flip_listed<list>{w, flips});
      flipped += flips.size();
      grid.sync();
      const keep_unsatisfied<list> keep{w, next, round};
      grid.for_each_single(now.size(), relist_clauses<list>{keep, now});
      each(grid, flips.size(), relist_broken<list>{keep, flips});
      next.collect(grid);
      grid.sync();
      if (grid.first()) {
        now.clear();
        flips.clear();
        *counters = {counters->rounds + 1, flipped, next.size()};
      }
      grid.sync();
      const list other = now;
      now = next;
      next = other;
    }
  }

 private:
  template <class Grid, class F> AMORPH_BODY static void each(Grid grid, std::size_t n, F f) {
#if AMORPH_DEVICE_COMPILER
    grid.template for_each_team<tile_team<flip_lanes>>(n, f);
#else
    grid.for_each_single(n, f);
#endif
  }
};

}  // namespace amorph::sat
