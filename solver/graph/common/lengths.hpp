// Labels that only fall, and the lengths that arcs add to them. Labels are unsigned words that sort as the distances
// do, so that integer atomics serve all of them; the maximum is "not reached".
//
// A length is a functor: bool operator()(label from, arc e, label& to), false if the sum exceeds the label's range. It
// consists of word(e), the stored length of an arc, and add(from, word, to), so that words may be stored elsewhere too.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include "amorph/kernels/base/config.hpp"

namespace amorph {

template <class Label> inline constexpr Label unreached = ~Label{0};  // of 32 or 64 bits

// Every arc has length 1.
struct unit_length {
  using label = std::uint32_t;
  struct word_type {};
  AMORPH_HD static word_type word(std::uint64_t) { return {}; }
  AMORPH_HD static bool add(label from, word_type, label& to) {
    to = from + 1;
    return to != unreached<label>;
  }
  AMORPH_HD bool operator()(label from, std::uint64_t e, label& to) const { return add(from, word(e), to); }
  AMORPH_HD static label sum(label a, label b) { return b < unreached<label> - a ? a + b : unreached<label>; }
};

// Integer weights of 0 or more; 1 if there are none.
template <class Weight, class Label> struct integer_length {
  static_assert(std::is_unsigned_v<Label> && sizeof(Label) >= sizeof(Weight));
  using label = Label;
  using word_type = Weight;
  const Weight* weight;
  AMORPH_HD word_type word(std::uint64_t e) const { return weight != nullptr ? weight[e] : 1; }
  AMORPH_HD static bool add(label from, word_type w, label& to) {
    to = sum(from, static_cast<label>(w));
    return to != unreached<label>;
  }
  AMORPH_HD bool operator()(label from, std::uint64_t e, label& to) const { return add(from, word(e), to); }
  AMORPH_HD static label sum(label a, label b) { return b < unreached<label> - a ? a + b : unreached<label>; }
};

// Floating-point weights of 0 or more; sums in double precision from the source onwards, so that the minimum does not
// depend on the order of work. The bits of non-negative numbers sort as the numbers do.
struct real_length {
  using label = std::uint64_t;
  using word_type = double;
  const float* narrow;  // or, if it is null:
  const double* wide = nullptr;
  AMORPH_HD static double value(label l) {
#if defined(__CUDA_ARCH__)
    return __longlong_as_double(static_cast<long long>(l));
#else
    return __builtin_bit_cast(double, l);
#endif
  }
  AMORPH_HD static label of(double x) {
#if defined(__CUDA_ARCH__)
    return static_cast<label>(__double_as_longlong(x));
#else
    return __builtin_bit_cast(label, x);
#endif
  }
  AMORPH_HD word_type word(std::uint64_t e) const { return narrow != nullptr ? double{narrow[e]} : wide[e]; }
  AMORPH_HD static bool add(label from, word_type w, label& to) {
    to = of(value(from) + (w == 0 ? 0.0 : w));  // -0 is 0
    return true;
  }
  AMORPH_HD bool operator()(label from, std::uint64_t e, label& to) const { return add(from, word(e), to); }
  AMORPH_HD static label sum(label a, label b) {
    return a == unreached<label> || b == unreached<label> ? unreached<label> : of(value(a) + value(b));
  }
};

}  // namespace amorph
