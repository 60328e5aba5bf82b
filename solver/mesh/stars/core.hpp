// The problem and answer of a Delaunay triangulation as they cross the C boundary to the CUDA module.
#pragma once

#include <cstdint>

#include "solver/mesh/mesh.hpp"
#include "solver/run/boundary.hpp"

namespace amorph::mesh {

struct delaunay_problem {
  std::uint32_t points;
  const point* point_at;
  // Returns the caller's array for `count` elements of a part of the answer.
  std::uint32_t* (*allocate)(void* context, std::uint32_t part, std::uint64_t count);
  void* context;
};

// Of the answer. Corners and neighbours are those of mesh.hpp, numbered as number_triangles() does
// (../triangulate/steps.hpp). Duplicates: pairs of a point and the first one at its position, in any order.
namespace delaunay_part {
enum : std::uint32_t { corners, neighbours, duplicates };
}

struct delaunay_answer {
  // Vertices whose stars were not found within limits of size and time: then there is no other answer.
  std::uint64_t unfinished;
};

[[nodiscard]] run_entry* stars_on_cpu();

}  // namespace amorph::mesh
