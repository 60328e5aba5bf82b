// Occurrence lists: for each literal without a value, the clauses that contain it, each once.
#pragma once

#include <cstdint>
#include <vector>

#include "solver/sat/formula/simplify/state.hpp"

namespace amorph::sat::simplification {

// body(clause, literal) for the distinct literals without a value in all clauses that are present, in their order.
template <class Body> void each_occurrence(state& s, Body body) {
  std::vector<literal> scratch;
  for (std::size_t c = 0; c != s.f.clauses(); ++c) {
    if (c % grain == 0) s.exec.check_stop();
    if (s.clause[c] == dropped) continue;
    for (const literal l : s.distinct(c, scratch))
      if (s.value(l) == truth::unknown) body(c, l);
  }
}

class occurrence_lists {
 public:
  explicit occurrence_lists(state& s) : begin_(2 * std::size_t{s.f.variables} + 1, 0) {
    each_occurrence(s, [&](std::size_t, literal l) { ++begin_[l + 1]; });
    for (std::size_t l = 0; l + 1 != begin_.size(); ++l) begin_[l + 1] += begin_[l];
    clause_.resize(begin_.back());
    std::vector<std::uint64_t> at(begin_.begin(), begin_.end() - 1);
    each_occurrence(s, [&](std::size_t c, literal l) { clause_[at[l]++] = c; });
  }

  [[nodiscard]] span<const std::uint64_t> of(literal l) const {
    return {clause_.data() + begin_[l], begin_[l + 1] - begin_[l]};
  }

 private:
  std::vector<std::uint64_t> begin_;
  host_array<std::uint64_t> clause_;
};

}  // namespace amorph::sat::simplification
