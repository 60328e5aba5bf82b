// Random and degenerate sets of points.
#include "test/solver/mesh/point_sets.hpp"

#include <cmath>
#include <random>

#include "test/support/seeds.hpp"

namespace amorph::test {
namespace {

using mesh::point;
using generator = std::mt19937_64;

double unit(generator& g) { return static_cast<double>(g() >> 11) * 0x1p-53; }
point anywhere(generator& g) {
  const double x = unit(g);
  return {x, unit(g)};
}

point_set grid(unsigned width, unsigned height, double step) {
  point_set s{"grid " + std::to_string(width) + " x " + std::to_string(height), {}};
  for (unsigned y = 0; y != height; ++y)
    for (unsigned x = 0; x != width; ++x) s.points.push_back({x * step, y * step});
  return s;
}

// Points with integer coordinates on common circles.
point_set exact_circles() {
  point_set s{"exact circles", {}};
  for (const int square : {65, 325, 1105, 5525})
    for (int x = -75; x <= 75; ++x)
      for (int y = -75; y <= 75; ++y)
        if (x * x + y * y == square) s.points.push_back({static_cast<double>(x), static_cast<double>(y)});
  return s;
}

point_set circle(unsigned n, bool centre) {
  point_set s{"circle of " + std::to_string(n) + (centre ? " with its centre" : ""), {}};
  for (unsigned i = 0; i != n; ++i) s.points.push_back({std::cos(i * 6.3 / n), std::sin(i * 6.3 / n)});
  if (centre) s.points.push_back({0, 0});
  return s;
}

point_set line(unsigned n, point off) {
  point_set s{"line of " + std::to_string(n), {}};
  for (unsigned i = 0; i != n; ++i) s.points.push_back({static_cast<double>(i), static_cast<double>(i)});
  s.points.push_back(off);
  return s;
}

point_set random_points(unsigned n, std::uint64_t seed) {
  point_set s{"random " + std::to_string(n), {}};
  generator g(first_seed + seed);
  for (unsigned i = 0; i != n; ++i) s.points.push_back(anywhere(g));
  return s;
}

point_set duplicates() {
  point_set s{"duplicates", {}};
  generator g(2);
  for (unsigned i = 0; i != 2000; ++i) {
    const auto x = static_cast<double>(g() % 17);
    s.points.push_back({x, static_cast<double>(g() % 13)});
  }
  return s;
}

point_set clusters() {
  point_set s{"clusters", {}};
  generator g(3);
  for (int k = 0; k != 12; ++k) {
    const point c = anywhere(g);
    const double size = std::exp2(-5 * (k % 8));
    for (int i = 0; i != 250; ++i) {
      const point p = anywhere(g);
      s.points.push_back({c.x + size * (p.x - 0.5), c.y + size * (p.y - 0.5)});
    }
  }
  return s;
}

point_set almost_equal() {
  point_set s{"almost equal", {}};
  generator g(4);
  for (int i = 0; i != 60; ++i) {
    const point p = anywhere(g);
    for (int k = 0; k != 4; ++k)
      s.points.push_back({k % 2 != 0 ? std::nextafter(p.x, 2) : p.x, k / 2 != 0 ? std::nextafter(p.y, 2) : p.y});
  }
  return s;
}

// A grid whose points are moved by 1e-30, which only those near the axes can represent.
point_set moved_grid() {
  point_set s = grid(30, 30, 1);
  s.name = "grid moved by 1e-30";
  generator g(5);
  for (point& p : s.points)
    p = {p.x + 1e-30 * static_cast<double>(g() % 3), p.y + 1e-30 * static_cast<double>(g() % 3)};
  return s;
}

point_set spiral() {
  point_set s{"spiral", {}};
  for (int i = 0; i != 1500; ++i) s.points.push_back({i * std::cos(i * 0.3), i * std::sin(i * 0.3)});
  return s;
}

// Points on both axes: thin triangles between them, and lines that end in one another.
point_set cross() {
  point_set s{"cross", {}};
  for (int i = 0; i != 800; ++i) s.points.push_back({i % 2 != 0 ? i - 400.0 : 0, i % 2 != 0 ? 0 : i - 400.0});
  return s;
}

}  // namespace

std::vector<point_set> degenerate_points() {
  return {random_points(3, 6),
          random_points(40, 7),
          random_points(3000, 8),
          grid(2, 2, 1),
          grid(40, 50, 0.1),
          grid(200, 3, 1),
          exact_circles(),
          circle(200, false),
          circle(200, true),
          line(400, {0, 1}),
          line(400, {200, 200.5}),
          duplicates(),
          clusters(),
          almost_equal(),
          moved_grid(),
          spiral(),
          cross()};
}

}  // namespace amorph::test
