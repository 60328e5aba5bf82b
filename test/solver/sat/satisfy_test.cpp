// The search against truth tables: no method ever gives a wrong answer, and the complete solver always answers.
#include "solver/sat/satisfy.hpp"
#include "solver/sat/schedule.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <initializer_list>
#include <vector>

#include "amorph/kernels/base/error.hpp"
#include "test/solver/sat/formulas.hpp"
#include "test/solver/sat/truth_table.hpp"
#include "test/support/device.hpp"

namespace {

using namespace amorph;
using namespace amorph::sat;

satisfy_options options(method m, std::uint64_t seed) {
  satisfy_options o;
  o.method = m;
  o.run.backend = backend::cpu;
  o.run.threads = 1;
  o.seed = seed;
  o.max_flips = 2000;  // these formulas have 4,096 assignments at most
  return o;
}

// The number of answers of each kind.
struct tally {
  std::uint64_t satisfied = 0, refuted = 0, unknown = 0;
};

void verify(const formula& f, std::uint64_t number, method m, tally& t) {
  const satisfy_result r = satisfy(f, options(m, number));
  const bool can = sat_test::satisfiable(f);
  switch (r.found) {
    case verdict::satisfiable:
      ++t.satisfied;
      ASSERT_TRUE(sat_test::satisfies(f, r.model)) << to_string(m) << ", formula " << number;
      return;
    case verdict::unsatisfiable:
      ++t.refuted;
      ASSERT_FALSE(can) << to_string(m) << ", formula " << number;
      return;
    case verdict::unknown: ++t.unknown;
  }
  ASSERT_TRUE(r.model.empty());
}

TEST(satisfy, is_never_wrong_on_random_formulas) {
  const std::uint64_t all = sat_test::random_formulas(40000);
  for (const auto& [m, formulas] : {std::pair(method::automatic, all),
                                    {method::complete, all / 4},
                                    {method::hybrid, all / 4},
                                    {method::survey, all / 20},
                                    {method::walk, all / 20}}) {
    if (needs_complete(m) && !has_complete()) continue;
    tally t;
    for (std::uint64_t i = 0; i != formulas; ++i) {
      verify(sat_test::random_formula(i), i, m, t);
      if (HasFatalFailure()) return;
    }
    EXPECT_GT(t.satisfied, formulas / 4) << to_string(m);
    EXPECT_GT(t.refuted, formulas / 20) << to_string(m);
    EXPECT_TRUE(t.unknown == 0 || !has_complete() || m == method::survey || m == method::walk) << to_string(m);
  }
}

// Walks and decimation solve at least three quarters of the satisfiable formulas of this size.
TEST(satisfy, walks_and_decimation_find_most_models) {
  for (const method m : {method::survey, method::walk}) {
    std::uint64_t can = 0, found = 0;
    for (std::uint64_t i = 0; i != 400; ++i) {
      const formula f = sat_test::random_ksat(12, 3, 4, i);
      if (!sat_test::satisfiable(f)) continue;
      ++can;
      found += satisfy(f, options(m, i)).found == verdict::satisfiable ? 1 : 0;
    }
    EXPECT_GT(can, 200U);
    EXPECT_GT(4 * found, 3 * can) << to_string(m);
  }
}

TEST(satisfy, same_model_for_every_number_of_threads) {
  const formula f = sat_test::random_ksat(4000, 3, 4, 1);
  satisfy_options o = options(method::survey, 7);
  o.max_flips = 0;
  const satisfy_result one = satisfy(f, o);
  ASSERT_EQ(one.found, verdict::satisfiable);
  EXPECT_TRUE(sat_test::satisfies(f, one.model));
  EXPECT_GT(one.sweeps, 0U);
  ASSERT_FALSE(one.attempts.empty());
  EXPECT_EQ(one.attempts[0].history.size(), one.attempts[0].stats.rounds);
  o.run.threads = 3;
  EXPECT_EQ(satisfy(f, o).model, one.model);
}

// A walk has as many walkers as can make 2,000 flips per variable each, of large formulas 8,000.
TEST(satisfy, walkers_are_few_and_walk_far) {
  EXPECT_EQ(walkers_of(500, true), 1U);
  EXPECT_EQ(walkers_of(3'999, true), 1U);
  EXPECT_EQ(walkers_of(8'000, true), 4U);
  EXPECT_EQ(walkers_of(8'000, false), 1U);
  EXPECT_EQ(walkers_of(32'000, false), 4U);
  EXPECT_EQ(walkers_of(2'000'000, true), 16U);
}

// Small formulas of three literals are walked on first, larger ones decimated first.
TEST(satisfy, begins_with_what_costs_less_per_model) {
  for (const std::uint32_t n : {3500U, 4500U}) {
    satisfy_options o = options(method::automatic, 1);
    o.max_flips = 0;
    const satisfy_result r = satisfy(sat_test::random_ksat(n, 3, 3.9, 1), o);
    ASSERT_EQ(r.found, verdict::satisfiable);
    ASSERT_FALSE(r.steps.empty());
    EXPECT_EQ(r.steps.front().method, n <= walkable_variables ? method::walk : method::survey);
    EXPECT_EQ(r.steps.front().walkers, n <= walkable_variables ? 1U : 0U);
  }
}

// The guided attempts come twice, with other seeds, before those that unfix at random.
TEST(satisfy, attempts_follow_the_schedule) {
  satisfy_options o = options(method::survey, 1);
  const satisfy_result r = satisfy(sat_test::random_ksat(200, 3, 6, 1), o);
  ASSERT_EQ(r.found, verdict::unknown);
  ASSERT_EQ(r.attempts.size(), 15U);
  EXPECT_FALSE(r.attempts[0].guided);
  for (std::size_t i = 1; i != 7; ++i) {
    EXPECT_TRUE(r.attempts[i].guided) << i;
    EXPECT_TRUE(r.attempts[i + 6].guided) << i;
    EXPECT_EQ(r.attempts[i].fraction, r.attempts[i + 6].fraction) << i;
  }
  EXPECT_EQ(r.attempts[13].backtrack, 0.8);
  EXPECT_EQ(r.attempts[14].backtrack, 0.9);
}

// Short clauses begin with a guided attempt, longer ones with the plain one, which solves many at once.
TEST(satisfy, small_random_formulas_begin_by_clause_length) {
  const auto begins_guided = [](const formula& f) {
    std::atomic<bool> stop{false};  // after the first attempt
    satisfy_options o = options(method::automatic, 1);
    o.max_flips = 1;
    o.run.stop = &stop;
    o.run.progress = [&](const progress& p) {
      if (static_cast<const satisfy_progress*>(p.detail)->attempt > 1) stop = true;
    };
    const satisfy_result r = satisfy(f, o);
    EXPECT_FALSE(r.attempts.empty());
    return !r.attempts.empty() && r.attempts[0].guided;
  };
  EXPECT_FALSE(begins_guided(sat_test::random_ksat(600, 5, 17, 1)));
  EXPECT_TRUE(begins_guided(sat_test::random_ksat(2000, 3, 4.1, 1)));
}

TEST(satisfy, satisfies_a_formula_without_clauses) {
  for (const bool simplify : {true, false}) {
    satisfy_options o = options(method::survey, 0);
    o.simplify = simplify;
    formula f;
    f.variables = 3;
    EXPECT_EQ(satisfy(f, o).model.size(), 3U);
    f.literals.push_back(make_literal(1, true));
    f.clause_begin.push_back(1);
    const satisfy_result r = satisfy(f, o);
    EXPECT_EQ(r.found, verdict::satisfiable);
    EXPECT_TRUE(sat_test::satisfies(f, r.model));
  }
}

// Random k-SAT with a planted model: one literal of each clause is made true.
formula planted(std::uint32_t n, std::uint32_t k, double ratio, std::uint64_t seed) {
  formula f = sat_test::random_ksat(n, k, ratio, seed);
  for (std::uint64_t c = 0; c != f.clauses(); ++c) {
    literal* clause = f.literals.data() + f.clause_begin[c];
    bool holds = false;
    for (std::uint32_t j = 0; j != k; ++j)
      holds |= negated(clause[j]) == ((variable_of(clause[j]) * 2654435761U >> 31) != 0);
    if (!holds) clause[c % k] = negation_of(clause[c % k]);
  }
  return f;
}
class builder {
 public:
  void clause(std::initializer_list<literal> list) { clause(std::vector<literal>(list)); }
  void clause(const std::vector<literal>& list) {
    for (const literal l : list) {
      f.literals.push_back(l);
      f.variables = std::max(f.variables, variable_of(l) + 1);
    }
    f.clause_begin.push_back(f.literals.size());
  }
  void at_most_one(const std::vector<std::uint32_t>& variables) {
    for (std::size_t i = 0; i != variables.size(); ++i)
      for (std::size_t j = 0; j != i; ++j) clause({make_literal(variables[i], true), make_literal(variables[j], true)});
  }
  formula f;
};
// The pigeonhole principle: each pigeon in a hole, no two in the same.
formula pigeons(std::uint32_t pigeons, std::uint32_t holes) {
  builder b;
  for (std::uint32_t p = 0; p != pigeons; ++p) {
    std::vector<literal> somewhere;
    for (std::uint32_t h = 0; h != holes; ++h) somewhere.push_back(make_literal(p * holes + h, false));
    b.clause(somewhere);
  }
  for (std::uint32_t h = 0; h != holes; ++h) {
    std::vector<std::uint32_t> in_it;
    for (std::uint32_t p = 0; p != pigeons; ++p) in_it.push_back(p * holes + h);
    b.at_most_one(in_it);
  }
  return b.f;
}
// The n queens problem.
formula queens(std::uint32_t n) {
  builder b;
  std::vector<std::vector<std::uint32_t>> column(n), down(2 * n), up(2 * n);
  for (std::uint32_t r = 0; r != n; ++r) {
    std::vector<literal> row;
    std::vector<std::uint32_t> squares;
    for (std::uint32_t c = 0; c != n; ++c) {
      const std::uint32_t v = r * n + c;
      row.push_back(make_literal(v, false));
      squares.push_back(v);
      column[c].push_back(v);
      down[n + r - c].push_back(v);
      up[r + c].push_back(v);
    }
    b.clause(row);
    b.at_most_one(squares);
  }
  for (const auto* lines : {&column, &down, &up})
    for (const auto& line : *lines) b.at_most_one(line);
  return b.f;
}
// A planning problem: a robot moves one field per step on a line of n, from one end to the other, in as many steps as
// it needs, or in one fewer.
formula errand(std::uint32_t n, bool possible) {
  builder b;
  const std::uint32_t steps = possible ? n - 1 : n - 2;
  const auto at = [n](std::uint32_t step, std::uint32_t field) { return step * n + field; };
  for (std::uint32_t s = 0; s <= steps; ++s) {
    std::vector<literal> somewhere;
    std::vector<std::uint32_t> fields;
    for (std::uint32_t x = 0; x != n; ++x) {
      somewhere.push_back(make_literal(at(s, x), false));
      fields.push_back(at(s, x));
    }
    b.clause(somewhere);
    b.at_most_one(fields);
    for (std::uint32_t x = 0; s != steps && x != n; ++x) {
      std::vector<literal> next{make_literal(at(s, x), true), make_literal(at(s + 1, x), false)};
      if (x != 0) next.push_back(make_literal(at(s + 1, x - 1), false));
      if (x + 1 != n) next.push_back(make_literal(at(s + 1, x + 1), false));
      b.clause(next);
    }
  }
  b.clause({make_literal(at(0, 0), false)});
  b.clause({make_literal(at(steps, n - 1), false)});
  return b.f;
}

void expect_answer(const formula& f, verdict expected, method m, const char* what) {
  satisfy_options o = options(m, 3);
  o.max_flips = 20000;
  const satisfy_result r = satisfy(f, o);
  if (r.found == verdict::satisfiable) {
    EXPECT_TRUE(sat_test::satisfies(f, r.model)) << what << ", " << to_string(m);
  }
  if (r.found != verdict::unknown || (has_complete() && (m == method::automatic || m == method::complete))) {
    EXPECT_EQ(r.found, expected) << what << ", " << to_string(m);
  }
}

TEST(satisfy, answers_formulas_of_the_usual_kinds) {
  for (const method m : {method::automatic, method::complete, method::survey, method::walk}) {
    if (m == method::complete && !has_complete()) continue;
    for (std::uint64_t seed = 0; seed != (sat_test::sanitized ? 4 : 20); ++seed) {
      expect_answer(planted(20, 3, 4.55, seed), verdict::satisfiable, m, "20 variables");
      expect_answer(planted(50, 3, 4.36, seed), verdict::satisfiable, m, "50 variables");
      expect_answer(sat_test::random_ksat(50, 3, 7.5, seed), verdict::unsatisfiable, m,
                    "50 variables, too many clauses");
    }
    expect_answer(pigeons(7, 6), verdict::unsatisfiable, m, "pigeons");
    expect_answer(pigeons(7, 7), verdict::satisfiable, m, "pigeons that have holes");
    expect_answer(queens(8), verdict::satisfiable, m, "queens");
    expect_answer(queens(3), verdict::unsatisfiable, m, "few queens");
    expect_answer(errand(12, true), verdict::satisfiable, m, "errand");
    expect_answer(errand(12, false), verdict::unsatisfiable, m, "errand in too few steps");
  }
}

// On formulas with structure, `auto` makes few flips beside the complete solver, those on residual formulas included.
TEST(satisfy_release, walks_have_a_small_part_of_structured_formulas) {
  if (!has_complete()) GTEST_SKIP() << "needs a complete solver";
  const satisfy_result r = satisfy(pigeons(9, 8), [] {
    satisfy_options o = options(method::automatic, 0);
    o.max_flips = 0;
    return o;
  }());
  EXPECT_EQ(r.found, verdict::unsatisfiable);
  EXPECT_LT(r.flips, 1'000'000U);
}

// More clauses than the limit up to which the complete solver goes first on random formulas; on these it does.
TEST(satisfy, does_not_lose_itself_in_large_structured_formulas) {
  if (!has_complete()) GTEST_SKIP() << "this build has no complete search";
  const formula f = queens(30);
  ASSERT_GT(f.clauses(), 20000U);
  ASSERT_FALSE(looks_random(f));
  expect_answer(f, verdict::satisfiable, method::automatic, "many queens");
  expect_answer(errand(60, false), verdict::unsatisfiable, method::automatic, "a long errand in too few steps");
}

TEST(satisfy, looks_random_only_if_it_may_be) {
  for (const std::uint32_t n : {50U, 3000U, 200000U}) {
    EXPECT_TRUE(looks_random(sat_test::random_ksat(n, 3, 4.2, n))) << n;
    EXPECT_TRUE(looks_random(sat_test::random_ksat(n, 5, 4.2, n))) << n;
    EXPECT_FALSE(looks_random(sat_test::random_ksat(n, 2, 1, n))) << n;
  }
  formula stars = sat_test::random_ksat(3000, 3, 4, 1);  // a few variables in most clauses
  for (std::uint64_t c = 0; c != stars.clauses(); ++c) stars.literals[3 * c] = make_literal(c % 5, c % 2 != 0);
  EXPECT_FALSE(looks_random(stars));
  EXPECT_FALSE(looks_random(formula()));
}

// Of three million variables three occur.
TEST(satisfy, takes_memory_for_variables_that_occur) {
  builder b;
  b.clause({make_literal(5, true), make_literal(70000, false)});
  b.clause({make_literal(5, false), make_literal(3000000, true)});
  b.clause({make_literal(3000000, false), make_literal(5, false)});
  const satisfy_result r = satisfy(b.f, options(method::automatic, 1));
  ASSERT_EQ(r.found, verdict::satisfiable);
  EXPECT_EQ(r.model.size(), 3000001U);
  EXPECT_TRUE(sat_test::satisfies(b.f, r.model));
  satisfy_options small = options(method::automatic, 1);
  small.run.memory_limit = 2 << 20;  // the model alone is more
  try {
    (void)satisfy(b.f, small);
    FAIL();
  } catch (const error& e) {
    EXPECT_EQ(e.code(), status::out_of_memory);
  }
}

TEST(satisfy, stops_when_it_is_told_to) {
  const std::atomic<bool> stop{true};
  for (const method m : {method::automatic, method::survey, method::walk, method::complete, method::hybrid}) {
    if (needs_complete(m) && !has_complete()) continue;
    satisfy_options o = options(m, 1);
    o.run.stop = &stop;
    const satisfy_result r = satisfy(sat_test::random_ksat(3000, 3, 4.2, 1), o);
    EXPECT_EQ(r.found, verdict::unknown) << to_string(m);
    EXPECT_TRUE(r.interrupted) << to_string(m);
  }
}

class satisfy_cuda : public testing::Test {
  void SetUp() override { AMORPH_NEEDS_DEVICE(); }
};

TEST_F(satisfy_cuda, finds_the_same_model_as_the_cpu) {
  struct {
    method m;
    std::uint32_t k, variables;
    double ratio;
  } const cases[] = {{method::survey, 3, 20000, 4.2},
                     {method::survey, 4, 3000, 9.4},
                     {method::automatic, 3, 6000, 4.15},
                     {method::walk, 3, 5000, 4}};
  for (const auto& [m, k, variables, ratio] : cases) {
    const formula f = sat_test::random_ksat(variables, k, ratio, k);
    satisfy_options o = options(m, 2);
    o.max_flips = 0;
    o.run.threads = 0;
    const satisfy_result cpu = satisfy(f, o);
    o.run.backend = backend::cuda;
    const satisfy_result device = satisfy(f, o);
    ASSERT_EQ(cpu.found, verdict::satisfiable) << to_string(m) << " " << k;
    EXPECT_TRUE(sat_test::satisfies(f, cpu.model));
    EXPECT_EQ(cpu.model, device.model) << to_string(m) << " " << k;
    EXPECT_EQ(cpu.sweeps, device.sweeps);
    EXPECT_EQ(cpu.flips, device.flips);
    EXPECT_EQ(cpu.found_by, device.found_by);
  }
}

}  // namespace
