// Points along the Hilbert curve, and their duplicates: as ../triangulate/order.hpp, for any executor.
#pragma once

#include <cstdint>

#include "amorph/kernels/sync/atomic.hpp"
#include "solver/mesh/geometry/hilbert.hpp"
#include "solver/mesh/stars/boxes.hpp"

namespace amorph::mesh::stars {

struct counters {
  std::uint32_t duplicates;
  std::uint32_t long_runs;   // cells with too many points to be compared in pairs
  std::uint32_t ring_end;    // of the array of stars
  std::uint32_t unfinished;  // stars
  std::uint32_t links;       // triangles of theirs
};

// A coordinate of each point.
template <double point::* coordinate> struct coordinate_of {
  const point* points;
  AMORPH_BODY double operator()(std::size_t i) const { return points[i].*coordinate; }
};

struct find_cells {
  const point* points;
  const box* extent;
  std::uint64_t* cell;
  std::uint32_t* index;
  AMORPH_BODY void operator()(std::size_t i) const {
    cell[i] = fine_curve::over(extent->low, extent->high).index(points[i]);
    index[i] = static_cast<std::uint32_t>(i);
  }
};
struct gather_points {
  const point* from;
  const std::uint32_t* order;
  point* to;
  AMORPH_BODY void operator()(std::size_t i) const { to[i] = from[order[i]]; }
};

// same[k]: the first vertex at the position of vertex k.
struct find_duplicates {
  const std::uint64_t* cell;
  const point* points;
  std::uint32_t* same;
  counters* count;
  AMORPH_BODY void operator()(std::size_t k) const {
    constexpr std::size_t longest = 64;
    same[k] = static_cast<std::uint32_t>(k);
    const point p = points[k];
    for (std::size_t j = k; j != 0 && cell[j - 1] == cell[k];) {
      --j;
      if (k - j == longest) {
        atomic_store(&count->long_runs, 1u);
        return;
      }
      if (points[j].x == p.x && points[j].y == p.y) same[k] = static_cast<std::uint32_t>(j);
    }
    if (same[k] != k) (void)atomic_add(&count->duplicates, 1u);
  }
};
struct is_duplicate {
  const std::uint32_t* same;
  AMORPH_BODY bool operator()(std::size_t k) const { return same[k] != k; }
};
struct is_first {
  const std::uint32_t* same;
  AMORPH_BODY bool operator()(std::size_t k) const { return same[k] == k; }
};
struct list_duplicate {
  const std::uint32_t *same, *point_of;
  std::uint32_t* pairs;
  AMORPH_BODY void operator()(std::size_t rank, std::size_t k) const {
    pairs[2 * rank] = point_of[k];
    pairs[2 * rank + 1] = point_of[same[k]];
  }
};
struct keep_vertex {
  const point* points;
  const std::uint32_t* point_of;
  point* to_points;
  std::uint32_t* to_point_of;
  AMORPH_BODY void operator()(std::size_t rank, std::size_t k) const {
    to_points[rank] = points[k];
    to_point_of[rank] = point_of[k];
  }
};

}  // namespace amorph::mesh::stars
