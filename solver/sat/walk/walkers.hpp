// Many independent walks, one flip at a time each: a team walks, and its lanes visit a literal's clauses together. Each
// walk is probSAT (Balint, Schöning; SAT 2012). Lists keep the order that one thread would give them, so that a walk is
// the same on every backend.
#pragma once

#include "amorph/kernels/base/bits.hpp"
#include "solver/sat/walk/flips.hpp"

namespace amorph::sat {

struct walkers_view {
  flip_view f;
  // Of one walker after another:
  truth* value;
  std::uint32_t* satisfying;       // per clause: literals that hold
  std::uint32_t *list, *position;  // unsatisfied clauses, and where a clause is in that list
  std::uint32_t* unsatisfied;      // their number
};

struct start_walker {
  walkers_view w;
  template <class Team> AMORPH_BODY void operator()(Team team, std::size_t walker) const {
    const std::size_t n = w.f.graph.variables, m = w.f.graph.clauses;
    const truth* value = w.value + walker * n;
    std::uint32_t listed = 0;
    for (std::size_t base = 0; base < m; base += team.size()) {
      const std::size_t c = base + team.rank();
      std::uint32_t count = 1;
      if (c < m) {
        count = 0;
        for (std::uint32_t e = w.f.graph.begin(c), end = w.f.graph.end(c); e != end; ++e)
          count += holds(w.f.graph.literals[e], value[variable_of(w.f.graph.literals[e])]) ? 1 : 0;
        w.satisfying[walker * m + c] = count;
      }
      std::uint32_t found;
      const std::uint32_t before = team.exclusive_scan(std::uint32_t{count == 0 ? 1U : 0U}, found);
      if (count == 0) {
        w.list[walker * m + listed + before] = static_cast<std::uint32_t>(c);
        w.position[walker * m + c] = listed + before;
      }
      listed += found;
    }
    if (team.rank() == 0) w.unsatisfied[walker] = listed;
  }
};

struct advance_walker {
  walkers_view w;
  std::uint64_t seed;
  std::uint32_t flips;       // at most
  std::uint64_t flips_made;  // before

  template <class Team> AMORPH_BODY void operator()(Team team, std::size_t walker) const {
    const std::size_t n = w.f.graph.variables, m = w.f.graph.clauses;
    truth* value = w.value + walker * n;
    std::uint32_t *satisfying = w.satisfying + walker * m, *list = w.list + walker * m,
                  *position = w.position + walker * m;
    std::uint32_t unsatisfied = w.unsatisfied[walker];
    const random_stream random = stream_of(seed, drawn_for::walkers, walker);
    for (std::uint32_t flip = 0; flip != flips && unsatisfied != 0; ++flip) {
      const std::uint64_t draw = random(flips_made + flip);
      const std::uint32_t c = list[(draw >> 32) * unsatisfied >> 32];
      weighted_choice choice(mix_bits(draw));
      for (std::uint32_t e = w.f.graph.begin(c), end = w.f.graph.end(c); e != end; ++e) {
        const literal l = w.f.graph.literals[e];
        choice.offer(l, w.f.weights.of[w.f.break_count(team, l, satisfying)]);
      }
      const literal made_true = choice.kept();
      if (team.rank() == 0) value[variable_of(made_true)] = negated(made_true) ? truth::no : truth::yes;
      for (std::uint32_t o = w.f.first(made_true); o < w.f.last(made_true); o += team.size()) {
        const std::uint32_t mine = o + team.rank(),
                            clause = mine < w.f.last(made_true) ? w.f.graph.occurrences[mine] : 0;
        const bool satisfied = mine < w.f.last(made_true) && satisfying[clause]++ == 0;
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
      const literal made_false = negation_of(made_true);
      for (std::uint32_t o = w.f.first(made_false); o < w.f.last(made_false); o += team.size()) {
        const std::uint32_t mine = o + team.rank(),
                            clause = mine < w.f.last(made_false) ? w.f.graph.occurrences[mine] : 0;
        const bool broken = mine < w.f.last(made_false) && --satisfying[clause] == 0;
        std::uint32_t found;
        const std::uint32_t before = team.exclusive_scan(std::uint32_t{broken ? 1U : 0U}, found);
        if (broken) {
          list[unsatisfied + before] = clause;
          position[clause] = unsatisfied + before;
        }
        unsatisfied += found;
      }
      team.sync();
    }
    if (team.rank() == 0) w.unsatisfied[walker] = unsatisfied;
  }
};

}  // namespace amorph::sat
