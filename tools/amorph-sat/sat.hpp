// The command amorph-sat: satisfies formulas, in the manners of the SAT competitions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "solver/sat/satisfy.hpp"
#include "tools/terminal/command_line.hpp"

namespace amorph::sat_tool {

struct config {
  std::string output, json, svg, backend = "auto", method = "auto", strategy = "auto", walk_strategy = "auto";
  std::string time_limit, fraction, epsilon, damping, backtrack;  // as typed; empty: not given
  std::uint64_t seed = 0, threads = 0, memory_limit = 0, max_sweeps = 0, max_flips = 0, attempts = 0;
  bool quiet = false, no_model = false, method_complete = false, no_simplify = false;

  double seconds = 0;  // parsed; 0: no limit
};

[[nodiscard]] command describe(config& c);

// The solver's options as the command line has them. Throws error(bad_input) for numbers out of range.
[[nodiscard]] sat::satisfy_options solver_options(config& c);

// What was read, how it was answered, and how long that took.
struct outcome {
  std::string name;
  std::uint64_t variables = 0, clauses = 0, literals = 0;
  std::uint32_t length = 0;  // of all clauses; 0: they differ
  sat::satisfy_result answer;
  bool verified = false, timed_out = false, interrupted = false;
  double read_ms = 0, solve_ms = 0, verify_ms = 0, total_ms = 0;
};

// Fills `answer`, `timed_out` and `interrupted`. `started_ms`: how long the process has run.
void solve(const config& c, sat::satisfy_options how, const sat::formula& f, double started_ms, outcome& o);

// "survey propagation" for "survey", and so on.
[[nodiscard]] std::string_view stage_name(std::string_view stage);
[[nodiscard]] std::string_view status_line(sat::verdict v);            // "s SATISFIABLE\n"
[[nodiscard]] int answer_code(sat::verdict v);                         // 10, 20 or 0
[[nodiscard]] std::string headline(const outcome& o);                  // comment lines: what was read
[[nodiscard]] std::string summary(const config& c, const outcome& o);  // comment lines: how it was answered
[[nodiscard]] std::string json(const config& c, const outcome& o);

// The decimation as a picture: variables without a value and sweeps, round by round, attempt by attempt.
[[nodiscard]] std::string plot(const outcome& o);

[[nodiscard]] int run(int argc, char** argv);

}  // namespace amorph::sat_tool
