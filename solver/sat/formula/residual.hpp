// The residual formula: the clauses that decimation leaves unsatisfied, without their false literals, simplified.
#pragma once

#include <vector>

#include "amorph/kernels/base/span.hpp"
#include "solver/run/options.hpp"
#include "solver/sat/formula/simplify.hpp"

namespace amorph::sat {

class residual_formula {
 public:
  // `unsatisfied`: the clauses of f that `values` do not satisfy. `run`: threads and stop. O(variables + literals of
  // these clauses). error: interrupted.
  residual_formula(const formula& f, const std::vector<truth>& values, span<const std::uint32_t> unsatisfied,
                   const run_options& run);

  [[nodiscard]] bool contradiction() const { return simplified_.contradiction; }
  [[nodiscard]] const formula& rest() const { return simplified_.rest; }
  // The values of the rest's variables among those of f's.
  [[nodiscard]] std::vector<truth> restrict_to_rest(const std::vector<truth>& all) const;
  // A model of f from one of the rest.
  [[nodiscard]] std::vector<truth> extend(span<const truth> model) const;

 private:
  const std::vector<truth>& values_;
  std::vector<std::uint32_t> variable_of_;  // of f, per free variable of the unsatisfied clauses
  simplified simplified_;
};

}  // namespace amorph::sat
