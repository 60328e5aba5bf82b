#include "partitioner/hypergraph/balance.hpp"

#include <gtest/gtest.h>

#include "test/partitioner/hypergraph/random_netlist.hpp"

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

TEST(balance, too_many_parts_are_refused_at_once) {
  const random_netlist n(4, 1, false, 1);
  EXPECT_THROW((void)hypergraph::bounds_of_bisections(n.view(), 1u << 28, 5), error);
}

}  // namespace
}  // namespace amorph::test
