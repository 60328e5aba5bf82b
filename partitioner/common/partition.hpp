// Balanced k-way partitioning of undirected graphs: the interface. It knows no file format, no METIS and no command
// line.
//
//   auto answer = amorph::partition::divide(graph, options);   // answer.part[v] in 0 .. parts-1
//
// Multilevel, as METIS and Jet: coarsen by matching, partition the coarsest graph, project and refine. The same
// graph, options and seed give the same partition on every backend and number of threads. See README.md for the
// papers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "amorph/kernels/base/span.hpp"
#include "amorph/kernels/sync/transaction_statistics.hpp"
#include "partitioner/common/graph.hpp"
#include "partitioner/common/machine.hpp"
#include "partitioner/common/objectives.hpp"
#include "partitioner/common/presets.hpp"
#include "solver/run/options.hpp"
#include "solver/run/statistics.hpp"

namespace amorph::partition {

// The first fault of a graph as one line that names the vertex (numbered from `base`), or an empty string. O(n + m)
// if adjacency lists are sorted, O(n + m log degree) otherwise.
[[nodiscard]] std::string check_graph(const graph&, std::uint32_t constraints, std::uint32_t base,
                                      unsigned threads = 0);

enum class scheme : std::uint8_t { kway, recursive };
enum class matching : std::uint8_t { random, heavy_edge };
// How threads synchronise in matching and refinement: deterministically, or by transactions, whose results differ
// from run to run (match_stm.hpp, refine_stm.hpp).
enum class synchronisation : std::uint8_t { deterministic, transactions };

struct options {
  run_options run;  // `repeat` is not used
  std::uint32_t parts = 2;
  std::uint32_t constraints = 1;  // weights per vertex
  std::vector<float> target;      // parts * constraints fractions, part by part, each > 0; a constraint's sum 1.
                                  // empty: equal
  std::vector<float> imbalance;   // per constraint: weight of a part <= imbalance * target, >= 1; empty: 1.03
                                  // (recursive: 1.001 for each bisection, as METIS;
                                  // more is shared out among the bisections)
  partition::objective objective = partition::objective::cut;
  partition::machine machine;  // whose cores the parts are, for objective::mapping
  partition::scheme scheme = partition::scheme::kway;
  // fast: about half the time, for cuts a few percent larger; quality: smaller cuts, by combining several partitions
  // on the host
  partition::preset preset = partition::preset::standard;
  matching match = matching::heavy_edge;
  synchronisation match_by = synchronisation::deterministic, refine_by = synchronisation::deterministic;
  bool two_hop = true;                // match vertices that share a neighbour when matching edges stalls
  bool contiguous = false;            // each part connected (when the graph is)
  bool minimise_connections = false;  // minimise the number of adjacent parts
  std::uint32_t refinement = 10;      // more is better and slower (METIS's niter); 0 is allowed
  // A partition to improve, per vertex: its part, or -1 for a vertex that is new. Empty: from scratch. With k-way
  // partitioning, and without transactions.
  span<const std::int32_t> start;
  span<const std::int32_t> move_cost;  // per vertex: counts as a cut edge's weight if it leaves its part in `start`
  // Per vertex: its part, or -1 if it is free; and a number, the same for vertices that stay in one part, or -1. Empty:
  // none. With several weights per vertex, an objective of nets or a start, they take the partitioner of hypergraphs.
  span<const std::int32_t> fixed, group;
  std::uint32_t attempts = 1;  // partitions computed; the best is kept (METIS's ncuts)
  std::uint64_t seed = 0;
};

[[nodiscard]] inline bool has_fixed_or_groups(const options& o) { return !o.fixed.empty() || !o.group.empty(); }
[[nodiscard]] inline const effort& effort_of(const options& o) { return row_of(o.preset).graphs; }

// Progress detail, in addition to the stage ("coarsen", "core", "divide", "refine") and the level, of which 0 is the
// finest.
struct level_progress {
  std::uint64_t vertices;
};

struct step_time {
  const char* name;
  double ms;
};

struct statistics : run_statistics {  // `ms`: one time, of all that divide() does
  std::uint32_t levels = 0, coarsest_vertices = 0;
  // Of the input's checks, the core, and the host's work on the core's partitions. Recursive bisection runs several
  // cores at once.
  double check_ms = 0, coarsen_ms = 0, initial_ms = 0, refine_ms = 0, transfer_ms = 0, finish_ms = 0;
  transaction_statistics matching, refinement;  // by transactions, over all levels and attempts
  std::vector<step_time> steps;                 // that followed the core, in the attempt that is returned
  std::string remark;                           // one line: why no device ran, or that it read host memory
};

struct result {
  std::vector<std::uint32_t> part;        // per vertex
  std::int64_t cut = 0;                   // sum of the weights of edges between parts, each edge once
  std::int64_t volume = 0;                // sum over vertices of vertex_size times the number of other parts around it
  std::int64_t cost = 0;                  // what `objective` counts: cut, volume, or another sum
  std::vector<std::int64_t> part_weight;  // parts * constraints
  double balance = 0;                     // the largest of part_weight / (target * total); 1: perfectly balanced
  std::uint32_t moved = 0;                // vertices that left their part in `start`
  bool balanced = false;                  // within `imbalance` (the heaviest vertex may make that impossible)
  statistics stats;
};

// All combinations of objective, scheme and constraints are supported, except transactions with several weights.
// Throws amorph::error: bad_input for contradictory options, no_device, out_of_memory, interrupted. With
// backend::automatic, if the device has too little memory, it runs on the CPU. O((n + m) log n) expected work.
//
// With a partition to improve, only the finest graph is refined, within fewer steps: a tenth of the time, and few
// vertices move. If the start is far from balanced, as with another number of parts, or mostly new, one from scratch
// whose parts have the numbers of those they share most with is returned instead.
[[nodiscard]] result divide(const graph&, const options&);

// What divide() is estimated to take, for `auto`. `skew`: the mean degree at the ends of the arcs, relative to that of
// all vertices; 1 if all degrees are equal.
[[nodiscard]] run_work work_of(std::uint64_t vertices, std::uint64_t arcs, std::uint32_t parts, double skew = 1,
                               std::uint32_t weights = 1);

// What reading the arcs of the finest levels from host memory adds to that on a device whose memory they do not fit.
[[nodiscard]] double streaming_ms(std::uint64_t arc_bytes, double skew);

// The largest number of parts that is accepted. As in METIS, it may exceed the number of vertices; the bound keeps
// arrays of that length from taking more time and memory than the graph.
[[nodiscard]] inline std::uint32_t most_parts(std::uint32_t vertices) {
  return vertices > (1U << 20) ? vertices : 1U << 20;
}

// For at most as many vertices as parts: each vertex in a part of its own, the heaviest in the parts with the largest
// targets (of the first constraint). O(n log n).
[[nodiscard]] result one_vertex_per_part(const graph&, const options&);

// Recounts cut, volume, cost, weights and balance of a given partition. O(n + m).
void measure(const graph&, const options&, result& partition);

}  // namespace amorph::partition
