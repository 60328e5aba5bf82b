// Graphs of a mesh, and how a partition of one side of a mesh divides the other.
#pragma once

#include <cstdint>
#include <vector>

#include "amorph/kernels/base/span.hpp"
#include "amorph/kernels/graph/host_graph.hpp"

namespace amorph {
class cpu_exec;
}

namespace amorph::metis {

// Element e has the nodes node[begin[e]] .. node[begin[e+1]-1], each below `nodes`. Elements may differ in size, be
// empty, and name a node twice, which counts once.
struct mesh {
  std::uint32_t elements = 0, nodes = 0;
  span<const std::uint64_t> begin;  // elements + 1
  span<const std::uint32_t> node;   // begin[elements]
};

// The same the other way round: the elements around each node, ascending. Views the storage in the second member.
struct inverse_mesh {
  host_array<std::uint64_t> begin;    // nodes + 1
  host_array<std::uint32_t> element;  // as many as mesh.node
};
[[nodiscard]] inverse_mesh invert(const mesh& m);

// Elements as vertices: two are neighbours when they share `common` nodes (at least 1), or all but one of the nodes of
// either, as METIS has it so that a triangle and a tetrahedron that it is a face of meet. Rows ascend. Work: the sum
// over elements of the sizes of their nodes' element lists, times a logarithm; in parallel.
[[nodiscard]] host_graph dual_graph(cpu_exec& exec, const mesh& m, std::uint32_t common);

// Nodes as vertices: two are neighbours when an element has both. Rows ascend. Work as above.
[[nodiscard]] host_graph nodal_graph(cpu_exec& exec, const mesh& m);

// Parts of rows from the parts of their columns: of elements from those of their nodes, or the reverse. A row whose
// columns are all of one part goes there. The others, in order, go to the part that most of their columns are of while
// it has fewer rows than its share, else to the one of their parts that is furthest below its share. Rows without
// columns fill up the parts furthest below theirs. `target` is empty (equal shares) or has one fraction a part.
[[nodiscard]] std::vector<std::uint32_t> induce(span<const std::uint64_t> begin, span<const std::uint32_t> column,
                                                const std::vector<std::uint32_t>& column_part, std::uint32_t parts,
                                                span<const float> target);

}  // namespace amorph::metis
