// The range of coordinates: predicates are exact on them (`fits`), and new points are near enough to where they should
// be. New coordinates below min_magnitude are rounded to 0; that must be less than the precision limit, 2^-46 of the
// largest coordinate.
#pragma once

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/exec/cpu.hpp"
#include "solver/mesh/mesh.hpp"

namespace amorph::mesh {

inline constexpr double min_largest = 1e-20;  // of the largest coordinate, unless all are 0

class coordinate_error : public error {  // bad_input
 public:
  static constexpr std::size_t all = ~std::size_t{0};
  explicit coordinate_error(std::size_t index) : coordinate_error(index, 0) {}
  // The first point out of range, or `all`: they are too near to the origin.
  [[nodiscard]] std::size_t index() const noexcept { return index_; }
  // The same error where points are numbered from `base`.
  [[nodiscard]] coordinate_error numbered_from(std::size_t base) const { return {index_, base}; }

 private:
  coordinate_error(std::size_t index, std::size_t base);
  std::size_t index_;
};

// Throws coordinate_error. O(n) work, on the executor's threads.
void check_coordinates(cpu_exec& exec, span<const double> coordinates);  // x and y of each point
void check_coordinates(cpu_exec& exec, span<const point> points);

}  // namespace amorph::mesh
