#include "solver/graph/scc/scc.hpp"
#include "amorph/kernels/base/error.hpp"
#include "solver/graph/scc/scc_check.hpp"
#include "test/solver/graph/shapes.hpp"

namespace amorph::test {
namespace scc_tests {

using scc::strategy;

const std::vector<strategy> every = {strategy::automatic, strategy::min_propagation, strategy::min_worklist,
                                     strategy::forward_backward, strategy::tarjan};

void verify_all(const std::vector<shape>& shapes, const std::vector<machine>& machines) {
  for_each_case(shapes, machines, every, [](const shape& s, const run_options& run, strategy by) {
    const auto r = scc::solve(s.graph.view(), {run, by});
    ASSERT_EQ(check::scc_fault(s.graph.view().graph, r.label, r.components, r.largest), "");
    ASSERT_EQ(r.stats.ms.size(), run.repeat);
  });
}

TEST(scc, small) { verify_all(small_unweighted_shapes(), cpus()); }
TEST(scc, large) { verify_all(large_low_diameter_shapes(), cpus({1, 5})); }
TEST(scc_cuda, small) { verify_all(small_unweighted_shapes(), devices()); }
TEST(scc_cuda, large) { verify_all(large_low_diameter_shapes(), once(devices())); }

// Two cycles, an arc between them, a loop.
TEST(scc, directed) {
  const weighted_graph g = graph_of(6, {{5, 1, 1}, {1, 5, 1}, {1, 2, 1}, {2, 3, 1}, {3, 4, 1}, {4, 2, 1}, {0, 0, 1}},
                                    weight_kind::none, false);
  for (const strategy by : every) {
    const auto r = scc::solve(g.view(), {{}, by});
    EXPECT_EQ(r.label, (std::vector<std::uint32_t>{0, 1, 2, 2, 2, 1}));
    EXPECT_EQ(r.components, 3u);
    EXPECT_EQ(r.largest, 3u);
  }
}

TEST(scc, checker_finds_faults) {
  const weighted_graph g = graph_of(4, {{0, 1, 1}, {1, 0, 1}, {1, 2, 1}, {2, 3, 1}}, weight_kind::none, false);
  const auto fault = [&](std::vector<std::uint32_t> label, std::uint64_t components, std::uint64_t largest) {
    return check::scc_fault(g.view().graph, label, components, largest);
  };
  EXPECT_EQ(fault({0, 0, 2, 3}, 3, 2), "");
  EXPECT_NE(fault({0, 1, 2, 3}, 4, 1), "") << "one component in two";
  EXPECT_NE(fault({0, 0, 2, 2}, 2, 2), "") << "two components in one";
  EXPECT_NE(fault({1, 1, 2, 3}, 3, 2), "") << "another vertex than the minimum";
  EXPECT_NE(fault({0, 0, 2}, 3, 2), "") << "a label is missing";
  EXPECT_NE(fault({0, 0, 2, 3}, 4, 2), "");
  EXPECT_NE(fault({0, 0, 2, 3}, 3, 1), "");
}

}  // namespace scc_tests
}  // namespace amorph::test
