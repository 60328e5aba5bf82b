// What the finest level owes to objectives and constraints, with any amount of memory.
#include "partitioner/refinement/demands.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "amorph/kernels/exec/cpu.hpp"
#include "test/partitioner/graph/random_trial.hpp"

namespace amorph::test {
namespace {

using partition::part_balance;

// Stripes of a grid with strays in all parts, which must then be brought within limits.
struct striped {
  static constexpr std::uint32_t parts = 6, width = 40;
  stored_graph g = store(grid(width, width));
  std::vector<std::uint32_t> part;
  std::vector<std::int64_t> weight, target, limit;
  partition::problem problem{};

  striped() : weight(parts, 0), target(parts, width * width / parts + 1), limit(parts) {
    for (std::uint32_t v = 0; v != g.vertices; ++v)
      part.push_back(v % 31 == 0 ? v / 31 % parts : v * parts / g.vertices);
    for (const std::uint32_t p : part) ++weight[p];
    for (std::uint32_t p = 0; p != parts; ++p) limit[p] = weight[p] + 1;
    problem.graph = {g.vertices, g.begin, g.to, {}, {}, {}};
    problem.parts = parts;
    problem.weights = 1;
    problem.target = target.data();
    problem.limit = limit.data();
    problem.refinement = 10;
    problem.contiguous = 1;
    problem.fast = 1;  // any cut
  }
};

struct outcome {
  std::vector<std::uint32_t> part;
  partition::core_statistics stats{};
};

// With so many bytes beside the partition itself; 0: any number.
outcome fulfilled(const striped& s, std::uint64_t bytes) {
  cpu_exec exec(1);
  partition::level<cpu_exec> level;
  level.vertices = s.g.vertices;
  level.arcs = s.g.to.size();
  level.view = {s.g.vertices, s.g.begin.data(), s.g.to.data(), nullptr, nullptr};
  partition::refine_memory<cpu_exec> memory(exec, striped::parts, s.target, s.limit);
  exec.copy_in(span<const std::int64_t>(s.weight), memory.weight());
  partition::refined<cpu_exec> answer{cpu_exec::buffer<std::uint32_t>(exec, span<const std::uint32_t>(s.part)),
                                      cpu_exec::buffer<unsigned char>(exec, s.g.vertices)};
  if (bytes != 0) exec.start_run(exec.memory().current() + bytes, {});
  outcome found;
  partition::finest_demands<cpu_exec, part_balance> demands(exec, s.problem, memory, found.stats);
  demands.fulfil(level, {striped::parts, 10, true, partition::pace::standard, 1}, answer);
  found.part.assign(answer.part.data(), answer.part.data() + s.g.vertices);
  return found;
}

TEST(demands, what_memory_does_not_suffice_for_is_left_as_it_was) {
  const striped s;
  ASSERT_GT(components(s.g, s.part), striped::parts);
  const outcome all = fulfilled(s, 0);
  EXPECT_EQ(all.stats.strays, 0U);
  EXPECT_EQ(components(s.g, all.part), striped::parts);
  bool failed = false, succeeded = false;
  for (std::uint64_t bytes = 1000; bytes < 400000; bytes += 3000) {
    const outcome found = fulfilled(s, bytes);
    if (found.stats.strays == 0) {
      succeeded = true;
      EXPECT_EQ(found.part, all.part) << bytes << " bytes";
    } else {
      failed = true;
      EXPECT_EQ(found.part, s.part) << bytes << " bytes";
    }
  }
  EXPECT_TRUE(failed);
  EXPECT_TRUE(succeeded);
}

TEST(demands, a_volume_that_memory_does_not_suffice_for_is_reported) {
  striped s;
  s.problem.contiguous = 0;
  s.problem.volume = 1;
  EXPECT_EQ(fulfilled(s, 1000).stats.volume_refined, 0U);
  EXPECT_EQ(fulfilled(s, 1000).part, s.part);
  const outcome all = fulfilled(s, 0);
  EXPECT_EQ(all.stats.volume_refined, 1U);
  EXPECT_NE(all.part, s.part);
  EXPECT_EQ(fulfilled(s, 1000000).part, all.part);
}

// The whole of divide(): the host connects what the core had no memory for.
TEST(demands, parts_are_connected_whatever_the_memory) {
  const stored_graph g = store(grid(120, 100));
  partition::options o;
  o.parts = 30;
  o.run.backend = backend::cpu;
  o.run.threads = 1;
  o.imbalance = {1.001f};
  const std::uint64_t peak = partition::divide(g.view(), o).stats.peak_bytes;
  o.contiguous = true;
  for (std::uint64_t bytes = peak; bytes < peak + 100 * g.vertices; bytes += 8 * g.vertices) {
    o.run.memory_limit = bytes;
    EXPECT_EQ(components(g, partition::divide(g.view(), o).part), 30U) << bytes;
  }
}

}  // namespace
}  // namespace amorph::test
