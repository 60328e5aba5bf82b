// Unit propagation: passes over all clauses on all threads, then a queue with occurrence lists for long chains.
#include <algorithm>
#include <utility>

#include "solver/sat/formula/simplify/occurrences.hpp"
#include "solver/sat/formula/simplify/phases.hpp"

namespace amorph::sat::simplification {
namespace {

constexpr std::size_t short_clause = 8;  // up to here all pairs are compared; longer clauses are sorted

enum class shape { clean, repeated, tautology };
shape shape_of(span<const literal> clause) {
  shape found = shape::clean;
  const auto pair = [&](literal a, literal b) {
    if (a == b && found == shape::clean) found = shape::repeated;
    if (a == negation_of(b)) found = shape::tautology;
  };
  if (clause.size() <= short_clause) {
    for (std::size_t i = 1; i < clause.size(); ++i)
      for (std::size_t j = 0; j != i; ++j) pair(clause[i], clause[j]);
    return found;
  }
  std::vector<literal> sorted(clause.begin(), clause.end());
  std::sort(sorted.begin(), sorted.end());  // a literal and its negation are adjacent
  for (std::size_t i = 1; i < sorted.size(); ++i) pair(sorted[i], sorted[i - 1]);
  return found;
}

void store(std::uint8_t& byte, std::uint8_t x) { std::atomic_ref(byte).store(x, std::memory_order_relaxed); }

}  // namespace

// Drops a true clause; a clause with one literal left forces it.
void unit_clauses::examine(std::size_t c) {
  constexpr literal none = 0xffffffff;
  literal open = none;
  bool more = false;
  for (const literal l : s_.f.clause(c)) {
    const truth v = s_.value(l);
    if (v == truth::yes) {
      s_.clause[c] = dropped;
      return;
    }
    if (v == truth::no) continue;
    more |= open != none && open != l;
    open = l;
  }
  if (open == none)
    s_.contradiction.store(true, std::memory_order_relaxed);
  else if (!more)
    store(forced_[open], 1), found_.store(true, std::memory_order_relaxed);
}

// Without values there is no need to look them up, and only a clause of one literal is a unit.
bool unit_clauses::find(bool values) {
  std::atomic<std::uint64_t> tautologies{0};
  std::atomic<bool> clean{true};
  s_.exec.ranges(s_.f.clauses(), grain, [&](std::size_t a, std::size_t b, unsigned) {
    std::uint64_t here = 0;
    for (; a != b; ++a) {
      const shape found = shape_of(s_.f.clause(a));
      s_.clause[a] = found == shape::clean ? present : found == shape::repeated ? repeats : dropped;
      if (found != shape::clean) clean.store(false, std::memory_order_relaxed);
      if (found == shape::tautology) {
        ++here;
        continue;
      }
      if (values || found == shape::repeated || s_.f.clause(a).size() < 2) examine(a);
    }
    tautologies += here;
  });
  s_.result.tautologies = tautologies;
  return clean;
}

// The literals that the last pass found forced; clears them.
std::vector<literal> unit_clauses::take_forced() {
  std::vector<literal> list;
  for (std::uint32_t v = 0; v != s_.f.variables; ++v) {
    const bool positive = forced_[2 * std::size_t{v}] != 0, negative = forced_[2 * std::size_t{v} + 1] != 0;
    if (positive && negative) s_.contradiction = true;
    if (positive || negative) list.push_back(make_literal(v, !positive));
  }
  for (const literal l : list) forced_[l] = 0;
  return list;
}

void unit_clauses::propagate() {
  for (unsigned pass = 0; found_; ++pass) {
    found_ = false;
    std::vector<literal> list = take_forced();
    if (s_.contradiction) return;
    if (pass == max_passes) return propagate_by_occurrences(std::move(list));
    for (const literal l : list) s_.make_true(l);
    s_.result.units += list.size();
    s_.each_clause([&](std::size_t c) { examine(c); });
    if (s_.contradiction) return;
  }
}

void unit_clauses::propagate_by_occurrences(std::vector<literal> queue) {
  const occurrence_lists occurrences(s_);
  std::vector<std::uint32_t> open(s_.f.clauses(), 0);  // literals not known to be false
  each_occurrence(s_, [&](std::size_t c, literal) { ++open[c]; });
  for (const literal l : queue) s_.make_true(l);
  for (std::size_t i = 0; i != queue.size(); ++i) {
    if (i % grain == 0) s_.exec.check_stop();
    for (const std::uint64_t c : occurrences.of(queue[i])) s_.clause[c] = dropped;
    for (const std::uint64_t c : occurrences.of(negation_of(queue[i]))) {
      if (s_.clause[c] == dropped || --open[c] > 1) continue;
      // The remaining literal may already be false or true by what waits in the queue.
      bool holds = false;
      literal last = 0;
      for (const literal l : s_.f.clause(c))
        if (s_.value(l) != truth::no) holds = true, last = l;
      if (!holds) {
        s_.contradiction = true;
        return;
      }
      if (s_.value(last) == truth::yes) continue;
      s_.make_true(last);
      queue.push_back(last);
    }
  }
  s_.result.units += queue.size();
}

}  // namespace amorph::sat::simplification
