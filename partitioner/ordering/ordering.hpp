// Orderings that keep the Cholesky factor of a sparse symmetric matrix small, and vertex separators: the interface. It
// knows no file format, no METIS and no command line.
//
//   auto answer = amorph::ordering::order(graph, options);   // answer.order[k] is eliminated in step k
//
// Nested dissection by multilevel vertex separators, and approximate minimum degree for the remainder. The same
// graph, options and seed give the same answer for any number of threads and on every backend. See README.md for the
// papers.
#pragma once

#include <cstdint>
#include <vector>

#include "partitioner/common/partition.hpp"
#include "solver/run/statistics.hpp"
#include "solver/run/work.hpp"

namespace amorph::ordering {

// fast: the upper depths of a large graph by the separator forest (forest/README.md), on the CPU or a CUDA device, in
// less time and for up to 30% more operations on meshes. Others: on the CPU alone.
using partition::preset;

struct options {
  run_options run;                // backend, threads and stop
  double imbalance = 1.2;         // of a separator: the heavier side weighs at most this multiple of half of all; >= 1
  std::uint32_t refinement = 10;  // passes per level at most (METIS's niter)
  std::uint32_t attempts = 1;     // separators computed for each that is used (nseps)
  bool random_matching = false, two_hop = true;
  bool one_sided = true;    // each pass of refinement moves vertices to one side only
  bool compress = true;     // vertices with the same neighbours and each other become one, if that saves 15%
  bool components = false;  // order connected components one by one
  double prune = 0;         // vertices with more than this multiple of the mean degree come last; 0: none
  // Leaves of the separator tree whose sizes are reported, and which exist even if they are small; METIS_NodeNDP's npes
  std::uint32_t domains = 1;
  ordering::preset preset = preset::standard;
  std::uint64_t seed = 0;
};

struct statistics : run_statistics {  // of the upper depths of large graphs; small ones leave `backend_name` "cpu"
  double transfer_ms = 0, coarsen_ms = 0, divide_ms = 0, refine_ms = 0, split_ms = 0;
  double reduce_ms = 0, parts_ms = 0;  // compression and pruning; the host's ordering after the upper depths
};

struct result {
  std::vector<std::uint32_t> order;  // the vertices, the first to eliminate in front
  // With d > 1 domains: their numbers of vertices, then those of the separators, 2 d - 1 in all, the root's last. Node
  // i of the separator tree (0 is the root, 2 i + 2 the left child) has entry 2 d - 2 - i.
  std::vector<std::uint32_t> sizes;
  double ms = 0;
  statistics stats;
};

// The estimated time of the upper depths of a large graph, for `auto`.
[[nodiscard]] run_work work_of(std::uint64_t vertices, std::uint64_t arcs);

// `g`: no self-loops, each edge in both rows, the vertex weights (one per vertex) balance the separators. Edge weights
// are ignored. Throws amorph::error: out_of_memory, interrupted. O((n + m) log n) expected, unless separators are
// large.
[[nodiscard]] result order(const partition::graph& g, const options& o);

struct separator {
  std::vector<std::uint8_t> side;  // 0, 1, or 2 for the separator's vertices
  std::int64_t weight = 0;         // of the separator
};
[[nodiscard]] separator separate(const partition::graph& g, const options& o);

// Refines a separator: never heavier than before, unless the limit demands it. `may_move_to`, if not empty: the side
// that a vertex may leave the separator for, -1 for either. o.imbalance is relative to the heavier side of now.
void refine_separator(const partition::graph& g, span<const std::int32_t> may_move_to, const options& o, separator& s);

}  // namespace amorph::ordering
