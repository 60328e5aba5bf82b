// The table of connections: after moves, by several threads too, its rows are those of a fresh count from the lists.
#include "partitioner/refinement/connection_table.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "amorph/kernels/exec/cpu.hpp"
#include "test/partitioner/graph/random_trial.hpp"

namespace amorph::test {
namespace {

using partition::arc;
using partition::connection_table;
using partition::connection_table_memory;
using partition::connectivity;
using partition::graph_view;
using partition::rank_part;

// Every pair of vertices, some edges of weight 0.
stored_graph weighed_clique(std::uint32_t n, std::mt19937& random) {
  stored_graph g;
  g.vertices = n;
  g.begin = {0};
  std::vector<std::int32_t> weight(std::size_t{n} * n);
  for (std::uint32_t v = 0; v != n; ++v)
    for (std::uint32_t u = 0; u != v; ++u)
      weight[v * n + u] = weight[u * n + v] = static_cast<std::int32_t>(random() % 5);
  for (std::uint32_t v = 0; v != n; ++v) {
    for (std::uint32_t u = 0; u != n; ++u)
      if (u != v) g.to.push_back(u), g.edge_weight.push_back(weight[v * n + u]);
    g.begin.push_back(g.to.size());
  }
  return g;
}

void expect_counted(const graph_view& g, const std::vector<std::uint32_t>& part, std::uint32_t parts,
                    const connection_table<cpu_exec>& table) {
  for (std::uint32_t v = 0; v != g.vertices; ++v) {
    std::vector<std::int32_t> sum(parts, 0);
    for (std::uint64_t e = g.begin[v]; e != g.begin[v + 1]; ++e) sum[part[g.at(e).to]] += g.at(e).weight;
    if (g.anchors.part != nullptr) sum[g.anchors.part[v]] += g.anchors.weight[v];
    std::int32_t other = 0;
    std::uint64_t best = 0, heavy = 0;
    for (std::uint32_t p = 0; p != parts; ++p) {
      ASSERT_EQ(table.row(v)[p], sum[p]);
      if (sum[p] > 3) heavy = std::max(heavy, rank_part(sum[p], p, v));
      if (p == part[v] || sum[p] == 0) continue;
      other += sum[p];
      best = std::max(best, rank_part(sum[p], p, v));
    }
    const connectivity now = table.of(v, part[v]);
    EXPECT_EQ(now.own, sum[part[v]]);
    EXPECT_EQ(now.other, other);
    EXPECT_EQ(now.best, best);
    EXPECT_EQ(table.best_of(v, [&](std::uint32_t p) { return sum[p] > 3; }), heavy);
  }
}

TEST(connection_table, follows_moves) {
  for (std::uint32_t seed = 1; seed != 30; ++seed) {
    std::mt19937 random(seed);
    const std::uint32_t n = 20 + random() % 40, parts = 2 + random() % 16;
    const stored_graph stored = weighed_clique(n, random);
    graph_view g{n, stored.begin.data(), stored.to.data(), nullptr, stored.edge_weight.data()};
    std::vector<std::uint32_t> part(n), anchor(n);
    for (std::uint32_t& p : part) p = random() % parts;
    for (std::uint32_t& p : anchor) p = random() % parts;
    const std::vector<std::int32_t> hold(n, 7);
    if (seed % 3 == 0) g.anchors = {anchor.data(), hold.data()};
    cpu_exec exec(seed % 2 == 0 ? 4 : 1);
    const connection_table_memory<cpu_exec> memory(exec, g, stored.to.size(), parts);
    const connection_table<cpu_exec> table = memory.view();
    ASSERT_TRUE(table.kept());
    for (std::uint32_t v = 0; v != n; ++v) table.count(g, part.data(), v);
    expect_counted(g, part, parts, table);
    const std::vector<std::uint32_t> before = part;
    for (std::uint32_t v = 0; v < n; v += 1 + v % 3) part[v] = (part[v] + 1 + random() % (parts - 1)) % parts;
    exec.for_each(n, [&](std::size_t v) {
      if (part[v] == before[v]) return;
      for (std::uint64_t e = g.begin[v]; e != g.begin[v + 1]; ++e)
        table.change(g.at(e).to, before[v], part[v], g.at(e).weight);
    });
    expect_counted(g, part, parts, table);
  }
}

bool is_kept(const trial& t, std::uint32_t parts) {
  cpu_exec exec(1);
  const stored_graph g = store(t);
  const graph_view view{g.vertices, g.begin.data(), g.to.data(), nullptr, nullptr};
  return connection_table_memory<cpu_exec>(exec, view, g.to.size(), parts).view().kept();
}

TEST(connection_table, is_kept_where_lists_of_neighbours_are_long) {
  EXPECT_FALSE(is_kept(grid(20, 20), 2));
  EXPECT_TRUE(is_kept(clique(40), 16));
  EXPECT_FALSE(is_kept(clique(40), 64));
  EXPECT_TRUE(is_kept(stars(20, 100), 7));
  EXPECT_FALSE(is_kept(stars(20, 100), 64));
}

}  // namespace
}  // namespace amorph::test
