// Undirected graphs without self-loops and parallel edges, as partitioners and orderings take them.
#pragma once

#include <string>

#include "amorph/kernels/exec/cpu.hpp"
#include "amorph/kernels/graph/weighted_graph.hpp"

namespace amorph::arc_file {

// Whether METIS's format can hold the graph with its weights: 32-bit integers of 1 or more, equal in both directions,
// each edge once. O(n + m log degree).
[[nodiscard]] bool fits_metis(cpu_exec& exec, const weighted_graph& g);

// Drops weights and self-loops, and leaves each neighbour once, in ascending order. Whether there were self-loops.
// O(n + m log degree).
bool make_simple(cpu_exec& exec, weighted_graph& g);

// The undirected simple graph of any graph: missing reverse arcs are added, self-loops dropped, parallel edges merged
// if they have no weights. Returns why METIS's format cannot hold its weights; "" if it can.
[[nodiscard]] std::string make_undirected_simple(cpu_exec& exec, weighted_graph& g);

}  // namespace amorph::arc_file
