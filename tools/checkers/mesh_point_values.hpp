// The checker of the attributes of vertices.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "tools/checkers/mesh_answers.hpp"
#include "tools/checkers/mesh_exact.hpp"

namespace amorph::check {

// The vertices of an input segment in the mesh, in order. A segment that lies partly outside has a path for each part.
struct segment_path {
  std::uint32_t segment;
  std::uint32_t first, last;  // the segment's ends
  std::vector<std::uint32_t> vertices;
};

// The functions return the first fault. `near`: the maximum distance of vertices from their exact positions. `fixed`
// vertices on a path are input vertices and crossings; between two of them attributes are linear.
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
  template <class Fixed> void add_values(ranges& to, std::uint32_t v, const segment_path& path, Fixed fixed) const {
    const std::uint32_t first = path.first, last = path.last;
    const double at = distance(first, v), length = distance(first, last);
    std::uint32_t before = first, after = last;
    for (const std::uint32_t w : path.vertices) {
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
  // Whether all attributes of q are linear between those of a and b.
  [[nodiscard]] bool is_between(std::size_t a, std::size_t b, std::size_t q, double near) const {
    for (std::size_t k = 0; k != count_; ++k)
      if (!is_linear(a, b, q, k, near)) return false;
    return true;
  }
  [[nodiscard]] double distance(std::size_t v, std::size_t w) const {
    return std::hypot(p_[v].x - p_[w].x, p_[v].y - p_[w].y);
  }

 private:
  [[nodiscard]] double value(std::size_t v, std::size_t k) const { return m_.attribute[v * count_ + k]; }
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

}  // namespace amorph::check
