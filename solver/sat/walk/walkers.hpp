// Many independent walks, one flip at a time each: a team walks, and its lanes visit a literal's clauses together. Each
// walk is probSAT (Balint, Schöning; SAT 2012), without restarts. Lists keep the order that one thread would give them,
// so that a walk is the same on every backend.
//
// Walkers advance in rounds of equally many flips. The first walker to satisfy the formula in the earliest round wins,
// whichever thread gets there first.
#pragma once

#include "amorph/kernels/base/bits.hpp"
#include "solver/sat/walk/breaks.hpp"

namespace amorph::sat {

struct walker_counters {
  std::uint64_t flips;
  std::uint32_t unsatisfied, fewest;  // clauses now, and under the saved assignment
  std::uint32_t changes;              // variables in the list of changes
};

template <class Breaks> struct walkers_view {
  flip_view f;
  // Of one walker after another:
  truth *value, *saved;
  std::uint32_t *list, *position;  // unsatisfied clauses, and where a clause is in that list
  std::uint32_t* changed;          // variables flipped since the assignment was saved; may repeat
  unsigned char* breaks;
  std::uint64_t bytes_of_breaks;  // per walker
  walker_counters* counters;
  std::uint32_t* winner;  // smallest walker that has satisfied the formula

  [[nodiscard]] AMORPH_BODY Breaks breaks_of(std::size_t walker) const {
    return Breaks(breaks + walker * bytes_of_breaks, f.graph.clauses);
  }
};

// What a team needs of one walker's memory.
template <class Breaks> struct one_walker {
  flip_view f;
  truth *value, *saved;
  std::uint32_t *list, *position, *changed;
  Breaks breaks;

  AMORPH_BODY one_walker(const walkers_view<Breaks>& w, std::size_t walker)
      : f(w.f),
        value(w.value + walker * w.f.graph.variables),
        saved(w.saved + walker * w.f.graph.variables),
        list(w.list + walker * w.f.graph.clauses),
        position(w.position + walker * w.f.graph.clauses),
        changed(w.changed + walker * w.f.graph.variables),
        breaks(w.breaks_of(walker)) {}

  // Counts true literals and lists the unsatisfied clauses, from the values. Returns their number.
  template <class Team> AMORPH_BODY std::uint32_t start(Team team) const {
    breaks.clear(team, f.graph.variables);
    const std::size_t m = f.graph.clauses;
    std::uint32_t listed = 0;
    for (std::size_t base = 0; base < m; base += team.size()) {
      const std::size_t c = base + team.rank();
      const std::uint32_t count = c < m ? start_clause(c) : 1;
      std::uint32_t found;
      const std::uint32_t before = team.exclusive_scan(std::uint32_t{count == 0 ? 1U : 0U}, found);
      if (count == 0) {
        list[listed + before] = static_cast<std::uint32_t>(c);
        position[c] = listed + before;
      }
      listed += found;
    }
    team.sync();
    return listed;
  }

  template <class Team> AMORPH_BODY literal choose(Team team, std::uint32_t c, std::uint64_t draw) const {
    weighted_choice choice(draw);
    for (std::uint32_t e = f.graph.begin(c), end = f.graph.end(c); e != end; ++e) {
      const literal l = f.graph.literals[e];
      choice.offer(l, f.weight(breaks.count(team, f, l)));
    }
    return choice.kept();
  }

  template <class Team> AMORPH_BODY void flip(Team team, literal made_true, std::uint32_t& unsatisfied) const {
    const std::uint32_t v = variable_of(made_true);
    team.sync();  // all have read the break counts
    if (team.rank() == 0) value[v] = negated(made_true) ? truth::no : truth::yes;
    const std::uint32_t before = unsatisfied;
    satisfy_clauses(team, made_true, unsatisfied);
    const std::uint32_t satisfied = before - unsatisfied;
    falsify_clauses(team, negation_of(made_true), unsatisfied);
    if (team.rank() == 0) breaks.flipped(v, satisfied);
    team.sync();
  }

  // Saves the assignment: O(changes), or O(variables) if they are more than that.
  template <class Team> AMORPH_BODY void save(Team team, std::uint32_t changes) const {
    const std::uint32_t n = f.graph.variables;
    const bool all = changes >= n;
    for (std::uint32_t i = team.rank(), end = all ? n : changes; i < end; i += team.size()) {
      const std::uint32_t v = all ? i : changed[i];
      saved[v] = value[v];
    }
    team.sync();
  }

 private:
  AMORPH_BODY std::uint32_t start_clause(std::size_t c) const {
    std::uint32_t count = 0, variables = 0;
    for (std::uint32_t e = f.graph.begin(c), end = f.graph.end(c); e != end; ++e) {
      const literal l = f.graph.literals[e];
      if (!holds(l, value[variable_of(l)])) continue;
      ++count;
      variables ^= variable_of(l);
    }
    breaks.set(c, count, variables);
    return count;
  }

  template <class Team> AMORPH_BODY void satisfy_clauses(Team team, literal l, std::uint32_t& unsatisfied) const {
    for (std::uint32_t o = f.first(l), end = f.last(l); o < end; o += team.size()) {
      const std::uint32_t place = o + team.rank(), clause = place < end ? f.graph.occurrences[place] : 0;
      const bool satisfied = place < end && breaks.gain(team, clause, variable_of(l));
      // Clauses leave the list one after another; the last of the list fills the gap.
      for (std::uint32_t left = team.ballot(satisfied); left != 0; left &= left - 1) {
        const std::uint32_t gone = team.broadcast(clause, lowest_bit(left));
        --unsatisfied;
        if (team.rank() == 0) {
          const std::uint32_t last = list[unsatisfied];
          list[position[gone]] = last;
          position[last] = position[gone];
        }
        team.sync();
      }
    }
  }
  template <class Team> AMORPH_BODY void falsify_clauses(Team team, literal l, std::uint32_t& unsatisfied) const {
    for (std::uint32_t o = f.first(l), end = f.last(l); o < end; o += team.size()) {
      const std::uint32_t place = o + team.rank(), clause = place < end ? f.graph.occurrences[place] : 0;
      const bool broken = place < end && breaks.lose(team, clause, variable_of(l));
      std::uint32_t found;
      const std::uint32_t before = team.exclusive_scan(std::uint32_t{broken ? 1U : 0U}, found);
      if (broken) {
        list[unsatisfied + before] = clause;
        position[clause] = unsatisfied + before;
      }
      unsatisfied += found;
    }
  }
};

// The initial values are in `value`.
template <class Breaks> struct start_walker {
  walkers_view<Breaks> w;
  template <class Team> AMORPH_BODY void operator()(Team team, std::size_t walker) const {
    const one_walker<Breaks> me(w, walker);
    const std::uint32_t unsatisfied = me.start(team);
    me.save(team, w.f.graph.variables);
    if (team.rank() != 0) return;
    w.counters[walker] = {0, unsatisfied, unsatisfied, 0};
    if (unsatisfied == 0) atomic_min(w.winner, static_cast<std::uint32_t>(walker));
  }
};

template <class Breaks> struct advance_walker {
  walkers_view<Breaks> w;
  std::uint64_t seed;
  std::uint32_t flips;  // at most

  template <class Team> AMORPH_BODY void operator()(Team team, std::size_t walker) const {
    const auto number = static_cast<std::uint32_t>(walker);
    walker_counters now = w.counters[walker];
    team.sync();
    const one_walker<Breaks> me(w, walker);
    const random_stream random = stream_of(seed, drawn_for::walkers, walker);
    for (std::uint32_t flip = 0; flip != flips && now.fewest != 0; ++flip) {
      // Another walker has won: nobody asks where this one would be.
      if (flip % 1024 == 0 && team.broadcast(atomic_load(w.winner)) < number) break;
      const std::uint64_t draw = random(now.flips++);
      const std::uint32_t c = me.list[(draw >> 32) * now.unsatisfied >> 32];
      const literal made_true = me.choose(team, c, mix_bits(draw));
      me.flip(team, made_true, now.unsatisfied);
      if (now.changes < w.f.graph.variables) {
        if (team.rank() == 0) me.changed[now.changes] = variable_of(made_true);
        ++now.changes;
      }
      if (now.unsatisfied < now.fewest) {
        team.sync();
        me.save(team, now.changes);
        now.fewest = now.unsatisfied;
        now.changes = 0;
      }
    }
    if (team.rank() != 0) return;
    w.counters[walker] = now;
    if (now.fewest == 0) atomic_min(w.winner, number);
  }
};

}  // namespace amorph::sat
