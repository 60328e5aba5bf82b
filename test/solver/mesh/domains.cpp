// The domains, each with something that troubles a mesher: points on a grid or a circle, points that are almost the
// same, rings around a hole, a segment that ends inside, sharp corners, coordinates of other magnitudes.
#include "test/solver/mesh/domains.hpp"

#include <cmath>
#include <utility>

#include "amorph/kernels/random/random.hpp"

namespace amorph::test {

using mesh::point;

mesh::triangulation domain::mesh() const {
  const std::vector<std::int32_t> marker(segments.size() / 2, 1);
  mesh::planar_graph g;
  g.points = span<const point>(points);
  g.segments = span<const std::uint32_t>(segments);
  g.segment_marker = span<const std::int32_t>(marker);
  g.holes = span<const point>(holes);
  mesh::triangulate_options options;
  options.carve = !hull;
  return mesh::triangulate(g, options).mesh;
}

namespace {

constexpr double pi = 3.14159265358979323846;

double unit(std::uint64_t bits) { return static_cast<double>(bits >> 11) * 0x1p-53; }

void ring(domain& d, const std::vector<point>& corners) {
  const auto first = static_cast<std::uint32_t>(d.points.size()), n = static_cast<std::uint32_t>(corners.size());
  d.points.insert(d.points.end(), corners.begin(), corners.end());
  for (std::uint32_t i = 0; i != n; ++i) {
    d.segments.push_back(first + i);
    d.segments.push_back(first + (i + 1) % n);
  }
}
domain square(std::string name) {
  domain d;
  d.name = std::move(name);
  ring(d, {{0, 0}, {1, 0}, {1, 1}, {0, 1}});
  return d;
}
domain moved(domain d, const std::string& suffix, double scale, double by) {
  d.name += ", " + suffix;
  for (auto* list : {&d.points, &d.holes})
    for (point& p : *list) p = {p.x * scale + by, p.y * scale - by};
  return d;
}

domain grid(unsigned side) {
  domain d = square("grid");
  for (unsigned i = 0; i <= side; ++i)
    for (unsigned j = 0; j <= side; ++j)
      if ((i % side != 0) || (j % side != 0))
        d.points.push_back({static_cast<double>(i) / side, static_cast<double>(j) / side});
  return d;
}
domain spiral(unsigned n) {
  domain d = square("spiral");
  for (unsigned i = 0; i != n; ++i) {
    const double turn = 0.2 * i, r = 0.4 * i / n;
    d.points.push_back({0.5 + r * std::cos(turn), 0.5 + r * std::sin(turn)});
  }
  return d;
}
domain rings() {
  domain d = square("square in a square in a square");
  ring(d, {{0.3, 0.3}, {0.7, 0.3}, {0.7, 0.7}, {0.3, 0.7}});
  ring(d, {{0.4, 0.4}, {0.6, 0.4}, {0.6, 0.6}, {0.4, 0.6}});
  d.holes.push_back({0.5, 0.5});
  return d;
}
domain close_points() {
  domain d = square("points that are almost the same");
  for (unsigned i = 0; i != 20; ++i) {
    const double x = 0.1 + 0.04 * i, y = 0.5 + 0.3 * std::sin(i);
    d.points.push_back({x, y});
    d.points.push_back({x + std::ldexp(1, -10 - static_cast<int>(i)), y});
  }
  return d;
}
domain wall() {  // a segment that ends within the domain
  domain d = square("wall");
  d.points.push_back({0.5, 0.2});
  d.points.push_back({0.5, 0.81});
  d.segments.push_back(4);
  d.segments.push_back(5);
  return d;
}

domain needle(double degrees) {
  domain d;
  d.name = "needle of " + std::to_string(degrees) + " degrees";
  ring(d, {{0, 0}, {1, 0}, {std::cos(degrees * pi / 180), std::sin(degrees * pi / 180)}});
  return d;
}
domain star(unsigned spikes) {
  domain d;
  d.name = "star";
  std::vector<point> corners;
  for (unsigned i = 0; i != 2 * spikes; ++i) {
    const double turn = pi * i / spikes, r = i % 2 == 0 ? 1 : 0.3;
    corners.push_back({r * std::cos(turn), r * std::sin(turn)});
  }
  ring(d, corners);
  return d;
}
domain fan(unsigned blades) {
  domain d = square("fan of " + std::to_string(blades));
  d.points.push_back({0.5, 0.5});
  for (unsigned i = 0; i != blades; ++i) {
    const double turn = 2 * pi * i / blades + 0.1, r = 0.2 + 0.013 * (i % 7);
    d.segments.push_back(4);
    d.segments.push_back(static_cast<std::uint32_t>(d.points.size()));
    d.points.push_back({0.5 + r * std::cos(turn), 0.5 + r * std::sin(turn)});
  }
  return d;
}
domain comb() {
  domain d;
  d.name = "comb";
  std::vector<point> corners = {{0, 0}, {1, 0}};
  for (unsigned i = 0; i != 10; ++i) {
    corners.push_back({1 - 0.1 * i, 1});
    corners.push_back({1 - 0.1 * i - 0.05, 0.1});
  }
  ring(d, corners);
  return d;
}

}  // namespace

domain random_points(std::size_t n, std::uint64_t seed) {
  domain d = square(std::to_string(n) + " random points");
  const random_stream random(seed, 1);
  for (std::size_t i = 0; i != n; ++i) d.points.push_back({unit(random(2 * i)), unit(random(2 * i + 1))});
  return d;
}
domain nearly_equal_points(std::uint64_t seed) {
  const random_stream random(seed, 2);
  std::uint64_t next = 0;
  domain d = square("nearly equal points");
  for (std::uint32_t i = 0; i != 24; ++i) {
    const auto draw = [&](std::uint64_t of) { return static_cast<double>(random(next++) % of); };
    point at{0.25 + 0.125 * draw(5), 0.25 + 0.125 * draw(5)};
    if (i % 2 == 1) {
      at = {std::nextafter(at.x, at.x + draw(3) - 1), std::nextafter(at.y, at.y + draw(3) - 1)};
      d.segments.push_back(4 + i);
      d.segments.push_back(4 + static_cast<std::uint32_t>(random(next++) % i));
    }
    d.points.push_back(at);
  }
  return d;
}

domain circle(std::size_t n) {
  domain d;
  d.name = std::to_string(n) + " points on a circle";
  std::vector<point> corners;
  for (std::size_t i = 0; i != n; ++i) {
    const double turn = 2 * pi * static_cast<double>(i) / static_cast<double>(n);
    corners.push_back({std::cos(turn), std::sin(turn)});
  }
  ring(d, corners);
  return d;
}

std::vector<domain> wide_domains() {
  std::vector<domain> all = {random_points(0, 1),
                             random_points(1, 1),
                             random_points(2000, 2),
                             grid(30),
                             spiral(300),
                             rings(),
                             close_points(),
                             wall(),
                             circle(200)};
  all.push_back(moved(random_points(500, 3), "shifted by a million", 1, 1e6));
  all.push_back(moved(random_points(500, 3), "a millionth", 1e-6, 0));
  all.push_back(moved(rings(), "a million times", 1e6, 0));
  all.push_back(moved(grid(12), "shifted by a million", 1, 1e6));
  return all;
}
std::vector<domain> sharp_domains() {
  return {needle(30), needle(5), needle(0.3), star(5), star(17), fan(7), fan(40), comb()};
}

}  // namespace amorph::test
