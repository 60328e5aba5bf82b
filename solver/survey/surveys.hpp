// The equations of survey propagation (Braunstein, Mézard, Zecchina; Random Structures and Algorithms 27, 2005, eqs. 17-20).
//
// survey[e] is the probability that the clause of edge e warns its variable there: "be as I have you, nobody else
// satisfies me". A literal's product is that of (1 - survey) over its edges: the probability that no clause wants it true.
// A variable with a value has the products (0, 1): a literal that is true passes no warning on, one that is false always
// does, and no loop asks whether a variable is free.
//
// `joker` is the weight of "no clause holds the variable": 1 is survey propagation, 0 belief propagation, whose messages are the
// share of assignments in which the clause needs its variable (Maneva, Mossel, Wainwright; Journal of the ACM 54, 2007: rho).
//
// How this differs from the paper: all surveys of a sweep are computed from those of the sweep before. Surveys are held to
// at most 1 - 2^-24: so no factor is zero, and a product may be divided by any
// of its factors. (Seven factors at the bound underflow together: such a variable warns nobody.)
// Arithmetic is IEEE single precision in a fixed order: the same bits everywhere.
#pragma once

#include <cstdint>

#include "amorph/atomic.hpp"
#include "factor_graph.hpp"

namespace amorph::sat {

inline constexpr float greatest_survey = 0x1.fffffep-1f;

struct alignas(8) product_pair {
  float of[2];  // of the variable's literal, and of its negation
};
inline constexpr product_pair product_of_true{{0, 1}}, product_of_false{{1, 0}};

// Probabilities that a variable is held to one side, from its products.
struct bias {
  float positive, negative;

  AMORPH_HD static bias of(product_pair p, float joker) {
    const float wanted = (1 - joker * p.of[0]) * p.of[1], refused = (1 - joker * p.of[1]) * p.of[0];
    const float sum = wanted + refused + joker * p.of[0] * p.of[1];
    if (!(sum > 0)) return {0.5F, 0.5F};
    return {wanted / sum, refused / sum};
  }
};

struct survey_view {
  factor_graph graph;
  float* survey;
  product_pair* product;
  truth* value;
  float joker;

  // The product over a literal's edges but one.
  AMORPH_BODY float product_but(literal l, std::uint32_t but) const {
    float p = 1;
    for (std::uint32_t o = graph.occurrence_begin[l], end = graph.occurrence_begin[l + 1]; o != end; ++o)
      if (const std::uint32_t e = graph.occurrences[o]; e != but) p *= 1 - survey[e];
    return p;
  }
  AMORPH_BODY product_pair products_of(std::uint32_t v) const {
    constexpr std::uint32_t none = ~std::uint32_t{0};
    return {{product_but(2 * v, none), product_but(2 * v + 1, none)}};
  }
  // The probability that a literal's variable, its other clauses asked, does not satisfy the clause: `same` and `opposite`
  // are products over the other clauses in which it appears so, and negated.
  AMORPH_HD float warning(float same, float opposite) const {
    const float against = (1 - joker * opposite) * same, sum = against + opposite;
    return sum > 0 ? against / sum : 0;
  }
  AMORPH_BODY float warning_of(literal l, float own) const {
    const product_pair p = product[l >> 1];
    return warning(p.of[l & 1] / (1 - own), p.of[~l & 1]);
  }
};

// The factor of a literal, from its variable's products or from its clauses, by turns.
struct from_products {
  survey_view s;
  AMORPH_BODY float operator()(std::uint32_t e, float own) const { return s.warning_of(s.graph.literals[e], own); }
};
struct from_clauses {
  survey_view s;
  const float* before;  // the surveys of the sweep before; s.survey are being written
  AMORPH_BODY float operator()(std::uint32_t e, float) const {
    const literal l = s.graph.literals[e];
    if (const truth v = s.value[l >> 1]; v != truth::unknown) return value_of(l, v) == truth::no ? 1.0F : 0.0F;
    survey_view old = s;
    old.survey = const_cast<float*>(before);
    return s.warning(old.product_but(l, e), old.product_but(l ^ 1, e));
  }
};

struct store_products {
  survey_view s;
  const std::uint32_t* variables;
  AMORPH_BODY void operator()(std::size_t i) const { s.product[variables[i]] = s.products_of(variables[i]); }
};

// Which of a clause's surveys to store: all, and count those that have not settled; or those to variables with a value,
// which say how certain that value still is.
enum class surveys_of : std::uint8_t { all, valued };

// The surveys of a clause are the products of its other literals' factors. Length is that of every clause (the factors stay
// in registers), or 0: then they are computed twice, and divided by.
template <unsigned Length, class Factor, surveys_of Which = surveys_of::all> struct update_surveys {
  survey_view s;
  Factor factor;
  const float* before;
  const std::uint32_t* clauses;  // null: all
  float epsilon, damping;

  // How many of its surveys to free variables have not settled.
  AMORPH_BODY std::int64_t operator()(std::size_t i) const {
    const std::uint32_t clause = clauses != nullptr ? clauses[i] : static_cast<std::uint32_t>(i);
    std::int64_t unsettled = 0;
    if constexpr (Length != 0) {
      const std::uint32_t first = clause * Length;
      float own[Length], f[Length], left[Length];
      AMORPH_UNROLL for (unsigned j = 0; j != Length; ++j) own[j] = before[first + j];
      AMORPH_UNROLL for (unsigned j = 0; j != Length; ++j) f[j] = factor(first + j, own[j]);
      float p = 1;
      AMORPH_UNROLL for (unsigned j = 0; j != Length; ++j) {
        left[j] = p;
        p *= f[j];
      }
      p = 1;
      AMORPH_UNROLL for (unsigned j = Length; j-- != 0;) {
        unsettled += store(first + j, own[j], left[j] * p);
        p *= f[j];
      }
    } else {
      const std::uint32_t first = s.graph.begin(clause), end = s.graph.end(clause);
      float p = 1;
      unsigned zeros = 0;
      for (std::uint32_t e = first; e != end; ++e) {
        const float f = factor(e, before[e]);
        if (f == 0)
          ++zeros;
        else
          p *= f;
      }
      for (std::uint32_t e = first; e != end; ++e) {
        const float own = before[e], f = factor(e, own);
        unsettled += store(e, own, zeros > (f == 0 ? 1U : 0U) ? 0 : f == 0 ? p : p / f);
      }
    }
    return unsettled;
  }

 private:
  AMORPH_BODY std::int64_t store(std::uint32_t e, float own, float now) const {
    const bool valued = s.value[s.graph.literals[e] >> 1] != truth::unknown;
    if (Which == surveys_of::valued && !valued) return 0;
    if (now > greatest_survey) now = greatest_survey;
    if (damping > 0) now = damping * own + (1 - damping) * now;
    s.survey[e] = now;
    const float change = now > own ? now - own : own - now;
    return change < epsilon || valued ? 0 : 1;
  }
};

// Pushed products: every clause multiplies into its literals'.
struct clear_products {
  survey_view s;
  const std::uint32_t* variables;
  AMORPH_BODY void operator()(std::size_t i) const { s.product[variables[i]] = {{1, 1}}; }
};
// Intended race, where Atomic is not set: of two factors multiplied in at once one is lost. A product that lacks factors is
// too large, as it is while surveys still rise; the paper's argument is that the next sweep starts over.
template <bool Atomic> struct push_surveys {
  survey_view s;
  const std::uint32_t* clauses;
  AMORPH_BODY void operator()(std::size_t i) const {
    for (std::uint32_t e = s.graph.begin(clauses[i]), end = s.graph.end(clauses[i]); e != end; ++e) {
      const literal l = s.graph.literals[e];
      if (s.value[l >> 1] != truth::unknown) continue;
      auto* word = reinterpret_cast<std::uint32_t*>(&s.product[l >> 1].of[l & 1]);
      std::uint32_t seen = atomic_load(word);
      for (;;) {
        const auto product = __builtin_bit_cast(std::uint32_t, __builtin_bit_cast(float, seen) * (1 - s.survey[e]));
        if constexpr (!Atomic) {
          atomic_store(word, product);
          break;
        }
        const std::uint32_t now = atomic_cas(word, seen, product);
        if (now == seen) break;
        seen = now;
      }
    }
  }
};

}  // namespace amorph::sat
