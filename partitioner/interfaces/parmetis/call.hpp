// A call of one of ParMETIS's partitioning functions, decoded; its answer.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "partitioner/common/partition.hpp"
#include "partitioner/interfaces/metis/metis.h"
#include "partitioner/interfaces/parmetis/distributed_graph.hpp"
#include "solver/run/options.hpp"

namespace amorph::parmetis {

// $AMORPH_PARMETIS_GATHER_LIMIT, and the variables that all of Amorph's libraries read.
struct environment {
  run_options run;
  partition::preset preset = partition::preset::standard;  // $AMORPH_METIS_PRESET
  std::int64_t gather_limit = -1;  // adjacency entries; -1: half of the memory of the root's machine
};
[[nodiscard]] environment read_environment();  // throws environment_error (bad_input)

// Whether MPI, which counts entries by int, can bring the graph to one process.
[[nodiscard]] bool fits_counts(std::int64_t vertices, std::int64_t arcs, std::int64_t constraints);
// Collective: whether a graph is divided by one process, as the root's environment and machine say.
[[nodiscard]] bool is_gathered(const communicator& c, const environment& env, std::int64_t vertices, std::int64_t arcs,
                               std::int64_t constraints);

// ParMETIS's options array: [0] whether the others count, [1] debug level, [2] seed, [3] coupling.
struct caller_options {
  idx_t debug_level = 0, seed = 15, coupling = 0;
};
[[nodiscard]] caller_options read_options(const idx_t* options, bool has_coupling);

struct graph_call {
  const char* function = "";
  const idx_t *vtxdist = nullptr, *xadj = nullptr, *adjncy = nullptr;
  const idx_t *vwgt = nullptr, *vsize = nullptr, *adjwgt = nullptr;
  const idx_t *wgtflag = nullptr, *numflag = nullptr, *ncon = nullptr, *nparts = nullptr;
  const real_t *tpwgts = nullptr, *ubvec = nullptr, *itr = nullptr;
  const idx_t* options = nullptr;
  idx_t *edgecut = nullptr, *part = nullptr;
  bool improves = false;  // the partition in `part`
};

// Checked on all processes.
struct problem {
  distributed_graph graph;
  partition::options options;  // parts, constraints, target, imbalance, seed, preset, run
  caller_options asked;
  idx_t* part = nullptr;         // the caller's: from 0 while it is computed; the start, if there is one to improve
  std::vector<idx_t> move_cost;  // per vertex here; empty: 0
  bool improves = false, costs = false;
  std::int64_t gather_limit = -1;
};
[[nodiscard]] problem check_call(const communicator& c, const graph_call& call);  // collective

// The partition is in problem::part; this is the same on all processes.
struct answer {
  std::int64_t cut = 0;
  std::string engine;  // which ran, with its figures
};
[[nodiscard]] answer divide_gathered(const communicator& c, const problem& p);
[[nodiscard]] answer divide_distributed(const communicator& c, const problem& p);

}  // namespace amorph::parmetis
