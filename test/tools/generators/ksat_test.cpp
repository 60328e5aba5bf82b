// Random k-SAT.
#include "tools/generators/ksat.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "amorph/kernels/exec/cpu.hpp"
#include "solver/sat/complete/complete.hpp"
#include "test/solver/sat/formulas.hpp"
#include "test/solver/sat/truth_table.hpp"

namespace {

using namespace amorph;
using sat::formula;
using sat_test::dimacs;

TEST(ksat, clauses_are_of_distinct_variables_and_as_many_as_asked) {
  cpu_exec exec(2), one(1);
  for (const std::uint32_t k : {1U, 2U, 3U, 7U, 32U})
    for (const std::uint32_t n : {32U, 33U, 5000U}) {
      const cnf_file::ksat_shape shape{n, 2000, k, 4, false};
      const formula f = cnf_file::random_ksat(exec, shape);
      ASSERT_EQ(f.clauses(), 2000U);
      std::uint64_t negative = 0;
      std::vector<std::uint32_t> occurs(n, 0);
      for (std::uint64_t c = 0; c != f.clauses(); ++c) {
        std::set<std::uint32_t> variables;
        for (const sat::literal l : f.clause(c)) {
          negative += l % 2;
          ASSERT_LT(l / 2, n);
          ++occurs[l / 2];
          variables.insert(l / 2);
        }
        ASSERT_EQ(variables.size(), k);
      }
      const double mean = 2000.0 * k / n, half = 1000.0 * k;
      EXPECT_NEAR(static_cast<double>(negative), half, 6 * std::sqrt(half / 2));
      for (const std::uint32_t times : occurs) EXPECT_NEAR(times, mean, 7 * std::sqrt(mean) + 7);
      EXPECT_EQ(cnf_file::random_ksat(one, shape).literals, f.literals);
    }
}

// The same everywhere: these are in files and tables of others by now.
TEST(ksat, stays_what_it_is) {
  cpu_exec exec(1);
  const formula f = cnf_file::random_ksat(exec, {100, 3, 3, 1, false});
  std::string s;
  for (const sat::literal l : f.literals) (s += dimacs(l)) += ' ';
  EXPECT_EQ(s, "43 -99 -54 62 -7 -68 -20 -22 60 ");
}

TEST(ksat, planted_formulas_have_models) {
  if (!sat::has_complete()) GTEST_SKIP() << sat::complete_name();
  cpu_exec exec(1);
  for (std::uint64_t seed = 1; seed != 20; ++seed) {
    const formula f = cnf_file::random_ksat(exec, {60, 600, 3, seed, true});
    const sat::complete_result r = sat::complete(f);
    ASSERT_EQ(r.found, sat::verdict::satisfiable) << seed;
    EXPECT_TRUE(sat_test::satisfies(f, r.model));
  }
}

}  // namespace
