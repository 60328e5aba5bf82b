// What decimation leaves: the clauses that are not satisfied, without the literals that are false.
#pragma once

#include <functional>
#include <vector>

#include "amorph/kernels/base/span.hpp"
#include "solver/sat/formula/simplify.hpp"

namespace amorph::sat {

class residual {
 public:
  // `left`: the clauses of f that `values` do not satisfy. O(variables + literals of these).
  residual(const formula& f, const std::vector<truth>& values, span<const std::uint32_t> left, unsigned threads,
           const std::function<bool()>& stop);

  [[nodiscard]] bool contradiction() const { return small_.contradiction; }
  [[nodiscard]] bool interrupted() const { return interrupted_ || small_.interrupted; }
  [[nodiscard]] const formula& rest() const { return small_.rest; }
  // Of the rest's variables, from those of f.
  [[nodiscard]] std::vector<truth> restrict_to_rest(const std::vector<truth>& whole) const;
  // A model of f from one of the rest.
  [[nodiscard]] std::vector<truth> extend(span<const truth> model) const;

 private:
  const std::vector<truth>& values_;
  std::vector<std::uint32_t> variable_of_;  // of the clauses' variables
  simplified small_;
  bool interrupted_ = false;
};

}  // namespace amorph::sat
