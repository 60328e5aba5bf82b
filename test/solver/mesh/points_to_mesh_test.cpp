// From points to the refined mesh in one run: the mesh that triangulate() and refine() make one after the other.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <random>
#include <vector>

#include "amorph/kernels/base/error.hpp"
#include "solver/mesh/triangulate/triangulate_and_refine.hpp"
#include "test/solver/mesh/point_sets.hpp"
#include "test/support/device.hpp"
#include "test/support/sanitized.hpp"

namespace amorph::test {
namespace {

using mesh::planar_graph;
using mesh::planar_mesh_result;
using mesh::refine_options;
using mesh::refine_result;

template <class Values> bool equal(const Values& a, const Values& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(a[0])) == 0);
}
void expect_equal(const refine_result& a, const refine_result& b) {
  EXPECT_TRUE(equal(a.mesh.points, b.mesh.points));
  EXPECT_TRUE(equal(a.mesh.corners, b.mesh.corners));
  EXPECT_TRUE(equal(a.mesh.neighbours, b.mesh.neighbours));
  EXPECT_TRUE(equal(a.mesh.segments, b.mesh.segments));
  EXPECT_TRUE(equal(a.mesh.segment_ends, b.mesh.segment_ends));
  EXPECT_TRUE(equal(a.mesh.segment_marker, b.mesh.segment_marker));
  EXPECT_TRUE(equal(a.mesh.point_segment, b.mesh.point_segment));
  EXPECT_TRUE(equal(a.mesh.attributes, b.mesh.attributes));
  EXPECT_EQ(a.bad, b.bad);
  EXPECT_EQ(a.why, b.why);
  EXPECT_EQ(a.stats.inserted, b.stats.inserted);
}

planar_graph graph_of(const point_set& s, const std::vector<double>& attributes = {}) {
  planar_graph g;
  g.points = s.points;
  g.attributes = attributes;
  return g;
}
planar_mesh_result one_after_the_other(const planar_graph& g, refine_options options) {
  options.run.backend = backend::cpu;
  planar_mesh_result r;
  r.initial = mesh::triangulate(g, {.carve = false});
  r.refined = mesh::refine(r.initial.mesh, options);
  return r;
}

point_set random_set(std::size_t n) {
  point_set s{"random", {}};
  std::mt19937_64 random(9);
  for (std::size_t i = 0; i != n; ++i) {
    const double x = static_cast<double>(random() >> 11) * 0x1p-53;
    s.points.push_back({x, static_cast<double>(random() >> 11) * 0x1p-53});
  }
  return s;
}
// A triangle with a small angle: two ends of its hull's segments are sharp.
point_set needle() { return {"needle", {{0, 0}, {10, 0}, {10, 1}, {5, 0.3}, {7, 0.5}, {5, 0.3}}}; }

std::vector<point_set> all_sets() {
  std::vector<point_set> all = degenerate_points();
  all.push_back(needle());
  all.push_back(random_set(10000));
  return all;
}

template <class Refine> void equal_to_one_after_the_other(const Refine& refine, const run_options& run) {
  std::size_t not_found = 0;
  for (const point_set& s : all_sets()) {
    if (sanitized && s.points.size() > 500) continue;
    SCOPED_TRACE(s.name);
    std::vector<double> attributes;
    for (std::size_t v = 0; v != s.points.size(); ++v) attributes.push_back(static_cast<double>(v % 1000));
    const planar_graph g = graph_of(s, attributes);
    refine_options options;
    options.run = run;
    options.min_angle = 25;
    options.max_points = 5000;
    const auto found = refine(g, false, options);
    if (!found) {
      ++not_found;
      continue;
    }
    const planar_mesh_result expected = one_after_the_other(g, options);
    expect_equal(found->refined, expected.refined);
    EXPECT_EQ(found->initial.duplicates, expected.initial.duplicates);
    EXPECT_EQ(found->initial.unused, expected.initial.unused);
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_LE(not_found, 3U);  // duplicates, more than are compared in pairs
}

TEST(points_to_mesh, stars_on_threads_equal_one_after_the_other) {
  run_options run;
  run.threads = 3;
  equal_to_one_after_the_other(mesh::refine_points_on_threads, run);
}
TEST(points_to_mesh_cuda, stays_on_the_device_and_equals_one_after_the_other) {
  AMORPH_NEEDS_DEVICE();
  run_options run;
  run.backend = backend::cuda;
  equal_to_one_after_the_other(mesh::refine_points_on_device, run);
}

// Squares in a square, and segments that nothing crosses among random points; the inner square is a hole or not.
struct domain_case {
  std::vector<mesh::point> points, holes;
  std::vector<std::uint32_t> segments;
  std::vector<std::int32_t> markers;
  std::vector<double> attributes;
  [[nodiscard]] planar_graph graph() const {
    planar_graph g;
    g.points = points;
    g.segments = segments;
    g.segment_marker = markers;
    g.holes = holes;
    g.attributes = attributes;
    return g;
  }
};
domain_case squares(std::size_t n, std::uint64_t seed, bool grid) {
  domain_case d;
  std::mt19937_64 random(seed);
  for (const double wide : {0.5, 0.2, 0.05}) {
    const auto first = static_cast<std::uint32_t>(d.points.size());
    for (std::uint32_t i = 0; i != 4; ++i) {
      d.points.push_back({0.5 + (i == 0 || i == 3 ? -wide : wide), 0.5 + (i < 2 ? -wide : wide)});
      d.segments.insert(d.segments.end(), {first + i, first + (i + 1) % 4});
    }
  }
  d.segments.insert(d.segments.end(), {0, 4, 6, 2, 6, 2});
  while (d.points.size() < n) {
    double x = static_cast<double>(random() >> 11) * 0x1p-53, y = static_cast<double>(random() >> 11) * 0x1p-53;
    if (grid) x = std::floor(x * 40) / 40, y = std::floor(y * 40) / 40;
    d.points.push_back({1.4 * x - 0.2, 1.4 * y - 0.2});
  }
  for (std::size_t s = 0; 2 * s != d.segments.size(); ++s) d.markers.push_back(static_cast<std::int32_t>(5 + s));
  for (std::size_t v = 0; v != d.points.size(); ++v) d.attributes.push_back(static_cast<double>(v % 100));
  if (seed % 2 != 0) d.holes = {{0.5, 0.51}, {0.5, 0.49}};
  return d;
}

template <class Refine> void domains_equal_one_after_the_other(const Refine& refine, const run_options& run) {
  for (std::uint64_t seed = 1; seed != 9; ++seed)
    for (const bool carve : {false, true}) {
      SCOPED_TRACE(std::to_string(seed) + (carve ? ", carved" : ", hull"));
      const domain_case d = squares(seed < 7 || sanitized ? 300 : 20000, seed, seed % 4 > 1);
      refine_options options;
      options.run = run;
      options.min_angle = 25;
      const auto found = refine(d.graph(), carve, options);
      ASSERT_TRUE(found);
      planar_mesh_result expected;
      expected.initial = mesh::triangulate(d.graph(), {.carve = carve});
      refine_options here = options;
      here.run.backend = backend::cpu;
      expected.refined = mesh::refine(expected.initial.mesh, here);
      expect_equal(found->refined, expected.refined);
      EXPECT_EQ(found->initial.duplicates, expected.initial.duplicates);
      EXPECT_EQ(found->initial.segment_of, expected.initial.segment_of);
      EXPECT_EQ(found->initial.unused, expected.initial.unused);
      if (testing::Test::HasFailure()) return;
    }
}
TEST(points_to_mesh, domains_on_threads_equal_one_after_the_other) {
  run_options run;
  run.threads = 3;
  domains_equal_one_after_the_other(mesh::refine_points_on_threads, run);
}
TEST(points_to_mesh_cuda, domains_stay_on_the_device_and_equal_one_after_the_other) {
  AMORPH_NEEDS_DEVICE();
  run_options run;
  run.backend = backend::cuda;
  domains_equal_one_after_the_other(mesh::refine_points_on_device, run);
}

// Left to the host: segments that cross, a hole on a segment or outside, nothing left of the domain.
TEST(points_to_mesh, leaves_some_domains_to_the_host) {
  refine_options options;
  options.run.threads = 2;
  domain_case d = squares(300, 2, false);
  d.holes = {{0.5, 0.5 - 0.2}};
  EXPECT_FALSE(mesh::refine_points_on_threads(d.graph(), true, options));
  for (const mesh::point outside : {mesh::point{7, 7}, mesh::point{0.5, -0.1}, mesh::point{1e70, 0}}) {
    d.holes = {{0.5, 0.5}, outside};
    EXPECT_FALSE(mesh::refine_points_on_threads(d.graph(), true, options));
    const mesh::triangulate_result r = mesh::triangulate_and_refine(d.graph(), {}, options).initial;
    EXPECT_EQ(r.holes_outside, std::vector<std::uint32_t>{1});
  }
  d.holes = {{0.5, 0.5}, {0.5, 0.1}, {0.5, 0.6}, {0.1, 0.5}};
  EXPECT_FALSE(mesh::refine_points_on_threads(d.graph(), true, options));
  d.holes.clear();
  EXPECT_TRUE(mesh::refine_points_on_threads(d.graph(), true, options));
  d.segments.insert(d.segments.end(), {0, 9});
  d.markers.push_back(1);
  EXPECT_FALSE(mesh::refine_points_on_threads(d.graph(), true, options));
  EXPECT_NE(mesh::triangulate_and_refine(d.graph(), {}, options).initial.crossings, 0U);
}

TEST(points_to_mesh_cuda, large) {
  AMORPH_NEEDS_DEVICE();
  const point_set s = random_set(300000);
  for (const double angle : {20.0, 30.0}) {
    refine_options options;
    options.run.backend = backend::cuda;
    options.min_angle = angle;
    const auto found = mesh::refine_points_on_device(graph_of(s), false, options);
    ASSERT_TRUE(found);
    EXPECT_NE(found->initial.device, "");
    expect_equal(found->refined, one_after_the_other(graph_of(s), options).refined);
  }
}

// Whatever the input has: segments, holes to carve, area bounds, single precision, no bounds at all.
void any_input(backend where) {
  const point_set s = random_set(400);
  refine_options options;
  options.run.backend = where;
  options.run.threads = 2;
  options.min_angle = 28;
  options.max_area = 1e-3;
  planar_graph g = graph_of(s);
  const std::vector<std::uint32_t> segments{0, 1, 1, 2, 2, 0};
  for (const bool with_segments : {false, true})
    for (const bool refines : {true, false}) {
      if (with_segments) g.segments = segments;
      if (!refines) options.min_angle = options.max_area = 0;
      const mesh::triangulate_options how{.run = {.threads = 2}, .carve = with_segments};
      const planar_mesh_result found = mesh::triangulate_and_refine(g, how, options);
      const mesh::triangulate_result initial = mesh::triangulate(g, {.carve = with_segments});
      refine_options here = options;
      here.run.backend = backend::cpu;
      expect_equal(found.refined, mesh::refine(initial.mesh, here));
      EXPECT_EQ(found.initial.segment_of, initial.segment_of);
      EXPECT_EQ(found.initial.mesh.triangles(), 0U);
    }
}
TEST(points_to_mesh, any_input) { any_input(backend::cpu); }
TEST(points_to_mesh_cuda, any_input) {
  AMORPH_NEEDS_DEVICE();
  any_input(backend::cuda);
}

TEST(points_to_mesh, single_precision) {
  point_set s = random_set(500);
  mesh::round_to_single(s.points);
  refine_options options;
  options.run.threads = 2;
  options.precision = mesh::precision::single;
  const auto found = mesh::refine_points_on_threads(graph_of(s), false, options);
  ASSERT_TRUE(found);
  expect_equal(found->refined, one_after_the_other(graph_of(s), options).refined);
}

TEST(points_to_mesh, refuses) {
  point_set s = random_set(10);
  EXPECT_FALSE(mesh::refine_points_on_device(graph_of(s), false, {.run = {.backend = backend::cpu}}));
  EXPECT_THROW((void)mesh::refine_points_on_threads(graph_of(s, {1, 2, 3}), false, {}), error);
  s.points[3].x = 1e70;
  EXPECT_THROW((void)mesh::refine_points_on_threads(graph_of(s), false, {}), error);
  s.points.resize(2);
  EXPECT_FALSE(mesh::refine_points_on_threads(graph_of(s), false, {}));
  EXPECT_THROW((void)mesh::triangulate_and_refine(graph_of(s), {.carve = false}, {.run = {.backend = backend::cpu}}),
               error);
  const point_set line{"line", {{0, 0}, {1, 1}, {2, 2}, {3, 3}}};
  EXPECT_FALSE(mesh::refine_points_on_threads(graph_of(line), false, {}));
}

}  // namespace
}  // namespace amorph::test
