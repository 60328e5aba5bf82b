// Where a vertex may lie so that all triangles around it keep the angle bound: for each edge of its star the position
// must be in two half-planes (the angles at the edge's ends) and in a disk (the angle at the vertex); and in a third
// half-plane for an area bound. The intersection is convex (Amenta, Bern, Eppstein, "Optimal Point Placement for Mesh
// Smoothing", 1999), so that projections onto the set that is violated most end in it, if it is not empty.
#pragma once

#include <cmath>
#include <vector>

#include "solver/mesh/mesh.hpp"

namespace amorph::mesh::optimizing {

class feasible_region {
 public:
  feasible_region(double angle, double max_area)
      : cosine_(std::cos(angle)), sine_(std::sin(angle)), max_area_(max_area) {}

  void clear() {
    half_planes_.clear();
    disks_.clear();
  }
  // The star lies on the left of the edge from a to b.
  void add_edge(point a, point b) {
    const double x = b.x - a.x, y = b.y - a.y, length = std::sqrt(x * x + y * y);
    if (!(length > 0)) return;
    const point along = {x / length, y / length}, left = {-along.y, along.x};
    const double margin = 1e-7 * length;
    // Normals of the directions at the angle to the edge.
    add({left.x * cosine_ - along.x * sine_, left.y * cosine_ - along.y * sine_}, a, margin);
    add({left.x * cosine_ + along.x * sine_, left.y * cosine_ + along.y * sine_}, b, margin);
    if (sine_ > 0) {
      const double up = 0.5 * length * cosine_ / sine_;
      disks_.push_back(
          {{0.5 * (a.x + b.x) + up * left.x, 0.5 * (a.y + b.y) + up * left.y}, 0.5 * length / sine_ - margin});
    }
    if (max_area_ > 0) {
      const double high = 2 * max_area_ / length * (1 - 1e-7);
      add({-left.x, -left.y}, {a.x + high * left.x, a.y + high * left.y}, 0);
    }
  }
  // Moves p towards the region; returns by how much it violates it at the end: 0, or a length.
  [[nodiscard]] double project(point& p, bool on_line, point line_from, point line_to) const {
    constexpr unsigned steps = 40;
    double violation = 0, earlier = 0;
    for (unsigned step = 0; step != steps; ++step) {
      if (step % 8 == 0 && step != 0) {
        if (violation > 0.5 * earlier) return violation;  // as if the region were empty
        earlier = violation;
      }
      point push{0, 0};
      violation = 0;
      for (const half_plane& h : half_planes_) {
        const double below = h.offset - (h.normal.x * p.x + h.normal.y * p.y);
        if (below > violation) {
          violation = below;
          push = {below * h.normal.x, below * h.normal.y};
        }
      }
      for (const disk& d : disks_) {
        const double x = d.centre.x - p.x, y = d.centre.y - p.y, square = x * x + y * y;
        if (square <= d.radius * d.radius) continue;
        const double distance = std::sqrt(square), beyond = distance - d.radius;
        if (beyond > violation) {
          violation = beyond;
          push = {beyond / distance * x, beyond / distance * y};
        }
      }
      if (violation == 0) return 0;
      if (step == 0) earlier = violation;
      p = {p.x + relaxation * push.x, p.y + relaxation * push.y};
      if (on_line) p = onto_line(p, line_from, line_to);
    }
    return violation;
  }

 private:
  static constexpr double relaxation = 1.25;
  struct half_plane {
    point normal;
    double offset;
  };
  struct disk {
    point centre;
    double radius;
  };
  void add(point normal, point on, double margin) {
    half_planes_.push_back({normal, normal.x * on.x + normal.y * on.y + margin});
  }
  static point onto_line(point p, point a, point b) {
    const double x = b.x - a.x, y = b.y - a.y, part = ((p.x - a.x) * x + (p.y - a.y) * y) / (x * x + y * y);
    const double inside = part < 0.05 ? 0.05 : part > 0.95 ? 0.95 : part;
    return {a.x + inside * x, a.y + inside * y};
  }
  double cosine_, sine_, max_area_;
  std::vector<half_plane> half_planes_;
  std::vector<disk> disks_;
};

}  // namespace amorph::mesh::optimizing
