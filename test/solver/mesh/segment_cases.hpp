// Segments between points of a triangulation, inserted in rounds and one after the other.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "solver/mesh/triangulate/steps.hpp"

namespace amorph::test {

using mesh::piece;
using mesh::point;

struct constrained {
  std::vector<std::uint32_t> corners, segments;  // 3 per triangle
  bool operator==(const constrained& other) const { return corners == other.corners && segments == other.segments; }
};

// Points, their triangulation, and segments between its vertices.
class segment_case {
 public:
  segment_case(const std::vector<point>& points, const std::vector<std::uint32_t>& ends) : points_(points) {
    cpu_exec exec(1);
    const mesh::curve_order order =
        mesh::triangulate_points(exec, delaunay_, points_, [](std::uint64_t, std::uint64_t) {});
    std::vector<std::uint32_t> vertex_of(points.size());
    for (std::uint32_t k = 0; k != vertex_of.size(); ++k) vertex_of[order.point_of[k]] = order.same_as[k];
    for (std::uint32_t s = 0; 2 * s != ends.size(); ++s)
      pieces_.push_back({vertex_of[ends[2 * s]], vertex_of[ends[2 * s + 1]], s});
  }

  [[nodiscard]] constrained in_rounds(unsigned threads, bool& crossed) const {
    mesh::working_mesh m = delaunay_;
    m.allow_segments();
    cpu_exec exec(threads);
    crossed = !mesh::insert_segments_in_rounds(exec, m, pieces_);
    return by_numbers(m);
  }
  [[nodiscard]] constrained one_by_one() const {
    mesh::working_mesh m = delaunay_;
    m.allow_segments();
    std::vector<mesh::crossing> crossings;
    mesh::insert_segments(m, pieces_, crossings, [](std::uint64_t, std::uint64_t) {});
    EXPECT_TRUE(crossings.empty());
    return by_numbers(m);
  }
  [[nodiscard]] constrained without_segments() const {
    mesh::working_mesh m = delaunay_;
    m.allow_segments();
    return by_numbers(m);
  }

 private:
  [[nodiscard]] static constrained by_numbers(const mesh::working_mesh& m) {
    cpu_exec exec(1);
    std::vector<char> gone(m.triangles(), 0);
    for (std::uint32_t t = 0; t != m.triangles(); ++t) {
      gone[t] = m.is_ghost(t) ? 1 : 0;
      for (std::uint32_t e = 0; e != 3; ++e) {
        const mesh::handle h = mesh::edge_of(t, e), back = m.across(h);
        EXPECT_EQ(m.across(back), h);
        EXPECT_TRUE(m.from(back) == m.to(h) && m.to(back) == m.from(h));
        EXPECT_EQ(m.segment_on(back), m.segment_on(h));
      }
    }
    constrained c;
    for (const mesh::handle first : mesh::number_triangles(exec, m, gone).triangle)
      for (std::uint32_t i = 0; i != 3; ++i) {
        const mesh::handle h = mesh::edge_of(mesh::triangle_of(first), (mesh::corner_of(first) + i) % 3);
        c.corners.push_back(m.corner(h));
        c.segments.push_back(m.segment_on(h));
      }
    return c;
  }

  std::vector<point> points_;
  mesh::working_mesh delaunay_;
  std::vector<piece> pieces_;
};

// The edges of a triangulation of every `step`-th point: they do not cross, and are no edges of that of all points.
inline std::vector<std::uint32_t> edges_among(const std::vector<point>& points, std::size_t step, std::size_t count) {
  std::vector<point> some;
  std::vector<std::uint32_t> number;
  for (std::size_t i = 0; i < points.size(); i += step) {
    some.push_back(points[i]);
    number.push_back(static_cast<std::uint32_t>(i));
  }
  mesh::planar_graph g;
  g.points = some;
  const mesh::triangulation m = mesh::triangulate(g, {.carve = false}).mesh;
  std::vector<std::uint32_t> ends;
  for (std::size_t h = 0; h != m.corners.size() && ends.size() < 2 * count; ++h) {
    const std::uint32_t a = m.corners[h / 3 * 3 + (h + 1) % 3], b = m.corners[h / 3 * 3 + (h + 2) % 3];
    if (m.neighbours[h] == mesh::none || a < b) ends.insert(ends.end(), {number[a], number[b]});
  }
  return ends;
}

inline std::vector<point> random_points(std::size_t n, std::uint64_t seed, double grid = 0) {
  std::mt19937_64 random(seed);
  std::vector<point> points;
  for (std::size_t i = 0; i != n; ++i) {
    const double x = static_cast<double>(random() >> 11) * 0x1p-53, y = static_cast<double>(random() >> 11) * 0x1p-53;
    points.push_back(grid == 0 ? point{x, y} : point{std::floor(x * grid), std::floor(y * grid)});
  }
  return points;
}

}  // namespace amorph::test
