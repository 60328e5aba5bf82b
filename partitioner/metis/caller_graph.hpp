// The graph that a program hands to METIS's functions, made into one that any engine takes.
#pragma once

#include <cstdint>

#include "amorph/kernels/graph/host_graph.hpp"
#include "partitioner/metis/metis.h"
#include "partitioner/multilevel/partition.hpp"

namespace amorph {
class cpu_exec;
}

namespace amorph::metis {

struct caller_arrays {
  idx_t vertices = 0, constraints = 1;
  const idx_t *begin = nullptr, *to = nullptr;
  const idx_t *vertex_weight = nullptr, *vertex_size = nullptr, *edge_weight = nullptr;  // may be null
  idx_t numbering = 0;
};

// Views the caller's arrays where they will do as they are, and owns what had to be changed; the caller's arrays are
// only read. Throws amorph::error (bad_input): offsets or neighbours out of range, negative weights.
//
// What METIS takes and answers by chance is given its meaning: self loops are left out; an edge that one of its ends
// has and the other not, or with another weight, is one edge of the larger weight; edges of weight 0 are left out (for
// the volume, where they count: weight 1); a constraint whose weights are all 0 weighs every vertex alike.
// O(n + m), in parallel; O(n + m log degree) where edges had to be mended.
class caller_graph {
 public:
  caller_graph(cpu_exec& exec, const caller_arrays& from, partition::objective goal);
  caller_graph(const caller_graph&) = delete;
  caller_graph& operator=(const caller_graph&) = delete;
  [[nodiscard]] const partition::graph& view() const { return view_; }

 private:
  void mend_edges(cpu_exec& exec, bool keep_weightless);
  void mend_weights(idx_t constraints);

  partition::graph view_;
  host_graph own_;
};

}  // namespace amorph::metis
