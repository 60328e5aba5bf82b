// The dual graph of a mesh whose elements are distributed.
#pragma once

#include <vector>

#include "partitioner/interfaces/metis/metis.h"
#include "partitioner/interfaces/parmetis/distributed_graph.hpp"

namespace amorph::parmetis {

struct mesh_call {
  const idx_t *elmdist, *eptr, *eind, *numflag, *ncommonnodes;
};

// Rows of the elements here, ascending; offsets and elements are numbered from numflag, as the caller's.
struct dual_rows {
  std::vector<idx_t> xadj, adjncy;
};

// Elements are adjacent if they share at least ncommonnodes nodes; a node twice in an element counts once. Nodes are
// dealt out to the processes by their numbers, and each process tells the others which elements meet in its nodes.
// Collective; throws bad_input on all processes. Work and memory: the sum over nodes of the square of their elements.
[[nodiscard]] dual_rows make_dual(const communicator& c, const mesh_call& call);

}  // namespace amorph::parmetis
