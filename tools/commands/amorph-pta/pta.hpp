// The command amorph-pta: inclusion-based points-to analysis of constraint files, here, and of sources, in source/.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "solver/andersen/andersen.hpp"
#include "tools/base/points_to_options.hpp"
#include "tools/terminal/command_line.hpp"
#include "tools/terminal/progress_line.hpp"

namespace amorph::pta {

// True if the file begins as LLVM's bitcode does, whatever its name.
[[nodiscard]] bool is_bitcode(const std::string& name);

struct config {
  std::string nodes, constraints, cycles, dump;  // three files of the PPoPP'12 format, or one dump
  std::string output, json;                      // empty: not written
  std::string compare;                           // binary sets to compare with; empty: none
  points_to_options analysis;  // shared with the LLVM plugin; backend and threads also for constraint files
  std::uint64_t repeat = 1;
  bool substitute = true, hybrid = true, collapse = true, overlap = true;
  bool verify = false, quiet = false, verbose = false;

  // Sources, a compilation database, or LLVM IR.
  std::string database, entry, target, cache, html, call_graph, around, picture;
  std::uint64_t limit = 20;                                      // lines of an answer; 0: all
  std::vector<std::pair<std::string, std::string>> extra_flags;  // ("extra-arg", flag), added to each command
  std::vector<std::string> operands, flags;                      // flags: of the compiler, after "--"
  bool with_flags = false;                                       // "--" was given
  bool keep_going = false, no_cache = false, exported = false, sets = false, interactive = false;
  std::vector<std::pair<std::string, std::string>> queries;  // name, argument
  bool unanswered = false;  // set by the run: some queries had no answer, reported on stderr

  // True if this needs amorph-pta-sources.
  [[nodiscard]] bool wants_sources() const;
};

// The statistics of a run.
struct outcome {
  andersen::statistics solver;   // of the run with the median solve_ms
  std::vector<double> solve_ms;  // every repetition, in order
  std::uint64_t objects = 0;
  double read_ms = 0, write_ms = 0, verify_ms = 0, total_ms = 0;
  std::uint64_t process_peak_bytes = 0;  // maximum resident set size
  bool verified = false;
};

[[nodiscard]] andersen::options solver_options(const config& c);
// Shows the solver's rounds; ignores other phases.
void show_round(progress_line& line, const progress& p);

[[nodiscard]] command describe(config& c);
// Parses the command line. After sources, the words after "--" are flags of the compiler.
[[nodiscard]] exit_code run(int argc, char** argv, void (*execute)(config& c));
void solve_constraints(config& c);  // of a dump, or of the files of the PPoPP'12 format
void start_sources(char** argv);    // replaces the process by amorph-pta-sources; throws if that fails

[[nodiscard]] std::string summary(const outcome& o);  // one line
[[nodiscard]] std::string table(const outcome& o);    // --statistics
[[nodiscard]] std::string json(const outcome& o);     // --json

}  // namespace amorph::pta
