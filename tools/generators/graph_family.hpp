// Generated graphs, by family name and arguments: `road 526 526`, `rmat 20 16`.
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

// Either `graph` or `network` is set. Both throw error(bad_input) for invalid arguments. The same arguments and seed
// give the same graph on any number of threads.
struct family {
  const char* name;
  const char* shown;  // the arguments, in capitals
  std::size_t min_arguments, max_arguments;
  host_graph (*graph)(cpu_exec& exec, const arguments& words, std::uint64_t seed);
  // The directed graph, if its arcs are generated individually; null: each edge of `graph` in a random direction.
  host_graph (*arcs)(cpu_exec& exec, const arguments& words, std::uint64_t seed);
  arc_file::flow_network (*network)(const arguments& words, std::uint64_t seed);
};
[[nodiscard]] const std::vector<family>& all();
[[nodiscard]] std::string names();  // "grid2d, grid3d, ..."
[[nodiscard]] const family* find(const std::string& name);
// Throws error(bad_input) if the number of arguments is wrong.
void check_arguments(const family& f, const arguments& words);

// The directed graph of a family that makes graphs.
[[nodiscard]] host_graph directed(const family& f, cpu_exec& exec, const arguments& words, std::uint64_t seed);

// The graph as solvers' input; vertices are numbered from 1 in files.
[[nodiscard]] weighted_graph weighted(host_graph&& graph, bool undirected = true);

// A network from an undirected graph. The capacity of an edge in both directions is its weight (1 if there are none).
// The source has arcs to `terminals` random vertices of the first tenth; as many random vertices of the last tenth have
// arcs to the sink (fewer if a vertex is drawn twice). The capacity of such an arc is the sum over its vertex's edges.
// The source and the sink are the last two vertices. O(n + m).
[[nodiscard]] arc_file::flow_network join_terminals(const host_graph& graph, std::uint32_t terminals,
                                                    std::uint64_t seed);

}  // namespace amorph::graph_family
