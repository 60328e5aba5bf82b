#include "solver/graph/kcore/kcore.hpp"
#include "amorph/kernels/base/error.hpp"
#include "solver/graph/kcore/kcore_check.hpp"
#include "test/solver/graph/shapes.hpp"

namespace amorph::test {
namespace {

using kcore::strategy;

const std::vector<strategy> every = {strategy::automatic, strategy::peel, strategy::h_index};

void judge(const shape& s, const std::vector<machine>& machines) {
  for (const machine& m : machines)
    for (const strategy by : every) {
      SCOPED_TRACE(s.name + ", " + m.name + ", " + std::string(kcore::to_string(by)));
      const auto r = kcore::solve(s.graph.view(), {m.how, by});
      ASSERT_EQ(kcore::check(s.graph.view().graph, r.core, r.max_core), "");
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

TEST(kcore, small) { on_small(cpus()); }
TEST(kcore, large) { on_large({cpus()[0], cpus()[2]}); }
TEST(kcore_cuda, small) { on_small(devices()); }
TEST(kcore_cuda, large) { on_large(devices()); }

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

}  // namespace
}  // namespace amorph::test
