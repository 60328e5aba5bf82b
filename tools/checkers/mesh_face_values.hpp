// The checker of triangles' attributes and area bounds.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tools/checkers/mesh_answers.hpp"
#include "tools/checkers/mesh_grid.hpp"

namespace amorph::check {

// The faces of a mesh, connected without crossing a segment, and their values from regions and the input's triangles.
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
