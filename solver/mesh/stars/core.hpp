// The problem and answer of a Delaunay triangulation as they cross the C boundary to the CUDA module.
#pragma once

#include <cstdint>

#include "solver/mesh/mesh.hpp"
#include "solver/run/boundary.hpp"

namespace amorph::mesh {

// A triangle of the star of v, counter-clockwise: (v, a, b). `none` is the vertex at infinity.
struct star_link {
  std::uint32_t v, a, b;
};
// Vertices whose stars were not found, ascending, and all of their triangles that have another corner.
struct unfinished_stars {
  const std::uint32_t* vertices;
  const point* points;
  std::uint32_t count;
  const star_link* links;  // in any order; some twice
  std::uint64_t link_count;
};
// Their stars: counter-clockwise neighbours ids[begin[i]] .. ids[begin[i + 1] - 1].
struct finished_stars {
  const std::uint32_t *begin, *ids;
};

struct delaunay_problem {
  std::uint32_t points;
  const point* point_at;
  // Finds the other triangles of unfinished stars, on the host; false if it fails. The result is valid until the run
  // ends.
  bool (*complete)(void* context, const unfinished_stars& stars, finished_stars& found);
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
  // Nonzero: the number of stars that are too large or took too long, if they are too many. There is no other answer.
  std::uint64_t unfinished;
};

[[nodiscard]] run_entry* stars_on_cpu();

}  // namespace amorph::mesh
