// What every solver of graphs is told, and what it tells about its work.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "amorph/kernels/backend/backend.hpp"
#include "amorph/kernels/graph/weighted_graph.hpp"

namespace amorph {

struct run_options {
  backend where = backend::automatic;
  unsigned threads = 0;            // of the CPU; 0: all
  std::uint64_t memory_limit = 0;  // bytes; 0: what the machine has
  unsigned repeat = 1;             // solves so often, for the times; the answer is the same each time
};

struct run_statistics {
  std::string backend_name;  // "cpu", or "cuda (NVIDIA ...)"
  unsigned threads = 0;
  std::string strategy;    // that ran
  std::vector<double> ms;  // of each repetition: solving alone, the graph being where it is solved
  double load_ms = 0;      // bringing the graph there, and memory
  double finish_ms = 0;    // what is made of the answer: trees, sums, bringing it back
  std::uint64_t peak_bytes = 0;

  [[nodiscard]] double median_ms() const;
};

// Throws error(bad_input) with the first thing that is wrong with the graph's arrays: sizes, offsets that do not ascend,
// ends out of range. O(n + m).
void check_graph(const weighted_csr& graph);

// Ascending, each once. Throws error(bad_input) when there is none (but for a graph
// without vertices), or one that the graph does not have.
[[nodiscard]] std::vector<std::uint32_t> distinct_sources(const weighted_csr& graph, span<const std::uint32_t> sources);

}  // namespace amorph
