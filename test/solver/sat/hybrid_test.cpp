// Local search and clause learning side by side: what they tell each other, their budgets, and the same answer
// everywhere.
#include "solver/sat/hybrid/hybrid.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>

#include "solver/sat/satisfy.hpp"
#include "test/solver/sat/formulas.hpp"
#include "test/solver/sat/truth_table.hpp"
#include "test/support/device.hpp"

namespace {

using namespace amorph;
using namespace amorph::sat;
using sat_test::add_clause;

class hybrid : public testing::Test {
  void SetUp() override {
    if (!has_complete()) GTEST_SKIP() << complete_name();
  }
};
class hybrid_cuda : public hybrid {
  void SetUp() override { AMORPH_NEEDS_DEVICE(); }
};

// Three colours for a random graph in which v and w never meet if v = w modulo 3.
formula colouring(std::uint32_t vertices, std::uint32_t edges, std::uint64_t seed) {
  const random_stream random(seed, 5);
  formula f;
  f.variables = 3 * vertices;
  for (std::uint32_t v = 0; v != vertices; ++v) add_clause(f, {6 * v, 6 * v + 2, 6 * v + 4});
  std::uint64_t at = 0;
  for (std::uint32_t e = 0; e != edges;) {
    const auto v = static_cast<std::uint32_t>(random.below(at++, vertices)),
               w = static_cast<std::uint32_t>(random.below(at++, vertices));
    if (v % 3 == w % 3) continue;
    ++e;
    for (std::uint32_t c = 0; c != 3; ++c) add_clause(f, {6 * v + 2 * c + 1, 6 * w + 2 * c + 1});
  }
  return f;
}

satisfy_options options(std::uint64_t seed) {
  satisfy_options o;
  o.method = method::hybrid;
  o.run.backend = backend::cpu;
  o.run.threads = 1;
  o.seed = seed;
  return o;
}

TEST_F(hybrid, suggested_values_are_decided) {
  const formula f = sat_test::random_ksat(2000, 3, 3.9, 1);
  std::vector<std::vector<truth>> models;
  for (const std::uint64_t seed : {1, 2}) {
    walk_options o;
    o.run.backend = backend::cpu;
    o.seed = seed;
    const walk_result walked = walk(f, {}, o);
    ASSERT_TRUE(walked.satisfied);
    complete_search solver(f, {});
    ASSERT_EQ(solver.solve(1).found, verdict::unknown);  // it knows the clauses then
    solver.suggest(walked.values);
    const complete_result found = solver.solve();
    ASSERT_EQ(found.found, verdict::satisfiable);
    EXPECT_TRUE(sat_test::satisfies(f, found.model));
    models.push_back(found.model);
    const auto same = std::inner_product(found.model.begin(), found.model.end(), walked.values.begin(), 0U,
                                         std::plus<>(), std::equal_to<>());
    EXPECT_GT(same, 1900U);  // variables that were eliminated may differ
    solver.suggest(std::vector<truth>(f.variables, truth::unknown));
    EXPECT_EQ(solver.solve().found, verdict::satisfiable);
  }
  EXPECT_NE(models[0], models[1]);
}

TEST_F(hybrid, fixed_values_are_those_of_all_models) {
  formula f;
  f.variables = 6;
  add_clause(f, {make_literal(0, false)});
  add_clause(f, {make_literal(0, true), make_literal(1, true)});
  add_clause(f, {make_literal(2, false), make_literal(3, false), make_literal(4, false)});
  complete_search solver(f, {});
  ASSERT_EQ(solver.solve().found, verdict::satisfiable);
  using enum truth;
  EXPECT_EQ(solver.fixed(), (std::vector<truth>{yes, no, unknown, unknown, unknown, unknown}));
}

// The two searches are replaced by ones that note what they are asked.
struct noted {
  std::vector<std::uint64_t> conflicts, flips;
  std::vector<bool> from_best;
  std::uint64_t before = 0;  // conflicts that the solver was allowed before the last walk
};
// A walk makes all flips that it may, and its number of unsatisfied clauses is the next one of a list.
noted rounds_of(const formula& f, const hybrid_options& o, const std::vector<std::uint64_t>& unsatisfied) {
  complete_search solver(f, {});
  noted seen;
  const hybrid_searches searches{
      [&](const formula& rest, span<const truth> start, std::uint64_t most, unsigned walkers, std::uint64_t) {
        walk_result r;
        seen.from_best.push_back(!start.empty());
        r.unsatisfied = unsatisfied[std::min(seen.flips.size(), unsatisfied.size() - 1)];
        r.values.assign(rest.variables, truth::no);
        r.stats.flips = most;
        seen.flips.push_back(most);
        seen.before = std::accumulate(seen.conflicts.begin(), seen.conflicts.end(), o.conflicts_before);
        EXPECT_EQ(walkers, std::clamp<std::uint64_t>(most / (256 * rest.variables), 1, 16));
        return r;
      },
      [&](std::uint64_t most) {
        seen.conflicts.push_back(most);
        return complete_result{};
      }};
  EXPECT_EQ(search_side_by_side(f, solver, searches, o).found, verdict::unknown);
  return seen;
}

TEST_F(hybrid, alternates_by_budgets) {
  hybrid_options o;
  o.rounds = 7;
  const noted seen = rounds_of(colouring(60, 110, 1), o, {9, 7, 7, 8, 3});
  EXPECT_EQ(seen.conflicts, (std::vector<std::uint64_t>{2000, 2000, 2000, 3000, 3000, 4500, 4500, 6750, 6750, 10125,
                                                        10125, 15187, 15187, 22780, 22780}));
  // The third and the fourth walk are no better: then there are two rounds without one.
  EXPECT_EQ(seen.from_best, (std::vector<bool>{false, true, true, true, false}));
}

// Walks spend a fixed amount at first, and then a share of what conflicts are worth, 3,000 visits each.
TEST_F(hybrid, walks_have_a_fixed_share_of_the_work) {
  const formula f = colouring(60, 110, 1);
  const std::uint64_t per_flip = 4 + f.literals.size() / f.variables;
  hybrid_options o;
  o.rounds = 40;
  o.share = 16;
  const noted seen = rounds_of(f, o, {9, 8, 7, 6, 5, 4, 3, 2, 1});
  const std::uint64_t visits = std::accumulate(seen.flips.begin(), seen.flips.end(), std::uint64_t{0}) * per_flip;
  const std::uint64_t allowed = 30'000'000 + seen.before * 3'000 / 16;
  EXPECT_LE(visits, allowed);
  EXPECT_GT(visits, allowed / 100 * 95);
  EXPECT_GT(seen.flips.front() * per_flip, 29'000'000U);
  // What the solver did before counts.
  o.rounds = 1;
  o.conflicts_before = 1'600'000;
  EXPECT_GT(rounds_of(f, o, {9}).flips.front() * per_flip, 320'000'000U);
}

// A walk that could not flip each variable a few times waits until it can.
TEST_F(hybrid, walks_of_large_formulas_wait) {
  hybrid_options o;
  o.rounds = 3;
  o.share = 16;
  EXPECT_TRUE(rounds_of(colouring(150'000, 300'000, 1), o, {9}).flips.empty());
}

// What is fixed is not walked on; a walk's model and the fixed values make one of the whole formula.
TEST_F(hybrid, walks_on_what_is_not_fixed) {
  formula f = colouring(60, 110, 2);
  add_clause(f, {make_literal(0, false)});  // vertex 0 has colour 0: its neighbours have not
  complete_search solver(f, {});
  std::uint32_t walked_variables = 0;
  const hybrid_searches searches{
      [&](const formula& rest, span<const truth> start, std::uint64_t most, unsigned walkers, std::uint64_t seed) {
        walked_variables = rest.variables;
        walk_options o;
        o.run.backend = backend::cpu;
        o.max_flips = most;
        o.walkers = walkers;
        o.seed = seed;
        return walk(rest, start, o);
      },
      [&](std::uint64_t) {
        (void)solver.solve(1);
        return complete_result{};
      }};
  const hybrid_result r = search_side_by_side(f, solver, searches, {});
  ASSERT_EQ(r.found, verdict::satisfiable);
  EXPECT_TRUE(r.by_walk);
  EXPECT_TRUE(sat_test::satisfies(f, r.model));
  EXPECT_GT(walked_variables, 0U);
  EXPECT_LT(walked_variables, f.variables - 1);
}

TEST_F(hybrid, same_model_for_every_number_of_threads) {
  const std::uint32_t vertices = sat_test::sanitized ? 100 : 600;
  std::uint64_t flips = 0;
  for (const std::uint64_t seed : {1, 2}) {
    const formula f = colouring(vertices, vertices * 23 / 10, seed);
    satisfy_options o = options(seed);
    const satisfy_result one = satisfy(f, o);
    ASSERT_EQ(one.found, verdict::satisfiable);
    EXPECT_TRUE(sat_test::satisfies(f, one.model));
    o.run.threads = 3;
    const satisfy_result three = satisfy(f, o);
    EXPECT_EQ(three.model, one.model);
    EXPECT_EQ(three.flips, one.flips);
    EXPECT_EQ(three.found_by, one.found_by);
    flips += one.flips;
  }
  EXPECT_TRUE(flips > 0 || sat_test::sanitized);  // some were walked on
}

TEST_F(hybrid, rounds_are_limited) {
  satisfy_options o = options(1);
  o.attempts = 1;
  o.max_flips = 1000;
  const satisfy_result r = satisfy(sat_test::random_ksat(400, 3, 4.6, 1), o);
  EXPECT_EQ(r.found, verdict::unknown);
  EXPECT_FALSE(r.interrupted);
  EXPECT_GT(r.flips, 0U);
}

TEST_F(hybrid_cuda, finds_the_same_model_as_the_cpu) {
  if (!has_complete()) GTEST_SKIP() << complete_name();
  std::uint64_t flips = 0;
  for (const std::uint64_t seed : {1, 2, 3, 4}) {
    const formula f = colouring(700, 1610, seed);
    satisfy_options o = options(seed);
    o.run.threads = 0;
    const satisfy_result cpu = satisfy(f, o);
    ASSERT_EQ(cpu.found, verdict::satisfiable);
    o.run.backend = backend::cuda;
    const satisfy_result device = satisfy(f, o);
    EXPECT_EQ(device.model, cpu.model);
    EXPECT_EQ(device.flips, cpu.flips);
    EXPECT_EQ(device.found_by, cpu.found_by);
    flips += cpu.flips;
  }
  EXPECT_GT(flips, 0U);  // some were walked on
}

}  // namespace
