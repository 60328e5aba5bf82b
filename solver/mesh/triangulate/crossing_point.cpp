// With C and D twice the signed areas of (a, b, c) and (a, b, d), the lines cross at x = (C dx - D cx) / (C - D), and
// the same for y. Floating-point arithmetic gives the quotient up to a few digits; which double q is nearest is then
// decided by the signs of x - (q + half a step), which are exact sums (Shewchuk 1997) again.
#include "solver/mesh/triangulate/crossing_point.hpp"

#include <bit>
#include <cmath>
#include <limits>

#include "solver/mesh/geometry/geometry.hpp"

namespace amorph::mesh {
namespace {

using detail::difference;
using detail::exact_sum;

class quotient {
 public:
  quotient(point a, point b, point c, point d)
      : c_{{{a.x, c.x}, {b.y, c.y}}, {{a.y, c.y}, {b.x, c.x}}}, d_{{{a.x, d.x}, {b.y, d.y}}, {{a.y, d.y}, {b.x, d.x}}} {
    exact_sum below;
    add(below, c_, 1, 1);
    add(below, d_, 1, -1);
    below_ = below.estimate();
  }

  // The double nearest to (C of_d - D of_c) / (C - D).
  [[nodiscard]] double nearest(double of_c, double of_d) const {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    exact_sum above;
    add(above, c_, of_d, 1);
    add(above, d_, of_c, -1);
    if (above.sign() == 0) return 0;
    double q = above.estimate() / below_;
    for (;;) {
      const double up = std::nextafter(q, infinity), down = std::nextafter(q, -infinity);
      const int over = side(of_c, of_d, q, (up - q) / 2), under = side(of_c, of_d, q, (down - q) / 2);
      if (over > 0) {
        q = up;
      } else if (under < 0) {
        q = down;
      } else {
        const bool odd = (std::bit_cast<std::uint64_t>(q) & 1) != 0;
        if (over == 0 && odd) q = up;
        if (under == 0 && odd) q = down;
        return fits(q) ? q : 0;
      }
    }
  }

 private:
  using product_pair = difference[2][2];  // left * left - right * right

  static void add(exact_sum& sum, const product_pair& area, double times, double sign) {
    const difference by(times, 0);
    const difference *left[] = {&area[0][0], &area[0][1], &by}, *right[] = {&area[1][0], &area[1][1], &by};
    detail::add_differences(sum, left, 3, sign, true);
    detail::add_differences(sum, right, 3, -sign, true);
  }
  // The sign of the quotient less (q + h).
  [[nodiscard]] int side(double of_c, double of_d, double q, double h) const {
    exact_sum rest;
    add(rest, c_, of_d, 1);
    add(rest, d_, of_c, -1);
    for (const double part : {q, h}) {
      add(rest, c_, part, -1);
      add(rest, d_, part, 1);
    }
    return below_ > 0 ? rest.sign() : -rest.sign();
  }

  product_pair c_, d_;
  double below_;
};

}  // namespace

point crossing_point(point a, point b, point c, point d) {
  const quotient at(a, b, c, d);
  return {at.nearest(c.x, d.x), at.nearest(c.y, d.y)};
}

double crossing_parameter(point a, point b, point c, point d) {
  const double of_c = detail::exact_area(a, b, c).estimate(), of_d = detail::exact_area(a, b, d).estimate();
  return of_c / (of_c - of_d);
}

}  // namespace amorph::mesh
