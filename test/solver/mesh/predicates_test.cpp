// Predicates against arbitrary-precision integers, on inputs that floating-point arithmetic gets wrong.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>

#include "solver/mesh/geometry/geometry.hpp"
#include "test/support/sanitized.hpp"
#include "tools/checkers/integer.hpp"

namespace amorph::test {
namespace {

using mesh::point;

// Every coordinate times 2^shift is an integer.
constexpr int shift = 220;
constexpr int cases = sanitized ? 200 : 2000;  // of each kind and move

int exact_orientation(point a, point b, point c) {
  auto x = [&](point p) { return integer::of(p.x, shift) - integer::of(c.x, shift); };
  auto y = [&](point p) { return integer::of(p.y, shift) - integer::of(c.y, shift); };
  return (x(a) * y(b) - y(a) * x(b)).sign();
}
int exact_in_diametral_circle(point a, point b, point p) {
  auto x = [&](point q) { return integer::of(q.x, shift) - integer::of(p.x, shift); };
  auto y = [&](point q) { return integer::of(q.y, shift) - integer::of(p.y, shift); };
  return -(x(a) * x(b) + y(a) * y(b)).sign();
}
int exact_in_circle(point a, point b, point c, point d) {
  auto x = [&](point p) { return integer::of(p.x, shift) - integer::of(d.x, shift); };
  auto y = [&](point p) { return integer::of(p.y, shift) - integer::of(d.y, shift); };
  auto term = [&](point p, point q, point r) { return (x(p) * x(p) + y(p) * y(p)) * (x(q) * y(r) - y(q) * x(r)); };
  return (term(a, b, c) + term(b, c, a) + term(c, a, b)).sign();
}

struct tally {
  int of[3] = {0, 0, 0};
  int plain_wrong = 0;  // cases in which floating-point arithmetic alone gives another sign
  void add(int sign, double plain) {
    ++of[sign + 1];
    plain_wrong += sign != (plain > 0) - (plain < 0) ? 1 : 0;
  }
};
double plain_orientation(point a, point b, point c) { return (a.x - c.x) * (b.y - c.y) - (a.y - c.y) * (b.x - c.x); }
double plain_in_circle(point a, point b, point c, point d) {
  auto term = [&](point p, point q, point r) {
    const double x = p.x - d.x, y = p.y - d.y;
    return (x * x + y * y) * ((q.x - d.x) * (r.y - d.y) - (q.y - d.y) * (r.x - d.x));
  };
  return term(a, b, c) + term(b, c, a) + term(c, a, b);
}

void verify(const std::array<point, 4>& p, tally& turns, tally& circles) {
  const int turn = mesh::orientation(p[0], p[1], p[2]), in = mesh::in_circle(p[0], p[1], p[2], p[3]);
  ASSERT_EQ(turn, exact_orientation(p[0], p[1], p[2]));
  ASSERT_EQ(in, exact_in_circle(p[0], p[1], p[2], p[3]));
  ASSERT_EQ(mesh::orientation(p[1], p[0], p[2]), -turn);
  ASSERT_EQ(mesh::in_circle(p[0], p[2], p[1], p[3]), -in);
  ASSERT_EQ(mesh::in_circle(p[1], p[3], p[0], p[2]), -mesh::in_circle(p[3], p[1], p[0], p[2]));
  const int between = mesh::in_diametral_circle(p[0], p[1], p[2]);
  ASSERT_EQ(between, exact_in_diametral_circle(p[0], p[1], p[2]));
  ASSERT_EQ(mesh::in_diametral_circle(p[1], p[0], p[2]), between);
  turns.add(turn, plain_orientation(p[0], p[1], p[2]));
  circles.add(in, plain_in_circle(p[0], p[1], p[2], p[3]));
}

using generator = std::mt19937_64;
double unit(generator& g) { return static_cast<double>(g() >> 11) * 0x1p-53; }
double nudge(double x, generator& g) {
  for (unsigned steps = g() % 3; steps != 0; --steps) x = std::nextafter(x, g() % 2 != 0 ? 1e30 : -1e30);
  return x;
}

// The four points after a transformation as in real inputs; rounding makes them almost degenerate.
std::array<point, 4> moved(std::array<point, 4> p, double scale, double by) {
  for (point& q : p) q = {q.x * scale + by, q.y * scale - by};
  return p;
}

// `zeros`: more than 1% of the cases must be degenerate. `hard`: floating-point arithmetic gets some wrong.
template <class Draw> void on_all_moves(Draw draw, int count, bool zeros, bool hard) {
  for (const double scale : {1.0, 1e-6, 1e6, 3.3e-12})
    for (const double by : {0.0, 1e6, 0.1}) {
      SCOPED_TRACE(testing::Message() << "scale " << scale << ", shift " << by);
      generator g(7);
      tally turns, circles;
      for (int i = 0; i != count; ++i) {
        verify(moved(draw(g), scale, by), turns, circles);
        if (testing::Test::HasFatalFailure()) return;
      }
      if (scale != 1.0 || by != 0.0) continue;
      for (const tally* t : {&turns, &circles}) {
        EXPECT_GT(t->of[0], count / 100);
        EXPECT_GT(t->of[2], count / 100);
        if (zeros) {
          EXPECT_GT(t->of[1], count / 100);
        }
      }
      if (hard) {
        EXPECT_GT(turns.plain_wrong + circles.plain_wrong, 0);
      }
    }
}

TEST(predicates, random_points) {
  on_all_moves(
      [](generator& g) {
        std::array<point, 4> p;
        for (point& q : p) q = {unit(g), unit(g)};
        return p;
      },
      cases, false, false);
}

TEST(predicates, small_grid) {  // most are collinear, cocircular, or the same point
  on_all_moves(
      [](generator& g) {
        std::array<point, 4> p;
        for (point& q : p) q = {static_cast<double>(g() % 4), static_cast<double>(g() % 4)};
        return p;
      },
      cases, true, false);
}

TEST(predicates, almost_on_a_line) {
  on_all_moves(
      [](generator& g) {
        std::array<point, 4> p;
        for (point& q : p) {
          const double t = static_cast<double>(g() % 1024) / 64;
          q = {nudge(0.5 + 12 * t, g), nudge(0.5 + 12 * t, g)};
        }
        return p;
      },
      cases, false, true);
}

TEST(predicates, almost_on_a_circle) {
  on_all_moves(
      [](generator& g) {
        std::array<point, 4> p;
        const double turn = unit(g) * 7;
        for (point& q : p) {
          const double angle = turn + unit(g) * 7;
          q = {nudge(std::cos(angle), g), nudge(std::sin(angle), g)};
        }
        return p;
      },
      cases, false, true);
}

TEST(predicates, differences_of_unlike_magnitude) {  // heads and tails far apart
  generator g(11);
  tally turns, circles;
  for (int i = 0; i != cases / 2; ++i) {
    std::array<point, 4> p;
    for (point& q : p)
      q = {std::ldexp(unit(g), -static_cast<int>(g() % 90)), std::ldexp(unit(g), -static_cast<int>(g() % 90))};
    p[3] = {p[g() % 3].x, p[g() % 3].y};
    if (g() % 2 != 0) p[2] = {p[0].x + (p[1].x - p[0].x) / 2, p[0].y + (p[1].y - p[0].y) / 2};
    verify(p, turns, circles);
    if (HasFatalFailure()) return;
  }
}

// At both ends of the range of magnitudes, and mixed.
TEST(predicates, all_of_the_range) {
  generator g(13);
  tally turns, circles;
  for (int i = 0; i != 3 * cases / 2; ++i) {
    const int least = i % 3 == 0 ? 170 : -116, most = i % 3 == 1 ? -90 : 198;
    auto coordinate = [&] {
      const double x = std::ldexp(1 + unit(g), least + static_cast<int>(g() % static_cast<unsigned>(most - least + 1)));
      EXPECT_TRUE(mesh::fits(x));
      return g() % 2 == 0 ? x : -x;
    };
    std::array<point, 4> p;
    for (point& q : p) q = {coordinate(), coordinate()};
    if (i % 2 == 0) p[2] = {p[0].x / 2 + p[1].x / 2, p[0].y / 2 + p[1].y / 2};
    if (i % 4 == 0) p[3] = {p[1].x, p[0].y};
    if (!mesh::fits(p[2].x) || !mesh::fits(p[2].y)) continue;
    verify(p, turns, circles);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(turns.plain_wrong, 0);
  for (const double x : {1e-36, 1e61, -1e-36, std::nan(""), HUGE_VAL}) EXPECT_FALSE(mesh::fits(x));
}

TEST(predicates, the_reference_itself) {
  EXPECT_EQ(exact_orientation({0, 0}, {1, 0}, {0, 1}), 1);
  EXPECT_EQ(exact_in_circle({0, 0}, {1, 0}, {0, 1}, {0.5, 0.5}), 1);
  EXPECT_EQ(exact_in_circle({0, 0}, {1, 0}, {0, 1}, {1, 1}), 0);
  EXPECT_EQ(exact_in_circle({0, 0}, {1, 0}, {0, 1}, {1, 1.0000000000000002}), -1);
  EXPECT_EQ((integer(1) - integer::of(0x1p-60, 60)).sign(), 0);
  EXPECT_EQ((integer(-5) * integer(7) + integer(35)).sign(), 0);
}

}  // namespace
}  // namespace amorph::test
