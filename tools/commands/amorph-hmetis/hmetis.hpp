// The command amorph-hmetis without its main, so that tests can call it.
#pragma once

#include <cstdint>
#include <string>

#include "partitioner/hypergraph/partition.hpp"
#include "tools/checkers/netlist_check.hpp"
#include "tools/commands/amorph-hmetis/arguments.hpp"
#include "tools/terminal/command_line.hpp"

namespace amorph::hmetis {

struct settings {
  std::string arguments = "auto", objective, preset = "default", imbalance, json, backend = "auto";
  std::string shares, limits, groups, start, names, svg, time_limit, output;
  bool evaluate = false, verify = false, nooutput = false, quiet = false;
  std::uint64_t seed = 0, threads = 0, device = 0, memory_limit = 0, runs = 0, dimensions = 1, move_cost = 0;
};

struct times {
  double read_ms = 0, partition_ms = 0, write_ms = 0;
};

[[nodiscard]] command describe(const char* name, settings& s);
// Runs the command; the process's exit code.
[[nodiscard]] int run(int argc, char** argv);

// The report of a partition that was computed, or of one that was read.
struct report_input {
  const arguments& asked;
  const hypergraph::netlist& netlist;
  const hypergraph::options& options;
  const hypergraph::result& found;
  const check::netlist_figures& figures;
  times spent;
  bool computed = true;
};
[[nodiscard]] std::string report(const report_input& in);
[[nodiscard]] std::string json(const report_input& in);
// SVG. O(parts^2 + the pairs of parts that nets join).
[[nodiscard]] std::string picture(const report_input& in);

}  // namespace amorph::hmetis
