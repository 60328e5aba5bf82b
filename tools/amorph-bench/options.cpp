// The table of options: parsing, --help and the man page are made from it.
#include "tools/amorph-bench/bench.hpp"
#include "tools/amorph-bench/presets.hpp"

namespace amorph::bench {

// clang-format off: one option a line or two, as a table reads.
command describe(config& c) {
  static const std::string preset_help = "A table with a name: " + preset_names() + ". INPUT, --problem, --strategy and --repeat go before what it says.";
  return {
      .name = "amorph-bench",
      .summary = "compare strategies of the solvers on graphs of your choice",
      .synopsis = {"INPUT... [OPTION]...", "--preset NAME [INPUT]... [OPTION]...", "--list"},
      .description = {
          "Solves each problem by each of its strategies on each INPUT and machine, and tells the times: a line each on the "
          "terminal as soon as it is measured, and files of all of them at the end. INPUT is a graph, a network or a dump of "
          "constraints that amorph-graph or amorph-pta reads, or the name of a family and its arguments as amorph-gen has "
          "them, with ':' or 'x' between: road:500x500, rmat:20:16, genrmf:24:24:1:100. '@K' behind one joins a source and a "
          "sink to K vertices each, for maxflow. points:1000 is a mesh of as many random points, for refine; "
          "ksat:10000:3:4.2 a random formula of 10,000 variables and 4.2 times as many clauses of 3, for sat and survey.",
          "Times are of solving alone, the graph being where it is solved; ms is the median. A rate counts, of bfs and sssp, "
          "arcs of the vertices that are reached (both directions of an edge), of mst edges, of apsp sums (n to the third). "
          "Searches start from the vertex of most arcs; stcon goes to another one by chance. What a strategy refuses is a row with "
          "the reason, and so is an input that cannot be read, which ends the command with 1 when all else is written."},
      .groups = {
          {"What is measured",
           {{.name = "preset", .letter = 'p', .argument = "NAME", .target = &c.preset, .help = preset_help.c_str(), .not_empty = true},
            {.name = "problem", .letter = 'P', .argument = "P,...", .target = &c.problems, .fallback = "those that INPUT is fit for",
             .help = "These problems alone.", .not_empty = true},
            {.name = "strategy", .letter = 'S', .argument = "S,...", .target = &c.strategies, .fallback = "all but auto",
             .help = "These strategies alone, where a problem has them.", .not_empty = true},
            {.name = "backend", .letter = 'b', .argument = "B,...", .target = &c.backends, .fallback = "auto",
             .help = "Where: some of auto, cpu and cuda; auto takes a CUDA device if there is one.", .not_empty = true},
            {.name = "threads", .letter = 't', .argument = "T,...", .target = &c.threads, .fallback = "0",
             .help = "Numbers of threads of the CPU, each measured; 0 is all. More than the machine has make it slower.", .not_empty = true},
            {.name = "list", .letter = 'l', .target = &c.list, .help = "Print the problems, strategies, families of inputs and presets."}}},
          {"How",
           {{.name = "repeat", .letter = 'r', .argument = "K", .target = &c.repeat, .low = 1, .high = 1000000, .fallback = "3",
             .help = "Solve K times."},
            {.name = "slow", .argument = "SECONDS", .target = &c.slow, .high = 1000000, .fallback = "0",
             .help = "Do not repeat what takes longer; 0 repeats everything."},
            {.name = "seed", .letter = 's', .argument = "S", .target = &c.seed, .fallback = "1", .help = "What generated inputs start from."},
            {.name = "weights", .letter = 'w', .argument = "W", .target = &c.weights, .high = 2147483647, .fallback = "255",
             .help = "Random weights from 1 to W where a family has none of its own; 0: none."},
            {.name = "parts", .letter = 'k', .argument = "K", .target = &c.parts, .low = 1, .high = 1000000, .fallback = "64",
             .help = "partition: so many parts."},
            {.name = "memory-limit", .argument = "BYTES", .target = size_value{&c.memory_limit}, .fallback = "what the machine has",
             .help = "A case that takes more is refused; suffixes K, M, G and T; 0 is the default."},
            {.name = "verify", .target = &c.verify,
             .help = "Judge every answer with independent code; exit code 4 if one is wrong, when all is measured and written."},
            {.name = "profile", .target = &c.profile, .help = "bfs: also the number of vertices on each level, in --json and --svg."}}},
          {"Output",
           {{.name = "json", .letter = 'j', .argument = "FILE", .target = &c.json, .help = "Write all figures to FILE; '-' is the standard output.", .not_empty = true},
            {.name = "markdown", .letter = 'm', .argument = "FILE", .target = &c.markdown, .help = "Write the table to FILE.", .not_empty = true},
            {.name = "svg", .letter = 'g', .argument = "FILE", .target = &c.svg,
             .help = "Draw bars, or lines where a family comes in three sizes or more, to FILE.", .not_empty = true},
            {.name = "quiet", .letter = 'q', .target = &c.quiet, .help = "Print no table."}}}},
      .examples = {
          {"amorph-bench road:500x500 rmat:16:8 --verify", "Every problem and strategy on two graphs, answers judged."},
          {"amorph-bench -P sssp -S near-far,worklist -b cpu -t 1,2,4 road.gr --svg sssp.svg", "How two strategies go with threads."},
          {"amorph-bench --preset iiit-11 --markdown apsp.md --svg apsp.svg", "A table of a paper, and its plot."},
          {"amorph-bench -P maxflow road:526x526x0.68@64 genrmf:24:24:1:100 -j flow.json", "Maximum flow on two networks."}},
      .see_also = {"amorph-graph(1)", "amorph-gen(1)", "amorph-pta(1)"},
      .operands = true,
      .exits = {exit_code::success, exit_code::bad_input, exit_code::no_backend, exit_code::out_of_memory,
                exit_code::internal, exit_code::interrupted}};
}
// clang-format on

}  // namespace amorph::bench
