// The area that segments enclose, from the segments alone: the faces of their arrangement by walking around each, and
// the face that contains each component by searching downwards.
#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

#include "tools/checkers/mesh_exact.hpp"

namespace amorph::check {

// `edges`: two ends each, all different, crossing only at ends. Holes: points; the faces that contain them are
// subtracted. Returns the area that is not reachable from infinity, without the holes' faces.
class face_area {
 public:
  face_area(const std::vector<place>& points, const std::vector<std::uint32_t>& edges) : p_(points), end_(edges) {}

  double enclosed(const std::vector<place>& holes) {
    walk();
    const std::size_t parts = find_parts();
    // The outer walk of each component is the one of minimum area, which is not positive.
    outer_.assign(parts, none);
    for (std::size_t f = 0; f != area_.size(); ++f) {
      const std::size_t part = part_of_[end_[first_[f]]];
      if (outer_[part] == none || area_[f] < area_[outer_[part]]) outer_[part] = f;
    }
    std::vector<std::size_t> around(parts);
    double total = 0;
    for (std::size_t c = 0; c != parts; ++c) {
      around[c] = face_below(lowest_[c], c);
      if (around[c] == none) total -= area_[outer_[c]];
    }
    std::vector<std::size_t> taken;
    for (const place& h : holes) {
      const std::size_t f = face_below(h, none);
      if (f != none) taken.push_back(f);
    }
    std::sort(taken.begin(), taken.end());
    taken.erase(std::unique(taken.begin(), taken.end()), taken.end());
    for (const std::size_t f : taken) {
      total -= area_[f];
      for (std::size_t c = 0; c != parts; ++c)
        if (around[c] == f) total -= area_[outer_[c]];  // negative: components inside the hole stay
    }
    return total;
  }

 private:
  static constexpr std::size_t none = ~std::size_t{0};
  // Half-edge 2e leads from end_[2e] to end_[2e+1], and 2e+1 back.
  [[nodiscard]] std::uint32_t from(std::size_t h) const { return end_[h]; }
  [[nodiscard]] std::uint32_t to(std::size_t h) const { return end_[h ^ 1]; }

  void walk() {
    std::vector<std::size_t> order(end_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    auto upper = [&](std::size_t h) {
      const place a = p_[from(h)], b = p_[to(h)];
      return b.y > a.y || (b.y == a.y && b.x > a.x);
    };
    std::sort(order.begin(), order.end(), [&](std::size_t g, std::size_t h) {
      if (from(g) != from(h)) return from(g) < from(h);
      if (upper(g) != upper(h)) return upper(g);
      return turn(p_[from(g)], p_[to(g)], p_[to(h)]) > 0;
    });
    // After u v comes the edge that follows v u clockwise around v.
    std::vector<std::size_t> next(end_.size());
    for (std::size_t i = 0; i != order.size();) {
      std::size_t j = i;
      while (j != order.size() && from(order[j]) == from(order[i])) ++j;
      for (std::size_t k = i; k != j; ++k) next[order[k] ^ 1] = order[k == i ? j - 1 : k - 1];
      i = j;
    }
    face_.assign(end_.size(), none);
    for (std::size_t start = 0; start != end_.size(); ++start) {
      if (face_[start] != none) continue;
      long double twice = 0;
      const place o = p_[from(start)];
      std::size_t h = start;
      do {
        face_[h] = area_.size();
        const place a = p_[from(h)], b = p_[to(h)];
        twice += (static_cast<long double>(a.x) - o.x) * (static_cast<long double>(b.y) - o.y) -
                 (static_cast<long double>(a.y) - o.y) * (static_cast<long double>(b.x) - o.x);
        h = next[h];
      } while (h != start);
      first_.push_back(start);
      area_.push_back(static_cast<double>(twice / 2));
    }
  }

  std::size_t find_parts() {
    std::vector<std::uint32_t> root(p_.size());
    std::iota(root.begin(), root.end(), 0u);
    auto find = [&](std::uint32_t v) {
      while (root[v] != v) v = root[v] = root[root[v]];
      return v;
    };
    for (std::size_t e = 0; e != end_.size(); e += 2) root[find(end_[e])] = find(end_[e + 1]);
    part_of_.assign(p_.size(), none);
    std::size_t parts = 0;
    std::vector<std::size_t> number(p_.size(), none);
    for (const std::uint32_t v : end_) {
      if (part_of_[v] != none) continue;
      std::size_t& n = number[find(v)];
      if (n == none) {
        n = parts++;
        lowest_.push_back(p_[v]);
      }
      part_of_[v] = n;
      place& low = lowest_[n];
      if (p_[v].x < low.x || (p_[v].x == low.x && p_[v].y < low.y)) low = p_[v];
    }
    return parts;
  }

  // The bounded face directly below v, by components other than `but`, or none.
  std::size_t face_below(place v, std::size_t but) {
    std::size_t best = none;  // half-edge from left to right
    for (std::size_t e = 0; e != end_.size(); e += 2) {
      if (part_of_[end_[e]] == but) continue;
      const std::size_t h = p_[end_[e]].x <= p_[end_[e + 1]].x ? e : e + 1;
      const place a = p_[from(h)], b = p_[to(h)];
      if (!(a.x <= v.x && v.x < b.x) || turn(a, b, v) <= 0) continue;
      if (best == none || above(h, best)) best = h;
    }
    if (best == none) return none;
    const std::size_t f = face_[best], part = part_of_[from(best)];
    return f == outer_[part] ? face_below(lowest_[part], part) : f;
  }
  // Of two edges from left to right over the same x: whether g is above h.
  [[nodiscard]] bool above(std::size_t g, std::size_t h) const {
    const place a = p_[from(g)], b = p_[to(g)], c = p_[from(h)], d = p_[to(h)];
    if (a.x <= c.x) {
      const int side = turn(a, b, c);
      return side != 0 ? side < 0 : turn(a, b, d) < 0;
    }
    const int side = turn(c, d, a);
    return side != 0 ? side > 0 : turn(c, d, b) > 0;
  }

  const std::vector<place>& p_;
  const std::vector<std::uint32_t>& end_;
  std::vector<std::size_t> face_, first_, part_of_, outer_;
  std::vector<double> area_;
  std::vector<place> lowest_;
};

}  // namespace amorph::check
