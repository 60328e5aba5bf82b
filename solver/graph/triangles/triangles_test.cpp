#include "solver/graph/triangles/triangles.hpp"

#include "solver/graph/triangles/triangles_check.hpp"
#include "test/solver/graph/shapes.hpp"
#include "test/support/sanitized.hpp"

namespace amorph::test {
namespace triangles_tests {

using triangles::strategy;

// All pairs of n vertices: C(n, 3) triangles, rows longer than a tile of arcs.
void counts_clique(const std::vector<machine>& machines) {
  for (const std::uint32_t n : {3u, 4u, 33u, sanitized ? 150u : 400u}) {
    std::vector<arc> arcs;
    for (std::uint32_t v = 0; v != n; ++v)
      for (std::uint32_t u = 0; u != v; ++u) arcs.push_back({u, v, 1});
    for (const bool both_ways : {false, true}) {
      const weighted_graph g = graph_of(n, arcs, weight_kind::none, both_ways);
      for (const machine& m : machines)
        for (const strategy requested : {strategy::search, strategy::bitmap, strategy::merge}) {
          SCOPED_TRACE(m.name + ", " + std::to_string(n));
          const auto r = triangles::solve(g.view(), {.run = m.run, .strategy = requested, .per_vertex = true});
          ASSERT_EQ(r.triangles, std::uint64_t{n} * (n - 1) * (n - 2) / 6);
          ASSERT_EQ(r.count, std::vector<std::uint64_t>(n, std::uint64_t{n - 1} * (n - 2) / 2));
        }
    }
  }
}

// Arcs in both directions in a directed graph, parallel arcs and loops are one edge or none.
void ignores_duplicates(const std::vector<machine>& machines) {
  const weighted_graph g = graph_of(
      5, {{0, 1, 1}, {1, 0, 1}, {1, 2, 1}, {2, 1, 1}, {1, 2, 1}, {2, 0, 1}, {3, 3, 1}, {3, 4, 1}, {2, 2, 1}, {2, 3, 1}},
      weight_kind::none, false);
  for (const machine& m : machines) {
    SCOPED_TRACE(m.name);
    const auto r = triangles::solve(g.view(), {.run = m.run, .per_vertex = true});
    ASSERT_EQ(r.triangles, 1U);
    ASSERT_EQ(r.count, (std::vector<std::uint64_t>{1, 1, 1, 0, 0}));
  }
}

// Undirected graphs whose rows descend, or that are directed, are oriented whatever was asked for.
TEST(triangles, merge_needs_ascending_rows) {
  const weighted_graph directed = graph_of(3, {{0, 1, 1}, {1, 2, 1}, {2, 0, 1}}, weight_kind::none, false);
  weighted_graph g = graph_of(3, {{0, 1, 1}, {0, 2, 1}, {1, 2, 1}}, weight_kind::none, true);
  const triangles::options merge{.run = cpus().front().run, .strategy = strategy::merge};
  EXPECT_EQ(triangles::solve(g.view(), merge).stats.strategy, "merge");
  EXPECT_EQ(triangles::solve(g.view(), {.run = merge.run}).stats.strategy, "merge");
  EXPECT_EQ(triangles::solve(directed.view(), merge).stats.strategy, "search");
  std::swap(g.to[0], g.to[1]);
  for (const triangles::options& o : {merge, triangles::options{.run = merge.run}}) {
    const triangles::result r = triangles::solve(g.view(), o);
    EXPECT_EQ(r.triangles, 1U);
    EXPECT_NE(r.stats.strategy, "merge");
  }
}

TEST(triangles, clique) { counts_clique(cpus()); }
TEST(triangles, duplicates) { ignores_duplicates(cpus()); }
TEST(triangles_cuda, clique) { counts_clique(devices()); }
TEST(triangles_cuda, duplicates) { ignores_duplicates(devices()); }

TEST(triangles, checker_finds_faults) {
  const weighted_graph g = graph_of(3, {{0, 1, 1}, {1, 2, 1}, {2, 0, 1}}, weight_kind::none, true);
  EXPECT_EQ(check::triangles_fault(g.view(), 1, {}), "");
  EXPECT_NE(check::triangles_fault(g.view(), 0, {}), "");
  EXPECT_EQ(check::triangles_fault(g.view(), 1, {1, 1, 1}), "");
  EXPECT_NE(check::triangles_fault(g.view(), 1, {1, 1, 0}), "");
}

}  // namespace triangles_tests
}  // namespace amorph::test
