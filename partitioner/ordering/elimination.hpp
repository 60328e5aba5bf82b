// The cost of an ordering: the size of the Cholesky factor and the operations to compute it, without computing it.
//
// Liu, "The role of elimination trees in sparse factorization" (1990): the tree. Gilbert, Ng and Peyton, "An efficient
// algorithm to compute row and column counts for sparse Cholesky factorization" (1994): the columns' sizes, in time
// nearly linear in the matrix and without its fill.
#pragma once

#include <cstdint>
#include <vector>

#include "amorph/kernels/base/span.hpp"
#include "partitioner/common/partition.hpp"

namespace amorph::ordering {

// Of the factor L of a symmetric matrix: the entries below the diagonal, and the operations as METIS counts them: the
// sum of c (c - 1) over its columns, c being the entries of a column below the diagonal.
struct factor_cost {
  std::uint64_t nonzeros = 0;
  double operations = 0;
};

// parent[k] in the elimination tree of step k, or `no_parent`. `order[k]` is the vertex eliminated in step k, `place`
// its inverse. O(m log n); nearly O(m) in practice.
inline constexpr std::uint32_t no_parent = ~std::uint32_t{0};
[[nodiscard]] std::vector<std::uint32_t> elimination_tree(const partition::graph& g, span<const std::uint32_t> order,
                                                          span<const std::uint32_t> place);

// The entries of each step's column of L below the diagonal.
[[nodiscard]] std::vector<std::uint32_t> column_counts(const partition::graph& g, span<const std::uint32_t> order);

[[nodiscard]] factor_cost cost_of(const partition::graph& g, span<const std::uint32_t> order);

}  // namespace amorph::ordering
