// Maximum flows against a search for augmenting paths, and refinement by minimum cuts.
#include "partitioner/hypergraph/refinement/flow.hpp"

#include <gtest/gtest.h>

#include <queue>
#include <random>
#include <vector>

#include "partitioner/hypergraph/refinement/flow_network.hpp"
#include "test/partitioner/hypergraph/random_netlist.hpp"

namespace amorph::test {
namespace {

using matrix = std::vector<std::vector<std::int64_t>>;

// Edmonds and Karp on a matrix of residual capacities, from node 0 to the last.
std::int64_t maximum_flow(matrix residual) {
  const std::size_t n = residual.size();
  for (std::int64_t flow = 0;; ++flow) {
    std::vector<std::size_t> parent(n, n);
    std::queue<std::size_t> queue;
    queue.push(0);
    parent[0] = 0;
    for (; !queue.empty() && parent[n - 1] == n; queue.pop())
      for (std::size_t v = 0; v != n; ++v)
        if (residual[queue.front()][v] > 0 && parent[v] == n) parent[v] = queue.front(), queue.push(v);
    if (parent[n - 1] == n) return flow;
    for (std::size_t v = n - 1; v != 0; v = parent[v]) --residual[parent[v]][v], ++residual[v][parent[v]];
  }
}

TEST(flow, network_agrees_with_augmenting_paths) {
  std::mt19937 random(7);
  for (int trial = 0; trial != 60; ++trial) {
    const std::uint32_t n = 4 + random() % 12;
    matrix capacity(n, std::vector<std::int64_t>(n, 0));
    hypergraph::flow_network net;
    net.clear(n);
    for (std::uint32_t i = 0; i != 3 * n; ++i) {
      const std::uint32_t a = random() % n, b = random() % n;
      if (a == b) continue;
      const auto there = static_cast<std::int32_t>(random() % 5), back = static_cast<std::int32_t>(random() % 3);
      net.add(a, b, there, back);
      capacity[a][b] += there;
      capacity[b][a] += back;
    }
    net.finish();
    net.make_source(0);
    net.make_sink(n - 1);
    const std::int64_t expected = maximum_flow(capacity);
    EXPECT_EQ(net.augment(1 << 20), expected) << trial;
    net.find_sides();
    std::int64_t near_source = 0, near_sink = 0;
    for (std::uint32_t a = 0; a != n; ++a)
      for (std::uint32_t b = 0; b != n; ++b) {
        if (net.from_source(a) && !net.from_source(b)) near_source += capacity[a][b];
        if (!net.to_sink(a) && net.to_sink(b)) near_sink += capacity[a][b];
      }
    EXPECT_EQ(near_source, expected);
    EXPECT_EQ(near_sink, expected);
  }
}

TEST(flow, refinement_gains_what_it_says_within_the_limits) {
  std::int64_t gained_in_all = 0;
  for (std::uint64_t seed = 0; seed != 12; ++seed) {
    const random_netlist n(400, 600, seed % 2 == 1, seed);
    const std::uint32_t parts = 2 + seed % 4;
    std::vector<std::uint64_t> vertex_begin(n.vertices + 1, 0);
    std::vector<std::uint32_t> net(n.pin.size());
    for (const std::uint32_t v : n.pin) ++vertex_begin[v + 1];
    for (std::uint32_t v = 0; v != n.vertices; ++v) vertex_begin[v + 1] += vertex_begin[v];
    std::vector<std::uint64_t> next(vertex_begin.begin(), vertex_begin.end() - 1);
    for (std::uint32_t e = 0; e != n.nets(); ++e)
      for (std::uint64_t i = n.begin[e]; i != n.begin[e + 1]; ++i) net[next[n.pin[i]]++] = e;
    std::vector<std::int32_t> fixed(n.vertices, -1);
    const auto or_null = [](const auto& a) { return a.empty() ? nullptr : a.data(); };
    std::vector<std::uint32_t> start(n.vertices), answer;
    for (std::uint32_t v = 0; v != n.vertices; ++v) start[v] = v * parts / n.vertices;
    for (std::uint32_t v = 0; v < n.vertices; v += 50) fixed[v] = static_cast<std::int32_t>(start[v]);
    const hypergraph::core_hypergraph h{
        n.vertices,          n.nets(),   n.begin.data(),        n.pin.data(),
        vertex_begin.data(), net.data(), or_null(n.net_weight), or_null(n.vertex_weight),
        fixed.data()};
    const hypergraph::objective_weights objective{seed % 3 == 0 ? 0 : 1, seed % 3 == 1 ? 0 : 1};
    for (const unsigned threads : {1u, 3u}) {
      std::vector<std::uint32_t> part = start;
      hypergraph::gain_table table(h, parts, objective, part.data());
      std::vector<std::int64_t> most;
      for (std::uint32_t p = 0; p != parts; ++p) most.push_back(table.weight(p) * 21 / 20);
      const std::int64_t before = table.objective();
      cpu_exec exec(threads);
      const run_options run;
      const partition::stop_check check_stop(run);
      const std::int64_t gained = hypergraph::refine_by_flow(exec, table, {most, {}}, {}, check_stop);
      EXPECT_EQ(before - gained, hypergraph::gain_table(h, parts, objective, part.data()).objective());
      for (std::uint32_t p = 0; p != parts; ++p) EXPECT_LE(table.weight(p), most[p]);
      for (std::uint32_t v = 0; v < n.vertices; v += 50) EXPECT_EQ(part[v], start[v]);
      if (threads == 1)
        answer = part;
      else
        EXPECT_EQ(part, answer);
      gained_in_all += gained;
    }
  }
  EXPECT_GT(gained_in_all, 100);
}

// On a path whose nets cost 5 at the cut, 3 after one vertex, 1 after ten and 9 elsewhere, ten moves gain less than
// they cost, and one gains 1.
TEST(flow, costs_of_moves_are_part_of_the_cut) {
  constexpr std::uint32_t n = 40;
  std::vector<std::uint64_t> net_begin, vertex_begin{0};
  std::vector<std::uint32_t> pin, net, home;
  std::vector<std::int32_t> weight(n - 1, 9);
  const std::vector<std::int32_t> move_cost(n, 1);
  weight[19] = 5, weight[20] = 3, weight[29] = 1;
  for (std::uint32_t v = 0; v != n; ++v) {
    net_begin.push_back(2 * v);
    home.push_back(v < n / 2 ? 0 : 1);
    if (v != 0) net.push_back(v - 1);
    if (v != n - 1) net.push_back(v), pin.insert(pin.end(), {v, v + 1});
    vertex_begin.push_back(net.size());
  }
  const hypergraph::core_hypergraph h{
      n,       n - 1,   net_begin.data(), pin.data(),      vertex_begin.data(), net.data(), weight.data(),
      nullptr, nullptr, home.data(),      move_cost.data()};
  std::vector<std::uint32_t> part = home;
  hypergraph::gain_table table(h, 2, {0, 1}, part.data());
  const std::vector<std::int64_t> most(2, 32);
  cpu_exec exec(1);
  const run_options run;
  const partition::stop_check check_stop(run);
  EXPECT_EQ(hypergraph::refine_by_flow(exec, table, {most, {}}, {}, check_stop), 1);
  EXPECT_EQ(table.objective(), 4);
  EXPECT_EQ(part[20], 0u);
  EXPECT_EQ(part[21], 1u);
}

}  // namespace
}  // namespace amorph::test
