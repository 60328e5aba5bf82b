// The table of options: parsing, --help and the man page are made from it.
#include "solver/graph/apsp/apsp.hpp"
#include "solver/graph/bfs/bfs.hpp"
#include "solver/graph/maxflow/maxflow.hpp"
#include "solver/graph/mst/mst.hpp"
#include "solver/graph/sssp/sssp.hpp"
#include "tools/amorph-graph/graph.hpp"
#include "tools/terminal/strategies.hpp"

namespace amorph::graph_tool {

// clang-format off: one option a line or two, as a table reads.
command describe(config& c) {
  static const std::string strategies =
      "bfs: " + strategy_list<bfs::strategy>(1) + ". stcon: coloured. sssp: " + strategy_list<sssp::strategy>(1) +
      ". apsp: " + strategy_list<apsp::strategy>(1) + ". mst: " + strategy_list<mst::strategy>(1) +
      ". maxflow: " + strategy_list<maxflow::strategy>(1) + "; highest is for the CPU alone.";
  return {
      .name = "amorph-graph",
      .summary = "breadth-first search, shortest paths, spanning forests and maximum flow",
      .synopsis = {"bfs GRAPH [OPTION]...", "stcon GRAPH --source V --target V [OPTION]...", "sssp GRAPH [OPTION]...",
                   "apsp GRAPH [OPTION]...", "mst GRAPH [OPTION]...", "maxflow NETWORK [OPTION]...",
                   "convert GRAPH --output FILE [OPTION]..."},
      .description = {
          "Solves a problem on a graph, on the CPU or on a CUDA device; the answer is the same whatever runs (of flows, the value and the cut). GRAPH is in "
          "DIMACS format (.gr), MatrixMarket (.mtx), an edge list as SNAP has them (.txt, .el, .wel, .edges, .snap), METIS's "
          "(.graph, .metis) or the binary that convert writes (.amg), plain or compressed with gzip or xz; '-' is the standard input.",
          "bfs finds the least number of arcs from the sources to every vertex, and a tree. stcon finds the least number of "
          "arcs from one vertex to another. sssp finds shortest paths from the sources by weights of 0 or more, 1 where the "
          "file has none, and a tree. apsp finds the lengths of shortest paths between all pairs of vertices, at most 2147483646. mst "
          "finds a spanning forest of least weight, arcs taken as undirected edges. maxflow finds the greatest flow from a "
          "source to a sink, weights being capacities, and the least cut; it also reads DIMACS's .max files, which name both "
          "ends. convert writes the graph in the format that the output's name asks for (.gr, .max, .mtx, .txt, .graph), and in a "
          "binary form that is read at the speed of the disk where it asks for .amg or for none.",
          "Vertices are called what the file calls them: numbers from 1, in edge lists from 0 (convert from one to the other moves them by 1). Weights are whole numbers of at "
          "most 64 bits; one with a point or an exponent makes all of them 32-bit floats. Output files are written "
          "beside their place and renamed when they are whole."},
      .groups = {
          {"Input",
           {{.name = "format", .letter = 'f', .argument = "F", .target = &c.format,
             .choices = {"auto", "dimacs", "mtx", "edges", "metis", "binary"}, .fallback = "auto",
             .help = "The format of GRAPH; auto goes by the name, then by the content (what begins with amorphg1, %%MatrixMarket, p, c, # or %)."},
            {.name = "both-ways", .target = &c.both_ways,
             .help = "Add the opposite of each arc that has none of its weight, for files that list an edge once; alike for all formats. With --undirected both arcs carry flow either way."},
            {.name = "source", .letter = 's', .argument = "V", .target = &c.source, .fallback = "max-degree",
             .help = "Where to start: a vertex, or several with commas; max-degree is the first of those with the most arcs.", .not_empty = true},
            {.name = "target", .letter = 'T', .argument = "V", .target = &c.target, .help = "stcon, maxflow: the other end.", .not_empty = true},
            {.name = "undirected", .target = &c.undirected,
             .help = "maxflow: arcs carry flow either way, each up to its capacity."}}},
          {"Output",
           {{.name = "output", .letter = 'o', .argument = "OUT", .target = &c.output, .help = "Write the answer to OUT; '-' is the standard output, a name in .gz is compressed.", .not_empty = true},
            {.name = "json", .letter = 'j', .argument = "S", .target = &c.json, .help = "Write the figures to S as JSON; '-' is the standard output.", .not_empty = true},
            {.name = "quiet", .letter = 'q', .target = &c.quiet, .help = "Do not print the line of figures."}}},
          {"Solving",
           {{.name = "strategy", .letter = 'S', .argument = "S", .target = &c.strategy, .fallback = "auto",
             .help = strategies.c_str(), .not_empty = true},
            {.name = "window", .argument = "W", .target = &c.window, .fallback = "chosen from weights and degrees",
             .help = "sssp, near-far and persistent (auto takes one of them then): how wide the window of distances is that is worked on."},
            {.name = "pushes", .argument = "M", .target = &c.pushes, .low = 1, .high = 1000000, .fallback = "1",
             .help = "maxflow, pulse (which auto takes then) and mask: M steps of pushing for one of relabelling."},
            {.name = "relabels", .argument = "K", .target = &c.relabels, .high = 1000000000,
             .fallback = "by the depth of the last one",
             .help = "maxflow, pulse and mask: K steps of relabelling between two global ones; 0 is the default."},
            {.name = "backend", .letter = 'b', .argument = "B", .target = &c.backend, .choices = {"auto", "cpu", "cuda"},
             .fallback = "auto", .help = "What to run on; auto takes a CUDA device if there is one."},
            {.name = "threads", .letter = 't', .argument = "T", .target = &c.threads, .high = 4096, .fallback = "0",
             .help = "Threads of the CPU; 0 is all. More than the machine has make it slower, many more much slower."},
            {.name = "memory-limit", .argument = "BYTES", .target = size_value{&c.memory_limit},
             .fallback = "what the machine has",
             .help = "Give up with exit code 3 when solving takes more; suffixes K, M, G and T; 0 is the default."}}},
          {"Checking",
           {{.name = "verify", .target = &c.verify,
             .help = "Check the answer with independent code; exit code 4 if it is wrong. apsp: 16 rows of the table."},
            {.name = "repeat", .letter = 'r', .argument = "K", .target = &c.repeat, .low = 1, .high = 1000000,
             .fallback = "1", .help = "Solve K times; the time is the median."}}}},
      .examples = {
          {"amorph-graph bfs road.gr --source 1 -o levels.txt", "Levels and parents from vertex 1."},
          {"amorph-graph sssp road.gr.gz --repeat 5 --json - --quiet", "The time of the median of five runs, as JSON."},
          {"amorph-graph mst web.mtx --backend cpu --threads 2 --verify", "Two threads, the forest checked."},
          {"amorph-graph maxflow net.max --verify -o flow.txt", "The flow on every arc, checked by a cut of equal capacity."},
          {"amorph-graph convert soc-LiveJournal1.txt.gz -o lj.amg && amorph-graph bfs lj.amg", "Read fast from then on."}},
      .see_also = {"amorph-gen(1)", "gzip(1)", "xz(1)"},
      .operands = true,
      .exits = {exit_code::success, exit_code::bad_input, exit_code::no_backend, exit_code::out_of_memory,
                exit_code::internal, exit_code::interrupted}};
}
// clang-format on

}  // namespace amorph::graph_tool
