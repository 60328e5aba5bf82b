// Graphs by the name of their family and its arguments, as commands take them: `road 526 526`, `rmat 20 16`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "amorph/kernels/exec/cpu.hpp"
#include "amorph/kernels/graph/host_graph.hpp"
#include "tools/formats/arc_file.hpp"

namespace amorph::graph_family {

using arguments = std::vector<std::string>;

// One of `graph` and `network` makes it; both throw error(bad_input) for arguments that are no numbers or make no
// graph. The same arguments and seed give the same graph, whatever the number of threads.
struct family {
  const char* name;
  const char* shown;        // the arguments, in capitals
  std::size_t least, most;  // how many there are
  host_graph (*graph)(cpu_exec& exec, const arguments& words, std::uint64_t seed);
  // The directed graph of that name where its arcs are drawn one by one; null: each edge of the graph in a direction
  // drawn at random.
  host_graph (*arcs)(cpu_exec& exec, const arguments& words, std::uint64_t seed);
  arc_file::flow_network (*network)(const arguments& words, std::uint64_t seed);
};
[[nodiscard]] const std::vector<family>& all();
[[nodiscard]] std::string names();  // "grid2d, grid3d, ..."
[[nodiscard]] const family* find(const std::string& name);
// Throws error(bad_input) for a number of arguments that it does not take.
void check_arguments(const family& f, const arguments& words);

// The directed graph of a family that makes graphs.
[[nodiscard]] host_graph directed(const family& f, cpu_exec& exec, const arguments& words, std::uint64_t seed);

// A graph as solvers take it; vertices are called 1, 2, ...
[[nodiscard]] weighted_graph weighted(host_graph&& graph, bool undirected = true);

// A network from an undirected graph. The capacity of an edge in both directions is its weight (1 if there are none).
// The source is joined to `terminals` random vertices of the first tenth, and as many of the last tenth to the sink
// (fewer if one is drawn twice); each of these arcs has the capacity of all edges of its vertex. The source and the
// sink are the last two vertices. O(n + m).
[[nodiscard]] arc_file::flow_network join_terminals(const host_graph& graph, std::uint32_t terminals,
                                                    std::uint64_t seed);

}  // namespace amorph::graph_family
