// The equations of survey propagation (Braunstein, Mézard, Zecchina; Random Structures and Algorithms 27, 2005, eqs.
// 17-20).
//
// survey[e] is the probability that the clause of edge e warns its variable: "take the value I need, no other variable
// satisfies me". A literal's product is the product of (1 - survey) over its edges: the probability that no clause
// warns for it. A fixed variable has the products (0, 1): its false literal then always passes the warning on, its true
// literal never does, and no loop has to test whether a variable is fixed.
//
// `joker` is the weight of the state "no clause constrains the variable": 1 gives survey propagation, 0 belief
// propagation (rho of Maneva, Mossel, Wainwright; Journal of the ACM 54, 2007).
//
// How this differs from the paper: sweeps are synchronous, that is, all surveys of a sweep are computed from those of
// the sweep before. Surveys are at most 1 - 2^-24 and products at least 2^-100. So no factor is zero, a product may be
// divided by any of its factors, and a zero among a variable's products means that the variable is fixed. Arithmetic is
// IEEE single precision in a fixed order: the same bits on every backend.
#pragma once

#include <cstdint>

#include "amorph/kernels/sync/atomic.hpp"
#include "solver/sat/survey/factor_graph.hpp"

namespace amorph::sat {

inline constexpr float max_survey = 0x1.fffffep-1f, min_product = 0x1p-100f;

struct alignas(8) product_pair {
  float of[2];  // of the variable's positive and negative literal

  [[nodiscard]] AMORPH_HD bool fixed() const { return of[0] == 0 || of[1] == 0; }
};
inline constexpr product_pair product_of_true{{0, 1}}, product_of_false{{1, 0}};

// The probabilities that a variable is constrained to true and to false, from its products.
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

  // The product over all edges of a literal except `excluded`.
  AMORPH_BODY float product_without(literal l, std::uint32_t excluded) const {
    float p = 1;
    for (std::uint32_t o = graph.occurrence_begin[l], end = graph.occurrence_begin[l + 1]; o != end; ++o)
      if (const std::uint32_t e = graph.occurrences[o]; e != excluded) p *= 1 - survey[e];
    return p < min_product ? min_product : p;
  }
  AMORPH_BODY product_pair products_of(std::uint32_t v) const {
    constexpr std::uint32_t none = ~std::uint32_t{0};
    return {{product_without(2 * v, none), product_without(2 * v + 1, none)}};
  }
  // The probability that a literal's variable does not satisfy the clause, given its other clauses. `same` and
  // `opposite` are the products over the other clauses that contain the literal, and its negation.
  AMORPH_HD float warning(float same, float opposite) const {
    const float against = (1 - joker * opposite) * same, sum = against + opposite;
    return sum > 0 ? against / sum : 0;
  }
};

// What a literal contributes to the surveys of its clause.
struct factor {
  float weight;
  bool fixed;  // its variable is
};

// The factor of a literal, from its variable's products or directly from its clauses.
struct from_products {
  survey_view s;
  AMORPH_BODY factor operator()(std::uint32_t e, float own) const {
    const literal l = s.graph.literals[e];
    const product_pair p = s.product[variable_of(l)];
    return {s.warning(p.of[l & 1] / (1 - own), p.of[~l & 1]), p.fixed()};
  }
};
struct from_clauses {
  survey_view s;
  const float* previous;  // the surveys of the sweep before; s.survey are being written
  AMORPH_BODY factor operator()(std::uint32_t e, float) const {
    const literal l = s.graph.literals[e];
    if (const truth v = s.value[variable_of(l)]; v != truth::unknown)
      return {value_of(l, v) == truth::no ? 1.0F : 0.0F, true};
    survey_view old = s;
    old.survey = const_cast<float*>(previous);
    return {s.warning(old.product_without(l, e), old.product_without(negation_of(l), e)), false};
  }
};

struct store_products {
  survey_view s;
  const std::uint32_t* variables;
  AMORPH_BODY void operator()(std::size_t i) const { s.product[variables[i]] = s.products_of(variables[i]); }
};

// Which of a clause's surveys to store: all, counting those that have not converged; or those to fixed variables, which
// say how strongly the surveys still support their values.
enum class surveys_of : std::uint8_t { all, fixed };

// A clause's surveys are the products of its other literals' factors, which stay in registers. Length is that of every
// clause, or 0: then clauses of more than `register_literals` literals compute their factors twice and divide.
template <unsigned Length, class Factor, surveys_of Which = surveys_of::all> struct update_surveys {
  survey_view s;
  Factor factor_of;
  const float* previous;
  const std::uint32_t* clauses;  // null: all
  float epsilon, damping;

  static constexpr unsigned register_literals = 8;

  // Returns how many of the clause's surveys to free variables have not converged.
  AMORPH_BODY std::int64_t operator()(std::size_t i) const {
    const std::uint32_t clause = clauses != nullptr ? clauses[i] : static_cast<std::uint32_t>(i);
    if constexpr (Length != 0) {
      return in_registers<Length>(clause * Length, Length);
    } else {
      const std::uint32_t first = s.graph.begin(clause), length = s.graph.end(clause) - first;
      return length <= register_literals ? in_registers<register_literals>(first, length)
                                         : by_division(first, first + length);
    }
  }

 private:
  template <unsigned Most> AMORPH_BODY std::int64_t in_registers(std::uint32_t first, unsigned length) const {
    float own[Most], weight[Most], left[Most];
    unsigned fixed = 0;  // one bit per literal
    AMORPH_UNROLL for (unsigned j = 0; j != Most; ++j) own[j] = j < length ? previous[first + j] : 0;
    AMORPH_UNROLL for (unsigned j = 0; j != Most; ++j) {
      const factor f = j < length ? factor_of(first + j, own[j]) : factor{1, false};
      weight[j] = f.weight;
      fixed |= f.fixed ? 1U << j : 0;
    }
    float p = 1;
    AMORPH_UNROLL for (unsigned j = 0; j != Most; ++j) {
      left[j] = p;
      p *= weight[j];
    }
    p = 1;
    std::int64_t unconverged = 0;
    AMORPH_UNROLL for (unsigned j = Most; j-- != 0;) {
      if (j < length) unconverged += store(first + j, own[j], left[j] * p, (fixed >> j & 1) != 0);
      p *= weight[j];
    }
    return unconverged;
  }
  AMORPH_BODY std::int64_t by_division(std::uint32_t first, std::uint32_t end) const {
    float p = 1;
    unsigned zeros = 0;
    for (std::uint32_t e = first; e != end; ++e) {
      const float w = factor_of(e, previous[e]).weight;
      if (w == 0)
        ++zeros;
      else
        p *= w;
    }
    std::int64_t unconverged = 0;
    for (std::uint32_t e = first; e != end; ++e) {
      const float own = previous[e];
      const factor f = factor_of(e, own);
      const float now = zeros > (f.weight == 0 ? 1U : 0U) ? 0 : f.weight == 0 ? p : p / f.weight;
      unconverged += store(e, own, now, f.fixed);
    }
    return unconverged;
  }
  AMORPH_BODY std::int64_t store(std::uint32_t e, float own, float now, bool fixed) const {
    if (Which == surveys_of::fixed && !fixed) return 0;
    if (now > max_survey) now = max_survey;
    const float change = now > own ? now - own : own - now;
    s.survey[e] = damping > 0 ? damping * own + (1 - damping) * now : now;
    return change < epsilon || fixed ? 0 : 1;
  }
};

// Products by push: every clause multiplies its surveys into its literals' products.
struct clear_products {
  survey_view s;
  const std::uint32_t* variables;
  AMORPH_BODY void operator()(std::size_t i) const { s.product[variables[i]] = {{1, 1}}; }
};
// Without Atomic this is an intended race: of two simultaneous factors one is lost. A product that lacks factors is too
// large, as it is while surveys still rise; the paper's argument is that the next sweep starts over.
template <bool Atomic> struct push_surveys {
  survey_view s;
  const std::uint32_t* clauses;
  AMORPH_BODY void operator()(std::size_t i) const {
    for (std::uint32_t e = s.graph.begin(clauses[i]), end = s.graph.end(clauses[i]); e != end; ++e) {
      const literal l = s.graph.literals[e];
      if (s.value[variable_of(l)] != truth::unknown) continue;
      auto* word = reinterpret_cast<std::uint32_t*>(&s.product[variable_of(l)].of[l & 1]);
      std::uint32_t seen = atomic_load(word);
      for (;;) {
        const float times = __builtin_bit_cast(float, seen) * (1 - s.survey[e]);
        const auto product = __builtin_bit_cast(std::uint32_t, times < min_product ? min_product : times);
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
