// Which graphs count as high-diameter.
#include "solver/graph/common/long_paths.hpp"

#include <gtest/gtest.h>

#include <random>

#include "amorph/kernels/exec/cpu.hpp"
#include "amorph/kernels/graph/generate.hpp"
#include "test/solver/graph/shapes.hpp"

namespace amorph::test {
namespace long_paths_tests {

using arcs = std::vector<arc>;

arcs arcs_of(const host_graph& g) {
  arcs all;
  for (std::uint32_t v = 0; v != g.vertices; ++v)
    for (std::uint64_t e = g.begin[v]; e != g.begin[v + std::size_t{1}]; ++e)
      if (g.to[e] > v) all.push_back({v, g.to[e], 1});
  return all;
}

bool is_long(std::uint32_t n, const arcs& list, std::uint32_t source) {
  cpu_exec exec(2);
  const weighted_graph g = graph_of(n, list, weight_kind::none, true);
  return has_long_paths(exec, g.view().graph, span<const std::uint32_t>(&source, 1));
}

TEST(long_paths, roads_and_what_stands_out_of_them) {
  cpu_exec exec(2);
  const host_graph road = generate::road(exec, 200, 200, 0.7, 3);
  const std::uint32_t n = road.vertices, middle = n / 2;
  arcs with_star = arcs_of(road);
  EXPECT_TRUE(is_long(n, with_star, middle));
  EXPECT_TRUE(is_long(n, with_star, 0));
  // A vertex with 65 neighbours nearby does not shorten the paths.
  for (std::uint32_t i = 0; i != 65; ++i) with_star.push_back({n, middle + i, 1});
  EXPECT_TRUE(is_long(n + 1, with_star, 0));
  EXPECT_TRUE(is_long(n + 1, with_star, n));
  // A neighbour of all vertices: two steps.
  arcs to_all = arcs_of(road);
  for (std::uint32_t v = 0; v != n; ++v) to_all.push_back({n, v, 1});
  EXPECT_FALSE(is_long(n + 1, to_all, 0));
  EXPECT_FALSE(is_long(n + 1, to_all, n));
}

TEST(long_paths, other_graphs) {
  cpu_exec exec(2);
  arcs path, star, uniform;
  std::mt19937 random(5);
  for (std::uint32_t v = 1; v != 5000; ++v) {
    path.push_back({v - 1, v, 1});
    star.push_back({0, v, 1});
    for (int i = 0; i != 2; ++i) uniform.push_back({v, static_cast<std::uint32_t>(random() % 5000), 1});
  }
  EXPECT_TRUE(is_long(5000, path, 0));
  EXPECT_TRUE(is_long(5000, path, 2500));
  EXPECT_FALSE(is_long(40, {path.begin(), path.begin() + 39}, 0));
  EXPECT_FALSE(is_long(5000, star, 0));
  EXPECT_FALSE(is_long(5000, star, 7));
  EXPECT_FALSE(is_long(5000, uniform, 0));  // a low average degree, but a low diameter
  EXPECT_FALSE(is_long(70, {}, 3));
  const host_graph skewed = generate::rmat(exec, 13, 4, 3);
  EXPECT_FALSE(is_long(skewed.vertices, arcs_of(skewed), 0));
  const csr none{};
  EXPECT_FALSE(has_long_paths(exec, none, span<const std::uint32_t>()));
}

}  // namespace long_paths_tests
}  // namespace amorph::test
