// Graphs made by rule or by chance. Same arguments, same graph, whatever the number of threads: random numbers are
// functions of (seed, number), not of what was drawn before.
//
// All are undirected, without self loops, with ascending rows and each edge once; vertices of degree 0 may occur. Sizes
// that do not fit 32-bit vertices are refused: error(bad_input). O(vertices + edges) work, R-MAT and uniform with a
// radix sort of the edges.
#pragma once

#include <cstdint>

#include "amorph/kernels/exec/cpu.hpp"
#include "amorph/kernels/graph/host_graph.hpp"

namespace amorph::generate {

enum class stencil : std::uint8_t {
  star,  // neighbours differ by one in one coordinate: 4 in the plane, 6 in space
  box,   // neighbours differ by at most one in each: 8 in the plane, 26 in space
};

// A grid of x * y * z points, vertex (i, j, k) at (k * y + j) * x + i; z = 1 is a plane.
[[nodiscard]] host_graph grid(cpu_exec& exec, std::uint64_t x, std::uint64_t y, std::uint64_t z,
                              stencil neighbours = stencil::star);

// Random points in the unit square, joined when closer than the radius at which a vertex in the midst has `degree`
// neighbours in the mean. Numbered by the cells of a square grid as wide as that radius, row by row.
[[nodiscard]] host_graph geometric(cpu_exec& exec, std::uint64_t vertices, double degree, std::uint64_t seed);

// R-MAT (Chakrabarti, Zhan, Faloutsos 2004) as Graph500 has it: 2^scale vertices, `degree` * 2^scale edges drawn with
// a = 0.57, b = c = 0.19, vertices then renamed at random; loops and repetitions are dropped.
[[nodiscard]] host_graph rmat(cpu_exec& exec, unsigned scale, std::uint64_t degree, std::uint64_t seed);

// `degree` * vertices edges between vertices drawn evenly; loops and repetitions are dropped.
[[nodiscard]] host_graph uniform(cpu_exec& exec, std::uint64_t vertices, std::uint64_t degree, std::uint64_t seed);

// Like a map of roads: a grid of x * y crossings, each moved a little at random; lakes, discs of up to 32 crossings across
// the middle (none that would take most of a small map), take away some 5% of them; of the sides between neighbours each stays with the probability `keep`, and each
// 50th diagonal is added; then the largest component. Edge weights are lengths, 1000 to a side of the grid, 1 at least.
// keep = 0.62 gives 2.6 neighbours in the mean.
[[nodiscard]] host_graph road(cpu_exec& exec, std::uint64_t x, std::uint64_t y, double keep, std::uint64_t seed);

// A netlist: net i joins the vertices pin[begin[i]] .. pin[begin[i+1]-1], below `vertices`; a vertex that stands in it
// twice counts once.
struct nets {
  std::uint32_t vertices = 0;
  span<const std::uint64_t> begin;
  span<const std::uint32_t> pin;
  span<const std::int32_t> weight;  // one a net, or empty for ones
};
// The clique expansion: each two vertices of a net are joined; edges that several nets give become one.
enum class clique : std::uint8_t {
  plain,  // no weights
  count,  // an edge weighs the sum of its nets' weights
  standard,  // a net of p pins adds weight / (p - 1) (Alpert, Kahng 1995), in units of 1/scale, rounded, 1 at least: so all
             // edges at a pin together weigh what the net weighs
};
// Nets of more than `largest` pins are left out (0: none is). O(edges before they become one) work and memory.
[[nodiscard]] host_graph cliques(cpu_exec& exec, const nets& list, clique weights, std::uint64_t largest = 0,
                                 std::int32_t scale = 1000);

// Weights 1 .. most, drawn evenly: of vertices, and of edges (alike in both rows).
void random_vertex_weights(cpu_exec& exec, host_graph& graph, std::uint32_t constraints, std::int32_t most,
                           std::uint64_t seed);
void random_edge_weights(cpu_exec& exec, host_graph& graph, std::int32_t most, std::uint64_t seed);

}  // namespace amorph::generate
