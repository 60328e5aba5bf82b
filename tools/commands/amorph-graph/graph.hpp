// The command amorph-graph: the algorithms of solver/graph on graph files.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "amorph/kernels/graph/weighted_graph.hpp"
#include "solver/graph/algorithm.hpp"
#include "tools/formats/output_file.hpp"
#include "tools/terminal/command_line.hpp"

namespace amorph::graph_tool {

inline constexpr char max_degree[] = "max-degree";

// An option of some algorithms; those with options of the same name share one.
struct algorithm_option {
  const graph::option_info* info;
  bool flag = false;
  std::uint64_t integer;
  std::string real;  // as given
  std::string help;

  explicit algorithm_option(const graph::option_info& option);
  [[nodiscard]] bool given() const;
};

// Options that were not given differ from those given their default value: an option that does not apply to an
// algorithm is refused with any value. take_defaults() fills in the defaults afterwards.
struct config {
  static constexpr std::uint64_t not_given = ~std::uint64_t{0};
  std::string problem, input;                 // operands
  std::string format = "auto", output, json;  // empty: not written; below: not given
  std::string source, target, strategy, backend;
  std::uint64_t threads = 0, device = not_given, memory_limit = not_given, repeat = not_given;
  std::deque<algorithm_option> options;  // by name; addresses are stable
  bool both_ways = false, verify = false, quiet = false, verbose = false;
  std::string strategy_help, description;

  void take_defaults() {
    if (strategy.empty()) strategy = "auto";
    if (backend.empty()) backend = "auto";
    if (device == not_given) device = 0;
    if (memory_limit == not_given) memory_limit = 0;
    if (repeat == not_given) repeat = 1;
  }
};

// A flag was given with which the algorithm ignores weights.
[[nodiscard]] bool ignores_weights(const config& c, const graph::needs& needs);

// A run of an algorithm, as the report tells it.
struct outcome {
  graph::outcome found;
  std::vector<std::uint32_t> sources;
  double read_ms = 0, verify_ms = 0, total_ms = 0;
  bool verified = false;
};

[[nodiscard]] command describe(config& c);
[[nodiscard]] exit_code run(int argc, char** argv);

// Checks the options of an algorithm as far as possible without the graph. Throws error(bad_input).
void check_options(const config& c, const graph::algorithm& a);
// Solves; verifies if asked, with error(internal) if the answer is wrong; writes the answer to `out` unless it is null.
void solve(const config& c, const graph::algorithm& a, const weighted_graph& graph, outcome& o, output_file* out);

// "bfs, stcon and sssp": the names of the algorithms that `of` holds for.
template <class Of> std::string names_for(Of of, const char* last = "and") {
  std::vector<const char*> names;
  for (const graph::algorithm* a : graph::algorithms())
    if (of(*a)) names.push_back(a->name);
  std::string list;
  for (std::size_t i = 0; i != names.size(); ++i)
    list.append(i == 0 ? "" : i + 1 == names.size() ? std::string(" ") + last + " " : ", ").append(names[i]);
  return list;
}

[[nodiscard]] std::string summary(const config& c, const weighted_graph& g, const outcome& o);  // one line
[[nodiscard]] std::string json(const config& c, const weighted_graph& g, const outcome& o);

}  // namespace amorph::graph_tool
