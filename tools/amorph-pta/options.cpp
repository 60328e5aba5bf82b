// The table of options: parsing, --help and the man page are made from it.
#include "pta.hpp"

namespace amorph::pta {

// clang-format off: one option a line or two, as a table reads.
command describe(config& c) {
  return {
      .name = "amorph-pta",
      .summary = "inclusion-based points-to analysis of constraint files",
      .synopsis = {"--nodes N --constraints C [--hcd H] [--output OUT] [--json S] [OPTION]...",
                   "DUMP [--output OUT] [--json S] [OPTION]..."},
      .description = {
          "Solves a system of address-of, copy, load, store, offset and field constraints to the exact least solution, "
          "on the CPU or on a CUDA device; the sets are the same whatever runs. The input is one DUMP, as the LLVM plugin "
          "writes it with 'amorph-pta<constraints=FILE>', or the three files of the PPoPP'12 text format. Inputs may be "
          "compressed with gzip; '-' is the standard input.",
          "OUT gets one line a variable: its id, a colon and the objects that it may point to, ascending. Output files "
          "are written beside their place and renamed when they are whole."},
      .groups = {
          {"Input",
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
             .help = "Write the statistics to S as JSON; '-' is the standard output.", .not_empty = true},
            {.name = "statistics", .letter = 's', .target = &c.statistics,
             .help = "Print a table of statistics in place of one line."},
            {.name = "quiet", .letter = 'q', .target = &c.quiet, .help = "Print neither."}}},
          {"Solving",
           {{.name = "backend", .letter = 'b', .argument = "B", .target = &c.backend, .choices = {"auto", "cpu", "cuda"},
             .fallback = "auto", .help = "What to run on; auto takes a CUDA device if there is one."},
            {.name = "threads", .letter = 't', .argument = "T", .target = &c.threads, .high = 4096, .fallback = "0",
             .help = "Threads of the CPU; 0 is all."},
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
