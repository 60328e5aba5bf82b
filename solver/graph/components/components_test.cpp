#include "solver/graph/components/components.hpp"
#include "amorph/kernels/base/error.hpp"
#include "solver/graph/components/components_check.hpp"
#include "test/solver/graph/shapes.hpp"

namespace amorph::test {
namespace {

using components::strategy;

const std::vector<strategy> every = {strategy::automatic, strategy::union_find, strategy::label_propagation};

void judge(const shape& s, const std::vector<machine>& machines) {
  for (const machine& m : machines)
    for (const strategy by : every) {
      SCOPED_TRACE(s.name + ", " + m.name + ", " + std::string(components::to_string(by)));
      const auto r = components::solve(s.graph.view(), {m.how, by});
      ASSERT_EQ(components::check(s.graph.view().graph, r.label, r.components, r.largest), "");
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

TEST(components, small) { on_small(cpus()); }
TEST(components, large) { on_large({cpus()[0], cpus()[2]}); }
TEST(components_cuda, small) { on_small(devices()); }
TEST(components_cuda, large) { on_large(devices()); }

// Loops, duplicates and arcs in one row only.
TEST(components, directed) {
  const weighted_graph g =
      graph_of(6, {{5, 1, 1}, {5, 1, 1}, {3, 3, 1}, {4, 2, 1}, {1, 4, 1}}, weight_kind::none, false);
  const auto r = components::solve(g.view());
  EXPECT_EQ(r.label, (std::vector<std::uint32_t>{0, 1, 1, 3, 1, 1}));
  EXPECT_EQ(r.components, 3u);
  EXPECT_EQ(r.largest, 4u);
}

}  // namespace
}  // namespace amorph::test
