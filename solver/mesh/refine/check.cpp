// Finds the first fault of a mesh, in parallel; adds the segments and finds the small angles that refinement (Ruppert
// 1995) needs.
#include "solver/mesh/refine/check.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "amorph/kernels/base/refuse.hpp"
#include "amorph/kernels/primitives/select.hpp"
#include "solver/mesh/geometry/coordinates.hpp"
#include "solver/mesh/geometry/geometry.hpp"
#include "solver/mesh/refine/first_of.hpp"
#include "solver/mesh/refine/view.hpp"

namespace amorph::mesh {
namespace {

using refining::after;

void check_sizes(const triangulation& m) {
  const std::size_t n = m.points.size(), t = m.triangles(), s = m.segment_marker.size();
  auto expect = [](std::size_t has, std::size_t wants, bool may_be_empty, const char* what) {
    if (has != wants && !(may_be_empty && has == 0))
      refuse(std::string("expected ") + std::to_string(wants) + " " + what + ", found " + std::to_string(has));
  };
  if (n >= none) refuse("expected fewer than 4294967295 points, found " + std::to_string(n));
  if (t > max_triangles)
    refuse("expected at most " + std::to_string(max_triangles) + " triangles, found " + std::to_string(t));
  expect(m.corners.size(), 3 * t, false, "corners");
  expect(m.neighbours.size(), 3 * t, false, "neighbours");
  expect(m.segments.size(), 3 * t, false, "segments of edges");
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

// The two fault handlers: one only reports that there is a fault, the other throws an error that describes it.
struct note_fault {
  bool operator()(const char*, std::size_t = 0, std::size_t = 0) const { return true; }
};
struct throw_fault {
  std::size_t t;
  bool operator()(const char* what, std::size_t which) const {  // '#' is replaced by it
    const std::string words = what;
    const std::size_t at = words.find('#');
    refuse("triangle " + std::to_string(t) + " " + words.substr(0, at) + std::to_string(which) + words.substr(at + 1));
  }
  bool operator()(const char* what, std::size_t which, std::size_t of) const {
    refuse("triangle " + std::to_string(t) + " " + what + std::to_string(which) + " of " + std::to_string(of));
  }
  bool operator()(const char* what) const { refuse("triangle " + std::to_string(t) + " " + what); }
};
template <class F> bool is_wrong(const triangulation& m, std::size_t t, F wrong) {
  const std::size_t n = m.points.size(), count = m.triangles();
  const std::uint32_t* c = &m.corners[3 * t];
  for (unsigned e = 0; e != 3; ++e)
    if (c[e] >= n) return wrong("has corner ", c[e], n);
  if (orientation(m.points[c[0]], m.points[c[1]], m.points[c[2]]) <= 0) return wrong("is not counter-clockwise");
  for (unsigned e = 0; e != 3; ++e) {
    const std::uint32_t other = m.neighbours[3 * t + e], s = m.segments[3 * t + e];
    if (s != none && s >= m.segment_marker.size()) return wrong("has segment ", s, m.segment_marker.size());
    if (other == none) continue;
    if (other >= count) return wrong("has neighbour ", other, count);
    const std::size_t base = 3 * std::size_t{other};
    unsigned j = 0;
    while (j != 3 &&
           !(m.corners[base + after(j)] == c[after(after(e))] && m.corners[base + after(after(j))] == c[after(e)]))
      ++j;
    if (j == 3 || m.neighbours[base + j] != t) return wrong("and its neighbour # do not agree on an edge", other);
    if (m.segments[base + j] != s) return wrong("and its neighbour # differ on a segment", other);
  }
  return false;
}

// An edge that add_boundary_segments adds a segment on.
bool is_open(const triangulation& m, std::size_t t, unsigned e) {
  if (m.segments[3 * t + e] != none) return false;
  const std::uint32_t other = m.neighbours[3 * t + e];
  return other == none || (!m.region_attribute.empty() && m.region_attribute[t] != m.region_attribute[other]);
}

}  // namespace

void check_mesh(cpu_exec& exec, const triangulation& m) {
  check_sizes(m);
  check_coordinates(exec, m.points);
  const std::size_t t = first_of(exec, m.triangles(), [&](std::size_t i) { return is_wrong(m, i, note_fault{}); });
  if (t != m.triangles()) is_wrong(m, t, throw_fault{t});
}

void add_boundary_segments(cpu_exec& exec, triangulation& m) {
  cpu_exec::buffer<std::uint32_t> open(exec, m.triangles());
  const std::size_t count = select_indices(
      exec, m.triangles(), [&m](std::size_t t) { return is_open(m, t, 0) || is_open(m, t, 1) || is_open(m, t, 2); },
      open.span());
  for (const std::size_t t : open.span().subspan(0, count))
    for (unsigned e = 0; e != 3; ++e) {
      if (!is_open(m, t, e)) continue;
      const std::uint32_t from = m.corners[3 * t + after(e)], to = m.corners[3 * t + after(after(e))];
      const auto number = static_cast<std::uint32_t>(m.segment_marker.size());
      m.segments[3 * t + e] = number;
      if (const std::uint32_t other = m.neighbours[3 * t + e]; other != none) {
        unsigned j = 0;  // two triangles may share two edges
        while (m.corners[3 * std::size_t{other} + after(j)] != to || m.neighbours[3 * std::size_t{other} + j] != t) ++j;
        m.segments[3 * std::size_t{other} + j] = number;
      }
      m.segment_marker.push_back(0);
      m.segment_ends.push_back(from);
      m.segment_ends.push_back(to);
    }
}

std::vector<std::uint32_t> sharp_ends(span<const point> points, span<const std::uint32_t> ends) {
  struct spoke {
    std::uint32_t at;
    double turn;
    bool operator<(const spoke& o) const { return at != o.at ? at < o.at : turn < o.turn; }
  };
  std::vector<spoke> spokes(ends.size());
  for (std::size_t i = 0; i != spokes.size(); ++i) {
    const point a = points[ends[i]], b = points[ends[i ^ 1]];
    spokes[i] = {ends[i], std::atan2(b.y - a.y, b.x - a.x)};
  }
  std::sort(spokes.begin(), spokes.end());
  constexpr double pi = 3.14159265358979323846, bound = pi / 3 * 1.001;
  std::vector<std::uint32_t> sharp;
  for (std::size_t first = 0, end = 0; first != spokes.size(); first = end) {
    bool small = false;
    for (end = first + 1; end != spokes.size() && spokes[end].at == spokes[first].at; ++end)
      small = small || spokes[end].turn - spokes[end - 1].turn < bound;
    small = small || (end - first > 1 && spokes[first].turn + 2 * pi - spokes[end - 1].turn < bound);
    if (small) sharp.push_back(spokes[first].at);
  }
  return sharp;
}

std::optional<std::vector<std::uint8_t>> sharp_points(const triangulation& m) {
  const std::vector<std::uint32_t> sharp = sharp_ends(m.points, m.segment_ends);
  if (sharp.empty()) return std::nullopt;
  std::vector<std::uint8_t> is_sharp(m.points.size(), 0);
  for (const std::uint32_t v : sharp) is_sharp[v] = 1;
  return is_sharp;
}

}  // namespace amorph::mesh
