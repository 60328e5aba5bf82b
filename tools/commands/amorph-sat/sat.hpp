// The command amorph-sat: satisfies formulas, with the input and output of the SAT competitions.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "solver/sat/satisfy.hpp"
#include "tools/formats/input_file.hpp"
#include "tools/terminal/command_line.hpp"

namespace amorph::sat_tool {

struct config {
  std::string output, json, svg, backend = "auto", method = "auto", strategy = "auto", walk_strategy = "auto";
  std::string proof, proof_format = "binary";
  std::string time_limit, fraction, epsilon, damping, backtrack, devices;  // as typed; empty: not given
  std::uint64_t seed = 0, device = 0, threads = 0, memory_limit = 0, max_sweeps = 0, max_flips = 0, attempts = 0,
                walkers = 0;
  bool quiet = false, verbose = false, no_model = false, method_complete = false, no_simplify = false;

  double seconds = 0;  // time_limit, parsed; 0: no limit
};

[[nodiscard]] command describe(config& c);

// The solver's options from the command line. Throws error(bad_input) for numbers out of range.
[[nodiscard]] sat::satisfy_options solver_options(config& c);

// Held during the search: the text, which the model is checked against, and the formula.
struct input {
  input_text text;
  sat::formula formula;
};
// Reads a file. Returns null if the time limit ends it, and then a thread may still be reading: the process must end by
// std::_Exit(). `elapsed_ms`: since the process started. Throws error.
[[nodiscard]] std::shared_ptr<input> read_input(const config& c, const std::string& path, unsigned threads,
                                                double elapsed_ms);

// The input's figures, the answer, and times.
struct outcome {
  std::string name;
  std::uint64_t variables = 0, clauses = 0, literals = 0;
  std::uint32_t length = 0;  // of all clauses; 0: lengths differ
  sat::satisfy_result answer;
  bool verified = false, timed_out = false, interrupted = false;
  double read_ms = 0, solve_ms = 0, verify_ms = 0, total_ms = 0;
};

// Fills `answer`, `timed_out` and `interrupted`. `elapsed_ms`: since the process started.
void solve(const config& c, sat::satisfy_options options, const sat::formula& f, double elapsed_ms, outcome& o);

// "survey propagation" for "survey", and so on.
[[nodiscard]] std::string_view phase_name(std::string_view phase);
[[nodiscard]] std::string_view status_line(sat::verdict v);            // "s SATISFIABLE\n"
[[nodiscard]] int answer_code(sat::verdict v);                         // 10, 20 or 0
[[nodiscard]] std::string headline(const outcome& o);                  // comment lines about the input
[[nodiscard]] std::string summary(const config& c, const outcome& o);  // comment lines about the search
[[nodiscard]] std::string json(const config& c, const outcome& o);

// Decimation as a picture: free variables, bias and sweeps, round by round, attempt by attempt.
[[nodiscard]] std::string plot(const outcome& o);

[[nodiscard]] int run(int argc, char** argv);

}  // namespace amorph::sat_tool
