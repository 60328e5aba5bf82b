#include "check.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "amorph/error.hpp"
#include "geometry.hpp"

namespace amorph::mesh {
namespace {

unsigned next(unsigned e) { return e == 2 ? 0 : e + 1; }

[[noreturn]] void refuse(const std::string& why) { throw error(status::bad_input, why); }

void check_sizes(const triangulation& m) {
  const std::size_t n = m.points.size(), t = m.triangles(), s = m.segment_marker.size();
  auto expect = [](std::size_t has, std::size_t wants, bool may_be_empty, const char* what) {
    if (has != wants && !(may_be_empty && has == 0))
      refuse(std::string("expected ") + std::to_string(wants) + " " + what + ", found " + std::to_string(has));
  };
  if (n >= none) refuse("expected fewer than 4294967295 points, found " + std::to_string(n));
  if (t > std::size_t{1} << 29) refuse("expected at most 536870912 triangles, found " + std::to_string(t));
  expect(m.corners.size(), 3 * t, false, "corners");
  expect(m.neighbours.size(), 3 * t, false, "neighbours");
  expect(m.segments.size(), 3 * t, false, "marks of segments");
  expect(m.segment_ends.size(), 2 * s, false, "ends of segments");
  expect(m.point_segment.size(), n, true, "segments of points");
  expect(m.region_attribute.size(), t, true, "attributes of regions");
  expect(m.area_bound.size(), t, true, "bounds of areas");
  if (n == 0 ? !m.attributes.empty() : m.attributes.size() % n != 0)
    refuse("expected a multiple of " + std::to_string(n) + " attributes, found " + std::to_string(m.attributes.size()));
  for (const std::uint32_t v : m.segment_ends)
    if (v >= n) refuse("a segment ends at point " + std::to_string(v) + " of " + std::to_string(n));
  for (const std::uint32_t v : m.point_segment)
    if (v != none && v >= s) refuse("a point lies on segment " + std::to_string(v) + " of " + std::to_string(s));
}

void check_triangle(const triangulation& m, std::size_t t) {
  const std::size_t n = m.points.size(), count = m.triangles();
  const std::string name = "triangle " + std::to_string(t);
  const std::uint32_t* c = &m.corners[3 * t];
  for (unsigned e = 0; e != 3; ++e)
    if (c[e] >= n) refuse(name + " has corner " + std::to_string(c[e]) + " of " + std::to_string(n));
  if (orientation(m.points[c[0]], m.points[c[1]], m.points[c[2]]) <= 0) refuse(name + " is not counter-clockwise");
  for (unsigned e = 0; e != 3; ++e) {
    const std::uint32_t other = m.neighbours[3 * t + e], s = m.segments[3 * t + e];
    if (s != none && s >= m.segment_marker.size())
      refuse(name + " has segment " + std::to_string(s) + " of " + std::to_string(m.segment_marker.size()));
    if (other == none) continue;
    if (other >= count) refuse(name + " has neighbour " + std::to_string(other) + " of " + std::to_string(count));
    const std::size_t base = 3 * std::size_t{other};
    unsigned j = 0;
    while (j != 3 && !(m.corners[base + next(j)] == c[next(next(e))] && m.corners[base + next(next(j))] == c[next(e)]))
      ++j;
    if (j == 3 || m.neighbours[base + j] != t)
      refuse(name + " and its neighbour " + std::to_string(other) + " do not agree on an edge");
    if (m.segments[base + j] != s)
      refuse(name + " and its neighbour " + std::to_string(other) + " differ on a segment");
  }
}

}  // namespace

void check_mesh(const triangulation& m) {
  check_sizes(m);
  for (std::size_t i = 0; i != m.points.size(); ++i)
    if (!fits(m.points[i].x) || !fits(m.points[i].y))
      refuse("point " + std::to_string(i) + " has a coordinate that is neither 0 nor of magnitude 1e-35 to 1e60");
  for (std::size_t t = 0; t != m.triangles(); ++t) check_triangle(m, t);
}

void close_boundary(triangulation& m) {
  for (std::size_t t = 0; t != m.triangles(); ++t)
    for (unsigned e = 0; e != 3; ++e) {
      if (m.neighbours[3 * t + e] != none || m.segments[3 * t + e] != none) continue;
      m.segments[3 * t + e] = static_cast<std::uint32_t>(m.segment_marker.size());
      m.segment_marker.push_back(0);
      m.segment_ends.push_back(m.corners[3 * t + next(e)]);
      m.segment_ends.push_back(m.corners[3 * t + next(next(e))]);
    }
}

std::vector<std::uint8_t> sharp_points(const triangulation& m) {
  std::vector<std::uint32_t> first(m.points.size() + 1, 0);
  for (const std::uint32_t v : m.segment_ends) ++first[v + std::size_t{1}];
  for (std::size_t v = 0; v != m.points.size(); ++v) first[v + 1] += first[v];
  std::vector<std::uint32_t> at = first, other(m.segment_ends.size());
  for (std::size_t i = 0; i != m.segment_ends.size(); ++i) other[at[m.segment_ends[i]]++] = m.segment_ends[i ^ 1];
  std::vector<std::uint8_t> sharp(m.points.size(), 0);
  bool any = false;
  std::vector<double> turn;
  for (std::size_t v = 0; v != m.points.size(); ++v) {
    turn.clear();
    for (std::size_t i = first[v]; i != first[v + 1]; ++i) {
      const point a = m.points[v], b = m.points[other[i]];
      turn.push_back(std::atan2(b.y - a.y, b.x - a.x));
    }
    if (turn.size() < 2) continue;
    std::sort(turn.begin(), turn.end());
    constexpr double pi = 3.14159265358979323846, least = pi / 3 * 1.001;
    bool small = turn.front() + 2 * pi - turn.back() < least;
    for (std::size_t i = 1; i < turn.size(); ++i) small = small || turn[i] - turn[i - 1] < least;
    sharp[v] = small ? 1 : 0;
    any = any || small;
  }
  if (!any) sharp.clear();
  return sharp;
}

}  // namespace amorph::mesh
