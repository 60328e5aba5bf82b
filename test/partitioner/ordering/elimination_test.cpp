#include "partitioner/ordering/elimination.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "partitioner/common/random.hpp"
#include "test/partitioner/graph/random_trial.hpp"
#include "test/partitioner/ordering/naive_elimination.hpp"

namespace amorph::test {
namespace {

std::vector<std::uint32_t> natural(std::uint32_t n) {
  std::vector<std::uint32_t> order(n);
  std::iota(order.begin(), order.end(), 0u);
  return order;
}

TEST(elimination, counts_are_those_of_elimination_written_out) {
  for (std::uint64_t seed = 1; seed != 300; ++seed) {
    const trial t = random_trial(seed);
    if (t.vertices > 300) continue;
    const stored_graph g = store(t);
    std::vector<std::uint32_t> order = natural(g.vertices), place(g.vertices);
    partition::initial::random_numbers(seed).shuffle(order);
    for (std::uint32_t k = 0; k != g.vertices; ++k) place[order[k]] = k;
    const auto later = eliminate(g.view(), order);
    const auto parent = ordering::elimination_tree(g.view(), order, place);
    const auto count = ordering::column_counts(g.view(), order);
    double operations = 0;
    std::uint64_t entries = 0;
    for (std::uint32_t k = 0; k != g.vertices; ++k) {
      const double c = static_cast<double>(later[k].size());
      operations += c * (c - 1);
      entries += later[k].size();
      ASSERT_EQ(count[k], later[k].size()) << "seed " << seed << ", step " << k;
      ASSERT_EQ(parent[k], later[k].empty() ? ordering::no_parent : *later[k].begin()) << "seed " << seed;
    }
    const ordering::factor_cost cost = ordering::cost_of(g.view(), order);
    EXPECT_EQ(cost.nonzeros, entries);
    EXPECT_EQ(cost.operations, operations);
  }
}

TEST(elimination, closed_forms) {
  const stored_graph line = store(path(1000)), all = store(clique(30));
  EXPECT_EQ(ordering::cost_of(line.view(), natural(1000)).nonzeros, 999u);
  EXPECT_EQ(ordering::cost_of(line.view(), natural(1000)).operations, 0);
  EXPECT_EQ(ordering::cost_of(all.view(), natural(30)).nonzeros, 435u);
  const stored_graph hub = store(star(50));  // the hub first: the rest becomes a clique
  EXPECT_EQ(ordering::cost_of(hub.view(), natural(51)).nonzeros, 50u * 51 / 2);
  const stored_graph empty;
  EXPECT_EQ(ordering::column_counts({0, std::vector<std::uint64_t>{0}, {}, {}, {}, {}}, {}).size(), 0u);
}

TEST(elimination, long_chains_need_no_deep_stack) {
  const stored_graph line = store(path(2'000'000));
  std::vector<std::uint32_t> order = natural(2'000'000);
  EXPECT_EQ(ordering::cost_of(line.view(), order).nonzeros, 1'999'999u);
}

}  // namespace
}  // namespace amorph::test
