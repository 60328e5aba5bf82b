#include "solver/graph/scc/scc.hpp"
#include "amorph/kernels/base/error.hpp"
#include "solver/graph/scc/scc_check.hpp"
#include "test/solver/graph/shapes.hpp"

namespace amorph::test {
namespace {

using scc::strategy;

const std::vector<strategy> every = {strategy::automatic, strategy::min_propagation, strategy::min_worklist,
                                     strategy::forward_backward, strategy::tarjan};

void judge(const shape& s, const std::vector<machine>& machines) {
  for (const machine& m : machines)
    for (const strategy by : every) {
      SCOPED_TRACE(s.name + ", " + m.name + ", " + std::string(scc::to_string(by)));
      const auto r = scc::solve(s.graph.view(), {m.how, by});
      ASSERT_EQ(scc::check(s.graph.view().graph, r.label, r.components, r.largest), "");
      ASSERT_EQ(r.stats.ms.size(), m.how.repeat);
    }
}
void on_small(const std::vector<machine>& machines) {
  for (const shape& s : small_shapes())
    if (s.graph.kind == weight_kind::none || s.graph.kind == weight_kind::int32)
      judge(s, machines);  // weights do not count
}
void on_large(const std::vector<machine>& machines) {
  for (const shape& s : large_shapes())
    if (s.name != "path") judge(s, machines);
}

TEST(scc, small) { on_small(cpus()); }
TEST(scc, large) { on_large({cpus()[0], cpus()[2]}); }
TEST(scc_cuda, small) { on_small(devices()); }
TEST(scc_cuda, large) { on_large(devices()); }

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

}  // namespace
}  // namespace amorph::test
