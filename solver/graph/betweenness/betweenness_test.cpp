#include "solver/graph/betweenness/betweenness.hpp"

#include "amorph/kernels/base/error.hpp"
#include "solver/graph/betweenness/betweenness_check.hpp"
#include "test/solver/graph/shapes.hpp"

namespace amorph::test {
namespace betweenness_tests {

using betweenness::strategy;

void scores(const std::vector<machine>& machines) {
  for (const shape& s : small_shapes()) {
    const weighted_csr g = s.graph.view();
    if (g.graph.vertices == 0 || g.graph.vertices > 5000 || g.graph.edges() > 100000) continue;
    std::vector<double> first;
    for (const strategy requested : {strategy::levels, strategy::sources})
      for (const machine& m : machines) {
        SCOPED_TRACE(s.name + ", " + m.name + ", " + std::string(to_string(requested)));
        const auto r = betweenness::solve(g, {}, {.run = m.run, .strategy = requested, .samples = 40});
        if (first.empty()) {
          first = r.score;
          ASSERT_EQ(check::betweenness_fault(g, r.sources, first), "");
        }
        ASSERT_EQ(first, r.score);
      }
  }
}

// A chain of diamonds: path counts double at every other step, far beyond the range of a double.
void counts_beyond_doubles(const std::vector<machine>& machines) {
  constexpr std::uint32_t diamonds = 3000;
  std::vector<arc> arcs;
  for (std::uint32_t d = 0; d != diamonds; ++d)
    for (const std::uint32_t side : {1u, 2u}) {
      arcs.push_back({3 * d, 3 * d + side, 1});
      arcs.push_back({3 * d + side, 3 * d + 3, 1});
    }
  const weighted_graph g = graph_of(3 * diamonds + 1, arcs, weight_kind::none, true);
  const std::vector<std::uint32_t> source = {0};
  for (const machine& m : machines) {
    SCOPED_TRACE(m.name);
    const auto r = betweenness::solve(g.view(), source, {.run = m.run});
    for (std::uint32_t d = 0; d != diamonds; ++d) {
      const double behind = 3.0 * (diamonds - d);  // vertices after this diamond's first
      ASSERT_NEAR(r.score[3 * d], d == 0 ? 0 : behind, 1e-8);
      ASSERT_NEAR(r.score[3 * d + 1], (behind - 2) / 2, 1e-8);
    }
  }
}

TEST(betweenness, small) { scores(cpus()); }
TEST(betweenness, counts_beyond_doubles) { counts_beyond_doubles(cpus()); }
TEST(betweenness_cuda, small) {
  auto all = devices();
  if (all.empty()) GTEST_SKIP() << "no CUDA device";
  all.push_back(cpu(1));
  scores(all);
}
TEST(betweenness_cuda, counts_beyond_doubles) { counts_beyond_doubles(devices()); }

// All vertices of a small graph, some of a larger one; the same for one seed.
TEST(betweenness, sources) {
  const weighted_graph path = graph_of(4, {{0, 1, 1}, {1, 2, 1}, {2, 3, 1}}, weight_kind::none, true);
  EXPECT_EQ(betweenness::solve(path.view(), {}).score, (std::vector<double>{0, 4, 4, 0}));
  const auto a = betweenness::solve(path.view(), {}, {.run = {}, .samples = 2, .seed = 5});
  EXPECT_EQ(a.sources.size(), 2U);
  EXPECT_EQ(a.sources, betweenness::solve(path.view(), {}, {.run = {}, .samples = 2, .seed = 5}).sources);
  const std::vector<std::uint32_t> wild = {4};
  EXPECT_THROW((void)betweenness::solve(path.view(), wild), error);
}

TEST(betweenness, checker_finds_faults) {
  const weighted_graph g = graph_of(3, {{0, 1, 1}, {1, 2, 1}}, weight_kind::none, true);
  EXPECT_EQ(check::betweenness_fault(g.view(), {0, 1, 2}, {0, 2, 0}), "");
  EXPECT_NE(check::betweenness_fault(g.view(), {0, 1, 2}, {0, 1, 0}), "");
}

}  // namespace betweenness_tests
}  // namespace amorph::test
