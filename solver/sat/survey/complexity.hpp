// The complexity of the residual formula: the logarithm of the number of clusters of its solutions, as surveys estimate
// it (Bethe's approximation; Braunstein, Mézard, Zecchina 2005, eqs. 27-29):
//
//   sum over clauses of ln(1 - product of warnings), plus over free variables of ln(weight of its states),
//   minus over edges between them of ln(1 - survey * warning)
//
// Summed in fixed point with a logarithm of its own: the same bits on every backend.
#pragma once

#include <cstdint>

#include "solver/sat/survey/surveys.hpp"

namespace amorph::sat {

inline constexpr float complexity_unit = 0x1p-24F;

// The natural logarithm of a positive normal number, to six digits.
AMORPH_HD inline float natural_log(float x) {
  const auto bits = __builtin_bit_cast(std::uint32_t, x);
  // x = 2^exponent * mantissa, with the mantissa in [2/3, 4/3)
  constexpr std::uint32_t two_thirds = 0x3f2aaaabu;
  const std::uint32_t shifted = bits - two_thirds;
  const auto exponent = static_cast<float>(static_cast<std::int32_t>(shifted) >> 23);
  const float mantissa = __builtin_bit_cast(float, (shifted & 0x007fffffu) + two_thirds);
  const float z = (mantissa - 1) / (mantissa + 1), square = z * z;
  const float series = 2 + square * (0.6666667F + square * (0.4F + square * (0.2857143F + square * 0.2222222F)));
  return exponent * 0.6931472F + z * series;
}
AMORPH_HD inline std::int64_t complexity_of(float weight) {
  constexpr float minimum = 1e-30F;
  return static_cast<std::int64_t>(natural_log(weight < minimum ? minimum : weight) / complexity_unit);
}

struct clause_complexity {
  survey_view s;
  const std::uint32_t* clauses;
  AMORPH_BODY std::int64_t operator()(std::size_t i) const {
    const from_products factor_of{s};
    float warned = 1, agreed = 1;
    for (std::uint32_t e = s.graph.begin(clauses[i]), end = s.graph.end(clauses[i]); e != end; ++e) {
      const float own = s.survey[e];
      const factor f = factor_of(e, own);
      if (f.fixed) continue;
      warned *= f.weight;
      agreed *= 1 - own * f.weight;
    }
    return complexity_of(1 - warned) - complexity_of(agreed);
  }
};
struct variable_complexity {
  survey_view s;
  const std::uint32_t* variables;
  AMORPH_BODY std::int64_t operator()(std::size_t i) const {
    const product_pair p = s.product[variables[i]];
    return complexity_of(p.of[0] + p.of[1] - p.of[0] * p.of[1]);
  }
};

}  // namespace amorph::sat
