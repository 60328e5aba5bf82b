#include "solver/graph/components/components.hpp"
#include "amorph/kernels/base/error.hpp"
#include "solver/graph/components/components_check.hpp"
#include "test/solver/graph/shapes.hpp"

namespace amorph::test {
namespace components_tests {

using components::strategy;

const std::vector<strategy> every = {strategy::automatic, strategy::union_find, strategy::label_propagation};

void verify_all(const std::vector<shape>& shapes, const std::vector<machine>& machines) {
  for_each_case(shapes, machines, every, [](const shape& s, const run_options& run, strategy by) {
    const auto r = components::solve(s.graph.view(), {run, by});
    ASSERT_EQ(check::components_fault(s.graph.view().graph, r.label, r.components, r.largest), "");
    ASSERT_EQ(r.stats.ms.size(), run.repeat);
  });
}

TEST(components, small) { verify_all(small_unweighted_shapes(), cpus()); }
TEST(components, large) { verify_all(large_low_diameter_shapes(), cpus({1, 5})); }
TEST(components_cuda, small) { verify_all(small_unweighted_shapes(), devices()); }
TEST(components_cuda, large) { verify_all(large_low_diameter_shapes(), devices()); }

// Loops, duplicates and arcs in one row only.
TEST(components, directed) {
  const weighted_graph g =
      graph_of(6, {{5, 1, 1}, {5, 1, 1}, {3, 3, 1}, {4, 2, 1}, {1, 4, 1}}, weight_kind::none, false);
  const auto r = components::solve(g.view());
  EXPECT_EQ(r.label, (std::vector<std::uint32_t>{0, 1, 1, 3, 1, 1}));
  EXPECT_EQ(r.components, 3u);
  EXPECT_EQ(r.largest, 4u);
}

TEST(components, checker_finds_faults) {
  const weighted_graph g = graph_of(4, {{0, 1, 1}, {2, 3, 1}}, weight_kind::none, false);
  const auto fault = [&](std::vector<std::uint32_t> label, std::uint64_t components, std::uint64_t largest) {
    return check::components_fault(g.view().graph, label, components, largest);
  };
  EXPECT_EQ(fault({0, 0, 2, 2}, 2, 2), "");
  EXPECT_NE(fault({0, 0, 2, 3}, 3, 2), "") << "one component in two";
  EXPECT_NE(fault({0, 0, 0, 0}, 1, 4), "") << "two components in one";
  EXPECT_NE(fault({1, 1, 2, 2}, 2, 2), "") << "another vertex than the minimum";
  EXPECT_NE(fault({0, 0, 2}, 2, 2), "") << "a label is missing";
  EXPECT_NE(fault({0, 0, 2, 2}, 1, 2), "");
  EXPECT_NE(fault({0, 0, 2, 2}, 2, 1), "");
}

}  // namespace components_tests
}  // namespace amorph::test
