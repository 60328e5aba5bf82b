// One walk with many flips a round: every unsatisfied clause chooses a variable, a variable chosen by several is flipped once.
// Flips of one round that meet in a clause do not see each other: noise, which becomes rare as unsatisfied clauses do. What is chosen depends
// on clause and round alone, so that neither the order of lists nor the number of threads matters.
#pragma once

#include "amorph/kernels/sync/append_list.hpp"
#include "amorph/kernels/sync/grid.hpp"
#include "solver/sat/looking.hpp"
#include "solver/sat/walk/flips.hpp"

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
      count += holds(l, w.value[variable_of(l)]) ? 1 : 0;
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
  look asked;
  template <class Grid> AMORPH_BODY void operator()(Grid grid) const {
    const bool whole = asked.stretches(clauses, std::size_t{1} << 18, [&](std::size_t first, std::size_t count) {
      grid.for_each_single(count, from_item<list_unsatisfied<List>>{body, first});
    });
    body.list.collect(grid);
    grid.sync();
    if (grid.first()) *counters = {0, 0, whole ? body.list.size() : clauses};
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
    const std::uint32_t v = variable_of(choice.kept());
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
    const literal was = make_literal(v, value != truth::yes), is = negation_of(was);
    for (std::uint32_t o = w.f.first(was) + team.rank(); o < w.f.last(was); o += team.size())
      atomic_add(&w.satisfying[w.f.graph.occurrences[o]], ~std::uint32_t{0});
    for (std::uint32_t o = w.f.first(is) + team.rank(); o < w.f.last(is); o += team.size())
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
    const literal not_now = make_literal(v, keep.w.value[v] == truth::yes);
    for (std::uint32_t o = f.first(not_now) + team.rank(); o < f.last(not_now); o += team.size())
      keep(team, f.graph.occurrences[o]);
  }
};

#if AMORPH_DEVICE_COMPILER
inline constexpr unsigned flip_lanes = 8;
#else
inline constexpr unsigned flip_lanes = 1;
#endif

// Rounds up to `last_round`, or until enough clauses are satisfied. A round that is left because somebody wants an end is
// not counted; values and lists are then of no use any more.
template <class Exec> struct walk_rounds {
  using list = typename append_list<Exec>::view_type;
  together_view w;
  std::uint64_t seed;
  list unsatisfied, broken, flips;  // by turns
  std::uint32_t first_round, last_round;
  std::uint64_t most_flips, enough;  // enough: unsatisfied clauses to end with
  together_counters* counters;
  look asked;

  static constexpr std::size_t stretch = std::size_t{1} << 14;  // flips between two looks at whether to go on

  template <class Grid> AMORPH_BODY void operator()(Grid grid) const {
    list now = unsatisfied, next = broken;
    std::uint64_t flipped = counters->flips;
    for (std::uint32_t round = first_round; round != last_round && now.size() > enough && flipped < most_flips;
         ++round) {
      if (!each(grid, now.size(), choose_flip<list>{w, stream_of(seed, drawn_for::rounds, round), now, flips, round}))
        return;
      flips.collect(grid);
      grid.sync();
      if (!each(grid, flips.size(), flip_listed<list>{w, flips})) return;
      flipped += flips.size();
      grid.sync();
      const keep_unsatisfied<list> keep{w, next, round};
      grid.for_each_single(now.size(), relist_clauses<list>{keep, now});
      if (!each(grid, flips.size(), relist_broken<list>{keep, flips})) return;
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
  template <class Grid, class F> AMORPH_BODY bool each(Grid grid, std::size_t n, F f) const {
#if AMORPH_DEVICE_COMPILER
    grid.template for_each_team<tile_team<flip_lanes>>(n, f);
    return true;
#else
    return asked.stretches(
        n, stretch, [&](std::size_t first, std::size_t count) { grid.for_each_single(count, from_item<F>{f, first}); });
#endif
  }
};

}  // namespace amorph::sat
