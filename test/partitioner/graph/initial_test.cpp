// The partition of the coarsest graph: what it promises, on graphs of every shape.
#include "partitioner/graph/initial/initial.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <random>
#include <string>
#include <utility>

#include "test/support/sanitized.hpp"

namespace amorph::partition {
namespace {

using edge_map = std::map<std::pair<std::uint32_t, std::uint32_t>, std::int32_t>;
using weights = std::vector<std::int64_t>;
using initial::wide_graph;

std::int64_t total_of(const wide_graph& g) {
  return std::accumulate(g.vertex_weight.begin(), g.vertex_weight.end(), std::int64_t{0});
}

struct graph_maker {
  edge_map edges;
  std::vector<std::int32_t> vertex_weight;

  explicit graph_maker(std::uint32_t n) : vertex_weight(n, 1) {}
  void join(std::uint32_t u, std::uint32_t v, std::int32_t w = 1) {
    if (u != v) edges[{std::min(u, v), std::max(u, v)}] += w;
  }
  [[nodiscard]] wide_graph make() const {
    const auto n = static_cast<std::uint32_t>(vertex_weight.size());
    std::vector<std::vector<std::pair<std::uint32_t, std::int32_t>>> rows(n);
    for (const auto& [ends, w] : edges) {
      rows[ends.first].emplace_back(ends.second, w);
      rows[ends.second].emplace_back(ends.first, w);
    }
    wide_graph g;
    for (const auto& row : rows) {
      for (const auto& [u, w] : row) {
        g.to.push_back(u);
        g.edge_weight.push_back(w);
      }
      g.begin.push_back(g.to.size());
    }
    g.vertex_weight.assign(vertex_weight.begin(), vertex_weight.end());
    g.total = total_of(g);
    return g;
  }
};

wide_graph grid(std::uint32_t rows, std::uint32_t columns) {
  graph_maker m(rows * columns);
  for (std::uint32_t r = 0; r != rows; ++r)
    for (std::uint32_t c = 0; c != columns; ++c) {
      if (c + 1 != columns) m.join(r * columns + c, r * columns + c + 1);
      if (r + 1 != rows) m.join(r * columns + c, r * columns + c + columns);
    }
  return m.make();
}

wide_graph star(std::uint32_t leaves) {
  graph_maker m(leaves + 1);
  for (std::uint32_t v = 1; v <= leaves; ++v) m.join(0, v);
  return m.make();
}

// A graph whose shape the seed decides: size, density, locality, islands, weights.
wide_graph random_graph(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto below = [&](std::uint64_t n) { return static_cast<std::uint32_t>(random() % n); };
  const std::uint32_t n = 1 + (below(4) == 0 ? below(12) : below(4) == 0 ? below(900) : below(150));
  graph_maker m(n);
  const std::uint32_t islands = below(3) == 0 ? 1 + below(5) : 1, reach = below(2) == 0 ? n : 1 + below(10);
  const std::uint32_t edges = n * below(6), heaviest_edge = below(2) == 0 ? 1 : 1 + below(1000000);
  for (std::uint32_t i = 0; i != edges; ++i) {
    const std::uint32_t u = below(n), v = (u + 1 + below(reach)) % n;
    if (u % islands == v % islands) m.join(u, v, static_cast<std::int32_t>(1 + below(heaviest_edge)));
  }
  switch (below(4)) {
    case 0:
      for (auto& w : m.vertex_weight) w = static_cast<std::int32_t>(below(30));
      break;
    case 1: m.vertex_weight[below(n)] = static_cast<std::int32_t>(1 + below(2 * n)); break;
    default: break;
  }
  return m.make();
}

struct order {
  weights target, limit;
};

// `parts` equal targets and limits of `percent` above them, both rounded up.
order equal_parts(const wide_graph& g, std::uint32_t parts, std::int64_t percent) {
  const std::int64_t total = total_of(g);
  const std::int64_t target = (total + parts - 1) / parts;
  return {weights(parts, target),
          weights(parts, std::max(target, total * (100 + percent) / (100 * std::int64_t{parts})))};
}

struct quality {
  std::int64_t cut = 0, excess = 0;
  std::uint32_t empty = 0;
};

quality verify(const wide_graph& g, const std::vector<std::uint32_t>& part, const weights& limit) {
  quality q;
  weights weight(limit.size(), 0);
  std::vector<std::uint32_t> size(limit.size(), 0);
  for (std::uint32_t v = 0; v != g.vertices(); ++v) {
    weight.at(part[v]) += g.vertex_weight[v];
    ++size.at(part[v]);
    for (std::uint64_t e = g.begin[v]; e != g.begin[v + 1]; ++e)
      if (g.to[e] > v && part[v] != part[g.to[e]]) q.cut += g.edge_weight[e];
  }
  for (std::size_t p = 0; p != limit.size(); ++p) {
    q.excess += std::max<std::int64_t>(0, weight[p] - limit[p]);
    q.empty += size[p] == 0 ? 1 : 0;
  }
  return q;
}

std::int64_t cut_of_random(const wide_graph& g, std::uint32_t parts, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::uint32_t> part(g.vertices());
  for (std::uint32_t v = 0; v != g.vertices(); ++v) part[v] = v % parts;
  std::shuffle(part.begin(), part.end(), random);
  return verify(g, part, weights(parts, 0)).cut;
}

// Divides and checks all that holds for every graph.
quality divide(wide_graph g, const order& o, std::uint64_t seed, unsigned attempts = 1, unsigned threads = 1) {
  g.total = total_of(g);  // a test may have changed weights
  cpu_exec exec(threads);
  const std::vector<std::uint32_t> part = initial_partition(exec, g, o.target, o.limit, seed, attempts);
  const auto parts = static_cast<std::uint32_t>(o.target.size());
  EXPECT_EQ(part.size(), g.vertices());
  for (const std::uint32_t p : part) EXPECT_LT(p, parts);
  const quality q = verify(g, part, o.limit);
  EXPECT_EQ(q.empty, parts > g.vertices() ? parts - g.vertices() : 0);
  return q;
}

bool unit_weights(const wide_graph& g) {
  return std::all_of(g.vertex_weight.begin(), g.vertex_weight.end(), [](std::int64_t w) { return w == 1; });
}

constexpr std::uint64_t random_graphs = test::sanitized ? 20 : 400, uneven_grids = test::sanitized ? 10 : 100,
                        threaded_graphs = test::sanitized ? 10 : 40;

TEST(initial_partition, keeps_its_promises_on_random_graphs) {
  for (std::uint64_t seed = 0; seed != random_graphs; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const wide_graph g = random_graph(seed);
    for (const std::uint32_t parts : {1u, 2u, 3u, 7u, 16u, 61u, g.vertices(), g.vertices() + 5}) {
      SCOPED_TRACE("parts " + std::to_string(parts));
      const order o = equal_parts(g, parts, 3);
      const quality q = divide(g, o, seed);
      // With unit weights, a vertex can always be moved out of an overweight part.
      if (unit_weights(g)) {
        EXPECT_EQ(q.excess, 0);
      }
      if (parts > 1 && parts < g.vertices() && unit_weights(g)) {
        EXPECT_LE(q.cut, cut_of_random(g, parts, seed));
      }
    }
    if (HasFailure()) return;
  }
}

// Limits that longest-processing-time packing meets with a margin, are met.
TEST(initial_partition, keeps_limits_with_uneven_weights) {
  for (std::uint64_t seed = 0; seed != uneven_grids; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    wide_graph g = grid(20, 30);
    std::mt19937_64 random(seed);
    for (auto& w : g.vertex_weight) w = static_cast<std::int32_t>(random() % 40);
    EXPECT_EQ(divide(g, equal_parts(g, 2 + seed % 40, 3), seed).excess, 0);
  }
}

TEST(initial_partition, honours_unequal_targets) {
  const wide_graph g = grid(30, 30);
  const order o{{500, 200, 100, 50, 50}, {510, 205, 102, 51, 51}};
  EXPECT_EQ(divide(g, o, 1).excess, 0);
}

TEST(initial_partition, leaves_a_vertex_above_the_limit_alone) {
  wide_graph g = grid(16, 16);
  g.vertex_weight[37] = 1000;
  const weights target(8, (1000 + 255) / 8), limit(8, 170);
  EXPECT_EQ(divide(g, {target, limit}, 3).excess, 1000 - 170);
}

TEST(initial_partition, divides_stars_and_edgeless_graphs) {
  for (const std::uint32_t parts : {2u, 5u, 64u, 400u, 601u}) {
    const wide_graph s = star(600);
    EXPECT_EQ(divide(s, equal_parts(s, parts, 3), 5).excess, 0);
    const wide_graph none = graph_maker(600).make();
    EXPECT_EQ(divide(none, equal_parts(none, parts, 3), 5).excess, 0);
  }
}

TEST(initial_partition, takes_weightless_vertices_and_no_vertices) {
  wide_graph g = grid(10, 10);
  std::fill(g.vertex_weight.begin(), g.vertex_weight.end(), 0);
  divide(g, equal_parts(g, 7, 3), 1);
  const wide_graph empty = graph_maker(0).make();
  divide(empty, equal_parts(empty, 4, 3), 1);
}

TEST(initial_partition, finds_the_components) {
  graph_maker m(400);  // eight paths of 50, their vertices scattered
  for (std::uint32_t v = 0; v + 8 < 400; ++v) m.join(v, v + 8);
  const wide_graph g = m.make();
  EXPECT_EQ(divide(g, equal_parts(g, 8, 3), 2, 4).cut, 0);
}

TEST(initial_partition, cuts_a_grid_well) {
  const wide_graph g = grid(32, 32);
  EXPECT_LE(divide(g, equal_parts(g, 2, 3), 1, 4).cut, 34);    // 32 is best
  EXPECT_LE(divide(g, equal_parts(g, 16, 3), 1, 4).cut, 215);  // squares cut 192
}

TEST(initial_partition, more_attempts_are_no_worse) {
  const wide_graph g = grid(25, 40);
  const order o = equal_parts(g, 24, 3);
  for (std::uint64_t seed = 0; seed != (test::sanitized ? 1 : 5); ++seed) {
    const quality two = divide(g, o, seed, 2), eight = divide(g, o, seed, 8);
    EXPECT_LE(std::pair(eight.excess, eight.cut), std::pair(two.excess, two.cut));
  }
}

TEST(initial_partition, does_not_depend_on_threads) {
  for (std::uint64_t seed = 1000; seed != 1000 + threaded_graphs; ++seed) {
    const wide_graph g = seed % 8 == 0 ? grid(40, 50) : random_graph(seed);
    const order o = equal_parts(g, 1 + seed % 70, 3);
    cpu_exec one(1);
    const std::vector<std::uint32_t> expected = initial_partition(one, g, o.target, o.limit, seed, 3);
    for (const unsigned threads : {1u, 2u, 5u}) {
      cpu_exec many(threads);
      EXPECT_EQ(initial_partition(many, g, o.target, o.limit, seed, 3), expected) << "seed " << seed;
    }
  }
}

// Two communities of 600 vertices, as contraction leaves them: 150 edges each, light ones across.
wide_graph dense_communities() {
  std::mt19937_64 random(7);
  graph_maker m(1200);
  for (std::uint32_t v = 0; v != 1200; ++v)
    for (std::uint32_t i = 0; i != 75; ++i) {
      m.join(v, v / 600 * 600 + static_cast<std::uint32_t>(random() % 600),
             static_cast<std::int32_t>(2 + random() % 9));
      if (i < 30) m.join(v, static_cast<std::uint32_t>(random() % 1200));
    }
  return m.make();
}
TEST(initial_partition, finds_dense_communities) {
  const wide_graph g = dense_communities();
  const order o = equal_parts(g, 2, 3);
  std::vector<std::uint32_t> communities(1200, 0);
  std::fill(communities.begin() + 600, communities.end(), 1);
  cpu_exec one(1), four(4);
  const std::vector<std::uint32_t> part = initial_partition(one, g, o.target, o.limit, 1, 6);
  EXPECT_LE(verify(g, part, o.limit).cut, verify(g, communities, o.limit).cut * 11 / 10);
  EXPECT_EQ(initial_partition(four, g, o.target, o.limit, 1, 6), part);
}

TEST(initial_partition, survives_heavy_edges_and_unlimited_parts) {
  wide_graph g = grid(20, 20);
  std::fill(g.edge_weight.begin(), g.edge_weight.end(), 2147483647);
  std::fill(g.vertex_weight.begin(), g.vertex_weight.end(), 2147483647);
  const std::int64_t most = std::numeric_limits<std::int64_t>::max();
  divide(g, {weights(9, std::int64_t{2147483647} * 45), weights(9, most)}, 1);
  EXPECT_EQ(divide(g, equal_parts(g, 9, 3), 1).excess, 0);
}

}  // namespace
}  // namespace amorph::partition
