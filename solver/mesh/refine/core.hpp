// Refinement's problem and answer as they cross the C boundary to the CUDA module: plain arrays in host memory.
#pragma once

#include <cstdint>

#include "solver/mesh/constrain/problem.hpp"
#include "solver/mesh/mesh.hpp"
#include "solver/mesh/stars/core.hpp"
#include "solver/run/boundary.hpp"

namespace amorph::mesh {

// Vertices at which segments meet at a small angle.
struct sharp_vertices {
  const std::uint32_t* at;
  std::uint32_t count;
};

struct refine_problem {
  std::uint32_t points, triangles, segments, attribute_count;
  const point* point_at;
  const double* attributes;
  const std::uint32_t* point_segment;                             // or null
  const std::uint32_t *corners, *neighbours, *triangle_segments;  // 3 per triangle
  const std::uint32_t* segment_ends;
  const std::uint8_t* sharp;          // per vertex; null if no two segments meet at a small angle
  const double *region, *area_bound;  // per triangle, or null
  point low, high;                    // extent of all vertices

  // Single precision: coordinates are (x - grid_low.x) * scale, on the grid that point_array describes.
  std::uint32_t single;
  point grid_low;
  double scale, area_scale;

  double square_cosine, off_centre, max_area, longest_edge, min_edge;  // edges squared
  double lens, first_lens;  // of the encroachment angle, and the wider one of the first attempt (quality_bounds)
  std::uint32_t split_boundary, split_inside;
  std::uint32_t window;  // of urgency, in which bad triangles are refined; 0: all are
  std::uint64_t max_points;

  // Points that are not triangulated yet, or null. There are no triangles and segments then: the core makes their
  // Delaunay triangulation, constrained to the segments of `domain` unless that is null, with a segment on each edge of
  // the boundary. `sharp_ends` finds the sharp vertices once the ends of all segments are in the answer
  // (part::segment_ends, and of those of the domain part::segment_of, which come first).
  const delaunay_problem* stars;
  const domain_problem* domain;
  sharp_vertices (*sharp_ends)(void* context);
  void* sharp_context;

  // Returns the caller's array for `count` elements of a part of the answer.
  void* (*allocate)(void* context, std::uint32_t part, std::uint64_t count);
  void* context;
};

namespace part {
enum : std::uint32_t {
  points,
  point_segment,
  attributes,
  corners,
  neighbours,
  segments,
  region,
  area_bound,
  bad,
  why,
  segment_ends,  // of edges of segments, in the order of the input's, and then of the boundary
  segment_of
};
}

struct refine_answer {
  std::uint64_t rounds, tried, inserted, on_segments, unrefinable;
  // Of points that were not triangulated yet.
  std::uint64_t unfinished;    // as in delaunay_answer: if it is not 0 there is no other answer
  std::uint64_t left_to_host;  // the same: the domain has crossing segments, holes on edges or outside, or no triangles
  std::uint64_t unused;        // points that are corners of no triangle; of a domain
  double triangulate_ms;
};

[[nodiscard]] run_entry* refine_on_cpu();

}  // namespace amorph::mesh
