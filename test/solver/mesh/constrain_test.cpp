// Segments that are inserted in rounds: the mesh that inserting one after the other makes, to the byte.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <set>
#include <vector>

#include "solver/mesh/triangulate/steps.hpp"
#include "test/solver/mesh/point_sets.hpp"
#include "test/support/sanitized.hpp"

namespace amorph::test {
namespace {

using mesh::piece;
using mesh::point;

const auto silent = [](std::uint64_t, std::uint64_t) {};

struct constrained {
  std::vector<std::uint32_t> corners, segments;  // 3 per triangle
  bool operator==(const constrained& other) const { return corners == other.corners && segments == other.segments; }
};

// Points, their triangulation, and segments between its vertices.
class segment_case {
 public:
  segment_case(const std::vector<point>& points, const std::vector<std::uint32_t>& ends) : points_(points) {
    cpu_exec exec(1);
    const mesh::curve_order order = mesh::triangulate_points(exec, delaunay_, points_, silent);
    std::vector<std::uint32_t> vertex_of(points.size());
    for (std::uint32_t k = 0; k != vertex_of.size(); ++k) vertex_of[order.point_of[k]] = order.same_as[k];
    for (std::uint32_t s = 0; 2 * s != ends.size(); ++s)
      pieces_.push_back({vertex_of[ends[2 * s]], vertex_of[ends[2 * s + 1]], s});
  }

  [[nodiscard]] constrained in_rounds(unsigned threads, bool& crossed) const {
    mesh::working_mesh m = delaunay_;
    m.allow_segments();
    cpu_exec exec(threads);
    crossed = !mesh::insert_segments_in_rounds(exec, m, pieces_);
    return by_numbers(m);
  }
  [[nodiscard]] constrained one_by_one() const {
    mesh::working_mesh m = delaunay_;
    m.allow_segments();
    std::vector<mesh::crossing> crossings;
    mesh::insert_segments(m, pieces_, crossings, silent);
    EXPECT_TRUE(crossings.empty());
    return by_numbers(m);
  }
  [[nodiscard]] constrained without_segments() const {
    mesh::working_mesh m = delaunay_;
    m.allow_segments();
    return by_numbers(m);
  }

 private:
  [[nodiscard]] static constrained by_numbers(const mesh::working_mesh& m) {
    cpu_exec exec(1);
    std::vector<char> gone(m.triangles(), 0);
    for (std::uint32_t t = 0; t != m.triangles(); ++t) {
      gone[t] = m.is_ghost(t) ? 1 : 0;
      for (std::uint32_t e = 0; e != 3; ++e) {
        const mesh::handle h = mesh::edge_of(t, e), back = m.across(h);
        EXPECT_EQ(m.across(back), h);
        EXPECT_TRUE(m.from(back) == m.to(h) && m.to(back) == m.from(h));
        EXPECT_EQ(m.segment_on(back), m.segment_on(h));
      }
    }
    constrained c;
    for (const mesh::handle first : mesh::number_triangles(exec, m, gone).triangle)
      for (std::uint32_t i = 0; i != 3; ++i) {
        const mesh::handle h = mesh::edge_of(mesh::triangle_of(first), (mesh::corner_of(first) + i) % 3);
        c.corners.push_back(m.corner(h));
        c.segments.push_back(m.segment_on(h));
      }
    return c;
  }

  std::vector<point> points_;
  mesh::working_mesh delaunay_;
  std::vector<piece> pieces_;
};

void expect_same(const std::vector<point>& points, const std::vector<std::uint32_t>& ends) {
  const segment_case of(points, ends);
  const constrained expected = of.one_by_one();
  for (const unsigned threads : {1U, 3U}) {
    bool crossed = true;
    EXPECT_TRUE(of.in_rounds(threads, crossed) == expected);
    EXPECT_FALSE(crossed);
  }
}

// The edges of a triangulation of every `step`-th point: they do not cross, and are no edges of that of all points.
std::vector<std::uint32_t> edges_among(const std::vector<point>& points, std::size_t step, std::size_t count) {
  std::vector<point> some;
  std::vector<std::uint32_t> number;
  for (std::size_t i = 0; i < points.size(); i += step) {
    some.push_back(points[i]);
    number.push_back(static_cast<std::uint32_t>(i));
  }
  mesh::planar_graph g;
  g.points = some;
  const mesh::triangulation m = mesh::triangulate(g, {.carve = false}).mesh;
  std::vector<std::uint32_t> ends;
  for (std::size_t h = 0; h != m.corners.size() && ends.size() < 2 * count; ++h) {
    const std::uint32_t a = m.corners[h / 3 * 3 + (h + 1) % 3], b = m.corners[h / 3 * 3 + (h + 2) % 3];
    if (m.neighbours[h] == mesh::none || a < b) ends.insert(ends.end(), {number[a], number[b]});
  }
  return ends;
}

std::vector<point> random_points(std::size_t n, std::uint64_t seed, double grid = 0) {
  std::mt19937_64 random(seed);
  std::vector<point> points;
  for (std::size_t i = 0; i != n; ++i) {
    const double x = static_cast<double>(random() >> 11) * 0x1p-53, y = static_cast<double>(random() >> 11) * 0x1p-53;
    points.push_back(grid == 0 ? point{x, y} : point{std::floor(x * grid), std::floor(y * grid)});
  }
  return points;
}

TEST(constrain, random_points) {
  for (std::uint64_t seed = 1; seed != 30; ++seed)
    for (const std::size_t step : {2U, 5U, 30U}) {
      SCOPED_TRACE(std::to_string(seed) + ", " + std::to_string(step));
      const std::vector<point> points = random_points(300, seed);
      expect_same(points, edges_among(points, step, 1000));
      if (HasFailure()) return;
    }
}

// Grids: cocircular points, segments through points, duplicates.
TEST(constrain, grids) {
  for (std::uint64_t seed = 1; seed != 40; ++seed)
    for (const double side : {4.0, 9.0, 17.0}) {
      SCOPED_TRACE(std::to_string(seed) + ", " + std::to_string(side));
      const std::vector<point> points = random_points(200, seed, side);
      expect_same(points, edges_among(points, 6, 1000));
      if (HasFailure()) return;
    }
}

TEST(constrain, degenerate_points) {
  for (const point_set& s : degenerate_points()) {
    if (sanitized && s.points.size() > 500) continue;
    SCOPED_TRACE(s.name);
    std::vector<std::uint32_t> ends;
    try {
      ends = edges_among(s.points, 3, 5000);
    } catch (const error&) {
      continue;  // too few points
    }
    expect_same(s.points, ends);
    if (HasFailure()) return;
  }
}

// Several segments from one point, many nearly parallel ones, one through all triangles; repeated and overlapping ones.
TEST(constrain, fans_and_stripes) {
  std::vector<point> points = random_points(2000, 5);
  std::vector<std::uint32_t> ends;
  points.push_back({-1, 0.5});
  const auto hub = static_cast<std::uint32_t>(points.size() - 1);
  for (int i = 0; i <= 40; ++i) {
    points.push_back({2, 0.025 * i});
    ends.insert(ends.end(), {hub, static_cast<std::uint32_t>(points.size() - 1)});
  }
  expect_same(points, ends);
  points = random_points(500, 6);
  ends.clear();
  for (int i = 0; i <= 200; ++i) {
    const auto first = static_cast<std::uint32_t>(points.size());
    points.push_back({-1, 0.005 * i});
    points.push_back({2, 0.005 * i + 0.001});
    ends.insert(ends.end(), {first, first + 1, first + 1, first});
  }
  expect_same(points, ends);
  points = random_points(400, 7, 30);
  ends.clear();
  for (std::uint32_t i = 0; i != 30; ++i) {  // along the lines of the grid, through points and over one another
    const auto first = static_cast<std::uint32_t>(points.size());
    for (const double x : {-5.0, 11.0, 17.0, 40.0}) points.push_back({x, static_cast<double>(i)});
    ends.insert(ends.end(), {first, first + 2, first + 1, first + 3, first + 3, first});
  }
  expect_same(points, ends);
}

TEST(constrain, crossing_segments_leave_no_trace) {
  std::mt19937_64 random(3);
  for (std::uint64_t seed = 1; seed != 20; ++seed) {
    const std::vector<point> points = random_points(150, seed, seed % 2 == 0 ? 12 : 0);
    std::vector<std::uint32_t> ends;
    for (int i = 0; i != 40; ++i)
      ends.insert(ends.end(), {static_cast<std::uint32_t>(random() % 150), static_cast<std::uint32_t>(random() % 150)});
    const segment_case of(points, ends);
    bool crossed = false;
    EXPECT_TRUE(of.in_rounds(3, crossed) == of.without_segments());
    EXPECT_TRUE(crossed);
  }
}

TEST(constrain, many) {
  const std::size_t n = sanitized ? 4000 : 150000;
  const std::vector<point> points = random_points(n, 1);
  const std::vector<std::uint32_t> ends = edges_among(points, 4, 100000);
  EXPECT_GT(ends.size(), n);
  expect_same(points, ends);
  // The same by triangulate(), which chooses by the number of segments.
  mesh::planar_graph g;
  g.points = points;
  g.segments = ends;
  const mesh::triangulate_result one = mesh::triangulate(g, {.run = {.threads = 1}, .carve = false}),
                                 three = mesh::triangulate(g, {.run = {.threads = 3}, .carve = false});
  EXPECT_EQ(one.segment_of, three.segment_of);
  EXPECT_EQ(one.mesh.segment_ends, three.mesh.segment_ends);
  EXPECT_TRUE(std::equal(one.mesh.corners.begin(), one.mesh.corners.end(), three.mesh.corners.begin()));
  EXPECT_TRUE(std::equal(one.mesh.segments.begin(), one.mesh.segments.end(), three.mesh.segments.begin()));
}

}  // namespace
}  // namespace amorph::test
