// Formulas that grow between searches under assumptions, against all assignments; and a formula that local search and
// survey propagation decide.
#include <gtest/gtest.h>

#include <vector>

#include "test/solver/sat/formulas.hpp"
#include "test/solver/sat/truth_table.hpp"
#include "tools/bindings/ipasir/ipasir.h"

namespace {

using namespace amorph;

// How a program numbers its variables: 1, 2, 3, or with gaps, up to the largest number there is.
int number_of(std::uint32_t variable, int gap) {
  return gap == 1 ? static_cast<int>(variable) + 1 : 2147483647 - static_cast<int>(variable) * gap;
}
int signed_number(std::uint32_t l, int gap) { return l % 2 != 0 ? -number_of(l / 2, gap) : number_of(l / 2, gap); }
void add_to(void* solver, span<const std::uint32_t> clause, int gap = 1) {
  for (const std::uint32_t l : clause) ipasir_add(solver, signed_number(l, gap));
  ipasir_add(solver, 0);
}

struct counts {
  int yes = 0, no = 0, partly = 0;  // partly: some assumption was not needed
};

void compare(void* solver, const sat::formula& f, const std::vector<std::uint32_t>& assumptions, int gap, counts& n) {
  sat::formula assumed = f;
  for (const std::uint32_t l : assumptions) {
    ipasir_assume(solver, signed_number(l, gap));
    sat_test::add_clause(assumed, {l});
  }
  const int answer = ipasir_solve(solver);
  ASSERT_EQ(answer, sat_test::satisfiable(assumed) ? 10 : 20);
  if (answer == 10) {
    ++n.yes;
    std::vector<sat::truth> model;
    for (std::uint32_t v = 0; v != f.variables; ++v) {
      const int number = number_of(v, gap), value = ipasir_val(solver, number);
      ASSERT_TRUE(value == number || value == -number);
      ASSERT_EQ(ipasir_val(solver, -number), value);
      model.push_back(value > 0 ? sat::truth::yes : sat::truth::no);
    }
    ASSERT_TRUE(sat_test::satisfies(assumed, model));
    return;
  }
  ++n.no;
  sat::formula needed = f;
  bool all = true;
  for (const std::uint32_t l : assumptions)
    if (ipasir_failed(solver, signed_number(l, gap)) != 0)
      sat_test::add_clause(needed, {l});
    else
      all = false;
  n.partly += all ? 0 : 1;
  ASSERT_FALSE(sat_test::satisfiable(needed));
}

TEST(ipasir, agrees_with_all_assignments) {
  const auto formulas = static_cast<int>(sat_test::random_formulas(100000) / 20);
  counts n;
  for (std::uint64_t i = 0; i != static_cast<std::uint64_t>(formulas); ++i) {
    const sat::formula whole = sat_test::random_formula(i);
    const random_stream random(i, 11);
    const int gap = i % 3 == 0 ? 100'000'007 : 1;
    std::uint64_t at = 0;
    sat::formula f;
    f.variables = whole.variables;
    void* const solver = ipasir_init();
    for (std::uint64_t c = 0; c != whole.clauses(); ++c) {
      const span<const std::uint32_t> clause = whole.clause(c);
      sat_test::add_clause(f, {clause.begin(), clause.end()});
      add_to(solver, clause, gap);
      if (c + 1 != whole.clauses() && random.below(at++, 5) != 0) continue;
      std::vector<std::uint32_t> assumptions;
      for (std::uint64_t count = random.below(at++, 4); count != 0; --count)
        assumptions.push_back(static_cast<std::uint32_t>(random.below(at++, 2 * f.variables)));
      compare(solver, f, assumptions, gap, n);
      if (HasFatalFailure()) FAIL() << "formula " << i << ", after " << c + 1 << " clauses";
    }
    ipasir_release(solver);
  }
  EXPECT_GT(n.yes, formulas / 5);
  EXPECT_GT(n.no, formulas / 5);
  EXPECT_GT(n.partly, formulas / 50);
}

// Beyond clause learning, with assumptions as well; and clauses that are added afterwards.
TEST(ipasir, solves_random_formulas_beyond_clause_learning) {
  sat::formula f = sat_test::random_ksat(3000, 3, 4.1, 1);
  void* const solver = ipasir_init();
  for (std::uint64_t c = 0; c != f.clauses(); ++c) add_to(solver, f.clause(c));
  const auto model = [&] {
    std::vector<sat::truth> values;
    for (std::uint32_t v = 0; v != f.variables; ++v)
      values.push_back(ipasir_val(solver, static_cast<int>(v) + 1) > 0 ? sat::truth::yes : sat::truth::no);
    return values;
  };
  ASSERT_EQ(ipasir_solve(solver), 10);
  EXPECT_TRUE(sat_test::satisfies(f, model()));
  ipasir_add(solver, ipasir_val(solver, 1));
  ipasir_add(solver, 2);
  ipasir_add(solver, 0);
  ASSERT_EQ(ipasir_solve(solver), 10);
  EXPECT_TRUE(sat_test::satisfies(f, model()));
  ipasir_release(solver);
}

}  // namespace
