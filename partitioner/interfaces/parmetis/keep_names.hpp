// Numbers of parts that a new partition shares with an old one.
#pragma once

#include <vector>

#include "partitioner/interfaces/parmetis/call.hpp"

namespace amorph::parmetis {

// Renumbers parts of equal targets so that as many vertices as possible, found greedily, have their old part.
// Collective.
void keep_names(const communicator& c, const problem& p, const std::vector<idx_t>& old, idx_t* part);

}  // namespace amorph::parmetis
