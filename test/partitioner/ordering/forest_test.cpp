// The separator forest: several depths of separators at once, the same on every backend.
#include <gtest/gtest.h>

#include <numeric>
#include <string>
#include <vector>

#include "partitioner/ordering/elimination.hpp"
#include "partitioner/ordering/forest/place.hpp"
#include "partitioner/ordering/ordering.hpp"
#include "test/partitioner/graph/random_trial.hpp"
#include "test/partitioner/ordering/naive_elimination.hpp"
#include "test/support/device.hpp"
#include "test/support/sanitized.hpp"

namespace amorph::test {
namespace {

ordering::options fast(unsigned threads, backend on = backend::cpu) {
  ordering::options o;
  o.run.backend = on;
  o.run.threads = threads;
  o.preset = ordering::preset::fast;
  o.compress = false;
  o.seed = 3;
  return o;
}

struct named_graph {
  std::string name;
  stored_graph graph;
};

trial two_of(const trial& t) {
  trial both = t;
  both.vertices = 2 * t.vertices;
  both.vertex_weight.clear();
  for (const weighted_edge& e : t.edges) both.edges.push_back({e.u + t.vertices, e.v + t.vertices});
  return both;
}

// All large enough for the forest; one in sanitized trees.
std::vector<named_graph> graphs() {
  std::vector<named_graph> all{{"grid", store(grid(230, 230))}};
  if (sanitized) return all;
  all.push_back({"cube", store(grid(40, 40, 40))});
  all.push_back({"apart", store(two_of(grid(170, 170)))});
  all.push_back({"skewed", store(rmat(16, 2, 1))});
  stored_graph weighted = store(grid(300, 190));
  weighted.vertex_weight.resize(weighted.vertices);
  for (std::uint32_t v = 0; v != weighted.vertices; ++v)
    weighted.vertex_weight[v] = 1 + static_cast<std::int32_t>(v % 7);
  all.push_back({"weighted", std::move(weighted)});
  return all;
}

TEST(separator_forest, orders_are_permutations_and_the_same_on_any_number_of_threads) {
  for (const named_graph& g : graphs()) {
    ASSERT_GT(g.graph.vertices, ordering::largest_on_host[static_cast<int>(partition::preset::fast)]) << g.name;
    const auto one = order(g.graph.view(), fast(1)).order;
    EXPECT_TRUE(is_permutation(one, g.graph.vertices)) << g.name;
    for (const unsigned threads : {2u, 16u}) {
      if (races_are_watched && threads != 2) continue;
      EXPECT_EQ(order(g.graph.view(), fast(threads)).order, one) << g.name;
    }
  }
}

TEST(separator_forest_release, costs_little_more_than_one_separator_after_the_other) {
  for (const trial& t : {grid(300, 300), grid(40, 40, 40)}) {
    const stored_graph g = store(t);
    ordering::options standard = fast(0);
    standard.preset = ordering::preset::standard;
    const double operations = ordering::cost_of(g.view(), order(g.view(), standard).order).operations;
    EXPECT_LT(ordering::cost_of(g.view(), order(g.view(), fast(0)).order).operations, 1.35 * operations);
  }
}

// The columns of a separator have no entries between its sides: the sizes that are reported are those of a tree.
TEST(separator_forest, reports_the_sizes_of_domains) {
  const stored_graph g = store(grid(230, 230));
  ordering::options o = fast(2);
  o.domains = 4;
  const ordering::result r = order(g.view(), o);
  ASSERT_EQ(r.sizes.size(), 7u);
  EXPECT_EQ(std::accumulate(r.sizes.begin(), r.sizes.end(), 0u), g.vertices);
  for (std::size_t d = 0; d != 4; ++d) EXPECT_GT(r.sizes[d], g.vertices / 8);
  EXPECT_LT(r.sizes[6], 3 * 230u);
}

TEST(separator_forest_cuda, orders_are_those_of_the_cpu) {
  AMORPH_NEEDS_DEVICE();
  for (const named_graph& g : graphs()) {
    const ordering::result there = order(g.graph.view(), fast(0, backend::cuda));
    EXPECT_EQ(there.stats.backend_name.substr(0, 4), "cuda") << g.name;
    EXPECT_EQ(there.order, order(g.graph.view(), fast(2)).order) << g.name;
  }
}

// More than one pass.
TEST(separator_forest_cuda, large_graphs) {
  AMORPH_NEEDS_DEVICE();
  for (const trial& t : {grid(1300, 1000), grid(110, 110, 110)}) {
    const stored_graph g = store(t);
    EXPECT_EQ(order(g.view(), fast(0, backend::cuda)).order, order(g.view(), fast(0)).order);
  }
}

}  // namespace
}  // namespace amorph::test
