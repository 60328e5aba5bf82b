#include "solver/graph/stcon/stcon.hpp"
#include "amorph/kernels/base/error.hpp"
#include "solver/graph/stcon/stcon_check.hpp"
#include "test/solver/graph/shapes.hpp"

namespace amorph::test {
namespace stcon_tests {

void connects(const std::vector<machine>& machines) {
  for (const shape& s : small_shapes()) {
    if (s.graph.vertices == 0 || s.graph.kind == weight_kind::int64 || is_real(s.graph.kind)) continue;
    const std::uint32_t n = s.graph.vertices;
    for (const auto& [from, to] : {std::pair(0u, n - 1), std::pair(n / 2, n / 2), std::pair(n - 1, n / 3)})
      for (const machine& m : machines) {
        SCOPED_TRACE(s.name + ", " + m.name);
        const auto r = stcon::solve(s.graph.view(), from, to, {m.run});
        ASSERT_EQ(check::stcon_fault(s.graph.view(), from, to, r.distance), "");
      }
  }
}

void connects_large(const std::vector<machine>& machines) {
  for (const shape& s : large_shapes()) {
    for (const machine& m : machines) {
      SCOPED_TRACE(s.name + ", " + m.name);
      // (On a device each step would be a read-back.)
      const bool near = s.name == "path" && m.run.backend == backend::cuda;
      const std::uint32_t from = 1, to = near ? std::min(20000U, s.graph.vertices - 2) : s.graph.vertices - 2;
      const auto r = stcon::solve(s.graph.view(), from, to, {m.run});
      ASSERT_EQ(check::stcon_fault(s.graph.view(), from, to, r.distance), "");
    }
  }
}

TEST(stcon, small) { connects(cpus()); }
TEST(stcon, large) { connects_large(cpus({1, 5})); }
TEST(stcon_cuda, small) { connects(devices()); }
TEST(stcon_cuda, large) { connects_large(devices()); }

TEST(stcon, refuses) {
  const weighted_graph g = graph_of(3, {{0, 1, 1}}, weight_kind::none, true);
  EXPECT_THROW((void)stcon::solve(g.view(), 0, 3), error);
}

}  // namespace stcon_tests
}  // namespace amorph::test
