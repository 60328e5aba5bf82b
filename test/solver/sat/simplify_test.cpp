// Simplification against truth tables, and on formulas with long chains.
#include "solver/sat/formula/simplify.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <vector>

#include "amorph/kernels/base/error.hpp"
#include "test/solver/sat/formulas.hpp"
#include "test/solver/sat/truth_table.hpp"

namespace {

using namespace amorph;
using namespace amorph::sat;
using sat_test::add_clause;
using sat_test::satisfiable;
using sat_test::satisfies;

literal yes(std::uint32_t v) { return make_literal(v, false); }
literal no(std::uint32_t v) { return make_literal(v, true); }

// The rest contains nothing that could be simplified further.
void expect_simple(const simplified& s) {
  std::vector<std::uint32_t> count(2 * std::size_t{s.rest.variables}, 0);
  std::vector<std::vector<literal>> all;
  for (std::uint64_t c = 0; c != s.rest.clauses(); ++c) {
    std::vector<literal> clause(s.rest.clause(c).begin(), s.rest.clause(c).end());
    std::sort(clause.begin(), clause.end());
    ASSERT_GE(clause.size(), 2U);
    for (std::size_t i = 1; i != clause.size(); ++i) ASSERT_NE(clause[i] / 2, clause[i - 1] / 2);
    for (const literal l : clause) ++count[l];
    all.push_back(std::move(clause));
  }
  for (const std::uint32_t n : count) ASSERT_NE(n, 0U) << "a pure literal is left";
  std::sort(all.begin(), all.end());
  ASSERT_EQ(std::adjacent_find(all.begin(), all.end()), all.end()) << "a duplicate is left";
}

void expect_same(const simplified& a, const simplified& b) {
  EXPECT_EQ(a.contradiction, b.contradiction);
  EXPECT_EQ(a.fixed, b.fixed);
  EXPECT_EQ(a.variable_of, b.variable_of);
  EXPECT_EQ(a.rest.clause_begin, b.rest.clause_begin);
  EXPECT_EQ(a.rest.literals, b.rest.literals);
}

TEST(simplify, keeps_satisfiability_of_random_formulas) {
  std::uint64_t contradictions = 0, solved = 0, searched = 0;
  for (std::uint64_t i = 0; i != sat_test::random_formulas(); ++i) {
    const formula f = sat_test::random_formula(i);
    const simplified s = simplify(f, {}, {.run = {.threads = 1}});
    const bool can = satisfiable(f);
    ASSERT_EQ(!s.contradiction && satisfiable(s.rest), can) << "formula " << i;
    expect_simple(s);
    if (HasFatalFailure()) FAIL() << "formula " << i;
    contradictions += s.contradiction;
    searched += s.rest.variables != 0;
    if (!can || s.rest.variables != 0) continue;
    ASSERT_TRUE(satisfies(f, s.extend({}))) << "formula " << i;
    ++solved;
  }
  // Each kind of outcome occurred.
  EXPECT_GT(contradictions, sat_test::random_formulas() / 100);
  EXPECT_GT(solved, sat_test::random_formulas() / 100);
  EXPECT_GT(searched, sat_test::random_formulas() / 100);
}

TEST(simplify, extends_every_model_of_the_rest) {
  for (std::uint64_t i = 0; i != 3000; ++i) {
    const formula f = sat_test::random_formula(i);
    const simplified s = simplify(f);
    if (s.contradiction) continue;
    std::vector<truth> model(s.rest.variables);
    for (std::uint32_t bits = 0; bits != 1U << s.rest.variables; ++bits) {
      for (std::uint32_t v = 0; v != s.rest.variables; ++v) model[v] = (bits >> v & 1) != 0 ? truth::yes : truth::no;
      ASSERT_EQ(satisfies(s.rest, model), satisfies(f, s.extend(model))) << "formula " << i << ", model " << bits;
    }
  }
}

TEST(simplify, takes_values_that_are_given) {
  std::uint64_t refuted = 0;
  for (std::uint64_t i = 0; i != 20000; ++i) {
    formula f = sat_test::random_formula(i);
    const random_stream random(i, 9);
    std::vector<truth> given(f.variables);
    for (std::uint32_t v = 0; v != f.variables; ++v)
      given[v] = random.below(v, 3) != 0 ? truth::unknown : random.below(v + 100, 2) != 0 ? truth::yes : truth::no;
    const simplified s = simplify(f, given);
    for (std::uint32_t v = 0; v != f.variables; ++v)
      if (given[v] != truth::unknown) {
        ASSERT_TRUE(s.contradiction || s.fixed[v] == given[v]);
        add_clause(f, {make_literal(v, given[v] == truth::no)});
      }
    ASSERT_EQ(!s.contradiction && satisfiable(s.rest), satisfiable(f)) << "formula " << i;
    refuted += s.contradiction;
  }
  EXPECT_GT(refuted, 200U);
}

// A thousand implications: more rounds than there are passes over all clauses.
TEST(simplify, long_chains_of_units) {
  constexpr std::uint32_t n = 1000;
  formula f;
  f.variables = n;
  for (std::uint32_t v = n - 1; v != 0; --v) add_clause(f, {no(v - 1), yes(v), yes(v)});
  add_clause(f, {yes(0)});
  simplified s = simplify(f);
  EXPECT_FALSE(s.contradiction);
  EXPECT_EQ(s.rest.clauses(), 0U);
  EXPECT_EQ(s.units, n);
  EXPECT_EQ(s.extend({}), std::vector<truth>(n, truth::yes));
  add_clause(f, {no(n - 1), no(n / 2)});
  s = simplify(f);
  EXPECT_TRUE(s.contradiction);
  EXPECT_EQ(s.rest.variables, 0U);
}

// Variable v becomes pure when v - 1 has been fixed; the last clauses stay.
TEST(simplify, long_chains_of_pure_literals) {
  constexpr std::uint32_t n = 1000;
  formula f;
  f.variables = n + 2;
  for (std::uint32_t v = 0; v + 1 != n; ++v) add_clause(f, {yes(v), no(v + 1)}), add_clause(f, {yes(v + 1), yes(v)});
  for (const bool a : {false, true})
    for (const bool b : {false, true}) add_clause(f, {make_literal(n, a), make_literal(n + 1, b)});
  const simplified s = simplify(f);
  EXPECT_EQ(s.variable_of, (std::vector<std::uint32_t>{n, n + 1}));
  EXPECT_EQ(s.rest.clauses(), 4U);
  EXPECT_EQ(s.pures, n - 1);
  const std::vector<truth> model = s.extend(std::vector<truth>(2, truth::yes));
  for (std::uint32_t v = 0; v + 1 != n; ++v) EXPECT_EQ(model[v], truth::yes);
}

TEST(simplify, long_clauses) {
  constexpr std::uint32_t n = 20000;
  formula f;
  f.variables = n;
  std::vector<literal> clause;
  for (std::uint32_t v = 0; v != n; ++v) clause.push_back(make_literal(v, v % 2 != 0));
  add_clause(f, clause);
  std::reverse(clause.begin(), clause.end());
  clause.push_back(clause.front());
  add_clause(f, clause);
  for (literal& l : clause) l = negation_of(l);
  add_clause(f, clause);
  clause.push_back(negation_of(clause.front()));
  add_clause(f, clause);
  const simplified s = simplify(f);
  EXPECT_EQ(s.rest.clauses(), 2U);
  EXPECT_EQ(s.rest.literals.size(), 2 * n);
  EXPECT_EQ(s.tautologies, 1U);
  EXPECT_EQ(s.duplicates, 1U);
}

TEST(simplify, same_for_every_number_of_threads) {
  for (const std::uint64_t seed : {1, 2}) {
    const formula f = sat_test::random_ksat(40000, 3, 3.9, seed);
    const simplified one = simplify(f, {}, {.run = {.threads = 1}});
    EXPECT_GT(one.pures, 100U);
    EXPECT_GT(one.rest.clauses(), f.clauses() / 2);
    for (const unsigned threads : {2U, 7U}) expect_same(one, simplify(f, {}, {.run = {.threads = threads}}));
    std::vector<truth> given(f.variables, truth::unknown);
    for (std::uint32_t v = 0; v != 600; ++v) given[v] = v % 2 != 0 ? truth::yes : truth::no;
    const simplified with = simplify(f, given, {.run = {.threads = 1}});
    EXPECT_GT(with.units, 10U);
    expect_same(with, simplify(f, given, {.run = {.threads = 3}}));
  }
}

TEST(simplify, without_variables_or_clauses) {
  EXPECT_FALSE(simplify({}).contradiction);
  formula f;
  f.variables = 3;
  EXPECT_EQ(simplify(f).extend({}), std::vector<truth>(3, truth::no));
  add_clause(f, {});
  EXPECT_TRUE(simplify(f).contradiction);
  EXPECT_THROW((void)simplify(f).extend({}), error);
  EXPECT_THROW((void)simplify(f, std::vector<truth>(2)), error);
}

TEST(simplify, what_contradicts_itself_is_refused) {
  formula f;
  f.variables = 2;
  add_clause(f, {yes(0), no(1)});
  check_formula(f);
  EXPECT_EQ(f.uniform_length(), 2U);
  f.literals[1] = yes(2);
  EXPECT_THROW(check_formula(f), error);
  f.literals[1] = yes(1);
  f.clause_begin = {0, 3};
  EXPECT_THROW(check_formula(f), error);
  f.clause_begin = {1, 2};
  EXPECT_THROW(check_formula(f), error);
  f.clause_begin = {0, 2, 1, 2};
  EXPECT_THROW(check_formula(f), error);
  f.clause_begin.clear();
  EXPECT_THROW(check_formula(f), error);
}

TEST(simplify, stops_when_it_is_told_to) {
  const formula f = sat_test::random_ksat(50000, 3, 4, 1);
  struct poll_count {
    int polls = 0, patience;
    static std::uint32_t stop(void* p) {
      auto* count = static_cast<poll_count*>(p);
      return ++count->polls >= count->patience ? 1 : 0;
    }
  };
  const auto polls = [&](int patience) {
    poll_count count{.patience = patience};
    cpu_exec exec(1, 0, {&poll_count::stop, nullptr, &count});
    bool interrupted = false;
    try {
      (void)simplify(exec, f, {}, {});
    } catch (const error& e) {
      interrupted = e.code() == status::interrupted;
    }
    EXPECT_EQ(interrupted, count.polls >= patience);
    return count.polls;
  };
  const int all = polls(1 << 30);
  EXPECT_GT(all, 20);
  for (int patience = 1; patience <= all; patience += 3) EXPECT_EQ(polls(patience), patience);
}

TEST(simplify, takes_as_many_rounds_of_pure_literals_as_it_is_told) {
  std::uint64_t more = 0;
  for (std::uint64_t i = 0; i != 2000; ++i) {
    const formula f = sat_test::random_ksat(12, 3, 2.5, i);
    const simplified all = simplify(f, {}, {.run = {.threads = 1}});
    for (const unsigned rounds : {1U, 2U}) {
      const simplified some = simplify(f, {}, {.run = {.threads = 1}, .pure_rounds = rounds});
      ASSERT_EQ(satisfiable(some.rest), satisfiable(f)) << i;
      ASSERT_LE(some.pures, all.pures);
      more += some.rest.clauses() > all.rest.clauses() ? 1 : 0;
    }
  }
  EXPECT_GT(more, 100U);
}

TEST(simplify, copies_nothing_if_there_is_nothing_to_do) {
  formula f = sat_test::random_ksat(500, 3, 4, 1);
  const simplify_options light{.run = {.threads = 1}, .pure = false, .duplicates = false, .copy = false};
  const simplified s = simplify(f, {}, light);
  EXPECT_TRUE(s.unchanged);
  EXPECT_EQ(s.rest.clauses(), 0U);
  std::vector<truth> model(500, truth::yes);
  model[7] = truth::unknown;
  const std::vector<truth> whole = s.extend(model);
  EXPECT_EQ(whole.size(), 500U);
  EXPECT_EQ(whole[6], truth::yes);
  EXPECT_EQ(whole[7], truth::no);
  f.literals[1] = f.literals[0];  // now there is
  EXPECT_FALSE(simplify(f, {}, light).unchanged);
  f.literals[1] = negation_of(f.literals[0]);
  EXPECT_FALSE(simplify(f, {}, light).unchanged);
}

}  // namespace
