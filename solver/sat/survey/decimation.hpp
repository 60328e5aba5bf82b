// The steps between sweeps: which variables to fix or to unfix, and what remains of the formula.
//
// Variables are chosen by a histogram of their biases: all of the most biased bins and, of the last bin that is needed,
// as many as are missing, by ascending number. No sort, and the same choice on every backend.
#pragma once

#include <algorithm>
#include <cstdint>

#include "solver/sat/survey/surveys.hpp"

namespace amorph::sat {

inline constexpr std::uint32_t bias_bins = 4096;
AMORPH_HD inline std::uint32_t bin_of(float x) {  // x in [0, 1]
  return static_cast<std::uint32_t>(x * (bias_bins - 1) + 0.5F);
}

// How many bins, from one end, make up a number of variables: all before `bin`, and `from_bin` of the bin itself.
struct cut {
  std::uint32_t bin;
  std::uint64_t from_bin;
};

// Variables by |positive - negative| bias, and free variables by the larger of the two (their magnetisation). Bin 0 is
// not counted: it holds the variables that are in no other bin.
struct bias_histogram {
  std::uint32_t bias[bias_bins], magnetisation[bias_bins];

  [[nodiscard]] double mean_magnetisation(std::uint64_t free_variables) const {
    double sum = 0;
    for (std::uint32_t b = 1; b != bias_bins; ++b) sum += static_cast<double>(b) * magnetisation[b];
    return sum / (bias_bins - 1) / static_cast<double>(std::max<std::uint64_t>(1, free_variables));
  }
  // Whether some variable's magnetisation is a hundredth or more.
  [[nodiscard]] bool any_magnetised() const {
    return std::any_of(magnetisation + bias_bins / 100, magnetisation + bias_bins,
                       [](std::uint32_t n) { return n != 0; });
  }
  // The `wanted` most biased of the free variables.
  [[nodiscard]] cut most_biased(std::uint64_t free_variables, std::uint64_t wanted) const {
    wanted = std::min(wanted, free_variables);
    std::uint64_t sum = 0;
    for (std::uint32_t b = bias_bins; b-- != 1; sum += bias[b])
      if (sum + bias[b] >= wanted) return {b, wanted - sum};
    return {0, wanted - sum};
  }
  // The `wanted` of the fixed variables whose values the surveys support least.
  [[nodiscard]] cut least_biased(std::uint64_t fixed_variables, std::uint64_t wanted) const {
    std::uint64_t others = 0;
    for (std::uint32_t b = 1; b != bias_bins; ++b) others += bias[b];
    std::uint64_t sum = 0, here = fixed_variables - others;
    for (std::uint32_t b = 0; b + 1 != bias_bins; sum += here, here = bias[++b])
      if (sum + here >= wanted) return {b, wanted - sum};
    return {bias_bins - 1, std::min(wanted - sum, here)};
  }
};

struct decimation_view {
  survey_view s;
  std::uint32_t* key;  // a variable's bin; of free ones the top bit says which side the bias is on
  bias_histogram* histogram;
  std::uint32_t* forced;  // per variable: bit 0, bit 1: a clause forces it to be false, true

  static constexpr std::uint32_t positive = 0x80000000u;
  AMORPH_HD static std::uint32_t forces(literal l) { return negated(l) ? 1 : 2; }

  AMORPH_BODY void assign(std::uint32_t v, bool yes) const {
    s.value[v] = yes ? truth::yes : truth::no;
    s.product[v] = yes ? product_of_true : product_of_false;
  }
};
AMORPH_BODY inline void count_in(std::uint32_t* bins, std::uint32_t bin) {
  if (bin != 0) atomic_add(&bins[bin], 1);
}

struct clear_histogram {
  bias_histogram* histogram;
  AMORPH_BODY void operator()(std::size_t bin) const { histogram->bias[bin] = histogram->magnetisation[bin] = 0; }
};
struct weigh_free {
  decimation_view d;
  const std::uint32_t* variables;
  AMORPH_BODY void operator()(std::size_t i) const {
    const std::uint32_t v = variables[i];
    const bias b = bias::of(d.s.product[v], d.s.joker);
    const float difference = b.positive - b.negative;
    const std::uint32_t bin = bin_of(difference < 0 ? -difference : difference);
    d.key[v] = bin | (difference > 0 ? decimation_view::positive : 0);
    count_in(d.histogram->bias, bin);
    count_in(d.histogram->magnetisation, bin_of(b.positive > b.negative ? b.positive : b.negative));
  }
};
// Fixes the variables beyond a bin, and lists them.
template <class List> struct fix_beyond {
  decimation_view d;
  const std::uint32_t* variables;
  std::uint32_t bin;
  List fixed;
  AMORPH_BODY void operator()(thread_team team, std::size_t i) const {
    const std::uint32_t v = variables[i], key = d.key[v];
    if ((key & ~decimation_view::positive) <= bin) return;
    d.assign(v, (key & decimation_view::positive) != 0);
    fixed.append(team, v);
  }
};
template <class List> struct fix_listed {
  decimation_view d;
  const std::uint32_t* variables;
  List fixed;
  AMORPH_BODY void operator()(thread_team team, std::size_t i) const {
    const std::uint32_t v = variables[i];
    d.assign(v, (d.key[v] & decimation_view::positive) != 0);
    fixed.append(team, v);
  }
};
struct free_in_bin {
  const std::uint32_t* key;
  std::uint32_t bin;
  AMORPH_BODY bool operator()(std::uint32_t v) const { return (key[v] & ~decimation_view::positive) == bin; }
};

// For a fixed variable: how strongly the surveys of its clauses now support its value, -1 to 1, mapped to 0 to 1.
struct weigh_fixed {
  decimation_view d;
  const product_pair* product = nullptr;  // per variable; or null: computed here
  AMORPH_BODY void operator()(std::size_t v) const {
    const truth value = d.s.value[v];
    if (value == truth::unknown) return;
    const bias b =
        bias::of(product != nullptr ? product[v] : d.s.products_of(static_cast<std::uint32_t>(v)), d.s.joker);
    const float difference = b.positive - b.negative;
    const std::uint32_t bin = bin_of((1 + (value == truth::yes ? difference : -difference)) / 2);
    d.key[v] = bin;
    count_in(d.histogram->bias, bin);
  }
};
struct unfix_below {
  decimation_view d;
  std::uint32_t bin;
  AMORPH_BODY void operator()(std::size_t v) const {
    if (d.s.value[v] != truth::unknown && d.key[v] < bin) d.s.value[v] = truth::unknown;
  }
};
struct unfix_listed {
  truth* value;
  const std::uint32_t* variables;
  AMORPH_BODY void operator()(std::size_t i) const { value[variables[i]] = truth::unknown; }
};
struct fixed_in_bin {
  const truth* value;
  const std::uint32_t* key;
  std::uint32_t bin;
  AMORPH_BODY bool operator()(std::size_t v) const { return value[v] != truth::unknown && key[v] == bin; }
};

// A clause under the current values.
struct clause_state {
  bool satisfied;
  std::uint32_t free;  // literals
  literal last;        // the last free literal
};
AMORPH_BODY inline clause_state state_of(const survey_view& s, std::uint32_t clause) {
  clause_state state{false, 0, 0};
  for (std::uint32_t e = s.graph.begin(clause), end = s.graph.end(clause); e != end; ++e) {
    const literal l = s.graph.literals[e];
    const truth is = value_of(l, s.value[variable_of(l)]);
    if (is == truth::yes) return {true, 0, 0};
    if (is == truth::unknown) {
      ++state.free;
      state.last = l;
    }
  }
  return state;
}

// A satisfied clause sends no warnings.
struct silence_satisfied {
  survey_view s;
  float* other;  // the second array of surveys, or null
  const std::uint32_t* clauses;
  AMORPH_BODY void operator()(std::size_t i) const {
    if (!state_of(s, clauses[i]).satisfied) return;
    for (std::uint32_t e = s.graph.begin(clauses[i]), end = s.graph.end(clauses[i]); e != end; ++e) {
      s.survey[e] = 0;
      if (other != nullptr) other[e] = 0;
    }
  }
};
struct unsatisfied {
  survey_view s;
  AMORPH_BODY bool operator()(std::size_t clause) const {
    return !state_of(s, static_cast<std::uint32_t>(clause)).satisfied;
  }
};
struct without_value {
  const truth* value;
  AMORPH_BODY bool operator()(std::size_t v) const { return value[v] == truth::unknown; }
};
// Takes back the values of a round.
struct forget_values {
  truth* value;
  std::uint32_t* forced;
  const std::uint32_t* variables;
  AMORPH_BODY void operator()(std::size_t i) const {
    value[variables[i]] = truth::unknown;
    forced[variables[i]] = 0;
  }
};

}  // namespace amorph::sat
