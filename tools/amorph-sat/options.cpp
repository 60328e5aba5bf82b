// The table of options: parsing, --help and the man page are made from it.
#include <charconv>
#include <optional>

#include "tools/amorph-sat/sat.hpp"
#include "tools/terminal/run_command.hpp"
#include "tools/terminal/strategies.hpp"

namespace amorph::sat_tool {
namespace {

// Of an option that is not given: `fallback`.
double number(const std::string& text, const char* option, const char* expected, double low, double high,
              double fallback) {
  if (text.empty()) return fallback;
  double x = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), x);
  if (code != std::errc() || end != text.data() + text.size() || !(x >= low) || !(x <= high))
    refuse(std::string("option '--") + option + "': expected " + expected + ", found '" + text + "'");
  return x;
}

}  // namespace

sat::satisfy_options solver_options(config& c) {
  c.seconds = number(c.time_limit, "time-limit", "a number of seconds above 0", 1e-3, 1e9, 0);
  sat::satisfy_options how;
  how.how = *sat::parse_method(c.method);
  if (how.how == sat::method::complete && !sat::has_complete())
    refuse(std::string("option '--method=complete': ") + sat::complete_name());
  const auto given = [](const std::string& typed, const char* option, const char* expected, double low, double high) {
    return typed.empty() ? std::optional<double>() : number(typed, option, expected, low, high, 0);
  };
  how.fraction = given(c.fraction, "fraction", "a share of the variables (1e-6 .. 1)", 1e-6, 1);
  how.epsilon = given(c.epsilon, "epsilon", "a number 1e-6 .. 0.5", 1e-6, 0.5);
  how.damping = given(c.damping, "damping", "a number 0 .. 0.99", 0, 0.99);
  how.backtrack = given(c.backtrack, "backtrack", "a number 0 .. 0.99", 0, 0.99);
  if (c.max_sweeps != 0) how.max_sweeps = static_cast<unsigned>(c.max_sweeps);
  how.attempts = static_cast<unsigned>(c.attempts);
  how.max_flips = c.max_flips;
  how.simplify = !c.no_simplify;
  const auto surveys = sat::parse_survey_strategy(c.strategy);
  if (!surveys)
    refuse("option '--strategy': expected one of " + strategy_list<sat::survey_strategy>() + ", found '" + c.strategy +
           "'");
  how.surveys = *surveys;
  const auto walks = sat::parse_walk_strategy(c.walk_strategy);
  if (!walks)
    refuse("option '--walk-strategy': expected one of " + strategy_list<sat::walk_strategy>() + ", found '" +
           c.walk_strategy + "'");
  how.walks = *walks;
  how.seed = c.seed;
  how.where = *parse_backend(c.backend);
  how.threads = static_cast<unsigned>(c.threads);
  how.memory_limit = c.memory_limit;
  return how;
}

// clang-format off: one option a line or two, as a table reads.
command describe(config& c) {
  static const std::string survey_help = "How products of surveys are made: " + strategy_list<sat::survey_strategy>() +
                                         ". atomic and unsynchronised race, so that runs differ.";
  static const std::string walk_help = "How local search is spread: " + strategy_list<sat::walk_strategy>() + ".";
  return {
      .name = "amorph-sat",
      .summary = "satisfy large random k-SAT formulas by survey propagation",
      .synopsis = {"[OPTION]... [FORMULA]"},
      .description = {
          "Looks for values of the variables that make every clause of FORMULA true: a file in DIMACS's format, which may be compressed "
          "with gzip or xz, or the standard input. It is made for large random formulas near the threshold of satisfiability, where "
          "other solvers give up.",
          "Prints lines as the SAT competitions have them: 'c' comments, 's SATISFIABLE', 's UNSATISFIABLE' or 's UNKNOWN', and 'v' "
          "lines with a value for every variable, which end with 0. A model is printed when every clause of the file has been held "
          "against it, and 'UNSATISFIABLE' on a proof alone: by unit propagation, or by the complete search.",
          "Formulas are simplified first: units, pure literals, duplicates. Then sp fixes variables by survey propagation, and leaves "
          "what is easy to local search; walk is local search from the start; complete is a search that always ends, which is for "
          "small formulas. auto does what suits the formula. The same seed gives the same model, whatever the backend and the number "
          "of threads, as long as no time limit ends the search.",
          "Ctrl-C ends the search, and 's UNKNOWN' is printed; a second one ends at once."},
      .groups = {
          {"Output",
           {{.name = "output", .letter = 'o', .argument = "FILE", .target = &c.output, .fallback = "the standard output",
             .help = "Write the 's' and 'v' lines to FILE; a name in .gz is compressed. The 's' line is printed too.", .not_empty = true},
            {.name = "no-model", .letter = 'n', .target = &c.no_model, .help = "Print no 'v' lines. The model is checked all the same."},
            {.name = "quiet", .letter = 'q', .target = &c.quiet, .help = "Print no 'c' lines."},
            {.name = "json", .argument = "FILE", .target = &c.json,
             .help = "Write the figures to FILE as JSON; '-' is the standard output, and then -o is needed.", .not_empty = true},
            {.name = "svg", .argument = "FILE", .target = &c.svg, .help = "Draw the decimation: variables without a value and sweeps, round by round.", .not_empty = true}}},
          {"Searching",
           {{.name = "method", .letter = 'm', .argument = "M", .target = &c.method, .choices = {"auto", "sp", "walk", "complete"},
             .fallback = "auto", .help = "How to search: see above."},
            {.name = "complete", .target = &c.method_complete, .help = "As --method=complete."},
            {.name = "seed", .letter = 's', .argument = "S", .target = &c.seed, .fallback = "0", .help = "What chance starts from."},
            {.name = "time-limit", .letter = 'T', .argument = "SECONDS", .target = &c.time_limit,
             .help = "Give up, with 's UNKNOWN', when so long has passed since the start.", .not_empty = true},
            {.name = "no-simplify", .target = &c.no_simplify, .help = "Leave pure literals and duplicate clauses where they are."}}},
          {"Survey propagation and local search",
           {{.name = "fraction", .argument = "F", .target = &c.fraction, .fallback = "less with every attempt",
             .help = "Fix so large a share of the variables in a round: fewer take longer, and fail less.", .not_empty = true},
            {.name = "backtrack", .argument = "R", .target = &c.backtrack, .fallback = "0, then more with every attempt",
             .help = "Release the least certain of the fixed variables in R rounds for each that fixes: what reaches formulas closer to the threshold.", .not_empty = true},
            {.name = "epsilon", .argument = "E", .target = &c.epsilon, .help = "Surveys that change by less have converged.", .not_empty = true},
            {.name = "max-sweeps", .argument = "N", .target = &c.max_sweeps, .low = 1, .high = 1000000, .help = "Sweeps of a round at most."},
            {.name = "damping", .argument = "D", .target = &c.damping, .fallback = "0", .help = "How much of its old value a survey keeps.", .not_empty = true},
            {.name = "attempts", .argument = "N", .target = &c.attempts, .low = 1, .high = 1000000, .help = "Attempts at decimation, each with more care than the one before."},
            {.name = "max-flips", .argument = "N", .target = &c.max_flips, .low = 1, .help = "End a local search after so many flips; whoever walks makes 64 between looks."},
            {.name = "strategy", .argument = "S", .target = &c.strategy, .fallback = "auto", .help = survey_help.c_str()},
            {.name = "walk-strategy", .argument = "S", .target = &c.walk_strategy, .fallback = "auto", .help = walk_help.c_str()}}},
          {"Running",
           {{.name = "backend", .letter = 'b', .argument = "B", .target = &c.backend, .choices = {"auto", "cpu", "cuda"},
             .fallback = "auto", .help = "What searches; auto takes a CUDA device if there is one. The complete search is the CPU's."},
            {.name = "threads", .letter = 't', .argument = "T", .target = &c.threads, .high = 4096, .fallback = "0",
             .help = "Threads of the CPU; 0 is all."},
            {.name = "memory-limit", .argument = "BYTES", .target = size_value{&c.memory_limit},
             .fallback = "what the machine has",
             .help = "Give up with exit code 3 when the formula takes more, or, beside it, a search of this program's own (CaDiCaL keeps to no limit); suffixes K, M, G and T, 0 is none."}}}},
      .examples = {
          {"amorph-gen ksat --vars 100000 --ratio 4.2 -o f.cnf; amorph-sat f.cnf -o f.model", "A formula near the threshold, and its model."},
          {"amorph-sat --method=complete uuf50.cnf; echo $?", "20: there is no model."},
          {"amorph-sat --time-limit 60 --json f.json --svg f.svg f.cnf.xz", "With figures and a plot, for a minute at most."}},
      .see_also = {"amorph-gen(1)", "cadical(1)"},
      .operands = true,
      .exits = {exit_code::success, exit_code::bad_input, exit_code::no_backend, exit_code::out_of_memory,
                exit_code::internal},
      .answers = {{10, "a model was found, and checked"}, {20, "there is none: proved"}, {0, "unknown: gave up, or reached the time limit"},
                  {130, "interrupted: in the search, the files tell what it knew; before it, none is left"}}};
}
// clang-format on

}  // namespace amorph::sat_tool
