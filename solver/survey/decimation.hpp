// The steps between sweeps: which variables to fix or release, unit propagation, and what is left of the formula.
#pragma once

#include <cstdint>

#include "surveys.hpp"

namespace amorph::sat {

// Variables are chosen by histogram: fix as many of the most certain bins as make up the fraction. No sort, and the same
// choice everywhere.
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
struct fix_certain {
  decimation_view d;
  const std::uint32_t* variables;
  std::uint32_t least;  // bin
  AMORPH_BODY void operator()(std::size_t i) const {
    const std::uint32_t v = variables[i], key = d.key[v];
    if ((key & ~decimation_view::positive) >= least) d.assign(v, (key & decimation_view::positive) != 0);
  }
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
  std::uint32_t most;  // bin
  AMORPH_BODY void operator()(std::size_t v) const {
    if (d.s.value[v] != truth::unknown && d.key[v] <= most) d.s.value[v] = truth::unknown;
  }
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
    const truth is = value_of(l, s.value[l >> 1]);
    if (is == truth::yes) return {true, 0, 0};
    if (is == truth::unknown) {
      ++state.free;
      state.last = l;
    }
  }
  return state;
}

struct propagation_counters {
  std::int64_t units, conflicts;
};

// Unit propagation to its fixed point, all unit clauses at once: a variable that is forced both ways is a conflict, and so
// is a clause without free literals.
template <class Exec> struct propagate_units {
  decimation_view d;
  const std::uint32_t *clauses, *variables;
  std::size_t clause_count, variable_count;
  propagation_counters* counters;  // of three passes, used in turn; [3]: sums

  struct find {
    decimation_view d;
    const std::uint32_t* clauses;
    propagation_counters* now;
    AMORPH_BODY void operator()(std::size_t i) const {
      const clause_state c = state_of(d.s, clauses[i]);
      if (c.satisfied || c.free > 1) return;
      if (c.free == 0)
        atomic_add(&now->conflicts, 1);
      else if (const std::uint32_t bit = (c.last & 1) != 0 ? 1 : 2; (atomic_load(&d.forced[c.last >> 1]) & bit) == 0)
        atomic_or(&d.forced[c.last >> 1], bit);
    }
  };
  struct assign {
    decimation_view d;
    const std::uint32_t* variables;
    propagation_counters* now;
    AMORPH_BODY std::int64_t operator()(thread_team, std::size_t i) const {
      const std::uint32_t v = variables[i], bits = d.forced[v];
      if (bits == 0) return 0;
      d.forced[v] = 0;
      if (bits == 3) {
        atomic_add(&now->conflicts, 1);
        return 0;
      }
      d.assign(v, bits == 2);
      return 1;
    }
  };

  template <class Grid> AMORPH_BODY void operator()(Grid grid) const {
    for (unsigned pass = 0;; ++pass) {
      propagation_counters* now = &counters[pass % 3];
      grid.for_each(clause_count, find{d, clauses, now});
      grid.sync();
      if (grid.first()) counters[(pass + 1) % 3] = {0, 0};
      grid.template add_up<thread_team>(variable_count, &now->units, assign{d, variables, now});
      grid.sync();
      const propagation_counters found{atomic_load(&now->units), atomic_load(&now->conflicts)};
      if (grid.first()) {
        counters[3].units += found.units;
        counters[3].conflicts += found.conflicts;
      }
      if (found.units == 0 || found.conflicts != 0) return;
    }
  }
};

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
