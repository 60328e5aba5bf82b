// Triangulations by stars equal those by insertion, number by number.
#include <gtest/gtest.h>

#include <random>

#include "amorph/kernels/base/error.hpp"
#include "solver/mesh/stars/delaunay.hpp"
#include "solver/mesh/triangulate/triangulate.hpp"
#include "test/solver/mesh/point_sets.hpp"
#include "test/support/device.hpp"
#include "test/support/sanitized.hpp"

namespace amorph::test {
namespace {

void expect_equal(const point_set& s, const mesh::star_triangulation& stars) {
  mesh::planar_graph g;
  g.points = s.points;
  const mesh::triangulate_result r = mesh::triangulate(g, {.carve = false});
  ASSERT_EQ(r.mesh.corners, stars.corners);
  ASSERT_EQ(r.mesh.neighbours, stars.neighbours);
  ASSERT_EQ(r.duplicates.size(), stars.duplicates.size());
}

TEST(stars, equal_the_triangulation_by_insertion) {
  std::size_t not_found = 0;
  for (const point_set& s : degenerate_points())
    for (const unsigned threads : {2u, 1u, 16u}) {
      if (sanitized && (threads != 2 || s.points.size() > 500)) continue;
      SCOPED_TRACE(s.name);
      SCOPED_TRACE(threads);
      run_options run;
      run.threads = threads;
      const auto stars = mesh::stars_on_threads(s.points, run);
      if (!stars) {
        ++not_found;
        continue;
      }
      expect_equal(s, *stars);
      if (HasFatalFailure()) return;
    }
  EXPECT_LE(not_found, 3u);  // duplicates, more than are compared in pairs
}

// On a device, points alone and with segments.
TEST(stars_cuda, equal_the_triangulation_by_insertion) {
  AMORPH_NEEDS_DEVICE();
  std::vector<point_set> all = degenerate_points();
  point_set many{"200,000 random", {}};
  std::mt19937_64 random(9);
  for (int i = 0; i != 200000; ++i) {
    const double x = static_cast<double>(random() >> 11) * 0x1p-53;
    many.points.push_back({x, static_cast<double>(random() >> 11) * 0x1p-53});
  }
  all.push_back(many);
  run_options device;
  device.backend = backend::cuda;
  for (const point_set& s : all) {
    SCOPED_TRACE(s.name);
    const auto stars = mesh::stars_on_device(s.points, device);
    if (stars) expect_equal(s, *stars);
    const std::vector<std::uint32_t> segments{0, 1, 1, 2, 2, 0};
    mesh::planar_graph g;
    g.points = s.points;
    g.segments = segments;
    const mesh::triangulate_result here = mesh::triangulate(g, {.run = {.backend = backend::cpu}, .carve = false});
    const mesh::triangulate_result there = mesh::triangulate(g, {.run = device, .carve = false});
    EXPECT_EQ(there.device.empty(), !stars);
    ASSERT_EQ(here.mesh.corners, there.mesh.corners);
    ASSERT_EQ(here.mesh.neighbours, there.mesh.neighbours);
    ASSERT_EQ(here.mesh.segments, there.mesh.segments);
  }
}

}  // namespace
}  // namespace amorph::test
