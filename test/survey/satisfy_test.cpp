// The pipeline against truth tables: no method ever says what is not so, and the complete search decides.
#include "amorph/satisfy.hpp"

#include <gtest/gtest.h>

#include <atomic>

#include "amorph/error.hpp"
#include "formulas.hpp"
#include "truth_table.hpp"

namespace {

using namespace amorph;
using namespace amorph::sat;

satisfy_options options(method how, std::uint64_t seed) {
  satisfy_options o;
  o.how = how;
  o.where = backend::cpu;
  o.threads = 1;
  o.seed = seed;
  o.max_flips = 2000;  // these formulas have 4,096 assignments at most
  return o;
}

// Of each kind of answer, how many there were.
struct tally {
  std::uint64_t satisfied = 0, refuted = 0, unknown = 0;
};

void judge(const formula& f, std::uint64_t number, method how, tally& t) {
  const satisfy_result r = satisfy(f, options(how, number));
  const bool can = sat_test::satisfiable(f);
  switch (r.found) {
    case verdict::satisfiable:
      ++t.satisfied;
      ASSERT_TRUE(sat_test::satisfies(f, r.model)) << to_string(how) << ", formula " << number;
      return;
    case verdict::unsatisfiable:
      ++t.refuted;
      ASSERT_FALSE(can) << to_string(how) << ", formula " << number;
      return;
    case verdict::unknown: ++t.unknown;
  }
  ASSERT_TRUE(r.model.empty());
}

TEST(satisfy, is_never_wrong_on_random_formulas) {
  const std::uint64_t all = sat_test::random_formulas(40000);
  for (const auto& [how, formulas] : {std::pair(method::automatic, all),
                                      {method::complete, all / 4},
                                      {method::survey, all / 20},
                                      {method::walk, all / 20}}) {
    if (how == method::complete && !has_complete()) continue;
    tally t;
    for (std::uint64_t i = 0; i != formulas; ++i) {
      judge(sat_test::random_formula(i), i, how, t);
      if (HasFatalFailure()) return;
    }
    EXPECT_GT(t.satisfied, formulas / 4) << to_string(how);
    EXPECT_GT(t.refuted, formulas / 20) << to_string(how);
    EXPECT_TRUE(t.unknown == 0 || !has_complete() || how == method::survey || how == method::walk) << to_string(how);
  }
}

// Three quarters of what a walk or decimation may find in formulas this small is found.
TEST(satisfy, walks_and_decimation_find_most_models) {
  for (const method how : {method::survey, method::walk}) {
    std::uint64_t can = 0, found = 0;
    for (std::uint64_t i = 0; i != 400; ++i) {
      const formula f = sat_test::random_ksat(12, 3, 4, i);
      if (!sat_test::satisfiable(f)) continue;
      ++can;
      found += satisfy(f, options(how, i)).found == verdict::satisfiable ? 1 : 0;
    }
    EXPECT_GT(can, 200U);
    EXPECT_GT(4 * found, 3 * can) << to_string(how);
  }
}

TEST(satisfy, same_model_for_every_number_of_threads) {
  const formula f = sat_test::random_ksat(4000, 3, 4, 1);
  satisfy_options how = options(method::survey, 7);
  how.max_flips = 0;
  const satisfy_result one = satisfy(f, how);
  ASSERT_EQ(one.found, verdict::satisfiable);
  EXPECT_TRUE(sat_test::satisfies(f, one.model));
  EXPECT_GT(one.sweeps, 0U);
  ASSERT_FALSE(one.attempts.empty());
  EXPECT_EQ(one.attempts[0].history.size(), one.attempts[0].stats.rounds);
  how.threads = 3;
  EXPECT_EQ(satisfy(f, how).model, one.model);
}

TEST(satisfy, knows_what_is_left_when_no_clause_is) {
  for (const bool simplify : {true, false}) {
    satisfy_options how = options(method::survey, 0);
    how.simplify = simplify;
    formula f;
    f.variables = 3;
    EXPECT_EQ(satisfy(f, how).model.size(), 3U);
    f.literals.push_back(make_literal(1, true));
    f.clause_begin.push_back(1);
    const satisfy_result r = satisfy(f, how);
    EXPECT_EQ(r.found, verdict::satisfiable);
    EXPECT_TRUE(sat_test::satisfies(f, r.model));
  }
}

TEST(satisfy, stops_when_it_is_told_to) {
  const std::atomic<bool> stop{true};
  for (const method how : {method::automatic, method::survey, method::walk, method::complete}) {
    if (how == method::complete && !has_complete()) continue;
    satisfy_options o = options(how, 1);
    o.stop = &stop;
    const satisfy_result r = satisfy(sat_test::random_ksat(3000, 3, 4.2, 1), o);
    EXPECT_EQ(r.found, verdict::unknown) << to_string(how);
    EXPECT_TRUE(r.interrupted) << to_string(how);
  }
}

}  // namespace
