// Several weights per vertex, on graphs that are coarsened.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "partitioner/refinement/several_balance.hpp"
#include "test/partitioner/graph/random_trial.hpp"
#include "test/support/device.hpp"
#include "test/support/sanitized.hpp"
#include "test/support/whole.hpp"

namespace amorph::test {
namespace {

using partition::options;
using partition::part_balance;
using partition::result;
using partition::several_balance;

enum class kind { independent, sparse, regional };

stored_graph weighed(stored_graph g, std::uint32_t weights, kind of) {
  std::mt19937 random(11);
  g.vertex_weight.clear();
  for (std::uint32_t v = 0; v != g.vertices; ++v)
    for (std::uint32_t c = 0; c != weights; ++c) {
      const auto drawn = static_cast<std::int32_t>(random() % 10);
      const std::uint32_t region = 8 * std::uint64_t{v} / g.vertices;
      g.vertex_weight.push_back(of == kind::independent ? 1 + drawn
                                : of == kind::sparse    ? (drawn < 3 ? 1 : 0)
                                                        : static_cast<std::int32_t>((region * (3 * c + 1)) % 7));
    }
  return g;
}

options asked(std::uint32_t parts, std::uint32_t weights) {
  options o;
  o.parts = parts;
  o.constraints = weights;
  o.imbalance.assign(weights, 1.05f);
  o.run.backend = backend::cpu;
  o.run.threads = 1;
  return o;
}

// Limits, counted here.
bool keeps_limits(const stored_graph& g, const options& o, const result& r) {
  std::vector<std::int64_t> sum(std::size_t{o.parts} * o.constraints, 0), total(o.constraints, 0);
  for (std::size_t i = 0; i != g.vertex_weight.size(); ++i) {
    sum[std::size_t{r.part[i / o.constraints]} * o.constraints + i % o.constraints] += g.vertex_weight[i];
    total[i % o.constraints] += g.vertex_weight[i];
  }
  for (std::size_t i = 0; i != sum.size(); ++i) {
    const std::int64_t all = total[i % o.constraints];
    const auto rounded_up = (all + o.parts - 1) / o.parts;
    if (static_cast<double>(sum[i]) > std::max(static_cast<double>(rounded_up), 1.05 * double(all) / o.parts + 1e-3))
      return false;
  }
  return true;
}

TEST(several, weights_are_balanced_by_the_core) {
  const std::vector<stored_graph> graphs{store(grid(90, 90)), store(grid(20, 20, 20))};
  for (const stored_graph& plain : graphs)
    for (const std::uint32_t weights : {2U, 3U})
      for (const kind of : {kind::independent, kind::sparse, kind::regional}) {
        const stored_graph g = weighed(plain, weights, of);
        const options o = asked(12, weights);
        const result r = partition::divide(g.view(), o);
        EXPECT_GT(r.stats.levels, 1U);
        EXPECT_TRUE(r.balanced);
        EXPECT_TRUE(keeps_limits(g, o, r)) << weights << " weights, kind " << static_cast<int>(of);
        EXPECT_EQ(std::set<std::uint32_t>(r.part.begin(), r.part.end()).size(), 12U);
        if (sanitized) return;
      }
}

TEST(several, weights_in_proportion_cost_as_one_does) {
  const stored_graph plain = store(grid(100, 100));
  stored_graph g = plain;
  for (std::uint32_t v = 0; v != g.vertices; ++v)
    for (const std::int32_t w : {1, 3}) g.vertex_weight.push_back(w);
  options one = asked(16, 1);
  EXPECT_LE(double(partition::divide(g.view(), asked(16, 2)).cut),
            1.05 * double(partition::divide(plain.view(), one).cut));
}

TEST(several, threads_do_not_change_the_answer) {
  for (const kind of : {kind::independent, kind::regional}) {
    const stored_graph g = weighed(store(grid(90, 90)), 3, of);
    options o = asked(8, 3);
    const result r = partition::divide(g.view(), o);
    for (const std::uint32_t threads : {2U, 16U}) {
      if (sanitized && threads != 2) continue;
      o.run.threads = threads;
      EXPECT_EQ(partition::divide(g.view(), o).part, r.part) << threads << " threads";
    }
  }
}

TEST(several, bisections_of_large_pieces_are_balanced) {
  for (const kind of : {kind::independent, kind::regional}) {
    const stored_graph g = weighed(store(grid(160, 130)), 2, of);  // above 10,000 vertices: by the core
    options o = asked(7, 2);
    o.scheme = partition::scheme::recursive;
    const result r = partition::divide(g.view(), o);
    EXPECT_GT(r.stats.levels, 1U) << "the core was not called";
    EXPECT_TRUE(keeps_limits(g, o, r));
    EXPECT_LT(r.cut, 1300);
    if (sanitized) return;
    for (const std::uint32_t threads : {2U, 16U}) {
      o.run.threads = threads;
      EXPECT_EQ(partition::divide(g.view(), o).part, r.part) << threads << " threads";
    }
  }
}

TEST(several, targets_presets_and_attempts_are_kept) {
  const stored_graph g = weighed(store(grid(90, 90)), 2, kind::independent);
  options o = asked(4, 2);
  o.target = {0.2f, 0.25f, 0.25f, 0.25f, 0.25f, 0.3f, 0.3f, 0.2f};
  for (const auto preset : {partition::preset::fast, partition::preset::standard, partition::preset::quality})
    for (const std::uint32_t attempts : {1U, 3U}) {
      o.preset = preset;
      o.attempts = attempts;
      const result r = partition::divide(g.view(), o);
      EXPECT_TRUE(r.balanced);
      std::vector<std::int64_t> sum(8, 0), total(2, 0);
      for (std::size_t i = 0; i != g.vertex_weight.size(); ++i) {
        sum[2 * r.part[i / 2] + i % 2] += g.vertex_weight[i];
        total[i % 2] += g.vertex_weight[i];
      }
      for (std::size_t i = 0; i != 8; ++i)
        EXPECT_LE(static_cast<double>(sum[i]), 1.05 * double{o.target[i]} * static_cast<double>(total[i % 2]) + 1);
      if (sanitized) return;
    }
  o.preset = partition::preset::standard;
  o.attempts = 1;
  const std::int64_t once = partition::divide(g.view(), o).cut;
  o.attempts = 4;
  EXPECT_LE(partition::divide(g.view(), o).cut, once);
}

// Vertices of one weight must go where the other is scarce: adjacent parts alone do not take them.
TEST(several, targets_may_differ_from_weight_to_weight) {
  for (const stored_graph& plain : {store(grid(60, 60)), store(grid(150, 150))}) {
    const stored_graph g = weighed(plain, 2, kind::independent);
    options o = asked(4, 2);
    o.target = {0.5f, 0.4f, 0.2f, 0.3f, 0.2f, 0.1f, 0.1f, 0.2f};
    for (const partition::scheme by : {partition::scheme::kway, partition::scheme::recursive}) {
      o.scheme = by;
      const result r = partition::divide(g.view(), o);
      for (std::size_t i = 0; i != r.part_weight.size(); ++i) {
        const std::int64_t total =
            r.part_weight[i % 2] + r.part_weight[2 + i % 2] + r.part_weight[4 + i % 2] + r.part_weight[6 + i % 2];
        EXPECT_LE(static_cast<double>(r.part_weight[i]), 1.06 * double(o.target[i]) * static_cast<double>(total))
            << g.vertices << " vertices, entry " << i;
      }
      if (sanitized) return;
    }
  }
}

TEST(several, each_weight_is_estimated_to_take_longer) {
  run_work before = partition::work_of(1000000, 6000000, 8, 1, 1);
  for (const std::uint32_t weights : {2U, 3U, 8U}) {
    const run_work now = partition::work_of(1000000, 6000000, 8, 1, weights);
    EXPECT_GT(now.serial_ms, before.serial_ms);
    EXPECT_GT(now.core_ms, before.core_ms);
    EXPECT_GT(now.device_ms, before.device_ms);
    EXPECT_GT(now.upload_bytes, before.upload_bytes);
    before = now;
  }
}

// Strays join adjacent parts in the core, and the host searches on.
TEST(several, parts_are_connected_within_their_limits) {
  for (const stored_graph& plain : {store(grid(90, 90)), store(grid(20, 20, 20))})
    for (const kind of : {kind::independent, kind::sparse}) {
      const stored_graph g = weighed(plain, 2, of);
      options o = asked(12, 2);
      o.contiguous = true;
      const result r = partition::divide(g.view(), o);
      EXPECT_EQ(components(g, r.part), 12U) << static_cast<int>(of);
      EXPECT_TRUE(keeps_limits(g, o, r)) << static_cast<int>(of);
      for (const std::uint32_t threads : {2U, 16U}) {
        o.run.threads = threads;
        EXPECT_EQ(partition::divide(g.view(), o).part, r.part) << threads << " threads";
      }
      if (sanitized) return;
    }
}

// The second weight is five times as much in the right half: balanced connected parts reach into both halves.
TEST(several, connected_parts_of_a_graph_with_regions) {
  stored_graph g = store(grid(60, 60));
  for (std::uint32_t v = 0; v != g.vertices; ++v) {
    g.vertex_weight.push_back(1);
    g.vertex_weight.push_back(v % 60 < 30 ? 1 : 5);
  }
  options o = asked(8, 2);
  o.contiguous = true;
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    o.seed = seed;
    const result r = partition::divide(g.view(), o);
    EXPECT_EQ(components(g, r.part), 8U) << "seed " << seed;
    EXPECT_TRUE(keeps_limits(g, o, r)) << "seed " << seed;
    if (sanitized) return;
  }
}

// Columns of three vertices, connected and balanced: no answer may exceed the limits by more.
TEST(several, connected_parts_are_improved_or_kept) {
  stored_graph g = store(grid(60, 60));
  std::vector<std::int32_t> start;
  for (std::uint32_t v = 0; v != g.vertices; ++v) {
    g.vertex_weight.push_back(1);
    g.vertex_weight.push_back(v / 60 < 20 ? 1 : 0);  // every part has as much of it
    start.push_back(static_cast<std::int32_t>(v % 60 / 3));
  }
  options o = asked(20, 2);
  o.contiguous = true;
  o.start = start;
  const result r = partition::divide(g.view(), o);
  EXPECT_EQ(components(g, r.part), 20U);
  EXPECT_TRUE(keeps_limits(g, o, r));
}

// Above 2^22 vertices and adjacency entries the host's searches are left out.
TEST(several_release, large_graphs_are_connected_by_the_core) {
  const stored_graph g = weighed(store(grid(1000, 900)), 2, kind::independent);
  options o = asked(64, 2);
  o.contiguous = true;
  o.run.threads = 2;
  const result r = partition::divide(g.view(), o);
  EXPECT_EQ(components(g, r.part), 64U);
  EXPECT_TRUE(keeps_limits(g, o, r));
}

// A start whose weights have changed a little.
TEST(several, a_start_is_improved_by_the_core) {
  stored_graph g = weighed(store(grid(120, 100)), 2, kind::independent);
  options o = asked(9, 2);
  const result before = partition::divide(g.view(), o);
  for (std::size_t i = 0; i < g.vertex_weight.size(); i += 97) g.vertex_weight[i] += 20;
  const std::vector<std::int32_t> start(before.part.begin(), before.part.end());
  o.start = start;
  const result r = partition::divide(g.view(), o);
  EXPECT_TRUE(keeps_limits(g, o, r));
  EXPECT_EQ(r.stats.levels, 1U) << "the core was not called";
  EXPECT_LT(r.moved, g.vertices / 8);
  EXPECT_LT(static_cast<double>(r.cut), 1.1 * static_cast<double>(before.cut));
  for (const std::uint32_t threads : {2U, 16U}) {
    o.run.threads = threads;
    EXPECT_EQ(partition::divide(g.view(), o).part, r.part) << threads << " threads";
  }
  const std::vector<std::int32_t> dear(g.vertices, 1000);
  o.move_cost = dear;
  EXPECT_LE(partition::divide(g.view(), o).moved, r.moved);
}

TEST(several, one_vertex_may_outweigh_a_part) {
  stored_graph g = weighed(store(grid(60, 60)), 2, kind::independent);
  g.vertex_weight[2 * 1234] = 1000000;
  const result r = partition::divide(g.view(), asked(6, 2));
  EXPECT_FALSE(r.balanced);
  EXPECT_EQ(std::set<std::uint32_t>(r.part.begin(), r.part.end()).size(), 6U);
}

TEST(several, a_weight_that_no_vertex_has_is_no_obstacle) {
  stored_graph g = weighed(store(grid(60, 60)), 2, kind::independent);
  for (std::size_t i = 1; i < g.vertex_weight.size(); i += 2) g.vertex_weight[i] = 0;
  EXPECT_TRUE(partition::divide(g.view(), asked(6, 2)).balanced);
}

// With a single weight it says what part_balance says, except of vertices without weight.
TEST(several_balance, agrees_with_that_of_one_weight) {
  std::mt19937 random(5);
  constexpr std::uint32_t parts = 3;
  for (int round = 0; round != 2000; ++round) {
    std::vector<std::int64_t> weight(parts), target(parts), limit(parts);
    for (std::uint32_t p = 0; p != parts; ++p) {
      target[p] = 50 + random() % 50;
      limit[p] = target[p] + random() % 20;
      weight[p] = random() % 150;
    }
    const std::int64_t scale = 1, above = 0;
    const part_balance one{weight.data(), target.data(), limit.data(), parts};
    const several_balance all{weight.data(), target.data(), limit.data(), parts, 1, &scale, &above};
    const auto w = static_cast<std::int32_t>(1 + random() % 40);
    const std::uint32_t p = random() % parts, q = (p + 1) % parts;
    EXPECT_EQ(all.underweight(p), one.underweight(p));
    EXPECT_EQ(all.overweight(p), one.overweight(p));
    EXPECT_EQ(all.excess(p), one.excess(p));
    EXPECT_EQ(all.free_capacity(p), one.free_capacity(p));
    EXPECT_EQ(all.fits(&w, p), one.fits(w, p));
    EXPECT_EQ(all.has_capacity(&w, p), one.has_capacity(w, p) && one.fits(w, p));
    EXPECT_EQ(all.accepts(&w, p), one.accepts(w, p));
    EXPECT_EQ(all.full(&w, p), one.full(w, p));
    EXPECT_EQ(all.improves(0, &w, p, q), one.improves(0, w, p, q));
    EXPECT_EQ(all.improves(-1, &w, p, q), one.improves(-1, w, p, q));
    if (one.overweight(p)) {
      EXPECT_EQ(all.is_lighter(&w, q, p), one.is_lighter(w, q, p));
      EXPECT_EQ(all.releases(&w, p), one.releases(w, p));
      EXPECT_EQ(all.released(&w, p), one.released(w, p));
      EXPECT_EQ(all.to_release(p), one.to_release(p));
    }
    std::vector<std::int64_t> moved = weight;
    const part_balance after{moved.data(), target.data(), limit.data(), parts};
    all.move(&w, p, q);
    after.move(w, p, q);
    EXPECT_EQ(weight, moved);
  }
}

TEST(several_balance, releases_by_the_weight_furthest_above_its_limit) {
  std::vector<std::int64_t> weight{120, 130, 10, 10}, target{100, 100, 100, 100}, limit{105, 105, 105, 105};
  std::vector<std::int64_t> scale{1, 1}, above{0, 0};
  const several_balance balance{weight.data(), target.data(), limit.data(), 2, 2, scale.data(), above.data()};
  const std::int32_t first[] = {5, 0}, second[] = {0, 7}, heavy[] = {0, 90};
  EXPECT_FALSE(balance.releases(first, 0));
  EXPECT_TRUE(balance.releases(second, 0));
  EXPECT_FALSE(balance.releases(heavy, 0)) << "far more than the excess";
  EXPECT_EQ(balance.released(second, 0), 7);
  EXPECT_EQ(balance.to_release(0), 25);
  EXPECT_FALSE(balance.fits(second, 0));
  EXPECT_TRUE(balance.fits(first, 1));
  scale[0] = 3;  // of the first weight there is a third
  EXPECT_TRUE(balance.releases(first, 0));
  EXPECT_EQ(balance.to_release(0), 15);
}

TEST(several_cuda, gives_the_partition_of_the_cpu) {
  AMORPH_NEEDS_DEVICE();
  trial heavy = grid(20, 20, 20);
  heavy.edge_weights = true;
  for (auto& e : heavy.edges) e.weight = static_cast<std::int32_t>(1 + (e.u * 7 + e.v) % 50);
  for (const stored_graph& plain : {store(grid(150, 150)), store(heavy), store(rmat(13, 8, 3))})
    for (const auto& [weights, parts] :
         {std::pair(2U, 64U), std::pair(3U, 8U), std::pair(2U, 8U), std::pair(3U, 64U)}) {
      if (!all_cases() && (weights == 2) == (parts == 8)) continue;
      for (const kind of : {kind::independent, kind::sparse, kind::regional}) {
        const stored_graph g = weighed(plain, weights, of);
        options o = asked(parts, weights);
        const result cpu = partition::divide(g.view(), o);
        o.run.backend = backend::cuda;
        const result device = partition::divide(g.view(), o);
        EXPECT_EQ(device.part, cpu.part) << plain.vertices << " vertices, " << weights << " weights, kind "
                                         << static_cast<int>(of) << ", " << parts << " parts";
        EXPECT_EQ(device.stats.remark, "");
        EXPECT_NE(device.stats.backend_name, cpu.stats.backend_name);
      }
    }
}

TEST(several_cuda, connects_parts_as_the_cpu) {
  AMORPH_NEEDS_DEVICE();
  for (const stored_graph& plain : {store(grid(150, 150)), store(grid(25, 25, 25))}) {
    const stored_graph g = weighed(plain, 2, kind::independent);
    options o = asked(12, 2);
    o.contiguous = true;
    const result cpu = partition::divide(g.view(), o);
    o.run.backend = backend::cuda;
    const result device = partition::divide(g.view(), o);
    EXPECT_EQ(device.part, cpu.part);
    EXPECT_NE(device.stats.backend_name, cpu.stats.backend_name);
  }
}

TEST(several_cuda, bisects_and_improves_as_the_cpu) {
  AMORPH_NEEDS_DEVICE();
  for (const kind of : {kind::independent, kind::regional}) {
    const stored_graph g = weighed(store(grid(160, 130)), 2, of);
    options o = asked(7, 2);
    o.scheme = partition::scheme::recursive;
    const result cpu = partition::divide(g.view(), o);
    o.run.backend = backend::cuda;
    const result device = partition::divide(g.view(), o);
    EXPECT_EQ(device.part, cpu.part);
    EXPECT_EQ(device.stats.remark, "");
    EXPECT_NE(device.stats.backend_name, cpu.stats.backend_name);

    stored_graph changed = g;
    for (std::size_t i = 0; i < changed.vertex_weight.size(); i += 97) changed.vertex_weight[i] += 20;
    const std::vector<std::int32_t> start(cpu.part.begin(), cpu.part.end());
    o.scheme = partition::scheme::kway;
    o.start = start;
    const result improved = partition::divide(changed.view(), o);
    EXPECT_NE(improved.stats.backend_name, cpu.stats.backend_name);
    o.run.backend = backend::cpu;
    EXPECT_EQ(improved.part, partition::divide(changed.view(), o).part);
  }
}

}  // namespace
}  // namespace amorph::test
