// One walk with many flips per round: every unsatisfied clause chooses a variable; a variable chosen by several is
// flipped once. The choice is that of probSAT (Balint, Schöning; SAT 2012), which makes one flip at a time. Flips of
// one round that meet in a clause do not see each other: noise, which becomes rare as unsatisfied clauses do. A choice
// depends on clause and round alone, so that neither the order of lists nor the number of threads matters.
#pragma once

#include "amorph/kernels/sync/append_list.hpp"
#include "amorph/kernels/sync/grid.hpp"
#include "solver/sat/walk/flips.hpp"

namespace amorph::sat {

struct walk_counters {
  std::uint64_t rounds, flips, unsatisfied;
};

struct parallel_walk_view {
  flip_view f;
  truth* value;
  std::uint32_t* satisfying;        // per clause: literals that hold
  std::uint32_t *flipped, *listed;  // per variable, per clause: the last round that listed it
};

template <class List> struct list_unsatisfied {
  parallel_walk_view w;
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

template <class List> struct start_parallel_walk {
  list_unsatisfied<List> body;
  std::uint64_t clauses;
  walk_counters* counters;
  template <class Grid> AMORPH_BODY void operator()(Grid grid) const {
    grid.for_each_single(clauses, body);
    body.list.collect(grid);
    grid.sync();
    if (grid.first()) *counters = {0, 0, body.list.size()};
  }
};

// A team of a few lanes handles an item: a round of few flips takes as long as the dependent reads of one flip, and
// lanes read in parallel.
template <class List> struct choose_flip {
  parallel_walk_view w;
  random_stream random;
  List unsatisfied, flips;
  std::uint32_t round;
  template <class Team> AMORPH_BODY void operator()(Team team, std::size_t i) const {
    const std::uint32_t c = unsatisfied[i];
    weighted_choice choice(random(c));
    for (std::uint32_t e = w.f.graph.begin(c), end = w.f.graph.end(c); e != end; ++e) {
      const literal l = w.f.graph.literals[e];
      choice.offer(l, w.f.weight(w.f.break_count(team, l, w.satisfying)));
    }
    const std::uint32_t v = variable_of(choice.kept());
    if (team.rank() == 0 && atomic_exchange(&w.flipped[v], round) != round) flips.append(team, v);
  }
};
template <class List> struct flip_listed {
  parallel_walk_view w;
  List flips;
  template <class Team> AMORPH_BODY void operator()(Team team, std::size_t i) const {
    const std::uint32_t v = flips[i];
    const truth value = w.value[v];
    team.sync();  // all lanes have read it
    if (team.rank() == 0) w.value[v] = value == truth::yes ? truth::no : truth::yes;
    const literal was = make_literal(v, value != truth::yes), is = negation_of(was);
    for (std::uint32_t o = w.f.first(was) + team.rank(); o < w.f.last(was); o += team.size())
      atomic_add(&w.satisfying[w.f.graph.occurrences[o]], ~std::uint32_t{0});
    for (std::uint32_t o = w.f.first(is) + team.rank(); o < w.f.last(is); o += team.size())
      atomic_add(&w.satisfying[w.f.graph.occurrences[o]], 1);
  }
};
template <class List> struct keep_unsatisfied {
  parallel_walk_view w;
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
template <class List> struct list_broken {
  keep_unsatisfied<List> keep;
  List flips;
  template <class Team> AMORPH_BODY void operator()(Team team, std::size_t i) const {
    const flip_view& f = keep.w.f;
    const std::uint32_t v = flips[i];
    const literal made_false = make_literal(v, keep.w.value[v] == truth::yes);
    for (std::uint32_t o = f.first(made_false) + team.rank(); o < f.last(made_false); o += team.size())
      keep(team, f.graph.occurrences[o]);
  }
};

#if AMORPH_DEVICE_COMPILER
inline constexpr unsigned flip_lanes = 8;
#else
inline constexpr unsigned flip_lanes = 1;
#endif

// Rounds up to `last_round`, or until few enough clauses are unsatisfied. The counters are those of completed rounds.
template <class Exec> struct walk_rounds {
  using list = typename append_list<Exec>::view_type;
  parallel_walk_view w;
  std::uint64_t seed;
  list unsatisfied, broken, flips;  // the first two change roles after each round
  std::uint32_t first_round, last_round;
  std::uint64_t max_flips, threshold;  // threshold: of unsatisfied clauses
  walk_counters* counters;

  template <class Grid> AMORPH_BODY void operator()(Grid grid) const {
    list now = unsatisfied, next = broken;
    std::uint64_t flipped = counters->flips;
    for (std::uint32_t round = first_round; round != last_round && now.size() > threshold && flipped < max_flips;
         ++round) {
      each(grid, now.size(), choose_flip<list>{w, stream_of(seed, drawn_for::rounds, round), now, flips, round});
      flips.collect(grid);
      grid.sync();
      each(grid, flips.size(), flip_listed<list>{w, flips});
      flipped += flips.size();
      grid.sync();
      const keep_unsatisfied<list> keep{w, next, round};
      grid.for_each_single(now.size(), relist_clauses<list>{keep, now});
      each(grid, flips.size(), list_broken<list>{keep, flips});
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
  template <class Grid, class F> AMORPH_BODY void each(Grid grid, std::size_t n, F f) const {
#if AMORPH_DEVICE_COMPILER
    grid.template for_each_team<tile_team<flip_lanes>>(n, f);
#else
    grid.for_each_single(n, f);
#endif
  }
};

}  // namespace amorph::sat
