// The checker of a mesh's attributes, of vertices and triangles, and of its area bounds.
#pragma once

#include <limits>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tools/verify/mesh_answers.hpp"
#include "tools/verify/mesh_grid.hpp"

namespace amorph::check {

// Vertex attributes. `paths`: for each input segment in the mesh, its vertices from end to end. `fixed` vertices on it
// are input vertices and crossings; between two of them attributes are linear. The functions return the first fault.
class point_values {
 public:
  point_values(const planar_input& in, const planar_mesh& m, const std::vector<place>& p)
      : in_(in), m_(m), p_(p), points_(in.xy.size() / 2), count_(points_ == 0 ? 0 : in.attribute.size() / points_) {}

  // Of input vertices; before the others.
  [[nodiscard]] std::string verify_kept() const {
    if (m_.attribute.size() != count_ * p_.size()) return "the number of attributes differs from the input's";
    for (std::size_t i = 0; i != in_.attribute.size(); ++i)
      if (m_.attribute[i] != in_.attribute[i])
        return "an attribute of vertex " + std::to_string(i / count_ + m_.first) + " has changed";
    return {};
  }

  // `near`: the maximum distance of vertices from their exact positions.
  [[nodiscard]] std::string verify_new(double near) const {
    for (std::size_t k = 0; k != count_; ++k)
      if (std::string why = range(k, near); !why.empty()) return why;
    return {};
  }

  // (Of vertices that are as near to a fixed one as rounding moves segments, the values of any.) is_explained(v):
  // whether v lies on another segment, too, up to rounding, and has a value that may come from there.
  template <class Fixed, class IsExplained>
  [[nodiscard]] std::string path_fault(const std::vector<std::uint32_t>& path, double near, Fixed fixed,
                                       IsExplained is_explained) const {
    auto together = [&](std::size_t v, std::size_t w) { return distance(path[v], path[w]) <= 4 * near; };
    for (std::size_t i = 0; i + 1 < path.size();) {
      std::size_t j = i + 1;
      while (j + 1 != path.size() && !fixed(path[j])) ++j;
      std::size_t first = i, last = j;
      while (first != 0 && together(first - 1, i)) --first;
      while (last + 1 != path.size() && together(last + 1, j)) ++last;
      for (std::size_t k = 0; k != count_; ++k)
        for (std::size_t w = i + 1; w < j; ++w) {
          bool right = false;
          for (std::size_t a = first; !right && a < w && (a <= i || together(a, i)); ++a)
            for (std::size_t b = last; !right && b > w && (b >= j || together(b, j)); --b)
              right = is_linear(path[a], path[b], path[w], k, near);
          if (!right && !is_explained(path[w]))
            return "attribute " + std::to_string(k) + " of vertex " + std::to_string(path[w] + m_.first) +
                   " is not linear along its segment";
        }
      i = j;
    }
    return {};
  }

  // Per attribute, the values that v may have along paths that it is near to: between those of the fixed vertices
  // before and after it, and the value that is linear from end to end.
  using ranges = std::vector<std::pair<double, double>>;
  [[nodiscard]] ranges no_values() const {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    return ranges(count_, {infinity, -infinity});
  }
  template <class Fixed>
  void add_values(ranges& to, std::uint32_t v, const std::vector<std::uint32_t>& path, Fixed fixed) const {
    const std::uint32_t first = path.front(), last = path.back();
    const double at = distance(first, v), length = distance(first, last);
    std::uint32_t before = first, after = last;
    for (const std::uint32_t w : path) {
      if (!fixed(w)) continue;
      const double there = distance(first, w);
      if (there <= at && there >= distance(first, before)) before = w;
      if (there >= at && there <= distance(first, after)) after = w;
    }
    for (std::size_t k = 0; k != count_; ++k)
      for (const double x :
           {value(before, k), value(after, k), value(first, k) + at / length * (value(last, k) - value(first, k))}) {
        to[k].first = std::min(to[k].first, x);
        to[k].second = std::max(to[k].second, x);
      }
  }
  [[nodiscard]] bool has_values_of(std::uint32_t v, const ranges& allowed) const {
    for (std::size_t k = 0; k != count_; ++k) {
      const auto [low, high] = allowed[k];
      const double slack = 1e-9 * (std::fabs(low) + std::fabs(high));
      if (!(value(v, k) >= low - slack && value(v, k) <= high + slack)) return false;
    }
    return true;
  }

 private:
  [[nodiscard]] double value(std::size_t v, std::size_t k) const { return m_.attribute[v * count_ + k]; }
  [[nodiscard]] double distance(std::size_t v, std::size_t w) const {
    return std::hypot(p_[v].x - p_[w].x, p_[v].y - p_[w].y);
  }
  [[nodiscard]] bool is_linear(std::size_t a, std::size_t b, std::size_t q, std::size_t k, double near) const {
    const double from = value(a, k), to = value(b, k), length = distance(a, b), share = distance(a, q) / length;
    const double slack = 1e-9 * (std::fabs(from) + std::fabs(to)) + std::fabs(to - from) * (1e-9 + 4 * near / length);
    return std::fabs(value(q, k) - (from + share * (to - from))) <= slack;
  }

  [[nodiscard]] std::string range(std::size_t k, double near) const {
    double low = value(0, k), high = low;
    for (std::size_t v = 0; v != points_; ++v) {
      low = std::min(low, value(v, k));
      high = std::max(high, value(v, k));
    }
    const double slack = 1e-9 * (high - low) + 1e-12 * std::max(std::fabs(low), std::fabs(high));
    auto name = [&](std::size_t v) {
      return "attribute " + std::to_string(k) + " of vertex " + std::to_string(v + m_.first);
    };
    for (std::size_t v = points_; v != p_.size(); ++v)
      if (!(value(v, k) >= low - slack && value(v, k) <= high + slack))
        return name(v) + " is outside the input's range";
    // The plane through three distant vertices; if all input vertices lie in it, so must the others.
    std::size_t a = 0, b = 0, c = 0;
    auto area = [&](place u, place v, place w) { return (v.x - u.x) * (w.y - u.y) - (v.y - u.y) * (w.x - u.x); };
    for (std::size_t v = 0; v != points_; ++v)
      if (distance(a, v) > distance(a, b)) b = v;
    for (std::size_t v = 0; v != points_; ++v)
      if (std::fabs(area(p_[a], p_[b], p_[v])) > std::fabs(area(p_[a], p_[b], p_[c]))) c = v;
    const double whole = area(p_[a], p_[b], p_[c]), length = distance(a, b);
    if (!(std::fabs(whole) > 1e-6 * length * length)) return {};
    const double steep = (high - low) * length / std::fabs(whole);  // maximum change per length
    auto off = [&](std::size_t v) {
      const double of_a = area(p_[v], p_[b], p_[c]) / whole, of_b = area(p_[a], p_[v], p_[c]) / whole;
      return std::fabs(of_a * value(a, k) + of_b * value(b, k) + (1 - of_a - of_b) * value(c, k) - value(v, k));
    };
    const double flat = slack + 4 * near * steep;
    for (std::size_t v = 0; v != points_; ++v)
      if (!(off(v) <= flat)) return {};
    for (std::size_t v = points_; v != p_.size(); ++v)
      if (!(off(v) <= 8 * flat)) return name(v) + " is not interpolated: the input's are a linear function of x and y";
    return {};
  }

  const planar_input& in_;
  const planar_mesh& m_;
  const std::vector<place>& p_;
  std::size_t points_, count_;
};

// The faces of a mesh, connected without crossing a segment, and what regions and the input's triangles assign to them.
class face_values {
 public:
  // `other` as in overlap(); bounds(h): whether the edge is a segment.
  template <class Bounds>
  face_values(const planar_input& in, const planar_mesh& m, const std::vector<place>& p,
              const std::vector<place>& in_points, span<const std::uint32_t> other, const triangle_grid& grid,
              Bounds bounds)
      : in_(in), m_(m), p_(p), in_points_(in_points), grid_(grid), other_(other), face_(m.corner.size() / 3, none) {
    std::vector<std::uint32_t> stack;
    for (std::uint32_t first = 0; first != face_.size(); ++first) {
      if (face_[first] != none) continue;
      face_[first] = faces_;
      stack.assign(1, first);
      while (!stack.empty()) {
        const std::uint32_t t = stack.back();
        stack.pop_back();
        for (std::uint32_t h = 3 * t; h != 3 * t + 3; ++h)
          if (other[h] != none && face_[other[h] / 3] == none && !bounds(h)) {
            face_[other[h] / 3] = faces_;
            stack.push_back(other[h] / 3);
          }
      }
      ++faces_;
    }
  }

  // Attributes of triangles: of the last region point in the face, otherwise 0; for a refined mesh, those of the
  // input's triangles there.
  [[nodiscard]] std::string verify_attributes(double near) const {
    const std::size_t triangles = face_.size(), count = m_.corner_attribute.size() / triangles;
    const std::size_t expected = in_.corner.empty() ? 1 : in_.corner_attribute.size() / (in_.corner.size() / 3);
    if (m_.corner_attribute.size() != triangles * expected) return "the number of attributes per triangle is wrong";
    using row = std::vector<double>;
    std::vector<std::set<row>> allowed(faces_);
    if (in_.corner.empty()) {
      for (auto& values : allowed) values.insert(row{0});
      for (const mesh_region& r : in_.region)
        for (const near_faces at = faces_near({r.x, r.y}, near); const std::uint32_t f : at.faces) {
          if (at.certain()) allowed[f].clear();
          allowed[f].insert(row{r.attribute});
        }
    } else {
      for (std::size_t t = 0; 3 * t != in_.corner.size(); ++t) {
        const std::uint32_t found = grid_.find(in_middle(t));
        const double* values = in_.corner_attribute.data() + t * count;
        if (found != none) allowed[face_[found]].insert(row(values, values + count));
      }
    }
    for (std::size_t t = 0; t != triangles; ++t) {
      const double* values = m_.corner_attribute.data() + t * count;
      const auto& here = allowed[face_[t]];
      if (!here.empty() && here.count(row(values, values + count)) == 0)
        return "triangle " + std::to_string(t + m_.first) + " has the attribute " + std::to_string(values[0]) +
               ", which differs from its region's";
    }
    return {};
  }

  // The area bound of each triangle: of the last region point in its face; for a refined mesh, of the input's triangle
  // that contains its centre. 0: no bound.
  [[nodiscard]] std::vector<double> area_bounds(double near) const {
    std::vector<double> bound(face_.size(), 0);
    if (in_.corner.empty()) {
      std::vector<double> of(faces_, 0);
      for (const mesh_region& r : in_.region)
        for (const near_faces at = faces_near({r.x, r.y}, near); const std::uint32_t f : at.faces) {
          const double area = std::max(r.area, 0.0);
          of[f] = at.certain() ? area : of[f] == 0 || area == 0 ? 0 : std::max(of[f], area);
        }
      for (std::size_t t = 0; t != bound.size(); ++t) bound[t] = of[face_[t]];
    } else if (!in_.corner_area.empty()) {
      const triangle_grid before(in_points_, in_.corner);
      for (std::size_t t = 0; t != bound.size(); ++t) {
        const std::uint32_t found = before.find(grid_.middle(t));
        if (found != none) bound[t] = std::max(in_.corner_area[found], 0.0);
      }
    }
    return bound;
  }

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  [[nodiscard]] place in_middle(std::size_t t) const {
    place m{0, 0};
    for (std::size_t i = 0; i != 3; ++i) {
      const place q = in_points_[in_.corner[3 * t + i]];
      m = {m.x + q.x / 3, m.y + q.y / 3};
    }
    return m;
  }

  // The faces of the triangles that contain a point, or almost do; and whether it may lie outside all of them.
  struct near_faces {
    std::set<std::uint32_t> faces;
    bool at_boundary = false;
    [[nodiscard]] bool certain() const { return faces.size() == 1 && !at_boundary; }
  };
  [[nodiscard]] near_faces faces_near(place q, double near) const {
    near_faces found;
    grid_.each_near(q, near, [&](std::uint32_t t) {
      bool in = true, at_boundary = false;
      for (std::size_t i = 0; in && i != 3; ++i) {
        const place a = p_[m_.corner[3 * t + i]], b = p_[m_.corner[3 * t + (i + 1) % 3]];
        const double across = (b.x - a.x) * (q.y - a.y) - (b.y - a.y) * (q.x - a.x),
                     tolerance = near * std::hypot(b.x - a.x, b.y - a.y);
        in = across >= -tolerance;
        at_boundary = at_boundary || (other_[3 * t + (i + 2) % 3] == none && across <= tolerance);
      }
      if (!in) return true;
      found.faces.insert(face_[t]);
      found.at_boundary = found.at_boundary || at_boundary;
      return true;
    });
    return found;
  }

  const planar_input& in_;
  const planar_mesh& m_;
  const std::vector<place>&p_, &in_points_;
  const triangle_grid& grid_;
  span<const std::uint32_t> other_;
  std::vector<std::uint32_t> face_;
  std::uint32_t faces_ = 0;
};

}  // namespace amorph::check
