// Segments that are inserted in rounds: the mesh that inserting one after the other makes, to the byte.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <initializer_list>
#include <random>
#include <vector>

#include "amorph/kernels/base/stopwatch.hpp"
#include "solver/mesh/triangulate/triangulate_and_refine.hpp"
#include "test/solver/mesh/point_sets.hpp"
#include "test/solver/mesh/segment_cases.hpp"
#include "test/support/device.hpp"
#include "test/support/sanitized.hpp"

namespace amorph::test {
namespace {

template <class Values> bool equal(const Values& a, const Values& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

using check = std::function<void(const std::vector<point>&, const std::vector<std::uint32_t>&)>;

void expect_same(const std::vector<point>& points, const std::vector<std::uint32_t>& ends) {
  const segment_case of(points, ends);
  const constrained expected = of.one_by_one();
  for (const unsigned threads : {1U, 3U}) {
    bool crossed = true;
    EXPECT_TRUE(of.in_rounds(threads, crossed) == expected);
    EXPECT_FALSE(crossed);
  }
}

// In the run from points to the refined mesh, which has no triangles outside the hull.
template <class Refine> check whole_run(const Refine& refine, const run_options& run, std::size_t& left_to_host) {
  return [=, &left_to_host](const std::vector<point>& points, const std::vector<std::uint32_t>& ends) {
    mesh::planar_graph g;
    g.points = points;
    g.segments = ends;
    mesh::refine_options options;
    options.run = run;
    options.min_angle = 10;
    options.max_points = 300;
    const auto found = refine(g, false, options);
    if (!found) {  // duplicates, more than are compared in pairs
      ++left_to_host;
      return;
    }
    options.run = {};
    options.run.backend = backend::cpu;
    const mesh::triangulate_result first =
        mesh::triangulate(g, {.run = {.backend = backend::cpu, .threads = 1}, .carve = false});
    const mesh::refine_result expected = mesh::refine(first.mesh, options);
    EXPECT_EQ(found->initial.segment_of, first.segment_of);
    EXPECT_EQ(found->refined.mesh.segment_ends, expected.mesh.segment_ends);
    EXPECT_TRUE(equal(found->refined.mesh.corners, expected.mesh.corners));
    EXPECT_TRUE(equal(found->refined.mesh.segments, expected.mesh.segments));
  };
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
void grids(const check& expect_same) {
  for (std::uint64_t seed = 1; seed != 40; ++seed)
    for (const double side : {4.0, 9.0, 17.0}) {
      SCOPED_TRACE(std::to_string(seed) + ", " + std::to_string(side));
      const std::vector<point> points = random_points(200, seed, side);
      expect_same(points, edges_among(points, 6, 1000));
      if (testing::Test::HasFailure()) return;
    }
}
TEST(constrain, grids) { grids(expect_same); }

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
void fans_and_stripes(const check& expect_same) {
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

TEST(constrain, fans_and_stripes) { fans_and_stripes(expect_same); }

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

void many(const check& expect_same) {
  const std::size_t n = sanitized ? 4000 : 150000;
  const std::vector<point> points = random_points(n, 1);
  const std::vector<std::uint32_t> ends = edges_among(points, 4, 100000);
  EXPECT_GT(ends.size(), n);
  expect_same(points, ends);
}
TEST(constrain, many) { many(expect_same); }

template <class Refine> void whole_runs(const Refine& refine, const run_options& run) {
  std::size_t left_to_host = 0;
  const check expect_same = whole_run(refine, run, left_to_host);
  fans_and_stripes(expect_same);
  many(expect_same);
  EXPECT_EQ(left_to_host, 0U);
  grids(expect_same);
  EXPECT_LE(left_to_host, 39U);  // those of 16 points
}
TEST(constrain, whole_runs_on_threads) {
  run_options run;
  run.threads = 3;
  whole_runs(mesh::refine_points_on_threads, run);
}
TEST(constrain_cuda, whole_runs_on_a_device) {
  AMORPH_NEEDS_DEVICE();
  run_options run;
  run.backend = backend::cuda;
  whole_runs(mesh::refine_points_on_device, run);
}

// A hub, rings of n points around it, and a spoke to each point of the last ring.
void make_wheel(std::uint32_t n, std::initializer_list<double> rings, std::vector<point>& points,
                std::vector<std::uint32_t>& ends) {
  points = {{0, 0}};
  for (const double radius : rings) {
    ends.clear();
    for (std::uint32_t i = 0; i != n; ++i) {
      const double angle = 2 * 3.141592653589793 * (i + 0.25 * radius) / n;
      ends.insert(ends.end(), {0, static_cast<std::uint32_t>(points.size())});
      points.push_back({radius * std::cos(angle), radius * std::sin(angle)});
    }
  }
}
// Segments are looked for from both ends. From the hub alone it takes a minute.
TEST(constrain, wheels) {
  std::vector<point> points;
  std::vector<std::uint32_t> ends;
  make_wheel(300, {1, 3}, points, ends);  // spokes between those that are edges
  expect_same(points, ends);
  make_wheel(sanitized ? 1000 : 60000, {1}, points, ends);
  const segment_case of(points, ends);
  bool crossed = true;
  const constrained found = of.in_rounds(1, crossed);
  EXPECT_FALSE(crossed);
  EXPECT_TRUE(found == of.one_by_one());
  make_wheel(sanitized ? 1000 : 60000, {1, 3}, points, ends);
  const segment_case between(points, ends);
  EXPECT_TRUE(between.in_rounds(1, crossed) == between.one_by_one());
}

// triangulate() chooses by the numbers of segments and threads, and begins anew if segments cross.
TEST(constrain, any_number_of_threads) {
  mesh::planar_graph g;
  const std::vector<point> points = random_points(20000, 1);
  g.points = points;
  for (const bool crossing : {false, true}) {
    std::vector<std::uint32_t> ends = edges_among(points, 4, 5000);
    if (crossing)
      for (std::uint32_t i = 0; i != 40; ++i) ends.insert(ends.end(), {i, i + 100});
    ASSERT_GT(ends.size(), 2 * 1024U);
    g.segments = ends;
    const mesh::triangulate_result one = mesh::triangulate(g, {.run = {.threads = 1}, .carve = false});
    EXPECT_EQ(one.crossings != 0, crossing);
    for (const unsigned threads : {3U, 8U}) {
      const mesh::triangulate_result same = mesh::triangulate(g, {.run = {.threads = threads}, .carve = false});
      EXPECT_EQ(one.segment_of, same.segment_of);
      EXPECT_EQ(one.crossings, same.crossings);
      EXPECT_EQ(one.mesh.segment_ends, same.mesh.segment_ends);
      EXPECT_TRUE(equal(one.mesh.corners, same.mesh.corners));
      EXPECT_TRUE(equal(one.mesh.segments, same.mesh.segments));
    }
  }
}

}  // namespace
}  // namespace amorph::test
