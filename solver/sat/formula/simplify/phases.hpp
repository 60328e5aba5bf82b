// The phases of simplification, in their order. Each leaves a state that does not depend on the number of threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "solver/sat/formula/simplify/state.hpp"

namespace amorph::sat::simplification {

// Unit propagation. Tautologies are dropped, and repeated literals found, in its first pass over all clauses.
class unit_clauses {
 public:
  explicit unit_clauses(state& s) : s_(s), forced_(2 * std::size_t{s.f.variables}, 0) {}

  // The first pass. `values`: some variables have one. Returns whether no clause is a tautology or repeats a literal.
  bool find(bool values);
  [[nodiscard]] bool found() const { return found_; }
  void propagate();

 private:
  void examine(std::size_t c);
  std::vector<literal> take_forced();
  void propagate_by_occurrences(std::vector<literal> queue);

  state& s_;
  std::vector<std::uint8_t> forced_;  // per literal: the last pass found it so
  std::atomic<bool> found_{false};    // some are
};

// Of clauses with the same free literals the first stays.
void drop_duplicates(state& s);

// In at most max_rounds rounds (0: no limit), each of which assigns the literals that are pure when it begins.
void assign_pure_literals(state& s, unsigned max_rounds);

// Fills in the rest, and which variables it has.
void pack(state& s);

}  // namespace amorph::sat::simplification
