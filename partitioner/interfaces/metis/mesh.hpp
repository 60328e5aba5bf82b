// Graphs of a mesh, and the partition of nodes that a partition of elements induces, and the reverse.
#pragma once

#include <cstdint>
#include <vector>

#include "amorph/kernels/base/span.hpp"
#include "amorph/kernels/graph/host_graph.hpp"

namespace amorph {
class cpu_exec;
}

namespace amorph::metis {

// Element e has the nodes node[begin[e]] .. node[begin[e+1]-1], each below `nodes`. Elements may differ in size and
// be empty; duplicate nodes are ignored.
struct mesh {
  std::uint32_t elements = 0, nodes = 0;
  span<const std::uint64_t> begin;  // elements + 1
  span<const std::uint32_t> node;   // begin[elements]
};

// The inverse: the elements of each node, ascending.
struct inverse_mesh {
  host_array<std::uint64_t> begin;    // nodes + 1
  host_array<std::uint32_t> element;  // as many as mesh.node
};
[[nodiscard]] inverse_mesh invert(const mesh& m);

// The dual graph: elements are adjacent if they share at least `common` nodes (1 or more), or all but one of the nodes
// of either (METIS's rule, which connects a triangle with a tetrahedron that has it as a face). Adjacency lists ascend.
// Work: the sum over elements of the sizes of their nodes' element lists, times a logarithm; in parallel.
[[nodiscard]] host_graph dual_graph(cpu_exec& exec, const mesh& m, std::uint32_t common);

// The nodal graph: nodes are adjacent if an element contains both. Adjacency lists ascend. Work as above.
[[nodiscard]] host_graph nodal_graph(cpu_exec& exec, const mesh& m);

// Parts of rows from the parts of their columns: of elements from those of their nodes, or the reverse.
// 1. A row whose columns all belong to one part is assigned to it.
// 2. Other rows, in order, are assigned to the most frequent part of their columns if it is below its target, otherwise
//    to the part of their columns that is furthest below its target.
// 3. Rows without columns are assigned to the parts furthest below their targets.
// `target` is empty (equal targets) or has one fraction per part.
[[nodiscard]] std::vector<std::uint32_t> induce(span<const std::uint64_t> begin, span<const std::uint32_t> column,
                                                const std::vector<std::uint32_t>& column_part, std::uint32_t parts,
                                                span<const float> target);

}  // namespace amorph::metis
