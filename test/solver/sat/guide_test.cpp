// Backtracking guided by complexity: the estimate against the definition in double precision, the guide's decisions,
// and decimation with it.
#include "solver/sat/survey/guide.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "amorph/kernels/exec/cpu.hpp"
#include "solver/sat/survey/survey.hpp"
#include "solver/sat/survey/survey.inl"
#include "test/solver/sat/formulas.hpp"
#include "test/support/device.hpp"

namespace {

using namespace amorph;
using namespace amorph::sat;

TEST(guide, logarithms_have_six_digits) {
  for (float x = 1e-30F; x < 1e4F; x *= 1.0371F)
    EXPECT_NEAR(natural_log(x), std::log(static_cast<double>(x)), 1e-6 * (1 + std::abs(std::log(x)))) << x;
  EXPECT_EQ(natural_log(1), 0);
}

// Bethe's free energy by products over the other clauses, in double precision: no division, one edge after another.
double complexity_by_definition(const formula& f, const std::vector<float>& survey) {
  std::vector<std::vector<std::uint64_t>> of(2 * std::size_t{f.variables});
  for (std::uint64_t e = 0; e != f.literals.size(); ++e) of[f.literals[e]].push_back(e);
  const auto product = [&](literal l, std::uint64_t without) {
    double p = 1;
    for (const std::uint64_t e : of[l])
      if (e != without) p *= 1 - static_cast<double>(survey[e]);
    return p;
  };
  const std::uint64_t none = f.literals.size();
  double sum = 0;
  for (std::uint64_t c = 0; c != f.clauses(); ++c) {
    double all = 1;
    for (std::uint64_t e = f.clause_begin[c]; e != f.clause_begin[c + 1]; ++e) {
      const double same = product(f.literals[e], e), opposite = product(negation_of(f.literals[e]), e);
      const double warning = (1 - opposite) * same / (same + opposite - same * opposite);
      all *= warning;
      sum -= std::log(1 - survey[e] * warning);
    }
    sum += std::log(1 - all);
  }
  for (std::uint32_t v = 0; v != f.variables; ++v) {
    const double p = product(2 * v, none), n = product(2 * v + 1, none);
    sum += std::log(p + n - p * n);
  }
  return sum;
}

TEST(guide, complexity_is_that_of_the_definition) {
  for (const auto& [k, n, ratio] : {std::tuple{3U, 3000U, 4.2}, {4U, 1000U, 9.5}, {5U, 400U, 20.0}}) {
    const formula f = sat_test::random_ksat(n, k, ratio, k);
    cpu_exec exec(2);
    survey_state<cpu_exec> state(exec, arrays_of(f), survey_strategy::gather);
    survey_sweeps<cpu_exec> sweeps(exec, state);
    unit_propagation<cpu_exec> units(exec, state);
    decimation_steps<cpu_exec> steps(exec, state, units);
    state.initialise(random_stream(1, 1));
    (void)sweeps.converge(60, 0.001, 0);
    const std::vector<float> survey(state.survey.data(), state.survey.data() + f.literals.size());
    const double expected = complexity_by_definition(f, survey);
    EXPECT_GT(std::abs(expected), 1) << k;
    EXPECT_NEAR(steps.complexity(), expected, 0.02) << k;
  }
}

TEST(guide, exchanges_while_complexity_grows) {
  complexity_guide guide(1000);
  EXPECT_TRUE(guide.unfixes(true, 10, 1000));  // a new level
  EXPECT_FALSE(guide.unfixes(true, 9, 1000));  // refill
  EXPECT_TRUE(guide.unfixes(true, 11, 1000));  // more than before: once more
  EXPECT_FALSE(guide.unfixes(true, 9, 1000));
  EXPECT_FALSE(guide.unfixes(true, 11, 1000));  // no more: to the next level
  EXPECT_TRUE(guide.unfixes(true, 8, 900));
}

TEST(guide, withdraws_below_the_floor_and_lowers_it) {
  complexity_guide guide(1000);
  EXPECT_TRUE(guide.unfixes(true, -1, 1000));  // below 0
  EXPECT_TRUE(guide.unfixes(true, 5, 1000));
  EXPECT_FALSE(guide.unfixes(true, 5, 1000));
  EXPECT_TRUE(guide.unfixes(true, -1, 1000));  // the floor is below -1 now: an exchange like any other
  EXPECT_FALSE(guide.unfixes(true, -1, 1000));
  EXPECT_FALSE(guide.unfixes(true, -1, 1000));
  EXPECT_TRUE(guide.unfixes(false, 5, 1000));  // surveys that do not converge
  EXPECT_TRUE(guide.unfixes(true, 5, 1000));
}

// A formula that looks stuck for ever: exchanges end.
TEST(guide, limits_exchanges) {
  complexity_guide guide(1000);
  unsigned unfixed = 0, fixed = 0, in_a_row = 0, most = 0;
  for (int round = 0; round != 200; ++round) {
    const bool unfixes = guide.unfixes(true, 10 + round, 1000);
    ++(unfixes ? unfixed : fixed);
    in_a_row = unfixes ? 0 : in_a_row + 1;
    most = std::max(most, in_a_row);
  }
  EXPECT_GT(fixed, unfixed);
  EXPECT_EQ(most, 2U);
}

survey_options guided(unsigned threads) {
  survey_options o;
  o.guided = true;
  o.seed = 7;
  o.fraction = 0.02;
  o.epsilon = 0.02;
  o.damping = 0.3;
  o.max_contradictions = 20;
  o.max_unconverged = 20;
  o.run.threads = threads;
  o.run.backend = backend::cpu;
  return o;
}

void expect_same(const survey_result& one, const survey_result& other) {
  EXPECT_EQ(one.ended, other.ended);
  EXPECT_EQ(one.values, other.values);
  EXPECT_EQ(one.likely, other.likely);
  ASSERT_EQ(one.history.size(), other.history.size());
  for (std::size_t i = 0; i != one.history.size(); ++i)
    EXPECT_EQ(one.history[i].complexity, other.history[i].complexity) << i;
}

TEST(guide, guided_decimation_is_the_same_for_every_number_of_threads) {
  const formula f = sat_test::random_ksat(sat_test::sanitized ? 600 : 5000, 3, 4.2, 5);
  survey_options o = guided(1);
  o.max_updates = 300 * f.clauses();
  const survey_result one = survey(f, o);
  EXPECT_GT(one.stats.unfixed, 0U);
  EXPECT_GT(one.history.at(0).complexity, 0);
  o.run.threads = 3;
  expect_same(one, survey(f, o));
}

// Plain decimation of this formula ends in a contradiction, with the same parameters.
TEST(guide_release, guided_decimation_succeeds_where_plain_decimation_does_not) {
  const formula f = sat_test::random_ksat(5000, 3, 4.22, 2);
  survey_options o = guided(1);
  o.guided = false;
  o.max_contradictions = 0;
  EXPECT_EQ(survey(f, o).ended, outcome::contradiction);
  EXPECT_EQ(survey(f, guided(1)).ended, outcome::paramagnetic);
}

class guide_cuda : public testing::Test {
  void SetUp() override { AMORPH_NEEDS_DEVICE(); }
};

TEST_F(guide_cuda, guides_as_on_the_cpu) {
  for (const auto& [k, n, ratio] : {std::tuple{3U, 20000U, 4.22}, {4U, 4000U, 9.6}, {5U, 1000U, 20.0}}) {
    const formula f = sat_test::random_ksat(n, k, ratio, k);
    survey_options o = guided(0);
    const survey_result cpu = survey(f, o);
    o.run.backend = backend::cuda;
    const survey_result device = survey(f, o);
    EXPECT_GT(cpu.stats.unfixed, 0U) << k;
    expect_same(cpu, device);
  }
}

}  // namespace
