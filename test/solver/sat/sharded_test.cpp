// Survey propagation of a formula in parts: the answer of the undivided formula, to the bit, in every kind of round.
#include "solver/sat/survey/sharded/parts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "amorph/kernels/backend/backend.hpp"
#include "solver/sat/satisfy.hpp"
#include "solver/sat/survey/survey.hpp"
#include "test/solver/sat/formulas.hpp"
#include "test/solver/sat/stopped.hpp"
#include "test/support/device.hpp"

namespace {

using namespace amorph;
using namespace amorph::sat;

survey_options plain(std::uint64_t seed) {
  survey_options o;
  o.seed = seed;
  o.run.threads = 1;
  o.run.backend = backend::cpu;
  return o;
}
std::vector<std::int32_t> parts(unsigned n) { return std::vector<std::int32_t>(n, 0); }

void expect_equal(const survey_result& a, const survey_result& b, const char* what) {
  EXPECT_EQ(a.ended, b.ended) << what;
  EXPECT_EQ(a.values, b.values) << what;
  EXPECT_EQ(a.likely, b.likely) << what;
  EXPECT_EQ(a.unsatisfied, b.unsatisfied) << what;
  ASSERT_EQ(a.history.size(), b.history.size()) << what;
  for (std::size_t i = 0; i != a.history.size(); ++i) {
    const survey_round &x = a.history[i], &y = b.history[i];
    EXPECT_EQ(x.sweeps, y.sweeps) << what << " " << i;
    EXPECT_EQ(x.converged, y.converged) << what << " " << i;
    EXPECT_EQ(x.unfixed, y.unfixed) << what << " " << i;
    EXPECT_EQ(x.free, y.free) << what << " " << i;
    EXPECT_EQ(x.clauses, y.clauses) << what << " " << i;
    EXPECT_EQ(x.magnetisation, y.magnetisation) << what << " " << i;
    EXPECT_EQ(x.complexity, y.complexity) << what << " " << i;
  }
  EXPECT_EQ(a.stats.contradictions, b.stats.contradictions) << what;
  EXPECT_EQ(a.stats.clause_updates, b.stats.clause_updates) << what;
}

formula mixed_lengths(std::uint32_t n) {
  formula f = sat_test::random_ksat(n, 3, 4.1, n);
  for (const unsigned k : {2U, 5U, 12U}) {
    const formula more = sat_test::random_ksat(n, k, k == 2 ? 0.02 : 0.05, n + k);
    for (std::uint64_t c = 0; c != more.clauses(); ++c) {
      for (const literal l : more.clause(c)) f.literals.push_back(l);
      f.clause_begin.push_back(f.literals.size());
    }
  }
  return f;
}

struct named_formula {
  const char* name;
  formula f;
  survey_options options;
};
std::vector<named_formula> formulas() {
  const std::uint32_t n = sat_test::sanitized ? 400 : 1200;
  std::vector<named_formula> all;
  all.push_back({"3-SAT", sat_test::random_ksat(n, 3, 4.2, 1), plain(1)});
  all.push_back({"3-SAT, backtracking", sat_test::random_ksat(n, 3, 4.21, 2), plain(2)});
  all.back().options.backtrack = 0.4;
  all.back().options.max_contradictions = 3;
  all.push_back({"3-SAT, guided", sat_test::random_ksat(n, 3, 4.22, 3), plain(3)});
  all.back().options.guided = true;
  all.back().options.damping = 0.3;
  all.back().options.max_contradictions = 20;
  all.back().options.max_updates = 100 * all.back().f.clauses();
  all.push_back({"3-SAT, contradictions", sat_test::random_ksat(n, 3, 4.6, 4), plain(4)});
  all.back().options.fraction = 0.05;
  all.back().options.max_contradictions = 4;
  all.back().options.max_unconverged = 8;
  all.push_back({"4-SAT", sat_test::random_ksat(n / 2, 4, 9.5, 5), plain(5)});
  all.push_back({"mixed lengths", mixed_lengths(n), plain(6)});
  for (const std::uint64_t seed : {7, 8, 9}) {
    all.push_back({"3-SAT, beliefs", sat_test::random_ksat(n, 3, 4.1, seed), plain(seed)});
    all.back().options.belief_share = 0.05;
  }
  return all;
}

TEST(sharded_survey, parts_give_the_answer_of_the_whole) {
  bool unfixed = false, taken_back = false, guided = false;
  for (const named_formula& each : formulas()) {
    const survey_result whole = survey(each.f, each.options);
    for (const unsigned n : {2U, 5U}) {
      survey_options o = each.options;
      o.devices = parts(n);
      o.run.threads = n == 5 ? 2 : 1;
      const survey_result divided = survey(each.f, o);
      expect_equal(whole, divided, each.name);
      EXPECT_GT(divided.stats.halo_bytes, 0U) << each.name;
    }
    taken_back |= whole.stats.contradictions != 0;
    for (const survey_round& round : whole.history) {
      unfixed |= round.unfixed;
      guided |= round.complexity != 0;
    }
  }
  EXPECT_TRUE(unfixed && taken_back && guided);  // the formulas have rounds of every kind
}

// Variable 0 is true, and each variable implies the next one: passes alternate between the parts.
TEST(sharded_survey, propagates_units_from_part_to_part) {
  constexpr std::uint32_t n = 3000;
  formula f;
  f.variables = n;
  const auto add = [&](std::initializer_list<literal> clause) {
    for (const literal l : clause) f.literals.push_back(l);
    f.clause_begin.push_back(f.literals.size());
  };
  add({make_literal(0, false)});
  for (std::uint32_t v = 2; v < n; v += 2) add({make_literal(v - 1, true), make_literal(v, false)});
  for (std::uint32_t v = 1; v < n; v += 2) add({make_literal(v - 1, true), make_literal(v, false)});
  for (const unsigned count : {2U, 3U}) {
    survey_options o = plain(0);
    o.devices = parts(count);
    const survey_result r = survey(f, o);
    EXPECT_EQ(r.ended, outcome::assigned);
    EXPECT_EQ(std::count(r.values.begin(), r.values.end(), truth::yes), n);
  }
  // One part forces the last variable to be true, the other one to be false.
  add({make_literal(n - 2, true), make_literal(n - 1, true)});
  survey_options o = plain(0);
  const survey_result whole = survey(f, o);
  EXPECT_EQ(whole.ended, outcome::contradiction);
  o.devices = parts(2);
  expect_equal(whole, survey(f, o), "conflict between parts");
}

TEST(sharded_survey, parts_may_be_empty) {
  formula f;
  survey_options o = plain(0);
  o.devices = parts(3);
  EXPECT_EQ(survey(f, o).ended, outcome::assigned);
  f.variables = 5;
  EXPECT_EQ(survey(f, o).ended, outcome::assigned);
  f.literals = {make_literal(0, false), make_literal(1, false)};
  f.clause_begin = {0, 2};
  const survey_result whole = survey(f, plain(0));
  expect_equal(whole, survey(f, o), "one clause");
}

// An interruption at any poll, between the parts too, leaves values and unsatisfied clauses that agree.
TEST(sharded_survey, stops_anywhere_with_a_consistent_answer) {
  const formula f = sat_test::random_ksat(2000, 3, 4.2, 7);
  unsigned interrupted = 0;
  for (int polls = 1; polls < 20000; polls += polls / (sat_test::sanitized ? 1 : 3) + 1) {
    const std::vector<std::int32_t> devices = parts(2);
    survey_problem problem{arrays_of(f), 0.01, 0.5, 0.03, 0, 50, 5, 20, 0, 3, 0};
    problem.devices = devices.data();
    problem.device_count = 2;
    problem.belief_share = 0.05;
    std::vector<truth> values;
    const auto ended = sat_test::stopped_survey<sharded_survey_core<cpu_exec>>(f, problem, polls, values);
    interrupted += ended == outcome::interrupted ? 1 : 0;
  }
  EXPECT_GT(interrupted, 5U);
}

TEST(sharded_survey, refuses_other_strategies) {
  survey_options o = plain(0);
  o.devices = parts(2);
  o.strategy = survey_strategy::atomic;
  try {
    (void)survey(sat_test::random_ksat(100, 3, 4, 1), o);
    ADD_FAILURE();
  } catch (const error& e) {
    EXPECT_EQ(e.code(), status::bad_input);
    EXPECT_STREQ(e.what(), "several devices: expected the strategy gather, found atomic");
  }
}

TEST(sharded_survey, the_search_finds_the_same_model) {
  const formula f = sat_test::random_ksat(sat_test::sanitized ? 1000 : 3000, 3, 4.1, 8);
  satisfy_options o;
  o.run.backend = backend::cpu;
  o.method = method::survey;
  o.seed = 4;
  const satisfy_result whole = satisfy(f, o);
  o.devices = parts(2);
  const satisfy_result divided = satisfy(f, o);
  EXPECT_EQ(whole.found, verdict::satisfiable);
  EXPECT_EQ(whole.model, divided.model);
  EXPECT_EQ(whole.halo_bytes, 0U);
  EXPECT_GT(divided.halo_bytes, 0U);
}

class sharded_survey_cuda : public ::testing::Test {
 protected:
  void SetUp() override { AMORPH_NEEDS_DEVICE(); }
};

// Two parts on one device, and on two devices if there are.
TEST_F(sharded_survey_cuda, parts_give_the_answer_of_the_cpu) {
  std::vector<std::vector<std::int32_t>> choices = {{0, 0}, {0, 0, 0}};
  if (cuda_module::get().device_count() > 1) choices.push_back({0, 1});
  for (const named_formula& each : formulas()) {
    const survey_result whole = survey(each.f, each.options);
    for (const std::vector<std::int32_t>& devices : choices) {
      survey_options o = each.options;
      o.run.backend = backend::cuda;
      o.devices = devices;
      expect_equal(whole, survey(each.f, o), each.name);
    }
  }
}

// Products pass from part to part in several pieces.
TEST_F(sharded_survey_cuda, large_formulas_pass_in_pieces) {
  const formula f = sat_test::random_ksat(300'000, 3, 4.2, 9);
  survey_options o = plain(5);
  o.run.backend = backend::cuda;
  const survey_result whole = survey(f, o);
  o.devices = {0, 0};
  expect_equal(whole, survey(f, o), "one device");
  if (cuda_module::get().device_count() > 1) {
    o.devices = {1, 0};
    expect_equal(whole, survey(f, o), "two devices");
  }
}

TEST_F(sharded_survey_cuda, names_a_device_that_is_missing) {
  survey_options o = plain(0);
  o.run.backend = backend::automatic;
  o.devices = {0, 1000};
  try {
    (void)survey(sat_test::random_ksat(100, 3, 4, 1), o);
    ADD_FAILURE();
  } catch (const error& e) {
    EXPECT_EQ(e.code(), status::bad_input);
    EXPECT_NE(std::string(e.what()).find("found 1000"), std::string::npos) << e.what();
  }
}

}  // namespace
