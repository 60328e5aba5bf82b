// Graph generators. Same arguments, same graph, for any number of threads: random numbers are functions of (seed,
// index).
//
// Graphs are undirected unless said otherwise, without self-loops and duplicate edges, with ascending rows; vertices of
// degree 0 may occur. Sizes beyond 32-bit vertices are refused with error(bad_input). O(vertices + edges) work; R-MAT
// and uniform graphs include a radix sort of the edges.
#pragma once

#include <cstdint>

#include "amorph/kernels/exec/cpu.hpp"
#include "amorph/kernels/graph/host_graph.hpp"

namespace amorph::generate {

enum class stencil : std::uint8_t {
  star,  // neighbours differ by one in one coordinate: 4 in 2D, 6 in 3D
  box,   // neighbours differ by at most one in each coordinate: 8 in 2D, 26 in 3D
};

// A grid of x * y * z points; vertex (i, j, k) has number (k * y + j) * x + i. z = 1 is a plane.
[[nodiscard]] host_graph grid(cpu_exec& exec, std::uint64_t x, std::uint64_t y, std::uint64_t z,
                              stencil neighbours = stencil::star);

// Random geometric graph: points in the unit square, joined if closer than the radius at which an inner vertex has
// `degree` neighbours on average. Vertices are numbered by the cells of a square grid of that width, row by row.
[[nodiscard]] host_graph geometric(cpu_exec& exec, std::uint64_t vertices, double degree, std::uint64_t seed);

// R-MAT (Chakrabarti, Zhan, Faloutsos 2004) with the parameters of Graph500: 2^scale vertices, `degree` * 2^scale edges
// drawn with a = 0.57, b = c = 0.19, vertices renumbered at random. Self-loops and duplicates are removed. A directed
// graph has each arc as it was drawn.
enum class direction : std::uint8_t { undirected, directed };
[[nodiscard]] host_graph rmat(cpu_exec& exec, unsigned scale, std::uint64_t degree, std::uint64_t seed,
                              direction arcs = direction::undirected);

// Uniform random graph with `degree` * vertices edges. Self-loops and duplicates are removed. A directed graph has each
// arc as it was drawn.
[[nodiscard]] host_graph uniform(cpu_exec& exec, std::uint64_t vertices, std::uint64_t degree, std::uint64_t seed,
                                 direction arcs = direction::undirected);

// One arc per edge of an undirected graph, in a random direction, with the edge's weight. A grid directed in this way
// is at the percolation threshold of its strongly connected components: they have all sizes and form long chains, the
// hard case for parallel algorithms. O(vertices + edges).
[[nodiscard]] host_graph orient(cpu_exec& exec, const host_graph& graph, std::uint64_t seed);

// A graph like a road map: a grid of x * y crossings, each displaced a little at random. Lakes (discs of up to 32
// crossings across, none larger than half of a small map) remove about 5% of the crossings; each grid edge stays with
// probability `keep`; 2% of the diagonals are added; the largest component is returned. Edge weights are lengths, 1000
// per grid edge and at least 1. keep = 0.62 gives a mean degree of 2.6.
[[nodiscard]] host_graph road(cpu_exec& exec, std::uint64_t x, std::uint64_t y, double keep, std::uint64_t seed);

// A netlist: net i joins the vertices pin[begin[i]] .. pin[begin[i+1]-1], below `vertices`; duplicate pins of a net are
// ignored.
struct nets {
  std::uint32_t vertices = 0;
  span<const std::uint64_t> begin;
  span<const std::uint32_t> pin;
  span<const std::int32_t> weight;  // one per net; empty: all 1
};
// The clique expansion: every two vertices of a net are joined; duplicate edges are merged.
enum class clique : std::uint8_t {
  plain,  // unweighted
  count,  // an edge's weight is the sum of its nets' weights
  // A net of p pins adds weight / (p - 1) (Alpert, Kahng 1995), in units of 1/scale, rounded, at least 1: all its edges
  // at a pin together have the weight of the net.
  standard,
};
// Nets of more than `largest` pins are ignored (0: no limit). O(edges before merging) work and memory.
[[nodiscard]] host_graph cliques(cpu_exec& exec, const nets& list, clique weights, std::uint64_t largest = 0,
                                 std::int32_t scale = 1000);

// Weights drawn uniformly from 1 .. most: of vertices, and of edges (the same in both rows).
void random_vertex_weights(cpu_exec& exec, host_graph& graph, std::uint32_t constraints, std::int32_t most,
                           std::uint64_t seed);
void random_edge_weights(cpu_exec& exec, host_graph& graph, std::int32_t most, std::uint64_t seed);

}  // namespace amorph::generate
