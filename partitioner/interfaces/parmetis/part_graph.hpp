// Shared by the functions that divide graphs and meshes.
#pragma once

#include "partitioner/interfaces/parmetis/call.hpp"

namespace amorph::parmetis {

// Divides the graph of a call and writes its answer. Collective; throws on all processes or on none.
void part_graph(const communicator& c, const graph_call& call);

}  // namespace amorph::parmetis
