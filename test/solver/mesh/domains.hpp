// Generated domains for the tests.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "solver/mesh/triangulate/triangulate.hpp"

namespace amorph::test {

struct domain {
  std::string name;
  std::vector<mesh::point> points;
  std::vector<std::uint32_t> segments;
  std::vector<mesh::point> holes;
  bool hull = false;  // the domain is the points' hull, not what segments enclose

  [[nodiscard]] mesh::triangulation mesh() const;
};

// n random points in the unit square, with its corners and sides.
[[nodiscard]] domain random_points(std::size_t n, std::uint64_t seed);
// Points on a grid and one unit in the last place from it, and segments between them: some triangles have no area in
// doubles.
[[nodiscard]] domain nearly_equal_points(std::uint64_t seed);
// The polygon of n points on a circle.
[[nodiscard]] domain circle(std::size_t n);

// Domains with angles of at least 60 degrees between segments: random points, grids, points on a spiral and a circle, a
// square in a square, nearly equal points, some of these far from the origin, large, or small.
[[nodiscard]] std::vector<domain> wide_domains();
// Domains with smaller ones: needles, stars, combs, fans of segments that meet in a point.
[[nodiscard]] std::vector<domain> sharp_domains();

}  // namespace amorph::test
