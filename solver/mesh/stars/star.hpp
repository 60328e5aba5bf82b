// The star of a vertex: its neighbours in the Delaunay triangulation of the points seen so far, counter-clockwise. On
// the convex hull the vertex at infinity, `none`, is one of them. A point changes the star if it conflicts with some of
// its triangles (lies in their circles). These are consecutive; the point replaces the neighbours between them.
#pragma once

#include <cstdint>

#include "amorph/kernels/base/config.hpp"
#include "solver/mesh/geometry/geometry.hpp"
#include "solver/mesh/stars/boxes.hpp"

namespace amorph::mesh::stars {

// Relative rounding errors of the bounds below, generously: these only choose the points that predicates see.
inline constexpr double slack = 64 * mesh::detail::half_ulp;

class star {
  static constexpr std::uint32_t capacity = 24;

 public:
  AMORPH_BODY star(const point* points, std::uint32_t centre) : points_(points), at_(points[centre]) {}

  // The star of the triangle with q and r; false if the three are collinear.
  AMORPH_BODY bool start(std::uint32_t q, std::uint32_t r) {
    const int turn = orientation(at_, points_[q], points_[r]);
    if (turn == 0) return false;
    put(0, turn > 0 ? q : r);
    put(1, turn > 0 ? r : q);
    id_[2] = none;
    x_[2] = y_[2] = 0;
    size_ = 3;
    for (std::uint32_t i = 0; i != 3; ++i) measure(i);
    bound();
    return true;
  }
  [[nodiscard]] AMORPH_BODY std::uint32_t size() const { return size_; }
  [[nodiscard]] AMORPH_BODY std::uint32_t neighbour(std::uint32_t i) const { return id_[i]; }

  // Adds a point; false if the memory of the star does not suffice. One that was added before changes nothing.
  AMORPH_BODY bool add(std::uint32_t q) {
    const relative_point to = relative_point::of(points_[q], at_);
    if (to.square > farthest_) return true;
    std::uint32_t first = 0;
    while (first != size_ && !conflicts(first, q, to)) ++first;
    if (first == size_) return true;
    std::uint32_t last = first;  // of the triangles in conflict
    while (last + 1 != size_ && conflicts(last + 1, q, to)) ++last;
    std::uint32_t wrapped = 0;  // or their number at the beginning, and `first` is the first one at the end
    if (first == 0) {
      std::uint32_t before = size_;
      while (before - 1 > last && conflicts(before - 1, q, to)) --before;
      if (before != size_) {
        wrapped = last + 1;
        first = before;
      }
    }
    return wrapped != 0 ? replace_around_end(first, wrapped, q) : replace(first, last, q);
  }

  // Whether the star is open, or some circle is much larger than the star.
  [[nodiscard]] AMORPH_BODY bool is_wide() const { return wide_; }
  // The distance of the farthest neighbour.
  [[nodiscard]] AMORPH_BODY double extent() const {
    double extent = 0;
    for (std::uint32_t i = 0; i != size_; ++i) {
      const double x = mesh::detail::magnitude(x_[i]), y = mesh::detail::magnitude(y_[i]);
      extent = x > extent ? x : extent;
      extent = y > extent ? y : extent;
    }
    return extent;
  }
  // Whether the box meets the square around the centre with sides of 2 * distance.
  [[nodiscard]] AMORPH_BODY bool is_near(const box& b, double distance) const {
    return b.low.x - at_.x <= distance && at_.x - b.high.x <= distance && b.low.y - at_.y <= distance &&
           at_.y - b.high.y <= distance;
  }

  // Whether some point of the box may change the star.
  AMORPH_BODY bool reaches(const box& b) const {
    const point low{b.low.x - at_.x, b.low.y - at_.y}, high{b.high.x - at_.x, b.high.y - at_.y};
    const double dx = low.x > 0 ? low.x : high.x < 0 ? -high.x : 0, dy = low.y > 0 ? low.y : high.y < 0 ? -high.y : 0;
    if ((dx * dx + dy * dy) * (1 - slack) > farthest_) return false;
    if (!wide_) return true;
    for (std::uint32_t i = 0; i != size_; ++i)
      if (circle_reaches(i, low, high)) return true;
    return false;
  }

 private:
  [[nodiscard]] AMORPH_BODY std::uint32_t next(std::uint32_t i) const { return i + 1 == size_ ? 0 : i + 1; }
  AMORPH_BODY void put(std::uint32_t i, std::uint32_t q) {
    const point p = points_[q];
    id_[i] = q;
    x_[i] = p.x - at_.x;
    y_[i] = p.y - at_.y;
  }
  AMORPH_BODY void move(std::uint32_t from, std::uint32_t to) {
    id_[to] = id_[from];
    x_[to] = x_[from];
    y_[to] = y_[from];
    reach_[to] = reach_[from];
  }
  [[nodiscard]] AMORPH_BODY relative_point relative(std::uint32_t i) const {
    const double x = x_[i], y = y_[i];
    return {x, y, x * x + y * y};
  }

  // Triangle i is that of the centre and neighbours i and i + 1.
  AMORPH_BODY bool conflicts(std::uint32_t i, std::uint32_t q, const relative_point& to) const {
    const std::uint32_t j = next(i), a = id_[i], b = id_[j];
    if (to.square > reach_[i]) return false;
    if (a == q || b == q) return false;
    if (a == none || b == none) {
      const std::uint32_t end = a == none ? b : a;
      const relative_point e = relative(a == none ? j : i);
      int side = a == none ? filter_orientation(to, e) : filter_orientation(e, to);
      if (side == 0)
        side = a == none ? mesh::detail::exact_orientation(at_, points_[q], points_[end])
                         : mesh::detail::exact_orientation(at_, points_[end], points_[q]);
      return side > 0 || (side == 0 && strictly_between(points_[end], points_[q]));
    }
    const int outside = filter_in_circle(relative(i), relative(j), to);
    return outside != 0 ? outside < 0 : in_circle_by_rule(at_, points_[a], points_[b], points_[q]) > 0;
  }
  // For q on the line through the centre and e.
  AMORPH_BODY bool strictly_between(point e, point q) const {
    return e.x != at_.x ? (at_.x < q.x) == (q.x < e.x) && q.x != at_.x && q.x != e.x
                        : (at_.y < q.y) == (q.y < e.y) && q.y != at_.y && q.y != e.y;
  }

  // Triangles first .. last are in conflict with q.
  AMORPH_BODY bool replace(std::uint32_t first, std::uint32_t last, std::uint32_t q) {
    const std::uint32_t removed = last - first;
    if (removed == 0) {
      if (size_ == capacity) return false;
      for (std::uint32_t i = size_; i-- > first + 1;) move(i, i + 1);
    } else {
      for (std::uint32_t i = last + 1; i < size_ && removed > 1; ++i) move(i, i - removed + 1);
    }
    size_ = size_ - removed + 1;
    put(first + 1, q);
    measure(first);
    measure(first + 1);
    bound();
    return true;
  }
  // Triangles first .. size - 1 and 0 .. wrapped - 1 are.
  AMORPH_BODY bool replace_around_end(std::uint32_t first, std::uint32_t wrapped, std::uint32_t q) {
    for (std::uint32_t i = wrapped; i <= first; ++i) move(i, i - wrapped);
    size_ = first - wrapped + 2;
    put(size_ - 1, q);
    measure(size_ - 2);
    measure(size_ - 1);
    bound();
    return true;
  }

  static AMORPH_BODY double infinite() { return 1e300; }

  // The squared diameter of a circle through 0, a, b: (|a| |b| |a - b| / (a x b))^2.
  AMORPH_BODY void measure(std::uint32_t i) {
    const std::uint32_t j = next(i);
    reach_[i] = infinite();
    if (id_[i] == none || id_[j] == none) return;
    using mesh::detail::magnitude;
    const double ax = x_[i], ay = y_[i], bx = x_[j], by = y_[j];
    const double left = ax * by, right = ay * bx, area = left - right - slack * (magnitude(left) + magnitude(right));
    if (!(area > 0)) return;
    const double dx = magnitude(ax - bx) + slack * (magnitude(ax) + magnitude(bx)),
                 dy = magnitude(ay - by) + slack * (magnitude(ay) + magnitude(by));
    const double ratio = (dx * dx + dy * dy) / area;  // in this order, to stay within the exponents of doubles
    const double reach = ratio * ((ax * ax + ay * ay) / area) * (bx * bx + by * by) * (1 + slack);
    if (reach < infinite()) reach_[i] = reach;
  }
  // Of all triangles.
  AMORPH_BODY void bound() {
    double reach = 0, farthest = 0;
    for (std::uint32_t i = 0; i != size_; ++i) {
      reach = reach_[i] > reach ? reach_[i] : reach;
      const double square = x_[i] * x_[i] + y_[i] * y_[i];
      farthest = square > farthest ? square : farthest;
    }
    farthest_ = reach;
    wide_ = reach > 4 * farthest;
  }

  // Whether the circle of triangle i, or its half-plane, meets a box, relative to the centre.
  AMORPH_BODY bool circle_reaches(std::uint32_t i, point low, point high) const {
    using mesh::detail::magnitude;
    const std::uint32_t j = next(i);
    const double ax = x_[i], ay = y_[i], bx = x_[j], by = y_[j];
    const double far_x = magnitude(low.x) > magnitude(high.x) ? magnitude(low.x) : magnitude(high.x),
                 far_y = magnitude(low.y) > magnitude(high.y) ? magnitude(low.y) : magnitude(high.y);
    if (id_[i] == none)  // on the left of the way from b to the centre
      return by * (by > 0 ? high.x : low.x) - bx * (bx > 0 ? low.y : high.y) >=
             -slack * (magnitude(by) * far_x + magnitude(bx) * far_y);
    if (id_[j] == none)
      return ax * (ax > 0 ? high.y : low.y) - ay * (ay > 0 ? low.x : high.x) >=
             -slack * (magnitude(ax) * far_y + magnitude(ay) * far_x);
    // p is in the circle if area |p|^2 - c . p < 0; the minimum over the box, by coordinates.
    const double left = ax * by, right = ay * bx, area = left - right, a_square = ax * ax + ay * ay,
                 b_square = bx * bx + by * by;
    const double cx = a_square * by - b_square * ay, cy = ax * b_square - bx * a_square;
    const double area_error = slack * (magnitude(left) + magnitude(right)),
                 cx_error = slack * (a_square * magnitude(by) + b_square * magnitude(ay)),
                 cy_error = slack * (a_square * magnitude(bx) + b_square * magnitude(ax));
    if (!(area > 0)) return true;
    const double x = clamped(0.5 * cx / area, low.x, high.x), y = clamped(0.5 * cy / area, low.y, high.y);
    const double value = (area * x - cx) * x + (area * y - cy) * y;
    const double error = area_error * (far_x * far_x + far_y * far_y) + cx_error * far_x + cy_error * far_y +
                         slack * (area * (x * x + y * y) + magnitude(cx * x) + magnitude(cy * y));
    return value < error;
  }
  static AMORPH_BODY double clamped(double x, double low, double high) { return x < low ? low : x > high ? high : x; }

  // Of the neighbours.
  std::uint32_t id_[capacity];
  double x_[capacity], y_[capacity];  // relative to the centre
  double reach_[capacity];  // the squared diameter, at least, of the circle of the triangle up to the next one
  const point* points_;
  point at_;
  std::uint32_t size_ = 0;
  double farthest_ = 0;  // the largest reach
  bool wide_ = true;
};

}  // namespace amorph::mesh::stars
