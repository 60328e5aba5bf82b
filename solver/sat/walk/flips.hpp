// What both kinds of walk share: the formula from the variables' side, and probSAT's choice (Balint, Schöning; SAT
// 2012): of an unsatisfied clause's literals one is flipped, with probability proportional to weight(number of clauses
// that breaks).
#pragma once

#include <cstdint>

#include "amorph/kernels/sync/atomic.hpp"
#include "solver/sat/streams.hpp"
#include "solver/sat/survey/factor_graph.hpp"

namespace amorph::sat {

inline constexpr unsigned break_limit = 64;  // larger break counts have the weight of the largest below it
struct break_weights {
  float of[break_limit];
};

struct flip_view {
  factor_graph graph;  // its occurrences are clauses here, not edges
  break_weights weights;

  AMORPH_BODY std::uint32_t first(literal l) const { return graph.occurrence_begin[l]; }
  AMORPH_BODY std::uint32_t last(literal l) const { return graph.occurrence_begin[l + 1]; }
  [[nodiscard]] AMORPH_BODY float weight(std::uint32_t broken) const {
    return weights.of[broken < break_limit ? broken : break_limit - 1];
  }
  // The number of clauses that only the negation of l satisfies, for every member of the team.
  template <class Team> AMORPH_BODY unsigned break_count(Team team, literal l, const std::uint32_t* satisfying) const {
    const literal other = negation_of(l);
    unsigned broken = 0;
    for (std::uint32_t o = first(other) + team.rank(), end = last(other); o < end; o += team.size())
      broken += satisfying[graph.occurrences[o]] == 1 ? 1 : 0;
    return team.reduce_add(broken);
  }
};

// Weighted reservoir sampling: keeps one of the literals offered, with probability proportional to its weight.
class weighted_choice {
 public:
  AMORPH_HD explicit weighted_choice(std::uint64_t draw) : draw_(draw) {}
  AMORPH_HD void offer(literal l, float weight) {
    draw_ = hash(draw_);
    sum_ += weight;
    if (static_cast<float>(draw_ >> 40) * 0x1p-24F * sum_ < weight) kept_ = l;
  }
  [[nodiscard]] AMORPH_HD literal kept() const { return kept_; }

 private:
  std::uint64_t draw_;
  float sum_ = 0;
  literal kept_ = 0;
};

namespace detail {
struct name_clause {
  factor_graph graph;
  std::uint32_t* clause_of;
  AMORPH_BODY void operator()(std::size_t c) const {
    for (std::uint32_t e = graph.begin(c), end = graph.end(c); e != end; ++e)
      clause_of[e] = static_cast<std::uint32_t>(c);
  }
};
struct clause_of_edge {
  const std::uint32_t* clause_of;
  std::uint32_t* occurrences;
  AMORPH_BODY void operator()(std::size_t o) const { occurrences[o] = clause_of[occurrences[o]]; }
};
}  // namespace detail

struct initial_value {
  const truth* start;  // or null
  random_stream random;
  std::uint32_t variables;
  truth* value;  // of one walker after another
  AMORPH_BODY void operator()(std::size_t i) const {
    const std::size_t v = i % variables;
    const truth given = start != nullptr ? start[v] : truth::unknown;
    value[i] = given != truth::unknown ? given : (random(i) >> 63) != 0 ? truth::yes : truth::no;
  }
};

AMORPH_HD inline bool holds(literal l, truth value) { return (value == truth::yes) != negated(l); }

}  // namespace amorph::sat
