// Judges answers of the graph solvers by what they must satisfy (as GAP's verifiers do); shares no code with the solvers.
// Each function returns what is wrong, in one line, or nothing. Everything is serial and plain.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "amorph/kernels/graph/weighted_graph.hpp"

namespace amorph::check {

inline constexpr std::uint32_t none32 = ~std::uint32_t{0};
inline constexpr std::uint64_t none64 = ~std::uint64_t{0};

// Levels are those of a search with a queue; each parent is a level nearer, with an arc to its child. O(n + m).
// `parent` may be empty.
[[nodiscard]] std::string bfs_fault(const weighted_csr& graph, const std::vector<std::uint32_t>& sources,
                                    const std::vector<std::uint32_t>& level, const std::vector<std::uint32_t>& parent);

// Arcs on a shortest path between two vertices, by a search with a queue; none32 if there is none.
[[nodiscard]] std::string stcon_fault(const weighted_csr& graph, std::uint32_t from, std::uint32_t to,
                                      std::uint32_t distance);

// No arc can be relaxed, each vertex but the sources has a tight arc from its parent, and parents lead to a source: then
// distances are the least. Whole weights: `distance`; floats: `real`, sums in double precision from the source onward;
// the other is empty. Unreached is the greatest number, or infinity. O(n + m). `parent` may be empty; then distances are
// compared with Dijkstra's, O(m log n).
[[nodiscard]] std::string sssp_fault(const weighted_csr& graph, const std::vector<std::uint32_t>& sources,
                                     const std::vector<std::uint64_t>& distance, const std::vector<double>& real,
                                     const std::vector<std::uint32_t>& parent);

// The arcs (their places in the rows) are a forest with as many trees as the graph has components, and its weights are
// those of Kruskal's, as a multiset: every least spanning forest has the same. O(m log m).
[[nodiscard]] std::string forest_fault(const weighted_csr& graph, const std::vector<std::uint64_t>& arcs);

}  // namespace amorph::check
