// The table of options: parsing, --help and the man page are made from it.
#include "tools/amorph-gen/gen.hpp"

namespace amorph::gen {

// clang-format off: one option a line or two, as a table reads.
command describe(config& c) {
  constexpr std::uint64_t most_weight = 2147483647;
  return {
      .name = "amorph-gen",
      .summary = "make graphs for partitioners and solvers, points for meshes, formulas",
      .synopsis = {"grid2d X Y [OPTION]...", "grid3d X Y Z [OPTION]...", "grid3d27 X Y Z [OPTION]...",
                   "rgg2d N [DEGREE] [OPTION]...", "rmat SCALE DEGREE [OPTION]...", "uniform N DEGREE [OPTION]...",
                   "road X Y [KEEP] [OPTION]...", "genrmf A B C1 C2 [OPTION]...", "levels LEVELS WIDTH C [OPTION]...",
                   "points N [OPTION]...", "ksat --vars N --ratio R [OPTION]...", "clique NETLIST [OPTION]..."},
      .description = {
          "Writes an undirected graph without self loops and repeated edges, or a network with a source and a sink, in the format that "
          "the name asks for as amorph-graph reads it (.graph, .gr, .mtx, .txt, .amg, ...; networks .max or .amg); METIS's, and DIMACS's for "
          "networks, where it asks for none. The same arguments give the same file, whatever the machine and the number of threads.",
          "grid2d and grid3d join each point to the next one along each side (at most 4 and 6 neighbours), grid3d27 to all "
          "26 around it. rgg2d joins N random points of a square that are closer than some radius, so that a point in the "
          "midst has DEGREE neighbours in the mean (by default 0.95 ln N, where most points hang together). rmat is "
          "Graph500's: 2^SCALE vertices, DEGREE times as many edges drawn with the probabilities 0.57, 0.19, 0.19, 0.05, "
          "vertices in random order. uniform draws DEGREE times N edges evenly. Both drop self loops and repetitions, so that "
          "a few edges less remain, and may leave vertices without any.",
          "road is like a map of roads: a grid of crossings that stand a little beside their places, with lakes, of whose sides "
          "each stays with the probability KEEP (by default 0.62, for 2.6 neighbours in the mean), and of that the largest "
          "component. Its edges weigh what they are long, some 1000.",
          "genrmf and levels make networks for maximum flow. genrmf: B frames of A by A vertices one behind "
          "the other, capacities of C2 times A times A within a frame, and C1 to C2 between one vertex of it and one of the next, "
          "drawn at random. levels: each vertex has arcs to three random vertices of the next level, of capacities from 1 to C. Any "
          "other graph becomes a network by --terminals.",
          "points writes N random points of a square and its corners for amorph-mesh: a .poly file with the sides as segments, or "
          "a .node file if the name ends so.",
          "ksat writes a random formula in DIMACS's format, for amorph-sat: R times N clauses (rounded) of K different variables, all "
          "signs alike. 3-SAT has few models or none from R = 4.267 on, 4-SAT from 9.931, 5-SAT from 21.117.",
          "clique reads a netlist (hMETIS's format) and joins all vertices of each net."},
      .groups = {
          {"Output",
           {{.name = "output", .letter = 'o', .argument = "FILE", .target = &c.output, .fallback = "the standard output",
             .help = "Write to FILE; a name in .gz is compressed.", .not_empty = true}}},
          {"Making",
           {{.name = "seed", .letter = 's', .argument = "S", .target = &c.seed, .fallback = "1",
             .help = "What chance starts from."},
            {.name = "vertex-weights", .letter = 'v', .argument = "W", .target = &c.vertex_weights, .low = 1, .high = most_weight,
             .help = "Give vertices weights, drawn evenly from 1 to W."},
            {.name = "constraints", .letter = 'c', .argument = "C", .target = &c.constraints, .low = 1, .high = 64,
             .fallback = "1", .help = "With --vertex-weights: so many weights a vertex."},
            {.name = "edge-weights", .letter = 'e', .argument = "W", .target = &c.edge_weights, .low = 1, .high = most_weight,
             .help = "Give edges weights, drawn evenly from 1 to W."},
            {.name = "terminals", .argument = "K", .target = &c.terminals, .low = 1, .high = 1000000,
             .help = "Make a network: a source joined to K random vertices of the first tenth, a sink to K of the last; edges take "
                     "flow either way, as much as they weigh (1 without --edge-weights), arcs at a source and a sink as much as all "
                     "edges of the vertex there."},
            {.name = "clique-weights", .argument = "MODEL", .target = &c.clique_weights,
             .choices = {"standard", "count", "plain"}, .fallback = "standard",
             .help = "clique: a net of p pins and weight w adds 1000 w / (p - 1) to each of its edges (standard), or w (count), "
                     "or edges have no weights (plain)."},
            {.name = "largest-net", .argument = "P", .target = &c.largest_net, .fallback = "0",
             .help = "clique: leave out nets of more than P pins; 0 leaves out none."},
            {.name = "vars", .argument = "N", .target = &c.vars, .low = 1, .high = 2147483647, .help = "ksat: the number of variables."},
            {.name = "ratio", .argument = "R", .target = &c.ratio, .help = "ksat: clauses a variable.", .not_empty = true},
            {.name = "k", .argument = "K", .target = &c.k, .low = 1, .high = 32, .fallback = "3", .help = "ksat: the length of clauses."},
            {.name = "planted", .target = &c.planted, .help = "ksat: leave out clauses that one hidden assignment makes false, so that there is a model."},
            {.name = "threads", .letter = 't', .argument = "T", .target = &c.threads, .high = 4096, .fallback = "0",
             .help = "Threads; 0 is all. More than the machine has make it slower."}}}},
      .examples = {
          {"amorph-gen grid3d 200 200 200 -o grid.graph", "8 million vertices, 23.9 million edges."},
          {"amorph-gen rgg2d 1000000 12 --seed 3 -o rgg.graph.gz", "A random geometric graph, compressed."},
          {"amorph-gen rmat 18 8 --edge-weights 100 | head -1", "How many edges are left of 2 million."},
          {"amorph-gen road 5000 5000 -o road.amg", "23 million crossings, for amorph-graph."},
          {"amorph-gen road 526 526 0.68 --terminals 64 -o road.max", "A network of 265,000 vertices, for amorph-graph maxflow."},
          {"amorph-gen ksat --vars 1000000 --ratio 4.2 --seed 1 -o f.cnf", "A million variables, 4.2 million clauses of 3-SAT."},
          {"amorph-gen clique ibm01.hgr --clique-weights count -o ibm01.graph", "A circuit as a graph."}},
      .see_also = {"amorph-graph(1)", "amorph-mesh(1)", "amorph-sat(1)", "gpmetis(1)"},
      .operands = true,
      .exits = {exit_code::success, exit_code::bad_input, exit_code::out_of_memory, exit_code::internal,
                exit_code::interrupted}};
}
// clang-format on

}  // namespace amorph::gen
