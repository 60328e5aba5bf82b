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

}  // namespace
}  // namespace amorph::test
