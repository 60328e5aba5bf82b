// Objectives and constraints beyond the core's: volume, contiguity, few connections, several weights, and all of them
// together.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/exec/cpu.hpp"
#include "partitioner/graph/constraints/contiguity.hpp"
#include "partitioner/graph/constraints/recombine.hpp"
#include "partitioner/graph/constraints/strays.hpp"
#include "partitioner/graph/initial/kway.hpp"
#include "test/partitioner/graph/random_trial.hpp"
#include "test/support/sanitized.hpp"

namespace amorph::test {
namespace {

using partition::objective;
using partition::options;
using partition::result;
using partition::scheme;
using partition::initial::kway_partition;
using partition::initial::kway_rules;
using partition::initial::weight;
using partition::initial::wide_graph;

options parts(std::uint32_t k) {
  options o;
  o.parts = k;
  o.run.backend = backend::cpu;
  return o;
}

std::set<std::uint32_t> used(const result& r) { return {r.part.begin(), r.part.end()}; }

// Weights of vertices: 1, then random ones that differ between the halves of the graph.
stored_graph with_weights(stored_graph g, std::uint32_t constraints) {
  std::mt19937 random(7);
  g.vertex_weight.clear();
  for (std::uint32_t v = 0; v != g.vertices; ++v)
    for (std::uint32_t c = 0; c != constraints; ++c)
      g.vertex_weight.push_back(c == 0 ? 1
                                       : static_cast<std::int32_t>(random() % 4 + (v < g.vertices / 2 ? c : 2 - c)));
  return g;
}

TEST(constraints, all_combinations_are_kept) {
  const stored_graph plain = store(grid(60, 50));
  for (const std::uint32_t constraints : {1U, 2U, 3U})
    for (unsigned flags = 0; flags < 16; flags += races_are_watched ? 15 : sanitized ? 7 : 1) {
      const stored_graph g = with_weights(plain, constraints);
      options o = parts(7);
      o.constraints = constraints;
      o.objective = (flags & 1) != 0 ? objective::volume : objective::cut;
      o.contiguous = (flags & 2) != 0;
      o.minimise_connections = (flags & 4) != 0;
      o.scheme = (flags & 8) != 0 ? scheme::recursive : scheme::kway;
      o.imbalance.assign(constraints, 1.05f);
      o.run.threads = 1;
      const result r = partition::divide(g.view(), o);
      const std::string what = std::to_string(constraints) + " constraints, flags " + std::to_string(flags);
      EXPECT_EQ(used(r).size(), 7U) << what;
      // Connected parts with three weights in proportion need not exist.
      EXPECT_TRUE(r.balanced || (constraints == 3 && o.contiguous)) << what << ": " << r.balance;
      EXPECT_EQ(r.part_weight.size(), std::size_t{7} * constraints);
      if (o.contiguous) {
        EXPECT_EQ(components(g, r.part), 7U) << what;
      }
      EXPECT_LT(r.cut, 700) << what;
      for (const std::uint32_t threads : {2U, 16U}) {
        if (sanitized && threads != 2) continue;
        o.run.threads = threads;
        EXPECT_EQ(partition::divide(g.view(), o).part, r.part) << what << ", " << threads << " threads";
      }
    }
}

TEST(constraints_release, asking_for_volume_never_ends_in_more) {
  for (const stored_graph& g : {store(grid(70, 70)), store(grid(20, 20, 20)), store(rmat(12, 8, 3)), store(path(500))})
    for (const std::uint32_t k : {2U, 8U, 33U}) {
      options o = parts(k);
      const std::int64_t before = partition::divide(g.view(), o).volume;
      o.objective = objective::volume;
      EXPECT_LE(partition::divide(g.view(), o).volume, before) << g.vertices << " vertices, " << k << " parts";
    }
}

TEST(constraints, volume_counts_sizes_and_not_edge_weights) {
  trial t = grid(40, 40);
  t.vertex_size.assign(t.vertices, 1);
  for (std::uint32_t v = 0; v != t.vertices; ++v)
    if (v % 40 == 20) t.vertex_size[v] = 1000;  // a column that no boundary should touch
  options o = parts(2);
  o.objective = objective::volume;
  EXPECT_LT(partition::divide(store(t).view(), o).volume, 1000);
  trial heavy = t;
  heavy.edge_weights = true;
  for (auto& e : heavy.edges) e.weight = static_cast<std::int32_t>(1 + (e.u * 7 + e.v) % 50);
  EXPECT_EQ(partition::divide(store(heavy).view(), o).part, partition::divide(store(t).view(), o).part);
}

// What the hypergraph partitioner refuses, or is too slow for.
TEST(constraints, volume_with_a_vertex_heavier_than_a_part_and_with_many_parts) {
  trial t = grid(20, 20);
  t.vertex_weight.assign(t.vertices, 1);
  t.vertex_weight[7] = 5000;
  options o = parts(4);
  o.objective = objective::volume;
  const result heavy = partition::divide(store(t).view(), o);
  EXPECT_FALSE(heavy.balanced);
  EXPECT_EQ(std::set<std::uint32_t>(heavy.part.begin(), heavy.part.end()).size(), 4u);
  EXPECT_TRUE(partition::divide(store(grid(40, 40)).view(),
                                [] {
                                  options many = parts(300);
                                  many.objective = objective::volume;
                                  return many;
                                }())
                  .balanced);
}

TEST(constraints_release, asking_for_few_connections_does_not_end_in_more) {
  for (const stored_graph& g : {store(grid(70, 70)), store(grid(18, 18, 18))})
    for (const std::uint32_t k : {16U, 48U}) {
      options o = parts(k);
      const std::size_t before = connections(g, partition::divide(g.view(), o).part);
      o.minimise_connections = true;
      const result r = partition::divide(g.view(), o);
      EXPECT_TRUE(r.balanced);
      EXPECT_LE(connections(g, r.part), before) << g.vertices << " vertices, " << k << " parts";
    }
}

// A tree of a trunk with twigs, all but a few vertices of it in the first of three parts.
TEST(constraints, recombination_balances_connected_parts) {
  trial t = path(40);
  t.vertices = 400;
  for (std::uint32_t v = 40; v != 400; ++v) t.edges.push_back({v - 40, v});
  const stored_graph g = store(t);
  std::vector<std::uint32_t> part(400);
  for (std::uint32_t v = 0; v != 400; ++v) part[v] = v % 40 < 36 ? 0 : v % 40 < 38 ? 1 : 2;
  const std::vector<std::int64_t> limit(3, 150);
  partition::recombine(partition::initial::widened(g.view(), 1), limit, 1, partition::stop_check(), part);
  std::vector<std::int64_t> weight(3, 0);
  for (const std::uint32_t p : part) ++weight[p];
  EXPECT_LE(*std::max_element(weight.begin(), weight.end()), 150);
  EXPECT_EQ(components(g, part), 3u);
}

// A hub and a ring around it, nearly all of which is in the hub's part.
TEST(constraints, recombination_takes_arcs_of_a_ring_from_its_hub) {
  trial t = star(300);
  for (std::uint32_t v = 1; v <= 300; ++v) t.edges.push_back({v, v % 300 + 1});
  const stored_graph g = store(t);
  std::vector<std::uint32_t> part(301, 0);
  for (std::uint32_t v = 1; v <= 20; ++v) part[v] = v <= 10 ? 1 : 2;
  const std::vector<std::int64_t> limit(3, 120);
  partition::recombine(partition::initial::widened(g.view(), 1), limit, 1, partition::stop_check(), part);
  std::vector<std::int64_t> weight(3, 0);
  for (const std::uint32_t p : part) ++weight[p];
  EXPECT_LE(*std::max_element(weight.begin(), weight.end()), 120);
  EXPECT_EQ(components(g, part), 3u);
}

TEST(constraints, contiguity_of_a_graph_in_pieces_is_that_of_its_pieces) {
  trial t = grid(30, 30);
  const std::uint32_t shift = t.vertices;
  const auto edges = t.edges;
  for (const auto& e : edges) t.edges.push_back({e.u + shift, e.v + shift, e.weight});
  t.vertices *= 2;
  const stored_graph g = store(t);
  options o = parts(6);
  o.contiguous = true;
  const result r = partition::divide(g.view(), o);
  EXPECT_EQ(used(r).size(), 6U);
  EXPECT_LE(components(g, r.part), 7U);
}

TEST(constraints, a_constraint_without_weight_is_always_met) {
  stored_graph g = with_weights(store(grid(30, 30)), 2);
  for (std::size_t i = 1; i < g.vertex_weight.size(); i += 2) g.vertex_weight[i] = 0;
  options o = parts(4);
  o.constraints = 2;
  const result r = partition::divide(g.view(), o);
  EXPECT_TRUE(r.balanced);
  EXPECT_EQ(used(r).size(), 4U);
}

TEST(constraints, limits_that_fixed_groups_exceed_are_raised) {
  const stored_graph g = store(path(20));
  std::vector<std::int32_t> fixed(20, -1), group(20, -1);
  for (std::uint32_t v = 0; v != 12; ++v) group[v] = static_cast<std::int32_t>(v / 6);
  fixed[2] = fixed[8] = 0;
  options o;
  o.parts = 2;
  o.run.backend = backend::cpu;
  o.fixed = fixed;
  o.group = group;
  const result r = partition::divide(g.view(), o);
  EXPECT_EQ(r.cut, 1);
  EXPECT_EQ(r.part_weight, (std::vector<std::int64_t>{12, 8}));
  EXPECT_GT(r.stats.levels, 0u);
  EXPECT_GT(r.stats.initial_ms, 0);
}

TEST(constraints, targets_differ_by_constraint) {
  stored_graph g = with_weights(store(grid(50, 50)), 2);
  for (std::uint32_t v = 0; v != g.vertices; ++v) g.vertex_weight[2 * v + 1] = v < g.vertices / 2 ? 5 : 1;
  options o = parts(3);
  o.constraints = 2;
  o.target = {0.5f, 0.3f, 0.3f, 0.3f, 0.2f, 0.4f};
  o.imbalance = {1.05f, 1.05f};
  for (const scheme s : {scheme::kway, scheme::recursive}) {
    o.scheme = s;
    const result r = partition::divide(g.view(), o);
    EXPECT_LE(r.balance, 1.15) << "METIS's: 1.10 and 1.18";
  }
}

TEST(strays, join_an_adjacent_part_within_its_limit) {
  const stored_graph g = store(grid(30, 30));
  std::vector<std::uint32_t> part(g.vertices);
  for (std::uint32_t v = 0; v != g.vertices; ++v) part[v] = v / 300;
  part[45] = part[46] = 2;  // within part 0
  const std::vector<std::uint32_t> before = part;
  options o = parts(3);
  o.run.threads = 2;
  cpu_exec exec(2);
  const std::vector<std::int64_t> wide{310, 310, 310}, tight{298, 300, 302};
  partition::join_strays(exec, g.view(), o, wide, 1, {}, part);
  EXPECT_EQ(components(g, part), 3U);
  EXPECT_EQ(part[45], 0U);
  EXPECT_EQ(part[46], 0U);
  part = before;
  partition::join_strays(exec, g.view(), o, tight, 1, {}, part);
  std::vector<std::int64_t> weight(3, 0);
  for (const std::uint32_t p : part) ++weight[p];
  for (std::uint32_t p = 0; p != 3; ++p) EXPECT_LE(weight[p], tight[p]);
}

// Vertices of part 2 within part 0, which is full. With part 1 full too, what leaves part 0 has to pass through it.
TEST(strays, that_fit_nowhere_get_capacity_by_shifts_between_full_parts) {
  for (const bool large : {false, true})
    for (const bool second_full : {false, true}) {
      const std::uint32_t width = large ? 60 : 30, third = width * width / 3;
      const stored_graph g = store(grid(width, width));
      std::vector<std::uint32_t> part(g.vertices);
      for (std::uint32_t v = 0; v != g.vertices; ++v) part[v] = v / third;
      part[width + 15] = part[width + 16] = 2;
      cpu_exec exec(2);
      const std::int64_t most = third;
      const std::vector<std::int64_t> limit{most - 2, second_full ? most : most + 2, most + 2};
      partition::join_strays(exec, g.view(), parts(3), limit, 1, {}, part);
      EXPECT_EQ(components(g, part), 3U) << large << second_full;
      std::vector<std::int64_t> weight(3, 0);
      for (const std::uint32_t p : part) ++weight[p];
      for (std::uint32_t p = 0; p != 3; ++p) EXPECT_LE(weight[p], limit[p]);
    }
}

TEST(strays, without_capacity_anywhere_they_remain) {
  const stored_graph g = store(grid(60, 60));
  std::vector<std::uint32_t> part(g.vertices);
  for (std::uint32_t v = 0; v != g.vertices; ++v) part[v] = v / 1200;
  part[75] = part[76] = 2;
  const std::vector<std::uint32_t> before = part;
  cpu_exec exec(2);
  const std::vector<std::int64_t> limit{1198, 1200, 1199};
  partition::join_strays(exec, g.view(), parts(3), limit, 1, {}, part);
  EXPECT_EQ(part, before);
}

TEST(strays, parts_of_meshes_are_connected) {
  for (const auto& [g, k] : {std::pair(store(grid(100, 100)), 64U), std::pair(store(grid(200, 60)), 150U)}) {
    options o = parts(k);
    o.run.threads = 1;
    const result r = partition::divide(g.view(), o);
    EXPECT_TRUE(r.balanced);
    EXPECT_EQ(components(g, r.part), k);
    for (const std::uint32_t threads : {2U, 16U}) {
      o.run.threads = threads;
      EXPECT_EQ(partition::divide(g.view(), o).part, r.part);
    }
  }
}

TEST(constraints, transactions_need_one_weight) {
  options o = parts(2);
  o.constraints = 2;
  o.refine_by = partition::synchronisation::transactions;
  const stored_graph g = with_weights(store(grid(5, 5)), 2);
  try {
    (void)partition::divide(g.view(), o);
    FAIL() << "divided";
  } catch (const error& e) {
    EXPECT_EQ(std::string(e.what()), "transactions (stm) support one weight per vertex, found 2");
  }
}

// What kway_partition keeps up to date, counted from scratch.
struct recount {
  weight cut = 0, nets = 0;
  std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
  recount(const wide_graph& g, const std::vector<std::int32_t>& size, const kway_partition& p) {
    for (std::uint32_t v = 0; v != g.vertices(); ++v) {
      std::set<std::uint32_t> around;
      for (std::uint64_t e = g.begin[v]; e != g.begin[v + 1]; ++e) {
        const std::uint32_t a = p.part(v), b = p.part(g.to[e]);
        if (a == b) continue;
        if (v < g.to[e]) cut += g.edge_weight[e];
        pairs.insert({std::min(a, b), std::max(a, b)});
        around.insert(b);
      }
      nets += size[v] * row_of(p.rules.objective).weights().cost(static_cast<weight>(around.size()));
    }
  }
};

TEST(kway_partition, moves_change_what_gains_say) {
  std::mt19937 random(3);
  constexpr std::size_t objectives = std::size(partition::objectives);
  for (std::size_t round = 0; round != 8 * objectives; ++round) {
    const auto goal = static_cast<objective>(round % objectives);
    trial t = round / objectives % 2 == 0 ? grid(9, 8) : rmat(6, 4, round);
    const stored_graph stored = store(t);
    wide_graph g;
    g.begin = stored.begin;
    g.to = stored.to;
    g.edge_weight.assign(g.to.size(), 1);
    for (std::uint32_t v = 0; v != stored.vertices; ++v)
      for (std::uint64_t e = g.begin[v]; e != g.begin[v + 1]; ++e) g.edge_weight[e] = 1 + (v + g.to[e]) % 5;
    g.constraints = 2;
    std::vector<std::int32_t> size(stored.vertices);
    for (std::uint32_t v = 0; v != stored.vertices; ++v) {
      g.vertex_weight.push_back(1 + v % 3);
      g.vertex_weight.push_back(v % 4);
      size[v] = static_cast<std::int32_t>(v % 5);
    }
    const std::uint32_t k = 5;
    std::vector<std::uint32_t> part(stored.vertices);
    for (auto& p : part) p = static_cast<std::uint32_t>(random() % k);
    std::vector<std::int64_t> limit(std::size_t{2} * k, 20);
    const std::vector<weight> scale{1, 3};
    kway_partition p(g, {limit, scale, goal, size, false, true}, part);
    kway_partition all(g, {limit, scale, goal, size}, part);
    for (int i = 0; i != 200; ++i) {
      const auto v = static_cast<std::uint32_t>(random() % stored.vertices);
      std::map<std::uint32_t, weight> gains;
      all.for_each_gain(v, [&](std::uint32_t q, weight gain) { gains[q] = gain; });
      const auto to = static_cast<std::uint32_t>(random() % k);
      if (to == p.part(v)) continue;
      const weight cost = all.cost(), excess = p.excess(), relief = p.relief(v, to);
      const auto pairs = static_cast<std::int64_t>(p.connections());
      const std::int64_t added = p.added_connections(v, to);
      p.move(v, to);
      all.move(v, to);
      if (gains.count(to) != 0) {
        EXPECT_EQ(cost - all.cost(), gains[to]);
      }
      EXPECT_EQ(excess - p.excess(), relief);
      EXPECT_EQ(static_cast<std::int64_t>(p.connections()) - pairs, added);
      const recount now(g, size, p);
      EXPECT_EQ(p.cut(), now.cut);
      EXPECT_EQ(p.cost(), p.of_edges ? now.cut : 1024 * now.nets + now.cut);
      EXPECT_EQ(p.connections(), now.pairs.size());
    }
  }
}

TEST(kway_partition, a_vertex_that_holds_its_part_together_stays) {
  wide_graph g;  // a path of five: the middle one joins the others
  for (std::uint32_t v = 0; v != 5; ++v) {
    if (v != 0) g.to.push_back(v - 1);
    if (v != 4) g.to.push_back(v + 1);
    g.begin.push_back(g.to.size());
  }
  g.edge_weight.assign(g.to.size(), 1);
  g.vertex_weight.assign(5, 1);
  const std::vector<std::int64_t> limit{5, 5};
  kway_rules rules{limit};
  rules.contiguous = true;
  const kway_partition p(g, rules, {0, 0, 0, 0, 1});
  EXPECT_TRUE(p.may_leave(0));
  EXPECT_FALSE(p.may_leave(1));
  EXPECT_FALSE(p.may_leave(2));
  EXPECT_TRUE(p.may_leave(3));
  EXPECT_FALSE(p.may_leave(4)) << "its part would be empty";
  kway_partition apart(g, rules, {0, 1, 0, 0, 1});
  partition::connect_parts(apart);
  std::size_t changes = 0;
  for (std::uint32_t v = 0; v != 4; ++v) changes += apart.part(v) != apart.part(v + 1) ? 1 : 0;
  EXPECT_LE(changes, 1U) << "two connected parts of a path meet once";
}

}  // namespace
}  // namespace amorph::test
