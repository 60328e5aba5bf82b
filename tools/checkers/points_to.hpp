// An independent verify of points-to solutions. It reads the semantics from solver/andersen/andersen.hpp and shares no
// code with solver/: own set type, own algorithms.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "solver/andersen/andersen.hpp"

namespace amorph::check {

// Points-to sets: variable v has sets[set_of[v]], ascending. Equal sets need not be shared.
struct points_to {
  std::vector<std::uint32_t> set_of;
  std::vector<std::vector<andersen::var>> sets;
  [[nodiscard]] const std::vector<andersen::var>& operator[](andersen::var v) const { return sets[set_of[v]]; }
};

// The solver's answer as plain sets, equal ones shared. O(facts in the stored sets).
[[nodiscard]] points_to plain(const andersen::solution& s);

// The least solution by the book: every constraint over and over until nothing changes, on a bit matrix. For
// systems of up to some thousand variables.
[[nodiscard]] points_to solve_naively(const andersen::problem& p);

// The same answer in rounds: strongly connected components of the present copy edges, sets through them in
// topological order, then new edges from loads and stores. Seconds on systems of some 100,000 variables.
[[nodiscard]] points_to solve_in_rounds(const andersen::problem& p);

// Says which constraint `s` does not satisfy, in one line; empty when it is a solution (not always the least one).
// Much faster than solving: each pair of sets is compared once.
[[nodiscard]] std::string violated_constraint(const andersen::problem& p, const points_to& s);

// Says where two solutions differ, in one line; empty when they are equal.
[[nodiscard]] std::string difference(const points_to& found, const points_to& expected);

// The objects that a field constraint reaches from object `o`, ascending: the rule in andersen.hpp, word by word.
[[nodiscard]] std::vector<andersen::var> field_targets(const andersen::problem& p, const andersen::constraint& c,
                                                       andersen::var o);

}  // namespace amorph::check
