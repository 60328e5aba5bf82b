// The command amorph-pta: inclusion-based points-to analysis of constraint files.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "amorph/andersen.hpp"
#include "amorph/command_line.hpp"

namespace amorph::pta {

struct config {
  std::string nodes, constraints, cycles, dump;  // three files of the PPoPP'12 format, or one dump
  std::string output, json;                      // empty: not written
  std::string backend = "auto";
  std::uint64_t threads = 0, memory_limit = 0, repeat = 1;
  bool substitute = true, hybrid = true, collapse = true, overlap = true;
  bool verify = false, statistics = false, quiet = false;
};

// What a run found out, for people (report) and for programs (json).
struct outcome {
  andersen::statistics solver;   // of the run with the median solve_ms
  std::vector<double> solve_ms;  // every repetition, in order
  std::uint64_t objects = 0;
  double read_ms = 0, write_ms = 0, verify_ms = 0, total_ms = 0;
  std::uint64_t process_peak_bytes = 0;  // the most memory that was resident, by the kernel's count
  bool verified = false;
};

[[nodiscard]] command describe(config& c);
[[nodiscard]] exit_code run(int argc, char** argv);

[[nodiscard]] std::string summary(const outcome& o);  // one line
[[nodiscard]] std::string table(const outcome& o);    // --statistics
[[nodiscard]] std::string json(const outcome& o);     // --json

}  // namespace amorph::pta
