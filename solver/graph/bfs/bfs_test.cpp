// Every strategy on every backend gives levels that the checker accepts, and the same tree. The default strategy fits
// into any memory limit that one of them fits into.
#include "solver/graph/bfs/bfs.hpp"
#include "solver/graph/bfs/bfs_check.hpp"
#include "test/solver/graph/shapes.hpp"

namespace amorph::test {
namespace bfs_tests {

using bfs::strategy;

const std::vector<strategy> every = {
    strategy::automatic,  strategy::mask,           strategy::compacted, strategy::worklist,  strategy::local_queues,
    strategy::prefix_sum, strategy::scatter_gather, strategy::donation,  strategy::children,  strategy::duplicates,
    strategy::unique,     strategy::split,          strategy::direction, strategy::persistent};
// Strategies with O(n depth) work.
const std::vector<strategy> slow = {strategy::mask, strategy::compacted};
// Strategies that run from few sources on the long path, on a device too.
const std::vector<strategy> from_afar = {strategy::automatic, strategy::worklist, strategy::duplicates,
                                         strategy::persistent};
const std::vector<stand_in<strategy>> on_cpu = {{strategy::local_queues, strategy::worklist},
                                                {strategy::children, strategy::donation},
                                                {strategy::persistent, strategy::worklist}};

void verify(const shape& s, const std::vector<std::uint32_t>& from, const std::vector<strategy>& strategies,
            const std::vector<machine>& machines) {
  std::vector<std::uint32_t> parents;
  for (const machine& m : machines)
    for (const strategy requested : strategies) {
      SCOPED_TRACE(s.name + ", " + m.name + ", " + std::string(bfs::to_string(requested)));
      bfs::options o;
      o.run = m.run;
      o.strategy = requested;
      const auto r = bfs::solve(s.graph.view(), from, o);
      ASSERT_EQ(check::bfs_fault(s.graph.view(), from, r.level, r.parent), "");
      ASSERT_TRUE(ran_requested_strategy(m, requested, r.stats.strategy, on_cpu));
      if (parents.empty()) parents = r.parent;
      ASSERT_EQ(r.parent, parents);  // the same tree for all strategies
      ASSERT_EQ(r.stats.ms.size(), m.run.repeat);
    }
}

void on_small(const std::vector<machine>& machines) {
  for (const shape& s : small_shapes(machines)) {
    if (s.graph.kind != weight_kind::none && s.graph.kind != weight_kind::int32) continue;  // weights are ignored
    for (const auto& from : starts(s.graph)) verify(s, from, every, machines);
  }
}
void on_large(const std::vector<machine>& machines) {
  for (const shape& s : large_shapes())
    for (const auto& t : trials(s, machines, every, slow, from_afar))
      verify(s, t.from, t.strategies, s.name == "path" ? once(machines) : machines);
}

TEST(bfs, small) { on_small(cpus()); }
TEST(bfs, large) { on_large(cpus({1, 5})); }
TEST(bfs_cuda, small) { on_small(once(devices())); }
TEST(bfs_cuda, large) { on_large(once(devices())); }

void fits(const machine& m) {
  const std::vector<std::uint32_t> first = {0};
  for (const shape& s : shapes_for_memory())
    for (const bool parents : {false, true}) {
      SCOPED_TRACE(s.name + ", " + m.name + (parents ? ", tree" : ""));
      default_fits_if_any_does(every, [&](strategy requested, std::uint64_t limit) {
        bfs::options o{m.run, requested, parents};
        o.run.memory_limit = limit;
        const auto r = bfs::solve(s.graph.view(), first, o);
        EXPECT_EQ(check::bfs_fault(s.graph.view(), first, r.level, r.parent), "");
        return r.stats;
      });
    }
}
TEST(bfs, default_fits_if_any_does) { fits(cpu(2)); }
TEST(bfs_cuda, default_fits_if_any_does) {
  for (const machine& m : once(devices())) fits(m);
}

TEST(bfs, refuses) {
  const weighted_graph g = graph_of(3, {{0, 1, 1}}, weight_kind::none, true);
  const std::vector<std::uint32_t> none, beyond = {3}, first = {0};
  EXPECT_THROW((void)bfs::solve(g.view(), none), error);
  EXPECT_THROW((void)bfs::solve(g.view(), beyond), error);
  weighted_csr broken = g.view();
  broken.graph.vertices = 4;
  EXPECT_THROW((void)bfs::solve(broken, first), error);
  const std::vector<std::uint32_t> wild = {7, 0};
  broken = g.view();
  broken.graph.to = wild;
  EXPECT_THROW((void)bfs::solve(broken, first), error);
  bfs::options little;
  little.run.backend = backend::cpu;
  little.run.memory_limit = 16;
  try {
    (void)bfs::solve(g.view(), first, little);
    FAIL() << "16 bytes were enough";
  } catch (const error& e) {
    EXPECT_EQ(e.code(), status::out_of_memory);
  }
}

}  // namespace bfs_tests
}  // namespace amorph::test
