// Refinement by the executor: the same partition on any number of threads and on the device, figures as an independent
// checker counts them, limits; and what it brings.
#include <gtest/gtest.h>

#include "amorph/kernels/random/hash.hpp"
#include "partitioner/hypergraph/partition.hpp"
#include "test/partitioner/hypergraph/random_netlist.hpp"
#include "test/support/device.hpp"
#include "test/support/sanitized.hpp"
#include "test/support/whole.hpp"
#include "tools/checkers/netlist_check.hpp"

namespace amorph::test {
namespace {

using hypergraph::objective;

// Netlist and options of a seed; all levels are refined by the executor.
struct trial {
  random_netlist n;
  hypergraph::options o;

  explicit trial(std::uint64_t seed)
      : n(200 + 60 * static_cast<std::uint32_t>(seed), 300 + 90 * static_cast<std::uint32_t>(seed), seed % 2 == 1,
          seed) {
    constexpr std::uint32_t parts[] = {2, 3, 4, 7, 16, 40};
    o.parts = parts[seed % 6];
    o.objective = static_cast<objective>(seed % 3);
    o.preset = seed % 4 == 0 ? hypergraph::preset::standard : hypergraph::preset::fast;
    o.imbalance = seed % 5 == 0 ? 0.03 : 0.1;
    o.seed = seed;
    o.largest_on_host = 0;
    if (seed % 3 != 0) return;
    n.fixed.assign(n.vertices, -1);
    for (std::uint32_t v = 0; v < n.vertices; v += 17) n.fixed[v] = static_cast<std::int32_t>(v % o.parts);
  }
  hypergraph::result run(backend where, unsigned threads) {
    o.fixed = n.fixed;
    o.run.backend = where;
    o.run.threads = threads;
    return hypergraph::divide(n.view(), o);
  }
};

void expect_sound(const trial& t, const hypergraph::result& r) {
  const auto or_null = [](const auto& a) { return a.empty() ? nullptr : a.data(); };
  const check::netlist_figures f =
      check::count_netlist({t.n.vertices, t.n.nets(), t.n.begin.data(), t.n.pin.data(), or_null(t.n.net_weight),
                            or_null(t.n.vertex_weight), or_null(t.n.fixed)},
                           t.o.parts, r.part.data());
  EXPECT_EQ(f.cut, r.measured.cut);
  EXPECT_EQ(f.km1, r.measured.km1);
  EXPECT_EQ(f.soed, r.measured.soed);
  EXPECT_EQ(f.misplaced, 0u);
  const std::vector<std::int64_t> most = hypergraph::maximum_weights(t.n.view(), t.o);
  for (std::uint32_t p = 0; p != t.o.parts; ++p) EXPECT_LE(f.part_weight[p], most[p]);
}

TEST(hypergraph_refine, the_same_on_any_number_of_threads) {
  for (std::uint64_t seed = 0; seed < 7; seed += sanitized ? 5 : 1) {
    SCOPED_TRACE(seed);
    trial t(seed);
    const hypergraph::result one = t.run(backend::cpu, 1);
    expect_sound(t, one);
    EXPECT_EQ(t.run(backend::cpu, seed % 6 == 0 ? 16 : 3).part, one.part);
  }
}

// The two nets of most pins have counters instead of lists; vertex 0 is in many nets.
random_netlist with_large_nets() {
  random_netlist n(sanitized ? 1600 : 2000, sanitized ? 1200 : 2400, false, 3);
  std::vector<std::uint32_t> all, some;
  for (std::uint32_t v = 0; v != n.vertices; ++v) {
    all.push_back(v);
    if (v % 3 == 0) some.push_back(v);
    if (v % 8 == 0) n.add_net({0, v + 1, (v + 9) % n.vertices});
  }
  n.add_net(all);
  n.add_net(some);
  return n;
}

TEST(hypergraph_refine, large_nets_and_vertices) {
  trial t(1);
  t.n = with_large_nets();
  for (const std::uint32_t parts : {3u, 12u}) {
    if (sanitized && parts != 3) continue;
    t.o.parts = parts;
    const hypergraph::result one = t.run(backend::cpu, 1);
    expect_sound(t, one);
    EXPECT_EQ(t.run(backend::cpu, 3).part, one.part);
  }
}

// A ring, from a random start.
TEST(hypergraph_refine, improves_a_partition) {
  random_netlist n(2000, 0, false, 0);
  for (std::uint32_t v = 0; v != n.vertices; ++v) n.add_net({v, (v + 1) % n.vertices, (v + 2) % n.vertices});
  std::vector<std::int32_t> start(n.vertices);
  for (std::uint32_t v = 0; v != n.vertices; ++v) start[v] = static_cast<std::int32_t>(hash(v) % 2);
  hypergraph::options o;
  o.start = start;
  o.vcycles = 0;
  o.largest_on_host = 0;
  const std::vector<std::uint32_t> before(start.begin(), start.end());
  const std::int64_t at_first = hypergraph::measure(n.view(), 2, before).km1;
  const hypergraph::result r = hypergraph::divide(n.view(), o);
  EXPECT_TRUE(r.balanced);
  EXPECT_LT(r.measured.km1, at_first / 3);
}

TEST(hypergraph_refine, keeps_minimum_weights) {
  trial t(1);
  t.o.parts = 4;
  const std::int64_t total =
      hypergraph::measure(t.n.view(), 1, std::vector<std::uint32_t>(t.n.vertices)).part_weight[0];
  t.o.maximum.assign(4, total / 2);
  t.o.minimum.assign(4, total / 5);
  const hypergraph::result r = t.run(backend::cpu, 2);
  EXPECT_TRUE(r.balanced);
  for (const std::int64_t w : r.measured.part_weight) EXPECT_GE(w, total / 5);
}

void expect_the_partition_of_the_cpu(trial t) {
  const hypergraph::result there = t.run(backend::cuda, 1);
  expect_sound(t, there);
  EXPECT_EQ(there.part, t.run(backend::cpu, 2).part);
  EXPECT_EQ(there.stats.backend_name.rfind("cuda", 0), 0u) << there.stats.backend_name;
}
TEST(hypergraph_cuda, gives_the_partition_of_the_cpu) {
  AMORPH_NEEDS_DEVICE();
  for (std::uint64_t seed = 0; seed != (all_cases() ? 36 : 18); ++seed) {
    SCOPED_TRACE(seed);
    expect_the_partition_of_the_cpu(trial(seed));
  }
}
TEST(hypergraph_cuda, refines_small_levels_on_the_host) {
  AMORPH_NEEDS_DEVICE();
  for (std::uint64_t seed = 0; seed != 12; ++seed) {
    SCOPED_TRACE(seed);
    trial t(seed);
    t.o.largest_on_host = seed % 2 == 0 ? -1 : 1000;
    expect_the_partition_of_the_cpu(std::move(t));
  }
}
TEST(hypergraph_cuda, large_nets_and_vertices) {
  AMORPH_NEEDS_DEVICE();
  for (const std::uint32_t parts : {2u, 12u, 600u}) {
    trial t(1);
    t.n = with_large_nets();
    t.o.parts = parts;
    expect_the_partition_of_the_cpu(std::move(t));
  }
}

}  // namespace
}  // namespace amorph::test
