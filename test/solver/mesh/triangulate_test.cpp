// Triangulations of difficult inputs, verified by arbitrary-precision integers: grids, circles, lines, duplicate and
// almost equal points, coordinates far from 0, segments that overlap, cross and pass through points, nested holes.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "solver/mesh/geometry/geometry.hpp"
#include "solver/mesh/triangulate/crossing_point.hpp"
#include "solver/mesh/triangulate/triangulate.hpp"
#include "tools/checkers/mesh_answers.hpp"

namespace amorph::test {
namespace {

using mesh::point;

struct domain {
  std::vector<point> points;
  std::vector<std::uint32_t> segments;
  std::vector<point> holes;
  bool carve = false;

  std::uint32_t add(double x, double y) {
    points.push_back({x, y});
    return static_cast<std::uint32_t>(points.size() - 1);
  }
  void join(std::uint32_t a, std::uint32_t b) { segments.insert(segments.end(), {a, b}); }
  // A closed polygon of n points on a circle.
  void ring(double x, double y, double radius, unsigned n, double turn = 0) {
    const auto first = static_cast<std::uint32_t>(points.size());
    for (unsigned i = 0; i != n; ++i) {
      const double angle = turn + 2 * std::numbers::pi * i / n;
      add(x + radius * std::cos(angle), y + radius * std::sin(angle));
    }
    for (unsigned i = 0; i != n; ++i) join(first + i, first + (i + 1) % n);
  }
  void box(double x0, double y0, double x1, double y1) {
    const std::uint32_t a = add(x0, y0), b = add(x1, y0), c = add(x1, y1), d = add(x0, y1);
    join(a, b);
    join(b, c);
    join(c, d);
    join(d, a);
  }
};

using generator = std::mt19937_64;
double unit(generator& g) { return static_cast<double>(g() >> 11) * 0x1p-53; }

mesh::triangulate_result run(const domain& d, const mesh::triangulate_options& options) {
  mesh::planar_graph g;
  g.points = d.points;
  g.segments = d.segments;
  g.holes = d.holes;
  return mesh::triangulate(g, options);
}

mesh::triangulate_options as_told(const domain& d) {
  mesh::triangulate_options options;
  options.carve = d.carve;
  return options;
}

std::vector<double> flat(span<const point> p) {
  std::vector<double> xy;
  for (const point& q : p) xy.insert(xy.end(), {q.x, q.y});
  return xy;
}

// Segments and boundary edges, each once.
std::vector<std::uint32_t> output_segments(const mesh::triangulation& m) {
  std::vector<std::uint32_t> ends;
  for (std::size_t h = 0; h != m.corners.size(); ++h)
    if (m.neighbours[h] == mesh::none || (m.segments[h] != mesh::none && m.neighbours[h] > h / 3))
      ends.insert(ends.end(), {m.corners[h / 3 * 3 + (h % 3 + 1) % 3], m.corners[h / 3 * 3 + (h % 3 + 2) % 3]});
  return ends;
}

check::mesh_verdict verdict(const domain& d, const mesh::triangulation& m) {
  const std::vector<double> in = flat(d.points), holes = flat(d.holes), out = flat(m.points);
  const std::vector<std::uint32_t> segments = output_segments(m);
  check::planar_input problem;
  problem.xy = in;
  problem.segment = d.segments;
  problem.hole = holes;
  problem.carve = d.carve;
  check::planar_mesh answer;
  answer.xy = out;
  answer.corner = m.corners;
  answer.neighbour = m.neighbours;
  answer.segment = segments;
  return check::verify_mesh(problem, answer, {});
}

// Unchanged, and translated and scaled as in real inputs.
void expect_right(const domain& d, bool area_known = true) {
  for (const auto& [scale, by] : {std::pair{1.0, 0.0}, {1.0, 1e6}, {1e-6, 0.0}, {1e6, 0.0}, {1e-6, 1e6}}) {
    SCOPED_TRACE(testing::Message() << "scale " << scale << ", shift " << by);
    domain moved = d;
    for (point& p : moved.points) p = {p.x * scale + by, p.y * scale + by};
    for (point& p : moved.holes) p = {p.x * scale + by, p.y * scale + by};
    mesh::triangulate_options options;
    options.carve = d.carve;
    mesh::triangulate_result r;
    try {
      r = run(moved, options);
    } catch (const error& e) {
      // So small and so far away, all points may coincide.
      ASSERT_TRUE(scale < 1 && by > 0) << e.what();
      continue;
    }
    const check::mesh_verdict v = verdict(moved, r.mesh);
    ASSERT_EQ(v.fault, "");
    if (area_known) {
      ASSERT_TRUE(v.area_checked);
    }
    // Repeatable to the last bit.
    const mesh::triangulate_result again = run(moved, options);
    ASSERT_EQ(again.mesh.corners, r.mesh.corners);
    ASSERT_EQ(again.mesh.segments, r.mesh.segments);
  }
}

std::string refusal(const domain& d) {
  try {
    mesh::triangulate_options options;
    options.carve = d.carve;
    (void)run(d, options);
  } catch (const error& e) {
    EXPECT_EQ(e.code(), status::bad_input);
    return e.what();
  }
  return "none";
}

TEST(triangulate, few_points) {
  domain d;
  EXPECT_EQ(refusal(d), "expected at least three different points, found none");
  d.add(1, 2);
  EXPECT_EQ(refusal(d), "expected at least three different points, found one");
  d.add(1, 2);
  EXPECT_EQ(refusal(d), "expected at least three different points, found one");
  d.add(3, 4);
  EXPECT_EQ(refusal(d), "expected three points that are not collinear, found none");
  d.add(5, 6);
  EXPECT_EQ(refusal(d), "expected three points that are not collinear, found none");
  d.add(5, 7);
  expect_right(d);
}

TEST(triangulate, what_does_not_fit) {
  domain d;
  d.box(0, 0, 1, 1);
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), 1e61, 1e-36}) {
    domain other = d;
    other.points[2].y = bad;
    EXPECT_TRUE(refusal(other).starts_with("point 2 has a coordinate")) << bad;
  }
  d.segments.back() = 4;
  EXPECT_EQ(refusal(d), "a segment ends at point 4, which does not exist");
}

TEST(triangulate, random_points) {
  for (const unsigned n : {3u, 4u, 10u, 100u, 3000u}) {
    generator g(n);
    domain d;
    for (unsigned i = 0; i != n; ++i) d.add(unit(g), unit(g));
    expect_right(d);
  }
}

TEST(triangulate, grids_have_all_on_circles_and_lines) {
  for (const unsigned side : {2u, 3u, 10u, 40u}) {
    domain d;
    for (unsigned y = 0; y != side; ++y)
      for (unsigned x = 0; x != side; ++x) d.add(x, y);
    expect_right(d);
  }
}

TEST(triangulate, circles_spirals_and_lines_with_one_point_off) {
  domain circle, spiral, line, cross;
  for (int i = 0; i != 500; ++i) {
    circle.add(std::cos(i * 0.0125), std::sin(i * 0.0125));
    spiral.add(i * std::cos(i * 0.3), i * std::sin(i * 0.3));
    line.add(i, i);
    cross.add(i % 2 != 0 ? i - 250 : 0, i % 2 != 0 ? 0 : i - 250);
  }
  line.add(250, 251);
  for (const domain& d : {circle, spiral, line, cross}) expect_right(d);
}

TEST(triangulate, points_almost_at_the_same_place) {
  generator g(5);
  domain d;
  for (int i = 0; i != 200; ++i) {
    const double x = unit(g), y = unit(g);
    for (int k = 0; k != 4; ++k) d.add(k % 2 != 0 ? std::nextafter(x, 2) : x, k / 2 != 0 ? std::nextafter(y, 2) : y);
  }
  expect_right(d);
}

TEST(triangulate, the_first_of_points_at_one_place_is_used) {
  generator g(6);
  domain d;
  for (int i = 0; i != 1000; ++i) d.add(static_cast<double>(g() % 8), static_cast<double>(g() % 8));
  expect_right(d);
  const mesh::triangulate_result r = run(d, as_told(d));
  EXPECT_EQ(r.duplicates.size(), 2 * (1000u - 64u));
  EXPECT_EQ(r.unused, 1000u - 64u);
  for (std::size_t i = 0; i != r.duplicates.size(); i += 2) {
    const std::uint32_t v = r.duplicates[i], first = r.duplicates[i + 1];
    EXPECT_LT(first, v);
    EXPECT_EQ(d.points[v].x, d.points[first].x);
    EXPECT_EQ(d.points[v].y, d.points[first].y);
    EXPECT_EQ(std::count(r.mesh.corners.begin(), r.mesh.corners.end(), v), 0);
    EXPECT_NE(std::count(r.mesh.corners.begin(), r.mesh.corners.end(), first), 0);
  }
}

TEST(triangulate, segments_through_points_and_over_one_another) {
  domain d;
  d.box(0, 0, 8, 8);
  std::uint32_t on_line[9];
  for (int i = 0; i != 9; ++i) on_line[i] = d.add(i == 0 ? 0.5 : i == 8 ? 7.5 : i, 4);
  d.join(on_line[0], on_line[8]);
  d.join(on_line[2], on_line[5]);
  d.join(on_line[7], on_line[3]);
  d.join(on_line[4], on_line[4]);
  d.carve = true;
  expect_right(d);
}

TEST(triangulate, crossing_segments_get_a_point) {
  domain d;
  d.carve = true;
  d.box(0, 0, 1, 1);
  d.join(0, 2);
  d.join(1, 3);
  expect_right(d);
  const mesh::triangulate_result r = run(d, as_told(d));
  EXPECT_EQ(r.crossings, 1u);
  ASSERT_EQ(r.mesh.points.size(), 5u);
  EXPECT_EQ(r.mesh.points[4].x, 0.5);
  EXPECT_EQ(r.mesh.points[4].y, 0.5);
}

// An input point on a segment is found though the segment crosses another one first; overlapping segments cross a third
// one in one point, that of the two lines.
TEST(triangulate, crossings_depend_on_lines_alone) {
  domain d;
  d.points = {{1, 1}, {0, 1}, {2, 0}, {2, 2}, {0, 2}};
  const std::vector<std::vector<std::uint32_t>> orders{
      {3, 1, 4, 2}, {4, 2, 3, 1}, {3, 1, 4, 2, 4, 0}, {4, 0, 1, 3, 2, 4}, {2, 0, 0, 4, 3, 1, 2, 4, 3, 1}};
  for (const auto& order : orders) {
    d.segments = order;
    expect_right(d);
    const mesh::triangulate_result r = run(d, as_told(d));
    ASSERT_EQ(r.crossings, 1u);
    EXPECT_EQ(r.mesh.points[5].x, 2.0 / 3);
    EXPECT_EQ(r.mesh.points[5].y, 4.0 / 3);
    EXPECT_EQ(r.mesh.triangles(), 6u);
  }
}

TEST(triangulate, the_order_of_segments_does_not_matter) {
  for (std::uint64_t seed = 1; seed != 600; ++seed) {
    SCOPED_TRACE(seed);
    generator g(seed);
    domain d;
    const unsigned side = 3 + static_cast<unsigned>(g() % 9), over = seed % 2 != 0 ? 1 : 7;  // sevenths are rounded
    // One draw per statement: compilers evaluate arguments in different orders.
    for (unsigned i = 0; i != 30; ++i) {
      const auto x = static_cast<double>(g() % side), y = static_cast<double>(g() % side);
      d.add(x / over, y / over);
    }
    for (unsigned i = 0; i != 25; ++i) {
      const auto a = static_cast<std::uint32_t>(g() % d.points.size());
      d.join(a, static_cast<std::uint32_t>(g() % d.points.size()));
    }
    mesh::triangulate_result first;
    try {
      first = run(d, as_told(d));
    } catch (const error&) {
      continue;  // all points on a line
    }
    for (int again = 0; again != 3; ++again) {
      std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
      for (std::size_t i = 0; i != d.segments.size(); i += 2) pairs.emplace_back(d.segments[i + 1], d.segments[i]);
      std::shuffle(pairs.begin(), pairs.end(), g);
      d.segments.clear();
      for (const auto& [a, b] : pairs) d.join(a, b);
      const mesh::triangulate_result r = run(d, as_told(d));
      ASSERT_EQ(flat(r.mesh.points), flat(first.mesh.points));
      ASSERT_EQ(r.mesh.corners, first.mesh.corners);
      ASSERT_EQ(output_segments(r.mesh), output_segments(first.mesh));
    }
  }
}

// Lines between points with small integer coordinates: division rounds the quotients of integers correctly.
TEST(triangulate, crossing_points_are_rounded_to_nearest) {
  generator g(11);
  unsigned crossed = 0;
  for (int k = 0; k != 20000; ++k) {
    std::int64_t x[4], y[4];
    const std::uint64_t range = k % 2 != 0 ? 8 : 10000;
    for (int i = 0; i != 4; ++i) {
      x[i] = static_cast<std::int64_t>(g() % range);
      y[i] = static_cast<std::int64_t>(g() % range);
    }
    auto area = [&](int i) { return (x[0] - x[i]) * (y[1] - y[i]) - (y[0] - y[i]) * (x[1] - x[i]); };
    const std::int64_t of_c = area(2), of_d = area(3), below = of_c - of_d;
    if (below == 0 || (of_c > 0) == (of_d > 0)) continue;
    auto at = [&](int i) { return point{static_cast<double>(x[i]), static_cast<double>(y[i])}; };
    const point p = mesh::crossing_point(at(0), at(1), at(2), at(3));
    ASSERT_EQ(p.x, static_cast<double>(of_c * x[3] - of_d * x[2]) / static_cast<double>(below));
    ASSERT_EQ(p.y, static_cast<double>(of_c * y[3] - of_d * y[2]) / static_cast<double>(below));
    const point q = mesh::crossing_point(at(3), at(2), at(1), at(0));
    ASSERT_EQ(p.x, q.x);
    ASSERT_EQ(p.y, q.y);
    ++crossed;
  }
  EXPECT_GT(crossed, 5000u);
}

// Any two of several lines through a point give the same double.
TEST(triangulate, crossing_points_of_lines_through_a_point_are_one) {
  generator g(12);
  for (int k = 0; k != 300; ++k) {
    const point o{unit(g) + 1e6 * static_cast<double>(k % 3), unit(g)};
    point end[6][2];
    for (auto& [a, b] : end) {
      // Steps are multiples of an ulp of both ends, so that the point lies on the line.
      const double ulp = 0x1p-30, u = std::floor(unit(g) * 1000 - 500) * ulp,
                   v = std::floor(unit(g) * 1000 - 500) * ulp;
      const point at{std::floor(o.x / ulp) * ulp, std::floor(o.y / ulp) * ulp};
      a = {at.x - 3 * u, at.y - 3 * v};
      b = {at.x + 4 * u, at.y + 4 * v};
    }
    const point at{std::floor(o.x / 0x1p-30) * 0x1p-30, std::floor(o.y / 0x1p-30) * 0x1p-30};
    for (const auto& [a, b] : end)
      for (const auto& [c, d] : end) {
        const double turn = (b.x - a.x) * (d.y - c.y) - (b.y - a.y) * (d.x - c.x);
        if (turn == 0) continue;
        const point p = mesh::crossing_point(a, b, c, d);
        ASSERT_EQ(p.x, at.x);
        ASSERT_EQ(p.y, at.y);
      }
  }
}

TEST(triangulate, random_segments_that_cross) {
  for (std::uint64_t seed = 1; seed != 30; ++seed) {
    SCOPED_TRACE(seed);
    generator g(seed);
    domain d;
    d.box(-0.25, -0.25, 1.25, 1.25);
    d.carve = seed % 2 == 0;
    const bool grid = seed % 3 == 0;  // then most crossings are points, or overlap
    const unsigned points = 10 + static_cast<unsigned>(g() % 200), segments = static_cast<unsigned>(g() % 60);
    for (unsigned i = 0; i != points; ++i)
      grid ? d.add(static_cast<double>(g() % 9) / 8, static_cast<double>(g() % 9) / 8) : d.add(unit(g), unit(g));
    for (unsigned i = 0; i != segments; ++i)
      d.join(static_cast<std::uint32_t>(g() % d.points.size()), static_cast<std::uint32_t>(g() % d.points.size()));
    expect_right(d);
    if (HasFatalFailure()) return;
  }
}

// Thirds, fifths, ... are rounded: lines through three such points almost coincide.
TEST(triangulate, segments_that_almost_overlap) {
  for (std::uint64_t seed = 1; seed != 200; ++seed) {
    SCOPED_TRACE(seed);
    generator g(seed);
    domain d;
    d.box(-1, -1, 2, 2);
    d.carve = seed % 2 == 0;
    const double side = 3 + static_cast<double>(g() % 10);
    for (unsigned i = 0; i != 20; ++i) {
      const auto x = static_cast<double>(g() % 12), y = static_cast<double>(g() % 12);
      d.add(x / side, y / side);
    }
    for (unsigned i = 0; i != 10; ++i) {
      const auto a = static_cast<std::uint32_t>(g() % d.points.size()),
                 b = static_cast<std::uint32_t>(g() % d.points.size());
      d.join(a, b);
    }
    expect_right(d, false);
    if (HasFatalFailure()) return;
  }
}

TEST(triangulate, long_segments_through_many_triangles) {
  generator g(9);
  domain d;
  d.box(-1, -1, 2, 2);
  for (int i = 0; i != 5000; ++i) d.add(unit(g), unit(g));
  for (int i = 0; i != 12; ++i) {  // a fan from afar, and no two cross
    const std::uint32_t a = d.add(-0.5, 0.5 + i * 1e-9), b = d.add(1.5, i / 11.0);
    d.join(a, b);
  }
  d.carve = true;
  expect_right(d);
}

TEST(triangulate, nested_holes_and_islands) {
  domain d;
  d.carve = true;
  for (int i = 0; i != 6; ++i) d.ring(0, 0, 12 - 2 * i, 5 + 7u * static_cast<unsigned>(i));
  d.holes = {{9, 0}, {0, 5}, {0.5, 0.5}};
  expect_right(d);
  d.holes.push_back({100, 100});  // outside: does nothing
  expect_right(d);
}

TEST(triangulate, concave_domains_and_loose_segments) {
  domain d;
  d.carve = true;
  const std::uint32_t teeth = 40;
  for (std::uint32_t i = 0; i != teeth; ++i) d.add(i, i % 2 != 0 ? 10 : 1);
  d.add(teeth - 1, 0);
  d.add(0, 0);
  for (std::uint32_t i = 0; i != teeth + 2; ++i) d.join(i, (i + 1) % (teeth + 2));
  const std::uint32_t a = d.add(50, 50), b = d.add(60, 55);  // outside, and goes
  d.join(a, b);
  expect_right(d);
}

TEST(triangulate, holes_in_a_hull) {
  domain d;
  d.ring(0, 0, 5, 11);
  d.ring(0, 0, 2, 6);
  d.add(9, 9);
  d.holes = {{0, 0}};
  expect_right(d);
}

TEST(triangulate, nothing_is_left) {
  domain d;
  d.box(0, 0, 1, 1);
  d.segments.resize(6);
  d.carve = true;
  EXPECT_EQ(refusal(d), "the domain is empty: all triangles are outside the segments or in holes");
  d.join(3, 0);
  d.holes = {{0.5, 0.25}};
  EXPECT_EQ(refusal(d), "the domain is empty: all triangles are outside the segments or in holes");
}

TEST(triangulate, regions_reach_as_far_as_segments_let_them) {
  domain d;
  d.box(0, 0, 2, 1);
  d.join(d.add(1, 0), d.add(1, 1));
  const std::vector<mesh::region> regions{
      {{0.5, 0.5}, 7, 0.25}, {{1.5, 0.5}, 8, -1}, {{0.25, 0.5}, 9, 0}, {{5, 5}, 10, 1}};
  mesh::planar_graph g;
  g.points = d.points;
  g.segments = d.segments;
  g.regions = regions;
  const mesh::triangulation m = mesh::triangulate(g).mesh;
  ASSERT_EQ(m.region_attribute.size(), m.triangles());
  for (std::size_t t = 0; t != m.triangles(); ++t) {
    double x = 0;
    for (int i = 0; i != 3; ++i) x += m.points[m.corners[3 * t + i]].x / 3;
    EXPECT_EQ(m.region_attribute[t], x < 1 ? 9 : 8);  // the last of two in one region counts
    EXPECT_EQ(m.area_bound[t], 0);
  }
}

// Segments at the precision limit from each other, and points next to the lower end of the range of coordinates.
TEST(triangulate, splitting_ends_where_segments_nearly_coincide) {
  const std::vector<point> points{{-56, 33},   {-56 - 1e-14, 33 + 1e-14},
                                  {40, -52},   {40, -52 + 1e-14},
                                  {-80, -80},  {80, -80},
                                  {80, 80},    {-80, 80},
                                  {1e-35, 60}, {0, 70},
                                  {0.5, 65}};
  const std::vector<std::uint32_t> segments{0, 2, 1, 3, 4, 5, 5, 6, 6, 7, 7, 4, 8, 9};
  mesh::planar_graph g;
  g.points = points;
  g.segments = segments;
  const mesh::triangulate_result r = mesh::triangulate_by_splitting(g);
  EXPECT_LT(r.mesh.points.size(), 300u);
  for (const point p : r.mesh.points) EXPECT_TRUE(mesh::fits(p.x) && mesh::fits(p.y)) << p.x << " " << p.y;
}

// As many vertices as in Triangle 1.6. With the shortest piece first, instead of one segment after the other, there are
// twice the splits.
TEST(triangulate, splitting_around_a_vertex_of_many_segments) {
  const std::vector<point> points{{0, 0},    {10, 0},   {11, 0.11}, {10, 0.2}, {11, 0.33},
                                  {10, 0.4}, {7, 0.35}, {9, 0.54},  {14, 0.98}};
  const std::vector<std::uint32_t> segments{0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0, 8};
  mesh::planar_graph g;
  g.points = points;
  g.segments = segments;
  mesh::triangulate_options options;
  options.carve = false;
  EXPECT_LE(mesh::triangulate_by_splitting(g, options).mesh.points.size(), 44u);
}

TEST(triangulate, attributes_of_crossings_are_interpolated) {
  domain d;
  d.box(0, 0, 4, 4);
  d.join(0, 2);
  d.join(1, 3);
  const std::vector<double> attributes{0, 1, 10, 1, 20, 1, 30, 1};
  mesh::planar_graph g;
  g.points = d.points;
  g.segments = d.segments;
  g.attributes = attributes;
  const mesh::triangulation m = mesh::triangulate(g).mesh;
  ASSERT_EQ(m.attributes.size(), 10u);
  EXPECT_TRUE(m.attributes[8] == 10 || m.attributes[8] == 20);  // halfway along one of the two
  EXPECT_EQ(m.attributes[9], 1);
}

TEST(triangulate, ends_when_told_to) {
  domain d;
  generator g(1);
  for (int i = 0; i != 200000; ++i) d.add(unit(g), unit(g));
  mesh::triangulate_options options;
  std::atomic<bool> stop{false};
  std::uint64_t last = 0;
  options.run.stop = &stop;
  options.run.progress = [&](const progress& p) {
    EXPECT_GT(p.done, last);
    EXPECT_LE(p.done, p.total);
    last = p.done;
    stop = 2 * p.done > p.total;
  };
  try {
    (void)run(d, options);
    FAIL();
  } catch (const error& e) {
    EXPECT_EQ(e.code(), status::interrupted);
  }
}

TEST(rebuild, gives_back_a_mesh) {
  generator g(3);
  domain d;
  d.box(-1, -1, 2, 2);
  for (int i = 0; i != 1000; ++i) d.add(unit(g), unit(g));
  const mesh::triangulation m = run(d, as_told(d)).mesh;
  mesh::elements e;
  e.points = m.points;
  e.corners = m.corners;
  e.segments = d.segments;
  const mesh::rebuild_result r = mesh::rebuild(e);
  EXPECT_EQ(r.flips, 0u);
  EXPECT_EQ(r.mesh.corners, m.corners);
  EXPECT_EQ(r.mesh.neighbours, m.neighbours);
  EXPECT_EQ(r.mesh.segments, m.segments);
}

TEST(rebuild, makes_delaunay_what_is_not) {
  // A fan from the first point over a convex chain.
  domain d;
  std::vector<std::uint32_t> corners;
  for (std::uint32_t i = 0; i != 100; ++i) d.add(std::cos(i * 0.05) * (1 + i % 2 * 1e-4), std::sin(i * 0.05));
  for (std::uint32_t i = 1; i + 1 != 100; ++i) corners.insert(corners.end(), {0, i, i + 1});
  mesh::elements e;
  e.points = d.points;
  e.corners = corners;
  try {
    const mesh::rebuild_result r = mesh::rebuild(e);
    EXPECT_GT(r.flips, 0u);
    const std::vector<double> xy = flat(d.points), out = flat(r.mesh.points);
    const std::vector<std::uint32_t> segments = output_segments(r.mesh);
    check::planar_input problem;
    problem.xy = xy;
    problem.corner = corners;
    check::planar_mesh answer;
    answer.xy = out;
    answer.corner = r.mesh.corners;
    answer.neighbour = r.mesh.neighbours;
    answer.segment = segments;
    EXPECT_EQ(check::verify_mesh(problem, answer, {}).fault, "");
  } catch (const error& wrong) {
    FAIL() << wrong.what();
  }
}

TEST(rebuild, tells_what_is_no_mesh) {
  const std::vector<point> points{{0, 0}, {1, 0}, {0, 1}, {1, 1}, {2, 0}};
  auto wrong = [&](std::vector<std::uint32_t> corners, std::vector<std::uint32_t> segments = {}) -> std::string {
    mesh::elements e;
    e.points = points;
    e.corners = corners;
    e.segments = segments;
    try {
      (void)mesh::rebuild(e);
    } catch (const mesh::element_error& why) {
      return (why.segment() ? "segment " : "triangle ") + std::to_string(why.index()) + ": " + why.what();
    }
    return "none";
  };
  EXPECT_EQ(wrong({0, 1, 2, 1, 3, 2}), "none");
  EXPECT_EQ(wrong({0, 1, 2, 1, 2, 3}), "triangle 1: a clockwise triangle");
  EXPECT_EQ(wrong({0, 1, 2, 0, 1, 4}), "triangle 1: a flat triangle");
  EXPECT_EQ(wrong({0, 1, 2, 1, 3, 2, 1, 2, 0}), "triangle 2: the same triangle as another");
  EXPECT_EQ(wrong({0, 1, 2, 0, 1, 3}), "triangle 1: a triangle on the same side of an edge as another");
  EXPECT_EQ(wrong({0, 1, 2, 1, 3, 2, 1, 4, 2}), "triangle 2: a triangle on the same side of an edge as another");
  EXPECT_EQ(wrong({0, 1, 7}), "triangle 0: a triangle whose corner does not exist");
  EXPECT_EQ(wrong({0, 1, 2, 1, 3, 2}, {0, 1, 0, 3}), "segment 1: no edge of the mesh");
}

// Overlapping triangles that share no edge: crossing, nested, equal with vertices of their own, around a corner more
// than once; and adjacent ones with vertices of their own (which is valid).
TEST(rebuild, finds_triangles_that_overlap) {
  auto wrong = [&](const std::vector<point>& points, std::vector<std::uint32_t> corners) -> std::string {
    mesh::elements e;
    e.points = points;
    e.corners = corners;
    const std::vector<double> xy = flat(points);
    check::planar_input problem;
    problem.xy = xy;
    problem.corner = corners;
    check::planar_mesh answer;
    answer.xy = xy;
    answer.corner = corners;
    const std::string fault = check::verify_mesh(problem, answer, {}).fault;
    try {
      (void)mesh::rebuild(e);
    } catch (const mesh::element_error& why) {
      EXPECT_TRUE(fault.ends_with(" overlap")) << fault;
      EXPECT_STREQ(why.what(), "a triangle that overlaps another");
      return std::to_string(why.index()) + " over " + std::to_string(why.other());
    }
    EXPECT_FALSE(fault.ends_with(" overlap")) << fault;
    return "none";
  };
  const std::vector<std::uint32_t> two{0, 1, 2, 3, 4, 5};
  EXPECT_EQ(wrong({{0, 0}, {4, 0}, {0, 4}, {1, 1}, {9, 1}, {9, 9}}, two), "1 over 0");
  EXPECT_EQ(wrong({{0, 0}, {9, 0}, {0, 9}, {1, 1}, {2, 1}, {1, 2}}, two), "1 over 0");
  EXPECT_EQ(wrong({{0, 0}, {9, 0}, {0, 9}, {0, 0}, {9, 0}, {0, 9}}, two), "1 over 0");
  EXPECT_EQ(wrong({{0, 0}, {9, 0}, {0, 9}, {0, 0}, {4, 0}, {0, 4}}, two), "1 over 0");   // along two edges
  EXPECT_EQ(wrong({{0, 0}, {9, 0}, {0, 9}, {-5, 0}, {5, 0}, {0, 1}}, two), "1 over 0");  // along one, and crossing
  EXPECT_EQ(wrong({{0, 0}, {9, 0}, {0, 9}, {9, 9}, {0, 9}, {9, 0}}, two), "none");
  EXPECT_EQ(wrong({{0, 0}, {9, 0}, {0, 9}, {2, -5}, {5, -5}, {4, 0}}, two), "none");  // a corner on an edge
  EXPECT_EQ(wrong({{0, 0}, {9, 0}, {0, 9}, {2, 0}, {2, -5}, {5, 0}}, two), "none");   // an edge on an edge
  EXPECT_EQ(wrong({{0, 0}, {9, 0}, {0, 9}, {0, 0}, {-9, 0}, {0, -9}}, two), "none");
  EXPECT_EQ(wrong({{0, 0}, {9, 0}, {0, 9}, {10, 0}, {11, 0}, {10, 1}}, two), "none");
  // A fan around a corner, twice.
  std::vector<point> fan{{0, 0}};
  std::vector<std::uint32_t> corners;
  for (std::uint32_t i = 0; i != 17; ++i) {
    const double angle = i * std::numbers::pi / 4;
    fan.push_back({std::cos(angle) * (1 + 0.1 * i), std::sin(angle) * (1 + 0.1 * i)});
    if (i != 0) corners.insert(corners.end(), {0, i, i + 1});
  }
  EXPECT_EQ(wrong(fan, {corners.begin(), corners.begin() + 3 * 7}), "none");
  EXPECT_NE(wrong(fan, {corners.begin(), corners.begin() + 3 * 9}), "none");
  EXPECT_NE(wrong(fan, corners), "none");
}

// A random mesh, and another one that overlaps it or lies next to it.
TEST(rebuild, finds_meshes_that_overlap) {
  for (std::uint64_t seed = 1; seed != 60; ++seed) {
    SCOPED_TRACE(seed);
    generator g(seed);
    domain d, e;
    for (int i = 0; i != 60; ++i) d.add(unit(g), unit(g));
    for (int i = 0; i != 20; ++i) e.add(unit(g), unit(g));
    const double by = seed % 2 != 0 ? 1.0 : 0.99 * unit(g), size = seed % 3 != 0 ? 1 : 0.01;
    mesh::triangulation m = run(d, as_told(d)).mesh, n = run(e, as_told(e)).mesh;
    for (const point& p : n.points) m.points.push_back({p.x * size + by, p.y * size + (seed % 2 != 0 ? 0.0 : 0.2)});
    for (const std::uint32_t v : n.corners) m.corners.push_back(v + 60);
    mesh::elements in;
    in.points = m.points;
    in.corners = m.corners;
    const std::vector<double> xy = flat(m.points);
    check::planar_input problem;
    problem.xy = xy;
    problem.corner = m.corners;
    check::planar_mesh answer;
    answer.xy = xy;
    answer.corner = m.corners;
    const bool verified = check::verify_mesh(problem, answer, {}).fault.ends_with(" overlap");
    bool found = false;
    try {
      (void)mesh::rebuild(in);
    } catch (const mesh::element_error& why) {
      found = true;
      EXPECT_LT(why.other(), why.index());
    }
    EXPECT_EQ(found, verified);
    if (seed % 2 != 0) {
      EXPECT_FALSE(found);
    } else if (size == 1 && by < 0.7) {
      EXPECT_TRUE(found);
    }
  }
}

// A domain with a hole, for the checker itself: faults that it must find.
domain perforated() {
  generator g(4);
  domain d;
  d.carve = true;
  d.ring(0, 0, 3, 9);
  d.ring(0.3, 0, 1, 5);
  d.holes = {{0.3, 0}};
  for (int i = 0; i != 60; ++i) {
    const double x = 4 * unit(g) - 2, y = 4 * unit(g) - 2;
    if (std::hypot(x - 0.3, y) > 1.1) d.add(x, y);
  }
  return d;
}

TEST(mesh_check, finds_what_is_wrong) {
  const domain d = perforated();
  mesh::triangulate_options options;
  const mesh::triangulation m = run(d, options).mesh;
  ASSERT_EQ(verdict(d, m).fault, "");
  auto fault = [&](auto change) {
    mesh::triangulation other = m;
    change(other);
    return verdict(d, other).fault;
  };
  EXPECT_EQ(fault([](auto& t) { std::swap(t.corners[0], t.corners[1]); }), "triangle 0 is flat or clockwise");
  EXPECT_EQ(fault([](auto& t) { t.points[3].x += 1e-9; }), "vertex 3 has other coordinates than in the input");
  EXPECT_NE(fault([](auto& t) {
              t.corners.insert(t.corners.end(), {t.corners[0], t.corners[1], t.corners[2]});
              t.neighbours.resize(t.corners.size(), mesh::none);
              t.segments.resize(t.corners.size(), mesh::none);
            }),
            "");
  EXPECT_NE(fault([](auto& t) { t.neighbours[5] = t.neighbours[5] == 0 ? 1 : 0; }), "");
  EXPECT_NE(fault([](auto& t) {  // without the last triangle
              t.corners.resize(t.corners.size() - 3);
              t.neighbours.resize(t.corners.size());
              t.segments.resize(t.corners.size());
              for (auto& n : t.neighbours)
                if (n == t.triangles()) n = mesh::none;
            }),
            "");
  domain without_hole = d;
  without_hole.holes.clear();
  EXPECT_TRUE(verdict(without_hole, m).fault.starts_with("the triangles' area is")) << verdict(without_hole, m).fault;
  domain with_segment = d;
  with_segment.join(0, 4);
  EXPECT_EQ(verdict(with_segment, m).fault.substr(0, 8), "segment ");
  domain with_point = d;
  with_point.points.insert(with_point.points.begin() + static_cast<std::ptrdiff_t>(d.points.size()), {2.2, 0.1});
  mesh::triangulation unused = m;
  unused.points.push_back({2.2, 0.1});
  EXPECT_TRUE(verdict(with_point, unused).fault.ends_with("is in no triangle, but lies in the domain"));
}

// An edge flipped the wrong way: one whose four corners are convex.
TEST(mesh_check, finds_an_edge_that_is_not_delaunay) {
  const domain d = perforated();
  const mesh::triangulation m = run(d, {}).mesh;
  bool flipped = false;
  for (std::uint32_t h = 0; h != m.corners.size() && !flipped; ++h) {
    const std::uint32_t u = m.neighbours[h];
    if (u == mesh::none || m.segments[h] != mesh::none) continue;
    const std::uint32_t t = h / 3, p = m.corners[h];
    mesh::triangulation other = m;
    const std::uint32_t x = m.corners[3 * t + (h % 3 + 1) % 3], y = m.corners[3 * t + (h % 3 + 2) % 3];
    std::uint32_t q = mesh::none;
    for (int i = 0; i != 3; ++i)
      if (const std::uint32_t v = m.corners[3 * u + i]; v != x && v != y) q = v;
    const std::uint32_t first[] = {x, q, p}, second[] = {q, y, p};
    std::copy(first, first + 3, other.corners.begin() + 3 * t);
    std::copy(second, second + 3, other.corners.begin() + 3 * u);
    const std::vector<double> in = flat(d.points), holes = flat(d.holes), out = flat(m.points);
    const std::vector<std::uint32_t> segments = output_segments(m);
    check::planar_input problem;
    problem.xy = in;
    problem.segment = d.segments;
    problem.hole = holes;
    check::planar_mesh answer;
    answer.xy = out;
    answer.corner = other.corners;
    answer.segment = segments;
    const std::string why = check::verify_mesh(problem, answer, {}).fault;
    ASSERT_NE(why, "");
    flipped = why.ends_with("is not Delaunay");
  }
  EXPECT_TRUE(flipped);
}

}  // namespace
}  // namespace amorph::test
