// The separator forest as plain arrays in host memory, which cross the C boundary to the CUDA module.
//
// The upper depths of a nested dissection are computed in passes. A pass divides each of its trees' graphs, which are
// disjoint, into a binary tree of separators over several depths. A vertex's place is the number of its tree, counted
// over all passes, times `tree_nodes`, plus its node in the tree: the root is 0, the children of i are 2 i + 1 and
// 2 i + 2. Parts that are still large are the trees of the next pass.
#pragma once

#include <cstdint>

#include "partitioner/common/core.hpp"
#include "partitioner/ordering/forest/place.hpp"
#include "solver/run/boundary.hpp"

namespace amorph::ordering {

struct coarse_trees {
  partition::graph graph;       // with all weights; adjacency lists in no fixed order
  const std::uint32_t* tree;    // per vertex
  std::uint32_t trees, first;   // of this pass; the number of the first one
  const std::uint32_t* root;    // per tree: the place, of an earlier pass, that it divides; not of the first pass
  const std::uint32_t* depths;  // per tree: of separators, at most
};

// Divides the trees of the coarsest graph on the host: place[v] is counted from the pass's first tree, and
// split[place] tells that a place is a separator whose sides are the children. Returns a status.
using divide_function = int(void* context, const coarse_trees*, std::uint32_t* place, std::uint8_t* split);

struct forest_problem {
  partition::graph graph;
  double imbalance;  // of a separator: the heavier side weighs at most this multiple of half of all
  std::uint32_t random_matching, two_hop;
  std::uint32_t refinement;  // passes per level at most
  std::uint64_t seed;
  divide_function* divide;
  void* context;  // of `divide`
};

struct forest_answer {
  std::uint32_t* order;  // the vertices by place, those of a place in ascending order
  std::uint32_t* place;  // per vertex
  std::uint32_t passes;
  double transfer_ms, coarsen_ms, divide_ms, refine_ms, split_ms;
};

// The CPU instance; the CUDA module registers the other one under the name "order".
[[nodiscard]] run_entry* forest_cpu_entry();

}  // namespace amorph::ordering
