// The table of options: parsing, --help and the man page are made from it.
#include "tools/amorph-pta/pta.hpp"

namespace amorph::pta {
namespace {

// The option of the command line for a parameter of the analysis.
option command_option(const points_to_option& row, points_to_options& values) {
  static const std::vector<std::string> defaults = [] {
    std::vector<std::string> texts;
    for (const points_to_option& r : points_to_option_table()) texts.push_back(value_text(r, {}));
    return texts;
  }();
  const auto& own = row.command;
  option o{.name = own.name,
           .letter = own.letter,
           .argument = own.argument,
           .target = static_cast<bool*>(nullptr),
           .help = own.help != nullptr ? own.help : row.help};
  const char* const fallback = defaults[static_cast<std::size_t>(&row - points_to_option_table().data())].c_str();
  if (const auto* choice = std::get_if<points_to_option::choice>(&row.type)) {
    o.target = &(values.*choice->value);
    o.choices = choice->words;
    o.fallback = fallback;
  } else if (const auto* number = std::get_if<points_to_option::number>(&row.type)) {
    o.target = &(values.*number->value);
    o.low = number->low;
    o.high = number->high;
    o.fallback = fallback;
  } else if (const auto* flag = std::get_if<points_to_option::flag>(&row.type)) {
    o.target = &(values.*flag->value);
    o.set_to = !(points_to_options().*flag->value);
  } else {
    o.target = &(values.*std::get<points_to_option::file>(row.type).name);
    o.not_empty = true;
  }
  return o;
}

}  // namespace

// clang-format off: one option a line or two, as a table reads.
command describe(config& c) {
  const auto shared = [&c](const char* parameter) {
    return command_option(find_points_to_option(parameter), c.analysis);
  };
  return {
      .name = "amorph-pta",
      .summary = "inclusion-based points-to analysis of programs and of constraint files",
      .synopsis = {"-p BUILD [SOURCE...] [QUERY]... [OPTION]...", "SOURCE... [QUERY]... [OPTION]... -- [COMPILER-FLAG]...",
                   "FILE.bc... [QUERY]... [OPTION]...",
                   "--nodes N --constraints C [--hcd H] [--output OUT] [--json S] [OPTION]...",
                   "DUMP [--output OUT] [--json S] [OPTION]..."},
      .description = {
          "Analyses a whole program: BUILD is a folder with compile_commands.json, as CMake, Meson and bear write it, or "
          "such a file. Every source in it (or each SOURCE) is lowered to LLVM IR in memory by Clang, all are linked, "
          "and queries are answered in the words of the source: which objects a pointer may point to, what a call may "
          "call. Lowered sources, linked programs and solutions are kept in a cache, so that a second run compiles what has changed alone.",
          "P, Q and X are expressions of C at a place: FILE:LINE:EXPRESSION or FUNCTION::EXPRESSION, or the name of "
          "something global; EXPRESSION is a variable with *, &, ->, . and []. Objects may be named as answers name them, as in "
          "malloc@list.c:12. The analysis knows no order of execution: the line chooses the variable that is in scope there, "
          "and the answer holds for all of its life.",
          "Without sources it solves a system of address-of, copy, load, store, offset and field constraints to the exact least solution, "
          "on the CPU or on a CUDA device; the sets are the same whatever runs. The input is one DUMP, as the LLVM plugin "
          "writes it with 'amorph-pta<constraints=FILE>', or the three files of the PPoPP'12 text format. Inputs may be "
          "compressed with gzip; '-' is the standard input.",
          "OUT gets one line a variable: its id, a colon and the objects that it may point to, ascending. Output files "
          "are written beside their place and renamed when they are whole."},
      .groups = {
          {"Program",
           {{.name = "database", .letter = 'p', .argument = "BUILD", .target = &c.database,
             .help = "The compilation database, or its folder.", .not_empty = true},
            {.name = "entry", .argument = "FILE", .target = &c.entry,
             .help = "Where several programs are built: the one whose main is in FILE, with the sources that it needs.",
             .not_empty = true},
            {.name = "target", .argument = "NAME", .target = &c.target,
             .help = "Only what CMake compiles for the target NAME.", .not_empty = true},
            {.name = "keep-going", .letter = 'k', .target = &c.keep_going,
             .help = "Leave out sources that do not compile, and say which; without it they are an error."},
            {.name = "cache", .argument = "DIR", .target = &c.cache, .fallback = "~/.cache/amorph/units",
             .help = "Where lowered sources, linked programs and their solutions are kept.", .not_empty = true},
            {.name = "no-cache", .target = &c.no_cache, .help = "Keep none, and use none."}}},
          {"Analysis of programs",
           {shared("world"),
            {.name = "exported", .target = &c.exported,
             .help = "All that has external linkage can be reached from other code, as in a library, or a program that "
                     "loads plugins. Without it nothing but main can, in a whole program with main."},
            shared("fields"),
            shared("field-limit"),
            shared("array-limit"),
            shared("heap-types"),
            shared("wrappers"),
            shared("call-limit"),
            shared("models")}},
          {"Queries (each may be given often)",
           {{.name = "points-to", .argument = "P", .target = listed_value{&c.queries},
             .help = "What the pointer P may point to."},
            {.name = "pointed-by", .argument = "X", .target = listed_value{&c.queries},
             .help = "Which pointers may point to X."},
            {.name = "aliases", .argument = "'P Q'", .target = listed_value{&c.queries},
             .help = "Whether P and Q may point to the same, and to what."},
            {.name = "callees", .argument = "FILE:LINE", .target = listed_value{&c.queries},
             .help = "What the calls of that line may call."},
            {.name = "callers", .argument = "F", .target = listed_value{&c.queries}, .help = "Which calls may reach the function F."},
            {.name = "escapes", .argument = "X", .target = listed_value{&c.queries},
             .help = "Whether code outside the program may reach X; 'all' lists whatever it may reach."},
            {.name = "unused-address-taken", .target = listed_value{&c.queries},
             .help = "Functions whose address is taken, but which no call reaches by it."},
            {.name = "unknown-functions", .target = listed_value{&c.queries},
             .help = "Functions with neither a body nor a model: they may do anything with what they get."},
            {.name = "why", .argument = "'P X'", .target = listed_value{&c.queries},
             .help = "The shortest chain of assignments by which P may come to point to X, with source lines."},
            {.name = "query", .target = &c.interactive,
             .help = "Read queries from the standard input, one a line, as 'points-to P'; 'help' lists them."}}},
          {"Constraint files",
           {{.name = "nodes", .letter = 'n', .argument = "N", .target = &c.nodes,
             .help = "Variables and objects (PPoPP'12 format)."},
            {.name = "constraints", .letter = 'c', .argument = "C", .target = &c.constraints,
             .help = "Constraints (PPoPP'12 format)."},
            {.name = "hcd", .argument = "H", .target = &c.cycles,
             .help = "Offline merges and the table for hybrid cycle detection (PPoPP'12 format). Constraint files made "
                     "after the merges need it."}}},
          {"Output",
           {{.name = "output", .letter = 'o', .argument = "OUT", .target = &c.output,
             .help = "Write the sets to OUT; '-' is the standard output, a name in .gz is compressed.", .not_empty = true},
            {.name = "json", .letter = 'j', .argument = "S", .target = &c.json,
             .help = "Write statistics and answers to S as JSON; '-' is the standard output.", .not_empty = true},
            {.name = "sets", .target = &c.sets, .help = "Programs: print what every pointer may point to."},
            shared("dot"),
            {.name = "html",
             .argument = "FILE",
             .target = &c.html,
             .help = "Programs: a page to walk from pointers to what they may point to, with the lines of the source.",
             .not_empty = true},
            {.name = "call-graph",
             .argument = "FILE",
             .target = &c.call_graph,
             .help = "Programs: draw who calls whom, for Graphviz; a name in .svg is drawn by Graphviz's dot.",
             .not_empty = true},
            {.name = "around",
             .argument = "P",
             .target = &c.around,
             .help = "Programs: the pointer that --picture shows, with what it leads to in three steps.",
             .not_empty = true},
            {.name = "picture",
             .argument = "FILE",
             .target = &c.picture,
             .help = "Programs: draw what --around names, as --call-graph does.",
             .not_empty = true},
            shared("constraints"),
            shared("stats"),
            {.name = "quiet", .letter = 'q', .target = &c.quiet, .help = "Print neither."}}},
          {"Solving",
           {shared("backend"),
            shared("threads"),
            {.name = "memory-limit", .argument = "BYTES", .target = size_value{&c.memory_limit},
             .fallback = "what the machine has", .help = "Give up with exit code 3 beyond this; suffixes K, M, G and T."},
            {.name = "no-substitute", .target = &c.substitute, .help = "No offline variable substitution.", .set_to = false},
            {.name = "no-hybrid", .target = &c.hybrid, .help = "No hybrid cycle detection.", .set_to = false},
            {.name = "no-collapse", .target = &c.collapse, .help = "No online cycle collapse.", .set_to = false},
            {.name = "no-overlap", .target = &c.overlap,
             .help = "CUDA: copy the result when the analysis has ended, not meanwhile.", .set_to = false}}},
          {"Checking",
           {{.name = "verify", .target = &c.verify,
             .help = "Check the sets with an independent solver; exit code 4 if they differ. Much slower than solving."},
            {.name = "repeat", .letter = 'r', .argument = "K", .target = &c.repeat, .low = 1, .high = 1000000,
             .fallback = "1", .help = "Solve K times; the times are those of the median run."}}}},
      .examples = {
          {"amorph-pta -p build --points-to src/list.c:40:head",
           "What head may point to, in the program that is built in build/."},
          {"amorph-pta list.c main.c --callees main.c:17 --why 'main::p malloc@list.c:12' -- -Iinclude",
           "Two sources with flags of their own; what a line calls, and how p comes by that memory."},
          {"amorph-pta -n ex_nodes.txt.gz -c ex_constraints.txt.gz --hcd ex_hcd.txt.gz -o ex.sets",
           "Sets of a PPoPP'12 input."},
          {"amorph-pta prog.constraints.gz --json - --quiet",
           "Statistics of a program's dump, as JSON on the standard output."},
          {"amorph-pta prog.constraints.gz --backend cpu --threads 1 --verify --statistics",
           "One thread, the result checked."}},
      .see_also = {"opt(1)", "gzip(1)"},
      .operands = true,
      .exits = {exit_code::success, exit_code::bad_input, exit_code::no_backend, exit_code::out_of_memory,
                exit_code::internal, exit_code::interrupted}};
}
// clang-format on

}  // namespace amorph::pta
