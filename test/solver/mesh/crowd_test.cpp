// Refinement around a vertex with thousands of triangles: few rounds, and the same mesh on any number of threads.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "solver/mesh/refine/crowd.hpp"
#include "solver/mesh/refine/refine.hpp"
#include "test/solver/mesh/domains.hpp"
#include "test/support/device.hpp"
#include "test/support/sanitized.hpp"

namespace amorph::test {
namespace {

using mesh::point;
using mesh::refining::crowd_sampler;

// Spokes of lengths 1 and 2 in turn, and the edges between their ends.
domain wheel(std::uint32_t spokes) {
  domain d;
  d.points.push_back({0, 0});
  for (std::uint32_t i = 0; i != spokes; ++i) {
    const double angle = 2 * 3.141592653589793 * i / spokes, radius = 1 + i % 2;
    d.points.push_back({radius * std::cos(angle), radius * std::sin(angle)});
    d.segments.insert(d.segments.end(), {0, i + 1, i + 1, (i + 1) % spokes + 1});
  }
  return d;
}
// Points on a line, and one beside it that sees all of them.
domain fan(std::uint32_t blades) {
  domain d;
  for (std::uint32_t i = 0; i <= blades; ++i) d.points.push_back({static_cast<double>(i), 0});
  d.points.push_back({blades / 2.0, static_cast<double>(blades)});
  for (std::uint32_t i = 0; i != blades; ++i) d.segments.insert(d.segments.end(), {i, i + 1});
  d.segments.insert(d.segments.end(), {blades, blades + 1, blades + 1, 0});
  return d;
}

mesh::refine_result refined(const domain& d, double angle, const run_options& run) {
  mesh::refine_options options;
  options.min_angle = angle;
  options.run = run;
  return mesh::refine(d.mesh(), options);
}
run_options on_threads(unsigned threads) {
  run_options run;
  run.backend = backend::cpu;
  run.threads = threads;
  return run;
}
void expect_same(const mesh::refine_result& a, const mesh::refine_result& b) {
  EXPECT_EQ(a.stats.rounds, b.stats.rounds);
  EXPECT_TRUE(std::equal(a.mesh.corners.begin(), a.mesh.corners.end(), b.mesh.corners.begin(), b.mesh.corners.end()));
}

TEST(crowd, a_wheel_takes_few_rounds) {
  const std::uint32_t spokes = sanitized ? 600 : 3000;
  const domain d = wheel(spokes);
  for (const double angle : {20.0, 32.0}) {
    const mesh::refine_result r = refined(d, angle, on_threads(1));
    EXPECT_LT(r.stats.rounds, sanitized ? 600U : 900U);  // one for each spoke or more, if one candidate ran in a round
    expect_same(r, refined(d, angle, on_threads(4)));
  }
}
TEST(crowd, a_fan_is_the_same_on_any_number_of_threads) {
  const domain d = fan(sanitized ? 500 : 4000);
  expect_same(refined(d, 20, on_threads(1)), refined(d, 20, on_threads(3)));
}
TEST(crowd_cuda, wheels_and_fans) {
  AMORPH_NEEDS_DEVICE();
  run_options run;
  run.backend = backend::cuda;
  for (const domain& d : {wheel(3000), fan(4000)}) expect_same(refined(d, 20, on_threads(1)), refined(d, 20, run));
}

TEST(crowd, samples_grow_while_they_win) {
  crowd_sampler s;
  EXPECT_FALSE(s.wants_count(7, 100));  // some lead
  for (const std::uint32_t size : {16U, 64U, 256U, 1000U, 1000U}) {
    EXPECT_TRUE(s.wants_count(1, 2000));
    EXPECT_EQ(s.sample_of(1000, 1), size);
    s.learn(size / 3);
  }
  for (const int rounds : {1, 2, 4}) {  // and wait while they do not
    EXPECT_TRUE(s.wants_count(1, 2000));
    EXPECT_NE(s.sample_of(1000, 1), 0U);
    s.learn(1);
    for (int i = 0; i != rounds; ++i) EXPECT_FALSE(s.wants_count(1, 2000));
  }
  EXPECT_TRUE(s.wants_count(1, 2000));
  EXPECT_EQ(s.sample_of(1000, 1), 16U);
  s.learn(16);
  EXPECT_TRUE(s.wants_count(90, 2000));
  EXPECT_EQ(s.sample_of(1000, 90), 0U);  // nobody crowds
  EXPECT_FALSE(s.wants_count(1, 2000));
}

}  // namespace
}  // namespace amorph::test
