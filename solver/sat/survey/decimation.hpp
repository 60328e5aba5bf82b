// The steps between sweeps: which variables to fix or release, unit propagation, and what is left of the formula.
#pragma once

#include <cstdint>

#include "solver/sat/survey/surveys.hpp"

namespace amorph::sat {

// Variables are chosen by histogram: those of the most certain bins, and of the last bin that is needed as many as make up the
// number, those with the lowest numbers. No sort, and the same choice everywhere.
inline constexpr std::uint32_t certainty_bins = 4096;
AMORPH_HD inline std::uint32_t bin_of(float x) {  // x in [0, 1]
  return static_cast<std::uint32_t>(x * (certainty_bins - 1) + 0.5F);
}

struct decimation_view {
  survey_view s;
  std::uint32_t* key;        // a variable's bin; for free ones, the top bit tells the side
  std::uint32_t* histogram;  // certainty_bins of certainty, then as many of magnetisation; bin 0 is not counted
  std::uint32_t* forced;     // a variable's: bit 0, 1: a clause forces it to be false, true

  static constexpr std::uint32_t positive = 0x80000000u;
  AMORPH_HD static std::uint32_t forces(literal l) { return negated(l) ? 1 : 2; }

  AMORPH_BODY void assign(std::uint32_t v, bool yes) const {
    s.value[v] = yes ? truth::yes : truth::no;
    s.product[v] = yes ? product_of_true : product_of_false;
  }
  AMORPH_BODY void count(std::uint32_t bin) const {
    if (bin % certainty_bins != 0) atomic_add(&histogram[bin], 1);
  }
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
    d.count(bin);
    d.count(certainty_bins + bin_of(b.positive > b.negative ? b.positive : b.negative));
  }
};
template <class List> struct fix_certain {
  decimation_view d;
  const std::uint32_t* variables;
  std::uint32_t bin;  // those beyond it
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

// Of a variable with a value: how much the surveys of its clauses now speak for that value, from -1 to 1.
struct weigh_valued {
  decimation_view d;
  AMORPH_BODY void operator()(std::size_t v) const {
    const truth value = d.s.value[v];
    if (value == truth::unknown) return;
    const bias b = bias::of(d.s.products_of(static_cast<std::uint32_t>(v)), d.s.joker);
    const float difference = b.positive - b.negative;
    const std::uint32_t bin = bin_of((1 + (value == truth::yes ? difference : -difference)) / 2);
    d.key[v] = bin;
    d.count(bin);
  }
};
struct release_uncertain {
  decimation_view d;
  std::uint32_t bin;  // those before it
  AMORPH_BODY void operator()(std::size_t v) const {
    if (d.s.value[v] != truth::unknown && d.key[v] < bin) d.s.value[v] = truth::unknown;
  }
};
struct release_listed {
  truth* value;
  const std::uint32_t* variables;
  AMORPH_BODY void operator()(std::size_t i) const { value[variables[i]] = truth::unknown; }
};
struct valued_in_bin {
  const truth* value;
  const std::uint32_t* key;
  std::uint32_t bin;
  AMORPH_BODY bool operator()(std::size_t v) const { return value[v] != truth::unknown && key[v] == bin; }
};

// Which bins make up a number: all before `bin` in the order asked for, and `of_it` of its own.
struct cut {
  std::uint32_t bin;
  std::uint64_t of_it;
};

// What a clause comes to under the values.
struct clause_state {
  bool satisfied;
  std::uint32_t free;  // literals
  literal last;        // of these
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

// A satisfied clause warns nobody.
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
// The last round's values, taken back.
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
