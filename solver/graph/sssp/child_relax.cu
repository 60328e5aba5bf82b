// Child kernels of shortest paths: compiled separately, because they need -rdc=true.
#include "amorph/kernels/operators/child_kernels.cuh"
#include "solver/graph/sssp/lists.hpp"

namespace amorph {
using sssp::relax_and_list;
#define AMORPH_CHILDREN(...)                                                                                  \
  template void advance_by_children(cuda_exec&, const csr&, const frontier<cuda_exec>&, frontier<cuda_exec>&, \
                                    std::uint64_t, relax_and_list<__VA_ARGS__>)
AMORPH_CHILDREN(integer_length<std::uint32_t, std::uint32_t>);
AMORPH_CHILDREN(integer_length<std::uint32_t, std::uint64_t>);
AMORPH_CHILDREN(integer_length<std::uint64_t, std::uint64_t>);
AMORPH_CHILDREN(real_length);
}  // namespace amorph
