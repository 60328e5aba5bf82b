// Pure literals: of variables that occur with one sign alone. Rounds pass over all clauses on all threads, then follow
// occurrence lists if there are many rounds.
#include <algorithm>
#include <atomic>

#include "solver/sat/formula/simplify/occurrences.hpp"
#include "solver/sat/formula/simplify/phases.hpp"

namespace amorph::sat::simplification {
namespace {

class pure_literals {
 public:
  explicit pure_literals(state& s) : s_(s), count_(2 * std::size_t{s.f.variables}) { count(); }

  // Each round assigns all literals that are pure when it begins, so the order of its work does not matter.
  void assign(unsigned max_rounds) {
    std::atomic<std::uint64_t> first{0};
    s_.exec.ranges(s_.f.variables, grain, [&](std::size_t v, std::size_t end, unsigned) {
      std::uint64_t here = 0;
      for (; v != end; ++v) here += fix(static_cast<std::uint32_t>(v)) ? 1 : 0;
      first += here;
    });
    std::uint64_t found = first;
    s_.result.pures = found;
    std::vector<std::vector<std::uint32_t>> lost(s_.exec.threads());  // the last occurrence of a literal
    std::vector<std::uint32_t> list;                                  // those of them that are fixed
    for (unsigned pass = 1; found != 0; ++pass) {
      s_.exec.ranges(s_.f.clauses(), grain, [&](std::size_t c, std::size_t end, unsigned thread) {
        for (; c != end; ++c)
          if (s_.clause[c] != dropped && is_true(c)) drop(c, lost[thread]);
      });
      if (pass == max_rounds) return;  // what became pure in the last round stays
      list.clear();
      for (std::vector<std::uint32_t>& some : lost) {
        for (const std::uint32_t v : some)
          if (fix(v)) list.push_back(v);
        some.clear();
      }
      found = list.size();
      s_.result.pures += list.size();
      if (pass == max_passes) return assign_by_occurrences(list);
    }
  }

 private:
  // Counts each literal in the clauses that are present. Every thread visits all literals and counts those of its own
  // interval: no atomics.
  void count() {
    const std::size_t all = count_.size(), width = all / s_.exec.threads() + 1;
    s_.exec.ranges(s_.exec.threads(), 1, [&](std::size_t a, std::size_t b, unsigned) {
      const std::size_t first = std::min(all, a * width), size = std::min(all, b * width) - first;
      std::fill_n(count_.data() + first, size, 0);
      for (std::size_t c = 0; c != s_.f.clauses(); ++c) {
        if (c % grain == 0) s_.exec.check_stop();
        if (s_.clause[c] == dropped) continue;
        for (const literal l : s_.f.clause(c))
          if (l - first < size) ++count_[l];
      }
    });
  }

  [[nodiscard]] bool is_true(std::size_t c) const {
    for (const literal l : s_.f.clause(c))
      if (s_.value(l) == truth::yes) return true;
    return false;
  }
  // `lost` gets the variables that lose the last occurrence of a literal.
  void drop(std::size_t c, std::vector<std::uint32_t>& lost) {
    s_.clause[c] = dropped;
    for (const literal l : s_.f.clause(c))
      if (s_.value(l) == truth::unknown && std::atomic_ref(count_[l]).fetch_sub(1, std::memory_order_relaxed) == 1)
        lost.push_back(variable_of(l));
  }
  // Fixes a variable if one of its literals does not occur; returns whether the other one does.
  bool fix(std::uint32_t v) {
    const std::uint32_t positive = count_[2 * std::size_t{v}], negative = count_[2 * std::size_t{v} + 1];
    if (s_.result.fixed[v] != truth::unknown || (positive != 0 && negative != 0)) return false;
    s_.result.fixed[v] = positive != 0 ? truth::yes : truth::no;
    return positive + negative != 0;
  }
  [[nodiscard]] literal fixed_literal(std::uint32_t v) const {
    return make_literal(v, s_.result.fixed[v] == truth::no);
  }

  // `list` has just been fixed.
  void assign_by_occurrences(const std::vector<std::uint32_t>& list) {
    std::vector<literal> frontier;
    frontier.reserve(list.size());
    for (const std::uint32_t v : list) frontier.push_back(fixed_literal(v));
    for (const literal l : frontier) s_.result.fixed[variable_of(l)] = truth::unknown;  // so that they are listed
    const occurrence_lists occurrences(s_);
    for (const literal l : frontier) s_.make_true(l);
    std::vector<std::uint32_t> lost;
    while (!frontier.empty()) {
      s_.exec.check_stop();
      for (const literal pure : frontier)
        for (const std::uint64_t c : occurrences.of(pure))
          if (s_.clause[c] != dropped) drop(c, lost);
      frontier.clear();
      for (const std::uint32_t v : lost)
        if (fix(v)) frontier.push_back(fixed_literal(v));
      lost.clear();
      s_.result.pures += frontier.size();
    }
  }

  state& s_;
  host_array<std::uint32_t> count_;  // occurrences of each literal
};

}  // namespace

void assign_pure_literals(state& s, unsigned max_rounds) { pure_literals(s).assign(max_rounds); }

}  // namespace amorph::sat::simplification
