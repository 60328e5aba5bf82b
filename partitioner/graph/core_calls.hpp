// Calls of the multilevel core for divide().
#pragma once

#include <cstdint>
#include <mutex>
#include <vector>

#include "amorph/kernels/backend/boundary.hpp"
#include "partitioner/common/core.hpp"
#include "partitioner/common/partition.hpp"
#include "partitioner/graph/constraints/device_figures.hpp"
#include "partitioner/graph/constraints/several_weights.hpp"
#include "partitioner/graph/from_start.hpp"

namespace amorph::partition {

// Whether the core keeps fixed vertices and groups; the hypergraph's partitioner keeps them with everything else.
[[nodiscard]] inline bool core_keeps_fixed(const options& o) {
  return o.constraints == 1 && row_of(o.objective).of_edges() && o.start.empty();
}

// Runs the core for one call of divide(), and sums the statistics.
class core_calls {
 public:
  // For partitions of `g`.
  core_calls(const graph& g, const options& o, backend backend);
  [[nodiscard]] bool on_device() const { return backend_ != backend::cpu; }

  // Raises `limit` if it cannot be kept. With a start, improves that. A device fills `figures`, if it can.
  void run(const graph& g, span<const std::int64_t> target, span<std::int64_t> limit, std::uint64_t seed,
           unsigned threads, std::vector<std::uint32_t>& part, const start_partition* start = nullptr,
           device_figures* figures = nullptr);
  // With several weights per vertex; target and limit have an entry for each, part by part. With a start, improves it.
  std::vector<std::uint32_t> run_several(const graph& g, span<const std::int64_t> target,
                                         span<const std::int64_t> limit, std::uint64_t seed, coarse_limits coarse,
                                         const start_partition* start = nullptr) {
    return run_several(o_, g, target, limit, seed, coarse, o_.run.threads, start);
  }
  // As several_bisection. On the CPU from several threads at once; on a device from one, because a run that fails there
  // changes the backend.
  std::vector<std::uint32_t> bisect_several(const graph& piece, span<const double> share,
                                            span<const std::int64_t> limit, coarse_limits coarse, std::uint64_t key,
                                            unsigned threads);
  // Of the last run for contiguous parts: components beside the main ones of their parts.
  [[nodiscard]] std::uint32_t strays() const { return strays_; }
  // Of the last run: whether it refined for the communication volume.
  [[nodiscard]] bool volume_refined() const { return volume_refined_; }
  // Sums over all runs; backend and sizes are those of the first, which is the largest.
  [[nodiscard]] const statistics& stats() const { return stats_; }

 private:
  [[nodiscard]] problem problem_of(const graph& g, std::uint64_t seed) const;
  std::vector<std::uint32_t> run_several(const options& o, const graph& g, span<const std::int64_t> target,
                                         span<const std::int64_t> limit, std::uint64_t seed, coarse_limits coarse,
                                         unsigned threads, const start_partition* start);
  void give(problem& problem, const start_partition& start) const;
  // A run may raise `limit`; it is restored before another attempt.
  void run_core(const char* name, run_entry* cpu, problem& problem, unsigned threads, std::uint32_t* part,
                span<std::int64_t> limit = {});
  bool run_on_device(const char* name, run_entry* cpu, run_options run, problem& problem, answer& answer,
                     run_statistics& stats);
  void add(const core_statistics& s, const run_statistics& run);

  const options& o_;
  backend backend_;
  bool refines_volume_;
  std::mutex adding_;
  statistics stats_;
  std::vector<std::int32_t> sizes_;  // of vertices, if their sum is too large for the core
  std::uint32_t strays_ = 0;
  bool volume_refined_ = false;
};

}  // namespace amorph::partition
