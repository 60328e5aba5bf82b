// What the phases of simplification share: the formula, what became of each clause, and the values found so far.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <utility>
#include <vector>

#include "amorph/kernels/base/span.hpp"
#include "amorph/kernels/exec/cpu.hpp"
#include "solver/sat/formula/simplify.hpp"

namespace amorph::sat::simplification {

inline constexpr std::size_t grain = std::size_t{1} << 14;
// Of one phase over all clauses, before occurrence lists are built.
inline constexpr unsigned max_passes = 8;

// Of a clause. `repeats`: it is present and contains a literal twice.
enum clause_state : std::uint8_t { dropped, present, repeats };

struct state {
  state(cpu_exec& e, const formula& given) : f(given), exec(e), clause(given.clauses()) {}

  const formula& f;
  cpu_exec& exec;
  simplified result;
  host_array<std::uint8_t> clause;  // a clause_state for each; the first pass over all clauses fills it
  std::atomic<bool> contradiction{false};

  [[nodiscard]] truth value(literal l) const { return value_of(l, result.fixed[variable_of(l)]); }
  void make_true(literal l) { result.fixed[variable_of(l)] = negated(l) ? truth::no : truth::yes; }

  // body(clause) for all clauses that are present.
  template <class Body> void each_clause(Body body) {
    exec.ranges(f.clauses(), grain, [&](std::size_t a, std::size_t b, unsigned) {
      for (; a != b; ++a)
        if (clause[a] != dropped) body(a);
    });
  }

  // A clause's literals without repetitions; `scratch` may hold them.
  [[nodiscard]] span<const literal> distinct(std::size_t c, std::vector<literal>& scratch) const {
    if (clause[c] != repeats) return f.clause(c);
    scratch.assign(f.clause(c).begin(), f.clause(c).end());
    sort_without_repetitions(scratch);
    return scratch;
  }
  // A clause's literals without a value, sorted, each once.
  [[nodiscard]] std::vector<literal> free_literals(std::size_t c) const {
    std::vector<literal> list;
    for (const literal l : f.clause(c))
      if (value(l) == truth::unknown) list.push_back(l);
    sort_without_repetitions(list);
    return list;
  }
  // body(literal) for the literals without a value, each once.
  template <class Body> void each_free_literal(std::size_t c, Body body) const {
    if (clause[c] == repeats) {
      for (const literal l : free_literals(c)) body(l);
    } else {
      for (const literal l : f.clause(c))
        if (value(l) == truth::unknown) body(l);
    }
  }

  // Blocks of items, numbered: body(block, first, end).
  static std::size_t blocks_of(std::size_t items) { return (items + grain - 1) / grain; }
  template <class Body> void each_block(std::size_t items, Body body) {
    exec.ranges(blocks_of(items), 1, [&](std::size_t a, std::size_t b, unsigned) {
      for (; a != b; ++a) body(a, a * grain, std::min(items, (a + 1) * grain));
    });
  }
  // The sum of size(item) over the items before each block, and over all.
  template <class Size> std::vector<std::uint64_t> block_sums(std::size_t items, Size size) {
    std::vector<std::uint64_t> sums(blocks_of(items) + 1, 0);
    each_block(items, [&](std::size_t block, std::size_t i, std::size_t end) {
      std::uint64_t sum = 0;
      for (; i != end; ++i) sum += size(i);
      sums[block] = sum;
    });
    std::uint64_t all = 0;
    for (std::uint64_t& s : sums) all += std::exchange(s, all);
    return sums;
  }

 private:
  static void sort_without_repetitions(std::vector<literal>& list) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
};

}  // namespace amorph::sat::simplification
