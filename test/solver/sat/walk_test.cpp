// Walkers from the inside: break counts against a recount, and the same walk on every number of threads.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "amorph/kernels/exec/cpu.hpp"
#include "solver/sat/walk/walk.hpp"
#include "solver/sat/walk/walk.inl"
#include "test/solver/sat/formulas.hpp"
#include "test/solver/sat/truth_table.hpp"
#include "test/support/device.hpp"
#include "test/support/whole.hpp"

namespace {

using namespace amorph;
using namespace amorph::sat;

// Clauses of one to four different literals.
formula mixed(std::uint32_t n, std::uint64_t seed) {
  formula f;
  f.variables = n;
  for (std::uint32_t k = 1; k != 5; ++k) {
    const formula part = sat_test::random_ksat(n, k, 1.2 + 0.2 * k, seed);
    for (std::uint64_t c = 0; c != part.clauses(); ++c) {
      for (const literal l : part.clause(c)) f.literals.push_back(l);
      f.clause_begin.push_back(f.literals.size());
    }
  }
  return f;
}

bool is_true(literal l, const std::vector<truth>& values) { return holds(l, values[variable_of(l)]); }

std::uint32_t unsatisfied_clauses(const formula& f, const std::vector<truth>& values) {
  std::uint32_t count = 0;
  for (std::uint64_t c = 0; c != f.clauses(); ++c) {
    const auto clause = f.clause(c);
    count += std::none_of(clause.begin(), clause.end(), [&](literal l) { return is_true(l, values); }) ? 1 : 0;
  }
  return count;
}
std::uint32_t broken_by(const formula& f, std::vector<truth> values, literal made_true) {
  std::uint32_t broken = 0;
  const std::vector<truth> before = values;
  values[variable_of(made_true)] = negated(made_true) ? truth::no : truth::yes;
  for (std::uint64_t c = 0; c != f.clauses(); ++c) {
    const auto clause = f.clause(c);
    const auto satisfied = [&](const std::vector<truth>& v) {
      return std::any_of(clause.begin(), clause.end(), [&](literal l) { return is_true(l, v); });
    };
    broken += satisfied(before) && !satisfied(values) ? 1 : 0;
  }
  return broken;
}

// The state of one walker, on the CPU.
template <class Breaks> struct bench {
  explicit bench(const formula& f) : exec(1, 0, {}), graph(exec, arrays_of(f)) {
    std::vector<std::uint32_t> clause_of(f.literals.size());
    for (std::uint32_t c = 0; c != f.clauses(); ++c)
      for (std::uint64_t e = f.clause_begin[c]; e != f.clause_begin[c + 1]; ++e) clause_of[e] = c;
    for (std::uint32_t& o : graph.occurrences()) o = clause_of[o];
    values.assign(f.variables, truth::no);
    saved = values;
    list.resize(f.clauses());
    position.resize(f.clauses());
    changed.resize(f.variables);
    memory.resize(Breaks::bytes_per_clause * f.clauses() + Breaks::bytes_per_variable * f.variables);
  }
  [[nodiscard]] one_walker<Breaks> walker() {
    const flip_view flips{graph.graph(), weights_for(3, 4)};
    return one_walker<Breaks>({flips, values.data(), saved.data(), list.data(), position.data(), changed.data(),
                               memory.data(), 0, nullptr, nullptr},
                              0);
  }

  cpu_exec exec;
  loaded_graph<cpu_exec> graph;
  std::vector<truth> values, saved;
  std::vector<std::uint32_t> list, position, changed;
  std::vector<unsigned char> memory;
};

template <class Breaks> void flips_agree_with_a_recount() {
  const thread_team team(0);
  for (std::uint64_t seed = 0; seed != 20; ++seed) {
    const formula f = mixed(30, seed);
    const random_stream random(seed, 5);
    bench<Breaks> b(f);
    const one_walker<Breaks> walker = b.walker();
    std::uint32_t unsatisfied = walker.start(team);
    for (std::uint64_t i = 0; i != 200; ++i) {
      ASSERT_EQ(unsatisfied, unsatisfied_clauses(f, b.values));
      std::vector<std::uint32_t> listed(b.list.begin(), b.list.begin() + unsatisfied);
      std::sort(listed.begin(), listed.end());
      ASSERT_EQ(std::unique(listed.begin(), listed.end()), listed.end());
      for (const std::uint32_t c : listed)
        for (const literal l : f.clause(c)) ASSERT_FALSE(is_true(l, b.values));
      literal l = static_cast<literal>(random.below(i, 2 * f.variables));
      if (is_true(l, b.values)) l = negation_of(l);
      ASSERT_EQ(walker.breaks.count(team, walker.f, l), broken_by(f, b.values, l));
      walker.flip(team, l, unsatisfied);
    }
  }
}
TEST(walkers, counted_breaks_agree_with_a_recount) { flips_agree_with_a_recount<counted_breaks>(); }
TEST(walkers, critical_breaks_agree_with_a_recount) { flips_agree_with_a_recount<critical_breaks>(); }

walk_options many(unsigned threads, std::uint64_t seed) {
  walk_options o;
  o.strategy = walk_strategy::walkers;
  o.run.backend = backend::cpu;
  o.run.threads = threads;
  o.seed = seed;
  return o;
}

void expect_same(const walk_result& a, const walk_result& b) {
  EXPECT_EQ(a.values, b.values);
  EXPECT_EQ(a.unsatisfied, b.unsatisfied);
  EXPECT_EQ(a.stats.flips, b.stats.flips);
  EXPECT_EQ(a.stats.rounds, b.stats.rounds);
}

// The walkers after the winner stop early, so only what they have done before decides.
TEST(walkers, find_the_same_model_on_every_number_of_threads) {
  for (std::uint64_t seed = 0; seed != 4; ++seed) {
    const formula f = sat_test::random_ksat(600, 3, 4.1, seed);
    const walk_result one = walk(f, {}, many(1, seed));
    ASSERT_TRUE(one.satisfied);
    EXPECT_TRUE(sat_test::satisfies(f, one.values));
    expect_same(one, walk(f, {}, many(2, seed)));
    expect_same(one, walk(f, {}, many(16, seed)));
  }
}

// Unsatisfiable; longer clauses as well.
TEST(walkers, give_up_the_same_way_on_every_number_of_threads) {
  for (const std::uint32_t k : {3U, 5U}) {
    if (test::races_are_watched && k == 5) continue;
    const formula f = sat_test::random_ksat(60, k, k == 3 ? 7 : 25, k);
    walk_options o = many(1, 9);
    o.walkers = sat_test::sanitized ? 2 : 5;
    o.max_flips = o.walkers * 100'000;  // some rounds
    const walk_result one = walk(f, {}, o);
    EXPECT_FALSE(one.satisfied);
    EXPECT_GT(one.stats.rounds, 1U);
    EXPECT_EQ(one.stats.walkers, o.walkers);
    EXPECT_EQ(one.unsatisfied, unsatisfied_clauses(f, one.values));  // those of the best assignment
    o.run.threads = 3;
    expect_same(one, walk(f, {}, o));
  }
}

// Near the threshold models are found after hundreds of flips per variable. Walkers that began again after 64 took
// twice as many flips as are allowed here.
TEST(walkers_release, satisfy_late) {
  walk_options o = many(1, 3);
  o.walkers = 1;
  o.max_flips = 3'500'000;
  EXPECT_TRUE(walk(sat_test::random_ksat(10000, 3, 4.15, 3), {}, o).satisfied);
}

TEST(walkers, their_number_is_part_of_the_seed) {
  const formula f = sat_test::random_ksat(400, 3, 4, 5);
  walk_options o = many(2, 1);
  const walk_result usual = walk(f, {}, o);
  EXPECT_EQ(usual.stats.walkers, 16U);
  o.walkers = 3;
  const walk_result three = walk(f, {}, o);
  EXPECT_TRUE(usual.satisfied && three.satisfied);
  EXPECT_EQ(three.stats.walkers, 3U);
}

TEST(walkers, weights_follow_the_length_of_clauses) {
  const break_weights three = weights_for(3, 3), five = weights_for(5, 5), between = weights_for(4.5, 5);
  EXPECT_NEAR(three.of[0] / three.of[1], std::pow(1.9 / 0.9, 2.06), 1e-3);
  EXPECT_NEAR(five.of[0] / five.of[1], 3.7, 1e-3);
  EXPECT_NEAR(between.of[0] / between.of[1], (2.85 + 3.7) / 2, 1e-3);
  EXPECT_NEAR(weights_for(20, 30).of[1], 1 / 5.4, 1e-3);
}

class walkers_cuda : public testing::Test {
  void SetUp() override { AMORPH_NEEDS_DEVICE(); }
};

TEST_F(walkers_cuda, find_the_same_model_as_on_the_cpu) {
  for (const std::uint32_t k : {3U, 5U}) {
    const formula f = sat_test::random_ksat(800, k, k == 3 ? 4.1 : 18, k);
    walk_options o = many(0, 3);
    const walk_result cpu = walk(f, {}, o);
    ASSERT_TRUE(cpu.satisfied);
    o.run.backend = backend::cuda;
    expect_same(cpu, walk(f, {}, o));
  }
}

TEST_F(walkers_cuda, give_up_as_on_the_cpu) {
  const formula f = sat_test::random_ksat(60, 3, 7, 3);
  walk_options o = many(0, 9);
  o.max_flips = test::all_cases() ? 100'000'000 : 10'000'000;
  const walk_result cpu = walk(f, {}, o);
  o.run.backend = backend::cuda;
  expect_same(cpu, walk(f, {}, o));
}

TEST_F(walkers_cuda, thousands_of_them) {
  const formula f = sat_test::random_ksat(1000, 3, 3.9, 2);
  walk_options o = many(0, 3);
  o.walkers = 4096;
  o.max_flips = 4'000'000'000;
  o.run.backend = backend::cuda;
  const walk_result r = walk(f, {}, o);
  ASSERT_TRUE(r.satisfied);
  EXPECT_TRUE(sat_test::satisfies(f, r.values));
}

}  // namespace
