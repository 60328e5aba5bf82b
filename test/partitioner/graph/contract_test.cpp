// The contract of divide() except for its partitions: options, errors, stop requests, memory; measure(), check_graph().
#include <gtest/gtest.h>
#include <atomic>

#include <algorithm>
#include <limits>
#include <string>
#include <thread>

#include "amorph/kernels/base/error.hpp"
#include "test/partitioner/graph/random_trial.hpp"

namespace amorph::test {
namespace {

using partition::options;
using partition::result;

options parts(std::uint32_t k) {
  options o;
  o.parts = k;
  o.run.backend = backend::cpu;
  return o;
}

// What divide() says when it refuses; "divided" when it does not.
std::string refusal(const stored_graph& g, const options& o, status expected = status::bad_input) {
  try {
    (void)partition::divide(g.view(), o);
  } catch (const error& e) {
    EXPECT_EQ(e.code(), expected);
    return e.what();
  }
  return "divided";
}

TEST(partition_options, faults_are_named) {
  const stored_graph g = store(grid(5, 5));
  options o = parts(0);
  EXPECT_EQ(refusal(g, o), "expected 1 part or more");
  o = parts(2);
  o.constraints = 0;
  EXPECT_EQ(refusal(g, o), "expected 1 constraint or more");
  o = parts(3);
  o.target = {0.5f, 0.5f};
  EXPECT_EQ(refusal(g, o), "expected 3 target weights, found 2");
  for (const float wrong : {0.0f, -0.5f, std::numeric_limits<float>::quiet_NaN()}) {
    o = parts(2);
    o.target = {1.0f, wrong};
    EXPECT_EQ(refusal(g, o), "expected target weights above 0, found " + std::to_string(wrong));
  }
  o = parts(2);
  o.imbalance = {1.1f, 1.1f};
  EXPECT_EQ(refusal(g, o), "expected 1 imbalances, found 2");
  for (const float wrong : {0.999f, 0.5f, -1.0f, std::numeric_limits<float>::quiet_NaN()}) {
    o.imbalance = {wrong};
    EXPECT_EQ(refusal(g, o), "expected an imbalance of 1 or more, found " + std::to_string(wrong));
  }
}

TEST(partition_options, parts_need_memory) {
  const stored_graph g = store(grid(5, 5));
  options o = parts(1000000);
  o.run.memory_limit = 1 << 20;
  EXPECT_EQ(refusal(g, o, status::out_of_memory), "out of memory: 1000000 parts take 35 MiB, limit 1 MiB");
  o.parts = 20;
  EXPECT_EQ(refusal(g, o), "divided");
}

TEST(partition_options, targets_add_up_to_one) {
  const stored_graph g = store(grid(5, 5));
  options o = parts(2);
  o.target = {0.5f, 0.501f};  // what fractions with few digits may be
  EXPECT_EQ(refusal(g, o), "divided");
  for (const float wrong : {0.25f, 1.0f, std::numeric_limits<float>::infinity()}) {
    o.target = {0.5f, wrong};
    EXPECT_EQ(refusal(g, o), "expected target weights that add up to 1, found " + std::to_string(0.5 + wrong));
  }
}

TEST(partition_options, tolerances_without_bound_are_taken) {
  const stored_graph g = store(path(4));
  for (const float wide : {4.0f, 1e9f, 1e30f, std::numeric_limits<float>::infinity()}) {
    options o = parts(3);
    o.imbalance = {wide};
    EXPECT_TRUE(partition::divide(g.view(), o).balanced) << wide;
    result r;
    r.part = {1, 1, 1, 1};
    partition::measure(g.view(), o, r);
    EXPECT_TRUE(r.balanced) << wide;
  }
}

// No more than the target, rounded up, is what everybody gets.
TEST(partition_options, no_tolerance_is_a_tolerance) {
  const stored_graph g = store(grid(30, 30));
  options o = parts(7);
  o.imbalance = {1.0f};
  const result r = partition::divide(g.view(), o);
  EXPECT_TRUE(r.balanced);
  for (const std::int64_t weight : r.part_weight) EXPECT_LE(weight, 129);
}

// What refinement leaves empty is filled without harm: a part of 5 gets none of the vertices of 100.
TEST(partition_options, the_smallest_part_gets_what_fits) {
  trial t = path(40);
  t.vertex_weight.assign(40, 1);
  std::fill_n(t.vertex_weight.begin(), 20, 100);
  options o = parts(2);
  o.target = {0.998f, 0.002f};
  const result r = partition::divide(store(t).view(), o);
  EXPECT_TRUE(r.balanced);
  EXPECT_LE(r.part_weight[1], 5);
}

std::int64_t cut_of(const trial& t, const result& r) {
  std::int64_t cut = 0;
  for (const weighted_edge& e : t.edges)
    if (r.part[e.u] != r.part[e.v]) cut += t.edge_weights ? e.weight : 1;
  return cut;
}

// The core's are rounded; the cut is that of the input.
TEST(partition_options, edge_weights_have_64_bits) {
  trial t = path(3);
  t.edge_weights = true;
  for (const std::int32_t light : {1, 2, 3}) {  // 2^31 - 1 in all, and more
    t.edges[0].weight = std::numeric_limits<std::int32_t>::max() - 1;
    t.edges[1].weight = light;
    options o = parts(2);
    o.imbalance = {1.4f};
    EXPECT_EQ(partition::divide(store(t).view(), o).cut, light);
  }
  // As without weights, if all are equal.
  t = grid(40, 40);
  const std::int64_t plain = partition::divide(store(t).view(), parts(4)).cut;
  t.edge_weights = true;
  for (weighted_edge& e : t.edges) e.weight = std::numeric_limits<std::int32_t>::max();
  const result same = partition::divide(store(t).view(), parts(4));
  EXPECT_EQ(same.cut, cut_of(t, same));
  EXPECT_LE(same.cut, std::numeric_limits<std::int32_t>::max() * (plain + plain / 4));
  // Rows that hold together, by all ways of dividing.
  for (weighted_edge& e : t.edges) e.weight = e.u / 40 == e.v / 40 ? 2000000000 : 1;
  std::vector<std::pair<const char*, options>> ways(9, {"as it is", parts(4)});
  ways[1] = {"recursive", parts(4)}, ways[1].second.scheme = partition::scheme::recursive;
  ways[2] = {"fast", parts(4)}, ways[2].second.preset = partition::preset::fast;
  ways[3] = {"quality", parts(4)}, ways[3].second.preset = partition::preset::quality;
  ways[4] = {"contiguous", parts(4)}, ways[4].second.contiguous = true;
  ways[5] = {"few connections", parts(4)}, ways[5].second.minimise_connections = true;
  ways[6] = {"attempts", parts(4)}, ways[6].second.attempts = 3;
  ways[7] = {"two parts", parts(2)};
  ways[8] = {"volume", parts(4)}, ways[8].second.objective = partition::objective::volume;
  for (const auto& [way, o] : ways) {
    const result r = partition::divide(store(t).view(), o);
    EXPECT_EQ(r.cut, cut_of(t, r)) << way;
    EXPECT_TRUE(r.balanced) << way;
    EXPECT_TRUE(o.objective == partition::objective::volume || r.cut <= 6000000000) << way << ": " << r.cut;
  }
}

TEST(partition_options, there_are_fewer_than_2_31_edges) {
  const stored_graph small = store(path(3));
  partition::graph many = small.view();
  many.to = {small.to.data(), std::size_t{1} << 32};  // nobody looks at them
  try {
    (void)partition::divide(many, parts(2));
    FAIL() << "divided";
  } catch (const error& e) {
    EXPECT_STREQ(e.what(), "expected at most 2147483647 edges (and costs of moves), found 2147483648");
  }
}

TEST(partition_options, vertex_weights_have_64_bits) {
  trial t = grid(60, 60);
  t.vertex_weight.assign(t.vertices, std::numeric_limits<std::int32_t>::max());
  const result r = partition::divide(store(t).view(), parts(9));
  EXPECT_TRUE(r.balanced);
  std::int64_t total = 0;
  for (const std::int64_t w : r.part_weight) total += w;
  EXPECT_EQ(total, std::int64_t{std::numeric_limits<std::int32_t>::max()} * 3600);
}

TEST(contract_release, more_tries_are_never_worse) {
  for (const trial& t : {grid(60, 60), rmat(11, 4, 3), star(2500)})
    for (std::uint64_t seed = 0; seed != 3; ++seed) {
      const stored_graph g = store(t);
      options o = parts(16);
      o.seed = seed;
      const result one = partition::divide(g.view(), o);
      o.attempts = 4;
      const result four = partition::divide(g.view(), o);
      EXPECT_GE(four.balanced, one.balanced);
      if (four.balanced == one.balanced) {
        EXPECT_LE(four.cut, one.cut) << t.kind;
      }
      o.attempts = 0;  // as 1
      EXPECT_EQ(partition::divide(g.view(), o).part, one.part);
    }
}

TEST(partition_options, seeds_and_switches_make_a_difference) {
  trial t = grid(70, 70);
  t.edge_weights = true;
  for (std::size_t e = 0; e != t.edges.size(); ++e) t.edges[e].weight = static_cast<std::int32_t>(1 + e * 7919 % 50);
  const stored_graph g = store(t);
  const result plain = partition::divide(g.view(), parts(8));
  options o = parts(8);
  o.seed = 1;
  EXPECT_NE(partition::divide(g.view(), o).part, plain.part);
  o = parts(8);
  o.match = partition::matching::random;
  EXPECT_NE(partition::divide(g.view(), o).part, plain.part);
  o = parts(8);
  o.refinement = 0;
  EXPECT_GE(partition::divide(g.view(), o).cut, plain.cut);
}

TEST(partition_options, two_hop_matching_coarsens_stars) {
  const stored_graph g = store(star(9000));
  options o = parts(8);
  const result with = partition::divide(g.view(), o);
  o.two_hop = false;
  const result without = partition::divide(g.view(), o);
  EXPECT_LT(with.stats.coarsest_vertices, 2400u);
  EXPECT_GT(without.stats.coarsest_vertices, 8000u);
}

TEST(partition_result, counts_the_transactions_of_all_tries) {
  const stored_graph g = store(grid(70, 70));
  options o = parts(8);
  o.match_by = o.refine_by = partition::synchronisation::transactions;
  o.run.threads = 1;
  const result one = partition::divide(g.view(), o);
  o.attempts = 4;
  const result four = partition::divide(g.view(), o);
  EXPECT_GT(one.stats.matching.commits, 1000u);
  for (const auto member : {&partition::statistics::matching, &partition::statistics::refinement}) {
    EXPECT_GT((four.stats.*member).commits, 3 * (one.stats.*member).commits);
    EXPECT_LT((four.stats.*member).commits, 5 * (one.stats.*member).commits);
  }
}

// Of graphs hardly larger than the coarsest may be, no pair weighs little enough.
TEST(partition_result, counts_no_round_in_which_nobody_tries) {
  const stored_graph g = store(grid(27, 27));  // one round of matching, in which no pair is light enough
  options o = parts(4);
  o.match_by = partition::synchronisation::transactions;
  const transaction_statistics found = partition::divide(g.view(), o).stats.matching;
  EXPECT_EQ(found.commits, 0u);
  EXPECT_EQ(found.rounds, 0u);
}

TEST(partition_result, says_what_ran) {
  const stored_graph g = store(grid(80, 80));
  options o = parts(4);
  o.run.threads = 3;
  const result r = partition::divide(g.view(), o);
  EXPECT_EQ(r.stats.backend_name, "cpu");
  EXPECT_EQ(r.stats.threads, 3u);
  EXPECT_GT(r.stats.levels, 1u);
  EXPECT_LE(r.stats.coarsest_vertices, 3300u);
  EXPECT_GT(r.stats.peak_bytes, 6400u * sizeof(std::uint32_t));
  EXPECT_GE(r.stats.median_ms(), r.stats.coarsen_ms);
  const result undivided = partition::divide(g.view(), parts(1));
  EXPECT_EQ(undivided.stats.backend_name, "cpu");
  EXPECT_EQ(undivided.stats.threads, 1u);
}

// Stops at the n-th stage, for each n there is; after that the same call succeeds as ever.
TEST(partition_stop, ends_the_call_at_every_stage) {
  const stored_graph g = store(grid(70, 70));
  const result whole = partition::divide(g.view(), parts(5));
  unsigned stages = 0;
  for (unsigned n = 1;; ++n) {
    std::atomic<bool> stop{false};
    options o = parts(5);
    stages = 0;
    o.run.stop = &stop;
    o.run.progress = [&](const progress&) {
      if (++stages == n) stop = true;
    };
    const std::string why = refusal(g, o, status::interrupted);
    if (stages < n) {
      EXPECT_EQ(why, "divided");
      break;
    }
    EXPECT_EQ(why, "interrupted");
    ASSERT_LT(n, 1000u);
  }
  EXPECT_GE(stages, 2 * whole.stats.levels);
  EXPECT_EQ(partition::divide(g.view(), parts(5)).part, whole.part);
}

TEST(partition_progress, tells_the_stages_in_order) {
  const stored_graph g = store(grid(70, 70));
  std::vector<std::string> seen;
  options o = parts(5);
  o.run.progress = [&](const progress& p) {
    if (p.detail == nullptr) return;  // what all solvers tell
    seen.emplace_back(p.phase);
    if (p.done == 0) {
      EXPECT_EQ(static_cast<const partition::level_progress*>(p.detail)->vertices, 4900u);
    }
  };
  const result r = partition::divide(g.view(), o);
  // Coarsening may find in a last attempt that it gets no further.
  std::vector<std::string> expected(r.stats.levels - (seen.at(r.stats.levels - 1) == "divide" ? 1 : 0), "coarsen");
  expected.emplace_back("divide");
  expected.insert(expected.end(), r.stats.levels, "refine");
  EXPECT_EQ(seen, expected);
}

TEST(partition_progress, comes_from_the_thread_that_solves) {
  const stored_graph g = store(grid(70, 70));
  options o = parts(32);
  o.objective = partition::objective::mapping;
  o.machine = {{4, 8}, {1, 10}};
  o.run.threads = 4;
  std::atomic<int> others = 0;
  o.run.progress = [&, caller = std::this_thread::get_id()](const progress&) {
    if (std::this_thread::get_id() != caller) ++others;
  };
  (void)partition::divide(g.view(), o);
  EXPECT_EQ(others, 0);
}

TEST(partition_memory, too_little_is_an_error_and_enough_is_not) {
  const stored_graph g = store(grid(80, 80));
  const result whole = partition::divide(g.view(), parts(6));
  unsigned refused = 0;
  for (std::uint64_t limit = 1; limit < 4 * whole.stats.peak_bytes; limit *= 2) {
    options o = parts(6);
    o.run.memory_limit = limit;
    try {
      const result r = partition::divide(g.view(), o);
      EXPECT_EQ(r.part, whole.part);
      EXPECT_LE(r.stats.peak_bytes, limit);
    } catch (const error& e) {
      EXPECT_EQ(e.code(), status::out_of_memory) << e.what();
      EXPECT_LT(limit, 2 * whole.stats.peak_bytes);
      ++refused;
    }
  }
  EXPECT_GT(refused, 10u);
}

TEST(partition_calls, from_several_threads_do_not_meet) {
  const trial shapes[] = {grid(70, 70), rmat(11, 4, 5), star(2500), path(4000)};
  std::vector<stored_graph> graphs;
  std::vector<std::vector<std::uint32_t>> alone;
  for (const trial& t : shapes) {
    graphs.push_back(store(t));
    alone.push_back(partition::divide(graphs.back().view(), parts(7)).part);
  }
  std::vector<std::vector<std::uint32_t>> together(graphs.size());
  std::vector<std::thread> callers;
  for (std::size_t i = 0; i != graphs.size(); ++i)
    callers.emplace_back([&, i] { together[i] = partition::divide(graphs[i].view(), parts(7)).part; });
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(together, alone);
}

TEST(measure, counts_cut_volume_and_every_constraint) {
  trial t = path(4);  // parts 0 0 1 2, edges of 5, 7 and 9
  t.edge_weights = true;
  for (std::size_t e = 0; e != 3; ++e) t.edges[e].weight = static_cast<std::int32_t>(5 + 2 * e);
  t.vertex_size = {1, 10, 100, 1000};
  t.vertex_weight = {1, 8, 2, 4, 3, 2, 4, 1};
  for (const unsigned threads : {1u, 2u}) {
    options o = parts(3);
    o.constraints = 2;
    o.run.threads = threads;
    o.imbalance = {1.05f, 1.9f};
    result r;
    r.part = {0, 0, 1, 2};
    partition::measure(store(t).view(), o, r);
    EXPECT_EQ(r.cut, 7 + 9);
    EXPECT_EQ(r.volume, 10 + 2 * 100 + 1000);
    EXPECT_EQ(r.part_weight, (std::vector<std::int64_t>{3, 12, 3, 2, 4, 1}));
    EXPECT_DOUBLE_EQ(r.balance, 12 / (15 / 3.0));
    EXPECT_FALSE(r.balanced);
    o.imbalance = {1.3f, 2.4f};
    partition::measure(store(t).view(), o, r);
    EXPECT_TRUE(r.balanced);
  }
}

TEST(measure, weightless_graphs_are_balanced) {
  trial t = path(4);
  t.vertex_weight.assign(4, 0);
  result r;
  r.part = {0, 0, 0, 0};
  partition::measure(store(t).view(), parts(2), r);
  EXPECT_TRUE(r.balanced);
  EXPECT_EQ(r.balance, 0);
  EXPECT_EQ(r.part_weight, (std::vector<std::int64_t>{0, 0}));
}

TEST(check_graph, names_the_first_fault) {
  const stored_graph sound = store(grid(3, 3));
  const auto fault = [](const stored_graph& g) { return partition::check_graph(g.view(), 1, 1, 1); };
  EXPECT_EQ(fault(sound), "");
  stored_graph g = sound;
  g.vertex_weight.assign(8, 1);
  EXPECT_EQ(fault(g), "expected 9 vertex weights, found 8");
  g = sound;
  g.vertex_size.assign(10, 1);
  EXPECT_EQ(fault(g), "expected 9 vertex sizes, found 10");
  g = sound;
  g.edge_weight.assign(1, 1);
  EXPECT_EQ(fault(g), "expected 24 edge weights, found 1");
  g = sound;
  g.vertex_weight.assign(9, 1);
  g.vertex_weight[4] = -3;
  EXPECT_EQ(fault(g), "vertex 5: expected a weight of 0 or more, found -3");
  g = sound;
  g.vertex_size.assign(9, 0);
  g.vertex_size[8] = -1;
  EXPECT_EQ(fault(g), "vertex 9: expected a size of 0 or more, found -1");
  g = sound;
  g.edge_weight.assign(24, 0);
  EXPECT_EQ(fault(g), "vertex 1: expected an edge weight of 1 or more, found 0");
  g = sound;
  g.to[0] = 0;
  EXPECT_EQ(fault(g), "vertex 1: expected other vertices as neighbours, found a self-loop");
  g.to[0] = 9;
  EXPECT_EQ(fault(g), "vertex 1: neighbour 10 is not a vertex");
  g.to[0] = 8;
  EXPECT_EQ(fault(g), "vertex 9: expected neighbour 1, because vertex 1 has neighbour 9: edge (9 1) is missing");
}

}  // namespace
}  // namespace amorph::test
