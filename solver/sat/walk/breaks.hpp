// Break counts: how many clauses a flip falsifies. Two ways to know them, with the same answers; which one is faster
// depends on the executor and the length of clauses. A walk visits every clause of the flipped variable once, and asks
// for the break counts of one clause's literals.
#pragma once

#include <cstdint>

#include "amorph/kernels/base/bits.hpp"
#include "amorph/kernels/sync/atomic.hpp"
#include "solver/sat/walk/flips.hpp"

namespace amorph::sat {

// Counts the true literals of each clause in a byte, and computes a break count from those of the literal's clauses:
// little memory, O(occurrences of a literal) per question. On a device, for clauses of at most counted_length
// literals.
class counted_breaks {
 public:
  static constexpr std::uint64_t bytes_per_clause = 1, bytes_per_variable = 0;

  AMORPH_BODY counted_breaks(unsigned char* memory, std::uint64_t) : satisfying_(memory) {}

  template <class Team> AMORPH_BODY void clear(Team, std::uint32_t) const {}
  AMORPH_BODY void set(std::uint64_t c, std::uint32_t true_literals, std::uint32_t) const {
    satisfying_[c] = static_cast<std::uint8_t>(true_literals);
  }
  // The number of clauses that only the negation of l satisfies, for every member of the team.
  template <class Team> AMORPH_BODY std::uint32_t count(Team team, const flip_view& f, literal l) const {
    const literal other = negation_of(l);
    std::uint32_t broken = 0;
    for (std::uint32_t o = f.first(other) + team.rank(), end = f.last(other); o < end; o += team.size())
      broken += satisfying_[f.graph.occurrences[o]] == 1 ? 1 : 0;
    return team.reduce_add(broken);
  }
  // A literal of clause c becomes true, or false. Returns whether the clause becomes satisfied, or falsified.
  template <class Team> AMORPH_BODY bool gain(Team, std::uint32_t c, std::uint32_t) const {
    return satisfying_[c]++ == 0;
  }
  template <class Team> AMORPH_BODY bool lose(Team, std::uint32_t c, std::uint32_t) const {
    return --satisfying_[c] == 0;
  }
  AMORPH_BODY void flipped(std::uint32_t, std::uint32_t) const {}

 private:
  std::uint8_t* satisfying_;
};

// Keeps the break count of every variable. A clause stores the number of its true literals and the exclusive or of
// their variables: of one true literal that is its variable, the critical one (Biere, "Yet another local search
// solver", 2014).
class critical_breaks {
 public:
  static constexpr std::uint64_t bytes_per_clause = 8, bytes_per_variable = 4;

  AMORPH_BODY critical_breaks(unsigned char* memory, std::uint64_t clauses)
      : clause_(reinterpret_cast<state*>(memory)),
        count_(reinterpret_cast<std::uint32_t*>(memory + bytes_per_clause * clauses)) {}

  template <class Team> AMORPH_BODY void clear(Team team, std::uint32_t variables) const {
    for (std::uint32_t v = team.rank(); v < variables; v += team.size()) count_[v] = 0;
    team.sync();
  }
  AMORPH_BODY void set(std::uint64_t c, std::uint32_t true_literals, std::uint32_t variables) const {
    clause_[c] = {true_literals, variables};
    if (true_literals == 1) atomic_add(&count_[variables], 1);
  }
  template <class Team> AMORPH_BODY std::uint32_t count(Team, const flip_view&, literal l) const {
    return count_[variable_of(l)];
  }
  template <class Team> AMORPH_BODY bool gain(Team, std::uint32_t c, std::uint32_t v) const {
    const state was = clause_[c];
    clause_[c] = {was.true_literals + 1, was.variables ^ v};
    add<Team>(was.true_literals == 1, was.variables, v, ~std::uint32_t{0});
    return was.true_literals == 0;
  }
  template <class Team> AMORPH_BODY bool lose(Team, std::uint32_t c, std::uint32_t v) const {
    const state is{clause_[c].true_literals - 1, clause_[c].variables ^ v};
    clause_[c] = is;
    add<Team>(is.true_literals == 1, is.variables, v, 1);
    return is.true_literals == 0;
  }
  // v is critical in the clauses that it has just satisfied, and in no others. One member of the team calls it.
  AMORPH_BODY void flipped(std::uint32_t v, std::uint32_t satisfied) const { count_[v] = satisfied; }

 private:
  struct state {
    std::uint32_t true_literals, variables;  // variables: exclusive or of those whose literals are true
  };
  // A thread does so without a branch, which would be mispredicted half the time: otherwise it adds 0 to the count of
  // `flipped`, which is set in the end.
  template <class Team>
  AMORPH_BODY void add(bool has_critical, std::uint32_t critical, std::uint32_t flipped, std::uint32_t by) const {
    if constexpr (Team::size() == 1) {
      const std::uint32_t all = has_critical ? ~std::uint32_t{0} : 0;
      count_[flipped ^ ((critical ^ flipped) & all)] += by & all;
    } else if (has_critical) {
      atomic_add(&count_[critical], by);  // other members may be at other clauses of the variable
    }
  }

  state* clause_;
  std::uint32_t* count_;
};

// Up to this length of the longest clause, counting is faster on a device. On the CPU it is never: its loops end at
// branches that are mispredicted.
inline constexpr std::uint32_t counted_length = 3;

}  // namespace amorph::sat
