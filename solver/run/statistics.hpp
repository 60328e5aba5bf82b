// Statistics of a run, for every solver and the partitioner.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace amorph {

struct run_statistics {
  std::string backend_name;  // "cpu", or "cuda (NVIDIA ...)"
  unsigned threads = 0;
  std::string strategy;    // the one that ran
  std::string weighed;     // backend::automatic: the estimates, in a line
  std::vector<double> ms;  // per repetition: the solve time, with the input in the backend's memory
  double load_ms = 0;      // transfer of the input, and allocation
  double finish_ms = 0;    // transfer of the answer, and its derived values (trees, sums)
  std::uint64_t peak_bytes = 0;

  [[nodiscard]] double median_ms() const;
};

}  // namespace amorph
