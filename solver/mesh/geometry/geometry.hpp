// Exact geometric predicates: floating-point arithmetic if its error bound decides the sign, expansions otherwise. The
// same results on host and device.
//
// After Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates" (Discrete &
// Computational Geometry 18, 1997): the error bounds are his. How this differs: there are other stages before the last
// (a filter; for circles, twice the precision; and the exact determinant of the coordinate differences if these are
// exact, as for points on grids).
//
// Exact unless something overflows or underflows: for coordinates that are 0 or of magnitude 1e-35 to 1e60 (`fits`).
// Requires IEEE arithmetic without contraction (-ffp-contract=off, -fmad=false).
#pragma once

#include <cstdint>

#include "amorph/kernels/base/config.hpp"
#include "solver/mesh/geometry/arithmetic.hpp"
#include "solver/mesh/mesh.hpp"

namespace amorph::mesh {

namespace detail {

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

// The sign of in_circle(), or 0 if rounding error may have changed it, which is below 2^-99 of `all`. For points on a
// circle that are rounded to doubles it seldom has.
AMORPH_HD inline int precise_in_circle(const difference* x, const difference* y) {
  double_double det{0, 0};
  double all = 0;
  for (unsigned i = 0; i != 3; ++i) {
    const unsigned j = (i + 1) % 3, k = (i + 2) % 3;
    const double_double lift = whole(x[i]) * whole(x[i]) + whole(y[i]) * whole(y[i]);
    const double_double left = whole(x[j]) * whole(y[k]), right = whole(y[j]) * whole(x[k]);
    det = det + lift * (left - right);
    all += lift.high * (magnitude(left.high) + magnitude(right.high));
  }
  const double error = 0x1p-96 * all;
  return det.high > error ? 1 : det.high < -error ? -1 : 0;
}

AMORPH_HD AMORPH_RARE inline int exact_in_circle(point a, point b, point c, point d) {
  const difference x[3] = {{a.x, d.x}, {b.x, d.x}, {c.x, d.x}}, y[3] = {{a.y, d.y}, {b.y, d.y}, {c.y, d.y}};
  if (const int sign = precise_in_circle(x, y); sign != 0) return sign;
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
