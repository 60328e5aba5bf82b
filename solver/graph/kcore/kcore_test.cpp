#include "solver/graph/kcore/kcore.hpp"
#include "amorph/kernels/base/error.hpp"
#include "solver/graph/kcore/kcore_check.hpp"
#include "test/solver/graph/shapes.hpp"

namespace amorph::test {
namespace kcore_tests {

using kcore::strategy;

const std::vector<strategy> every = {strategy::automatic, strategy::peel, strategy::h_index};

void verify_all(const std::vector<shape>& shapes, const std::vector<machine>& machines) {
  for_each_case(shapes, machines, every, [](const shape& s, const run_options& run, strategy by) {
    const auto r = kcore::solve(s.graph.view(), {run, by});
    ASSERT_EQ(check::kcore_fault(s.graph.view().graph, r.core, r.max_core), "");
    ASSERT_EQ(r.stats.ms.size(), run.repeat);
  });
}

TEST(kcore, small) { verify_all(small_unweighted_shapes(), cpus()); }
TEST(kcore, large) { verify_all(large_low_diameter_shapes(), cpus({1, 5})); }
TEST(kcore_cuda, small) { verify_all(small_unweighted_shapes(), devices()); }
TEST(kcore_cuda, large) { verify_all(large_low_diameter_shapes(), devices()); }

// A triangle with a tail, as arcs of any direction, with a loop and a duplicate.
TEST(kcore, simple_graph) {
  const weighted_graph g = graph_of(5, {{0, 1, 1}, {2, 1, 1}, {0, 2, 1}, {2, 0, 1}, {2, 3, 1}, {2, 3, 1}, {3, 3, 1}},
                                    weight_kind::none, false);
  for (const strategy by : every) {
    const auto r = kcore::solve(g.view(), {{}, by});
    EXPECT_EQ(r.core, (std::vector<std::uint32_t>{2, 2, 2, 1, 0}));
    EXPECT_EQ(r.max_core, 2u);
    EXPECT_EQ(r.in_max_core, 3u);
  }
}

TEST(kcore, checker_finds_faults) {
  const weighted_graph g = graph_of(4, {{0, 1, 1}, {1, 2, 1}, {0, 2, 1}, {2, 3, 1}}, weight_kind::none, false);
  const auto fault = [&](std::vector<std::uint32_t> core, std::uint32_t max_core) {
    return check::kcore_fault(g.view().graph, core, max_core);
  };
  EXPECT_EQ(fault({2, 2, 2, 1}, 2), "");
  EXPECT_NE(fault({2, 2, 2, 2}, 2), "") << "too large";
  EXPECT_NE(fault({2, 2, 1, 1}, 2), "") << "too small";
  EXPECT_NE(fault({2, 2, 2}, 2), "") << "a vertex is missing";
  EXPECT_NE(fault({2, 2, 2, 1}, 1), "");
}

}  // namespace kcore_tests
}  // namespace amorph::test
