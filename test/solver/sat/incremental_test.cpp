// What a call of the incremental solver leaves behind when it fails.
#include "solver/sat/incremental/incremental.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <limits>
#include <thread>
#include <vector>

#include "amorph/kernels/base/error.hpp"
#include "test/solver/sat/formulas.hpp"

namespace {

using namespace amorph;
using namespace amorph::sat;

constexpr std::int32_t wrong = std::numeric_limits<std::int32_t>::min();

TEST(incremental, a_failed_call_adds_nothing) {
  if (!has_complete()) GTEST_SKIP() << complete_name();
  incremental_solver solver;
  // A complete clause that would contradict the later ones, and the beginning of another one.
  EXPECT_THROW(solver.add(std::vector<std::int32_t>{1, 0, 2, 3, wrong, 0}), error);
  solver.add(std::vector<std::int32_t>{-1, 0, -2, 0});
  EXPECT_EQ(solver.solve(), verdict::satisfiable);
  EXPECT_FALSE(solver.is_true(3));
  solver.add(std::vector<std::int32_t>{2, 0});  // alone: without 2, 3 before it
  EXPECT_EQ(solver.solve(), verdict::unsatisfiable);
}

TEST(incremental, a_failed_call_keeps_the_clause_begun_before) {
  if (!has_complete()) GTEST_SKIP() << complete_name();
  incremental_solver solver;
  solver.add(1);
  EXPECT_THROW(solver.add(std::vector<std::int32_t>{2, wrong, 0}), error);
  solver.add(std::vector<std::int32_t>{0, -1, 0});
  EXPECT_EQ(solver.solve(), verdict::unsatisfiable);
}

// Between its steps, and not only after each round.
TEST(incremental, is_asked_often_whether_to_stop) {
  if (!has_complete()) GTEST_SKIP() << complete_name();
  const formula f = sat_test::random_ksat(30000, 3, 4.1, 1);
  incremental_solver solver;
  for (std::uint64_t c = 0; c != f.clauses(); ++c) {
    for (const literal l : f.clause(c))
      solver.add(negated(l) ? -static_cast<int>(variable_of(l)) - 1 : static_cast<int>(variable_of(l)) + 1);
    solver.add(0);
  }
  unsigned asked = 0;
  const auto caller = std::this_thread::get_id();
  solver.on_terminate([&] {
    EXPECT_EQ(std::this_thread::get_id(), caller);
    return ++asked == 40;
  });
  EXPECT_EQ(solver.solve(), verdict::unknown);
  EXPECT_EQ(asked, 40U);
}

// The memory limit is for what a search takes, which does not depend on how large numbers are.
TEST(incremental, takes_any_numbers_of_variables) {
  if (!has_complete()) GTEST_SKIP() << complete_name();
  constexpr int largest = std::numeric_limits<int>::max();
  incremental_options o;
  o.run.memory_limit = 1 << 20;
  incremental_solver s(o);
  s.add(std::vector<std::int32_t>{2000000000, largest, 0, -2000000000, 5, 0, -largest, -5, 0});
  ASSERT_EQ(s.solve(std::vector<std::int32_t>{-largest}), verdict::satisfiable);
  EXPECT_TRUE(s.is_true(2000000000) && s.is_true(5) && s.is_true(-largest));
  EXPECT_FALSE(s.is_true(-2000000000) || s.is_true(-5) || s.is_true(largest));
  EXPECT_FALSE(s.is_true(1999999999));  // never used
  EXPECT_TRUE(s.is_true(-1999999999));
  ASSERT_EQ(s.solve(std::vector<std::int32_t>{16777216, -16777217, -5}), verdict::satisfiable);
  EXPECT_TRUE(s.is_true(16777216) && s.is_true(-16777217) && s.is_true(largest));
  ASSERT_EQ(s.solve(std::vector<std::int32_t>{7, largest, 2000000000}), verdict::unsatisfiable);
  EXPECT_TRUE(s.failed(largest) && s.failed(2000000000));
  EXPECT_FALSE(s.failed(7) || s.failed(5) || s.failed(1999999999));
}

TEST(incremental, tells_of_too_many_variables) {
  if (!has_complete()) GTEST_SKIP() << complete_name();
  incremental_options o;
  o.run.memory_limit = 1 << 20;
  incremental_solver s(o);
  for (int v = 1; v != 100'000; ++v) s.add(v);
  s.add(0);
  try {
    (void)s.solve();
    FAIL();
  } catch (const error& e) {
    EXPECT_EQ(e.code(), status::out_of_memory);
  }
}

// Clauses that are learned have the caller's numbers: each follows from the caller's clauses.
TEST(incremental, learned_clauses_have_the_callers_numbers) {
  if (!has_complete()) GTEST_SKIP() << complete_name();
  constexpr int pigeons = 5, holes = 4;
  const auto variable = [](int p, int h) { return 2'000'000'000 - 37'000'000 * (p * holes + h); };
  std::vector<std::int32_t> clauses;
  for (int p = 0; p != pigeons; ++p) {
    for (int h = 0; h != holes; ++h) clauses.push_back(variable(p, h));
    clauses.push_back(0);
  }
  for (int h = 0; h != holes; ++h)
    for (int p = 0; p != pigeons; ++p)
      for (int q = 0; q != p; ++q) clauses.insert(clauses.end(), {-variable(p, h), -variable(q, h), 0});
  incremental_solver s;
  s.add(clauses);
  std::size_t learned = 0;
  s.on_learn(3, [&](int* clause) {
    for (; *clause != 0; ++clause) {
      const int v = std::abs(*clause);
      EXPECT_TRUE(v <= 2'000'000'000 && (2'000'000'000 - v) % 37'000'000 == 0) << v;
    }
    ++learned;
  });
  EXPECT_EQ(s.solve(), verdict::unsatisfiable);
  EXPECT_GT(learned, 0U);
}

TEST(incremental, refuses_zero_as_an_assumption) {
  if (!has_complete()) GTEST_SKIP() << complete_name();
  incremental_solver s;
  EXPECT_THROW(s.assume(0), error);
  EXPECT_EQ(s.solve(), verdict::satisfiable);
}

TEST(incremental, assumptions_of_a_failed_call_are_forgotten) {
  if (!has_complete()) GTEST_SKIP() << complete_name();
  incremental_solver solver;
  solver.add(std::vector<std::int32_t>{1, 2, 0});
  EXPECT_THROW((void)solver.solve(std::vector<std::int32_t>{-1, -2, wrong}), error);
  EXPECT_EQ(solver.solve(), verdict::satisfiable);
}

}  // namespace
