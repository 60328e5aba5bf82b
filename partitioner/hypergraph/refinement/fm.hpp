// Local searches by Fiduccia and Mattheyses on the host.
#pragma once

#include <cstdint>

#include "partitioner/common/stop_check.hpp"
#include "partitioner/hypergraph/refinement/gain_table.hpp"
#include "partitioner/hypergraph/refinement/rebalance.hpp"

namespace amorph::hypergraph {

struct fm_options {
  std::uint32_t rounds = 10;    // at most; a round that gains too little is the last
  std::uint32_t seeds = 25;     // boundary vertices that a search starts from; 0: all
  std::uint32_t fruitless = 0;  // moves without improvement that end a search; 0: the random-walk model
  double minimum_gain = 0;      // of a round, as a fraction of the objective
  std::uint64_t seed = 0;
};

// Returns the gain. Never leaves the limits, but may start outside. O(pins * parts) per round at worst.
std::int64_t refine_by_fm(gain_table& table, const balance_limits& limits, const fm_options& options,
                          const partition::stop_check& check_stop);

}  // namespace amorph::hypergraph
