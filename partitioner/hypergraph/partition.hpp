// Balanced partitioning of hypergraphs (netlists): k parts within weight limits, and few nets between them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "amorph/kernels/base/span.hpp"
#include "partitioner/common/objectives.hpp"
#include "partitioner/common/presets.hpp"
#include "solver/run/options.hpp"
#include "solver/run/statistics.hpp"

namespace amorph::hypergraph {

// A hypergraph in host memory, owned by the caller. The pins of net e are pin[net_begin[e]] .. pin[net_begin[e+1]-1]:
// vertices, each at most once. Nets of one pin are never cut.
struct netlist {
  std::uint32_t vertices = 0, nets = 0;
  span<const std::uint64_t> net_begin;     // nets + 1
  span<const std::uint32_t> pin;           // net_begin[nets]
  span<const std::int32_t> net_weight;     // > 0; empty: all 1
  span<const std::int32_t> vertex_weight;  // vertices * dimensions, >= 0; empty: all 1
  std::uint32_t dimensions = 1;            // weights per vertex; each is balanced
  std::uint32_t first = 1;                 // the number of the first vertex and net, in messages
  span<const std::uint32_t> member = {};   // where vertices are groups, for messages: a vertex of each; else empty
};

using partition::preset;

struct options {
  run_options run;  // `repeat` is not used
  std::uint32_t parts = 2;
  hypergraph::objective objective = objective::km1;
  hypergraph::preset preset = preset::standard;
  // Limits on the weight of part p in dimension d, at p * dimensions + d.
  std::vector<std::int64_t> maximum;  // empty: (1 + imbalance) * ceil(total * share)
  std::vector<std::int64_t> minimum;  // empty: none; for one dimension only
  double imbalance = 0.03;
  std::vector<double> share;       // of each part in the total weight, in any unit; empty: equal
  span<const std::int32_t> fixed;  // per vertex: its part, or -1 if it is free; empty: all free
  span<const std::int32_t> group;  // per vertex: vertices of one number stay together; -1: in no group; empty: none
  // A partition to improve, per vertex: its part, or -1 for a vertex that is new. Empty: from scratch.
  span<const std::int32_t> start;
  span<const std::int32_t> move_cost;  // per vertex: counts as a net's weight if it leaves its part in `start`
  std::uint32_t runs = 1;              // partitions computed, with different seeds; the best is kept
  double time_limit_ms = 0;            // of `runs`, only those that fit in it, but at least one; 0: all
  std::int32_t vcycles = -1;           // V-cycles that improve a partition; -1: as the preset says
  std::uint64_t seed = 0;
  // The maximum number of pins of a level that is refined on the host; the executor refines larger levels. -1: that of
  // the preset.
  std::int64_t largest_on_host = -1;
};

[[nodiscard]] inline const effort& effort_of(const options& o) { return partition::row_of(o.preset).netlists; }
[[nodiscard]] inline const start_effort& start_effort_of(const options& o) {
  const effort& e = effort_of(o);
  return o.parts <= 2 ? e.of_two : o.parts <= 8 ? e.of_few : e.of_many;
}

// Objectives, weights and balance, counted from netlist and parts alone.
struct quality {
  std::int64_t cut = 0, km1 = 0, soed = 0;
  std::uint64_t cut_nets = 0;              // unweighted
  std::vector<std::int64_t> part_weight;   // per part and dimension
  std::vector<std::int64_t> total_weight;  // per dimension
  double imbalance = 0;                    // heaviest part / ceil(total / parts) - 1; of the worst dimension

  [[nodiscard]] std::int64_t of(objective o) const {
    const objective_weights w = row_of(o).weights;
    return w.connectivity * km1 + w.cut * cut;
  }
};

struct statistics : run_statistics {
  std::uint32_t levels = 0, coarsest_vertices = 0, coarsest_nets = 0;
  std::uint32_t runs = 0;  // partitions computed
  // Phases, summed over starts, which may run side by side: checks of options and limits, start of the backend and
  // copies from it, copies to it and nets by vertex, communities, coarsening, the coarsest partition, refinement, the
  // part of it that is the host's, and the count of the objectives.
  double check_ms = 0, start_ms = 0, load_ms = 0, communities_ms = 0, coarsen_ms = 0, initial_ms = 0, refine_ms = 0;
  double host_refine_ms = 0, measure_ms = 0;
};

struct result {
  std::vector<std::uint32_t> part;  // per vertex
  quality measured;
  bool balanced = false;    // within the limits; vertices may not pack
  std::uint32_t moved = 0;  // vertices that left their part in `start`
  statistics stats;
};

// The limits on part weights that the options ask for: one per part and dimension.
[[nodiscard]] std::vector<std::int64_t> maximum_weights(const netlist& n, const options& o);

// Throws amorph::error: bad_input for contradictory options and infeasible limits, no_device, out_of_memory,
// interrupted. With a partition to improve, the answer is no worse than it, unless it breaks a limit or a constraint;
// with costs of moves, only quality makes V-cycles by itself. Deterministic for any number of threads. O(pins log
// vertices) expected work for a fixed number of parts; memory 4 bytes per net and part, and per vertex and part, beside
// the hierarchy.
[[nodiscard]] result divide(const netlist& n, const options& o);

// Counts objectives, weights and balance of a partition into `parts` parts. O(pins).
[[nodiscard]] quality measure(const netlist& n, std::uint32_t parts, span<const std::uint32_t> part,
                              unsigned threads = 1);

}  // namespace amorph::hypergraph
