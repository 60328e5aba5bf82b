// The state of a level's refinement, as the steps see it.
#pragma once

#include <limits>

#include "partitioner/refinement/best_partition.hpp"
#include "partitioner/refinement/connection_table.hpp"
#include "partitioner/refinement/moves.hpp"
#include "partitioner/refinement/projection.hpp"
#include "partitioner/refinement/rebalance.hpp"
#include "partitioner/refinement/schedule.hpp"

namespace amorph::partition {

// All arrays of a level's refinement, in the executor's memory.
template <class Exec, class Balance = part_balance> struct refine_view {
  using exec = Exec;
  using balance_type = Balance;
  using list = typename append_list<Exec>::view_type;
  graph_view graph;
  refine_rule rule;
  Balance balance;
  project<Exec> projection;
  tally_memory tallies;
  connection_table<Exec> table;
  row_lists<Exec> changed, candidates;
  row_lists<Exec> next_candidates;  // on the CPU
  list boundary, displaced;
  exits out;
  int64_t* capacity_prefix;
  const int64_t* given_limit;
  int64_t* demand;  // per entry of the limits
  int64_t total;    // weight of all vertices
  quality* sum;     // the current partition's

  AMORPH_BODY mover<Exec, Balance> moves(uint32_t step) const {
    return {graph, projection.part, balance, projection.stamp, step, changed, projection.flags, displaced};
  }
};

// The state that the loop carries from step to step.
struct loop_state {
  static constexpr int64_t most = std::numeric_limits<int64_t>::max();
  quality now_{}, best_{most, most};
  uint32_t step_ = 2, propagated_ = 1, turn_ = 0;  // propagated_: the last step of label propagation
  size_t changed_ = 0;                             // vertices whose gains the last moves may have changed
  bool kept_ = false, raised_ = false;
  uint32_t listed_ = 0;  // if equal to step_: the candidates are those of the previous step, within the limits
  one_way listed_way_{};
  bool swapped_ = false;  // the two lists of candidates
};

}  // namespace amorph::partition
