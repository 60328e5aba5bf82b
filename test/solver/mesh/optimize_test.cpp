// Optimization after refinement: what stays true, on any number of threads. Commands' tests verify whole meshes.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "solver/mesh/geometry/geometry.hpp"
#include "solver/mesh/optimize/optimize.hpp"
#include "test/solver/mesh/domains.hpp"

namespace amorph::test {
namespace {

using mesh::none;
using mesh::point;
using mesh::triangulation;

// Orientation, neighbours, constrained Delaunay, all vertices used. The first fault, or nothing.
std::string fault(const triangulation& m) {
  std::vector<char> used(m.points.size(), 0);
  for (std::size_t t = 0; t != m.triangles(); ++t) {
    const std::uint32_t* c = &m.corners[3 * t];
    for (unsigned e = 0; e != 3; ++e) used.at(c[e]) = 1;
    if (mesh::orientation(m.points[c[0]], m.points[c[1]], m.points[c[2]]) <= 0) return "orientation";
    for (unsigned e = 0; e != 3; ++e) {
      const std::uint32_t n = m.neighbours[3 * t + e], s = m.segments[3 * t + e];
      if (n == none && s == none) return "a boundary without a segment";
      if (n == none) continue;
      const std::uint32_t* d = &m.corners[3 * std::size_t{n}];
      unsigned j = 0;
      while (j != 3 && m.neighbours[3 * std::size_t{n} + j] != t) ++j;
      if (j == 3 || d[(j + 1) % 3] != c[(e + 2) % 3] || d[(j + 2) % 3] != c[(e + 1) % 3]) return "neighbours";
      if (m.segments[3 * std::size_t{n} + j] != s) return "segments";
      if (s == none && mesh::in_circle(m.points[c[0]], m.points[c[1]], m.points[c[2]], m.points[d[j]]) > 0)
        return "not Delaunay";
    }
  }
  for (const char u : used)
    if (u == 0) return "a vertex in no triangle";
  return "";
}

double smallest_angle(const triangulation& m, std::size_t t) {
  double smallest = 180;
  for (unsigned i = 0; i != 3; ++i) {
    const point p = m.points[m.corners[3 * t + i]], q = m.points[m.corners[3 * t + (i + 1) % 3]],
                r = m.points[m.corners[3 * t + (i + 2) % 3]];
    const double cross = (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x),
                 dot = (q.x - p.x) * (r.x - p.x) + (q.y - p.y) * (r.y - p.y);
    smallest = std::min(smallest, std::atan2(cross, dot) * 180 / 3.14159265358979323846);
  }
  return smallest;
}

mesh::refine_result optimized(triangulation m, mesh::refine_options options, unsigned threads) {
  options.run.backend = backend::cpu;
  options.run.threads = threads;
  const std::size_t fixed = m.points.size();
  mesh::refine_result r = mesh::refine(std::move(m), options);
  const std::size_t before = r.mesh.points.size();
  const mesh::optimize_statistics stats = mesh::optimize(r, fixed, options);
  EXPECT_EQ(r.mesh.points.size() + stats.removed, before);
  return r;
}

TEST(optimize, keeps_bounds_and_input) {
  for (const auto& domains : {wide_domains(), sharp_domains()})
    for (const domain& d : domains) {
      SCOPED_TRACE(d.name);
      mesh::refine_options options;
      options.min_angle = 28;
      const triangulation m = d.mesh();
      const mesh::refine_result r = optimized(m, options, 1);
      EXPECT_EQ(fault(r.mesh), "");
      for (std::size_t v = 0; v != m.points.size(); ++v)
        ASSERT_EQ(std::memcmp(&m.points[v], &r.mesh.points[v], sizeof(point)), 0) << "vertex " << v;
      std::size_t next = 0;
      for (std::size_t t = 0; t != r.mesh.triangles(); ++t) {
        if (next != r.bad.size() && r.bad[next] == t)
          ++next;
        else
          ASSERT_GE(smallest_angle(r.mesh, t), 28 - 1e-9) << "triangle " << t;
      }
    }
}

TEST(optimize, needs_fewer_vertices) {
  const triangulation m = random_points(2000, 1).mesh();
  mesh::refine_options options;
  options.min_angle = 30;
  const std::size_t refined = mesh::refine(m, options).mesh.points.size();
  EXPECT_LT(optimized(m, options, 1).mesh.points.size(), 0.8 * static_cast<double>(refined));
}

TEST(optimize, does_not_depend_on_threads) {
  const triangulation m = random_points(8000, 2).mesh();  // some blocks
  mesh::refine_options options;
  options.min_angle = 30;
  const mesh::refine_result one = optimized(m, options, 1), four = optimized(m, options, 4);
  ASSERT_EQ(one.mesh.points.size(), four.mesh.points.size());
  EXPECT_EQ(std::memcmp(one.mesh.points.data(), four.mesh.points.data(), one.mesh.points.size() * sizeof(point)), 0);
  EXPECT_TRUE(
      std::equal(one.mesh.corners.begin(), one.mesh.corners.end(), four.mesh.corners.begin(), four.mesh.corners.end()));
}

TEST(optimize, interpolates_attributes) {
  triangulation m = random_points(500, 3).mesh();
  const auto plane = [](point p) { return 2 * p.x - 3 * p.y + 1; };
  for (const point p : m.points) m.attributes.push_back(plane(p));
  mesh::refine_options options;
  options.min_angle = 30;
  const mesh::refine_result r = optimized(m, options, 1);
  ASSERT_EQ(r.mesh.attributes.size(), r.mesh.points.size());
  for (std::size_t v = 0; v != r.mesh.points.size(); ++v)
    ASSERT_NEAR(r.mesh.attributes[v], plane(r.mesh.points[v]), 1e-9) << "vertex " << v;
}

TEST(optimize, keeps_attributes_in_their_range) {
  mesh::refine_options options;
  options.min_angle = 30;
  for (std::uint64_t seed = 0; seed != 4; ++seed) {
    triangulation m = nearly_equal_points(seed).mesh();
    for (std::size_t v = 0; v != m.points.size(); ++v) m.attributes.push_back(static_cast<double>(v % 7));
    for (const double value : optimized(m, options, 1).mesh.attributes) {
      ASSERT_GE(value, 0) << "seed " << seed;
      ASSERT_LE(value, 6) << "seed " << seed;
    }
  }
}

TEST(optimize, keeps_area_bounds) {
  mesh::refine_options options;
  options.min_angle = 25;
  options.max_area = 1e-3;
  const mesh::refine_result r = optimized(random_points(50, 4).mesh(), options, 1);
  EXPECT_EQ(fault(r.mesh), "");
  for (std::size_t t = 0; t != r.mesh.triangles(); ++t) {
    const point a = r.mesh.points[r.mesh.corners[3 * t]], b = r.mesh.points[r.mesh.corners[3 * t + 1]],
                c = r.mesh.points[r.mesh.corners[3 * t + 2]];
    ASSERT_LE(((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)) / 2, 1e-3 * (1 + 1e-12));
  }
}

}  // namespace
}  // namespace amorph::test
