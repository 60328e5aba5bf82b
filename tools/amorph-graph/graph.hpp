// The command amorph-graph: searches, paths, forests and flows of graph files.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "amorph/kernels/graph/weighted_graph.hpp"
#include "solver/run/options.hpp"
#include "solver/run/statistics.hpp"
#include "tools/formats/output_file.hpp"
#include "tools/terminal/command_line.hpp"

namespace amorph::graph_tool {

inline constexpr char busiest[] = "max-degree";

// What nobody said is told from what is the default: an option that means nothing to a problem is refused with any value.
// take_defaults() puts defaults in the place of what was not said, where that makes no difference any more.
struct config {
  static constexpr std::uint64_t not_given = ~std::uint64_t{0};
  std::string problem, input;                 // operands
  std::string format = "auto", output, json;  // empty: not written; of what follows: not said
  std::string source, target, strategy, window, backend;
  std::uint64_t threads = 0, memory_limit = not_given, repeat = not_given, pushes = not_given, relabels = not_given;
  bool both_ways = false, undirected = false, verify = false, quiet = false;

  // Steps of a kind that some strategies of maxflow take alone.
  [[nodiscard]] bool says_steps() const { return pushes != not_given || relabels != not_given; }
  void take_defaults() {
    if (strategy.empty()) strategy = "auto";
    if (backend.empty()) backend = "auto";
    if (memory_limit == not_given) memory_limit = 0;
    if (repeat == not_given) repeat = 1;
  }
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
// What a problem takes for weights: told with the line where a text is read.
struct weights_taken {
  bool no_negative = false, whole = false;
};
[[nodiscard]] weights_taken weights_of(const std::string& problem);

[[nodiscard]] std::string summary(const config& c, const weighted_graph& g, const outcome& o);  // one line
[[nodiscard]] std::string json(const config& c, const weighted_graph& g, const outcome& o);

}  // namespace amorph::graph_tool
