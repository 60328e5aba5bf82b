// Contexts and resident graphs: asked by several threads, answers left where they are, and what must not be reused.
#include <atomic>
#include <optional>
#include <thread>
#include <utility>

#include "amorph/kernels/base/error.hpp"
#include "solver/graph/bfs/bfs.hpp"
#include "solver/graph/bfs/bfs_check.hpp"
#include "solver/graph/resident_graph.hpp"
#include "solver/graph/sssp/sssp.hpp"
#include "test/solver/graph/shapes.hpp"
#include "test/support/device.hpp"

namespace amorph::test {
namespace resident_tests {

shape small_shape(const char* name) {
  for (shape& s : small_shapes())
    if (s.name == name) return s;
  return {};
}

// Several threads ask one resident graph at once; each answer that is left is valid until it is dropped.
void asked_by_several_threads(const machine& m) {
  const shape s = small_shape("path, 32-bit");
  context kept(m.run);
  const resident_graph g(kept, s.graph.view());
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (std::uint32_t t = 0; t != 4; ++t)
    threads.emplace_back([&, t] {
      for (std::uint32_t i = 0; i != 20; ++i) {
        const std::vector<std::uint32_t> source = {(t * 20 + i) * 7 % s.graph.vertices};
        const bfs::result found = bfs::solve(g.view(), source, {kept.run()});
        if (!check::bfs_fault(g.view(), source, found.level, found.parent).empty()) ++wrong;
      }
    });
  for (std::thread& t : threads) t.join();
  EXPECT_EQ(wrong, 0);
}
TEST(resident, asked_by_several_threads) { asked_by_several_threads(cpu(2)); }
TEST(resident_cuda, asked_by_several_threads) {
  AMORPH_NEEDS_DEVICE();
  asked_by_several_threads(once(devices())[0]);
}

// Left answers are valid until they are dropped, also after the next run and after the graph is no longer resident.
void leaves_answers(const machine& m) {
  const shape s = small_shape("path, 32-bit");
  context kept(m.run);
  std::optional<resident_graph> g(std::in_place, kept, s.graph.view());
  const std::vector<std::uint32_t> first = {0}, last = {s.graph.vertices - 1};
  bfs::options o{kept.run()};
  o.leave = true;
  const bfs::result a = bfs::solve(g->view(), first, o), b = bfs::solve(g->view(), last, o);
  g.reset();
  EXPECT_TRUE(a.level.empty());
  for (const auto& [left, from] : {std::pair{&a, first}, std::pair{&b, last}}) {
    std::vector<std::uint32_t> level(left->backend_level.values.size());
    kept.fetch(left->backend_level, level.data());
    EXPECT_EQ(check::bfs_fault(s.graph.view(), from, level, {}), "");
  }
}
TEST(resident, leaves_answers) { leaves_answers(cpu(2)); }
TEST(resident_cuda, leaves_answers) {
  AMORPH_NEEDS_DEVICE();
  leaves_answers(once(devices())[0]);
}

// A check that passed holds for the arrays as they were kept.
TEST(resident, is_checked_again_when_kept_again) {
  weighted_graph g = graph_of(3, {{0, 1, 1}, {1, 2, 1}}, weight_kind::int32, true);
  context kept(cpu(1).run);
  const resident_array begin(kept, span<const std::uint64_t>(g.begin)), to(kept, span<const std::uint32_t>(g.to));
  const std::vector<std::uint32_t> first = {0};
  {
    const resident_array weight(kept, span<const std::int32_t>(g.weight32));
    (void)sssp::solve(g.view(), first, {kept.run()});
  }
  g.weight32[0] = -1;
  const resident_array weight(kept, span<const std::int32_t>(g.weight32));
  EXPECT_THROW((void)sssp::solve(g.view(), first, {kept.run()}), error);
}

TEST(resident, refuses) {
  const std::vector<std::uint32_t> array(4);
  context kept(cpu(1).run);
  kept.keep(array.data(), 16);
  EXPECT_THROW(kept.keep(array.data(), 8), error);
  kept.forget(array.data());
  EXPECT_FALSE(kept.holds(array.data()));
  kept.forget(array.data());  // nothing
  EXPECT_FALSE(kept.holds(array.data()));
  kept.keep(array.data(), 8);
  kept.forget(array.data());
}

// Running out of memory frees what idle sessions keep, before it is an error.
TEST(resident, idle_memory_is_freed_on_demand) {
  const shape s = small_shape("path, 32-bit");
  machine m = cpu(1);
  context kept(m.run);
  const resident_graph g(kept, s.graph.view());
  const std::vector<std::uint32_t> first = {0};
  run_options run = kept.run();
  run.memory_limit = 1 << 20;
  EXPECT_EQ(bfs::solve(g.view(), first, {run}).reached, s.graph.vertices);
  EXPECT_EQ(sssp::solve(g.view(), first, {run}).reached, s.graph.vertices);
  run.memory_limit = 16;
  EXPECT_THROW((void)sssp::solve(g.view(), first, {run}), error);
}

// What is not resident may change between two runs in a context.
TEST(resident, other_graphs_are_read_anew) {
  weighted_graph g = graph_of(3, {{0, 1, 1}, {1, 2, 1}}, weight_kind::int32, true);
  context kept(cpu(1).run);
  const std::vector<std::uint32_t> first = {0};
  EXPECT_EQ(sssp::solve(g.view(), first, {kept.run()}).distance, (std::vector<std::uint64_t>{0, 1, 2}));
  g.weight32.assign(g.weight32.size(), 5);
  EXPECT_EQ(sssp::solve(g.view(), first, {kept.run()}).distance, (std::vector<std::uint64_t>{0, 5, 10}));
  {
    const resident_graph once(kept, g.view());
    EXPECT_EQ(sssp::solve(g.view(), first, {kept.run()}).distance, (std::vector<std::uint64_t>{0, 5, 10}));
  }
  g.weight32.assign(g.weight32.size(), 7);
  EXPECT_EQ(sssp::solve(g.view(), first, {kept.run()}).distance, (std::vector<std::uint64_t>{0, 7, 14}));
}

}  // namespace resident_tests
}  // namespace amorph::test
