// divide() as a whole: random netlists, known optima, limits, what it refuses.
#include "partitioner/hypergraph/partition.hpp"

#include <gtest/gtest.h>

#include <string>

#include "amorph/kernels/base/error.hpp"
#include "test/partitioner/hypergraph/random_netlist.hpp"
#include "test/support/sanitized.hpp"
#include "tools/checkers/netlist_check.hpp"

namespace amorph::test {
namespace {

using hypergraph::objective;

check::netlist_figures count(const random_netlist& n, std::uint32_t parts, const std::vector<std::uint32_t>& part) {
  const auto or_null = [](const auto& a) { return a.empty() ? nullptr : a.data(); };
  return check::count_netlist({n.vertices, n.nets(), n.begin.data(), n.pin.data(), or_null(n.net_weight),
                               or_null(n.vertex_weight), or_null(n.fixed)},
                              parts, part.data());
}

void expect_sound(const random_netlist& n, const hypergraph::options& o, const hypergraph::result& r) {
  ASSERT_EQ(r.part.size(), n.vertices);
  for (const std::uint32_t p : r.part) ASSERT_LT(p, o.parts);
  const check::netlist_figures f = count(n, o.parts, r.part);
  EXPECT_EQ(f.cut, r.measured.cut);
  EXPECT_EQ(f.km1, r.measured.km1);
  EXPECT_EQ(f.soed, r.measured.soed);
  EXPECT_EQ(f.cut_nets, r.measured.cut_nets);
  EXPECT_EQ(f.part_weight, r.measured.part_weight);
  EXPECT_EQ(f.misplaced, 0u);
  const std::vector<std::int64_t> most = hypergraph::maximum_weights(n.view(), o);
  for (std::uint32_t p = 0; p != o.parts; ++p) EXPECT_LE(f.part_weight[p], most[p]);
  EXPECT_TRUE(r.balanced);
}

TEST(hypergraph, random_netlists) {
  for (std::uint64_t seed = 0; seed < 24; seed += sanitized ? 5 : 1) {
    SCOPED_TRACE(seed);
    const std::uint32_t size = static_cast<std::uint32_t>(seed) * (sanitized ? 2 : 5);
    random_netlist n(60 + 5 * size, 90 + 8 * size, seed % 2 == 1, seed);
    hypergraph::options o;
    constexpr std::uint32_t parts[] = {2, 3, 4, 7, 16, 1};
    o.parts = parts[seed % 6];
    o.objective = static_cast<objective>(seed % 3);
    o.preset = seed % 4 == 0 ? hypergraph::preset::fast : hypergraph::preset::standard;
    o.imbalance = 0.1;
    o.seed = seed;
    if (seed % 3 == 0 && o.parts != 1) {
      n.fixed.assign(n.vertices, -1);
      for (std::uint32_t v = 0; v < n.vertices; v += 17) n.fixed[v] = static_cast<std::int32_t>(v % o.parts);
      o.fixed = n.fixed;
    }
    o.run.threads = 1;
    const hypergraph::result one = hypergraph::divide(n.view(), o);
    expect_sound(n, o, one);
    o.run.threads = 3;
    EXPECT_EQ(hypergraph::divide(n.view(), o).part, one.part);
  }
}

// Two halves that one net joins.
TEST(hypergraph, finds_a_bridge) {
  random_netlist n(400, 0, false, 0);
  for (std::uint32_t v = 0; v != 400; ++v) {
    const std::uint32_t half = v < 200 ? 0 : 200;
    n.add_net({v, half + (v + 1) % 200, half + (v + 7) % 200});
  }
  n.add_net({3, 333, 350});
  for (const objective what : {objective::cut, objective::km1, objective::soed}) {
    hypergraph::options o;
    o.objective = what;
    o.imbalance = 0;
    const hypergraph::result r = hypergraph::divide(n.view(), o);
    EXPECT_EQ(r.measured.cut, 1);
    EXPECT_EQ(r.measured.of(what), what == objective::soed ? 2 : 1);
  }
}

TEST(hypergraph, minimum_weights_are_kept) {
  const random_netlist n(300, 500, false, 4);
  hypergraph::options o;
  o.parts = 4;
  o.maximum = {150, 150, 150, 150};
  o.minimum = {60, 60, 60, 60};
  const hypergraph::result r = hypergraph::divide(n.view(), o);
  EXPECT_TRUE(r.balanced);
  for (const std::int64_t w : r.measured.part_weight) EXPECT_GE(w, 60);
}

TEST(hypergraph, more_runs_are_no_worse) {
  const random_netlist n(500, 800, false, 5);
  hypergraph::options o;
  o.parts = 4;
  o.preset = hypergraph::preset::fast;
  const std::int64_t one = hypergraph::divide(n.view(), o).measured.km1;
  o.runs = 4;
  EXPECT_LE(hypergraph::divide(n.view(), o).measured.km1, one);
}

// Macros that nets want together, one to a part by their weight.
// The gains of all moves would take 361 kB: half of the limit is less. In three vertices a part, little fits.
TEST(hypergraph, many_parts_within_little_memory) {
  random_netlist n(300, 1, false, 7);
  for (std::uint32_t v = 0; v != 300; ++v) {
    n.add_net({v, (v + 1) % 300});
    n.add_net({v, (v + 2) % 300, (v + 17) % 300});
  }
  hypergraph::options o;
  o.parts = 100;
  o.imbalance = 0.01;
  const hypergraph::result free = hypergraph::divide(n.view(), o);
  o.run.memory_limit = 256 << 10;
  const hypergraph::result bounded = hypergraph::divide(n.view(), o);
  expect_sound(n, o, bounded);
  EXPECT_LE(static_cast<double>(bounded.measured.km1), 1.1 * static_cast<double>(free.measured.km1));
}

TEST(hypergraph, heavy_vertices_are_spread) {
  random_netlist n(164, 300, false, 6);
  n.vertex_weight.assign(164, 1);
  for (std::uint32_t v = 0; v != 4; ++v) n.vertex_weight[v] = 60;
  for (int i = 0; i != 50; ++i) n.add_net({0, 1, 2, 3});
  hypergraph::options o;
  o.parts = 4;
  o.imbalance = 0.05;
  expect_sound(n, o, hypergraph::divide(n.view(), o));
}

// A net of all vertices, and a vertex of all nets.
TEST(hypergraph, large_nets_and_vertices) {
  random_netlist n(sanitized ? 1500 : 5000, 0, false, 0);
  std::vector<std::uint32_t> all;
  for (std::uint32_t v = 0; v != n.vertices; ++v) {
    all.push_back(v);
    n.add_net({0, v, (v + 1) % n.vertices});
  }
  n.add_net(all);
  hypergraph::options o;
  o.parts = 3;
  expect_sound(n, o, hypergraph::divide(n.view(), o));
}

std::string refusal(const random_netlist& n, const hypergraph::options& o) {
  try {
    (void)hypergraph::divide(n.view(), o);
  } catch (const error& e) {
    EXPECT_EQ(e.code(), status::bad_input);
    return e.what();
  }
  return "nothing";
}

TEST(hypergraph, refuses_what_cannot_be) {
  random_netlist n(10, 20, true, 1);
  n.vertex_weight.assign(10, 1);
  hypergraph::options o;
  o.parts = 1048577;
  EXPECT_EQ(refusal(n, o), "number of parts: expected at most 1048576 for 10 vertices, found 1048577");
  o.parts = 2;
  n.vertex_weight[4] = 100;
  EXPECT_EQ(refusal(n, o), "vertex 5 weighs 100, more than a part may weigh (56): allow more imbalance");
  n.vertex_weight[4] = 1;
  o.maximum = {4, 5};
  EXPECT_EQ(refusal(n, o), "the parts may weigh 9 in all, less than the vertices' 10");
  o.maximum = {};
  n.fixed.assign(10, 1);
  o.fixed = n.fixed;
  EXPECT_EQ(refusal(n, o), "the vertices fixed in part 1 weigh 10, more than the part may weigh (5)");
  n.fixed[0] = 2;
  EXPECT_EQ(refusal(n, o), "vertex 1 is fixed in part 2 of 2");
}

}  // namespace
}  // namespace amorph::test
