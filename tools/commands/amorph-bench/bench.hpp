// The command amorph-bench: all combinations of problems, strategies, inputs and backends, as tables and plots.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tools/commands/amorph-bench/problem.hpp"
#include "tools/terminal/command_line.hpp"

namespace amorph::bench {

struct config {
  static constexpr std::uint64_t not_given = ~std::uint64_t{0};
  std::string problems, strategies, preset, backends, threads;  // lists with commas; empty: the preset's, or all
  std::vector<std::string> inputs;
  std::string json, markdown, svg;                // empty: not written
  std::uint64_t repeat = 0, weights = not_given;  // 0 and not_given: the preset's, or the default
  std::uint64_t seed = 1, sources = 1, parts = not_given, slow = 0, memory_limit = 0, device = 0;
  bool verify = false, profile = false, list = false, quiet = false;
};
[[nodiscard]] command describe(config& c);

// The measurements: each problem by each of its strategies on each input and backend.
struct plan {
  std::vector<const problem*> problems;
  bool all_problems = false;            // none was named: those that do not fit an input are left out
  std::vector<std::string> strategies;  // empty: all of each problem
  std::vector<input_name> inputs;
  std::vector<machine> machines;
  std::vector<std::string> absent;  // a line for each backend that was asked for among others and is not available
  setting settings;

  [[nodiscard]] bool has_transactions() const;  // whether some strategy of some problem uses transactions
};
// Throws error(bad_input) for an unknown word and for nothing to measure; no_device if only a device is asked for and
// there is none.
[[nodiscard]] plan make_plan(const config& c, const std::vector<problem>& problems);

// One line of the tables: a case and its measurement.
struct row {
  enum class state : std::uint8_t {
    measured,
    refused,  // by the solver, with a reason: an input that it does not accept, too little memory
    failed,   // the answer is wrong, or the solver failed
  };
  std::string problem, input, family, strategy;
  std::uint64_t vertices = 0, arcs = 0;
  machine on;
  state what = state::refused;
  bool unread = false;  // the input is neither a readable file nor a family with valid arguments
  std::string reason;
  measurement found;
  bool verified = false;

  [[nodiscard]] double median() const;
  [[nodiscard]] double minimum() const;
  [[nodiscard]] double rate() const;          // millions of found.unit per second, from the median
  [[nodiscard]] std::string device() const;   // "cpu, 2 threads", or the device's name
  [[nodiscard]] std::string aborted() const;  // share of transactions that aborted: "1.234%", or "-"
};

// Measures all cases; `next` is called before each, `seen` with each row as soon as it is measured.
struct watcher {
  void (*next)(void* context, const std::string& what) = nullptr;
  void (*seen)(void* context, const row& r) = nullptr;
  void* context = nullptr;
};
[[nodiscard]] std::vector<row> measure(const plan& p, const watcher& watch);

// Reports.
// `aborted`: with a column of the share of transactions that aborted.
[[nodiscard]] std::string table_head(bool aborted);
[[nodiscard]] std::string table_line(const row& r, bool aborted);
[[nodiscard]] std::string markdown(const std::vector<row>& rows, bool aborted);
[[nodiscard]] std::string json(const plan& p, const std::string& preset, const std::vector<row>& rows);
[[nodiscard]] std::string svg(const std::vector<row>& rows, const std::string& title);
[[nodiscard]] std::string list(const std::vector<problem>& problems);

// The command, on a table of problems to which peers may have been added.
[[nodiscard]] exit_code run(int argc, char** argv, const std::vector<problem>& problems);

}  // namespace amorph::bench
