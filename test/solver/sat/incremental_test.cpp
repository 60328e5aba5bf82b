// What a call of the incremental solver leaves behind when it fails.
#include "solver/sat/incremental/incremental.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <vector>

#include "amorph/kernels/base/error.hpp"

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
