// The checkers find the faults of wrong answers.
#include <limits>

#include "solver/graph/bfs/bfs_check.hpp"
#include "solver/graph/common/check.hpp"
#include "solver/graph/mst/mst_check.hpp"
#include "solver/graph/sssp/sssp_check.hpp"
#include "solver/graph/stcon/stcon_check.hpp"
#include "test/solver/graph/shapes.hpp"

namespace amorph::test {
namespace checker_tests {

using check::none32;
using check::none64;
using list = std::vector<std::uint32_t>;
using distances = std::vector<std::uint64_t>;

// 0 -3- 1 -1- 2, 0 -5- 2, 3 apart.
weighted_graph sample() { return graph_of(4, {{0, 1, 3}, {1, 2, 1}, {0, 2, 5}}, weight_kind::int32, true); }

TEST(checker, bfs) {
  const weighted_graph g = sample();
  EXPECT_EQ(check::bfs_fault(g.view(), {0}, {0, 1, 1, none32}, {0, 0, 0, none32}), "");
  EXPECT_NE(check::bfs_fault(g.view(), {0}, {0, 1, 2, none32}, {}), "");
  EXPECT_NE(check::bfs_fault(g.view(), {0}, {0, 1, 1, 2}, {}), "");
  EXPECT_NE(check::bfs_fault(g.view(), {0}, {0, 1, 1}, {}), "");
  EXPECT_NE(check::bfs_fault(g.view(), {0}, {0, 1, 1, none32}, {0, 0, 1, none32}), "");
  EXPECT_NE(check::bfs_fault(g.view(), {0}, {0, 1, 1, none32}, {0, 0, none32, none32}), "");
  EXPECT_NE(check::bfs_fault(g.view(), {0}, {0, 1, 1, none32}, {1, 0, 0, none32}), "");
  EXPECT_EQ(check::stcon_fault(g.view(), 1, 2, 1), "");
  EXPECT_NE(check::stcon_fault(g.view(), 1, 2, 2), "");
  EXPECT_EQ(check::stcon_fault(g.view(), 1, 3, none32), "");
}

TEST(checker, sssp) {
  const weighted_graph g = sample();
  const distances right = {0, 3, 4, none64};
  const list tree = {0, 0, 1, none32};
  EXPECT_EQ(check::sssp_fault(g.view(), {0}, right, {}, tree), "");
  EXPECT_EQ(check::sssp_fault(g.view(), {0}, right, {}, {}), "");
  for (const distances& wrong : {distances{0, 3, 5, none64},
                                 {0, 2, 3, none64},
                                 {1, 3, 4, none64},
                                 {0, 3, 4, 9},
                                 {0, 3, none64, none64},
                                 {0, 3, 4}}) {
    EXPECT_NE(check::sssp_fault(g.view(), {0}, wrong, {}, {}), "");
    EXPECT_NE(check::sssp_fault(g.view(), {0}, wrong, {}, tree), "");
  }
  for (const list& wrong :
       {list{0, 0, 0, none32}, {0, 0, none32, none32}, {1, 0, 1, none32}, {0, 0, 3, none32}, {0, 0, 1}})
    EXPECT_NE(check::sssp_fault(g.view(), {0}, right, {}, wrong), "");
  // A cycle of arcs of length 0 that no source feeds.
  const weighted_graph zero = graph_of(3, {{1, 2, 0}}, weight_kind::int32, true);
  EXPECT_NE(check::sssp_fault(zero.view(), {0}, {0, 0, 0}, {}, {0, 2, 1}), "");
  const weighted_graph real = graph_of(2, {{0, 1, 0.5}}, weight_kind::float32, true);
  EXPECT_EQ(check::sssp_fault(real.view(), {0}, {}, {0, 0.5}, {0, 0}), "");
  EXPECT_NE(check::sssp_fault(real.view(), {0}, {}, {0, std::numeric_limits<double>::infinity()}, {0, none32}), "");
}

TEST(checker, forest) {
  const weighted_graph g = sample();  // rows: 0: 1 2; 1: 0 2; 2: 1 0
  EXPECT_EQ(check::forest_fault(g.view(), {0, 3}), "");
  EXPECT_NE(check::forest_fault(g.view(), {0, 1}), "");     // spans, but weighs more
  EXPECT_NE(check::forest_fault(g.view(), {0}), "");        // does not span
  EXPECT_NE(check::forest_fault(g.view(), {0, 1, 3}), "");  // a cycle
  EXPECT_NE(check::forest_fault(g.view(), {0, 9}), "");
}

}  // namespace checker_tests
}  // namespace amorph::test
