#include "solver/graph/triangles/triangles.hpp"

#include <algorithm>

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
        for (const strategy requested : {strategy::search, strategy::bitmap}) {
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

// Short rows that ascend stay as they are; rows that descend, directed graphs and long rows are oriented. Triangles lie
// at the lowest vertices, at the highest, and across words of the bitmap.
TEST(triangles, rows_stay_or_are_oriented) {
  const std::vector<arc> corners{{0, 1, 1},  {0, 2, 1},   {1, 2, 1},   {0, 99, 1},
                                 {1, 99, 1}, {97, 98, 1}, {97, 99, 1}, {98, 99, 1}};
  std::vector<std::uint64_t> expected(100, 0);
  for (const std::size_t v : {0, 1}) expected[v] = 2;
  for (const std::size_t v : {2, 97, 98}) expected[v] = 1;
  expected[99] = 2;
  for (const bool undirected : {true, false})
    for (const bool descending : {false, true})
      for (const std::uint32_t leaves : {0u, 40u})
        for (const strategy requested : {strategy::automatic, strategy::search, strategy::bitmap}) {
          std::vector<arc> arcs = corners;
          for (std::uint32_t k = 0; k != leaves; ++k) arcs.push_back({50, 51 + k, 1});
          weighted_graph g = graph_of(100, arcs, weight_kind::none, undirected);
          if (descending)
            for (std::uint32_t v = 0; v != 100; ++v)
              std::reverse(g.to.data() + g.begin[v], g.to.data() + g.begin[v + std::size_t{1}]);
          const auto r = triangles::solve(g.view(), {cpus().front().run, requested, true});
          EXPECT_EQ(r.triangles, 3U);
          EXPECT_EQ(r.count, expected);
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
