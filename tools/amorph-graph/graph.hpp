// The command amorph-graph: searches, paths, forests and flows of graph files.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "amorph/command_line.hpp"
#include "amorph/graph_run.hpp"
#include "amorph/output_file.hpp"

namespace amorph::graph_tool {

inline constexpr char busiest[] = "max-degree";

struct config {
  std::string problem, input;                 // operands
  std::string format = "auto", output, json;  // empty: not written; of source and target: not said
  std::string source, target, strategy = "auto", window, backend = "auto";
  std::uint64_t threads = 0, memory_limit = 0, repeat = 1, pushes = 1, relabels = 0;
  bool both_ways = false, undirected = false, verify = false, quiet = false;
};

// What a problem found out. `figures` are numbers as JSON has them, in order.
struct outcome {
  run_statistics stats;
  std::string answer;  // for people, without the times
  std::vector<std::pair<std::string, std::string>> figures;
  std::vector<std::uint32_t> sources;
  double read_ms = 0, verify_ms = 0, total_ms = 0;
  bool verified = false;
  std::string verified_part;  // what of the answer was checked, where not all was
};

[[nodiscard]] command describe(config& c);
[[nodiscard]] exit_code run(int argc, char** argv);

// What is wrong with the options of a problem, as far as that can be told without the graph: throws error(bad_input).
void check_problem(const config& c);
// Solves; verifies if asked, with error(internal) if the answer is wrong; writes the answer to `out` unless it is null.
void solve_problem(const config& c, const weighted_graph& graph, outcome& o, output_file* out);
[[nodiscard]] bool is_problem(const std::string& word);

[[nodiscard]] std::string summary(const config& c, const weighted_graph& g, const outcome& o);  // one line
[[nodiscard]] std::string json(const config& c, const weighted_graph& g, const outcome& o);

}  // namespace amorph::graph_tool
