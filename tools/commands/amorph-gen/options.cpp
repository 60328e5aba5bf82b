// The table of options: parsing, --help and the man page are made from it.
#include "tools/commands/amorph-gen/gen.hpp"
#include "tools/formats/arc_file.hpp"

namespace amorph::gen {
namespace {

// clang-format off: one option per line or two, like a table.
option_group output_options(config& c) {
  return {"Output",
          {{.name = "output", .letter = 'o', .argument = "FILE", .target = &c.output, .fallback = "the standard output",
            .help = "Write to FILE; a name in .gz is compressed."}}};
}

option_group making_options(config& c) {
  constexpr std::uint64_t most_weight = 2147483647;
  return {"Making",
          {{.name = "seed", .letter = 's', .argument = "S", .target = &c.seed, .fallback = "1",
            .help = "Seed of the random numbers."},
           {.name = "directed", .target = &c.directed, .help = "Make a directed graph."},
           {.name = "vertex-weights", .letter = 'v', .argument = "W", .target = &c.vertex_weights, .low = 1,
            .high = most_weight, .help = "Assign random vertex weights from 1 to W."},
           {.name = "constraints", .letter = 'c', .argument = "C", .target = &c.constraints, .low = 1, .high = 64,
            .fallback = "1", .help = "With --vertex-weights: C weights per vertex."},
           {.name = "edge-weights", .letter = 'e', .argument = "W", .target = &c.edge_weights, .low = 1,
            .high = most_weight, .help = "Assign random edge weights from 1 to W."},
           {.name = "terminals", .argument = "K", .target = &c.terminals, .low = 1, .high = 1000000,
            .help = "Make a network: join a source to K random vertices of the first tenth, and K of the last tenth to "
                    "a sink. An edge's capacity in both directions is its weight (1 without --edge-weights); an arc at "
                    "the source or sink has the capacity of all edges of its vertex."},
           {.name = "clique-weights", .argument = "MODEL", .target = &c.clique_weights,
            .choices = {"standard", "count", "plain"}, .fallback = "standard",
            .help = "clique: a net of p pins and weight w adds 1000 w / (p - 1) to each of its edges (standard), or w "
                    "(count), or no edge has a weight (plain)."},
           {.name = "largest-net", .argument = "P", .target = &c.largest_net, .fallback = "0",
            .help = "clique: ignore nets of more than P pins; 0: no limit."},
           {.name = "vars", .argument = "N", .target = &c.vars, .low = 1, .high = 2147483647,
            .help = "ksat: the number of variables."},
           {.name = "ratio", .argument = "R", .target = &c.ratio,
            .help = "ksat: clauses per variable."},
           {.name = "k", .argument = "K", .target = &c.k, .low = 1, .high = 32, .fallback = "3",
            .help = "ksat: literals per clause."},
           {.name = "planted", .target = &c.planted,
            .help = "ksat: draw no clause that one hidden assignment makes false, so that the formula is satisfiable."},
           {.name = "threads", .letter = 't', .argument = "T", .target = &c.threads, .high = 4096, .fallback = "0",
            .help = "Number of threads; 0: one per core."}}};
}

option_group convert_options(config& c) {
  return {"Converting",
          {{.name = "names", .argument = "FILE", .target = &c.names,
            .help = "Write the names of the vertices to FILE, a line each, for amorph-hmetis --names."},
           {.name = "top", .argument = "MODULE", .target = &c.top, .fallback = "the module that Yosys marks, or the "
            "only one that no other contains", .help = "Yosys: convert this module."},
           {.name = "ports", .target = &c.ports,
            .help = "Yosys: make a vertex of weight 0 of each bit of a port, named PORT or PORT[INDEX]."},
           {.name = "areas", .target = &c.areas,
            .help = "Bookshelf: weigh nodes by width times height, terminals and fixed nodes 0."},
           {.name = "weights", .target = &c.weights,
            .help = "Bookshelf: take the weights of nodes and nets from the .wts file."},
           {.name = "fix", .argument = "FILE", .target = &c.fix,
            .help = "Bookshelf: write a fix file that puts each terminal and fixed node in the part of --grid that "
                    "it lies in."},
           {.name = "grid", .argument = "COLUMNSxROWS", .target = &c.grid,
            .help = "Bookshelf: parts are the cells of a grid over the fixed nodes, row by row from below."},
           {.name = "nets", .argument = "LINES", .target = &c.nets, .choices = {"rows", "columns"}, .fallback = "rows",
            .help = "MatrixMarket: nets are rows, and columns vertices; or the other way round. A vertex weighs as "
                    "many as it has entries."}}};
}

}  // namespace

command describe(config& c) {
  static const std::string made =
      "Writes an undirected graph without self-loops and duplicate edges, a directed one (--directed), or a network "
      "with a source and a sink. The file name selects the format, as in amorph-graph: " +
      arc_file::endings() + "; for networks " + arc_file::endings_of_networks() +
      ". Otherwise graphs are written in METIS's format, directed graphs and networks in DIMACS's. The same arguments "
      "give the same file on every machine and for any number of threads.";
  return {
      .name = "amorph-gen",
      .summary = "make graphs for partitioners and solvers, points for meshes, formulas, netlists",
      .synopsis = {"grid2d X Y [OPTION]...", "grid3d X Y Z [OPTION]...", "grid3d27 X Y Z [OPTION]...",
                   "rgg2d N [DEGREE] [OPTION]...", "rmat SCALE DEGREE [OPTION]...", "uniform N DEGREE [OPTION]...",
                   "road X Y [KEEP] [OPTION]...", "genrmf A B C1 C2 [OPTION]...", "levels LEVELS WIDTH C [OPTION]...",
                   "points N [OPTION]...", "ksat --vars N --ratio R [OPTION]...",
                   "colouring N [DEGREE [COLOURS]] [OPTION]...", "circuit INPUTS GATES [OPTION]...",
                   "blocks N [OPTION]...", "netlist N [RENT] [OPTION]...",
                   "convert FILE -o FILE [OPTION]...", "clique NETLIST [OPTION]..."},
      .description = {
          made.c_str(),
          "grid2d and grid3d join each point to the next one along each side (at most 4 and 6 neighbours), grid3d27 to "
          "all 26 around it. rgg2d joins N random points of a square that are closer than the radius at which an inner "
          "point has DEGREE neighbours on average (by default 0.95 ln N, at which most points are connected). rmat is "
          "Graph500's: 2^SCALE vertices, DEGREE times as many edges drawn with the probabilities 0.57, 0.19, 0.19, "
          "0.05, vertices in random order. uniform draws DEGREE times N edges uniformly. Both drop self-loops and "
          "duplicates, so slightly fewer edges remain, and vertices may have none.",
          "road is like a road map: a grid of crossings, each displaced a little, with lakes. Each side of the grid is "
          "kept with probability KEEP (by default 0.62, which gives 2.6 neighbours on average); the largest component "
          "is written. Edge weights are lengths, about 1000.",
          "--directed keeps the arcs of rmat and uniform as they are drawn, and gives each edge of any other graph one "
          "direction at random. A grid2d directed in this way has strongly connected components of all sizes, in long "
          "chains: the hard case for parallel algorithms.",
          "genrmf and levels make networks for maximum flow. genrmf: B frames of A by A vertices in a row, with "
          "capacities of C2 times A times A within a frame, and random ones from C1 to C2 between each vertex and one "
          "of the next frame. levels: each vertex has arcs to three random vertices of the next level, with capacities "
          "from 1 to C. --terminals makes a network of any other graph.",
          "points writes N random points of a square and its corners for amorph-mesh: a .poly file with the sides as "
          "segments, the same in binary if the name ends in .amesh, or a .node file if it ends in .node.",
          "ksat writes a random formula for amorph-sat, in DIMACS's format or, if the name ends in .acnf, in binary: R "
          "times N clauses (rounded) of K different variables, each negated with probability 1/2. "
          "Almost no formula is satisfiable above R = 4.267 for K = 3, 9.931 for K = 4, 21.117 for K = 5.",
          "colouring, circuit and blocks write satisfiable formulas with structure. colouring: COLOURS (by default 3) "
          "colours for a random graph of N vertices with DEGREE neighbours on average (by default 4.6), in which a "
          "hidden colouring has no conflict. circuit: inputs of a random circuit of GATES gates that give the same "
          "outputs as a hidden input. blocks: a plan for N blocks, from one arrangement in towers to another.",
          "netlist writes a random netlist in hMETIS's format for amorph-hmetis: N cells that each drive a net, with "
          "3.8 pins per net on average, of sizes as in the ISPD98 circuits. Blocks of B neighbouring cells have about "
          "B^RENT nets to the outside (Rent's rule; RENT is 0.65 by default, and 0.55 to 0.75 in circuits).",
          "convert reads a netlist of another tool and writes it in hMETIS's format: .json of Yosys's write_json, "
          "where the cells of modules replace their instances; .nodes, .nets and .pl of Bookshelf, also by the name of "
          "their .aux file; .mtx of MatrixMarket. Nets of fewer than two vertices are dropped. If the output's name "
          "ends in .graph, a square matrix is written as the graph of its pattern, without the diagonal, in METIS's "
          "format. A formula (.cnf, .acnf) is written in binary if the output's name ends in .acnf, else in DIMACS's "
          "format, without comments.",
          "clique reads a netlist (hMETIS's format) and joins all vertices of each net."},
      .groups = {output_options(c), making_options(c), convert_options(c)},
      .examples = {
          {"amorph-gen grid3d 200 200 200 -o grid.graph", "8 million vertices, 23.9 million edges."},
          {"amorph-gen rgg2d 1000000 12 --seed 3 -o rgg.graph.gz", "A random geometric graph, compressed."},
          {"amorph-gen rmat 18 8 --edge-weights 100 | head -1", "How many of 2 million edges are distinct."},
          {"amorph-gen road 5000 5000 -o road.amg", "23 million crossings, for amorph-graph."},
          {"amorph-gen grid2d 5000 5000 --directed -o scc.amg", "25 million vertices, each street one-way."},
          {"amorph-gen road 526 526 0.68 --terminals 64 -o road.max",
           "A network of 265,000 vertices, for amorph-graph maxflow."},
          {"amorph-gen ksat --vars 1000000 --ratio 4.2 --seed 1 -o f.cnf",
           "A million variables, 4.2 million clauses of 3-SAT."},
          {"amorph-gen convert f.cnf.xz -o f.acnf", "A formula in binary, which is read faster."},
          {"amorph-gen netlist 2600000 -o n.hgr", "A netlist of 10 million pins."},
          {"amorph-gen convert cpu.json -o cpu.hgr --names=cpu.names", "A netlist that Yosys wrote, and its names."},
          {"amorph-gen convert adaptec1.aux -o a.hgr --fix=a.fix --grid=2x2",
           "A placement benchmark, its pads fixed in quadrants."},
          {"amorph-gen convert A.mtx --nets=columns -o A.hgr", "Rows of a matrix as vertices, for A x by rows."},
          {"amorph-gen clique ibm01.hgr --clique-weights count -o ibm01.graph", "A circuit as a graph."}},
      .see_also = {"amorph-graph(1)", "amorph-mesh(1)", "amorph-sat(1)", "amorph-hmetis(1)", "gpmetis(1)"},
      .operands = true,
      .exits = {exit_code::success, exit_code::bad_input, exit_code::out_of_memory, exit_code::internal,
                exit_code::interrupted}};
}
// clang-format on

}  // namespace amorph::gen
