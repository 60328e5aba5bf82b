// Refinement's problem and answer as they cross the C boundary to the CUDA module: plain arrays in host memory.
#pragma once

#include <cstdint>

#include "solver/mesh/mesh.hpp"

namespace amorph::mesh {

struct refine_problem {
  std::uint32_t points, triangles, segments, attribute_count;
  const point* point_at;
  const double* attributes;
  const std::uint32_t* point_segment;                             // or null
  const std::uint32_t *corners, *neighbours, *triangle_segments;  // 3 a triangle
  const std::uint32_t* segment_ends;
  const std::uint8_t* sharp;          // a point; null where no two segments meet at a small angle
  const double *region, *area_bound;  // a triangle, or null
  point low, high;                    // all points are between

  // Single precision: points are (x - grid_low.x) * scale, on the grid that point_array tells of.
  std::uint32_t single;
  point grid_low;
  double scale, area_scale;

  double square_cosine, off_centre, max_area, longest_edge, least_edge;  // edges squared
  std::uint32_t split_boundary, split_inside, strategy, threads;
  std::uint64_t max_points, memory_limit;

  void* context;  // for the three below
  std::uint32_t (*stop)(void* context);
  void (*report)(void* context, std::uint64_t rounds, std::uint64_t points, std::uint64_t triangles,
                 std::uint64_t waiting);
  // The caller's room for a part of the answer, for `count` elements.
  void* (*room)(void* context, std::uint32_t part, std::uint64_t count);
};

namespace part {
enum : std::uint32_t { points, point_segment, attributes, corners, neighbours, segments, region, area_bound, bad, why };
}

struct refine_answer {
  char backend[128];
  std::uint32_t threads, strategy;
  std::uint64_t rounds, tried, inserted, on_segments, given_up, peak_bytes;
  double load_ms, refine_ms, finish_ms;
};

using refine_entry = int(const refine_problem*, refine_answer*, char* message, std::uint64_t message_size);
inline constexpr std::uint32_t refine_version = 4;

[[nodiscard]] refine_entry* refine_on_cpu();

}  // namespace amorph::mesh
