// Components of parts that join others, in the core: components are counted anew by a search.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <vector>

#include "amorph/kernels/exec/cpu.hpp"
#include "partitioner/graph/footprint.hpp"
#include "partitioner/refinement/connect.hpp"
#include "test/partitioner/graph/random_trial.hpp"
#include "test/support/device.hpp"
#include "test/support/sanitized.hpp"

namespace amorph::test {
namespace {

using partition::connect_parts;
using partition::graph_view;
using partition::part_balance;

struct balanced {
  std::vector<std::int64_t> weight, target, limit;
  balanced(const stored_graph& g, const std::vector<std::uint32_t>& part, std::uint32_t parts)
      : weight(parts, 0), target(parts), limit(parts) {
    for (std::uint32_t v = 0; v != g.vertices; ++v) weight[part[v]] += g.vertex_weight.empty() ? 1 : g.vertex_weight[v];
    std::int64_t total = 0;
    for (const std::int64_t w : weight) total += w;
    for (std::uint32_t p = 0; p != parts; ++p) target[p] = total / parts + 1, limit[p] = target[p] * 11 / 10;
  }
  part_balance view() {
    return {weight.data(), target.data(), limit.data(), static_cast<std::uint32_t>(weight.size())};
  }
};

graph_view view_of(const stored_graph& g) {
  return {g.vertices, g.begin.data(), g.to.data(), g.vertex_weight.empty() ? nullptr : g.vertex_weight.data(),
          g.edge_weight.empty() ? nullptr : g.edge_weight.data()};
}

// Stripes with some vertices in the wrong part.
std::vector<std::uint32_t> stripes(std::uint32_t n, std::uint32_t parts, std::uint32_t wrong, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<std::uint32_t> part(n);
  for (std::uint32_t v = 0; v != n; ++v) part[v] = static_cast<std::uint32_t>(std::uint64_t{v} * parts / n);
  for (std::uint32_t i = 0; i != wrong; ++i) part[random() % n] = random() % parts;
  return part;
}

TEST(connect, strays_join_adjacent_parts_until_none_is_left) {
  for (std::uint32_t seed = 1; seed != (sanitized ? 4 : 40); ++seed) {
    std::mt19937 random(seed);
    stored_graph g = store(grid(20 + seed, 30));
    if (seed % 2 == 0)
      for (std::uint32_t v = 0; v != g.vertices; ++v)
        g.vertex_weight.push_back(static_cast<std::int32_t>(random() % 5));
    const std::uint32_t parts = 2 + seed % 7;
    const std::vector<std::uint32_t> given = stripes(g.vertices, parts, g.vertices / 40, seed);
    std::vector<std::uint32_t> first;
    for (const unsigned threads : {1u, 2u, 16u}) {
      cpu_exec exec(threads);
      std::vector<std::uint32_t> part = given;
      balanced b(g, part, parts);
      std::size_t left = components(g, part), passes = 0;
      for (;; ++passes) {
        const partition::strays_found found = connect_parts(exec, view_of(g), g.to.size(), b.view(), part.data());
        EXPECT_EQ(found.found, left - parts);
        if (found.moved == 0) break;
        const std::size_t now = components(g, part);
        EXPECT_LE(now, left - found.moved);  // one that moves may hold on to another
        left = now;
      }
      EXPECT_EQ(left, parts);
      EXPECT_GT(passes, 0U);
      EXPECT_EQ(b.weight, balanced(g, part, parts).weight);
      if (threads == 1) first = part;
      EXPECT_EQ(part, first) << threads << " threads";
    }
  }
}

TEST(connect, a_stray_prefers_capacity_then_the_strongest_connection) {
  // A path 0 1 ... 39, in which 22 is alone in part 0 (0 to 19) between parts 1 (20, 21) and 2 (23 to 39).
  constexpr std::uint32_t stray = 22;
  stored_graph g = store(path(40));
  std::vector<std::uint32_t> given(40, 0);
  given[20] = given[21] = 1;
  for (std::uint32_t v = stray + 1; v != 40; ++v) given[v] = 2;
  for (const std::uint32_t full : {1u, 2u, 3u}) {
    std::vector<std::uint32_t> part = given;
    balanced b(g, part, 3);
    for (std::uint32_t p = 0; p != 3; ++p) b.limit[p] = p == full ? b.weight[p] : 40;
    cpu_exec exec(1);
    const partition::strays_found found = connect_parts(exec, view_of(g), g.to.size(), b.view(), part.data());
    EXPECT_EQ(found.found, 1U);
    EXPECT_EQ(found.moved, 1U);
    EXPECT_EQ(part[stray], full == 1 ? 2U : 1U);
  }
}

TEST(connect, components_of_the_graph_stay) {
  trial two = grid(10, 10);
  two.vertices += 3;  // isolated
  const stored_graph g = store(two);
  std::vector<std::uint32_t> part(g.vertices, 0);
  for (std::uint32_t v = 50; v != 100; ++v) part[v] = 1;
  balanced b(g, part, 2);
  cpu_exec exec(2);
  const std::vector<std::uint32_t> before = part;
  const partition::strays_found found = connect_parts(exec, view_of(g), g.to.size(), b.view(), part.data());
  EXPECT_EQ(found.found, 3U);
  EXPECT_EQ(found.moved, 0U);
  EXPECT_EQ(part, before);
}

partition::options contiguous(std::uint32_t parts) {
  partition::options o;
  o.parts = parts;
  o.contiguous = true;
  o.preset = partition::preset::fast;  // without the host's searches
  o.run.backend = backend::cpu;
  o.run.threads = 1;
  return o;
}

TEST(connect, the_core_alone_ends_in_connected_parts) {
  for (const stored_graph& g : {store(grid(150, 150)), store(grid(25, 25, 25))})
    for (const std::uint32_t parts : {7u, 60u}) {
      partition::options o = contiguous(parts);
      const partition::result r = partition::divide(g.view(), o);
      EXPECT_EQ(components(g, r.part), parts);
      EXPECT_TRUE(r.balanced);
      for (const unsigned threads : {2u, 16u}) {
        o.run.threads = threads;
        EXPECT_EQ(partition::divide(g.view(), o).part, r.part) << threads << " threads";
      }
      if (sanitized) return;
    }
}

// Joining the strays of such graphs one by one cost half the cut again.
TEST(connect, a_graph_without_locality_keeps_its_cut) {
  trial t = rmat(sanitized ? 10 : 14, 8, 3);
  for (std::uint32_t v = 1; v < t.vertices; ++v) t.edges.push_back({v / 2, v});  // connects all
  const stored_graph g = store(t);
  partition::options o = contiguous(8);
  o.run.threads = 2;
  const partition::result connected = partition::divide(g.view(), o);
  o.contiguous = false;
  const partition::result any = partition::divide(g.view(), o);
  const double metis = 85722;  // METIS 5.1's cut with -contig of the larger graph
  EXPECT_LE(static_cast<double>(connected.cut), sanitized ? 1.4 * static_cast<double>(any.cut) : metis);
}

TEST(connect, too_many_strays_stay) {
  const stored_graph g = store(grid(30, 30));
  std::vector<std::uint32_t> part(g.vertices);
  for (std::uint32_t v = 0; v != g.vertices; ++v) part[v] = (v + v / 30) % 2;
  const std::vector<std::uint32_t> before = part;
  balanced b(g, part, 2);
  cpu_exec exec(2);
  const partition::strays_found found = connect_parts(exec, view_of(g), g.to.size(), b.view(), part.data());
  EXPECT_EQ(found.found, g.vertices - 2);
  EXPECT_EQ(found.moved, 0U);
  EXPECT_EQ(part, before);
}

TEST(connect_cuda, gives_the_partition_of_the_cpu) {
  AMORPH_NEEDS_DEVICE();
  for (const stored_graph& g : {store(grid(150, 150)), store(grid(25, 25, 25)), store(rmat(13, 8, 3))})
    for (const std::uint32_t parts : {7u, 60u}) {
      partition::options o = contiguous(parts);
      const partition::result cpu = partition::divide(g.view(), o);
      o.run.backend = backend::cuda;
      const partition::result device = partition::divide(g.view(), o);
      EXPECT_EQ(device.part, cpu.part);
      EXPECT_NE(device.stats.backend_name, cpu.stats.backend_name);
    }
}

// Nine tenths of what a run takes that keeps no arcs of the finest level beside the coarser ones.
std::uint64_t too_little(const stored_graph& g, partition::options o) {
  const std::uint32_t weights = o.constraints > 1 ? o.constraints : g.vertex_weight.empty() ? 0 : 1;
  const partition::footprint needs{g.vertices, g.to.size(), !g.edge_weight.empty(), weights, o.contiguous};
  o.run.memory_limit = needs.in_memory() + 4 * g.to.size();
  return partition::divide(g.view(), o).stats.peak_bytes / 10 * 9;
}

// What does not fit the device is read from host memory: the same partition within less memory.
TEST(stream_cuda, gives_the_partition_of_the_cpu_in_less_memory) {
  AMORPH_NEEDS_DEVICE();
  trial heavy = grid(40, 40, 40);
  heavy.edge_weights = true;
  for (auto& e : heavy.edges) e.weight = static_cast<std::int32_t>(1 + (e.u * 7 + e.v) % 50);
  for (const stored_graph& g : {store(rmat(15, 24, 3)), store(heavy)}) {
    partition::options o = contiguous(16);
    o.contiguous = false;
    o.preset = partition::preset::standard;
    const partition::result cpu = partition::divide(g.view(), o);
    o.run.backend = backend::cuda;
    EXPECT_EQ(partition::divide(g.view(), o).part, cpu.part);
    o.run.memory_limit = too_little(g, o);
    const partition::result streamed = partition::divide(g.view(), o);
    EXPECT_EQ(streamed.part, cpu.part);
    EXPECT_NE(streamed.stats.remark.find("host memory"), std::string::npos) << streamed.stats.remark;
    EXPECT_LE(streamed.stats.peak_bytes, o.run.memory_limit);
  }
}

TEST(stream_cuda, constraints_and_the_volume_do_not_change_it) {
  AMORPH_NEEDS_DEVICE();
  stored_graph g = store(grid(40, 40, 40));
  const auto streams = [&](partition::options o) {
    const partition::result cpu = partition::divide(g.view(), o);
    o.run.backend = backend::cuda;
    o.run.memory_limit = too_little(g, o);
    const partition::result streamed = partition::divide(g.view(), o);
    EXPECT_EQ(streamed.part, cpu.part);
    EXPECT_NE(streamed.stats.remark.find("host memory"), std::string::npos) << streamed.stats.remark;
    EXPECT_LE(streamed.stats.peak_bytes, o.run.memory_limit);
  };
  partition::options o = contiguous(16);
  streams(o);
  o.contiguous = false;
  o.objective = partition::objective::volume;
  streams(o);
  o.objective = partition::objective::cut;
  o.constraints = 2;
  for (std::uint32_t v = 0; v != g.vertices; ++v) {
    g.vertex_weight.push_back(1 + static_cast<std::int32_t>(v % 7));
    g.vertex_weight.push_back(static_cast<std::int32_t>(v % 3));
  }
  streams(o);
}

}  // namespace
}  // namespace amorph::test
