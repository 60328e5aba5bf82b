// Ranks against three hundred serial steps, for both strategies, precisions and rules for dangling vertices;
// equal on all backends and thread counts, because the order of summation is fixed.
#include "solver/graph/pagerank/pagerank.hpp"

#include <cmath>
#include <numeric>

#include "amorph/kernels/base/error.hpp"
#include "solver/graph/pagerank/pagerank_check.hpp"
#include "test/solver/graph/shapes.hpp"

namespace amorph::test {
namespace pagerank_tests {

using pagerank::strategy;

double distance(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t v = 0; v != a.size(); ++v) sum += std::fabs(a[v] - b[v]);
  return sum;
}

// Single and double precision, and both rules for dangling vertices, against three hundred serial steps.
void ranks(const std::vector<machine>& machines) {
  for (const shape& s : small_shapes(machines)) {
    const weighted_csr g = s.graph.view();
    if (g.graph.vertices == 0 || g.graph.vertices > 5000 || g.graph.edges() > 100000) continue;
    for (const bool drop : {false, true}) {
      const auto reference = check::pagerank_reference(g.graph, {0.85, drop}, 300);
      for (const strategy requested : {strategy::pull, strategy::chebyshev})
        for (const double tolerance : {1e-4, 1e-12}) {
          std::vector<double> first;
          for (const machine& m : machines) {
            SCOPED_TRACE(s.name + ", " + m.name + ", " + std::string(to_string(requested)) + ", " +
                         std::to_string(tolerance));
            const auto r = pagerank::solve(
                g, {.run = m.run, .strategy = requested, .tolerance = tolerance, .drop_dangling = drop});
            ASSERT_TRUE(r.converged);
            ASSERT_LT(r.residual, tolerance);
            ASSERT_LT(distance(r.rank, reference), tolerance / (1 - 0.85) + 1e-6 * (tolerance > 1e-6 ? 1 : 1e-6));
            if (first.empty()) first = r.rank;
            ASSERT_EQ(first, r.rank);
          }
        }
    }
  }
}

TEST(pagerank, small) { ranks(cpus()); }
TEST(pagerank_cuda, small) {
  auto all = once(devices());
  if (all.empty()) GTEST_SKIP() << "no CUDA device";
  all.push_back(cpu(1));
  ranks(all);
}

// Rank that dangling vertices hold is spread, or dropped.
TEST(pagerank, dangling) {
  const weighted_graph g = graph_of(3, {{0, 1, 1}, {1, 2, 1}}, weight_kind::none, false);
  const auto spread = pagerank::solve(g.view(), {.run = {}, .tolerance = 1e-12});
  EXPECT_NEAR(std::accumulate(spread.rank.begin(), spread.rank.end(), 0.0), 1, 1e-10);
  const auto dropped = pagerank::solve(g.view(), {.run = {}, .tolerance = 1e-12, .drop_dangling = true});
  EXPECT_NEAR(dropped.rank[0], 0.05, 1e-12);
  EXPECT_NEAR(dropped.rank[1], 0.05 + 0.85 * 0.05, 1e-12);
}

// On a grid Jacobi's iteration is slow, and the acceleration shows.
TEST(pagerank, accelerates) {
  std::vector<arc> arcs;
  for (std::uint32_t v = 0; v != 9999; ++v) {
    if (v % 100 != 99) arcs.push_back({v, v + 1, 1});
    if (v < 9900 && v % 3 != 0) arcs.push_back({v, v + 100, 1});
  }
  const weighted_graph g = graph_of(10000, arcs, weight_kind::none, true);
  const auto plain = pagerank::solve(g.view(), {.run = {}, .strategy = strategy::pull, .tolerance = 1e-8});
  const auto fast = pagerank::solve(g.view(), {.run = {}, .strategy = strategy::chebyshev, .tolerance = 1e-8});
  EXPECT_LT(2 * fast.iterations, plain.iterations);
  EXPECT_LT(distance(plain.rank, fast.rank), 2e-8 / (1 - 0.85));
}

TEST(pagerank, ends_early) {
  const weighted_graph g = graph_of(4, {{0, 1, 1}, {1, 2, 1}, {2, 3, 1}, {3, 1, 1}}, weight_kind::none, false);
  const auto r = pagerank::solve(g.view(), {.run = {}, .tolerance = 0, .max_iterations = 3});
  EXPECT_EQ(r.iterations, 3U);
  EXPECT_FALSE(r.converged);
  EXPECT_EQ(check::pagerank_fault(g.view(), {0.85, false}, r.rank, r.residual), "");
}

TEST(pagerank, refuses) {
  const weighted_graph g = graph_of(3, {{0, 1, 1}}, weight_kind::none, true);
  EXPECT_THROW((void)pagerank::solve(g.view(), {.run = {}, .damping = 1}), error);
  EXPECT_THROW((void)pagerank::solve(g.view(), {.run = {}, .damping = std::nan("")}), error);
  EXPECT_THROW((void)pagerank::solve(g.view(), {.run = {}, .tolerance = -1}), error);
}

TEST(pagerank, checker_finds_faults) {
  const weighted_graph g = graph_of(3, {{0, 1, 1}, {1, 2, 1}}, weight_kind::none, true);
  auto r = pagerank::solve(g.view());
  std::swap(r.rank[0], r.rank[1]);
  EXPECT_NE(check::pagerank_fault(g.view(), {0.85, false}, r.rank, r.residual), "");
  r.rank.pop_back();
  EXPECT_NE(check::pagerank_fault(g.view(), {0.85, false}, r.rank, r.residual), "");
}

}  // namespace pagerank_tests
}  // namespace amorph::test
