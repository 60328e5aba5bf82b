// Separators separate, are balanced, and are small where small ones are known.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "partitioner/ordering/ordering.hpp"
#include "test/partitioner/graph/random_trial.hpp"

namespace amorph::test {
namespace {

ordering::options seeded(std::uint64_t seed) {
  ordering::options o;
  o.seed = seed;
  return o;
}

// Weights of the sides and the separator; fails if an edge joins the sides.
std::array<std::int64_t, 3> weigh(const stored_graph& g, const std::vector<std::uint8_t>& side) {
  std::array<std::int64_t, 3> weight{0, 0, 0};
  EXPECT_EQ(side.size(), g.vertices);
  for (std::uint32_t v = 0; v != g.vertices; ++v) {
    EXPECT_LE(side[v], 2);
    weight[side[v]] += g.vertex_weight.empty() ? 1 : g.vertex_weight[v];
    for (std::uint64_t e = g.begin[v]; e != g.begin[v + std::size_t{1}]; ++e)
      EXPECT_NE(side[v] + side[g.to[e]], 1) << "an edge joins the sides";
  }
  return weight;
}

TEST(separator, separates_random_graphs) {
  for (std::uint64_t seed = 1; seed != 120; ++seed) {
    trial t = random_trial(seed);
    if (t.options.constraints != 1) continue;
    const stored_graph g = store(t);
    ordering::options o = seeded(seed);
    o.one_sided = seed % 2 == 0;
    o.random_matching = seed % 5 == 0;
    o.attempts = 1 + seed % 3;
    const ordering::separator s = separate(g.view(), o);
    EXPECT_EQ(weigh(g, s.side)[2], s.weight) << "seed " << seed;
    EXPECT_EQ(separate(g.view(), o).side, s.side);
  }
}

TEST(separator, of_grids_and_paths) {
  const struct {
    trial t;
    std::int64_t best;
  } known[] = {{path(1000), 1}, {grid(60, 20), 20}, {grid(100, 100), 100}, {grid(30, 10, 10), 100}};
  for (const auto& k : known) {
    const stored_graph g = store(k.t);
    const ordering::separator s = separate(g.view(), seeded(1));
    const auto weight = weigh(g, s.side);
    EXPECT_LE(s.weight, k.best + k.best / 20);
    EXPECT_LE(std::max(weight[0], weight[1]), 0.6 * g.vertices + 1);
  }
}

TEST(separator, nothing_separates_components) {
  trial t = grid(20, 20);
  const std::size_t edges = t.edges.size();
  for (std::size_t e = 0; e != edges; ++e) t.edges.push_back({t.edges[e].u + 400, t.edges[e].v + 400});
  t.vertices = 800;
  const stored_graph g = store(t);
  EXPECT_EQ(separate(g.view(), seeded(1)).weight, 0);
}

TEST(separator, keeps_the_limit) {
  for (const double imbalance : {1.02, 1.2, 1.6}) {
    const stored_graph g = store(grid(50, 40));
    ordering::options o = seeded(3);
    o.imbalance = imbalance;
    const auto weight = weigh(g, separate(g.view(), o).side);
    EXPECT_LE(std::max(weight[0], weight[1]), imbalance * 1000);
  }
}

TEST(separator, more_attempts_are_not_heavier) {
  const stored_graph g = store(rmat(11, 4, 3));
  std::int64_t one = 0, four = 0;
  for (std::uint64_t seed = 0; seed != 5; ++seed) {
    ordering::options o = seeded(seed);
    one += separate(g.view(), o).weight;
    o.attempts = 4;
    four += separate(g.view(), o).weight;
  }
  EXPECT_LE(four, one);
}

TEST(separator, weights_beyond_32_bits) {
  stored_graph g = store(grid(30, 10));
  g.vertex_weight.assign(g.vertices, 2'000'000'000);
  const ordering::separator s = separate(g.view(), seeded(1));
  EXPECT_EQ(s.weight, 10 * std::int64_t{2'000'000'000});
}

// Two columns of a grid, 20 x 10, as the separator: refinement leaves one.
ordering::separator two_columns(const stored_graph& g) {
  ordering::separator s;
  for (std::uint32_t v = 0; v != g.vertices; ++v)
    s.side.push_back(static_cast<std::uint8_t>(v % 20 < 9 ? 0 : v % 20 < 11 ? 2 : 1));
  s.weight = 20;
  return s;
}

TEST(separator, refinement_thins_it) {
  const stored_graph g = store(grid(20, 10));
  ordering::separator s = two_columns(g);
  ASSERT_EQ(weigh(g, s.side)[2], 20);
  ordering::options o;
  o.imbalance = 1.3;
  refine_separator(g.view(), {}, o, s);
  EXPECT_EQ(weigh(g, s.side)[2], s.weight);
  EXPECT_EQ(s.weight, 10);
}

TEST(separator, refinement_moves_only_what_may_move) {
  const stored_graph g = store(grid(20, 10));
  ordering::options o;
  o.imbalance = 1.3;
  ordering::separator s = two_columns(g);
  const std::vector<std::int32_t> none(g.vertices, 2);
  refine_separator(g.view(), none, o, s);
  EXPECT_EQ(s.side, two_columns(g).side);
  const std::vector<std::int32_t> left(g.vertices, 0);  // what leaves goes to side 0
  refine_separator(g.view(), left, o, s);
  EXPECT_EQ(s.weight, 10);
  for (std::uint32_t v = 0; v != g.vertices; ++v) EXPECT_FALSE(two_columns(g).side[v] == 2 && s.side[v] == 1);
}

}  // namespace
}  // namespace amorph::test
