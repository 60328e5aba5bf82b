// Interpolation on a grid and in a Delaunay triangulation; limits on growth by Dijkstra's algorithm.
#include "solver/mesh/sizing/size_field.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>
#include <utility>

#include "solver/mesh/derive/edges.hpp"
#include "solver/mesh/geometry/geometry.hpp"
#include "solver/mesh/triangulate/triangulate.hpp"

namespace amorph::mesh {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double distance(point a, point b) { return std::hypot(a.x - b.x, a.y - b.y); }

// Dijkstra's algorithm from all nodes; neighbours(v, visit) calls visit(u, distance from v to u).
template <class Neighbours> void relax(std::vector<double>& size, double gradation, Neighbours neighbours) {
  using entry = std::pair<double, std::size_t>;
  std::priority_queue<entry, std::vector<entry>, std::greater<>> next;
  for (std::size_t v = 0; v != size.size(); ++v)
    if (size[v] < infinity) next.emplace(size[v], v);
  while (!next.empty()) {
    const auto [value, v] = next.top();
    next.pop();
    if (value > size[v]) continue;
    neighbours(v, [&](std::size_t u, double distance) {
      const double limit = value + gradation * distance;
      if (limit >= size[u]) return;
      size[u] = limit;
      next.emplace(limit, u);
    });
  }
}

}  // namespace

double grid_field::operator()(point p) const {
  const auto along = [](double position, std::uint32_t count, std::uint32_t& i, double& part) {
    const double inside = std::clamp(position, 0.0, static_cast<double>(count - 1));
    i = std::min(static_cast<std::uint32_t>(inside), count < 2 ? 0 : count - 2);
    part = inside - i;
  };
  std::uint32_t column, row;  // of the lower left node of the cell; rows counted from below
  double right, up;
  along((p.x - first.x) / step, columns, column, right);
  along((p.y - first.y) / step, rows, row, up);
  double sum = 0;
  for (unsigned k = 0; k != 4; ++k) {
    const double weight = ((k & 1) != 0 ? right : 1 - right) * ((k & 2) != 0 ? up : 1 - up);
    if (weight == 0) continue;
    const std::size_t from_top = rows - 1 - (row + (k >> 1));
    sum += weight * size[from_top * columns + column + (k & 1)];
  }
  return sum;
}

void grid_field::limit_growth(double gradation) {
  relax(size, gradation, [&](std::size_t v, auto visit) {
    const auto x = static_cast<std::int64_t>(v % columns), y = static_cast<std::int64_t>(v / columns);
    for (std::int64_t dy = -1; dy <= 1; ++dy)
      for (std::int64_t dx = -1; dx <= 1; ++dx)
        if ((dx != 0 || dy != 0) && x + dx >= 0 && x + dx < columns && y + dy >= 0 && y + dy < rows)
          visit(static_cast<std::size_t>((y + dy) * columns + x + dx), step * (dx != 0 && dy != 0 ? std::sqrt(2) : 1));
  });
}

scattered_field::scattered_field(span<const point> points, span<const double> size) {
  planar_graph g;
  g.points = points;
  triangulate_result r = triangulate(g, {.run = {.threads = 1}, .carve = false});
  mesh_ = std::move(r.mesh);
  size_.assign(size.begin(), size.end());
  for (std::size_t i = 0; i + 1 < r.duplicates.size(); i += 2)  // the smaller of two sizes at one position
    size_[r.duplicates[i + 1]] = std::min(size_[r.duplicates[i + 1]], size_[r.duplicates[i]]);
  point low = mesh_.points[0], high = low;
  for (const point& p : mesh_.points) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y)};
  }
  low_ = low;
  cells_ = static_cast<std::uint32_t>(std::sqrt(static_cast<double>(mesh_.points.size()))) + 1;
  scale_ = cells_ / std::max(high.x - low.x, high.y - low.y);
  start_.assign(std::size_t{cells_} * cells_, none);
  for (std::size_t at = 0; at != mesh_.corners.size(); ++at) {
    const point p = mesh_.points[mesh_.corners[at]];
    const auto cell = [&](double x) { return std::min(static_cast<std::uint32_t>(x * scale_), cells_ - 1); };
    start_[std::size_t{cell(p.y - low.y)} * cells_ + cell(p.x - low.x)] = static_cast<std::uint32_t>(at / 3);
  }
  // Cells without a point begin where a neighbour does.
  for (std::size_t i = 1; i != cells_; ++i)
    if (start_[i] == none) start_[i] = start_[i - 1];
  for (std::size_t i = cells_; i-- != 0;)
    if (start_[i] == none) start_[i] = i + 1 == cells_ ? 0 : start_[i + 1];
  for (std::size_t i = cells_; i != start_.size(); ++i)
    if (start_[i] == none) start_[i] = start_[i - cells_];
}

// A visibility walk, which ends in a Delaunay triangulation; at the hull if p lies outside.
std::uint32_t scattered_field::locate(point p) const {
  const auto cell = [&](double x) {
    return static_cast<std::uint32_t>(std::clamp(x * scale_, 0.0, static_cast<double>(cells_ - 1)));
  };
  std::uint32_t t = start_[std::size_t{cell(p.y - low_.y)} * cells_ + cell(p.x - low_.x)];
  for (;;) {
    const std::uint32_t* corner = mesh_.corners.data() + 3 * std::size_t{t};
    std::uint32_t next = t;
    for (unsigned i = 0; i != 3; ++i) {
      const point a = mesh_.points[corner[(i + 1) % 3]], b = mesh_.points[corner[(i + 2) % 3]];
      const std::uint32_t other = mesh_.neighbours[3 * std::size_t{t} + i];
      if (other != none && orientation(a, b, p) < 0) next = other;
    }
    if (next == t) return t;
    t = next;
  }
}

double scattered_field::operator()(point p) const {
  const std::uint32_t t = locate(p);
  const std::uint32_t* corner = mesh_.corners.data() + 3 * std::size_t{t};
  double weight[3], total = 0, sum = 0, grown = infinity;
  for (unsigned i = 0; i != 3; ++i) {
    grown = std::min(grown, size_[corner[i]] + growth_ * distance(p, mesh_.points[corner[i]]));
    const point a = mesh_.points[corner[(i + 1) % 3]], b = mesh_.points[corner[(i + 2) % 3]];
    weight[i] = std::max(0.0, (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x));
    total += weight[i];
  }
  for (unsigned i = 0; i != 3; ++i)
    if (weight[i] > 0) sum += weight[i] / total * size_[corner[i]];
  if (!(total > 0)) return size_[corner[0]];
  return growth_ > 0 ? std::max(sum, grown) : sum;
}

void scattered_field::grow_between(double gradation) {
  limit_growth(gradation);
  growth_ = gradation;
}

void scattered_field::limit_growth(double gradation) {
  // Neighbours of each vertex.
  std::vector<std::vector<std::uint32_t>> around(mesh_.points.size());
  each_edge(mesh_, [&](std::uint32_t a, std::uint32_t b, std::size_t, std::int32_t) {
    around[a].push_back(b);
    around[b].push_back(a);
  });
  relax(size_, gradation, [&](std::size_t v, auto visit) {
    for (const std::uint32_t u : around[v]) visit(u, distance(mesh_.points[v], mesh_.points[u]));
  });
}

std::vector<double> shortest_edges(const triangulation& m) {
  std::vector<double> shortest(m.points.size(), infinity);
  each_edge(m, [&](std::uint32_t a, std::uint32_t b, std::size_t, std::int32_t) {
    const double length = distance(m.points[a], m.points[b]);
    shortest[a] = std::min(shortest[a], length);
    shortest[b] = std::min(shortest[b], length);
  });
  return shortest;
}

}  // namespace amorph::mesh
