// Arithmetic with more digits than a double has: exact sums, and sums of two doubles. The same results on host and
// device.
//
// After Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates" (Discrete &
// Computational Geometry 18, 1997): two_sum, two_product and expansions are his. How this differs: exact sums grow in
// one compressed expansion of bounded length instead of a tree of expansions whose sizes multiply, so that a device
// thread needs half a kilobyte for them.
//
// Requires IEEE arithmetic without contraction (-ffp-contract=off, -fmad=false).
#pragma once

#include "amorph/kernels/base/config.hpp"

namespace amorph::mesh::detail {

inline constexpr double half_ulp = 1.1102230246251565e-16;  // 2^-53

AMORPH_HD inline double magnitude(double x) { return x < 0 ? -x : x; }

// a + b = sum + error, exactly.
AMORPH_HD inline void two_sum(double a, double b, double& sum, double& error) {
  sum = a + b;
  const double b_virtual = sum - a, a_virtual = sum - b_virtual;
  error = (a - a_virtual) + (b - b_virtual);
}
// The same for |a| >= |b|.
AMORPH_HD inline void fast_two_sum(double a, double b, double& sum, double& error) {
  sum = a + b;
  error = b - (sum - a);
}
AMORPH_HD inline void split(double a, double& high, double& low) {
  const double c = 134217729.0 * a;  // 2^27 + 1
  high = c - (c - a);
  low = a - high;
}
// a b = product + error, exactly.
AMORPH_HD inline void two_product(double a, double b, double& product, double& error) {
  product = a * b;
#if defined(__CUDA_ARCH__)
  error = __fma_rn(a, b, -product);
#else
  double a_high, a_low, b_high, b_low;
  split(a, a_high, a_low);
  split(b, b_high, b_low);
  error = a_low * b_low - (((product - a_high * b_high) - a_low * b_high) - a_high * b_low);
#endif
}

// An exact sum as a nonoverlapping expansion: doubles in order of increasing magnitude.
class exact_sum {
 public:
  AMORPH_HD void add(double x) {
    if (size_ == capacity) compress();
    unsigned kept = 0;
    for (unsigned i = 0; i != size_; ++i) {
      double error;
      two_sum(x, part_[i], x, error);
      if (error != 0) part_[kept++] = error;
    }
    if (x != 0) part_[kept++] = x;
    size_ = kept;
  }
  // sign * the product of n doubles, n <= 4.
  AMORPH_HD void add_product(const double* factor, unsigned n, double sign) {
    double part[8] = {sign * factor[0]};
    unsigned parts = 1;
    for (unsigned i = 1; i != n; ++i) {
      for (unsigned j = parts; j-- != 0;) {
        double product, error;
        two_product(part[j], factor[i], product, error);
        part[2 * j] = error;
        part[2 * j + 1] = product;
      }
      parts *= 2;
    }
    for (unsigned j = 0; j != parts; ++j)
      if (part[j] != 0) add(part[j]);
  }
  // An approximation of the sum, correct up to rounding of its last digit.
  AMORPH_HD double estimate() const {
    double sum = 0;
    for (unsigned i = 0; i != size_; ++i) sum += part_[i];
    return sum;
  }
  // The last part is larger than the sum of all others.
  AMORPH_HD int sign() const { return size_ == 0 ? 0 : part_[size_ - 1] > 0 ? 1 : -1; }

 private:
  // Compressed, each part is at most half a unit in the last place of the next: 53 bits apart, and doubles span 2,098
  // bits.
  static constexpr unsigned capacity = 64;
  AMORPH_HD void compress() {
    double q = part_[size_ - 1];
    unsigned bottom = size_ - 1;
    for (unsigned i = size_ - 1; i-- != 0;) {
      double sum, error;
      fast_two_sum(q, part_[i], sum, error);
      if (error != 0) {
        part_[bottom--] = sum;
        q = error;
      } else {
        q = sum;
      }
    }
    part_[bottom] = q;
    unsigned top = 0;
    for (unsigned i = bottom + 1; i != size_; ++i) {
      double sum, error;
      fast_two_sum(part_[i], q, sum, error);
      if (error != 0) part_[top++] = error;
      q = sum;
    }
    part_[top] = q;
    size_ = top + 1;
  }
  double part_[capacity];
  unsigned size_ = 0;
};

// An exact difference as head and tail.
struct difference {
  double part[2];  // head, tail
  AMORPH_HD difference(double a, double b) { two_sum(a, -b, part[0], part[1]); }
};

// Adds sign * the product of n differences: all products of one part of each, or of the heads alone.
AMORPH_HD inline void add_differences(exact_sum& sum, const difference* const* d, unsigned n, double sign, bool tails) {
  for (unsigned choice = 0; choice != (tails ? 1u << n : 1u); ++choice) {
    double factor[4] = {};
    bool zero = false;
    for (unsigned i = 0; i != n; ++i) {
      factor[i] = d[i]->part[choice >> i & 1];
      zero = zero || factor[i] == 0;
    }
    if (!zero) sum.add_product(factor, n, sign);
  }
}

// A sum of two doubles of 53 bits each that do not overlap (Dekker, "A floating-point technique for extending the
// available precision", 1971). Sums and products have errors below 2^-103 of the magnitudes of their operands.
struct double_double {
  double high, low;
};
AMORPH_HD inline double_double whole(const difference& d) { return {d.part[0], d.part[1]}; }
AMORPH_HD inline double_double operator+(double_double a, double_double b) {
  double sum, error;
  two_sum(a.high, b.high, sum, error);
  double_double r;
  fast_two_sum(sum, error + (a.low + b.low), r.high, r.low);
  return r;
}
AMORPH_HD inline double_double operator-(double_double a, double_double b) {
  return a + double_double{-b.high, -b.low};
}
AMORPH_HD inline double_double operator*(double_double a, double_double b) {
  double product, error;
  two_product(a.high, b.high, product, error);
  double_double r;
  fast_two_sum(product, error + (a.high * b.low + a.low * b.high), r.high, r.low);
  return r;
}

}  // namespace amorph::mesh::detail
