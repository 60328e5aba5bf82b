// The examples, checked by the definitions of what they compute.
#include <algorithm>
#include <queue>

#include "amorph/kernels/graph/build.hpp"
#include "amorph/kernels/random/random.hpp"
#include "amorph/kernels/sync/serial_disjoint_sets.hpp"
#include "kernels/examples/breadth_first_search.hpp"
#include "kernels/examples/degree_histogram.hpp"
#include "kernels/examples/label_propagation.hpp"
#include "kernels/examples/maximal_independent_set.hpp"
#include "test/kernels/test_exec.hpp"

namespace amorph::test {
namespace {

struct listed_ends {
  const edge_ends* edges;
  AMORPH_BODY edge_ends operator()(std::size_t i) const { return edges[i]; }
};

struct sample {
  csr_buffers<exec> graph;
  std::vector<std::uint64_t> begin;
  std::vector<std::uint32_t> to;

  sample(exec& e, std::uint32_t vertices, const std::vector<edge_ends>& edges) {
    const buffer<edge_ends> memory(e, span<const edge_ends>(edges));
    graph = build_csr(e, vertices, edges.size(), listed_ends{memory.data()});
    begin = to_host(e, graph.begin);
    to = to_host(e, graph.to);
  }
  template <class F> void for_each_neighbour(std::uint32_t v, F f) const {
    for (std::uint64_t i = begin[v]; i != begin[v + 1]; ++i) f(to[i]);
  }
};

void check_levels(exec& e, const sample& s) {
  std::vector<std::uint32_t> expected(s.graph.vertices, examples::unreached);
  std::queue<std::uint32_t> queue({3});
  for (expected[3] = 0; !queue.empty(); queue.pop())
    s.for_each_neighbour(queue.front(), [&](std::uint32_t u) {
      if (expected[u] != examples::unreached) return;
      expected[u] = expected[queue.front()] + 1;
      queue.push(u);
    });
  EXPECT_EQ(to_host(e, examples::breadth_first_search(e, s.graph.view(), 3)), expected);
}
void check_histogram(exec& e, const sample& s) {
  const auto found = examples::degree_histogram(e, s.graph.view());
  std::vector<std::uint64_t> expected(examples::degree_bins);
  for (std::uint32_t v = 0; v != s.graph.vertices; ++v) {
    unsigned bin = 0;
    while (s.begin[v + 1] - s.begin[v] >= std::uint64_t{1} << bin) ++bin;
    ++expected[bin];
  }
  EXPECT_TRUE(std::equal(found.begin(), found.end(), expected.begin()));
}
void check_independent_set(exec& e, const sample& s) {
  const auto state = to_host(e, examples::maximal_independent_set(e, s.graph.view(), 17));
  for (std::uint32_t v = 0; v != s.graph.vertices; ++v) {
    std::size_t members = 0;
    s.for_each_neighbour(v,
                         [&](std::uint32_t u) { members += u != v && state[u] == examples::membership::in ? 1 : 0; });
    ASSERT_NE(state[v], examples::membership::undecided);
    ASSERT_EQ(state[v] == examples::membership::in, members == 0);
  }
}
void check_components(exec& e, const sample& s) {
  serial_disjoint_sets sets(s.graph.vertices);
  for (std::uint32_t v = 0; v != s.graph.vertices; ++v)
    s.for_each_neighbour(v, [&](std::uint32_t u) { sets.unite(u, v); });
  EXPECT_EQ(to_host(e, examples::connected_components(e, s.graph.view())), sets.representatives());
}

// A star with a long row, a path, and random edges that leave vertices isolated.
void examples_equal_definitions(exec& e) {
  std::vector<edge_ends> star, path, drawn;
  const random_stream draws(1, 0);
  for (std::uint32_t v = 1; v != 5000; ++v) star.push_back({7, v});
  for (std::uint32_t v = 1; v != 300; ++v) path.push_back({v - 1, v});
  for (std::uint64_t i = 0; i != 6000; ++i)
    drawn.push_back({static_cast<std::uint32_t>(draws.below(2 * i, 8000)),
                     static_cast<std::uint32_t>(draws.below(2 * i + 1, 8000))});
  for (const auto& [vertices, edges] : {std::pair(5000u, &star), std::pair(300u, &path), std::pair(8000u, &drawn)}) {
    const sample s(e, vertices, *edges);
    check_levels(e, s);
    check_histogram(e, s);
    check_independent_set(e, s);
    check_components(e, s);
  }
}

}  // namespace

TEST(Examples, EqualDefinitions) { on_each_executor(examples_equal_definitions); }

}  // namespace amorph::test
