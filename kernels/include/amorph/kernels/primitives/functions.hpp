// The operations that primitives combine values with. T is the type of the computation: plus<std::uint64_t> adds 32-bit
// values in 64 bits.
#pragma once

#include "amorph/kernels/base/config.hpp"

namespace amorph {

template <class T> struct plus {
  AMORPH_HD constexpr T operator()(T a, T b) const { return static_cast<T>(a + b); }
};
template <class T> struct minimum {
  AMORPH_HD constexpr T operator()(T a, T b) const { return b < a ? b : a; }
};
template <class T> struct maximum {
  AMORPH_HD constexpr T operator()(T a, T b) const { return a < b ? b : a; }
};
template <class T> struct bit_or {
  AMORPH_HD constexpr T operator()(T a, T b) const { return static_cast<T>(a | b); }
};

}  // namespace amorph
