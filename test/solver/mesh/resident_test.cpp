// Meshes that stay in a context: the meshes that refine() makes without one, whatever was asked before.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "amorph/kernels/base/error.hpp"
#include "solver/mesh/refine/resident_mesh.hpp"
#include "test/solver/mesh/domains.hpp"
#include "test/support/device.hpp"

namespace amorph::test {
namespace {

using mesh::refine_options;
using mesh::refine_result;
using mesh::resident_mesh;
using mesh::triangulation;

template <class Values> bool equal(const Values& a, const Values& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(a[0])) == 0);
}
bool equal(const triangulation& a, const triangulation& b) {
  return equal(a.points, b.points) && equal(a.corners, b.corners) && equal(a.neighbours, b.neighbours) &&
         equal(a.segments, b.segments) && equal(a.segment_ends, b.segment_ends) &&
         equal(a.segment_marker, b.segment_marker) && equal(a.point_segment, b.point_segment) &&
         equal(a.attributes, b.attributes) && equal(a.region_attribute, b.region_attribute) &&
         equal(a.area_bound, b.area_bound);
}

run_options on(backend where) {
  run_options run;
  run.backend = where;
  run.threads = 2;
  return run;
}

// With attributes, regions and bounds of areas.
triangulation some_mesh(std::size_t points) {
  triangulation m = random_points(points, 3).mesh();
  for (std::size_t v = 0; v != m.points.size(); ++v) m.attributes.push_back(static_cast<double>(v));
  for (std::size_t t = 0; t != m.triangles(); ++t) {
    m.region_attribute.push_back(t % 7 == 0 ? 1 : 0);
    m.area_bound.push_back(t % 3 == 0 ? 1e-4 : 0);
  }
  return m;
}

std::vector<refine_options> requests(const run_options& run) {
  refine_options coarse, fine, small, single, none;
  fine.min_angle = 30;
  small.max_area = 1e-3;
  small.max_points = 100;
  single.precision = mesh::precision::single;
  none.min_angle = 0;
  std::vector<refine_options> all = {coarse, fine, small, single, none};
  for (refine_options& o : all) o.run = run;
  return all;
}

void refines_as_without_a_context(backend where) {
  std::vector<mesh::point> rounded = random_points(600, 3).points;
  mesh::round_to_single(rounded);
  domain d = random_points(600, 3);
  d.points = rounded;
  for (const triangulation& m : {some_mesh(400), d.mesh()}) {
    context kept(on(where));
    const resident_mesh resident(kept, triangulation(m));
    for (unsigned time = 0; time != 2; ++time)
      for (const refine_options& o : requests(kept.run())) {
        if (o.precision == mesh::precision::single && !m.attributes.empty()) continue;  // its points are on no grid
        refine_options alone = o;
        alone.run.context = nullptr;
        const refine_result found = mesh::refine(resident, o), expected = mesh::refine(m, alone);
        EXPECT_TRUE(equal(found.mesh, expected.mesh)) << "time " << time << ", angle " << o.min_angle;
        EXPECT_EQ(found.bad, expected.bad);
        EXPECT_EQ(found.stats.inserted, expected.stats.inserted);
      }
  }
}
TEST(resident_mesh, refines_as_without_a_context) { refines_as_without_a_context(backend::cpu); }
TEST(resident_mesh_cuda, refines_as_without_a_context) {
  AMORPH_NEEDS_DEVICE();
  refines_as_without_a_context(backend::cuda);
}

void asked_by_several_threads(backend where) {
  const triangulation m = some_mesh(300);
  context kept(on(where));
  const resident_mesh resident(kept, triangulation(m));
  refine_options alone;
  alone.run = on(where);
  const refine_result expected = mesh::refine(m, alone);
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (unsigned t = 0; t != 4; ++t)
    threads.emplace_back([&] {
      for (unsigned i = 0; i != 5; ++i)
        if (!equal(mesh::refine(resident, {kept.run()}).mesh, expected.mesh)) ++wrong;
    });
  for (std::thread& t : threads) t.join();
  EXPECT_EQ(wrong, 0);
}
TEST(resident_mesh, asked_by_several_threads) { asked_by_several_threads(backend::cpu); }
TEST(resident_mesh_cuda, asked_by_several_threads) {
  AMORPH_NEEDS_DEVICE();
  asked_by_several_threads(backend::cuda);
}

// The host's arrays are changed behind the context's back: a device reads its copies.
TEST(resident_mesh_cuda, is_uploaded_once) {
  AMORPH_NEEDS_DEVICE();
  context kept(on(backend::cuda));
  const resident_mesh resident(kept, some_mesh(300));
  const refine_result first = mesh::refine(resident, {kept.run()});
  auto& host = const_cast<triangulation&>(resident.view());
  std::fill(host.corners.begin(), host.corners.end(), 0U);
  std::fill(host.neighbours.begin(), host.neighbours.end(), mesh::none);
  EXPECT_TRUE(equal(mesh::refine(resident, {kept.run()}).mesh, first.mesh));
}

TEST(resident_mesh, is_resident_as_long_as_it_lives) {
  context kept(on(backend::cpu));
  std::optional<resident_mesh> resident(std::in_place, kept, some_mesh(50));
  const void* const corners = resident->view().corners.data();
  EXPECT_TRUE(kept.holds(corners));
  resident.reset();
  EXPECT_FALSE(kept.holds(corners));
}

TEST(resident_mesh, refuses) {
  triangulation m = some_mesh(50);
  std::swap(m.corners[0], m.corners[1]);  // clockwise
  context kept(on(backend::cpu));
  EXPECT_THROW((resident_mesh(kept, std::move(m))), error);
  EXPECT_EQ(m.points.size(), 54U);  // it stays  NOLINT(bugprone-use-after-move)
}

}  // namespace
}  // namespace amorph::test
