// A spatial index of a mesh: a grid of cells, each with the triangles that touch it (or almost do).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "amorph/kernels/base/span.hpp"
#include "tools/checkers/mesh_exact.hpp"

namespace amorph::check {

// Crowded cells have grids of their own: meshes with small triangles in one place would take quadratic time.
class triangle_grid {
 public:
  // 3 corners per triangle. Both must outlive the grid.
  triangle_grid(const std::vector<place>& points, span<const std::uint32_t> corners)
      : p_(points), corner_(corners), low_(at(0, 0)), high_(low_) {
    for (const std::uint32_t v : corners) {
      low_ = {std::min(low_.x, p_[v].x), std::min(low_.y, p_[v].y)};
      high_ = {std::max(high_.x, p_[v].x), std::max(high_.y, p_[v].y)};
    }
    std::vector<std::uint32_t> all(corners.size() / 3);
    std::iota(all.begin(), all.end(), 0u);
    std::size_t room = 8 * all.size();
    sort_into_cells(all, 0, room);
  }

  [[nodiscard]] place low() const { return low_; }
  [[nodiscard]] place high() const { return high_; }

  // Calls visit(t) for the triangles that may be within `far` of q, until it returns false. Some are visited
  // repeatedly.
  template <class Visit> void each_near(place q, double far, Visit visit) const {
    if (q.x < low_.x - far || q.x > high_.x + far || q.y < low_.y - far || q.y > high_.y + far) return;
    visit_near(q, far, visit);
  }
  // The same for triangles that may touch the segment a b.
  template <class Visit> void each_beside(place a, place b, Visit visit) const { visit_beside(a, b, visit); }

  // The first triangle that contains q, boundary included, or ~0.
  [[nodiscard]] std::uint32_t find(place q) const {
    std::uint32_t found = ~std::uint32_t{0};
    each_near(q, 0, [&](std::uint32_t t) {
      if (turn(at(t, 0), at(t, 1), q) < 0 || turn(at(t, 1), at(t, 2), q) < 0 || turn(at(t, 2), at(t, 0), q) < 0)
        return true;
      found = t;
      return false;
    });
    return found;
  }
  [[nodiscard]] place middle(std::size_t t) const {
    const place a = at(t, 0), b = at(t, 1), c = at(t, 2);
    return {a.x + ((b.x - a.x) + (c.x - a.x)) / 3, a.y + ((b.y - a.y) + (c.y - a.y)) / 3};
  }

 private:
  [[nodiscard]] place at(std::size_t t, std::size_t i) const { return p_[corner_[3 * t + i]]; }
  [[nodiscard]] double width() const { return (high_.x - low_.x) / static_cast<double>(cells_); }
  [[nodiscard]] double height() const { return (high_.y - low_.y) / static_cast<double>(cells_); }
  [[nodiscard]] std::pair<std::size_t, std::size_t> cell(place q) const {
    auto one = [&](double x, double low, double high) {
      const double at = high > low ? (x - low) / (high - low) * static_cast<double>(cells_) : 0;
      return static_cast<std::size_t>(std::clamp(at, 0.0, static_cast<double>(cells_ - 1)));
    };
    return {one(q.x, low_.x, high_.x), one(q.y, low_.y, high_.y)};
  }
  // Row by row, from the smallest to the largest x of the triangle in that row.
  template <class Visit> void each_cell(place a, place b, place c, Visit visit) const {
    const place corner[] = {a, b, c};
    const double low = std::min({a.y, b.y, c.y}) - margin_.y, high = std::max({a.y, b.y, c.y}) + margin_.y;
    const std::size_t y0 = cell({a.x, low}).second, y1 = cell({a.x, high}).second;
    for (std::size_t y = y0; y <= y1; ++y) {
      const double bottom = low_.y + static_cast<double>(y) * height() - margin_.y;
      const double top = low_.y + static_cast<double>(y + 1) * height() + margin_.y;
      double left = high_.x, right = low_.x;
      for (unsigned i = 0; i != 3; ++i) {
        const place p = corner[i], q = corner[(i + 1) % 3], d{q.x - p.x, q.y - p.y};
        if (std::max(p.y, q.y) < bottom || std::min(p.y, q.y) > top) continue;
        for (const double end : {bottom, top}) {
          const double share = d.y == 0 ? (end == top ? 1 : 0) : std::clamp((end - p.y) / d.y, 0.0, 1.0);
          left = std::min(left, p.x + share * d.x);
          right = std::max(right, p.x + share * d.x);
        }
      }
      if (left > right) continue;
      const std::size_t x0 = cell({left - margin_.x, low_.y}).first, x1 = cell({right + margin_.x, low_.y}).first;
      for (std::size_t x = x0; x <= x1; ++x)
        if (!visit(y * cells_ + x)) return;
    }
  }
  // f(inner grid) for a cell that has one; else its triangles are visited.
  template <class Visit, class F> bool each_in(std::size_t c, Visit& visit, F f) const {
    if (const auto inner = inner_.find(c); inner != inner_.end()) return f(*inner->second);
    for (std::size_t k = begin_[c]; k != begin_[c + 1]; ++k)
      if (!visit(in_cell_[k])) return false;
    return true;
  }
  template <class Visit> bool visit_near(place q, double far, Visit& visit) const {
    const auto [x0, y0] = cell({q.x - far, q.y - far});
    const auto [x1, y1] = cell({q.x + far, q.y + far});
    for (std::size_t y = y0; y <= y1; ++y)
      for (std::size_t x = x0; x <= x1; ++x)
        if (!each_in(y * cells_ + x, visit, [&](const triangle_grid& g) { return g.visit_near(q, far, visit); }))
          return false;
    return true;
  }
  template <class Visit> bool visit_beside(place a, place b, Visit& visit) const {
    bool on = true;
    each_cell(a, b, b, [&](std::size_t c) {
      return on = each_in(c, visit, [&](const triangle_grid& g) { return g.visit_beside(a, b, visit); });
    });
    return on;
  }

  // Of the triangles in a cell of another grid.
  triangle_grid(const triangle_grid& outer, const std::vector<std::uint32_t>& triangles, place low, place high,
                unsigned depth, std::size_t& room)
      : p_(outer.p_), corner_(outer.corner_), low_(low), high_(high) {
    sort_into_cells(triangles, depth, room);
  }
  // `room`: entries that inner grids may still have, because long triangles are in many cells of each.
  void sort_into_cells(const std::vector<std::uint32_t>& triangles, unsigned depth, std::size_t& room) {
    constexpr std::size_t crowded = 64;
    constexpr unsigned deepest = 8;  // those around one vertex are in one cell of every grid
    cells_ = static_cast<std::size_t>(std::clamp(std::sqrt(static_cast<double>(triangles.size())), 1.0, 2048.0));
    begin_.assign(cells_ * cells_ + 1, 0);
    margin_ = {1e-3 * width(), 1e-3 * height()};
    for (const double x : {low_.x, low_.y, high_.x, high_.y}) {  // for rounding
      margin_.x = std::max(margin_.x, 0x1p-48 * std::fabs(x));
      margin_.y = std::max(margin_.y, 0x1p-48 * std::fabs(x));
    }
    auto each = [&](auto visit) {
      for (const std::uint32_t t : triangles)
        each_cell(at(t, 0), at(t, 1), at(t, 2), [&](std::size_t c) { return visit(c, t), true; });
    };
    each([&](std::size_t c, std::size_t) { ++begin_[c + 1]; });
    for (std::size_t c = 0; c != cells_ * cells_; ++c) begin_[c + 1] += begin_[c];
    in_cell_.resize(begin_.back());
    std::vector<std::size_t> next(begin_);
    each([&](std::size_t c, std::uint32_t t) { in_cell_[next[c]++] = t; });
    room -= std::min(room, in_cell_.size());
    if (depth == deepest) return;
    for (std::size_t c = 0; c != cells_ * cells_; ++c) {
      const std::size_t inside = begin_[c + 1] - begin_[c];
      if (inside <= crowded || inside > room) continue;
      const place low{low_.x + static_cast<double>(c % cells_) * width() - margin_.x,
                      low_.y + static_cast<double>(c / cells_) * height() - margin_.y};
      const place high{low.x + width() + 2 * margin_.x, low.y + height() + 2 * margin_.y};
      const std::vector<std::uint32_t> those(in_cell_.begin() + static_cast<std::ptrdiff_t>(begin_[c]),
                                             in_cell_.begin() + static_cast<std::ptrdiff_t>(begin_[c + 1]));
      inner_[c].reset(new triangle_grid(*this, those, low, high, depth + 1, room));
    }
  }

  const std::vector<place>& p_;
  span<const std::uint32_t> corner_;
  place low_, high_, margin_{0, 0};
  std::size_t cells_ = 1;
  std::vector<std::size_t> begin_;
  std::vector<std::uint32_t> in_cell_;
  std::map<std::size_t, std::unique_ptr<triangle_grid>> inner_;
};

// Two triangles with inner points in common, or ~0 twice. `other` is the edge across each edge (3t + i is opposite to
// corner i of t), or ~0. Exact. The number of triangles that cover a point changes only across boundary edges; so if
// some point is covered twice, then also one next to such an edge, on the side of its triangle: by another triangle
// that the edge passes through, or that has an edge along it on the same side.
inline std::pair<std::uint32_t, std::uint32_t> overlap(const std::vector<place>& p, span<const std::uint32_t> corner,
                                                       span<const std::uint32_t> other, const triangle_grid& grid) {
  constexpr std::uint32_t none = ~std::uint32_t{0};
  auto at = [&](std::size_t t, std::size_t i) { return p[corner[3 * t + i % 3]]; };
  // Whether the open segment a b meets the inside of u, or u lies on its left and along a part of it.
  auto covers = [&](std::uint32_t u, place a, place b) {
    const place c = at(u, 0), d = at(u, 1), e = at(u, 2);  // where boxes are apart, as mostly in a crowded cell: no
    if (std::max({c.x, d.x, e.x}) < std::min(a.x, b.x) || std::min({c.x, d.x, e.x}) > std::max(a.x, b.x) ||
        std::max({c.y, d.y, e.y}) < std::min(a.y, b.y) || std::min({c.y, d.y, e.y}) > std::max(a.y, b.y))
      return false;
    int side[3];
    for (unsigned i = 0; i != 3; ++i) side[i] = turn(a, b, at(u, i));
    if (side[0] <= 0 && side[1] <= 0 && side[2] <= 0) return false;
    if (side[0] >= 0 && side[1] >= 0 && side[2] >= 0) {
      for (unsigned i = 0; i != 3; ++i)
        if (side[i] == 0 && side[(i + 1) % 3] == 0) {
          auto less = [](place v, place w) { return v.x < w.x || (v.x == w.x && v.y < w.y); };
          const place f = at(u, i), g = at(u, i + 1);
          return less(std::max(std::min(a, b, less), std::min(f, g, less), less),
                      std::min(std::max(a, b, less), std::max(f, g, less), less));
        }
      return false;
    }
    for (unsigned i = 0; i != 3; ++i)
      if (turn(at(u, i), at(u, i + 1), a) <= 0 && turn(at(u, i), at(u, i + 1), b) <= 0) return false;
    return true;
  };
  std::vector<std::uint32_t> tried(other.size() / 3, none);
  for (std::uint32_t h = 0; h != other.size(); ++h) {
    if (other[h] != none) continue;
    const std::uint32_t t = h / 3;
    const place a = at(t, h + 1 - 3 * t), b = at(t, h + 2 - 3 * t);
    std::uint32_t found = none;
    grid.each_beside(a, b, [&](std::uint32_t u) {
      if (tried[u] == h) return true;
      tried[u] = h;
      if (u != t && covers(u, a, b)) found = u;
      return found == none;
    });
    if (found != none) return {t, found};
  }
  return {none, none};
}

}  // namespace amorph::check
