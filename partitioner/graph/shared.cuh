// The functions that the entries "partition" and "partition-several" of the CUDA module call: compiled once, in
// shared_cuda.cu, which defines AMORPH_PARTITION_SHARED.
#pragma once

#include "partitioner/coarsening/contract.hpp"
#include "partitioner/coarsening/match.hpp"
#include "partitioner/coarsening/match_stm.hpp"
#include "partitioner/graph/dense_core.hpp"
#include "partitioner/refinement/connect.hpp"
#include "partitioner/refinement/refine_stm.hpp"
#include "partitioner/refinement/several_balance.hpp"

#ifndef AMORPH_PARTITION_SHARED
#define AMORPH_PARTITION_SHARED extern template
#endif

namespace amorph::partition {

AMORPH_PARTITION_SHARED void match(cuda_exec&, const graph_view&, uint64_t, match_rule, bool, span<uint32_t>);
AMORPH_PARTITION_SHARED void match(cuda_exec&, const graph_view&, uint64_t, several_match_rule, bool, span<uint32_t>);
AMORPH_PARTITION_SHARED void match_by_transactions(cuda_exec&, const graph_view&, uint64_t, match_rule, bool,
                                                   span<uint32_t>, transaction_statistics&);
AMORPH_PARTITION_SHARED level<cuda_exec> contract(cuda_exec&, level<cuda_exec>&, span<const uint32_t>, bool);
AMORPH_PARTITION_SHARED bool is_skewed(cuda_exec&, const graph_view&, uint64_t);
AMORPH_PARTITION_SHARED dense_core<cuda_exec> find_dense_core(cuda_exec&, const graph_view&, int64_t, uint32_t);
AMORPH_PARTITION_SHARED strays_found connect_parts(cuda_exec&, const graph_view&, uint64_t, const part_balance&,
                                                   uint32_t*);
AMORPH_PARTITION_SHARED strays_found connect_parts(cuda_exec&, const graph_view&, uint64_t, const several_balance&,
                                                   uint32_t*);
AMORPH_PARTITION_SHARED refined<cuda_exec> refine_by_transactions(cuda_exec&, const graph_view&, uint64_t, refine_rule,
                                                                  refine_memory<cuda_exec>&,
                                                                  std::optional<span<uint32_t>>,
                                                                  const refined<cuda_exec>&, transaction_statistics&);

}  // namespace amorph::partition
