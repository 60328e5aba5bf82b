// What parts may weigh: UBfactor, large weights, perfect balance, and partitions that exceed the limits.
#include "partitioner/hypergraph/balance.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "test/partitioner/hypergraph/random_netlist.hpp"
#include "test/support/sanitized.hpp"

namespace amorph::test {
namespace {

using limits = std::vector<std::int64_t>;

// The examples of hMETIS's manual: 5 means 45 to 55 percent, and of 4 parts 0.45^2 to 0.55^2.
TEST(balance, as_the_manual_of_hmetis_says) {
  const random_netlist n(10000, 1, false, 1);
  const auto two = hypergraph::bounds_of_bisections(n.view(), 2, 5);
  EXPECT_EQ(two.minimum, (limits{4500, 4500}));
  EXPECT_EQ(two.maximum, (limits{5500, 5500}));
  const auto four = hypergraph::bounds_of_bisections(n.view(), 4, 5);
  EXPECT_EQ(four.minimum, limits(4, 2025));
  EXPECT_EQ(four.maximum, limits(4, 3025));
  const auto three = hypergraph::bounds_of_bisections(n.view(), 3, 2);  // a third, and two thirds halved
  EXPECT_EQ(three.maximum, (limits{3533, 3570, 3570}));
  EXPECT_EQ(three.minimum, (limits{3134, 3104, 3104}));
}

TEST(balance, even_shares_are_allowed) {
  const random_netlist n(1001, 1, false, 1);
  const auto b = hypergraph::bounds_of_bisections(n.view(), 2, 0);
  EXPECT_EQ(b.minimum, (limits{500, 500}));
  EXPECT_EQ(b.maximum, (limits{501, 501}));
}

// Weights beyond 32 bits in all change nothing but the unit.
TEST(balance, large_weights_are_those_of_a_smaller_unit) {
  random_netlist n(3000, 4000, true, 7);
  const auto divided = [&] {
    hypergraph::options o;
    o.parts = 4;
    o.seed = 3;
    return hypergraph::divide(n.view(), o);
  };
  for (std::int32_t& w : n.vertex_weight) w = 1 + w % 100;
  const hypergraph::result small = divided();
  for (std::int32_t& w : n.vertex_weight) w *= 20'000'000;
  const hypergraph::result large = divided();
  EXPECT_EQ(large.part, small.part);
  EXPECT_TRUE(large.balanced);
  for (std::size_t v = 0; v != n.vertex_weight.size(); ++v) n.vertex_weight[v] += static_cast<std::int32_t>(v % 7);
  const hypergraph::result uneven = divided();
  EXPECT_TRUE(uneven.balanced);
  EXPECT_LE(static_cast<double>(uneven.measured.km1), 1.1 * static_cast<double>(small.measured.km1));
}

TEST(balance, large_net_weights_too) {
  random_netlist n(2000, 3000, true, 9);
  hypergraph::options o;
  o.parts = 4;
  for (std::int32_t& w : n.net_weight) w = 1 + w % 10;
  const hypergraph::result small = hypergraph::divide(n.view(), o);
  for (std::int32_t& w : n.net_weight) w *= 100'000'000;
  const hypergraph::result large = hypergraph::divide(n.view(), o);
  EXPECT_TRUE(large.balanced);
  EXPECT_LE(static_cast<double>(large.measured.km1), 1.1e8 * static_cast<double>(small.measured.km1));
  EXPECT_EQ(large.measured.km1 % 100'000'000, 0);
}

// A good partition of which one part is too heavy stays good.
TEST(balance, an_overweight_start_is_mended) {
  const random_netlist n(1200, 1800, false, 6);
  hypergraph::options o;
  o.parts = 4;
  const std::int64_t anew = hypergraph::divide(n.view(), o).measured.km1;
  hypergraph::options uneven = o;
  uneven.maximum = {500, 240, 240, 240};
  const hypergraph::result r = hypergraph::divide(n.view(), uneven);
  const std::vector<std::int32_t> start(r.part.begin(), r.part.end());
  o.start = start;
  const hypergraph::result mended = hypergraph::divide(n.view(), o);
  EXPECT_TRUE(mended.balanced);
  EXPECT_LE(static_cast<double>(mended.measured.km1), 1.01 * static_cast<double>(anew));
  EXPECT_LT(mended.moved, n.vertices * 3 / 5);  // parts divided anew keep the numbers of most of their vertices
  EXPECT_EQ(mended.measured.part_weight, hypergraph::measure(n.view(), 4, mended.part).part_weight);
}

// Parts that are full exchange vertices: a perfect balance costs little. Nets are within blocks of equal size, but for
// a few between neighbouring ones.
TEST(balance, perfect_balance_costs_little) {
  constexpr std::uint32_t blocks = 8, size = sanitized ? 60 : 240, vertices = blocks * size;
  random_netlist all(vertices, 0, false, 1);
  std::mt19937 random(1);
  for (std::uint32_t e = 0; e != 2 * vertices; ++e) {
    std::set<std::uint32_t> pins;
    const std::uint32_t block = random() % blocks, reach = e % 40 == 0 ? 2 * size : size;
    while (pins.size() != 3) pins.insert((block * size + random() % reach) % vertices);
    all.add_net({pins.begin(), pins.end()});
  }
  hypergraph::options o;
  std::int64_t loose = 0, even = 0;
  for (o.seed = 0; o.seed != 6; ++o.seed) {
    o.imbalance = 0.03;
    loose += hypergraph::divide(all.view(), o).measured.km1;
    o.imbalance = 0;
    const hypergraph::result r = hypergraph::divide(all.view(), o);
    EXPECT_TRUE(r.balanced);
    even += r.measured.km1;
  }
  EXPECT_LE(static_cast<double>(even), 1.15 * static_cast<double>(loose)) << loose;
}

TEST(balance, too_many_parts_are_refused_at_once) {
  const random_netlist n(4, 1, false, 1);
  EXPECT_THROW((void)hypergraph::bounds_of_bisections(n.view(), 1u << 28, 5), error);
}

}  // namespace
}  // namespace amorph::test
