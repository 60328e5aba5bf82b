// What PartGraph and PartMesh have in common: a checked call in, a partition out.
#pragma once

#include "partitioner/metis/boundary.hpp"
#include "partitioner/metis/option_array.hpp"
#include "partitioner/multilevel/partition.hpp"

namespace amorph::metis {

// `clean` as partition::graph wants it; `a` decoded, with parts and constraints filled in. Any number of parts and
// vertices. Prints METIS_DBG_INFO's summary.
[[nodiscard]] partition::result divide_for_caller(const partition::graph& clean, array_options& a,
                                                  const surroundings& around);

// The objective as METIS reports it: 32 bits, the largest number for what is beyond.
[[nodiscard]] idx_t objective_of(const partition::result& r, partition::objective goal);

}  // namespace amorph::metis
