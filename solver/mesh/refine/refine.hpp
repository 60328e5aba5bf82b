// Delaunay refinement: Steiner points are inserted, many in parallel, until no triangle has a small angle or a large
// area.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "amorph/kernels/base/error.hpp"
#include "solver/mesh/mesh.hpp"
#include "solver/run/options.hpp"
#include "solver/run/statistics.hpp"

namespace amorph::mesh {

// How conflicts between overlapping cavities are resolved.
enum class strategy : std::uint32_t {
  automatic,  // priority
  priority,   // by urgency and a hash of the triangle: backend-independent
  // priority without one of its parts, to measure the effect of that part. Different meshes, but backend-independent.
  topology,    // topology-driven: every round examines all triangles ("Morph Algorithms on GPUs", figure 8)
  unordered,   // vertices and triangles keep the input's order in memory (section 6.1)
  unfiltered,  // every bad triangle proposes a point, however urgent its neighbours are
  // Racing: the mesh differs from run to run, its quality does not.
  three_phase,  // race, priority check, check, in a persistent kernel ("Morph Algorithms on GPUs", section 7.3)
  three_phase_launches,  // the same, with a kernel launch per phase
  atomic,                // atomics alone (IISc report, section 5.4)
  two_stage,             // three phases, then atomics for the tasks that lost, reusing their cavities (5.4)
  two_stage_shared,      // also, all threads together classify new triangles, the report's work stealing (5.2)
  two_stage_children,    // or by child kernels that the inserting threads launch (5.3); on the CPU: two_stage_shared
  three_phase_adaptive,  // three_phase with as many tasks per round as few conflicts allow ("Morph Algorithms", 7.4)
};
[[nodiscard]] std::optional<strategy> parse_strategy(std::string_view word) noexcept;
[[nodiscard]] std::string_view to_string(strategy s) noexcept;

// How coordinates are stored. In single precision they lie on a grid of 2^24 steps over the larger of the domain's two
// extents, the resolution of a float; round_to_single moves points to the grid before they are triangulated.
// Predicates are exact in both, and so is the conversion back.
enum class precision : std::uint32_t { wide, single };

// Two points coincide after rounding.
class points_merge : public error {
 public:
  points_merge(std::size_t one, std::size_t other)
      : error(status::bad_input,
              "single precision: points " + std::to_string(one) + " and " + std::to_string(other) + " would coincide"),
        one_(one),
        other_(other) {}
  [[nodiscard]] std::size_t one() const noexcept { return one_; }
  [[nodiscard]] std::size_t other() const noexcept { return other_; }

 private:
  std::size_t one_, other_;
};

// Moves points to the nearest grid points. error: points_merge if that makes two points coincide that did not;
// bad_input if the points lie too far from the origin for their extent (2^28 times) to be represented in doubles.
void round_to_single(std::vector<point>& points);

// The detail of progress in phase "refine", reported after each round.
struct refine_progress {
  std::uint64_t rounds, points, triangles, waiting;  // waiting: bad triangles in the worklist
};

struct refine_options {
  run_options run = {};  // `repeat` is ignored
  mesh::strategy strategy = mesh::strategy::automatic;
  double min_angle = 20;  // degrees, 0 to 60; 0: no bound. Large ones may have no end (sizing/refine_within_limit.hpp)
  double max_area = 0;    // of any triangle; 0: no bound. The triangulation's area_bound holds as well
  std::uint64_t max_points = ~std::uint64_t{0};       // Steiner points
  bool off_centres = true;                            // Üngör's off-centres, fewer than circumcentres
  bool split_boundary = true;                         // segments with the domain on one side may be split
  bool split_inside = true;                           // the others may
  bool conforming = false;                            // split segments until all triangles are Delaunay
  mesh::precision precision = mesh::precision::wide;  // single: all points must be on the grid, else error(bad_input)
};

// A vertex encroaches upon a segment that it sees at more than this angle, in degrees: 180 less twice the minimum
// angle, or 140 without one (the diametral lens); 90 if the result is to be conforming Delaunay (the diametral circle).
[[nodiscard]] double encroachment_angle(const refine_options& options);

struct refine_statistics : run_statistics {
  std::uint64_t rounds = 0;
  std::uint64_t tried = 0, inserted = 0;  // cavities found, points inserted
  std::uint64_t on_segments = 0;          // of these, on segments
  std::uint64_t unrefinable = 0;          // bad triangles that no point improves
  double check_ms = 0;                    // checking the input, on the host
};

// Why a triangle still violates a bound.
enum class cause : std::uint8_t {
  // The ends of its shortest edge lie on two input segments that meet at less than 60 degrees, at equal distances from
  // the apex up to a quarter of the edge's length.
  input_angle,
  precision,  // the machine precision limit: its vertices are too near to each other, or no position can be represented
  point_limit,   // max_points was reached
  kept_segment,  // the point encroaches upon a segment that must not be split
};
[[nodiscard]] std::string_view to_string(cause why) noexcept;

struct causes {
  std::uint64_t input_angle = 0, precision = 0, point_limit = 0, kept_segment = 0;
  [[nodiscard]] std::uint64_t& of(cause why) {
    std::uint64_t* const all[] = {&input_angle, &precision, &point_limit, &kept_segment};
    return *all[static_cast<unsigned>(why)];
  }
};

struct refine_result {
  triangulation mesh;  // the input's vertices first, in their order, then Steiner points
  // All triangles that still violate a bound, or encroach upon a segment too short to be split: their numbers,
  // ascending, the cause for each, and the number of triangles per cause.
  std::vector<std::uint32_t> bad;
  std::vector<cause> why;
  causes left;
  std::vector<std::uint32_t> segment_of;  // only for ../triangulate: the input segment of each of its domain's
  refine_statistics stats;
};

// The input must be a constrained Delaunay triangulation; otherwise bad triangles may remain. Boundary edges, and edges
// between triangles of different region_attribute, become segments (marker 0, after the input's). A new triangle's
// area_bound is that of the input's triangle that contains its centroid. If segments may be split, no vertex of a
// segment's triangles sees it at more than the encroachment angle, except at small input angles; with `conforming` no
// vertex lies inside its diametral circle, which is decided exactly. Backend-independent, unless the strategy races.
//
// The machine precision limit is 2^-46 of the largest coordinate (in single precision, 2^-20 of the grid's extent): the
// minimum distance of a new point from others. Triangles between input vertices that are nearer to each other are left
// as they are, and so are segments shorter than four times the limit.
//
// O(n) points for n points of the result; each round is O(bad triangles). error: bad_input (inconsistent arrays,
// triangles that are not counter-clockwise, coordinates out of range (../geometry/coordinates.hpp), bounds out of
// range), no_device, out_of_memory (also: more than 2^30 triangles or 2^32 - 2 points; before the first round
// if area bounds alone need more memory), interrupted.
[[nodiscard]] refine_result refine(triangulation mesh, const refine_options& options = {});

// What refinement to 30 degrees is estimated to take, for `auto`.
[[nodiscard]] run_work work_of_refinement(std::uint64_t triangles);

}  // namespace amorph::mesh
