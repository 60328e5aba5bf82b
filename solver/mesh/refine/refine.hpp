// Delaunay refinement: a triangulation without small angles or large triangles, by points added one cavity at a time, many
// at once.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "amorph/kernels/backend/backend.hpp"
#include "amorph/kernels/base/error.hpp"
#include "solver/mesh/mesh.hpp"

namespace amorph::mesh {

// How points that are too near to one another to go in at once are parted.
enum class strategy : std::uint32_t {
  automatic,  // priority
  priority,   // by urgency and hash of the triangle: the same mesh on every backend and number of threads
  // The same without one of its parts, to see what that is worth: other meshes, but the same everywhere too.
  topology,    // every round looks at all triangles for bad ones, without a list ("Morph Algorithms on GPUs", figure 8)
  unordered,   // points and triangles lie in memory as they came (section 6.1)
  unfiltered,  // every bad triangle proposes, wherever it stands among its neighbours
  // What follows races: another mesh each time, of the same quality.
  three_phase,           // race, prioritycheck, check, in a persistent kernel ("Morph Algorithms on GPUs", section 7.3)
  three_phase_launches,  // the same, a launch for each phase
  atomic,                // atomics alone (IISc report, section 5.4)
  two_stage,             // three phases, then atomics for what they left over, using its cavities again (the same)
  two_stage_shared,    // and new triangles are judged by all threads alike, which the report calls work stealing (5.2)
  two_stage_children,  // and by kernels that the threads that made them launch (5.3); on the CPU: two_stage_shared
  three_phase_adaptive,  // three_phase, with as many tasks a round as few conflicts allow ("Morph Algorithms", section 7.4)
};
[[nodiscard]] std::optional<strategy> parse_strategy(std::string_view word) noexcept;
[[nodiscard]] std::string_view to_string(strategy s) noexcept;

// In which precision points are kept. In single precision they stand on a grid of 2^24 steps over the larger of the domain's two
// extents, as many as a float tells apart; round_to_single puts them there before they are triangulated. Predicates are exact
// in both, and so is the way back.
enum class precision : std::uint32_t { wide, single };

// Two points that would become one.
class points_merge : public error {
 public:
  points_merge(std::size_t one, std::size_t other)
      : error(status::bad_input, "single precision: points " + std::to_string(one) + " and " + std::to_string(other) +
                                     " would become one"),
        one_(one),
        other_(other) {}
  [[nodiscard]] std::size_t one() const noexcept { return one_; }
  [[nodiscard]] std::size_t other() const noexcept { return other_; }

 private:
  std::size_t one_, other_;
};

// Moves points to the nearest place on that grid. points_merge where that would make two points one that were not;
// error(bad_input) where they lie too far from the origin for their extent (2^28 times as far) to be told in doubles again.
void round_to_single(std::vector<point>& points);

// After a round; called from the thread that refines.
struct refine_progress {
  std::uint64_t rounds, points, triangles, waiting;  // waiting: bad triangles in the work list
};

struct refine_options {
  double min_angle = 20;  // degrees, 0 to 60; 0: any angle will do. Above 33 it may not end but by max_points
  double max_area = 0;    // of any triangle; 0: none. The triangulation's area_bound counts too
  std::uint64_t max_points = ~std::uint64_t{0};  // how many points may be added
  bool off_centres = true;                       // Üngör's points, fewer than by circumcentres
  bool split_boundary = true;                    // segments with the domain on one side may be split
  bool split_inside = true;                      // the others may
  bool conforming = false;                       // split encroached segments though no angle or area is bounded
  backend where = backend::automatic;
  unsigned threads = 0;            // of the CPU; 0: all
  std::uint64_t memory_limit = 0;  // bytes; 0: what the machine has
  strategy how = strategy::automatic;
  precision kept = precision::wide;         // single: all points must be on the grid, else error(bad_input)
  const std::atomic<bool>* stop = nullptr;  // looked at after each round; true ends with status::interrupted
  std::function<void(const refine_progress&)> watch;
};

struct refine_statistics {
  std::string backend_name, strategy;  // "cpu", or "cuda (NVIDIA ...)"; the strategy that ran
  unsigned threads = 0;
  std::uint64_t rounds = 0;
  std::uint64_t tried = 0, inserted = 0;  // cavities found, points put in
  std::uint64_t on_segments = 0;          // of these, on segments
  std::uint64_t given_up = 0;             // bad triangles that no point could mend
  double check_ms = 0;                    // checking the input, on the host
  double load_ms = 0;                     // bringing the mesh there
  double refine_ms = 0;                   // laying it out and refining
  double finish_ms = 0;                   // bringing it back
  std::uint64_t peak_bytes = 0;
};

// Why a triangle still breaks a bound.
enum class cause : std::uint8_t {
  // The ends of its shortest edge lie on two input segments that meet below 60 degrees, as far from there as one another, but for a
  // quarter of its length.
  input_angle,
  precision,     // its points are as near to one another as they may come, or no number is left where one is wanted
  point_limit,   // max_points was reached
  kept_segment,  // a segment is in the way that must not be split
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
  triangulation mesh;  // the input's points first, in their order, then those added
  // Triangles that still break a bound, or encroach upon a segment too short to be split; ascending, and why each does, and how
  // many for each reason. There are no others.
  std::vector<std::uint32_t> bad;
  std::vector<cause> why;
  causes left;
  refine_statistics stats;
};

// The input is a constrained Delaunay triangulation (where it is not, triangles may be given up); edges where the domain ends, and
// between triangles of different region_attribute, become segments (marker 0, after the input's) if they are not: attributes
// stay within the borders that they came with. A new triangle's area_bound is that of the input's triangle that holds its
// centroid. The result is conforming Delaunay where segments may be split: no point lies
// inside a segment's diametral circle, which is decided exactly, but at small angles of the input. The same for every
// backend and number of threads.
//
// Precision ends at 2^-46 of the largest coordinate (in single precision, at 2^-20 of the grid): points are put no nearer than
// that to others. Where points of the input are, the triangles between them are left as they are, and so are segments
// shorter than four times that.
//
// O(n) points for n points of the result; each round is O(bad triangles). error: bad_input (arrays that contradict one
// another, triangles that are not counter-clockwise, coordinates that are not 0 or of magnitude 1e-35 to 1e60, to which new points
// are held too, bounds out of range), no_device, out_of_memory (more than 2^30 triangles or 2^32 - 2 points, too), interrupted.
[[nodiscard]] refine_result refine(triangulation mesh, const refine_options& how = {});

}  // namespace amorph::mesh
