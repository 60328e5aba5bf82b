// A whole graph on the root, and the root's values of its vertices back on the processes.
#pragma once

#include <cstdint>
#include <vector>

#include "partitioner/interfaces/parmetis/communicator.hpp"
#include "partitioner/interfaces/parmetis/distributed_graph.hpp"

namespace amorph::parmetis {

// Blocks of `here` on all processes, one after another, on the root; empty on the others. Collective.
[[nodiscard]] std::vector<idx_t> gather(const communicator& c, const idx_t* here, std::int64_t count);

// `all`, on the root, holds `per_vertex` entries for each vertex; returns those of the vertices here. Collective.
[[nodiscard]] std::vector<idx_t> scatter(const communicator& c, const distribution& d, const std::vector<idx_t>& all);

// The arrays of a graph with vertices from 0, whatever `g.base`; empty where the caller gave none.
struct gathered_arrays {
  std::vector<idx_t> xadj, adjncy, vwgt, adjwgt;
};
[[nodiscard]] gathered_arrays gather(const communicator& c, const distributed_graph& g);

}  // namespace amorph::parmetis
