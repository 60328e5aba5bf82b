// The table of options: parsing, --help and the man page are made from it.
#include "tools/commands/amorph-pta/pta.hpp"
#include "tools/terminal/backend_options.hpp"

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
  } else if (const auto* size = std::get_if<points_to_option::size>(&row.type)) {
    o.target = size_value{&(values.*size->value)};
    o.fallback = size->zero;
  } else if (const auto* flag = std::get_if<points_to_option::flag>(&row.type)) {
    o.target = &(values.*flag->value);
    o.set_to = !(points_to_options().*flag->value);
  } else {
    o.target = &(values.*std::get<points_to_option::file>(row.type).name);
  }
  return o;
}

option shared(config& c, const char* parameter) { return command_option(find_points_to_option(parameter), c.analysis); }

// clang-format off: one option per line or two, like a table.
option_group program_options(config& c) {
  return {"Program",
          {{.name = "database", .letter = 'p', .argument = "BUILD", .target = &c.database,
            .help = "Compilation database, or its folder."},
           {.name = "entry", .argument = "FILE", .target = &c.entry,
            .help = "If several programs are built: select the one whose main is in FILE, with the sources that it "
                    "needs."},
           {.name = "target", .argument = "NAME", .target = &c.target,
            .help = "Select what CMake compiles for the target NAME."},
           {.name = "keep-going", .letter = 'k', .target = &c.keep_going,
            .help = "Skip sources that do not compile, and report them. Without it they are an error."},
           {.name = "extra-arg", .argument = "FLAG", .target = listed_value{&c.extra_flags},
            .help = "With -p: add a flag to every command of the database, after its own; may be repeated."},
           {.name = "cache", .argument = "DIR", .target = &c.cache, .fallback = "~/.cache/amorph/units",
            .help = "Folder for cached lowered sources, linked programs and solutions."},
           {.name = "no-cache", .target = &c.no_cache, .help = "Neither read nor write the cache."}}};
}

option_group analysis_options(config& c) {
  std::vector<option> options = {shared(c, "world"), shared(c, "preset")};
  for (const points_to_option& row : points_to_option_table())
    if (is_assumption(row)) options.push_back(command_option(row, c.analysis));
  options.push_back({.name = "exported", .target = &c.exported,
                     .help = "Other code can reach everything with external linkage, as in a library, or a program "
                             "that loads plugins. Without it, a whole program exports only main."});
  for (const char* name :
       {"fields", "field-limit", "array-limit", "heap-types", "wrappers", "contexts", "heap-contexts", "context-budget",
        "call-limit", "models"})
    options.push_back(shared(c, name));
  return {"Analysis of programs", options};
}

option_group query_options(config& c) {
  return {"Queries (may be repeated)",
          {{.name = "points-to", .argument = "P", .target = listed_value{&c.queries},
            .help = "Objects that the pointer P may point to."},
           {.name = "pointed-by", .argument = "X", .target = listed_value{&c.queries},
            .help = "Pointers that may point to X."},
           {.name = "aliases", .argument = "'P Q'", .target = listed_value{&c.queries},
            .help = "Whether P and Q may point to the same object, and to which."},
           {.name = "callees", .argument = "FILE:LINE", .target = listed_value{&c.queries},
            .help = "Functions that the calls on the line, or in the function of that name, may reach."},
           {.name = "callers", .argument = "F", .target = listed_value{&c.queries},
            .help = "Calls that may reach the function F."},
           {.name = "escapes", .argument = "X", .target = listed_value{&c.queries},
            .help = "Whether code outside the program may reach X; 'all' lists everything it may reach."},
           {.name = "unused-address-taken", .target = listed_value{&c.queries},
            .help = "Functions whose address is taken but that no call reaches through it."},
           {.name = "unknown-functions", .target = listed_value{&c.queries},
            .help = "Functions with neither a body nor a model. They may do anything with their arguments; in the "
                    "closed world they do nothing."},
           {.name = "why", .argument = "'P X'", .target = listed_value{&c.queries},
            .help = "Most certain chain of assignments through which P may come to point to X, with source lines; the "
                    "shortest if several are equally certain."},
           {.name = "limit", .argument = "N", .target = &c.limit, .high = 1'000'000'000, .fallback = "20",
            .help = "Print at most N lines of each answer; 0 means all. JSON has all items."},
           {.name = "query", .target = &c.interactive,
            .help = "Read queries from standard input, one per line, such as 'points-to P'; 'help' lists them."}}};
}

option_group constraint_file_options(config& c) {
  return {"Constraint files",
          {{.name = "nodes", .letter = 'n', .argument = "N", .target = &c.nodes,
            .help = "Variables and objects (PPoPP'12 format)."},
           {.name = "constraints", .letter = 'c', .argument = "C", .target = &c.constraints,
            .help = "Constraints (PPoPP'12 format)."},
           {.name = "hcd", .argument = "H", .target = &c.cycles,
            .help = "Offline merges and the table for hybrid cycle detection (PPoPP'12 format). Required if the "
                    "constraint file was made after the merges."}}};
}

option_group output_options(config& c) {
  return {"Output",
          {{.name = "output", .letter = 'o', .argument = "OUT", .target = &c.output,
            .help = "Write the sets to OUT; '-' is standard output, a name in .gz is compressed. A name in .pts, or "
                    ".pts.gz, gives the binary format, a small fraction of the text."},
           {.name = "json", .letter = 'j', .argument = "S", .target = &c.json,
            .help = "Write statistics and answers to S as JSON; '-' is standard output."},
           {.name = "sets", .target = &c.sets, .help = "Programs: print the points-to sets of all pointers."},
           shared(c, "dot"),
           {.name = "html", .argument = "FILE", .target = &c.html,
            .help = "Programs: write a page for browsing from pointers to objects and back, with source lines."},
           {.name = "call-graph", .argument = "FILE", .target = &c.call_graph,
            .help = "Programs: write the call graph for Graphviz; a name in .svg is rendered by Graphviz's dot. Other "
                    "formats of pictures are refused."},
           {.name = "around", .argument = "P", .target = &c.around,
            .help = "Programs: the pointer that --picture shows, with everything within three steps."},
           {.name = "picture", .argument = "FILE", .target = &c.picture,
            .help = "Programs: write the picture of --around, in the format of --call-graph."},
           shared(c, "constraints"),
           shared(c, "stats"),
           {.name = "quiet", .letter = 'q', .target = &c.quiet, .help = "Print neither of them."},
           verbose_option(c.verbose, 'v')}};
}

option_group solving_options(config& c) {
  return {"Solving",
          {shared(c, "backend"),
           shared(c, "device"),
           shared(c, "threads"),
           shared(c, "memory-limit"),
           {.name = "no-substitute", .target = &c.substitute,
            .help = "Disable offline variable substitution.", .set_to = false},
           {.name = "no-hybrid", .target = &c.hybrid, .help = "Disable hybrid cycle detection.", .set_to = false},
           {.name = "no-collapse", .target = &c.collapse, .help = "Disable online cycle collapse.", .set_to = false},
           {.name = "no-overlap", .target = &c.overlap,
            .help = "CUDA: copy the result after the analysis instead of during it.", .set_to = false}}};
}

option_group checking_options(config& c) {
  return {"Checking",
          {{.name = "verify", .target = &c.verify,
            .help = "Check the sets with an independent solver, much slower; exit code 4 if they differ."},
           {.name = "compare", .argument = "FILE", .target = &c.compare,
            .help = "Compare the sets with those in FILE, which is binary; exit code 4 if they differ."},
           {.name = "repeat", .letter = 'r', .argument = "K", .target = &c.repeat, .low = 1, .high = 1000000,
            .fallback = "1", .help = "Solve K times and report the times of the median run."}}};
}

}  // namespace

command describe(config& c) {
  return {
      .name = "amorph-pta",
      .summary = "inclusion-based points-to analysis of programs and of constraint files",
      .synopsis = {"-p BUILD [SOURCE...] [QUERY]... [OPTION]...",
                   "SOURCE... [QUERY]... [OPTION]... -- [COMPILER-FLAG]...",
                   "FILE.bc... [QUERY]... [OPTION]...",
                   "--nodes N --constraints C [--hcd H] [--output OUT] [--json S] [OPTION]...",
                   "DUMP [--output OUT] [--json S] [OPTION]...", "SETS.pts [--output OUT] [--compare FILE]"},
      .description = {
          "Analyses a whole program. BUILD is a compilation database, compile_commands.json, as written by CMake, "
          "Meson and bear, or its folder. Clang lowers every source in it (or each SOURCE) to LLVM IR in memory; "
          "the units are linked, and queries are answered in terms of the source: which objects a pointer may point "
          "to, which functions a call may reach. Lowered sources, linked programs and solutions are cached, so that "
          "a second run only compiles what changed.",
          "P, Q and X are C expressions at a location: FILE:LINE:EXPRESSION, FUNCTION::EXPRESSION, or the name of a "
          "global. EXPRESSION is a variable with *, &, ->, . and []. Objects may be named as in answers: "
          "malloc@list.c:12. A static name that several files have is written NAME@FILE. The analysis is "
          "flow-insensitive: the line selects the variable in scope there, and "
          "the answer holds for its whole lifetime.",
          "Without sources, solves a system of address-of, copy, load, store, offset and field constraints: the "
          "exact least solution, on the CPU or on a CUDA device, with the same sets on both. The input is a "
          "constraint file DUMP, as written by --dump and by the LLVM plugin with 'amorph-pta<constraints=FILE>', "
          "or the three files of the PPoPP'12 text format. Inputs may be compressed with gzip; '-' is standard input.",
          "OUT has one line per variable: its id, a colon, and the ids of the objects that it may point to, "
          "ascending. A file SETS.pts of sets, as --output writes, is read instead of solving: to compare it, or to "
          "write it as text. Outputs are written to a temporary file and renamed on success."},
      .groups = {program_options(c), analysis_options(c), query_options(c), constraint_file_options(c),
                 output_options(c), solving_options(c), checking_options(c)},
      .examples = {
          {"amorph-pta -p build --points-to src/list.c:40:head",
           "What head may point to in the program built in build/."},
          {"amorph-pta list.c main.c --callees main.c:17 --why 'main::p malloc@list.c:12' -- -Iinclude",
           "Two sources with compiler flags: what a line calls, and why p may point to that memory."},
          {"amorph-pta -n ex_nodes.txt.gz -c ex_constraints.txt.gz --hcd ex_hcd.txt.gz -o ex.sets",
           "Sets of a PPoPP'12 input."},
          {"amorph-pta prog.constraints.gz --json - --quiet",
           "Statistics of a constraint file, as JSON on standard output."},
          {"amorph-pta prog.constraints.gz --backend cpu --threads 1 --verify --statistics",
           "One thread; the result is verified."}},
      .see_also = {"opt(1)", "gzip(1)"},
      .operands = true,
      .exits = {exit_code::success, exit_code::bad_input, exit_code::no_backend, exit_code::out_of_memory,
                exit_code::internal, exit_code::interrupted}};
}
// clang-format on

}  // namespace amorph::pta
