// The complete solver against truth tables.
#include "solver/sat/complete/complete.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "amorph/kernels/base/error.hpp"
#include "test/solver/sat/formulas.hpp"
#include "test/solver/sat/truth_table.hpp"

namespace {

using namespace amorph;
using namespace amorph::sat;
using sat_test::add_clause;

TEST(complete, decides_random_formulas) {
  if (!has_complete()) GTEST_SKIP() << complete_name();
  for (std::uint64_t i = 0; i != sat_test::random_formulas() / 40; ++i) {
    const formula f = sat_test::random_formula(i);
    const complete_result r = complete(f);
    ASSERT_EQ(r.found, sat_test::satisfiable(f) ? verdict::satisfiable : verdict::unsatisfiable) << "formula " << i;
    ASSERT_TRUE(r.found != verdict::satisfiable || sat_test::satisfies(f, r.model)) << "formula " << i;
  }
}

TEST(complete, gives_values_to_variables_that_do_not_occur) {
  if (!has_complete()) GTEST_SKIP() << complete_name();
  formula f;
  f.variables = 5;
  EXPECT_EQ(complete(f).model, std::vector<truth>(5, truth::no));
  add_clause(f, {make_literal(2, false)});
  EXPECT_TRUE(sat_test::satisfies(f, complete(f).model));
}

TEST(complete, ends_when_it_is_told_to) {
  if (!has_complete()) GTEST_SKIP() << complete_name();
  const formula hard = sat_test::random_ksat(400, 3, 4.6, 1);
  std::atomic<bool> stop{false};
  std::thread later([&stop] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    stop = true;
  });
  complete_options options;
  options.run.stop = &stop;
  EXPECT_EQ(complete(hard, options).found, verdict::unknown);
  later.join();
  EXPECT_EQ(complete(hard, options).found, verdict::unknown);  // from the start
  EXPECT_EQ(complete(hard, {.conflicts = 100}).found, verdict::unknown);
}

TEST(complete, the_same_seed_finds_the_same_model) {
  if (!has_complete()) GTEST_SKIP() << complete_name();
  const formula f = sat_test::random_ksat(150, 3, 3.5, 2);
  const complete_result first = complete(f, {.seed = 5});
  ASSERT_EQ(first.found, verdict::satisfiable);
  EXPECT_EQ(complete(f, {.seed = 5}).model, first.model);
}

TEST(complete, without_it_says_what_is_missing) {
  if (has_complete()) {
    EXPECT_STREQ(complete_name(), "CaDiCaL");
    return;
  }
  EXPECT_THROW((void)complete({}), error);
}

}  // namespace
