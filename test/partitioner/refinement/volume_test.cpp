// Refinement for the communication volume in the core; the volume is counted anew.
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "amorph/kernels/exec/cpu.hpp"
#include "partitioner/graph/constraints/band.hpp"
#include "partitioner/refinement/several_balance.hpp"
#include "partitioner/refinement/volume.hpp"
#include "test/partitioner/graph/random_trial.hpp"
#include "test/support/device.hpp"
#include "test/support/sanitized.hpp"
#include "test/support/whole.hpp"

namespace amorph::test {
namespace {

using partition::graph_view;
using partition::objective;
using partition::part_balance;
using partition::several_balance;

std::int64_t volume_of(const stored_graph& g, const std::vector<std::uint32_t>& part) {
  std::int64_t sum = 0;
  for (std::uint32_t v = 0; v != g.vertices; ++v) {
    std::set<std::uint32_t> around{part[v]};
    for (std::uint64_t e = g.begin[v]; e != g.begin[v + 1]; ++e) around.insert(part[g.to[e]]);
    sum += (g.vertex_size.empty() ? 1 : g.vertex_size[v]) * static_cast<std::int64_t>(around.size() - 1);
  }
  return sum;
}

struct weighed_parts {
  std::uint32_t weights;
  std::vector<std::int64_t> weight, target, limit, scale, above;
  std::vector<std::int32_t> shares;
  graph_view graph;
  weighed_parts(const stored_graph& g, const std::vector<std::uint32_t>& part, std::uint32_t parts,
                std::uint32_t weights, double tolerance)
      : weights(weights),
        weight(std::size_t{parts} * weights, 0),
        scale(weights, 1),
        above(weights, 0),
        shares(g.vertices, 1),
        graph{g.vertices, g.begin.data(), g.to.data(), nullptr, nullptr} {
    if (!g.vertex_weight.empty()) graph.vertex_weight = weights == 1 ? g.vertex_weight.data() : shares.data();
    if (weights > 1) graph.weights = g.vertex_weight.data();
    graph.weights_per_vertex = weights;
    std::vector<std::int64_t> total(weights, 0);
    for (std::size_t i = 0; i != std::size_t{g.vertices} * weights; ++i) {
      const std::int64_t w = g.vertex_weight.empty() ? 1 : g.vertex_weight[i];
      weight[part[i / weights] * std::size_t{weights} + i % weights] += w;
      total[i % weights] += w;
    }
    for (std::size_t i = 0; i != weight.size(); ++i) {
      target.push_back(total[i % weights] / parts + 1);
      limit.push_back(static_cast<std::int64_t>(tolerance * static_cast<double>(target.back())));
    }
  }
  [[nodiscard]] std::uint32_t parts() const { return static_cast<std::uint32_t>(weight.size() / weights); }
  part_balance one() { return {weight.data(), target.data(), limit.data(), parts()}; }
  several_balance several() {
    return {weight.data(), target.data(), limit.data(), parts(), weights, scale.data(), above.data()};
  }
};

std::int64_t reduce(unsigned threads, const stored_graph& g, weighed_parts& b, std::uint32_t seed,
                    std::vector<std::uint32_t>& part) {
  cpu_exec exec(threads);
  const partition::tally_scratch<cpu_exec> tallies(exec, b.parts() + std::size_t{1});
  const std::int32_t* size = g.vertex_size.empty() ? nullptr : g.vertex_size.data();
  if (b.weights == 1)
    return partition::volume_refiner(exec, b.graph, size, b.one(), tallies.view(), part.data()).run(seed, 10);
  return partition::volume_refiner(exec, b.graph, size, b.several(), tallies.view(), part.data()).run(seed, 10);
}

TEST(volume, falls_by_the_gains_at_least_and_within_the_limits) {
  std::int64_t gained = 0;
  for (std::uint32_t seed = 1; seed != (sanitized ? 9 : 60); ++seed) {
    std::mt19937 random(seed);
    trial t = seed % 3 == 0 ? rmat(9, 6, seed) : seed % 3 == 1 ? grid(30, 20 + seed) : grid(9, 8, 7);
    const std::uint32_t weights = 1 + seed % 4 / 2, parts = seed % 5 == 0 ? 200 : 2 + seed % 9;
    if (seed % 2 == 0)
      for (std::uint32_t v = 0; v != t.vertices; ++v) t.vertex_size.push_back(static_cast<std::int32_t>(random() % 6));
    stored_graph g = store(t);
    if (weights > 1 || seed % 7 == 0)
      for (std::size_t i = 0; i != std::size_t{g.vertices} * weights; ++i)
        g.vertex_weight.push_back(static_cast<std::int32_t>(random() % 4));
    std::vector<std::uint32_t> given(g.vertices);
    for (std::uint32_t v = 0; v != g.vertices; ++v)
      given[v] =
          random() % 8 == 0 ? random() % parts : static_cast<std::uint32_t>(std::uint64_t{v} * parts / g.vertices);
    const double tolerance = seed % 4 == 0 ? 1.0 : 1.1;
    std::vector<std::uint32_t> first;
    for (const unsigned threads : {1U, 2U, 16U}) {
      std::vector<std::uint32_t> part = given;
      weighed_parts b(g, part, parts, weights, tolerance);
      const std::vector<std::int64_t> before = b.weight;
      const std::int64_t fallen = reduce(threads, g, b, seed, part);
      EXPECT_GE(fallen, 0);
      EXPECT_LE(volume_of(g, part), volume_of(g, given) - fallen) << "seed " << seed;
      EXPECT_EQ(b.weight, weighed_parts(g, part, parts, weights, tolerance).weight);
      for (std::size_t i = 0; i != b.weight.size(); ++i)
        EXPECT_LE(b.weight[i], std::max(before[i], b.limit[i])) << "seed " << seed;
      if (threads == 1) first = part;
      EXPECT_EQ(part, first) << threads << " threads";
      gained += fallen;
    }
  }
  EXPECT_GT(gained, 0);
}

// The tooth of part 1 in the middle of a row costs three neighbours and itself; a tooth at the end costs less.
TEST(volume, one_vertex_in_a_foreign_part_leaves_it_unless_the_others_are_full) {
  const stored_graph g = store(grid(9, 9));
  std::vector<std::uint32_t> given(g.vertices, 0);
  for (std::uint32_t v = 45; v != g.vertices; ++v) given[v] = 1;
  given[20] = 1;
  std::vector<std::uint32_t> part = given;
  weighed_parts b(g, part, 2, 1, 1.2);
  const std::int64_t fallen = reduce(1, g, b, 1, part);
  EXPECT_EQ(part[20], 0U);
  EXPECT_EQ(volume_of(g, given) - volume_of(g, part), fallen) << "exact where neighbourhoods are short";
  EXPECT_GE(fallen, 5);

  part = given;
  weighed_parts full(g, part, 2, 1, 1.2);
  full.limit = full.weight;
  EXPECT_EQ(reduce(2, g, full, 1, part), 0);
  EXPECT_EQ(part, given);
}

partition::options asked(std::uint32_t parts) {
  partition::options o;
  o.parts = parts;
  o.objective = objective::volume;
  o.run.backend = backend::cpu;
  return o;
}

// Above 2^22 vertices and adjacency entries the host's searches are left out.
TEST(volume_release, falls_in_large_graphs_too) {
  const stored_graph g = store(grid(1000, 900));
  partition::options o = asked(200);  // too many for the hypergraph partitioner
  const partition::result found = partition::divide(g.view(), o);
  EXPECT_TRUE(found.balanced);
  EXPECT_EQ(found.volume, volume_of(g, found.part));
  o.objective = objective::cut;
  EXPECT_LT(found.volume, partition::divide(g.view(), o).volume);
}

TEST(volume_cuda, gives_the_partition_of_the_cpu) {
  AMORPH_NEEDS_DEVICE();
  trial sized = grid(150, 140);
  for (std::uint32_t v = 0; v != sized.vertices; ++v)
    sized.vertex_size.push_back(static_cast<std::int32_t>(v % 11 == 0 ? 300000000 : v % 5));
  for (const stored_graph& plain : {store(sized), store(grid(25, 25, 25)), store(rmat(12, 8, 3))})
    for (const std::uint32_t parts : {7U, 60U})
      for (const std::uint32_t weights : {1U, 2U}) {
        if (weights == 2 && plain.vertices < 5000) continue;  // R-MAT: searches of the host that take minutes
        stored_graph g = plain;
        partition::options o = asked(parts);
        o.constraints = weights;
        o.imbalance.assign(weights, 1.05f);
        if (weights == 2)
          for (std::uint32_t i = 0; i != 2 * g.vertices; ++i) g.vertex_weight.push_back(1 + (i * 7919) % 5);
        for (const bool contiguous : {false, true}) {
          o.contiguous = contiguous;
          o.preset = partition::preset::fast;
          o.run.backend = backend::cpu;
          const partition::result cpu = partition::divide(g.view(), o);
          o.run.backend = backend::cuda;
          const partition::result device = partition::divide(g.view(), o);
          EXPECT_EQ(device.part, cpu.part) << parts << " parts, " << weights << " weights";
          EXPECT_NE(device.stats.backend_name, cpu.stats.backend_name);
        }
      }
}

// The steps themselves, without the host's searches behind them.
TEST(volume_cuda, large_graphs_end_as_on_the_cpu) {
  AMORPH_NEEDS_DEVICE();
  const stored_graph g = store(grid(100, 90, 80));
  for (const std::uint32_t parts : {8U, 200U}) {
    partition::options o = asked(parts);
    const partition::result cpu = partition::divide(g.view(), o);
    o.run.backend = backend::cuda;
    EXPECT_EQ(partition::divide(g.view(), o).part, cpu.part);
  }
}

// Graphs above the size for searches: few connections are sought near the boundaries.
TEST(connections_release, of_large_graphs_are_sought_near_the_boundaries) {
  const stored_graph g = store(grid(1000, 900));
  partition::options o = asked(48);
  o.objective = objective::cut;
  const partition::result any = partition::divide(g.view(), o);
  o.minimise_connections = true;
  const partition::result few = partition::divide(g.view(), o);
  EXPECT_TRUE(few.balanced);
  EXPECT_LE(connections(g, few.part), connections(g, any.part));
  EXPECT_LE(static_cast<double>(few.cut), 1.1 * static_cast<double>(any.cut));
  o.run.threads = 1;
  EXPECT_EQ(partition::divide(g.view(), o).part, few.part);
}

TEST(connections, a_remainder_too_heavy_for_the_band_is_refused) {
  stored_graph g = store(grid(60, 60));
  std::vector<std::uint32_t> part(g.vertices);
  for (std::uint32_t v = 0; v != g.vertices; ++v) part[v] = v < g.vertices / 2 ? 0 : 1;
  partition::options o = asked(2);
  o.objective = objective::cut;
  o.minimise_connections = true;
  cpu_exec exec(1);
  std::vector<std::uint32_t> found = part;
  const std::vector<std::int64_t> light{1900, 1900}, heavy{std::int64_t{1} << 40, std::int64_t{1} << 40};
  EXPECT_TRUE(finish_in_band(exec, g.view(), o, light, 1, {}, found));
  g.vertex_weight.assign(g.vertices, 2000000);
  found = part;
  EXPECT_FALSE(finish_in_band(exec, g.view(), o, heavy, 1, {}, found));
  EXPECT_EQ(found, part);
  found.assign(g.vertices, 0);
  EXPECT_FALSE(finish_in_band(exec, g.view(), o, heavy, 1, {}, found)) << "no boundary";
}

// Few connections are the host's: on a device, the partition of minimum cut comes from there.
TEST(connections_cuda, give_the_partition_of_the_cpu) {
  AMORPH_NEEDS_DEVICE();
  const auto same = [](const stored_graph& g, objective what) {
    partition::options o = asked(24);
    o.objective = what;
    o.minimise_connections = true;
    const partition::result cpu = partition::divide(g.view(), o);
    o.run.backend = backend::cuda;
    const partition::result device = partition::divide(g.view(), o);
    EXPECT_EQ(device.part, cpu.part);
    EXPECT_NE(device.stats.backend_name, cpu.stats.backend_name);
  };
  for (const objective what : {objective::cut, objective::volume}) {
    same(store(rmat(12, 8, 3)), what);
    if (all_cases() || what == objective::cut) same(store(grid(150, 150)), what);
    if (all_cases() || what == objective::volume) same(store(grid(25, 25, 25)), what);
  }
}

}  // namespace
}  // namespace amorph::test
