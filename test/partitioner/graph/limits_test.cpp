// Limits of parts: their penalties, their rounding, and what is done where they are hard to keep.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <vector>

#include "amorph/kernels/exec/cpu.hpp"
#include "amorph/kernels/graph/generate.hpp"
#include "partitioner/graph/initial/excess.hpp"
#include "test/partitioner/graph/random_trial.hpp"

namespace amorph::test {
namespace {

using partition::initial::excess_penalty;
using partition::initial::weight;

partition::options on_cpu(std::uint32_t parts) {
  partition::options o;
  o.parts = parts;
  o.run.backend = backend::cpu;
  return o;
}

TEST(excess_penalty, is_the_weight_above_the_limit_of_one_constraint) {
  const std::vector<std::int64_t> limit{10, 20};
  const excess_penalty penalty(limit, {});
  EXPECT_EQ(penalty(0, 10), 0);
  EXPECT_EQ(penalty(0, 17), 7);
  EXPECT_EQ(penalty(1, 17), 0);
}

// Two parts at half the excess each are better than one with all of it.
TEST(excess_penalty, grows_faster_than_the_excess_of_several_constraints) {
  const std::vector<std::int64_t> limit{1000, 500, 1000, 500};
  const std::vector<weight> scale{1, 2};
  const excess_penalty penalty(limit, scale);
  EXPECT_EQ(penalty(0, 1000), 0);
  EXPECT_GT(penalty(0, 1001), 0);
  EXPECT_GT(penalty(0, 1200), penalty(0, 1100) + penalty(2, 1100));
  EXPECT_EQ(penalty(0, 1200), penalty(1, 600)) << "the same share of limits of the same scaled weight";
}

TEST(excess_penalty, of_extreme_weights_has_64_bits) {
  const std::vector<std::int64_t> limit(200000, 0);
  const std::vector<weight> scale{1, 1};
  const excess_penalty penalty(limit, scale);
  const weight most = std::int64_t{1} << 61;
  EXPECT_GE(penalty(0, most), most);
  EXPECT_LT(penalty(0, most), most + most / 1000);
}

// 0.1 has no exact value of 24 bits, and a tenth of 1000 vertices is 100.
TEST(limits, of_decimal_targets_are_not_rounded_up) {
  const stored_graph g = store(grid(40, 25));
  partition::options o = on_cpu(10);
  o.imbalance = {1.001f};
  const std::vector<float> tenths(10, 0.1f);
  o.target = tenths;
  const partition::result r = partition::divide(g.view(), o);
  EXPECT_TRUE(r.balanced);
  for (const std::int64_t w : r.part_weight) EXPECT_EQ(w, 100);
}

// No partition keeps these targets: the first part would need nine tenths of one weight and none of another, which
// vertices have in proportion.
TEST(limits, that_cannot_be_kept_are_exceeded_by_all_parts_the_same) {
  stored_graph g = store(grid(50, 50));
  for (std::uint32_t v = 0; v != g.vertices; ++v) g.vertex_weight.insert(g.vertex_weight.end(), {2, 3});
  partition::options o = on_cpu(2);
  o.constraints = 2;
  const std::vector<float> target{0.8f, 0.4f, 0.2f, 0.6f};
  o.target = target;
  const partition::result r = partition::divide(g.view(), o);
  EXPECT_FALSE(r.balanced);
  // A share x of all in the first part: the worst of x / 0.4 and (1 - x) / 0.2 is smallest at x = 2/3.
  EXPECT_LT(r.balance, 1.9);
}

// A region that hangs on a few roads costs little to cut off, and much to join to the wrong part.
TEST(contiguity, of_a_road_map_costs_little) {
  cpu_exec exec(1);
  const host_graph map = generate::road(exec, 70, 70, 0.62, 1);
  stored_graph g;
  g.vertices = map.vertices;
  g.begin.assign(map.begin.begin(), map.begin.end());
  g.to.assign(map.to.begin(), map.to.end());
  for (const std::uint32_t parts : {3u, 6u, 48u}) {
    partition::options o = on_cpu(parts);
    const std::int64_t any = partition::divide(g.view(), o).cut;
    o.contiguous = true;
    const partition::result connected = partition::divide(g.view(), o);
    EXPECT_EQ(components(g, connected.part), parts);
    EXPECT_LE(connected.cut, 2 * any);
    EXPECT_TRUE(connected.balanced);
  }
}

}  // namespace
}  // namespace amorph::test
