// Cuts that are known, or that METIS finds, where earlier versions did much worse: thin graphs by recursive bisection,
// and grids in many full parts, of which some were left in pieces.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "amorph/kernels/exec/cpu.hpp"
#include "amorph/kernels/graph/generate.hpp"
#include "amorph/kernels/random/hash.hpp"
#include "partitioner/common/core.hpp"
#include "test/partitioner/graph/random_trial.hpp"
#include "test/support/device.hpp"
#include "test/support/whole.hpp"

namespace amorph::test {
namespace {

partition::result divide(trial t, const stored_graph& g, std::uint32_t parts, partition::scheme scheme,
                         std::uint64_t seed) {
  t.options.parts = parts;
  t.options.scheme = scheme;
  t.options.run.backend = backend::cpu;
  t.options.run.threads = 2;
  t.options.seed = seed;
  return partition::divide(g.view(), t.options);
}

std::uint32_t parts_in_pieces(const partition::graph& g, const std::vector<std::uint32_t>& part, std::uint32_t parts) {
  std::vector<std::uint32_t> pieces(parts, 0), reached;
  std::vector<bool> seen(g.vertices, false);
  for (std::uint32_t v = 0; v != g.vertices; ++v) {
    if (seen[v]) continue;
    ++pieces[part[v]];
    seen[v] = true;
    reached.assign(1, v);
    for (std::size_t i = 0; i != reached.size(); ++i)
      for (std::uint64_t e = g.begin[reached[i]]; e != g.begin[reached[i] + std::size_t{1}]; ++e)
        if (const std::uint32_t u = g.to[e]; !seen[u] && part[u] == part[v]) {
          seen[u] = true;
          reached.push_back(u);
        }
  }
  return static_cast<std::uint32_t>(std::count_if(pieces.begin(), pieces.end(), [](auto p) { return p > 1; }));
}

TEST(quality_release, a_path_is_cut_in_intervals) {
  const trial t = path(100000);
  const stored_graph g = store(t);
  for (const std::uint64_t seed : {1, 2, 3}) {
    EXPECT_LE(divide(t, g, 7, partition::scheme::recursive, seed).cut, 8);    // 6 at best
    EXPECT_LE(divide(t, g, 64, partition::scheme::recursive, seed).cut, 66);  // 63 at best
    EXPECT_LE(divide(t, g, 64, partition::scheme::kway, seed).cut, 66);
  }
}

// Cliques of 20, of whose edges one in twenty leads to a random vertex instead.
trial caves(std::uint32_t count) {
  constexpr std::uint32_t size = 20;
  std::mt19937 random(7);
  trial t;
  t.kind = "caves";
  t.vertices = count * size;
  for (std::uint32_t v = 0; v != t.vertices; ++v)
    for (std::uint32_t u = v - v % size; u != v; ++u) {
      const std::uint32_t to = random() % 20 != 0 ? u : random() % t.vertices;
      if (to != v) t.edges.push_back({v, to});
    }
  return t;
}

// Whole caves in the order of their numbers cut 7 of 8 random edges; fewer are to be had. Without refusing bad edges
// and looking at common neighbours, matching joined vertices of different caves, and 0.83 of these were cut.
TEST(quality_release, caves_stay_whole) {
  const trial t = caves(1000);
  const stored_graph g = store(t);
  std::int64_t in_order = 0, cut = 0;
  for (const weighted_edge& e : t.edges) in_order += e.u / 2500 != e.v / 2500 ? 1 : 0;
  for (const std::uint64_t seed : {1, 2, 3}) cut += divide(t, g, 8, partition::scheme::kway, seed).cut;
  EXPECT_LE(cut, 3 * in_order * 79 / 100);
}

TEST(quality_release, a_thin_grid_is_cut_across) {
  const trial t = grid(10, 8000);
  const stored_graph g = store(t);
  for (const std::uint64_t seed : {1, 2, 3, 4, 5})
    for (const auto scheme : {partition::scheme::recursive, partition::scheme::kway})
      EXPECT_EQ(divide(t, g, 2, scheme, seed).cut, 10) << "seed " << seed;
}

TEST(quality_release, hubs_keep_their_leaves) {
  const trial t = stars(8, 200);
  const stored_graph g = store(t);
  for (const std::uint64_t seed : {1, 2, 3})
    for (const std::uint32_t parts : {2, 4, 8})
      EXPECT_EQ(divide(t, g, parts, partition::scheme::kway, seed).cut, parts - 1);
}

// Communities of 5 items and 200 users, each of whom takes four of them, rarely one of another community's.
TEST(quality_release, users_stay_with_their_items) {
  trial t;
  t.vertices = 8 * 205;
  for (std::uint32_t user = 0; user != 1600; ++user)
    for (std::uint32_t i = 0; i != 4; ++i) {
      const std::uint32_t chance = hash32(4 * user + i), of = chance % 32 == 0 ? chance / 32 % 8 : user / 200;
      t.edges.push_back({1600 + 5 * of + chance / 256 % 5, user, 1});
    }
  const stored_graph g = store(t);
  std::int64_t apart = 0;  // communities in pairs
  for (const weighted_edge& e : t.edges) apart += (e.u - 1600) / 10 != e.v / 400 ? 1 : 0;
  for (const std::uint64_t seed : {1, 2, 3})
    EXPECT_LE(divide(t, g, 4, partition::scheme::kway, seed).cut, apart * 11 / 10);
}

// gpmetis 5.1.0 cuts 5,518 edges with -seed=1 and 5,540 with -seed=2, and leaves no part in pieces.
TEST(quality_release, a_grid_in_full_parts_is_cut_better_than_by_metis) {
  const trial t = grid(400, 300);
  const stored_graph g = store(t);
  std::int64_t cuts = 0;
  for (const std::uint64_t seed : {1, 2, 3}) {
    const partition::result r = divide(t, g, 64, partition::scheme::kway, seed);
    EXPECT_TRUE(r.balanced);
    EXPECT_EQ(parts_in_pieces(g.view(), r.part, 64), 0u) << "seed " << seed;
    cuts += r.cut;
  }
  EXPECT_LE(double(cuts) / 3, 0.99 * 5529);
}

// Long searches straighten boundaries, and several partitions are combined; limits hold, and parts stay connected where
// they were.
TEST(quality_release, a_grid_is_cut_better_by_the_preset) {
  trial t = grid(400, 300);
  t.options.preset = partition::preset::quality;
  const stored_graph g = store(t);
  std::int64_t cuts = 0;
  for (const std::uint64_t seed : {1, 2, 3}) {
    const partition::result r = divide(t, g, 64, partition::scheme::kway, seed);
    EXPECT_TRUE(r.balanced);
    EXPECT_LE(parts_in_pieces(g.view(), r.part, 64), 5u) << "seed " << seed;
    cuts += r.cut;
  }
  EXPECT_LE(double(cuts) / 3, 0.935 * 5529);  // 0.944 without other partitions to combine with
}

const std::vector<std::uint64_t> seeds = {1, 2, 3, 4, 5};
constexpr double bar = 1.05, mesh_bar = 1.10;
constexpr std::size_t one_case_in = 2;

// What transactions are compared on: mean cuts of some seeds.
struct compared {
  std::string name;
  stored_graph graph;
  std::uint32_t parts;
  std::vector<float> target = {};
  bool dense = false;         // more rivals than a transaction holds
  bool more_by_seed = false;  // cuts vary with the seed by more than the bar allows
  bool mesh = false;          // whose boundaries the deterministic steps alone smooth
};
std::vector<compared> all_compared() {
  cpu_exec exec(2);
  const auto stored = [](const host_graph& g) {
    stored_graph s{g.vertices, {g.begin.begin(), g.begin.end()}, {g.to.begin(), g.to.end()}, {}, {}, {}};
    s.vertex_weight.assign(g.vertex_weight.begin(), g.vertex_weight.end());
    s.edge_weight.assign(g.edge_weight.begin(), g.edge_weight.end());
    return s;
  };
  std::vector<compared> all;
  for (const std::uint32_t parts : {8u, 64u}) {
    all.push_back({.name = "grid", .graph = store(grid(300, 200)), .parts = parts, .mesh = true});
    all.push_back({.name = "grid in space", .graph = store(grid(30, 30, 30)), .parts = parts, .mesh = true});
    all.push_back({"rmat", store(rmat(13, 8, 2)), parts});
  }
  all.push_back({"dense", stored(generate::uniform(exec, 4000, 50, 1)), 8, {}, true});
  all.push_back({"dense geometric", stored(generate::geometric(exec, 4000, 150, 1)), 16, {}, true});
  host_graph weighted = generate::geometric(exec, 20000, 12, 1);
  all.push_back({"geometric", stored(weighted), 64});
  generate::random_vertex_weights(exec, weighted, 1, 10, 1);
  all.push_back({"vertex weights", stored(weighted), 64});
  generate::random_edge_weights(exec, weighted, 255, 1);
  all.push_back({"all weights", stored(weighted), 64});
  stored_graph few_heavy = stored(generate::uniform(exec, 20000, 3, 1));
  few_heavy.vertex_weight.assign(20000, 1);
  for (std::size_t v = 0; v < 20000; v += 10) few_heavy.vertex_weight[v] = 1000;
  all.push_back({"a tenth of the vertices heavy", few_heavy, 20, {}, false, true});
  // What belongs together must all go over from one part to another that has few of its neighbours.
  all.push_back({"rmat, unequal shares", store(rmat(13, 8, 2)), 4, {0.61f, 0.13f, 0.13f, 0.13f}});
  return all;
}

// Transactions race, so their mean cut of five seeds varies from run to run: by 0.3% on an H200 in five runs, and by
// 1.1% on two cores that other work keeps busy ("vertex weights" in 64 parts: 1.045 and 1.056 times the deterministic
// cut). What is allowed is the bar and that spread.
constexpr double spread = 1.015;

// One case in `each`.
void divides_as_well_by_transactions(backend where, std::size_t each = 1) {
  using enum partition::synchronisation;
  const std::vector<compared> all = all_compared();
  for (std::size_t i = 0; i < all.size(); i += each) {
    const compared& c = all[i];
    const auto mean_cut = [&](partition::synchronisation match_by, partition::synchronisation refine_by) {
      partition::options options;
      options.parts = c.parts;
      options.target = c.target;
      options.run.backend = where;
      options.run.threads = 2;
      options.match_by = match_by;
      options.refine_by = refine_by;
      std::int64_t cuts = 0;
      for (const std::uint64_t seed : seeds) {
        options.seed = seed;
        const partition::result r = partition::divide(c.graph.view(), options);
        EXPECT_TRUE(r.balanced);
        EXPECT_EQ(r.stats.matching.commits != 0, match_by == transactions);
        EXPECT_EQ(r.stats.refinement.commits != 0, refine_by == transactions);
        constexpr auto by_size = static_cast<std::size_t>(abort_cause::capacity) - 1;
        EXPECT_TRUE(r.stats.refinement.aborts[by_size] != 0 || !c.dense || refine_by != transactions);
        cuts += r.cut;
      }
      return static_cast<double>(cuts) / static_cast<double>(seeds.size());
    };
    const double most = spread *
                        (c.more_by_seed ? 1.25
                         : c.mesh       ? mesh_bar
                                        : bar) *
                        mean_cut(deterministic, deterministic);
    EXPECT_LE(mean_cut(transactions, deterministic), most) << c.name << ", " << c.parts << " parts";
    EXPECT_LE(mean_cut(deterministic, transactions), most) << c.name << ", " << c.parts << " parts";
    EXPECT_LE(mean_cut(transactions, transactions), most) << c.name << ", " << c.parts << " parts";
  }
}
TEST(quality_release, transactions_cut_about_as_few_edges) {
  divides_as_well_by_transactions(backend::cpu, one_case_in);
}
// A device has few threads to spare for transactions: a case in five took 19 s on an H200.
TEST(quality_cuda, transactions_cut_about_as_few_edges) {
  AMORPH_NEEDS_DEVICE();
  divides_as_well_by_transactions(backend::cuda, all_cases() ? 5 : 10);
}

TEST(quality_release, bisections_share_the_imbalance) {
  trial t = grid(250, 200);
  const stored_graph g = store(t);
  for (const float imbalance : {1.01f, 1.1f, 1.5f}) {
    t.options.imbalance = {imbalance};
    for (const std::uint32_t parts : {16u, 100u, 200u}) {
      const partition::result r = divide(t, g, parts, partition::scheme::recursive, 1);
      EXPECT_TRUE(r.balanced) << imbalance << ", " << parts << " parts";
      const std::int64_t most = *std::max_element(r.part_weight.begin(), r.part_weight.end());
      EXPECT_LE(double(most), double(imbalance) * 50000 / parts + 1) << parts << " parts";
    }
  }
}

}  // namespace
}  // namespace amorph::test
