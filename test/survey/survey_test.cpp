// Survey propagation and local search: the equations against ones written down anew, the same answer everywhere, what
// each outcome promises.
#include "amorph/survey.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <vector>

#include "amorph/backend.hpp"
#include "amorph/error.hpp"
#include "amorph/walk.hpp"
#include "formulas.hpp"
#include "truth_table.hpp"

namespace {

using namespace amorph;
using namespace amorph::sat;

formula cnf(std::uint32_t variables, const std::vector<std::vector<int>>& clauses) {
  formula f;
  f.variables = variables;
  for (const auto& clause : clauses) {
    for (const int l : clause) f.literals.push_back(make_literal(static_cast<std::uint32_t>(std::abs(l)) - 1, l < 0));
    f.clause_begin.push_back(f.literals.size());
  }
  return f;
}

// Random 3-SAT with a few clauses of four: offsets of clauses are read.
formula mixed_lengths(std::uint32_t n) {
  formula f = sat_test::random_ksat(n, 3, 4.15, n);
  const formula longer = sat_test::random_ksat(n, 4, 0.05, n);
  for (std::uint64_t c = 0; c != longer.clauses(); ++c) {
    for (const literal l : longer.clause(c)) f.literals.push_back(l);
    f.clause_begin.push_back(f.literals.size());
  }
  return f;
}

survey_options plain(std::uint64_t seed) {
  survey_options o;
  o.seed = seed;
  o.threads = 1;
  o.where = backend::cpu;
  return o;
}

// No clause is false under `values`, and where `all`, every one is true.
bool consistent(const formula& f, const std::vector<truth>& values, bool all) {
  for (std::uint64_t c = 0; c != f.clauses(); ++c) {
    bool yes = false, open = false;
    for (const literal l : f.clause(c)) {
      yes |= value_of(l, values[variable_of(l)]) == truth::yes;
      open |= values[variable_of(l)] == truth::unknown;
    }
    if (!yes && (all || !open)) return false;
  }
  return true;
}

// The mean over variables of the larger bias at the fixed point, in double precision, as the paper's equations are written:
// products over the other clauses, no division, one survey after the other.
double reference_magnetisation(const formula& f) {
  std::vector<double> survey(f.literals.size(), 0.5);
  const auto edges = f.literals.size();
  std::vector<std::vector<std::size_t>> of(2 * std::size_t{f.variables});
  std::vector<std::uint64_t> clause(edges);
  for (std::uint64_t c = 0; c != f.clauses(); ++c)
    for (std::uint64_t e = f.clause_begin[c]; e != f.clause_begin[c + 1]; ++e) {
      of[f.literals[e]].push_back(e);
      clause[e] = c;
    }
  auto product = [&](literal l, std::uint64_t but) {
    double p = 1;
    for (const std::size_t e : of[l])
      if (clause[e] != but) p *= 1 - survey[e];
    return p;
  };
  for (double change = 1; change > 1e-9;) {
    change = 0;
    for (std::size_t e = 0; e != edges; ++e) {
      const std::uint64_t c = clause[e];
      double now = 1;
      for (std::uint64_t o = f.clause_begin[c]; o != f.clause_begin[c + 1]; ++o) {
        if (o == e) continue;
        const double same = product(f.literals[o], c), opposite = product(negation_of(f.literals[o]), c);
        const double u = (1 - opposite) * same, s = (1 - same) * opposite, both = same * opposite;
        now *= u / (u + s + both);
      }
      change = std::max(change, std::abs(now - survey[e]));
      survey[e] = now;
    }
  }
  double sum = 0;
  for (std::uint32_t v = 0; v != f.variables; ++v) {
    const double p = product(2 * v, f.clauses()), n = product(2 * v + 1, f.clauses());
    const double yes = (1 - p) * n, no = (1 - n) * p, both = p * n;
    sum += std::max(yes, no) / (yes + no + both);
  }
  return sum / f.variables;
}

TEST(survey, surveys_reach_the_papers_fixed_point) {
  for (const auto& [k, ratio] : {std::pair(3U, 4.2), {4U, 9.5}, {0U, 4.2}}) {
    const formula f = k == 0 ? mixed_lengths(300) : sat_test::random_ksat(300, k, ratio, k);
    for (const survey_strategy how : {survey_strategy::gather, survey_strategy::recompute, survey_strategy::atomic}) {
      survey_options o = plain(1);
      o.how = how;
      o.epsilon = 1e-4;
      o.max_sweeps = 20000;
      o.fraction = 1;  // one round will do
      std::vector<survey_round> seen;
      o.watch = [&](const survey_round& r) { seen.push_back(r); };
      (void)survey(f, o);
      ASSERT_FALSE(seen.empty());
      ASSERT_TRUE(seen[0].settled);
      EXPECT_NEAR(seen[0].magnetisation, reference_magnetisation(f), 5e-3) << k << " " << to_string(how);
    }
  }
}

TEST(survey, surveys_of_long_clauses_do_not_vanish) {
  for (const auto& [k, ratio] : {std::pair(5U, 20.0), {6U, 42.0}, {7U, 84.0}}) {
    survey_options o = plain(1);
    o.fraction = 1;  // one round will do
    double first = 0;
    o.watch = [&](const survey_round& round) { first = first == 0 ? round.magnetisation : first; };
    o.contradictions = 1;
    (void)survey(sat_test::random_ksat(200, k, ratio, k), o);
    EXPECT_GT(first, 0.1) << k;
  }
}

TEST(survey, values_never_make_a_clause_false) {
  for (std::uint64_t seed = 0; seed != 12; ++seed)
    for (const double backtrack : {0.0, 0.6}) {
      const formula f = sat_test::random_ksat(2000, 3, 4.0 + 0.02 * static_cast<double>(seed), seed);
      survey_options o = plain(seed);
      o.backtrack = backtrack;
      o.contradictions = backtrack > 0 ? 5 : 0;
      const survey_result r = survey(f, o);
      EXPECT_EQ(r.history.size(), r.stats.rounds);
      if (r.ended == outcome::contradiction) continue;
      EXPECT_TRUE(consistent(f, r.values, r.ended == outcome::assigned));
      EXPECT_EQ(std::count(r.likely.begin(), r.likely.end(), truth::unknown), 0);
      if (backtrack == 0) {
        EXPECT_EQ(r.stats.released, 0U);
      }
    }
}

TEST(survey, backtracking_releases) {
  survey_options o = plain(3);
  o.backtrack = 0.5;
  const survey_result r = survey(sat_test::random_ksat(3000, 3, 4.2, 3), o);
  EXPECT_GT(r.stats.released, 0U);
  EXPECT_TRUE(std::any_of(r.history.begin(), r.history.end(), [](const survey_round& x) { return x.released; }));
}

TEST(survey, tells_contradictions_units_and_nothing_to_do) {
  EXPECT_EQ(survey(cnf(1, {{1}, {-1}}), plain(0)).ended, outcome::contradiction);
  EXPECT_EQ(survey(cnf(2, {{1, 2}, {}}), plain(0)).ended, outcome::contradiction);
  const survey_result units = survey(cnf(3, {{1}, {-1, 2}, {-2, -3}}), plain(0));
  EXPECT_EQ(units.ended, outcome::assigned);
  EXPECT_EQ(units.values, (std::vector<truth>{truth::yes, truth::yes, truth::no}));
  EXPECT_EQ(survey(cnf(0, {}), plain(0)).ended, outcome::assigned);
  EXPECT_EQ(survey(cnf(5, {}), plain(0)).ended, outcome::assigned);
  EXPECT_EQ(survey(cnf(4, {{1, 2}, {3, 4}}), plain(0)).ended, outcome::paramagnetic);
}

TEST(survey, the_same_for_every_number_of_threads) {
  const formula f = sat_test::random_ksat(6000, 3, 4.21, 5);
  for (const survey_strategy how : {survey_strategy::gather, survey_strategy::recompute}) {
    survey_options o = plain(9);
    o.how = how;
    o.backtrack = 0.4;
    const survey_result one = survey(f, o);
    o.threads = 3;
    const survey_result many = survey(f, o);
    EXPECT_EQ(one.values, many.values) << to_string(how);
    EXPECT_EQ(one.likely, many.likely) << to_string(how);
    EXPECT_EQ(one.stats.sweeps, many.stats.sweeps) << to_string(how);
  }
}

TEST(survey, refuses_options_out_of_range) {
  const formula f = cnf(2, {{1, 2}});
  auto refused = [&](auto change) {
    survey_options o = plain(0);
    change(o);
    try {
      (void)survey(f, o);
    } catch (const error& e) {
      return e.code() == status::bad_input;
    }
    return false;
  };
  EXPECT_TRUE(refused([](survey_options& o) { o.fraction = 0; }));
  EXPECT_TRUE(refused([](survey_options& o) { o.backtrack = 1; }));
  EXPECT_TRUE(refused([](survey_options& o) { o.epsilon = 0; }));
  EXPECT_TRUE(refused([](survey_options& o) { o.damping = std::nan(""); }));
  EXPECT_TRUE(refused([](survey_options& o) { o.max_sweeps = 0; }));
}

TEST(survey, memory_that_is_not_there_is_an_error) {
  survey_options o = plain(0);
  o.memory_limit = 1000;
  try {
    (void)survey(sat_test::random_ksat(1000, 3, 4, 1), o);
    FAIL();
  } catch (const error& e) {
    EXPECT_EQ(e.code(), status::out_of_memory);
  }
}

walk_options steps(walk_strategy how, unsigned threads) {
  walk_options o;
  o.how = how;
  o.where = backend::cpu;
  o.threads = threads;
  o.seed = 4;
  return o;
}

TEST(walk, satisfies_what_is_easy_the_same_way_everywhere) {
  for (const walk_strategy how : {walk_strategy::together, walk_strategy::walkers})
    for (const auto& [k, ratio] : {std::pair(3U, 3.9), {5U, 17.0}}) {
      const formula f = sat_test::random_ksat(800, k, ratio, k);
      const walk_result one = walk(f, {}, steps(how, 1)), many = walk(f, {}, steps(how, 3));
      ASSERT_TRUE(one.satisfied) << to_string(how) << " " << k;
      EXPECT_TRUE(sat_test::satisfies(f, one.values));
      EXPECT_EQ(one.values, many.values);
      EXPECT_EQ(one.stats.flips, many.stats.flips);
      EXPECT_GT(one.stats.flips, 0U);
    }
}

TEST(walk, counts_what_it_leaves_and_keeps_its_limit) {
  const formula f = cnf(2, {{1, 2}, {-1, 2}, {1, -2}, {-1, -2}});
  for (const walk_strategy how : {walk_strategy::together, walk_strategy::walkers}) {
    walk_options o = steps(how, 1);
    o.max_flips = 1000;
    const walk_result r = walk(f, {}, o);
    EXPECT_FALSE(r.satisfied);
    EXPECT_EQ(r.unsatisfied, 1U);
    EXPECT_LE(r.stats.flips, 1064U);  // a flip more of each walker, at most
    EXPECT_FALSE(sat_test::satisfies(f, r.values));
  }
}

TEST(walk, begins_where_it_is_told) {
  const formula f = sat_test::random_ksat(500, 3, 3.5, 2);
  const walk_result found = walk(f, {}, steps(walk_strategy::together, 1));
  ASSERT_TRUE(found.satisfied);
  const walk_result again = walk(f, found.values, steps(walk_strategy::together, 1));
  EXPECT_TRUE(again.satisfied);
  EXPECT_EQ(again.stats.flips, 0U);
  EXPECT_EQ(again.values, found.values);
  EXPECT_THROW((void)walk(f, std::vector<truth>(3), steps(walk_strategy::together, 1)), error);
}

class survey_cuda : public testing::Test {
  void SetUp() override {
    if (const backend_choice c = select_backend(backend::cuda, "survey", 1); c.code != status::ok)
      GTEST_SKIP() << "no CUDA device: " << c.message;
  }
};

TEST_F(survey_cuda, decimates_as_the_cpu_does) {
  struct {
    std::uint32_t k, variables;
    double ratio;
  } const cases[] = {{3, 20000, 4.2}, {4, 4000, 9.5}, {5, 1500, 20}, {6, 500, 42}, {0, 4000, 0}};
  for (const auto& [k, variables, ratio] : cases) {
    const formula f = k == 0 ? mixed_lengths(variables) : sat_test::random_ksat(variables, k, ratio, k);
    for (const survey_strategy how : {survey_strategy::gather, survey_strategy::recompute}) {
      if (how == survey_strategy::recompute && k > 3) continue;
      survey_options o = plain(k);
      o.how = how;
      o.threads = 0;
      o.backtrack = 0.5;
      o.contradictions = 3;
      const survey_result cpu = survey(f, o);
      o.where = backend::cuda;
      const survey_result device = survey(f, o);
      EXPECT_EQ(cpu.ended, device.ended) << k;
      EXPECT_EQ(cpu.values, device.values) << k;
      EXPECT_EQ(cpu.likely, device.likely) << k;
      EXPECT_EQ(cpu.stats.sweeps, device.stats.sweeps) << k;
      if (k > 4) {
        EXPECT_GT(cpu.history.at(0).magnetisation, 0.1) << k;  // surveys do not vanish where clauses are many
      }
    }
  }
}

TEST_F(survey_cuda, races_end_in_the_same_kind_of_answer) {
  const formula f = sat_test::random_ksat(20000, 3, 4.1, 8);
  for (const survey_strategy how : {survey_strategy::atomic, survey_strategy::unsynchronised}) {
    survey_options o = plain(1);
    o.where = backend::cuda;
    o.how = how;
    const survey_result r = survey(f, o);
    if (how == survey_strategy::atomic) {
      EXPECT_EQ(r.ended, outcome::paramagnetic);
    }
    if (r.ended != outcome::contradiction) {
      EXPECT_TRUE(consistent(f, r.values, false));
    }
  }
}

TEST_F(survey_cuda, walks_as_the_cpu_does) {
  for (const walk_strategy how : {walk_strategy::together, walk_strategy::walkers}) {
    const formula f = sat_test::random_ksat(3000, 3, 4, 6);
    walk_options o = steps(how, 0);
    const walk_result cpu = walk(f, {}, o);
    o.where = backend::cuda;
    const walk_result device = walk(f, {}, o);
    EXPECT_TRUE(cpu.satisfied);
    EXPECT_EQ(cpu.values, device.values) << to_string(how);
    EXPECT_EQ(cpu.stats.flips, device.stats.flips) << to_string(how);
  }
}

}  // namespace
