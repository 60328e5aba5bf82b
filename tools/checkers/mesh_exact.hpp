// Signs of determinants: by long double if its error is small enough or coordinate differences are exact, otherwise by
// arbitrary-precision integers.
#pragma once

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <vector>

#include "tools/checkers/integer.hpp"

namespace amorph::check {

struct place {
  double x, y;
};

namespace exact {

using test::integer;
using real = long double;
inline constexpr real unit = std::numeric_limits<real>::epsilon();

// The smallest shift that makes every coordinate an integer.
template <class Places = std::initializer_list<place>> int shift_of(const Places& all) {
  int shift = 0;
  for (const place& p : all)
    for (const double x : {p.x, p.y}) {
      if (x == 0) continue;
      int exponent = 0;
      auto whole = static_cast<std::int64_t>(std::ldexp(std::frexp(x, &exponent), 53));
      exponent -= 53;
      for (; whole % 2 == 0; whole /= 2) ++exponent;
      shift = std::max(shift, -exponent);
    }
  return shift;
}

// A point relative to another one.
struct apart {
  integer x, y;
  apart(place p, place o, int shift)
      : x(integer::of(p.x, shift) - integer::of(o.x, shift)), y(integer::of(p.y, shift) - integer::of(o.y, shift)) {}
};

// Whether a - b is exact.
inline bool is_exact(double a, double b) {
  const real x = a, y = b, sum = x - y, of_y = x - sum, of_x = sum + of_y;
  return (x - of_x) + (of_y - y) == 0;
}
// The sign of a b - c d.
inline int compare_products(real a, real b, real c, real d) {
  const real left = a * b, right = c * d;
  if (left != right) return left > right ? 1 : -1;
  const real rest = std::fma(a, b, -left) - std::fma(c, d, -right);
  return rest > 0 ? 1 : rest < 0 ? -1 : 0;
}

}  // namespace exact

// 1 if a, b, c turn left, -1 if right, 0 if collinear.
inline int turn(place a, place b, place c) {
  using exact::real;
  const real left = (real(a.x) - c.x) * (real(b.y) - c.y), right = (real(a.y) - c.y) * (real(b.x) - c.x);
  const real det = left - right, error = 8 * exact::unit * (std::fabs(left) + std::fabs(right));
  if (std::fabs(det) > error) return det > 0 ? 1 : -1;
  if (exact::is_exact(a.x, c.x) && exact::is_exact(a.y, c.y) && exact::is_exact(b.x, c.x) && exact::is_exact(b.y, c.y))
    return exact::compare_products(real(a.x) - c.x, real(b.y) - c.y, real(a.y) - c.y, real(b.x) - c.x);
  const int shift = exact::shift_of({a, b, c});
  const exact::apart u(a, c, shift), v(b, c, shift);
  return (u.x * v.y - u.y * v.x).sign();
}

// The sign of the area that a closed polygon encloses: 1 if it is counter-clockwise.
inline int turn_of_loop(const std::vector<place>& loop) {
  using exact::real;
  const place o = loop[0];
  real twice = 0, all = 0;
  for (std::size_t i = 0; i != loop.size(); ++i) {
    const place a = loop[i], b = loop[(i + 1) % loop.size()];
    const real left = (real(a.x) - o.x) * (real(b.y) - o.y), right = (real(a.y) - o.y) * (real(b.x) - o.x);
    twice += left - right;
    all += std::fabs(left) + std::fabs(right);
  }
  if (std::fabs(twice) > (8 + real(loop.size())) * exact::unit * all) return twice > 0 ? 1 : -1;
  const int shift = exact::shift_of(loop);
  exact::integer sum;
  for (std::size_t i = 0; i != loop.size(); ++i) {
    const exact::apart u(loop[i], o, shift), v(loop[(i + 1) % loop.size()], o, shift);
    sum = sum + (u.x * v.y - u.y * v.x);
  }
  return sum.sign();
}

// 1 if d is inside the circle through a, b, c, which turn left.
inline int in_circle(place a, place b, place c, place d) {
  using exact::real;
  const real ax = real(a.x) - d.x, ay = real(a.y) - d.y, bx = real(b.x) - d.x, by = real(b.y) - d.y;
  const real cx = real(c.x) - d.x, cy = real(c.y) - d.y;
  const real aa = ax * ax + ay * ay, bb = bx * bx + by * by, cc = cx * cx + cy * cy;
  const real det = aa * (bx * cy - by * cx) + bb * (cx * ay - cy * ax) + cc * (ax * by - ay * bx);
  const real all = aa * (std::fabs(bx * cy) + std::fabs(by * cx)) + bb * (std::fabs(cx * ay) + std::fabs(cy * ax)) +
                   cc * (std::fabs(ax * by) + std::fabs(ay * bx));
  if (std::fabs(det) > 32 * exact::unit * all) return det > 0 ? 1 : -1;
  const int shift = exact::shift_of({a, b, c, d});
  const exact::apart u(a, d, shift), v(b, d, shift), w(c, d, shift);
  auto lift = [](const exact::apart& p) { return p.x * p.x + p.y * p.y; };
  return (lift(u) * (v.x * w.y - v.y * w.x) + lift(v) * (w.x * u.y - w.y * u.x) + lift(w) * (u.x * v.y - u.y * v.x))
      .sign();
}

// The sign of (a - p) . (b - p): negative if p is inside the circle with diameter a b.
inline int across(place p, place a, place b) {
  using exact::real;
  const real x = (real(a.x) - p.x) * (real(b.x) - p.x), y = (real(a.y) - p.y) * (real(b.y) - p.y);
  if (std::fabs(x + y) > 8 * exact::unit * (std::fabs(x) + std::fabs(y))) return x + y > 0 ? 1 : -1;
  const int shift = exact::shift_of({p, a, b});
  const exact::apart u(a, p, shift), v(b, p, shift);
  return (u.x * v.x + u.y * v.y).sign();
}

}  // namespace amorph::check
