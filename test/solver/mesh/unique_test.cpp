// The triangulation of a set of points and segments is unique: it does not depend on the order of the points, ties of
// cocircular points included.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <random>

#include "amorph/kernels/random/random.hpp"
#include "solver/mesh/geometry/geometry.hpp"
#include "solver/mesh/geometry/hilbert.hpp"
#include "solver/mesh/triangulate/steps.hpp"
#include "solver/mesh/triangulate/triangulate.hpp"
#include "test/solver/mesh/point_sets.hpp"

namespace amorph::test {
namespace {

using mesh::point;

// The rule orders the four points, whatever their roles.
TEST(unique, one_of_two_diagonals_is_delaunay) {
  const std::vector<point> circle{{5, 0},  {4, 3},  {3, 4},   {0, 5},  {-3, 4},
                                  {-4, 3}, {-5, 0}, {-4, -3}, {0, -5}, {3, -4}};
  const std::size_t n = circle.size();
  for (std::size_t i = 0; i != n; ++i)
    for (std::size_t j = i + 1; j != n; ++j)
      for (std::size_t k = j + 1; k != n; ++k)
        for (std::size_t l = k + 1; l != n; ++l) {
          const point a = circle[i], b = circle[j], c = circle[k], d = circle[l];
          ASSERT_EQ(mesh::in_circle(a, b, c, d), 0);
          const int sign = mesh::in_circle_by_rule(a, b, c, d);
          EXPECT_NE(sign, 0);
          EXPECT_EQ(mesh::in_circle_by_rule(b, c, a, d), sign);
          EXPECT_EQ(mesh::in_circle_by_rule(c, a, b, d), sign);
          EXPECT_EQ(mesh::in_circle_by_rule(c, d, a, b), sign);   // the same diagonal, a c
          EXPECT_EQ(mesh::in_circle_by_rule(b, c, d, a), -sign);  // the other one
        }
}

TEST(unique, the_curve_by_fours_is_the_curve) {
  std::mt19937_64 random(2);
  for (int i = 0; i != 2000; ++i) {
    const auto x = static_cast<std::uint32_t>(random() >> 36), y = static_cast<std::uint32_t>(random() >> 36);
    ASSERT_EQ(mesh::hilbert_index_by_fours(x, y, 28), mesh::hilbert_index(x, y, 28));
    ASSERT_EQ(mesh::hilbert_index_by_fours(x & 255, y & 255, 8), mesh::hilbert_index(x & 255, y & 255, 8));
  }
}

using triangle_of_points = std::array<std::pair<double, double>, 3>;

// Triangles as positions, each from its lexicographically first corner on.
std::vector<triangle_of_points> by_position(const mesh::triangulation& m) {
  std::vector<triangle_of_points> all;
  for (std::size_t t = 0; t != m.triangles(); ++t) {
    triangle_of_points corner;
    for (unsigned i = 0; i != 3; ++i) {
      const point p = m.points[m.corners[3 * t + i]];
      corner[i] = {p.x, p.y};
    }
    std::rotate(corner.begin(), std::min_element(corner.begin(), corner.end()), corner.end());
    all.push_back(corner);
  }
  std::sort(all.begin(), all.end());
  return all;
}

TEST(unique, the_order_of_points_does_not_matter) {
  std::mt19937_64 random(1);
  for (const point_set& s : degenerate_points()) {
    SCOPED_TRACE(s.name);
    mesh::planar_graph g;
    g.points = s.points;
    const mesh::triangulation once = mesh::triangulate(g, {.carve = false}).mesh;
    std::vector<point> shuffled = s.points;
    for (int again = 0; again != 2; ++again) {
      std::shuffle(shuffled.begin(), shuffled.end(), random);
      g.points = shuffled;
      ASSERT_EQ(by_position(mesh::triangulate(g, {.carve = false}).mesh), by_position(once));
    }
  }
}

// A triangle's first corner is the first one along the curve, and its neighbours are those across its edges.
TEST(unique, triangles_are_numbered_by_their_corners) {
  for (const point_set& s : degenerate_points()) {
    SCOPED_TRACE(s.name);
    mesh::planar_graph g;
    g.points = s.points;
    const mesh::triangulation m = mesh::triangulate(g, {.carve = false}).mesh;
    std::vector<std::uint32_t> first(m.triangles());
    for (std::size_t t = 0; t != m.triangles(); ++t) first[t] = m.corners[3 * t];
    // All triangles of one first corner are together.
    std::vector<std::uint32_t> together = first;
    together.erase(std::unique(together.begin(), together.end()), together.end());
    std::sort(together.begin(), together.end());
    EXPECT_EQ(std::adjacent_find(together.begin(), together.end()), together.end());
    for (std::size_t h = 0; h != m.corners.size(); ++h) {
      const std::uint32_t across = m.neighbours[h];
      if (across == mesh::none) continue;
      const auto back = std::count(m.neighbours.begin() + 3 * across, m.neighbours.begin() + 3 * across + 3, h / 3);
      ASSERT_EQ(back, 1);
    }
  }
}

// A region or hole may be marked at a vertex: by a triangle that has it, the same one wherever the search starts.
TEST(locate, finds_triangles_of_vertices) {
  std::vector<point> points;
  const random_stream random(1, 0);
  for (std::uint64_t i = 0; i != 200; ++i)
    points.push_back({static_cast<double>(random(2 * i) % 1000), static_cast<double>(random(2 * i + 1) % 1000)});
  cpu_exec exec(1);
  mesh::working_mesh m;
  const mesh::curve_order order = mesh::triangulate_points(exec, m, points, [](std::uint64_t, std::uint64_t) {});
  for (std::uint32_t v = 0; v != points.size(); ++v) {
    const std::uint32_t same = order.same_as[v], first = m.locate(m.points[v], 0);
    for (std::uint32_t hint = 0; hint < m.triangles(); hint += 17) {
      const std::uint32_t t = m.locate(m.points[v], hint);
      EXPECT_EQ(t, first);
      EXPECT_TRUE(m.vertex[t].at[0] == same || m.vertex[t].at[1] == same || m.vertex[t].at[2] == same) << v;
    }
  }
}

}  // namespace
}  // namespace amorph::test
