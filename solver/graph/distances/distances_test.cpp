#include "solver/graph/distances/distances.hpp"

#include <optional>
#include <utility>

#include "solver/graph/distances/distances_check.hpp"
#include "test/solver/graph/shapes.hpp"

namespace amorph::test {
namespace distances_tests {

using distances::strategy;

// With duplicates, if there are more than vertices.
std::vector<std::uint32_t> sources_of(const weighted_graph& g, std::uint32_t count) {
  std::vector<std::uint32_t> sources;
  for (std::uint32_t i = 0; i != count && g.vertices != 0; ++i) sources.push_back(i * 7919 % g.vertices);
  return sources;
}

bool same(const distances::result& a, const distances::result& b) {
  return a.hops == b.hops && a.distance == b.distance && a.real == b.real && a.reached == b.reached;
}

// The first answer is verified; those of other strategies and machines are the same.
void verify(const shape& s, bool hops, std::uint32_t count, const std::vector<machine>& machines) {
  const std::vector<std::uint32_t> sources = sources_of(s.graph, count);
  weighted_csr g = s.graph.view();
  if (hops) g.kind = weight_kind::none, g.weight = nullptr;
  std::optional<distances::result> first;
  for (const machine& m : machines)
    for (const strategy requested : {strategy::automatic, strategy::bits, strategy::searches}) {
      SCOPED_TRACE(s.name + ", " + m.name + ", " + std::string(distances::to_string(requested)) +
                   (hops ? ", hops" : ""));
      distances::result found = distances::solve(g, sources, {m.run, requested});
      if (!first) {
        ASSERT_EQ(check::distances_fault(g, sources, found), "");
        first = std::move(found);
      } else {
        ASSERT_TRUE(same(*first, found));
      }
    }
}

// More sources than the 64 of a word.
void on_small(const std::vector<machine>& machines) {
  for (const shape& s : small_shapes(machines))
    for (const bool hops : {false, true}) verify(s, hops, 70, machines);
}
TEST(distances, small) { on_small(cpus()); }
TEST(distances_cuda, small) { on_small(once(devices())); }

TEST(distances_cuda, large) {
  for (const shape& s : large_shapes())
    if (s.name != "path") verify(s, false, 5, once(devices()));
}

TEST(distances, refuses) {
  const weighted_graph g = graph_of(3, {{0, 1, 1}}, weight_kind::int32, true);
  const std::vector<std::uint32_t> beyond = {3}, first = {0};
  EXPECT_THROW((void)distances::solve(g.view(), beyond), error);
  EXPECT_EQ(distances::solve(g.view(), first, {{}, strategy::bits}).stats.strategy, "searches");
  EXPECT_EQ(distances::solve(g.view(), first, {{}, strategy::bits, true}).hops,
            (std::vector<std::uint32_t>{0, 1, distances::unreached_hops}));
}

}  // namespace distances_tests
}  // namespace amorph::test
