// What every solver and the partitioner tell about a run.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace amorph {

struct run_statistics {
  std::string backend_name;  // "cpu", or "cuda (NVIDIA ...)"
  unsigned threads = 0;
  std::string strategy;    // that ran
  std::vector<double> ms;  // of each repetition: solving alone, with the input where it is solved
  double load_ms = 0;      // copying the input there, and allocation
  double finish_ms = 0;    // what is derived from the answer (trees, sums), and copying it back
  std::uint64_t peak_bytes = 0;

  [[nodiscard]] double median_ms() const;
};

}  // namespace amorph
