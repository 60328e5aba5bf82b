// The table of options, from which parsing, --help and the man page are generated.
#include <charconv>
#include <optional>

#include "tools/commands/amorph-sat/sat.hpp"
#include "tools/terminal/backend_options.hpp"
#include "tools/terminal/run_command.hpp"
#include "tools/terminal/strategies.hpp"

namespace amorph::sat_tool {
namespace {

constexpr std::size_t max_devices = 16;

double number(const std::string& text, const char* option, const char* expected, double low, double high) {
  double x = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), x);
  if (code != std::errc() || end != text.data() + text.size() || !(x >= low) || !(x <= high))
    refuse(std::string("option '--") + option + "': expected " + expected + ", found '" + text + "'");
  return x;
}
std::optional<double> number_if_given(const std::string& text, const char* option, const char* expected, double low,
                                      double high) {
  if (text.empty()) return std::nullopt;
  return number(text, option, expected, low, high);
}

// Numbers of devices, separated by commas.
std::vector<std::int32_t> devices_of(const std::string& text) {
  std::vector<std::int32_t> numbers;
  const char *at = text.data(), *const end = at + text.size();
  while (numbers.size() < max_devices) {
    std::int32_t& n = numbers.emplace_back();
    const auto [after, code] = std::from_chars(at, end, n);
    if (code != std::errc() || n < 0 || n > 1023 || (after != end && *after != ',')) break;
    if (after == end) return numbers;
    at = after + 1;
  }
  refuse("option '--devices': expected up to " + std::to_string(max_devices) +
         " numbers of devices, separated by commas, found '" + text + "'");
}

template <class Strategy>
Strategy strategy_or_refuse(std::optional<Strategy> parsed, const char* option, const std::string& found) {
  if (!parsed)
    refuse(std::string("option '--") + option + "': expected one of " + strategy_list<Strategy>() + ", found '" +
           found + "'");
  return *parsed;
}

}  // namespace

sat::satisfy_options solver_options(config& c) {
  c.seconds = number_if_given(c.time_limit, "time-limit", "a number of seconds above 0", 1e-3, 1e9).value_or(0);
  sat::satisfy_options options;
  options.method = *sat::parse_method(c.method);
  if (sat::needs_complete(options.method) && !sat::has_complete())
    refuse("option '--method=" + c.method + "': " + sat::complete_name());
  options.fraction = number_if_given(c.fraction, "fraction", "a fraction of the variables (1e-6 .. 1)", 1e-6, 1);
  options.epsilon = number_if_given(c.epsilon, "epsilon", "a number 1e-6 .. 0.5", 1e-6, 0.5);
  options.damping = number_if_given(c.damping, "damping", "a number 0 .. 0.99", 0, 0.99);
  options.backtrack = number_if_given(c.backtrack, "backtrack", "a number 0 .. 0.99", 0, 0.99);
  if (c.max_sweeps != 0) options.max_sweeps = static_cast<unsigned>(c.max_sweeps);
  options.attempts = static_cast<unsigned>(c.attempts);
  options.max_flips = c.max_flips;
  options.walkers = static_cast<unsigned>(c.walkers);
  options.simplify = !c.no_simplify;
  options.surveys = strategy_or_refuse(sat::parse_survey_strategy(c.strategy), "strategy", c.strategy);
  options.walks = strategy_or_refuse(sat::parse_walk_strategy(c.walk_strategy), "walk-strategy", c.walk_strategy);
  options.seed = c.seed;
  options.run.backend = *parse_backend(c.backend);
  options.run.device = static_cast<int>(c.device);
  options.run.threads = static_cast<unsigned>(c.threads);
  options.run.memory_limit = c.memory_limit;
  if (!c.devices.empty()) {
    options.devices = devices_of(c.devices);
    if (c.device != 0) refuse("options '--device' and '--devices' cannot be used together");
    if (options.devices.size() > 1 && (options.method == sat::method::walk || needs_complete(options.method)))
      refuse("option '--devices': expected --method sp or auto, found '" + c.method + "'");
    options.run.device = options.devices[0];
    if (options.devices.size() > 1 && options.surveys != sat::survey_strategy::automatic &&
        options.surveys != sat::survey_strategy::gather)
      refuse("option '--devices': expected --strategy gather, found '" + c.strategy + "'");
  }
  return options;
}
namespace {

// clang-format off: one option per line or two, like a table.
option_group output_options(config& c) {
  return {"Output",
          {{.name = "output", .letter = 'o', .argument = "FILE", .target = &c.output, .fallback = "the standard output",
            .help = "Write the 's' and 'v' lines to FILE; a name that ends with .gz is compressed. The 's' line is "
                    "printed as well."},
           {.name = "no-model", .letter = 'n', .target = &c.no_model,
            .help = "Print no 'v' lines. The model is still checked."},
           {.name = "quiet", .letter = 'q', .target = &c.quiet, .help = "Print no 'c' lines."},
           verbose_option(c.verbose, 'v'),
           {.name = "json", .argument = "FILE", .target = &c.json,
            .help = "Write the figures to FILE as JSON; '-' is the standard output, and requires -o."},
           {.name = "proof", .argument = "FILE", .target = &c.proof,
            .help = "Write a DRAT proof to FILE if the formula is unsatisfiable."},
           {.name = "proof-format", .argument = "F", .target = &c.proof_format, .choices = {"binary", "text"},
            .fallback = "binary", .help = "The form of the proof."},
           {.name = "svg", .argument = "FILE", .target = &c.svg,
            .help = "Draw free variables, bias and sweeps per decimation round."}}};
}

option_group search_options(config& c) {
  return {"Search",
          {{.name = "method", .letter = 'm', .argument = "M", .target = &c.method,
            .choices = {"auto", "sp", "walk", "complete", "hybrid"},
            .fallback = "auto", .help = "The method of search; see above."},
           {.name = "complete", .target = &c.method_complete, .help = "Same as --method=complete."},
           {.name = "seed", .letter = 's', .argument = "S", .target = &c.seed, .fallback = "0", .help = "Random seed."},
           {.name = "time-limit", .letter = 'T', .argument = "SECONDS", .target = &c.time_limit,
            .help = "End the search with 's UNKNOWN' this long after the program started."},
           {.name = "no-simplify", .target = &c.no_simplify, .help = "Keep pure literals and duplicate clauses."}}};
}

option_group survey_options(config& c) {
  static const std::string survey_help = "How products of surveys are computed: " +
                                         strategy_list<sat::survey_strategy>() +
                                         ". atomic and unsynchronised race: their runs differ.";
  static const std::string walk_help = "How local search is parallelised: " + strategy_list<sat::walk_strategy>() + ".";
  return {"Survey propagation and local search",
          {{.name = "fraction", .argument = "F", .target = &c.fraction, .fallback = "by attempt",
            .help = "Fraction of the variables to fix per round: smaller is slower and fails less."},
           {.name = "backtrack", .argument = "R", .target = &c.backtrack, .fallback = "by attempt, 0 in the first",
            .help = "Rounds that unfix the least biased variables, drawn at random, per round that fixes; in place of "
                    "attempts guided by complexity."},
           {.name = "epsilon", .argument = "E", .target = &c.epsilon, .fallback = "by attempt",
            .help = "A survey that changes by less has converged."},
           {.name = "max-sweeps", .argument = "N", .target = &c.max_sweeps, .low = 1, .high = 1000000,
            .fallback = "by attempt", .help = "Maximum number of sweeps per round."},
           {.name = "damping", .argument = "D", .target = &c.damping, .fallback = "by attempt",
            .help = "Weight of a survey's previous value."},
           {.name = "attempts", .argument = "N", .target = &c.attempts, .low = 1, .high = 1000000,
            .fallback = "by the method; of sp 15, or 3 with parameters of one's own",
            .help = "Maximum number of attempts at decimation, or of rounds of hybrid."},
           {.name = "max-flips", .argument = "N", .target = &c.max_flips, .low = 1,
            .fallback = "by the number of variables",
            .help = "Maximum number of flips per local search; checked between rounds."},
           {.name = "walkers", .argument = "N", .target = &c.walkers, .low = 1, .high = 1000000,
            .fallback = "16; fewer at times in auto and hybrid",
            .help = "Number of independent walkers of local search. Like the seed, it is part of what decides which "
                    "model is found. A device has use for thousands."},
           {.name = "strategy", .argument = "S", .target = &c.strategy, .fallback = "auto",
            .help = survey_help.c_str()},
           {.name = "walk-strategy", .argument = "S", .target = &c.walk_strategy, .fallback = "auto",
            .help = walk_help.c_str()}}};
}

option_group execution_options(config& c) {
  return {"Execution",
          {backend_option(c.backend,
                          "Backend of the search; " AMORPH_AUTO_BACKEND " The complete solver runs on the CPU.", 'b'),
           device_option(c.device),
           {.name = "devices", .argument = "LIST", .target = &c.devices, .fallback = "the one of --device",
            .help = "Divide the formula among these CUDA devices of one kind for survey propagation, as in 0,1: for "
                    "formulas too large for one. The model is the same. With --backend cpu: into as many parts."},
           threads_option(c.threads, 't'),
           memory_limit_option(c.memory_limit,
                               "Exit with code 3 if the formula, or one of the searches, needs more memory (CaDiCaL "
                               "ignores the limit); suffixes K, M, G and T.")}};
}

}  // namespace

command describe(config& c) {
  return {
      .name = "amorph-sat",
      .summary = "satisfy large random k-SAT formulas by survey propagation",
      .synopsis = {"[OPTION]... [FORMULA]"},
      .description = {
          "Searches for a model of FORMULA, a CNF formula in DIMACS format or in binary, plain or compressed with gzip "
          "or xz; the default is the standard input. Made for large random formulas near the satisfiability "
          "threshold, where other solvers give up.",
          "The output follows the SAT competitions: 'c' comments, 's SATISFIABLE', 's UNSATISFIABLE' or 's UNKNOWN', "
          "and 'v' lines with a value for every variable, which end with 0. A model is printed only after it was "
          "checked against every clause of the file, and UNSATISFIABLE only with proof: by unit propagation or the "
          "complete solver.",
          "Formulas are simplified first: units, pure literals, duplicates. The method sp fixes variables by survey "
          "propagation and solves the residual formula by local search; walk is local search from the start; complete "
          "is a search that always terminates, for small formulas; hybrid alternates walk and complete, for "
          "satisfiable formulas with structure; auto combines them. The same seed gives the same "
          "model on every backend and number of threads, unless a time limit ends the search.",
          "Ctrl-C ends the search with 's UNKNOWN'; a second one ends the program at once."},
      .groups = {output_options(c), search_options(c), survey_options(c), execution_options(c)},
      .examples = {
          {"amorph-gen ksat --vars 100000 --ratio 4.2 -o f.cnf; amorph-sat f.cnf -o f.model",
           "A formula near the threshold, and its model."},
          {"amorph-sat --method=complete uuf50.cnf; echo $?", "20: unsatisfiable."},
          {"amorph-sat --proof f.drat f.cnf; drat-trim f.cnf f.drat", "Has another program check the refutation."},
          {"amorph-sat --time-limit 60 --json f.json --svg f.svg f.cnf.xz",
           "With figures and a plot, for at most a minute."}},
      .see_also = {"amorph-gen(1)", "cadical(1)", "drat-trim(1)"},
      .operands = true,
      .exits = {exit_code::success, exit_code::bad_input, exit_code::no_backend, exit_code::out_of_memory,
                exit_code::internal},
      .answers = {{10, "a model was found and checked"},
                  {20, "unsatisfiable, proved"},
                  {0, "unknown: the search gave up or reached the time limit"},
                  {130, "interrupted: during the search, outputs hold what is known; before it, there are none"}}};
}
// clang-format on

}  // namespace amorph::sat_tool
