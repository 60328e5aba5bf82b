// The search on large random formulas: which attempts it makes, and when it gives local search up.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <string_view>
#include <vector>

#include "solver/sat/satisfy.hpp"
#include "solver/sat/schedule.hpp"
#include "test/solver/sat/formulas.hpp"
#include "test/solver/sat/truth_table.hpp"

namespace {

using namespace amorph;
using namespace amorph::sat;

// `auto` with one hopeless attempt at decimation, until the complete solver begins.
satisfy_result walk_after_decimation(const formula& f, bool& completes) {
  std::atomic<bool> stop{false};
  satisfy_options o;
  o.run.backend = backend::cpu;
  o.run.threads = 2;
  o.run.stop = &stop;
  o.run.progress = [&](const progress& p) {
    if (std::string_view(p.phase) == "complete") completes = stop = true;
  };
  o.attempts = 1;
  o.epsilon = 1e-6;
  o.max_sweeps = 1;
  return satisfy(f, o);
}

std::vector<search_step> walks_of(const satisfy_result& r) {
  std::vector<search_step> walks;
  for (const search_step& step : r.steps)
    if (step.method == method::walk) walks.push_back(step);
  return walks;
}

TEST(large_release, walks_that_are_stuck_are_given_up) {
  if (!has_complete()) GTEST_SKIP() << "needs a complete solver";
  const std::uint32_t n = 20'000;
  bool completes = false;
  const satisfy_result r = walk_after_decimation(sat_test::random_ksat(n, 3, 4.3, 1), completes);
  EXPECT_TRUE(completes);
  const std::vector<search_step> walks = walks_of(r);
  ASSERT_EQ(walks.size(), 2U);  // though the complete solver's turn comes rounds later
  EXPECT_GT(walks[1].unsatisfied, r.steps[0].clauses / few_unsatisfied);
  for (const search_step& walk : walks) EXPECT_LT(walk.flips, 2 * probe_flips_per_variable * n);
}

TEST(large_release, walks_that_gain_go_on) {
  const formula f = sat_test::random_ksat(20'000, 3, 3.9, 1);
  bool completes = false;
  const satisfy_result r = walk_after_decimation(f, completes);
  ASSERT_EQ(r.found, verdict::satisfiable);
  EXPECT_EQ(r.found_by, "walk");
  EXPECT_TRUE(sat_test::satisfies(f, r.model));
  const std::vector<search_step> walks = walks_of(r);
  ASSERT_EQ(walks.size(), 3U);
  EXPECT_LT(static_cast<double>(walks[1].unsatisfied), stuck_share * static_cast<double>(walks[0].unsatisfied));
}

TEST(large, slower_attempts_follow_each_other) {
  const auto slower = [](unsigned attempt) {
    const attempt_parameters &p = parameters_of(attempt, many_variables), &next = parameters_of(attempt + 1, ~0ULL);
    return next.fraction * (1 - next.backtrack) / (1 + next.backtrack) <=
           p.fraction * (1 - p.backtrack) / (1 + p.backtrack);
  };
  for (unsigned attempt = 0; attempt != 10; ++attempt) EXPECT_TRUE(slower(attempt)) << attempt;
  EXPECT_EQ(parameters_of(0, many_variables).backtrack, 0);
  EXPECT_TRUE(parameters_of(1, many_variables - 1).guided);
}

}  // namespace
