// Approximate minimum degree beside elimination written out.
#include "partitioner/ordering/minimum_degree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "test/partitioner/graph/random_trial.hpp"
#include "test/partitioner/ordering/naive_elimination.hpp"

namespace amorph::test {
namespace {

// All but the last `halo` vertices are to be ordered.
ordering::halo_graph with_halo(const stored_graph& g, std::uint32_t halo) {
  ordering::halo_graph h;
  h.interior = g.vertices - halo;
  h.size.assign(g.vertices, 1);
  h.begin.push_back(0);
  for (std::uint32_t v = 0; v != g.vertices; ++v) {
    for (std::uint64_t e = g.begin[v]; e != g.begin[v + std::size_t{1}]; ++e)
      if (v < h.interior || g.to[e] < h.interior) h.to.push_back(g.to[e]);
    h.begin.push_back(static_cast<std::uint32_t>(h.to.size()));
  }
  return h;
}

std::vector<std::uint32_t> order_of(ordering::minimum_degree& md, const stored_graph& g, std::uint32_t halo = 0) {
  host_array<std::uint32_t> order;
  md.order(with_halo(g, halo), order);
  return {order.begin(), order.end()};
}

// Minimum degree with exact degrees, one vertex at a time.
std::uint64_t fill_of_exact_minimum_degree(const stored_graph& g) {
  std::vector<std::set<std::uint32_t>> row(g.vertices);
  for (std::uint32_t v = 0; v != g.vertices; ++v)
    row[v].insert(g.to.begin() + static_cast<std::ptrdiff_t>(g.begin[v]),
                  g.to.begin() + static_cast<std::ptrdiff_t>(g.begin[v + std::size_t{1}]));
  std::uint64_t fill = 0;
  std::vector<bool> gone(g.vertices, false);
  for (std::uint32_t step = 0; step != g.vertices; ++step) {
    std::uint32_t best = g.vertices;
    for (std::uint32_t v = 0; v != g.vertices; ++v)
      if (!gone[v] && (best == g.vertices || row[v].size() < row[best].size())) best = v;
    gone[best] = true;
    fill += row[best].size();
    for (const std::uint32_t u : row[best]) {
      row[u].erase(best);
      for (const std::uint32_t w : row[best])
        if (w != u) row[u].insert(w);
    }
  }
  return fill;
}

TEST(minimum_degree, orders_every_vertex_once) {
  ordering::minimum_degree md;
  for (std::uint64_t seed = 1; seed != 400; ++seed) {
    const trial t = random_trial(seed);
    if (t.vertices > 3000) continue;
    const stored_graph g = store(t);
    const auto halo = static_cast<std::uint32_t>(seed % 3 == 0 ? g.vertices / 3 : 0);
    const auto order = order_of(md, g, halo);
    ASSERT_TRUE(is_permutation(order, g.vertices - halo)) << "seed " << seed << '\n' << text(t);
  }
}

TEST(minimum_degree, trees_do_not_fill) {
  ordering::minimum_degree md;
  for (const trial& t : {path(500), star(100)}) {
    const stored_graph g = store(t);
    EXPECT_EQ(fill_of(g.view(), order_of(md, g)), g.vertices - 1u);
  }
}

TEST(minimum_degree, fills_about_as_much_as_exact_degrees) {
  ordering::minimum_degree md;
  for (const trial& t : {grid(20, 20), grid(7, 7, 7), rmat(8, 4, 1)}) {
    const stored_graph g = store(t);
    const auto fill = static_cast<double>(fill_of(g.view(), order_of(md, g)));
    EXPECT_LT(fill, 1.15 * static_cast<double>(fill_of_exact_minimum_degree(g)));
  }
}

// The end of a path comes first by its degree, and last with neighbours in the halo.
TEST(minimum_degree, the_halo_counts_in_degrees) {
  ordering::minimum_degree md;
  const auto position_of_first = [&](std::uint32_t halo) {
    trial t = path(3);  // 0 1 2, and the halo beside 0
    for (std::uint32_t i = 0; i != halo; ++i) t.edges.push_back({0, t.vertices++});
    const auto order = order_of(md, store(t), halo);
    return std::find(order.begin(), order.end(), 0u) - order.begin();
  };
  EXPECT_EQ(position_of_first(0), 0);
  EXPECT_EQ(position_of_first(3), 2);
}

TEST(minimum_degree, scratch_has_no_effect) {
  ordering::minimum_degree used, fresh;
  (void)order_of(used, store(grid(30, 30)));
  const stored_graph g = store(grid(11, 13));
  EXPECT_EQ(order_of(used, g, 20), order_of(fresh, g, 20));
}

}  // namespace
}  // namespace amorph::test
