// Refinement: invariants of its result on any input, and that it is backend-independent.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <random>
#include <set>

#include "solver/mesh/geometry/geometry.hpp"
#include "solver/mesh/refine/refine.hpp"
#include "test/solver/mesh/domains.hpp"
#include "test/support/device.hpp"
#include "test/support/sanitized.hpp"

namespace amorph::test {
namespace {

using mesh::none;
using mesh::point;
using mesh::refine_options;
using mesh::refine_result;
using mesh::triangulation;

unsigned after(unsigned e) { return e == 2 ? 0 : e + 1; }

double area_of(const triangulation& m, std::size_t t) {
  const point a = m.points[m.corners[3 * t]], b = m.points[m.corners[3 * t + 1]], c = m.points[m.corners[3 * t + 2]];
  return ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)) / 2;
}
double whole_area(const triangulation& m) {
  double sum = 0;
  for (std::size_t t = 0; t != m.triangles(); ++t) sum += area_of(m, t);
  return sum;
}
double least_angle(const triangulation& m, std::size_t t) {
  double least = 180;
  for (unsigned i = 0; i != 3; ++i) {
    const point p = m.points[m.corners[3 * t + i]], q = m.points[m.corners[3 * t + after(i)]],
                r = m.points[m.corners[3 * t + after(after(i))]];
    const double cross = (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x),
                 dot = (q.x - p.x) * (r.x - p.x) + (q.y - p.y) * (r.y - p.y);
    least = std::min(least, std::atan2(cross, dot) * 180 / 3.14159265358979323846);
  }
  return least;
}

// Invariants of every triangulation: orientation, neighbours, constrained Delaunay. Returns the first fault, or
// nothing.
std::string fault(const triangulation& m, bool all_used = true) {
  std::vector<char> used(m.points.size(), 0);
  for (std::size_t t = 0; t != m.triangles(); ++t) {
    const std::uint32_t* c = &m.corners[3 * t];
    const std::string name = "triangle " + std::to_string(t);
    for (unsigned e = 0; e != 3; ++e) {
      if (c[e] >= m.points.size()) return name + ": no such point";
      used[c[e]] = 1;
    }
    if (mesh::orientation(m.points[c[0]], m.points[c[1]], m.points[c[2]]) <= 0) return name + ": not counter-clockwise";
    for (unsigned e = 0; e != 3; ++e) {
      const std::uint32_t n = m.neighbours[3 * t + e], s = m.segments[3 * t + e];
      if (n == none) {
        if (s == none) return name + ": a boundary without a segment";
        continue;
      }
      if (n >= m.triangles()) return name + ": no such neighbour";
      const std::size_t base = 3 * std::size_t{n};
      unsigned j = 0;
      while (j != 3 &&
             !(m.corners[base + after(j)] == c[after(after(e))] && m.corners[base + after(after(j))] == c[after(e)]))
        ++j;
      if (j == 3 || m.neighbours[base + j] != t || m.segments[base + j] != s) return name + ": neighbours differ";
      if (s == none &&
          mesh::in_circle(m.points[c[0]], m.points[c[1]], m.points[c[2]], m.points[m.corners[base + j]]) > 0)
        return name + ": not Delaunay";
    }
  }
  for (std::size_t v = 0; v != m.points.size(); ++v)
    if (all_used && used[v] == 0) return "point " + std::to_string(v) + ": in no triangle";
  return "";
}

// The subsegments of each input segment form a chain between its ends.
std::string segment_fault(const triangulation& m) {
  std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> pieces(m.segment_marker.size());
  for (std::size_t t = 0; t != m.triangles(); ++t)
    for (unsigned e = 0; e != 3; ++e)
      if (m.segments[3 * t + e] != none && (m.neighbours[3 * t + e] == none || m.neighbours[3 * t + e] > t))
        pieces[m.segments[3 * t + e]].push_back({m.corners[3 * t + after(e)], m.corners[3 * t + after(after(e))]});
  for (std::size_t s = 0; s != pieces.size(); ++s) {
    std::map<std::uint32_t, int> degree;
    const point a = m.points[m.segment_ends[2 * s]], b = m.points[m.segment_ends[2 * s + 1]];
    const double length = std::hypot(b.x - a.x, b.y - a.y);
    double sum = 0;
    for (const auto& [u, v] : pieces[s]) {
      ++degree[u];
      ++degree[v];
      sum += std::hypot(m.points[u].x - m.points[v].x, m.points[u].y - m.points[v].y);
    }
    if (std::fabs(sum - length) > 1e-9 * length) return "segment " + std::to_string(s) + ": pieces do not add up";
    for (const auto& [v, d] : degree)
      if ((d == 1) != (v == m.segment_ends[2 * s] || v == m.segment_ends[2 * s + 1]))
        return "segment " + std::to_string(s) + ": not a chain";
  }
  return "";
}

// Whether a corner sees the opposite segment at more than `from` degrees; 90 is decided exactly.
bool encroaches(const triangulation& m, std::size_t t, double from) {
  const std::uint32_t* c = &m.corners[3 * t];
  for (unsigned e = 0; e != 3; ++e) {
    const point a = m.points[c[after(e)]], b = m.points[c[after(after(e))]], p = m.points[c[e]];
    if (m.segments[3 * t + e] == none || mesh::in_diametral_circle(a, b, p) <= 0) continue;
    const double cross = (a.x - p.x) * (b.y - p.y) - (a.y - p.y) * (b.x - p.x);
    const double dot = (a.x - p.x) * (b.x - p.x) + (a.y - p.y) * (b.y - p.y);
    if (from == 90 || std::atan2(std::fabs(cross), dot) * 180 / 3.14159265358979323846 > from + 1e-9) return true;
  }
  return false;
}
// The number of triangles whose corner encroaches upon the opposite segment.
std::size_t encroached(const triangulation& m, const refine_options& options) {
  std::size_t count = 0;
  for (std::size_t t = 0; t != m.triangles(); ++t) count += encroaches(m, t, mesh::encroachment_angle(options)) ? 1 : 0;
  return count;
}

void check_refined(const triangulation& before, const refine_result& r, const refine_options& options) {
  const triangulation& m = r.mesh;
  ASSERT_EQ(fault(m), "");
  ASSERT_EQ(segment_fault(m), "");
  ASSERT_GE(m.points.size(), before.points.size());
  ASSERT_EQ(std::memcmp(m.points.data(), before.points.data(), before.points.size() * sizeof(point)), 0);
  ASSERT_NEAR(whole_area(m), whole_area(before), 1e-9 * whole_area(before));
  ASSERT_EQ(r.stats.inserted, m.points.size() - before.points.size());
  ASSERT_EQ(r.why.size(), r.bad.size());
  ASSERT_EQ(r.left.input_angle + r.left.precision + r.left.point_limit + r.left.kept_segment, r.bad.size());
  if (r.stats.inserted != options.max_points) {
    ASSERT_EQ(r.left.point_limit, 0u);
  }
  if (options.split_boundary && options.split_inside) {
    ASSERT_EQ(r.left.kept_segment, 0u);
  }
  for (const point p : m.points) ASSERT_TRUE(mesh::fits(p.x) && mesh::fits(p.y));
  std::set<std::uint32_t> bad(r.bad.begin(), r.bad.end());
  const bool all_split = options.split_boundary && options.split_inside && r.stats.inserted != options.max_points;
  for (std::size_t t = 0; t != m.triangles(); ++t) {
    if (all_split && encroaches(m, t, mesh::encroachment_angle(options))) {
      ASSERT_EQ(bad.count(static_cast<std::uint32_t>(t)), 1u);
    }
    if (bad.count(static_cast<std::uint32_t>(t)) != 0) continue;
    ASSERT_GE(least_angle(m, t), options.min_angle * (1 - 1e-9));
    double most = options.max_area > 0 ? options.max_area : 1e300;
    if (!m.area_bound.empty() && m.area_bound[t] > 0) most = std::min(most, m.area_bound[t]);
    ASSERT_LE(area_of(m, t), most * (1 + 1e-12));
  }
}

// The triangles below the bound whose shortest edge does not connect two segments that meet.
std::size_t bad_elsewhere(const triangulation& m, double bound) {
  auto on = [&](std::uint32_t v, std::size_t s) {
    return m.point_segment[v] == s || m.segment_ends[2 * s] == v || m.segment_ends[2 * s + 1] == v;
  };
  std::size_t count = 0;
  for (std::size_t t = 0; t != m.triangles(); ++t) {
    if (least_angle(m, t) >= bound * (1 - 1e-9)) continue;
    double shortest = 1e300;
    std::uint32_t u = 0, v = 0;
    for (unsigned e = 0; e != 3; ++e) {
      const std::uint32_t a = m.corners[3 * t + e], b = m.corners[3 * t + after(e)];
      const double length = std::hypot(m.points[a].x - m.points[b].x, m.points[a].y - m.points[b].y);
      if (length < shortest) {
        shortest = length;
        u = a;
        v = b;
      }
    }
    bool meets = false;
    const std::size_t n = m.segment_marker.size();
    for (std::size_t s = 0; s != n && !meets; ++s)
      for (std::size_t r = 0; r != n && !meets && on(u, s); ++r)
        meets = r != s && on(v, r) &&
                (m.segment_ends[2 * s] == m.segment_ends[2 * r] || m.segment_ends[2 * s] == m.segment_ends[2 * r + 1] ||
                 m.segment_ends[2 * s + 1] == m.segment_ends[2 * r] ||
                 m.segment_ends[2 * s + 1] == m.segment_ends[2 * r + 1]);
    count += meets ? 0 : 1;
  }
  return count;
}

double bad_angle_count(const triangulation& m, double bound) {
  std::size_t count = 0;
  for (std::size_t t = 0; t != m.triangles(); ++t) count += least_angle(m, t) < bound * (1 - 1e-9) ? 1 : 0;
  return static_cast<double>(count);
}

bool same(const refine_result& a, const refine_result& b) {
  auto bytes = [](const auto& x, const auto& y) {
    return x.size() == y.size() && (x.empty() || std::memcmp(x.data(), y.data(), x.size() * sizeof(x[0])) == 0);
  };
  return bytes(a.mesh.points, b.mesh.points) && bytes(a.mesh.corners, b.mesh.corners) &&
         bytes(a.mesh.neighbours, b.mesh.neighbours) && bytes(a.mesh.segments, b.mesh.segments) &&
         bytes(a.mesh.point_segment, b.mesh.point_segment) && bytes(a.mesh.attributes, b.mesh.attributes) &&
         bytes(a.mesh.region_attribute, b.mesh.region_attribute) && bytes(a.mesh.area_bound, b.mesh.area_bound) &&
         bytes(a.bad, b.bad) && bytes(a.why, b.why);
}

refine_options on_cpu(double angle, unsigned threads = 1) {
  refine_options options;
  options.min_angle = angle;
  options.run.backend = backend::cpu;
  options.run.threads = threads;
  return options;
}

// Domains whose angles are all 60 degrees or more: no bad triangle remains.
TEST(refine, leaves_no_bad_triangle) {
  for (const domain& d : wide_domains())
    for (const double angle : {20.0, 30.0}) {
      SCOPED_TRACE(d.name + ", " + std::to_string(angle));
      const refine_options options = on_cpu(angle);
      const triangulation before = d.mesh();
      const refine_result r = mesh::refine(before, options);
      check_refined(before, r, options);
      if (HasFatalFailure()) return;
      EXPECT_EQ(bad_angle_count(r.mesh, angle), 0);
      EXPECT_TRUE(r.bad.empty());
      EXPECT_EQ(r.stats.unrefinable, 0u);
      EXPECT_EQ(encroached(r.mesh, options), 0u);
    }
}

const std::vector<mesh::strategy> by_chance = {
    mesh::strategy::three_phase,         mesh::strategy::three_phase_launches, mesh::strategy::atomic,
    mesh::strategy::two_stage,           mesh::strategy::two_stage_shared,     mesh::strategy::two_stage_children,
    mesh::strategy::three_phase_adaptive};

// Racing strategies: the invariants of every mesh.
void verify_racing(backend where, unsigned threads) {
  for (const mesh::strategy s : by_chance) {
    for (const auto& list : {wide_domains(), sharp_domains()})
      for (const domain& d : list) {
        SCOPED_TRACE(d.name + ", " + std::string(mesh::to_string(s)));
        refine_options options = on_cpu(25, threads);
        options.run.backend = where;
        options.strategy = s;
        options.max_points = 200000;
        const triangulation before = d.mesh();
        const refine_result r = mesh::refine(before, options);
        check_refined(before, r, options);
        if (testing::Test::HasFatalFailure()) return;
        const bool no_children = where == backend::cpu && s == mesh::strategy::two_stage_children;
        EXPECT_EQ(r.stats.strategy, mesh::to_string(no_children ? mesh::strategy::two_stage_shared : s));
        EXPECT_LT(r.stats.inserted, options.max_points);
        EXPECT_EQ(bad_elsewhere(r.mesh, 25), 0u);
      }
    const triangulation before = random_points(3000, 5).mesh();
    for (const std::uint64_t most : {0u, 1u, 2000u}) {
      refine_options options = on_cpu(30, threads);
      options.run.backend = where;
      options.strategy = s;
      options.max_points = most;
      const refine_result r = mesh::refine(before, options);
      check_refined(before, r, options);
      EXPECT_EQ(r.stats.inserted, most);
    }
  }
}
TEST(refine, racing_strategies) {
  if (!races_are_watched) verify_racing(backend::cpu, 1);
  verify_racing(backend::cpu, 4);
}

// With small input angles refinement terminates, and bad triangles lie in such corners.
TEST(refine, ends_at_small_angles) {
  for (const domain& d : sharp_domains())
    for (const double angle : {20.0, 28.0}) {
      SCOPED_TRACE(d.name + ", " + std::to_string(angle));
      refine_options options = on_cpu(angle);
      options.max_points = 200000;
      const triangulation before = d.mesh();
      const refine_result r = mesh::refine(before, options);
      check_refined(before, r, options);
      if (HasFatalFailure()) return;
      EXPECT_LT(r.stats.inserted, options.max_points);
      EXPECT_EQ(bad_elsewhere(r.mesh, angle), 0u);
      EXPECT_EQ(r.left.input_angle, r.bad.size());
      EXPECT_EQ(encroached(r.mesh, options), 0u);
    }
}

// Each cause for a triangle to be left is reported.
TEST(refine, tells_why_triangles_are_left) {
  domain near = random_points(0, 1);  // two points a unit in the last place apart, in a square
  near.points.push_back({0.5, 0.5});
  near.points.push_back({0.5000000000000001, 0.5});
  const refine_result tiny = mesh::refine(near.mesh(), on_cpu(30));
  check_refined(near.mesh(), tiny, on_cpu(30));
  EXPECT_GT(tiny.left.precision, 0u);
  EXPECT_EQ(tiny.left.precision, tiny.bad.size());
  EXPECT_LT(tiny.mesh.triangles(), 2000u);
  for (const std::uint32_t t : tiny.bad)  // no needles from there to the border
    for (unsigned e = 0; e != 3; ++e) {
      const point a = tiny.mesh.points[tiny.mesh.corners[3 * t + e]],
                  b = tiny.mesh.points[tiny.mesh.corners[3 * t + after(e)]];
      EXPECT_LE(std::hypot(a.x - b.x, a.y - b.y), 4 * 0x1p-46);
    }

  const triangulation sharp = sharp_domains()[1].mesh();  // a needle
  refine_options options = on_cpu(20);
  options.max_points = 2;
  const refine_result capped = mesh::refine(sharp, options);
  check_refined(sharp, capped, options);
  EXPECT_GT(capped.left.point_limit, 0u);
  options = on_cpu(20);
  options.split_boundary = options.split_inside = false;
  const refine_result kept = mesh::refine(sharp, options);
  check_refined(sharp, kept, options);
  EXPECT_GT(kept.left.kept_segment, 0u);
  EXPECT_EQ(kept.left.kept_segment, kept.bad.size());
  for (const mesh::cause why : kept.why) EXPECT_EQ(mesh::to_string(why), "kept-segment");
}

// A corner inside a circle that floating-point arithmetic places on it, or outside.
TEST(refine, finds_encroachment_exactly) {
  std::mt19937_64 random(3);
  auto unit = [&] { return static_cast<double>(random() >> 11) * 0x1p-53; };
  int found = 0;
  for (int i = 0; i != 100000 && found != 20; ++i) {
    const double turn = 0.3 + 2 * unit(), x = unit(), y = unit();
    const point a = {x, y}, b = {x + 1, y}, p = {x + 0.5 + 0.5 * std::cos(turn), y + 0.5 * std::sin(turn)};
    if ((a.x - p.x) * (b.x - p.x) + (a.y - p.y) * (b.y - p.y) < 0 || mesh::in_diametral_circle(a, b, p) <= 0) continue;
    ++found;
    domain d;
    d.points = {a, b, p};
    d.segments = {0, 1, 1, 2, 2, 0};
    refine_options options = on_cpu(0);
    options.conforming = true;
    const refine_result r = mesh::refine(d.mesh(), options);
    check_refined(d.mesh(), r, options);
    EXPECT_GT(r.stats.inserted, 0u);
    EXPECT_EQ(encroached(r.mesh, options), 0u);
  }
  EXPECT_EQ(found, 20);
}

// The triangle that contains the centroid of another mesh's triangle t.
std::size_t holder(const triangulation& m, const triangulation& of, std::size_t t) {
  const point a = of.points[of.corners[3 * t]], b = of.points[of.corners[3 * t + 1]],
              c = of.points[of.corners[3 * t + 2]];
  const point p = {(a.x + b.x + c.x) * (1.0 / 3), (a.y + b.y + c.y) * (1.0 / 3)};
  for (std::size_t i = 0; i != m.triangles(); ++i) {
    bool inside = true;
    for (unsigned e = 0; e != 3; ++e)
      inside =
          inside && mesh::orientation(m.points[m.corners[3 * i + e]], m.points[m.corners[3 * i + after(e)]], p) >= 0;
    if (inside) return i;
  }
  return m.triangles();
}

// Attributes stay in their triangles though no segment separates them; area bounds too.
void check_positions(refine_options options) {
  triangulation before = random_points(60, 11).mesh();
  for (std::size_t t = 0; t != before.triangles(); ++t) {
    const double x = before.points[before.corners[3 * t]].x;
    before.region_attribute.push_back(x < 0.3 ? 1 : x < 0.6 ? 2 : 7);
    before.area_bound.push_back(t % 8 == 0 ? 1e-4 : t % 8 == 1 ? 0.01 : 0);
  }
  for (const double angle : {0.0, 28.0}) {
    options.min_angle = angle;
    const refine_result r = mesh::refine(before, options);
    check_refined(before, r, options);
    if (testing::Test::HasFatalFailure()) return;
    ASSERT_EQ(r.mesh.region_attribute.size(), r.mesh.triangles());
    std::size_t small = 0;
    for (std::size_t t = 0; t != r.mesh.triangles(); ++t) {
      const std::size_t in = holder(before, r.mesh, t);
      ASSERT_LT(in, before.triangles());
      ASSERT_EQ(r.mesh.region_attribute[t], before.region_attribute[in]);
      ASSERT_EQ(r.mesh.area_bound[t], before.area_bound[in]);
      small += before.area_bound[in] == 0 && area_of(r.mesh, t) < 1e-4 ? 1 : 0;
    }
    EXPECT_GT(r.mesh.segment_marker.size(), before.segment_marker.size());
    for (std::size_t s = before.segment_marker.size(); s != r.mesh.segment_marker.size(); ++s)
      EXPECT_EQ(r.mesh.segment_marker[s], 0);
    EXPECT_LT(small, r.mesh.triangles() / 2);  // small triangles are few where no bound asks for them
  }
}
TEST(refine, attributes_and_bounds_stay_in_their_places) {
  for (const unsigned threads : {1u, 3u}) check_positions(on_cpu(0, threads));
  refine_options options = on_cpu(0, 3);
  options.strategy = mesh::strategy::two_stage_shared;
  check_positions(options);
}

// At the ends of the range of coordinates; new ones are 0 or within it as well.
TEST(refine, the_range_of_coordinates) {
  for (const double scale : {1e-19, 1e59}) {
    SCOPED_TRACE(scale);
    domain d = circle(60);
    for (int i = 0; i != 40; ++i) d.points.push_back({0.02 * (i - 20) + 0.013, 0.017 * (i % 7 - 3)});
    for (point& p : d.points) p = {p.x * scale, p.y * scale};
    for (const double low : {1e-35, -3e-35, 0.0}) d.points.push_back({low, 0.4 * scale + low});
    for (const bool off_centres : {true, false}) {
      refine_options options = on_cpu(25);
      options.off_centres = off_centres;
      const refine_result r = mesh::refine(d.mesh(), options);
      check_refined(d.mesh(), r, options);
      if (HasFatalFailure()) return;
      EXPECT_GT(r.stats.inserted, 0u);
    }
  }
}

// Capacity is reserved ahead only if there is memory for it.
TEST(refine, in_little_memory) {
  const triangulation before = random_points(40000, 6).mesh();
  const refine_result r = mesh::refine(before, on_cpu(4));
  refine_options options = on_cpu(4);
  options.run.memory_limit = r.stats.peak_bytes * 7 / 10;
  EXPECT_TRUE(same(r, mesh::refine(before, options)));
  options.run.memory_limit = 1 << 20;
  try {
    (void)mesh::refine(before, options);
    FAIL() << "exceeded its memory limit";
  } catch (const error& e) {
    EXPECT_EQ(e.code(), status::out_of_memory);
  }
}

// The answer counts, too. Without it, the last rounds would need the most: 92.5 bytes per triangle here.
TEST(refine, the_answer_counts_as_memory) {
  domain d;
  d.points = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  d.segments = {0, 1, 1, 2, 2, 3, 3, 0};
  refine_options options = on_cpu(25);
  options.max_area = 8e-6;
  const refine_result r = mesh::refine(d.mesh(), options);
  EXPECT_GT(r.stats.peak_bytes, 95 * r.mesh.triangles());
  EXPECT_LT(r.stats.peak_bytes, 110 * r.mesh.triangles());
}

TEST(refine, the_same_on_any_number_of_threads) {
  for (const auto& list : {wide_domains(), sharp_domains()})
    for (const domain& d : list) {
      SCOPED_TRACE(d.name);
      const triangulation before = d.mesh();
      const refine_result one = mesh::refine(before, on_cpu(28, 1));
      for (const unsigned threads : {2u, 4u}) EXPECT_TRUE(same(one, mesh::refine(before, on_cpu(28, threads))));
    }
}

// Above 30 degrees, with far parts of the worklist that are scanned again and again.
TEST(refine, by_window) {
  const triangulation before = random_points(8000, 5).mesh();
  for (const double angle : {32.0, 34.0}) {
    const refine_options options = on_cpu(angle);
    const refine_result one = mesh::refine(before, options);
    check_refined(before, one, options);
    EXPECT_EQ(bad_angle_count(one.mesh, angle), 0);
    EXPECT_LT(one.mesh.points.size(), 8000 * (angle == 32 ? 3.6 : 4.8));
    for (const unsigned threads : {2u, 5u}) EXPECT_TRUE(same(one, mesh::refine(before, on_cpu(angle, threads))));
  }
  refine_options limited = on_cpu(34);
  limited.max_points = 10000;
  EXPECT_EQ(mesh::refine(before, limited).stats.inserted, 10000u);
}

// Triangle 1.6 makes 36 vertices. A single order of refinement made 72, and on other small domains six times as many.
TEST(refine, small_meshes_in_several_orders) {
  domain d{"star", {{20, 0}, {14, 14}, {0, 9}, {-6, 6}, {-20, 0}, {-1, -1}, {0, -20}, {1, -1}}, {}, {}};
  for (std::uint32_t i = 0; i != 8; ++i) d.segments.insert(d.segments.end(), {i, (i + 1) % 8});
  const triangulation before = d.mesh();
  const refine_options options = on_cpu(34);
  const refine_result r = mesh::refine(before, options);
  check_refined(before, r, options);
  EXPECT_LE(r.mesh.points.size(), 41u);
}

// What orders differ in: shells only next to segments (Triangle makes 15 vertices, orders without that 18); a first
// split on a shell, where both ends of a segment are at small angles (11, 14); urgency by the whole mesh, and in large
// steps (88, 108).
TEST(refine, small_meshes_in_other_orders) {
  domain hull{"six points",
              {{0.15147567518991, -5.144230291488},
               {0.10442, -5.06098},
               {0.1228735248885, -5.12897066233},
               {0.1322969035965, -5.141286788425},
               {0.115882234089, -5.115648852375},
               {0.13262891777369, -5.119598039304}},
              {},
              {},
              true};
  domain hourglass{
      "hourglass", {{7, 18}, {7, 15}, {5, 15}, {7, 13}, {17, 17}}, {0, 1, 1, 2, 2, 3, 3, 1, 1, 4, 4, 0}, {}, true};
  domain lines{"two lines", {{0, 0}, {1, 0}, {1, 1}, {0, 1}}, {}, {}, true};
  for (const double x : {0.01, 0.03, 0.06, 0.12, 0.24, 0.5, 0.96, 0.001, 0.02, 0.4, 0.8})
    lines.points.push_back({x, x});
  for (const double x : {0.9, 0.8, 0.6, 0.3, 0.1}) lines.points.push_back({x, 1 - x});
  const struct {
    const domain& of;
    double angle;
    std::size_t most;
  } cases[] = {{hull, 30, 15}, {hourglass, 20, 11}, {lines, 30, 88}};
  for (const auto& [of, angle, most] : cases) {
    SCOPED_TRACE(of.name);
    const triangulation before = of.mesh();
    const refine_options options = on_cpu(angle);
    const refine_result r = mesh::refine(before, options);
    check_refined(before, r, options);
    EXPECT_LE(r.mesh.points.size(), most);
  }
}

TEST(refine, without_one_of_its_parts) {
  for (const mesh::strategy s : {mesh::strategy::topology, mesh::strategy::unordered, mesh::strategy::unfiltered})
    for (const domain& d : wide_domains()) {
      SCOPED_TRACE(d.name + ", " + std::string(mesh::to_string(s)));
      refine_options options = on_cpu(28);
      options.strategy = s;
      const triangulation before = d.mesh();
      const refine_result r = mesh::refine(before, options);
      check_refined(before, r, options);
      if (HasFatalFailure()) return;
      EXPECT_EQ(bad_angle_count(r.mesh, 28), 0);
      options.run.threads = 3;
      EXPECT_TRUE(same(r, mesh::refine(before, options)));
    }
}

// Triangle 1.6 makes 690,460 vertices of 250,000 random points at 30 degrees, 775,814 triangles at 20.
TEST(refine_release, few_points) {
  const triangulation before = random_points(250000, 3).mesh();
  EXPECT_LT(static_cast<double>(mesh::refine(before, on_cpu(30)).mesh.points.size()), 1.02 * 690460);
  EXPECT_LT(static_cast<double>(mesh::refine(before, on_cpu(20)).mesh.triangles()), 1.02 * 775814);
}

TEST(refine, areas) {
  const triangulation square = random_points(0, 1).mesh();
  refine_options options = on_cpu(0);
  options.max_area = 1e-4;
  const refine_result r = mesh::refine(square, options);
  check_refined(square, r, options);
  EXPECT_GT(r.mesh.triangles(), 10000u);
  EXPECT_LT(r.mesh.triangles(), 40000u);
  EXPECT_TRUE(r.bad.empty());

  triangulation bounded = random_points(10, 1).mesh();
  bounded.area_bound.assign(bounded.triangles(), 0);
  bounded.region_attribute.assign(bounded.triangles(), 7);
  bounded.area_bound[3] = 1e-4;
  const refine_result s = mesh::refine(bounded, on_cpu(25));
  check_refined(bounded, s, on_cpu(25));
  EXPECT_TRUE(s.bad.empty());
  EXPECT_EQ(s.mesh.region_attribute, std::vector<double>(s.mesh.triangles(), 7));
}

TEST(refine, at_most_so_many_points) {
  const triangulation before = random_points(3000, 5).mesh();
  for (const std::uint64_t most : {0u, 1u, 17u, 2000u}) {
    refine_options options = on_cpu(30);
    options.max_points = most;
    const refine_result r = mesh::refine(before, options);
    check_refined(before, r, options);
    EXPECT_EQ(r.stats.inserted, most);
    EXPECT_FALSE(r.bad.empty());
  }
}

TEST(refine, segments_that_must_not_be_split) {
  for (const domain& d : wide_domains()) {
    SCOPED_TRACE(d.name);
    const triangulation before = d.mesh();
    refine_options options = on_cpu(25);
    options.split_boundary = false;
    const refine_result outer = mesh::refine(before, options);
    check_refined(before, outer, options);
    options.split_inside = false;
    const refine_result none_split = mesh::refine(before, options);
    check_refined(before, none_split, options);
    EXPECT_EQ(none_split.stats.on_segments, 0u);
    auto boundary = [](const triangulation& m) { return std::count(m.neighbours.begin(), m.neighbours.end(), none); };
    EXPECT_EQ(boundary(outer.mesh), boundary(before));
  }
}

TEST(refine, attributes_are_carried_along) {  // linear ones stay linear
  triangulation before = random_points(500, 9).mesh();
  for (const point p : before.points) {
    before.attributes.push_back(3 * p.x - 2 * p.y + 1);
    before.attributes.push_back(p.y);
  }
  const refine_result r = mesh::refine(before, on_cpu(30));
  check_refined(before, r, on_cpu(30));
  ASSERT_EQ(r.mesh.attributes.size(), 2 * r.mesh.points.size());
  for (std::size_t i = 0; i != r.mesh.points.size(); ++i) {
    const point p = r.mesh.points[i];
    ASSERT_NEAR(r.mesh.attributes[2 * i], 3 * p.x - 2 * p.y + 1, 1e-9);
    ASSERT_NEAR(r.mesh.attributes[2 * i + 1], p.y, 1e-9);
  }
}

TEST(refine, attributes_stay_in_their_range) {
  for (std::uint64_t seed = 0; seed != 4; ++seed) {
    triangulation before = nearly_equal_points(seed).mesh();
    for (std::size_t v = 0; v != before.points.size(); ++v) before.attributes.push_back(static_cast<double>(v % 7));
    const refine_result r = mesh::refine(before, on_cpu(33));
    for (std::size_t v = 0; v != r.mesh.points.size(); ++v) {
      ASSERT_GE(r.mesh.attributes[v], 0) << "seed " << seed << ", vertex " << v;
      ASSERT_LE(r.mesh.attributes[v], 6) << "seed " << seed << ", vertex " << v;
    }
  }
}

TEST(refine, cavities_of_thousands) {
  const domain d = circle(5000);
  const triangulation before = d.mesh();
  const refine_result r = mesh::refine(before, on_cpu(25));
  check_refined(before, r, on_cpu(25));
  EXPECT_EQ(bad_angle_count(r.mesh, 25), 0);
}

TEST(refine, refuses) {
  auto refused = [](triangulation m, const refine_options& options = on_cpu(20)) {
    try {
      (void)mesh::refine(std::move(m), options);
    } catch (const error& e) {
      EXPECT_EQ(e.code(), status::bad_input);
      return std::string(e.what());
    }
    return std::string("not refused");
  };
  const triangulation good = random_points(20, 1).mesh();
  triangulation m = good;
  std::swap(m.corners[0], m.corners[1]);
  EXPECT_NE(refused(m).find("triangle 0 is not counter-clockwise"), std::string::npos);
  m = good;
  m.corners[5] = 1000;
  EXPECT_NE(refused(m).find("triangle 1 has corner 1000 of 24"), std::string::npos);
  m = good;
  m.neighbours[0] = m.neighbours[0] == none ? 3 : none;
  EXPECT_NE(refused(m).find("do not agree on an edge"), std::string::npos);
  m = good;
  m.points[2].x = 1e-200;
  EXPECT_NE(refused(m).find("point 2 has a coordinate"), std::string::npos);
  m = good;
  m.segments.pop_back();
  EXPECT_NE(refused(m).find("segments of edges"), std::string::npos);
  EXPECT_NE(refused(good, on_cpu(61)).find("expected an angle"), std::string::npos);
  EXPECT_EQ(refused(good), "not refused");
}

// Strips a million units from the origin and 1e-7 thick in places: a few units in the last place, so that points inside
// segments are rounded past nearby corners. Refinement continues to its limit; the mesh stays valid.
TEST(refine, to_the_end_of_precision) {
  for (const std::uint64_t seed : {9u, 39u, 75u, 123u}) {
    std::mt19937_64 random(seed);
    domain d;
    d.name = "strip " + std::to_string(seed);
    const std::size_t n = 3 + random() % 60;
    for (std::size_t i = 0; i != n; ++i) {
      const double x = 1e6 + static_cast<double>(random() % 1000) * 1e-3,
                   step = static_cast<double>(random() % 3) * 0.1;
      d.points.push_back({x, step + static_cast<double>(random() % 5) * 1e-7});
    }
    for (std::size_t i = random() % 12; i != 0; --i)
      for (int end = 0; end != 2; ++end) d.segments.push_back(static_cast<std::uint32_t>(random() % n));
    d.hull = true;
    for (const mesh::strategy s : {mesh::strategy::priority, mesh::strategy::unordered, mesh::strategy::atomic}) {
      SCOPED_TRACE(d.name + ", " + std::string(mesh::to_string(s)));
      refine_options options = on_cpu(30);
      options.strategy = s;
      options.max_points = 8000;
      ASSERT_EQ(fault(mesh::refine(d.mesh(), options).mesh, false), "");
    }
  }
}

TEST(refine, stops_when_asked) {
  std::atomic<bool> stop{false};
  refine_options options = on_cpu(30);
  options.run.stop = &stop;
  std::uint64_t rounds = 0;
  options.run.progress = [&](const progress& made) {
    rounds = static_cast<const mesh::refine_progress*>(made.detail)->rounds;
    stop = rounds == 3;
  };
  try {
    (void)mesh::refine(random_points(5000, 2).mesh(), options);
    FAIL() << "did not stop";
  } catch (const error& e) {
    EXPECT_EQ(e.code(), status::interrupted);
  }
  EXPECT_EQ(rounds, 3u);
}

// Domains on the grid of single precision; those that do not fit are left out.
std::vector<domain> single_domains() {
  std::vector<domain> all;
  for (domain& d : wide_domains()) try {
      mesh::round_to_single(d.points);
      all.push_back(std::move(d));
    } catch (const error& e) {
      EXPECT_EQ(d.name, "points that are almost the same");
      EXPECT_NE(std::string(e.what()).find("would coincide"), std::string::npos);
    }
  return all;
}
TEST(refine, single_precision) {
  const std::vector<domain> all = single_domains();
  EXPECT_EQ(all.size() + 1, wide_domains().size());
  for (const domain& d : all) {
    SCOPED_TRACE(d.name);
    refine_options options = on_cpu(28);
    options.precision = mesh::precision::single;
    const triangulation before = d.mesh();
    const refine_result r = mesh::refine(before, options);
    check_refined(before, r, options);
    if (HasFatalFailure()) return;
    EXPECT_EQ(bad_angle_count(r.mesh, 28), 0);
    options.run.threads = 3;
    EXPECT_TRUE(same(r, mesh::refine(before, options)));
  }
  refine_options options = on_cpu(0);
  options.precision = mesh::precision::single;
  domain d = all[0];
  for (point& p : d.points) p = {p.x * 1e6, p.y * 1e6};
  mesh::round_to_single(d.points);
  options.max_area = 1e8;
  const refine_result r = mesh::refine(d.mesh(), options);
  check_refined(d.mesh(), r, options);
  EXPECT_GT(r.mesh.triangles(), 10000u);
  EXPECT_LT(r.mesh.triangles(), 40000u);
}
// Extents of a power of two, and slightly less or more, from positions between grid points.
TEST(refine, single_precision_of_shifted_extents) {
  std::mt19937_64 random(5);
  auto unit = [&] { return static_cast<double>(random() >> 11) * 0x1p-53; };
  for (int i = 0; i != 200; ++i) {
    const double extent = std::ldexp(1, static_cast<int>(random() % 40) - 20) * (1 + (i % 3 - 1) * 0x1p-25 * unit());
    const point low = {extent * unit(), i % 2 == 0 ? 1000 * extent * unit() : 0};
    domain d;
    d.points = {low, {low.x + extent, low.y}, {low.x + extent, low.y + extent}, {low.x, low.y + extent}};
    for (int j = 0; j != 20; ++j) d.points.push_back({low.x + extent * unit(), low.y + extent * unit()});
    d.hull = true;
    const std::vector<point> came = d.points;
    mesh::round_to_single(d.points);
    for (std::size_t p = 0; p != came.size(); ++p)
      ASSERT_LE(std::max(std::fabs(came[p].x - d.points[p].x), std::fabs(came[p].y - d.points[p].y)), extent * 0x1p-23);
    refine_options options = on_cpu(20);
    options.precision = mesh::precision::single;
    check_refined(d.mesh(), mesh::refine(d.mesh(), options), options);
    if (HasFatalFailure()) return;
  }
}
TEST(refine, single_precision_refuses) {
  auto refused = [](auto f) {
    try {
      f();
    } catch (const error& e) {
      EXPECT_EQ(e.code(), status::bad_input);
      return std::string(e.what());
    }
    return std::string("not refused");
  };
  refine_options options = on_cpu(20);
  options.precision = mesh::precision::single;
  EXPECT_NE(refused([&] { (void)mesh::refine(random_points(10, 1).mesh(), options); }).find("is not on the grid"),
            std::string::npos);
  std::vector<point> far = {{1e10, 0}, {1e10 + 1, 0}, {1e10, 1}};
  EXPECT_NE(refused([&] { mesh::round_to_single(far); }).find("too far from the origin"), std::string::npos);
  std::vector<point> two = {{0, 0}, {1, 0}, {0, 1}, {1e-9, 0}};
  EXPECT_NE(refused([&] { mesh::round_to_single(two); }).find("points 0 and 3 would coincide"), std::string::npos);
}

TEST(refine, nothing_to_do) {
  const triangulation before = random_points(50, 2).mesh();
  EXPECT_EQ(mesh::refine(before, on_cpu(0)).mesh.corners, before.corners);
  EXPECT_EQ(mesh::refine({}, on_cpu(20)).mesh.triangles(), 0u);
}

TEST(refine_cuda, the_same_as_on_the_cpu) {
  AMORPH_NEEDS_DEVICE();
  std::vector<domain> all = wide_domains();
  for (domain& d : sharp_domains()) all.push_back(std::move(d));
  all.push_back(circle(5000));
  all.push_back(random_points(100000, 4));
  for (const domain& d : all)
    for (const double angle : {20.0, 28.0, 32.0}) {
      SCOPED_TRACE(d.name + ", " + std::to_string(angle));
      triangulation before = d.mesh();
      for (const point p : before.points) before.attributes.push_back(p.x * p.y);
      refine_options options = on_cpu(angle, 0);
      const refine_result here = mesh::refine(before, options);
      options.run.backend = backend::cuda;
      EXPECT_TRUE(same(here, mesh::refine(before, options)));
    }
}

TEST(refine_cuda, attributes_and_bounds_stay_in_their_places) {
  AMORPH_NEEDS_DEVICE();
  refine_options options = on_cpu(0);
  options.run.backend = backend::cuda;
  check_positions(options);
}

TEST(refine_cuda, the_same_in_single_precision) {
  AMORPH_NEEDS_DEVICE();
  for (const domain& d : single_domains()) {
    SCOPED_TRACE(d.name);
    refine_options options = on_cpu(28, 0);
    options.precision = mesh::precision::single;
    const triangulation before = d.mesh();
    const refine_result here = mesh::refine(before, options);
    options.run.backend = backend::cuda;
    EXPECT_TRUE(same(here, mesh::refine(before, options)));
  }
}

TEST(refine_cuda, racing_strategies) {
  AMORPH_NEEDS_DEVICE();
  verify_racing(backend::cuda, 0);
}

}  // namespace
}  // namespace amorph::test
