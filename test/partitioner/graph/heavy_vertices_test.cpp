// Vertices that weigh as much as many others: macros of a netlist. They may make balance impossible, and must not keep
// the rest of the graph from being refined.
#include <gtest/gtest.h>

#include <algorithm>

#include "test/partitioner/graph/random_trial.hpp"

namespace amorph::test {
namespace {

constexpr std::uint32_t side = 500, parts = 64;

partition::result divide_grid(const std::vector<std::pair<std::uint32_t, std::int32_t>>& heavy) {
  trial t = grid(side, side);
  t.options.parts = parts;
  t.options.run.backend = backend::cpu;
  t.options.run.threads = 2;
  t.vertex_weight.assign(t.vertices, 1);
  for (const auto& [v, weight] : heavy) t.vertex_weight[v] = weight;
  const stored_graph g = store(t);
  return partition::divide(g.view(), t.options);
}
constexpr std::uint32_t middle = side / 2 * side + side / 2;

// The rest of the grid is divided about as well as the grid without.
TEST(heavy_vertices_release, do_not_spoil_the_cut) {
  const std::int64_t plain = divide_grid({}).cut;
  const std::vector<std::int32_t> weights = {2000, 4500, 6000, 20000};
  for (const std::int32_t weight : weights) {  // a part's share is 3906 without, and its limit 4023
    const partition::result r = divide_grid({{middle, weight}});
    EXPECT_LE(double(r.cut), 1.15 * double(plain)) << "a vertex of weight " << weight;
    EXPECT_EQ(r.balanced, weight == 2000);
    // Whoever is with a vertex that is a part by itself makes the balance worse.
    if (weight > 5000) {
      EXPECT_EQ(*std::max_element(r.part_weight.begin(), r.part_weight.end()), weight);
    }
  }
  const partition::result several =
      divide_grid({{middle, 9000}, {60 * side + 60, 6000}, {400 * side + 100, 3000}, {30 * side + 440, 1500}});
  EXPECT_LE(double(several.cut), 1.15 * double(plain));
}

// Parts of one or two heavy vertices, whose limits (1.03) cannot be kept: a path can be cut once for each part, and is
// not cut to pieces for the sake of a little balance.
TEST(heavy_vertices_release, that_do_not_pack_are_not_worth_any_cut) {
  trial t = path(6000);
  for (std::uint32_t v = 0; v != t.vertices; ++v)
    t.vertex_weight.push_back(v * 2654435761u % 10 < 3 ? 1000 : static_cast<std::int32_t>(1 + v % 3));
  t.options.run.backend = backend::cpu;
  for (const std::uint32_t k : {200u, 1000u}) {
    t.options.parts = k;
    const partition::result r = partition::divide(store(t).view(), t.options);
    EXPECT_LE(r.cut, k + k / 6) << k << " parts";
    EXPECT_LE(r.balance, 1.2) << k << " parts";
  }
  t.options.scheme = partition::scheme::recursive;
  EXPECT_LE(partition::divide(store(t).view(), t.options).cut, 1500);
}

}  // namespace
}  // namespace amorph::test
