// Partitions with several weights per vertex.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "amorph/kernels/exec/cpu.hpp"
#include "partitioner/common/partition.hpp"
#include "partitioner/common/stop_check.hpp"
#include "partitioner/graph/initial/bisect.hpp"

namespace amorph::partition {

// Whether parts of coarse levels may exceed the limits by two average vertices. That saves a few percent of the cut if
// coarsening evens the weights out. If weights differ from region to region, it costs as much, and leaves parts above
// their limits; `relaxed` then means `exact`.
enum class coarse_limits : std::uint8_t { relaxed, exact };
// By how much the weights of the finest and the coarsest graph differ.
[[nodiscard]] coarse_limits limits_of_coarse_levels(double finest, double coarsest);
// How much the weights of a vertex differ, each as a fraction of its total: the sum over all vertices of the difference
// between the largest and the smallest; 0 if all weights are proportional. O(n).
[[nodiscard]] double difference_of_weights(const graph& g, std::uint32_t constraints);
[[nodiscard]] double difference_of_weights(const initial::wide_graph& g);

// Number of vertices of the coarsest graph; a smaller graph is not coarsened.
constexpr std::uint32_t several_per_part = 30, several_minimum = 2000;
// A larger piece of a recursive bisection is bisected by the core.
constexpr std::uint32_t several_large_piece = 10000;
[[nodiscard]] std::uint32_t enough_for_several(const options& o);

// A partition of such a graph.
std::vector<std::uint32_t> divide_coarsest_several(cpu_exec& exec, const initial::wide_graph& g, const options& o,
                                                   span<const std::int64_t> limit, std::uint64_t seed,
                                                   coarse_limits coarse, const stop_check& check_stop);

// Bisects a large piece of a recursive bisection by the multilevel core: the share of side 0 in each weight, limits
// side by side. Returns the side of each vertex.
struct several_bisection {
  std::function<std::vector<std::uint32_t>(const graph& piece, span<const double> share, span<const std::int64_t> limit,
                                           coarse_limits coarse, std::uint64_t key, unsigned threads)>
      bisect;
  bool one_by_one = false;  // as of bisection_order
  bool connected = false;   // sides of k-way partitions, which are contiguous
};

// A partition of more vertices than parts, which finish() must still refine: k-way, or by recursive bisection of the
// whole graph. `limit`: part by part, with an entry for each constraint. Deterministic; bisections of one depth run in
// parallel, those of large pieces by the core if `by_core` is given. O((n + m) log n log parts) expected.
std::vector<std::uint32_t> divide_several_weights(cpu_exec& exec, const graph& g, const options& o,
                                                  span<const std::int64_t> limit, std::uint64_t seed,
                                                  coarse_limits coarse, const stop_check& check_stop,
                                                  const several_bisection& by_core = {});

// The same on the host alone with parts that are connected on all levels, if `o` asks for that; for one weight too.
std::vector<std::uint32_t> divide_contiguous(cpu_exec& exec, const graph& g, const options& o,
                                             span<const std::int64_t> limit, std::uint64_t seed,
                                             const stop_check& check_stop);

}  // namespace amorph::partition
