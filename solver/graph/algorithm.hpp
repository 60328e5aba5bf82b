// Descriptors of graph algorithms: plain data and functions, one `const graph::algorithm descriptor` in each folder.
// Commands, benchmarks, help, man pages, docs and tests iterate over the list of them, so an algorithm is added by one
// folder and one line in solver/graph/CMakeLists.txt. Parsing and writing are in the tools.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "amorph/kernels/base/span.hpp"
#include "amorph/kernels/graph/weighted_graph.hpp"
#include "solver/graph/common/costs.hpp"
#include "solver/run/figure.hpp"
#include "solver/run/options.hpp"
#include "solver/run/statistics.hpp"

namespace amorph::graph {

// In the order of the algorithm's enum; the first is `auto`.
struct strategy_info {
  const char* name;
  const char* summary;
  const char* on_cpu = nullptr;  // the strategy that the CPU runs instead
  bool cpu_only = false;
  bool slow_on_paths = false;  // O(n) per step: tests skip it on high-diameter graphs
  bool selective = false;      // another strategy runs on unsuitable graphs, as the summary says
};

enum class option_kind : std::uint8_t { flag, integer, real };
struct option_info {
  const char* name;      // without the dashes
  const char* argument;  // nullptr for a flag
  option_kind kind;
  double low, high;      // inclusive
  bool above = false;    // a real must be above `low`, and finite
  const char* fallback;  // the default, as help shows it
  const char* summary;
  const char* strategies = nullptr;  // names with commas: the strategies that take it; nullptr: all
};

// The vertices that a run is given.
enum class ends : std::uint8_t {
  none,
  sources,           // one or more, by default the vertex of maximum degree
  optional_sources,  // the same, or none: the algorithm chooses
  pair,              // a source and a target
  network,           // a source and a sink, which the file may name
};

struct needs {
  graph::ends ends = graph::ends::none;
  bool no_negative_weights = false, integer_weights = false;
  const char* unless = nullptr;  // a flag with which weights are ignored
  const char* weight_name = "weight";
  std::uint32_t max_vertices = 0;  // amorph-bench leaves larger graphs out unless the algorithm is named; 0: none
};

// One kind of line of the answer: a tag, then a value per column.
struct column {
  const char* tag;
  const char* name;
  const char* summary;
};

struct request {
  weighted_csr graph;
  span<const std::uint32_t> sources;  // of a pair or a network: one
  std::uint32_t target = 0;
  run_options run;
  std::uint32_t strategy = 0;                     // index in the descriptor's list
  span<const std::optional<double>> values = {};  // of the options, in the descriptor's order; may be empty
  bool rows = true;                               // the answer is needed, not only its figures
  bool leave = false;                             // only outcome.arrays, in the memory of the backend
};

// A part of the answer as one array. In device memory if it was left there by a run on a device.
struct answer_array {
  const char* name;
  std::variant<span<const std::uint32_t>, span<const std::uint64_t>, span<const double>, span<const std::int64_t>,
               span<const unsigned char>>
      values;
};

struct outcome {
  run_statistics stats;
  std::string summary;  // for people, without the times
  std::vector<figure> figures;
  double work = 0;  // of one solution, counted in `work_unit`; 0: not customary
  const char* work_unit = "";
  std::vector<std::uint64_t> profile;  // items per step, if that is customary
  std::string verified_part;           // what verify() checked, if not everything
  std::shared_ptr<const void> result;  // the algorithm's result
  std::vector<answer_array> arrays;    // in it
  bool left = false;                   // the arrays are in the backend's memory

  template <class Result> [[nodiscard]] const Result& as() const { return *static_cast<const Result*>(result.get()); }
  void set_work(double amount, const char* unit) {
    work = amount;
    work_unit = unit;
  }
};

// Receives the lines of an answer. Vertices are named as in the caller's file.
class row_writer {
 public:
  virtual ~row_writer() = default;
  virtual row_writer& line(const char* tag) = 0;  // starts a line
  virtual row_writer& vertex(std::uint32_t v) = 0;
  virtual row_writer& number(std::uint64_t n) = 0;
  // Values of the answer, which callers may also take as reals.
  virtual row_writer& integer(std::int64_t n) = 0;
  virtual row_writer& integer(std::uint64_t n) = 0;
  virtual row_writer& real(double x) = 0;                  // written as shortest(x)
  virtual row_writer& total(std::string_view number) = 0;  // a sum, which may exceed 64 bits
  virtual row_writer& none(const char* word) = 0;          // no value
  [[nodiscard]] virtual bool failed() const = 0;           // further lines can be skipped
};

struct algorithm {
  const char* name;     // of the folder, of the namespace, on the command line
  const char* summary;  // a noun phrase: "shortest paths from the sources"
  const char* paper;    // the source of the algorithm
  std::span<const strategy_info> strategies;
  graph::needs needs;
  std::span<const option_info> options;
  const char* heading;  // the comment above the rows
  std::span<const column> columns;
  outcome (*run)(const request&);
  // A fault of the answer in one line, or nothing; by independent code. May set verified_part.
  std::string (*verify)(const request&, outcome&);
  void (*rows)(const request&, const outcome&, row_writer&);
  bool answer_by_strategy = false;  // strategies give different correct answers
  bool leaves = false;              // request.leave is supported
  graph::costs costs = {};

  [[nodiscard]] std::optional<std::uint32_t> strategy_named(std::string_view word) const;
};

// All algorithms, in the order of the list.
[[nodiscard]] std::span<const algorithm* const> algorithms();
[[nodiscard]] const algorithm* find(std::string_view name);  // or null

// For descriptors.
[[nodiscard]] inline std::optional<double> value_of(const request& r, std::size_t option) {
  return option < r.values.size() ? r.values[option] : std::nullopt;
}
// The outcome that holds a solver's result and its statistics; the descriptor adds the summary and the figures.
template <class Result> [[nodiscard]] outcome outcome_of(Result found) {
  outcome out;
  out.stats = found.stats;
  out.result = std::make_shared<const Result>(std::move(found));
  return out;
}
// line(v) for each vertex, until the writer has failed.
template <class Line> void for_each_row(const request& r, const row_writer& out, Line line) {
  for (std::uint32_t v = 0; v != r.graph.graph.vertices && !out.failed(); ++v) line(v);
}
// "1 edge", "2 edges".
[[nodiscard]] inline std::string counted(std::uint64_t n, const char* one, const char* many) {
  return std::to_string(n) + " " + (n == 1 ? one : many);
}
// The shortest decimal text that reads back as the same double.
[[nodiscard]] std::string shortest(double x);
// The number of arcs of the vertices for which reached(v): the work of a search.
template <class Reached> double arcs_of(const csr& g, Reached reached) {
  std::uint64_t sum = 0;
  for (std::uint32_t v = 0; v != g.vertices; ++v)
    if (reached(v)) sum += g.begin[v + std::size_t{1}] - g.begin[v];
  return static_cast<double>(sum);
}
template <class Strategy> std::string_view strategy_name(std::span<const strategy_info> all, Strategy s) {
  return static_cast<std::size_t>(s) < all.size() ? all[static_cast<std::size_t>(s)].name : "";
}
template <class Strategy>
std::optional<Strategy> parse_strategy_of(std::span<const strategy_info> all, std::string_view word) {
  for (std::size_t i = 0; i != all.size(); ++i)
    if (word == all[i].name) return static_cast<Strategy>(i);
  return std::nullopt;
}

}  // namespace amorph::graph
