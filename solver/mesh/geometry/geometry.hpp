// Exact geometric predicates: floating-point arithmetic if its error bound decides the sign, expansions otherwise. The
// same results on host and device.
//
// After Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates" (Discrete &
// Computational Geometry 18, 1997): error bounds, two_sum, two_product and expansions are his. How this differs: exact
// sums grow in one compressed expansion of bounded length instead of a tree of expansions whose sizes multiply, so that
// a device thread needs half a kilobyte for them; there are two stages before the last (a filter, and the exact
// determinant of the coordinate differences if these are exact, as for points on grids).
//
// Exact unless something overflows or underflows: for coordinates that are 0 or of magnitude 1e-35 to 1e60 (`fits`).
// Requires IEEE arithmetic without contraction (-ffp-contract=off, -fmad=false).
#pragma once

#include <cstdint>

#include "amorph/kernels/base/config.hpp"
#include "solver/mesh/mesh.hpp"

namespace amorph::mesh {

namespace detail {

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

#if defined(__CUDACC__)
#define AMORPH_RARE __noinline__
#else
#define AMORPH_RARE __attribute__((noinline, cold))
#endif

// Twice the signed area of a, b, c.
AMORPH_HD AMORPH_RARE inline exact_sum exact_area(point a, point b, point c) {
  const difference ax(a.x, c.x), ay(a.y, c.y), bx(b.x, c.x), by(b.y, c.y);
  exact_sum sum;
  const difference *left[] = {&ax, &by}, *right[] = {&ay, &bx};
  add_differences(sum, left, 2, 1, true);
  add_differences(sum, right, 2, -1, true);
  return sum;
}
AMORPH_HD AMORPH_RARE inline int exact_orientation(point a, point b, point c) { return exact_area(a, b, c).sign(); }

// (a - p) . (b - p)
AMORPH_HD AMORPH_RARE inline int exact_dot(point a, point b, point p) {
  const difference ax(a.x, p.x), ay(a.y, p.y), bx(b.x, p.x), by(b.y, p.y);
  exact_sum sum;
  const difference *x[] = {&ax, &bx}, *y[] = {&ay, &by};
  add_differences(sum, x, 2, 1, true);
  add_differences(sum, y, 2, 1, true);
  return sum.sign();
}

AMORPH_HD AMORPH_RARE inline int exact_in_circle(point a, point b, point c, point d) {
  const difference x[3] = {{a.x, d.x}, {b.x, d.x}, {c.x, d.x}}, y[3] = {{a.y, d.y}, {b.y, d.y}, {c.y, d.y}};
  bool tails = false;
  for (unsigned i = 0; i != 3; ++i) tails = tails || x[i].part[1] != 0 || y[i].part[1] != 0;
  exact_sum sum;
  for (unsigned i = 0; i != 3; ++i) {
    const unsigned j = (i + 1) % 3, k = (i + 2) % 3;
    for (const difference* lift : {&x[i], &y[i]}) {
      const difference *left[] = {lift, lift, &x[j], &y[k]}, *right[] = {lift, lift, &y[j], &x[k]};
      add_differences(sum, left, 4, 1, tails);
      add_differences(sum, right, 4, -1, tails);
    }
  }
  return sum.sign();
}

}  // namespace detail

// Whether predicates on this coordinate are exact. (NaN: no.)
inline constexpr double min_magnitude = 1e-35, max_magnitude = 1e60;
AMORPH_HD inline bool fits(double x) {
  const double m = detail::magnitude(x);
  return m == 0 || (m >= min_magnitude && m <= max_magnitude);
}

// +1 if a, b, c are counter-clockwise, -1 if clockwise, 0 if collinear.
AMORPH_HD inline int orientation(point a, point b, point c) {
  const double left = (a.x - c.x) * (b.y - c.y), right = (a.y - c.y) * (b.x - c.x), det = left - right;
  constexpr double bound = (3 + 16 * detail::half_ulp) * detail::half_ulp;
  const double error = bound * (detail::magnitude(left) + detail::magnitude(right));
  if (det > error) return 1;
  if (det < -error) return -1;
  return detail::exact_orientation(a, b, c);
}

// +1 if p lies inside the circle with diameter a b, 0 on it, -1 outside.
AMORPH_HD inline int in_diametral_circle(point a, point b, point p) {
  const double x = (a.x - p.x) * (b.x - p.x), y = (a.y - p.y) * (b.y - p.y), dot = x + y;
  constexpr double bound = (3 + 16 * detail::half_ulp) * detail::half_ulp;  // as for orientation: the same operations
  const double error = bound * (detail::magnitude(x) + detail::magnitude(y));
  if (dot > error) return -1;
  if (dot < -error) return 1;
  return -detail::exact_dot(a, b, p);
}

// A point relative to another, and its squared distance: what several predicates about that one share.
struct relative_point {
  double x, y, square;
  AMORPH_HD static relative_point of(point p, point from) {
    const double x = p.x - from.x, y = p.y - from.y;
    return {x, y, x * x + y * y};
  }
};

// The filters return the sign of the predicate, or 0 if rounding error may have changed it.
// orientation(a, b, p), with a and b relative to p.
AMORPH_HD inline int filter_orientation(const relative_point& a, const relative_point& b) {
  const double left = a.x * b.y, right = a.y * b.x, det = left - right;
  constexpr double bound = (3 + 16 * detail::half_ulp) * detail::half_ulp;
  const double error = bound * (detail::magnitude(left) + detail::magnitude(right));
  return det > error ? 1 : det < -error ? -1 : 0;
}
// in_circle(a, b, c, p), all relative to p.
AMORPH_HD inline int filter_in_circle(const relative_point& a, const relative_point& b, const relative_point& c) {
  const double bx_cy = b.x * c.y, cx_by = c.x * b.y, cx_ay = c.x * a.y, ax_cy = a.x * c.y, ax_by = a.x * b.y,
               bx_ay = b.x * a.y;
  const double det = a.square * (bx_cy - cx_by) + b.square * (cx_ay - ax_cy) + c.square * (ax_by - bx_ay);
  using detail::magnitude;
  const double all = (magnitude(bx_cy) + magnitude(cx_by)) * a.square +
                     (magnitude(cx_ay) + magnitude(ax_cy)) * b.square +
                     (magnitude(ax_by) + magnitude(bx_ay)) * c.square;
  constexpr double bound = (10 + 96 * detail::half_ulp) * detail::half_ulp;
  const double error = bound * all;
  return det > error ? 1 : det < -error ? -1 : 0;
}

// +1 if d lies inside the circle through a, b, c, which are counter-clockwise; -1 outside, 0 on it. (The negative for
// clockwise points.)
AMORPH_HD inline int in_circle(point a, point b, point c, point d) {
  const int sign = filter_in_circle(relative_point::of(a, d), relative_point::of(b, d), relative_point::of(c, d));
  return sign != 0 ? sign : detail::exact_in_circle(a, b, c, d);
}

// Lexicographic: by x, then by y.
AMORPH_HD inline bool lies_before(point a, point b) { return a.x < b.x || (a.x == b.x && a.y < b.y); }

// In_circle for different points of which a, b, c are counter-clockwise, with a tie rule: never 0. The lifted point
// (x, y, x^2 + y^2) of the lexicographically last of four cocircular points is moved up by an infinitesimal amount. So
// the Delaunay triangulation of a set of points is unique, whatever the order of the points and of their insertion.
// (Devillers and Teillaud, "Perturbations for Delaunay and weighted Delaunay 3D triangulations", 2011.)
AMORPH_HD inline int in_circle_by_rule(point a, point b, point c, point d) {
  const int sign = in_circle(a, b, c, d);
  if (sign != 0) return sign;
  const bool a_b = lies_before(a, b), last_is_c = a_b ? lies_before(b, c) : lies_before(a, c);
  if (lies_before(last_is_c ? c : a_b ? b : a, d)) return -1;
  return last_is_c ? orientation(a, b, d) : a_b ? orientation(a, d, c) : orientation(d, b, c);
}

}  // namespace amorph::mesh
