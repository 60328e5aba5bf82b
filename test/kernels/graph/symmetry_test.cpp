// The symmetry test: what find_fault reports about graphs with one fault, and that it agrees with the definition on
// random graphs.
#include "amorph/kernels/graph/symmetry.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "amorph/kernels/exec/cpu.hpp"
#include "amorph/kernels/graph/generate.hpp"
#include "partitioner/common/partition.hpp"

namespace amorph::test {
namespace {

using kind = graph_fault::kind;

struct rows {
  std::vector<std::uint64_t> begin{0};
  std::vector<std::uint32_t> to;
  std::vector<std::int32_t> weight;

  rows(std::initializer_list<std::vector<std::uint32_t>> lists) {
    for (const auto& list : lists) add(list);
  }
  void add(const std::vector<std::uint32_t>& list) {
    to.insert(to.end(), list.begin(), list.end());
    begin.push_back(to.size());
  }
  [[nodiscard]] csr view() const { return {static_cast<std::uint32_t>(begin.size() - 1), begin, to}; }
};

std::string said(const rows& r, std::uint32_t base = 0) {
  std::string first;
  for (const unsigned threads : {1u, 3u}) {
    cpu_exec exec(threads);
    const std::string line = describe(find_fault(exec, r.view(), r.weight), base);
    if (threads == 1) first = line;
    EXPECT_EQ(line, first);
  }
  return first;
}

// Two one-sided edges with the same 64-bit hash, one upward and one downward: a second hash that is a function of the
// first would call this graph undirected.
TEST(symmetry, is_a_matter_of_two_hashes) {
  rows r = {{1}};
  while (r.begin.size() != 438985) r.add({});
  r.add({90506});
  r.weight = {1073741824, 1073807153};
  EXPECT_EQ(said(r), "vertex 1: expected neighbour 0, because vertex 0 has neighbour 1: edge (1 0) is missing");
}

TEST(symmetry, says_what_is_wrong) {
  EXPECT_EQ(said({}), "");
  EXPECT_EQ(said({{}, {}}), "");
  EXPECT_EQ(said({{1, 2}, {0}, {0}}), "");
  EXPECT_EQ(said({{1, 1}, {0, 0}}), "") << "twice in both rows";
  EXPECT_EQ(said({{1, 1}, {0}}),
            "vertex 1: expected neighbour 0, because vertex 0 has neighbour 1: edge (1 0) is missing");
  EXPECT_EQ(said({{1}, {}}, 1),
            "vertex 2: expected neighbour 1, because vertex 1 has neighbour 2: edge (2 1) is missing");
  EXPECT_EQ(said({{}, {0}}), "vertex 0: expected neighbour 1, because vertex 1 has neighbour 0: edge (0 1) is missing");
  EXPECT_EQ(said({{1}, {0, 1}}), "vertex 1: expected other vertices as neighbours, found a self-loop");
  EXPECT_EQ(said({{2}, {0}}), "vertex 0: neighbour 2 is not a vertex");
  rows weights = {{1, 2}, {0}, {0}};
  weights.weight = {5, 6, 5, 6};
  EXPECT_EQ(said(weights), "");
  weights.weight = {5, 6, 6, 5};
  EXPECT_EQ(said(weights), "vertex 0: expected edges (0 1) and (1 0) of equal weight, found 5 and 6");
  weights.weight = {5, 6, 6};
  EXPECT_NE(said(weights), "");
  rows offsets = {{1}, {0}};
  offsets.begin = {0, 2, 1};
  EXPECT_EQ(said(offsets), "vertex 1: expected row offsets that ascend from 0 to the number of edges");
  offsets.begin = {0, 1, 1};
  EXPECT_NE(said(offsets), "");
  offsets.begin = {1, 1, 2};
  EXPECT_NE(said(offsets), "");
}

// Every edge occurs in both directions, equally often and with the same weights.
bool undirected(const rows& r) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::multiset<std::int32_t>> edges;
  for (std::uint32_t v = 0; v + 1 < r.begin.size(); ++v)
    for (std::uint64_t e = r.begin[v]; e != r.begin[v + 1]; ++e)
      if (r.to[e] == v)
        return false;
      else
        edges[{v, r.to[e]}].insert(r.weight.empty() ? 1 : r.weight[e]);
  for (const auto& [ends, weights] : edges)
    if (const auto back = edges.find({ends.second, ends.first}); back == edges.end() || back->second != weights)
      return false;
  return true;
}

TEST(symmetry, agrees_with_the_definition) {
  int good = 0, bad = 0;
  for (std::uint64_t seed = 1; seed != 4000; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    const std::uint32_t n = 2 + static_cast<std::uint32_t>(random() % 6);
    std::vector<std::vector<std::pair<std::uint32_t, std::int32_t>>> lists(n);
    for (std::uint64_t i = random() % 12; i != 0; --i) {
      const std::uint32_t u = static_cast<std::uint32_t>(random() % n), v = static_cast<std::uint32_t>(random() % n);
      const auto w = static_cast<std::int32_t>(1 + random() % 3);
      if (u == v && random() % 8 != 0) continue;
      lists[u].emplace_back(v, w);
      if (random() % 12 != 0) lists[v].emplace_back(u, random() % 12 != 0 ? w : w + 1);
    }
    rows r = {};
    for (auto& list : lists) {
      std::shuffle(list.begin(), list.end(), random);
      std::vector<std::uint32_t> to;
      for (const auto& [v, w] : list) {
        to.push_back(v);
        r.weight.push_back(w);
      }
      r.add(to);
    }
    if (random() % 2 == 0) r.weight.clear();
    const bool expected = undirected(r);
    (expected ? good : bad) += 1;
    ASSERT_EQ(said(r).empty(), expected) << said(r);
  }
  EXPECT_GT(good, 500);
  EXPECT_GT(bad, 500);
}

TEST(symmetry, one_fault_in_many_edges) {
  cpu_exec exec(3);
  host_graph g = generate::uniform(exec, 30000, 5, 1);
  generate::random_edge_weights(exec, g, 1000, 1);
  EXPECT_EQ(find_fault(exec, g.view(), g.edge_weight).what, kind::none);
  const std::uint64_t e = g.begin[12345];
  ++g.edge_weight[e];
  graph_fault f = find_fault(exec, g.view(), g.edge_weight);
  EXPECT_EQ(f.what, kind::weight);
  EXPECT_EQ(f.vertex, std::min(12345u, g.to[e]));
  --g.edge_weight[e];
  const std::uint32_t was = g.to[e];
  g.to[e] = was == 29999 ? 0 : was + 1;
  f = find_fault(exec, g.view(), g.edge_weight);
  EXPECT_EQ(f.what, kind::missing);
}

TEST(symmetry, check_graph_checks_weights_too) {
  const rows r = {{1}, {0}};
  std::vector<std::int32_t> vertex = {1, 2, 3, -4}, size = {0, -1}, edge = {0, 0};
  partition::graph g{2, r.begin, r.to, {}, {}, {}};
  EXPECT_EQ(partition::check_graph(g, 1, 1), "");
  g.vertex_weight = vertex;
  EXPECT_EQ(partition::check_graph(g, 1, 1), "expected 2 vertex weights, found 4");
  EXPECT_EQ(partition::check_graph(g, 2, 1), "vertex 2: expected a weight of 0 or more, found -4");
  vertex[3] = 0;
  EXPECT_EQ(partition::check_graph(g, 2, 1), "");
  g.vertex_size = size;
  EXPECT_EQ(partition::check_graph(g, 2, 0), "vertex 1: expected a size of 0 or more, found -1");
  size[1] = 0;
  g.edge_weight = edge;
  EXPECT_EQ(partition::check_graph(g, 2, 0), "vertex 0: expected an edge weight of 1 or more, found 0");
  edge = {3, 3};
  EXPECT_EQ(partition::check_graph(g, 2, 0), "");
}

}  // namespace
}  // namespace amorph::test
