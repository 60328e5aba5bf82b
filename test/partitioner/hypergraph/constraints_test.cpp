// Individual sizes, several weights, groups, partitions to improve and costs of moves, recounted by the checker.
#include <gtest/gtest.h>

#include <string>

#include "amorph/kernels/base/error.hpp"
#include "partitioner/hypergraph/balance.hpp"
#include "partitioner/hypergraph/partition.hpp"
#include "test/partitioner/hypergraph/random_netlist.hpp"
#include "test/support/sanitized.hpp"
#include "tools/checkers/netlist_check.hpp"

namespace amorph::test {
namespace {

check::netlist_figures count(const hypergraph::netlist& n, const hypergraph::options& o,
                             const std::vector<std::uint32_t>& part) {
  const auto or_null = [](const auto& a) { return a.empty() ? nullptr : a.data(); };
  return check::count_netlist(
      {n.vertices, n.nets, n.net_begin.data(), n.pin.data(), or_null(n.net_weight), or_null(n.vertex_weight),
       or_null(o.fixed), n.dimensions, or_null(o.group), or_null(o.start)},
      o.parts, part.data());
}

// Partitions on one and on three threads, which must agree, and recounts.
hypergraph::result solve(const hypergraph::netlist& n, hypergraph::options o) {
  o.run.threads = 1;
  const hypergraph::result one = hypergraph::divide(n, o);
  o.run.threads = 3;
  EXPECT_EQ(hypergraph::divide(n, o).part, one.part);
  const check::netlist_figures f = count(n, o, one.part);
  EXPECT_EQ(f.cut, one.measured.cut);
  EXPECT_EQ(f.km1, one.measured.km1);
  EXPECT_EQ(f.part_weight, one.measured.part_weight);
  EXPECT_EQ(f.misplaced, 0u);
  EXPECT_EQ(f.separated, 0u);
  EXPECT_EQ(f.moved, one.moved);
  const std::vector<std::int64_t> most = hypergraph::maximum_weights(n, o);
  for (std::size_t i = 0; i != most.size(); ++i) EXPECT_LE(f.part_weight[i], most[i]) << i;
  EXPECT_TRUE(one.balanced);
  return one;
}

std::string refusal(const hypergraph::netlist& n, const hypergraph::options& o) {
  try {
    (void)hypergraph::divide(n, o);
  } catch (const error& e) {
    EXPECT_EQ(e.code(), status::bad_input);
    return e.what();
  }
  return "nothing";
}

TEST(hypergraph_constraints, individual_shares) {
  constexpr std::uint32_t tenth = sanitized ? 20 : 100;
  const random_netlist n(10 * tenth, 18 * tenth, false, 1);
  hypergraph::options o;
  o.parts = 3;
  o.share = {6, 3, 1};
  const hypergraph::result r = solve(n.view(), o);
  EXPECT_GT(r.measured.part_weight[0], 5 * tenth);
  EXPECT_LE(r.measured.part_weight[2], tenth + (tenth * 3 + 99) / 100);
  o.share = {6, 3, 0};
  EXPECT_EQ(refusal(n.view(), o), "expected a share above 0 for each part, found 0.000000");
}

TEST(hypergraph_constraints, shares_bound_bisections) {
  const random_netlist n(1000, 10, false, 1);
  const hypergraph::part_bounds b = hypergraph::bounds_of_bisections(n.view(), 2, 5, {3, 1});
  EXPECT_EQ(b.minimum, (std::vector<std::int64_t>{700, 200}));
  EXPECT_EQ(b.maximum, (std::vector<std::int64_t>{800, 300}));
}

TEST(hypergraph_constraints, minimum_weights_that_cannot_be) {
  const random_netlist n(100, 150, false, 2);
  hypergraph::options o;
  o.maximum = {60, 60};
  o.minimum = {40, 61};
  EXPECT_EQ(refusal(n.view(), o), "part 1: the minimum weight, 61, exceeds the maximum, 60");
  o.minimum = {55, 55};
  EXPECT_EQ(refusal(n.view(), o), "the minimum weights of the parts sum to 110, more than the vertices' 100");
}

TEST(hypergraph_constraints, several_weights) {
  for (const std::uint32_t parts : {2u, 5u}) {
    constexpr std::uint32_t third = sanitized ? 40 : 400;
    random_netlist n(3 * third, 5 * third, false, parts);
    // The second weight is on a third of the vertices, which are together; the third is the opposite of the first.
    for (std::uint32_t v = 0; v != n.vertices; ++v)
      for (const std::uint32_t w : {1 + v % 3, v < third ? 2u : 0u, 4 - v % 3})
        n.vertex_weight.push_back(static_cast<std::int32_t>(w));
    hypergraph::netlist view = n.view();
    view.dimensions = 3;
    hypergraph::options o;
    o.parts = parts;
    o.imbalance = 0.1;
    EXPECT_EQ(solve(view, o).measured.part_weight.size(), 3 * parts);
    o.fixed = n.fixed = std::vector<std::int32_t>(n.vertices, -1);
    n.fixed[7] = 1;
    o.fixed = n.fixed;
    (void)solve(view, o);
    n.vertex_weight[3 * 8 + 1] = 1000;
    view.vertex_weight = n.vertex_weight;
    EXPECT_NE(refusal(view, o).find("vertex 9 weighs 1000 in dimension 2, more than a part may weigh"),
              std::string::npos);
  }
}

TEST(hypergraph_constraints, groups_stay_together) {
  const random_netlist n(sanitized ? 240 : 900, sanitized ? 400 : 1500, true, 3);
  std::vector<std::int32_t> group(n.vertices, -1), fixed(n.vertices, -1), start(n.vertices);
  for (std::uint32_t v = 0; v < n.vertices; v += 3) group[v] = static_cast<std::int32_t>(1000 - v % 90);
  for (std::uint32_t v = 0; v != n.vertices; ++v) start[v] = static_cast<std::int32_t>(v % 4);
  fixed[3] = 2;
  hypergraph::options o;
  o.parts = 4;
  o.imbalance = 0.1;
  o.group = group;
  o.fixed = fixed;
  const hypergraph::result r = solve(n.view(), o);
  EXPECT_EQ(r.part[93], 2u);  // the group of 3
  o.start = start;
  EXPECT_GT(solve(n.view(), o).moved, 0u);
  fixed[93] = 1;
  EXPECT_EQ(refusal(n.view(), o), "vertex 94 is fixed in part 1, another vertex of its group in part 2");
}

TEST(hypergraph_constraints, groups_are_named_by_a_vertex) {
  const random_netlist n(30, 40, false, 3);
  std::vector<std::int32_t> group(n.vertices, -1);
  for (std::uint32_t v = 10; v != 30; ++v) group[v] = 1;
  hypergraph::options o;
  o.parts = 2;
  o.group = group;
  hypergraph::netlist from_0 = n.view();
  from_0.first = 0;
  EXPECT_EQ(refusal(from_0, o),
            "what stays with vertex 10 weighs 20, more than a part may weigh (15): allow more imbalance");
  o.parts = 12;  // one more than groups and vertices in none
  o.maximum.assign(12, 20);
  const hypergraph::result r = hypergraph::divide(from_0, o);
  EXPECT_TRUE(r.balanced);
  EXPECT_EQ(std::count(r.measured.part_weight.begin(), r.measured.part_weight.end(), 20), 1);
  EXPECT_EQ(std::count(r.measured.part_weight.begin(), r.measured.part_weight.end(), 1), 10);
}

TEST(hypergraph_constraints, fewer_vertices_than_parts_keep_the_limits) {
  random_netlist n(2, 0, false, 1);
  std::vector<std::int32_t> start{0, -1}, fixed{0, -1};
  n.vertex_weight = {1, 10};
  hypergraph::options o;
  o.parts = 3;
  o.maximum = {10, 1, 1};
  o.start = start;
  EXPECT_EQ(solve(n.view(), o).part[1], 0u);  // a lighter one was there
  start = {1, 0};
  EXPECT_EQ(solve(n.view(), o).moved, 0u);
  o.start = {};
  o.fixed = fixed;
  n.vertex_weight = {1, 9};
  EXPECT_EQ(solve(n.view(), o).part, (std::vector<std::uint32_t>{0, 0}));
}

TEST(hypergraph_constraints, improves_a_partition) {
  constexpr std::uint32_t quarter = sanitized ? 75 : 375;
  const random_netlist n(4 * quarter, 7 * quarter, false, 4);
  hypergraph::options o;
  o.parts = 4;
  o.objective = hypergraph::objective::cut;
  std::vector<std::int32_t> start(n.vertices);
  for (std::uint32_t v = 0; v != n.vertices; ++v) start[v] = static_cast<std::int32_t>(v / quarter);
  const std::vector<std::uint32_t> given(start.begin(), start.end());
  const std::int64_t before = hypergraph::measure(n.view(), 4, given).cut;
  o.start = start;
  o.preset = hypergraph::preset::fast;
  const std::int64_t flat = solve(n.view(), o).measured.cut;
  EXPECT_LT(flat, before);
  o.vcycles = 3;
  EXPECT_LE(solve(n.view(), o).measured.cut, flat);
  // From a partition in one part, with fixed vertices elsewhere.
  start.assign(n.vertices, 0);
  std::vector<std::int32_t> fixed(n.vertices, -1);
  fixed[0] = 3;
  o.fixed = fixed;
  (void)solve(n.view(), o);
}

TEST(hypergraph_constraints, moves_cost) {
  const random_netlist n(sanitized ? 400 : 1500, sanitized ? 700 : 2600, false, 5);
  hypergraph::options o;
  o.parts = 4;
  std::vector<std::int32_t> start, cost(n.vertices, 0);
  for (const std::uint32_t p : hypergraph::divide(n.view(), o).part) start.push_back(static_cast<std::int32_t>(p));
  for (std::uint32_t v = 0; v != n.vertices; v += 10) start[v] = -1;                 // new ones
  for (std::uint32_t v = 5; v < n.vertices; v += 50) start[v] = (start[v] + 1) % 4;  // misplaced ones
  o.start = start;
  o.move_cost = cost;
  o.preset = hypergraph::preset::quality;
  const std::uint32_t free = solve(n.view(), o).moved;
  cost.assign(n.vertices, 100);
  const std::uint32_t dear = solve(n.view(), o).moved;
  EXPECT_GT(free, sanitized ? 4u : 10u);
  EXPECT_LE(dear, 3u);
  o.start = {};
  EXPECT_EQ(refusal(n.view(), o), "costs of moves need a partition to improve");
  o.start = start;
  start[7] = 4;
  EXPECT_EQ(refusal(n.view(), o), "vertex 8 is in part 4 of 4");
}

}  // namespace
}  // namespace amorph::test
