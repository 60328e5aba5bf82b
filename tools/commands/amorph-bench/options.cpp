// The table of options: parsing, --help and the man page are made from it.
#include "tools/commands/amorph-bench/bench.hpp"
#include "tools/commands/amorph-bench/presets.hpp"
#include "tools/terminal/backend_options.hpp"

namespace amorph::bench {
namespace {

std::vector<std::string> offered_presets() {
  std::vector<std::string> names;
  for (const preset& p : presets()) names.emplace_back(p.name);
  return names;
}

// clang-format off: one option per line or two, like a table.
option_group measurement_options(config& c) {
  static const std::string preset_help = "Repeat a table of a paper: " + preset_names() +
                                         ". INPUT, --problem, --strategy and --repeat override it.";
  return {"Measurements",
          {{.name = "preset", .letter = 'p', .argument = "NAME", .target = &c.preset,
            .offered = offered_presets(),
            .help = preset_help.c_str()},
           {.name = "problem", .letter = 'P', .argument = "P,...", .target = &c.problems,
            .fallback = "those that fit INPUT", .help = "Measure only these problems."},
           {.name = "strategy", .letter = 'S', .argument = "S,...", .target = &c.strategies, .fallback = "all but auto",
            .help = "Measure only these strategies, for problems that have them."},
           {.name = "backend", .letter = 'b', .argument = "B,...", .target = &c.backends,
            .offered = {"auto", "cpu", "cuda"}, .fallback = "auto",
            .help = "Backends to measure: auto, cpu, cuda; auto uses a CUDA device if there is one."},
           device_option(c.device),
           {.name = "threads", .letter = 't', .argument = "T,...", .target = &c.threads, .fallback = "0",
            .help = "Numbers of CPU threads to measure; 0 means all."},
           {.name = "list", .letter = 'l', .target = &c.list,
            .help = "Print the problems, strategies, families of inputs and presets."}}};
}

option_group execution_options(config& c) {
  return {"Execution",
          {{.name = "repeat", .letter = 'r', .argument = "K", .target = &c.repeat, .low = 1, .high = 1000000,
            .fallback = "3", .help = "Solve K times."},
           {.name = "slow", .argument = "SECONDS", .target = &c.slow, .high = 1000000, .fallback = "0",
            .help = "Do not repeat cases that take longer; 0 repeats all."},
           {.name = "seed", .letter = 's', .argument = "S", .target = &c.seed, .fallback = "1",
            .help = "Random seed of generated inputs."},
           {.name = "weights", .letter = 'w', .argument = "W", .target = &c.weights, .high = 2147483647,
            .fallback = "255",
            .help = "Assign random weights from 1 to W in families without weights; 0 assigns none."},
           {.name = "sources", .argument = "K", .target = &c.sources, .low = 1, .high = 1000000, .fallback = "1",
            .help = "Problems that take several sources, such as bfs and betweenness: their number."},
           {.name = "parts", .letter = 'k', .argument = "K", .target = &c.parts, .low = 1, .high = 1000000,
            .fallback = "64", .help = "partition: number of parts."},
           memory_limit_option(c.memory_limit, "Refuse cases that need more memory; suffixes K, M, G and T."),
           {.name = "verify", .target = &c.verify,
            .help = "Check every answer with independent code; exit with code 4 if one is wrong, after everything is "
                    "measured and written."},
           {.name = "profile", .target = &c.profile,
            .help = "bfs: report the number of vertices on each level, in --json and --svg."}}};
}

option_group output_options(config& c) {
  return {"Output",
          {{.name = "json", .letter = 'j', .argument = "FILE", .target = &c.json,
            .help = "Write all figures to FILE; '-' is the standard output."},
           {.name = "markdown", .letter = 'm', .argument = "FILE", .target = &c.markdown,
            .help = "Write the table to FILE."},
           {.name = "svg", .letter = 'g', .argument = "FILE", .target = &c.svg,
            .help = "Draw bars, or lines if a family occurs in three sizes or more, to FILE."},
           {.name = "quiet", .letter = 'q', .target = &c.quiet, .help = "Print no table."}}};
}

}  // namespace

command describe(config& c) {
  return {
      .name = "amorph-bench",
      .summary = "compare strategies of the solvers on inputs of your choice",
      .synopsis = {"INPUT... [OPTION]...", "--preset NAME [INPUT]... [OPTION]...", "--list"},
      .description = {
          "Solves each problem by each of its strategies on each INPUT and backend. Each row is printed as soon as it "
          "is measured; files with all rows are written at the end. INPUT is a graph, a network or a constraint dump "
          "that amorph-graph or amorph-pta reads, or a family of amorph-gen with its arguments, separated by ':' or "
          "'x': road:500x500, rmat:20:16, genrmf:24:24:1:100. '@K' after a family joins a source and a sink to K "
          "vertices each, for maxflow. points:1000 is a mesh of 1,000 random points, for refine; ksat:10000:3:4.2 is a "
          "random formula with 10,000 variables and 4.2 clauses of length 3 per variable, for sat and survey.",
          "Times are solve times, with the input in the backend's memory; ms is the median and min the minimum. The "
          "rate counts arcs of reached vertices for bfs and sssp (both directions of an edge), edges for mst, and sums "
          "(n^3) for apsp. Searches start from the vertex of maximum degree; the target of stcon is random. A strategy "
          "that refuses an input gives a row with the reason; so does an input that cannot be read, and the command "
          "then ends with exit code 1 after everything else is written."},
      .groups = {measurement_options(c), execution_options(c), output_options(c)},
      .examples = {
          {"amorph-bench road:500x500 rmat:16:8 --verify",
           "Every problem and strategy on two graphs, all answers verified."},
          {"amorph-bench -P sssp -S near-far,worklist -b cpu -t 1,2,4 road.gr --svg sssp.svg",
           "Scaling of two strategies with threads."},
          {"amorph-bench --preset iiit-11 --markdown apsp.md --svg apsp.svg", "A table of a paper, and its plot."},
          {"amorph-bench -P maxflow road:526x526x0.68@64 genrmf:24:24:1:100 -j flow.json",
           "Maximum flow in two networks."}},
      .see_also = {"amorph-graph(1)", "amorph-gen(1)", "amorph-pta(1)"},
      .operands = true,
      .exits = {exit_code::success, exit_code::bad_input, exit_code::no_backend, exit_code::out_of_memory,
                exit_code::internal, exit_code::interrupted}};
}
// clang-format on

}  // namespace amorph::bench
