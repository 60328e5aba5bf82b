// Desired edge lengths in the plane: given on a grid or at scattered points, interpolated, and with a limit on how fast
// they grow with distance.
#pragma once

#include <cstdint>
#include <vector>

#include "amorph/kernels/base/span.hpp"
#include "solver/mesh/mesh.hpp"

namespace amorph::mesh {

// Values at the nodes of a grid, row by row from the top; interpolated bilinearly. Infinity: no bound. Positions
// outside have the value of the nearest position of the grid.
struct grid_field {
  std::uint32_t columns = 0, rows = 0;
  point first;  // the node of the first column in the last row: lower left
  double step = 0;
  std::vector<double> size;

  [[nodiscard]] double operator()(point p) const;
  // No value is larger than another one plus `gradation` times their distance, along the grid's edges and diagonals.
  // O(n log n).
  void limit_growth(double gradation);
};

// Values at points, interpolated linearly on their Delaunay triangulation; outside of it as at the nearest triangle's
// extension to the hull. error(bad_input): fewer than three points, all of them on one line.
class scattered_field {
 public:
  scattered_field(span<const point> points, span<const double> size);
  [[nodiscard]] double operator()(point p) const;
  // The same along the edges of the triangulation.
  void limit_growth(double gradation);
  // The same for values that hold at the points alone: between two points, values grow with the distance from both.
  void grow_between(double gradation);

 private:
  [[nodiscard]] std::uint32_t locate(point p) const;

  triangulation mesh_;
  std::vector<double> size_;
  std::vector<std::uint32_t> start_;  // per cell of a square grid over the points: a triangle near it
  std::uint32_t cells_ = 1;           // along each side
  point low_{};
  double scale_ = 0;   // cells per unit of length
  double growth_ = 0;  // between points
};

// The length of the shortest edge at each vertex; infinity at vertices without edges.
[[nodiscard]] std::vector<double> shortest_edges(const triangulation& m);

}  // namespace amorph::mesh
