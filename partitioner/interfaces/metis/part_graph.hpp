// Shared by PartGraph and PartMesh: partitions the graph of a validated call.
#pragma once

#include "partitioner/common/partition.hpp"
#include "partitioner/interfaces/metis/boundary.hpp"
#include "partitioner/interfaces/metis/caller_graph.hpp"
#include "partitioner/interfaces/metis/option_array.hpp"

namespace amorph::metis {

// `clean` satisfies partition::graph's conditions; `a` is decoded, with parts and constraints set. Any number of parts
// and vertices. Cut and cost are counted with `exact`. Prints METIS_DBG_INFO's summary.
[[nodiscard]] partition::result divide_for_caller(const partition::graph& clean, const exact_weights& exact,
                                                  array_options& a, const environment& env);

// The objective as METIS reports it: as an idx_t, saturating.
[[nodiscard]] idx_t objective_of(const partition::result& r);

}  // namespace amorph::metis
