// Minimum spanning forests.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "amorph/kernels/graph/weighted_graph.hpp"
#include "amorph/kernels/sync/transaction_statistics.hpp"
#include "solver/run/options.hpp"
#include "solver/run/statistics.hpp"

namespace amorph::mst {

// How trees find their least edges and join; the forest is the same.
enum class strategy : std::uint32_t {
  automatic,   // filter; components where there is no memory for that
  propagate,   // trees are colours, passed on along chosen edges until they rest (IIIT report, section VIII)
  components,  // trees joined along chosen edges, one representative a cycle ("Morph Algorithms on GPUs", section 5)
  edges,       // edges in a list, disjoint sets; edges within a tree drop out (after ECL-MST, SC 2023)
  filter,      // the same for the lightest edges first, then for those that still join two trees
  stm,  // trees joined by transactions, whose reads are invisible ("Efficient Transactional-Memory-based ...", chapter 3)
  stm_priority,     // the same, the lower tree's marks going before (the thesis's own way)
  stm_pessimistic,  // the same, who comes first locking
  stm_block,        // the same, one transaction a block of the device at a time
};
[[nodiscard]] std::optional<strategy> parse_strategy(std::string_view word) noexcept;
[[nodiscard]] std::string_view to_string(strategy s) noexcept;

struct options {
  run_options run;
  mst::strategy strategy = mst::strategy::automatic;
};

struct result {
  std::vector<std::uint64_t> arcs;  // places in the rows, ascending; of the two places of an edge the lower vertex's
  std::uint64_t components = 0;     // trees, single vertices among them
  std::string weight;               // the sum of weights, in decimal: exact for whole weights
  double weight_value = 0;
  run_statistics stats;
  std::optional<transaction_statistics> transactions;  // of those strategies, the last time that was repeated
};

// Of the edges that join two vertices (direction and self loops do not count; weights of any sign) the forest of least
// weight; of equal weights the edge that comes first in the rows is the lighter one, so that there is one such forest:
// the same for every strategy, backend and number of threads. O(m log n) work. error: bad_input (2^32 - 1 arcs or more; by
// transactions 2^31 - 1 vertices or more; a graph that contradicts itself), no_device, out_of_memory.
[[nodiscard]] result solve(const weighted_csr& graph, const options& options = {});

}  // namespace amorph::mst
