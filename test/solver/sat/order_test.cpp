// The order of clauses for searches in large formulas.
#include "solver/sat/formula/order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "solver/sat/formula/prepared.hpp"
#include "test/solver/sat/formulas.hpp"

namespace {

using namespace amorph;
using namespace amorph::sat;

std::uint32_t smallest_variable(const formula& f, std::uint64_t c) {
  std::uint32_t smallest = max_variables;
  for (const literal l : f.clause(c)) smallest = std::min(smallest, variable_of(l));
  return smallest;
}

TEST(in_order_of_variables, sorts_stably_on_any_number_of_threads) {
  // Fewer variables than buckets, as many, and more; one block of clauses, and several.
  for (const auto& [variables, length] : {std::pair(500U, 1U), {500U, 3U}, {500U, 7U}, {1024U, 2U}, {40000U, 3U}}) {
    const formula f = sat_test::random_ksat(variables, length, 6, length);
    std::vector<std::uint64_t> expected(f.clauses());
    std::iota(expected.begin(), expected.end(), 0);
    std::stable_sort(expected.begin(), expected.end(), [&](std::uint64_t a, std::uint64_t b) {
      return smallest_variable(f, a) < smallest_variable(f, b);
    });
    for (const unsigned threads : {1U, 2U, 5U}) {
      cpu_exec exec(threads);
      const formula g = in_order_of_variables(exec, f);
      ASSERT_EQ(g.variables, f.variables);
      ASSERT_EQ(g.clause_begin, f.clause_begin);
      for (std::uint64_t c = 0; c != f.clauses(); ++c)
        ASSERT_TRUE(std::equal(g.clause(c).begin(), g.clause(c).end(), f.clause(expected[c]).begin())) << c;
    }
  }
}

// Large random formulas are ordered, if simplification leaves their clauses alone and the memory limit allows a copy.
TEST(prepared_formula, orders_large_random_formulas) {
  const auto ordered = [](std::uint32_t variables, bool all, std::uint64_t limit) {
    const formula f = sat_test::random_ksat(variables, 3, 4, 1);
    prepared_formula p(f);
    run_options run;
    run.threads = 1;
    run.memory_limit = limit;
    const prepared_formula::simpler& s = p.simplified(all, run);
    return s.in_order != s.rest;
  };
  EXPECT_TRUE(ordered(100'000, false, 0));
  EXPECT_TRUE(ordered(100'000, false, std::uint64_t{1} << 30));
  EXPECT_FALSE(ordered(100'000, false, 10 << 20));
  EXPECT_FALSE(ordered(100'000, true, 0));
  EXPECT_FALSE(ordered(50'000, false, 0));
}

}  // namespace
