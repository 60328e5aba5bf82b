// Survey propagation and local search: the equations against an independent implementation, backend-independence, the
// contract of each outcome.
#include "solver/sat/survey/survey.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/exec/cpu.hpp"
#include "solver/sat/survey/survey.inl"
#include "solver/sat/walk/walk.hpp"
#include "solver/sat/walk/walk.inl"
#include "test/solver/sat/formulas.hpp"
#include "test/solver/sat/stopped.hpp"
#include "test/solver/sat/truth_table.hpp"
#include "test/support/device.hpp"

namespace {

using namespace amorph;
using namespace amorph::sat;

formula cnf(std::uint32_t variables, const std::vector<std::vector<int>>& clauses) {
  formula f;
  f.variables = variables;
  for (const auto& clause : clauses) {
    for (const int l : clause) f.literals.push_back(make_literal(static_cast<std::uint32_t>(std::abs(l)) - 1, l < 0));
    f.clause_begin.push_back(f.literals.size());
  }
  return f;
}

// Random 3-SAT with a few clauses of four literals, so that clause offsets are read.
formula mixed_lengths(std::uint32_t n) {
  formula f = sat_test::random_ksat(n, 3, 4.15, n);
  const formula longer = sat_test::random_ksat(n, 4, 0.05, n);
  for (std::uint64_t c = 0; c != longer.clauses(); ++c) {
    for (const literal l : longer.clause(c)) f.literals.push_back(l);
    f.clause_begin.push_back(f.literals.size());
  }
  return f;
}

survey_options plain(std::uint64_t seed) {
  survey_options o;
  o.seed = seed;
  o.run.threads = 1;
  o.run.backend = backend::cpu;
  return o;
}

template <class F> void on_round(survey_options& o, F f) {
  o.run.progress = [f](const progress& p) { f(*static_cast<const survey_round*>(p.detail)); };
}

// No clause is false under `values`; with `all`, every one is true.
bool consistent(const formula& f, const std::vector<truth>& values, bool all) {
  for (std::uint64_t c = 0; c != f.clauses(); ++c) {
    bool yes = false, open = false;
    for (const literal l : f.clause(c)) {
      yes |= value_of(l, values[variable_of(l)]) == truth::yes;
      open |= values[variable_of(l)] == truth::unknown;
    }
    if (!yes && (all || !open)) return false;
  }
  return true;
}

// The surveys at the fixed point, per edge, in double precision and as in the paper's equations: products over the
// other clauses, no division, one survey after another.
class reference {
 public:
  explicit reference(const formula& f)
      : f_(f), of_(2 * std::size_t{f.variables}), clause_(f.literals.size()), survey(f.literals.size(), 0.5) {
    for (std::uint64_t c = 0; c != f.clauses(); ++c)
      for (std::uint64_t e = f.clause_begin[c]; e != f.clause_begin[c + 1]; ++e) {
        of_[f.literals[e]].push_back(e);
        clause_[e] = c;
      }
    for (double change = 1; change > 1e-9;) {
      change = 0;
      for (std::size_t e = 0; e != survey.size(); ++e) {
        const double now = equation(e);
        change = std::max(change, std::abs(now - survey[e]));
        survey[e] = now;
      }
    }
  }
  // The mean over variables of the larger bias.
  [[nodiscard]] double magnetisation() const {
    double sum = 0;
    for (std::uint32_t v = 0; v != f_.variables; ++v) {
      const double p = product(make_literal(v, false), f_.clauses()), n = product(make_literal(v, true), f_.clauses());
      const double yes = (1 - p) * n, no = (1 - n) * p, both = p * n;
      sum += std::max(yes, no) / (yes + no + both);
    }
    return sum / f_.variables;
  }

 private:
  [[nodiscard]] double product(literal l, std::uint64_t but) const {
    double p = 1;
    for (const std::size_t e : of_[l])
      if (clause_[e] != but) p *= 1 - survey[e];
    return p;
  }
  [[nodiscard]] double equation(std::size_t e) const {
    const std::uint64_t c = clause_[e];
    double now = 1;
    for (std::uint64_t o = f_.clause_begin[c]; o != f_.clause_begin[c + 1]; ++o) {
      if (o == e) continue;
      const double same = product(f_.literals[o], c), opposite = product(negation_of(f_.literals[o]), c);
      const double u = (1 - opposite) * same, s = (1 - same) * opposite, both = same * opposite;
      now *= u / (u + s + both);
    }
    return now;
  }
  const formula& f_;
  std::vector<std::vector<std::size_t>> of_;
  std::vector<std::uint64_t> clause_;

 public:
  std::vector<double> survey;
};

// The solver's own sweeps over a whole formula, all variables free.
template <unsigned Length> std::vector<float> swept(const formula& f, survey_strategy strategy, float damping) {
  cpu_exec exec(2);
  const loaded_graph<cpu_exec> loaded(exec, arrays_of(f));
  std::vector<float> survey(f.literals.size(), 0.25F), other(survey);
  std::vector<product_pair> product(f.variables);
  std::vector<truth> value(f.variables, truth::unknown);
  std::vector<std::uint32_t> clauses(f.clauses()), variables(f.variables);
  for (std::uint32_t c = 0; c != clauses.size(); ++c) clauses[c] = c;
  for (std::uint32_t v = 0; v != variables.size(); ++v) variables[v] = v;
  sweep_counters counters{};
  const survey_view view{loaded.graph(), survey.data(), product.data(), value.data(), 1};
  persistent_over(
      exec, clauses.size(),
      sweep_until_converged<Length, cpu_exec>{view, other.data(), strategy, clauses.data(), variables.data(),
                                              clauses.size(), variables.size(), 1e-6F, damping, 0, 20000, &counters});
  EXPECT_EQ(counters.converged, 1U);
  return strategy == survey_strategy::recompute && counters.sweeps % 2 != 0 ? other : survey;
}

TEST(survey, every_survey_is_that_of_the_paper) {
  const auto compare = [](const reference& expected, const std::vector<float>& found, const char* what) {
    ASSERT_EQ(found.size(), expected.survey.size());
    double most = 0;
    for (std::size_t e = 0; e != found.size(); ++e) most = std::max(most, std::abs(found[e] - expected.survey[e]));
    EXPECT_LT(most, 1e-3) << what;
    EXPECT_GT(*std::max_element(found.begin(), found.end()), 0.1F) << what;
  };
  const formula three = sat_test::random_ksat(200, 3, 4.15, 1), four = sat_test::random_ksat(150, 4, 9.3, 2);
  const formula mixed = mixed_lengths(200);
  formula long_clause = sat_test::random_ksat(200, 3, 4.15, 5);  // and one of more literals than registers take
  for (std::uint32_t v = 0; v != 12; ++v) long_clause.literals.push_back(make_literal(16 * v, v % 2 != 0));
  long_clause.clause_begin.push_back(long_clause.literals.size());
  const reference of_three(three), of_four(four), of_mixed(mixed), of_long(long_clause);
  for (const survey_strategy strategy : {survey_strategy::gather, survey_strategy::recompute, survey_strategy::atomic})
    for (const float damping : {0.0F, 0.6F}) {
      if (damping > 0 && (strategy != survey_strategy::gather || sat_test::sanitized)) continue;
      compare(of_three, swept<3>(three, strategy, damping), "three");
      compare(of_three, swept<0>(three, strategy, damping), "three, as any length");
      compare(of_four, swept<4>(four, strategy, damping), "four");
      compare(of_mixed, swept<0>(mixed, strategy, damping), "mixed");
      compare(of_long, swept<0>(long_clause, strategy, damping), "a long one");
    }
}

TEST(survey, surveys_reach_the_papers_fixed_point) {
  for (const auto& [k, ratio] : {std::pair(3U, 4.2), {4U, 9.5}, {0U, 4.2}}) {
    const formula f = k == 0 ? mixed_lengths(300) : sat_test::random_ksat(300, k, ratio, k);
    const double expected = reference(f).magnetisation();
    for (const survey_strategy strategy :
         {survey_strategy::gather, survey_strategy::recompute, survey_strategy::atomic}) {
      survey_options o = plain(1);
      o.strategy = strategy;
      o.epsilon = 1e-4;
      o.max_sweeps = 20000;
      o.fraction = 1;  // one round will do
      std::vector<survey_round> seen;
      on_round(o, [&](const survey_round& r) { seen.push_back(r); });
      (void)survey(f, o);
      ASSERT_FALSE(seen.empty());
      ASSERT_TRUE(seen[0].converged);
      EXPECT_NEAR(seen[0].magnetisation, expected, 5e-3) << k << " " << to_string(strategy);
    }
  }
}

TEST(survey, surveys_of_long_clauses_do_not_vanish) {
  for (const auto& [k, ratio] : {std::pair(5U, 20.0), {6U, 42.0}, {7U, 84.0}}) {
    survey_options o = plain(1);
    o.fraction = 1;  // one round will do
    double first = 0;
    on_round(o, [&](const survey_round& round) { first = first == 0 ? round.magnetisation : first; });
    o.max_contradictions = 1;
    (void)survey(sat_test::random_ksat(200, k, ratio, k), o);
    EXPECT_GT(first, 0.1) << k;
  }
}

TEST(survey, values_never_make_a_clause_false) {
  for (std::uint64_t seed = 0; seed != (sat_test::sanitized ? 2 : 12); ++seed)
    for (const double backtrack : {0.0, 0.6}) {
      const formula f = sat_test::random_ksat(2000, 3, 4.0 + 0.02 * static_cast<double>(seed), seed);
      survey_options o = plain(seed);
      o.backtrack = backtrack;
      o.max_contradictions = backtrack > 0 ? 5 : 0;
      const survey_result r = survey(f, o);
      EXPECT_EQ(r.history.size(), r.stats.rounds);
      if (r.ended == outcome::contradiction) continue;
      EXPECT_TRUE(consistent(f, r.values, r.ended == outcome::assigned));
      EXPECT_EQ(std::count(r.likely.begin(), r.likely.end(), truth::unknown), 0);
      if (backtrack == 0) {
        EXPECT_EQ(r.stats.unfixed, 0U);
      }
    }
}

TEST(survey, backtracking_unfixes) {
  survey_options o = plain(3);
  o.backtrack = 0.5;
  const survey_result r = survey(sat_test::random_ksat(3000, 3, 4.2, 3), o);
  EXPECT_GT(r.stats.unfixed, 0U);
  EXPECT_TRUE(std::any_of(r.history.begin(), r.history.end(), [](const survey_round& x) { return x.unfixed; }));
}

// They satisfy what is left, or leave it as it was, with a start for local search.
TEST(survey, beliefs_fix_what_trivial_surveys_leave) {
  unsigned assigned = 0, taken_back = 0;
  for (std::uint64_t seed = 1; seed != (sat_test::sanitized ? 4 : 16); ++seed) {
    const formula f = sat_test::random_ksat(sat_test::sanitized ? 800 : 3000, 3, seed % 2 == 0 ? 4.0 : 4.15, seed);
    survey_options o = plain(seed);
    const survey_result before = survey(f, o);
    if (before.ended != outcome::paramagnetic) continue;
    o.belief_share = 0.05;
    const survey_result r = survey(f, o);
    EXPECT_EQ(r.history.size(), r.stats.rounds);
    EXPECT_TRUE(consistent(f, r.values, r.ended == outcome::assigned));
    EXPECT_EQ(std::count(r.likely.begin(), r.likely.end(), truth::unknown), 0);
    if (r.ended == outcome::assigned) {
      ++assigned;
    } else {
      EXPECT_EQ(r.ended, outcome::paramagnetic);
      EXPECT_EQ(r.values, before.values);
      EXPECT_EQ(r.unsatisfied, before.unsatisfied);
      EXPECT_EQ(r.stats.fixed - r.stats.unfixed, before.stats.fixed);
      taken_back += r.stats.unfixed != 0 ? 1 : 0;
    }
    o.run.threads = 3;
    const survey_result again = survey(f, o);
    EXPECT_EQ(r.values, again.values);
    EXPECT_EQ(r.likely, again.likely);
  }
  EXPECT_GT(assigned, 0U);
  if (!sat_test::sanitized) {
    EXPECT_GT(taken_back, 0U);
  }
}

TEST(survey, answers_contradictions_units_and_empty_formulas) {
  EXPECT_EQ(survey(cnf(1, {{1}, {-1}}), plain(0)).ended, outcome::contradiction);
  EXPECT_EQ(survey(cnf(2, {{1, 2}, {}}), plain(0)).ended, outcome::contradiction);
  const survey_result units = survey(cnf(3, {{1}, {-1, 2}, {-2, -3}}), plain(0));
  EXPECT_EQ(units.ended, outcome::assigned);
  EXPECT_EQ(units.values, (std::vector<truth>{truth::yes, truth::yes, truth::no}));
  EXPECT_EQ(survey(cnf(0, {}), plain(0)).ended, outcome::assigned);
  EXPECT_EQ(survey(cnf(5, {}), plain(0)).ended, outcome::assigned);
  EXPECT_EQ(survey(cnf(4, {{1, 2}, {3, 4}}), plain(0)).ended, outcome::paramagnetic);
}

TEST(survey, the_same_for_every_number_of_threads) {
  const formula f = sat_test::random_ksat(sat_test::sanitized ? 1000 : 6000, 3, 4.21, 5);
  for (const survey_strategy strategy : {survey_strategy::gather, survey_strategy::recompute}) {
    survey_options o = plain(9);
    o.strategy = strategy;
    o.backtrack = 0.4;
    o.max_contradictions = 3;
    const survey_result one = survey(f, o);
    EXPECT_GT(one.stats.unfixed, 0U);
    o.run.threads = 3;
    const survey_result many = survey(f, o);
    EXPECT_EQ(one.unsatisfied, many.unsatisfied) << to_string(strategy);
    EXPECT_EQ(one.values, many.values) << to_string(strategy);
    EXPECT_EQ(one.likely, many.likely) << to_string(strategy);
    EXPECT_EQ(one.stats.sweeps, many.stats.sweeps) << to_string(strategy);
  }
}

TEST(survey, fixes_as_many_as_it_should) {
  survey_options o = plain(2);
  o.fraction = 0.01;  // 20 variables; units follow from them
  const formula f = sat_test::random_ksat(2000, 3, 4.1, 2);
  const survey_result r = survey(f, o);
  ASSERT_GT(r.history.size(), 3U);
  EXPECT_LE(r.history[0].free, 2000U - 20U);
  o.backtrack = 0.9;
  std::uint64_t before = 2000, most = 0;
  on_round(o, [&](const survey_round& round) {
    if (round.unfixed) most = std::max(most, round.free - before);
    before = round.free;
  });
  (void)survey(f, o);
  EXPECT_EQ(most, 20U);
}

// Each clause with the clause of its negated literals: no variable is biased, so all are in the lowest bin, and yet
// surveys are far from trivial.
TEST(survey, fixes_no_more_if_no_variable_is_biased) {
  const formula half = sat_test::random_ksat(1000, 3, 2.08, 3);
  formula f = half;
  for (const literal l : half.literals) f.literals.push_back(negation_of(l));
  for (std::uint64_t c = half.clauses(); c-- != 0;) f.clause_begin.push_back(f.clause_begin.back() + 3);
  survey_options o = plain(1);
  o.fraction = 0.01;  // ten
  o.epsilon = 1e-4;
  o.max_sweeps = 5000;
  std::atomic<bool> stop{false};
  o.run.stop = &stop;
  on_round(o, [&](const survey_round&) { stop = true; });  // one round is enough
  const survey_result r = survey(f, o);
  ASSERT_EQ(r.history.size(), 1U);
  EXPECT_GT(r.history[0].magnetisation, 0.2);
  EXPECT_LE(1000 - r.history[0].free, 30U);  // and units
}

TEST(survey, says_that_surveys_do_not_converge) {
  survey_options o = plain(1);
  o.max_sweeps = 30;
  o.max_unconverged = 4;
  o.max_contradictions = 1000;
  o.fraction = 0.0001;
  const survey_result r = survey(sat_test::random_ksat(2000, 3, 5.5, 1), o);
  EXPECT_EQ(r.ended, outcome::unconverged);
  EXPECT_EQ(r.stats.unconverged, 5U);
}

TEST(survey, ends_when_as_much_was_swept_as_allowed) {
  survey_options o = plain(1);
  const formula f = sat_test::random_ksat(2000, 3, 4.2, 1);
  o.max_updates = 10 * f.clauses();
  const survey_result r = survey(f, o);
  EXPECT_EQ(r.ended, outcome::exhausted);
  EXPECT_LE(r.stats.clause_updates, (10 + o.max_sweeps) * f.clauses());
}

TEST(survey, counts_all_sweeps_in_its_history) {
  const survey_result r = survey(sat_test::random_ksat(2000, 3, 4.1, 3), plain(3));
  ASSERT_EQ(r.ended, outcome::paramagnetic);
  std::uint64_t sum = 0;
  for (const survey_round& round : r.history) sum += round.sweeps;
  EXPECT_EQ(sum, r.stats.sweeps);
}

TEST(survey, lists_unsatisfied_clauses) {
  const formula f = sat_test::random_ksat(2000, 3, 4.1, 3);
  const survey_result r = survey(f, plain(3));
  std::vector<std::uint32_t> left;
  for (std::uint32_t c = 0; c != f.clauses(); ++c) {
    bool yes = false;
    for (const literal l : f.clause(c)) yes |= value_of(l, r.values[variable_of(l)]) == truth::yes;
    if (!yes) left.push_back(c);
  }
  EXPECT_FALSE(left.empty());
  EXPECT_EQ(std::vector<std::uint32_t>(r.unsatisfied.begin(), r.unsatisfied.end()), left);
}

// Variable 0 is true, and each variable implies the next one.
formula chain_of_units(std::uint32_t n) {
  formula f;
  f.variables = n;
  for (std::uint32_t v = 0; v != n; ++v) {
    if (v != 0) f.literals.push_back(make_literal(v - 1, true));
    f.literals.push_back(make_literal(v, false));
    f.clause_begin.push_back(f.literals.size());
  }
  return f;
}

// A chain of units as long as the formula: linear work only if no pass visits everything.
TEST(survey, follows_long_chains_of_units) {
  constexpr std::uint32_t n = 200000;
  formula f = chain_of_units(n);
  for (const unsigned threads : {1U, 3U}) {
    survey_options o = plain(0);
    o.run.threads = threads;
    const survey_result r = survey(f, o);
    EXPECT_EQ(r.ended, outcome::assigned);
    EXPECT_EQ(std::count(r.values.begin(), r.values.end(), truth::yes), n);
  }
  f.literals.push_back(make_literal(n - 1, true));
  f.clause_begin.push_back(f.literals.size());
  EXPECT_EQ(survey(f, plain(0)).ended, outcome::contradiction);
}

// The searches below would take days if they did not poll within a round.
TEST(survey, stops_within_a_round) {
  const formula f = sat_test::random_ksat(100000, 3, 4.2, 1);  // more clauses than a loop sweeps between two polls
  for (const survey_strategy strategy :
       {survey_strategy::gather, survey_strategy::recompute, survey_strategy::atomic, survey_strategy::unsynchronised})
    for (const unsigned threads : {1U, 2U}) {
      const survey_problem problem{arrays_of(f), 0.01, 0, 1e-30, 0, 4000000000U, 0, 0, 0, 0, 0};
      sat_test::patience enough{1 << 20};
      cpu_exec exec(threads, 0, enough.control());
      run_request request{};
      request.strategy = static_cast<std::uint32_t>(strategy);
      survey_core<cpu_exec> core(exec, problem, request);
      enough.left = 400;
      core.solve();
      std::vector<truth> values(f.variables), likely(f.variables);
      std::vector<std::uint32_t> unsatisfied(f.clauses());
      survey_answer answer{};
      answer.values = values.data();
      answer.likely = likely.data();
      answer.unsatisfied = unsatisfied.data();
      core.finish(answer);
      EXPECT_EQ(static_cast<outcome>(answer.ended), outcome::interrupted) << to_string(strategy);
      EXPECT_EQ(answer.counts.rounds, 0U) << to_string(strategy);
      EXPECT_EQ(answer.unsatisfied_count, f.clauses()) << to_string(strategy);  // the round is taken back
      EXPECT_EQ(std::count(values.begin(), values.end(), truth::unknown), f.variables) << to_string(strategy);
      EXPECT_GE(enough.left, -8) << to_string(strategy);  // it believes the first answer, other threads ask once more
    }
}
TEST(walk, stops_within_a_round) {
  const formula f = sat_test::random_ksat(40000, 3, 8, 1);
  for (const walk_strategy strategy : {walk_strategy::parallel, walk_strategy::walkers}) {
    const walk_problem problem{arrays_of(f), nullptr, std::uint64_t{1} << 60, 0, 2, 0, 0};
    sat_test::patience enough{100000};
    cpu_exec exec(2, 0, enough.control());
    run_request request{};
    request.strategy = static_cast<std::uint32_t>(strategy);
    walk_core<cpu_exec> core(exec, problem, request);
    enough.left = strategy == walk_strategy::parallel ? 360 : 8;
    core.solve();
    std::vector<truth> values(f.variables);
    walk_answer answer{};
    answer.values = values.data();
    core.finish(answer);
    EXPECT_EQ(answer.interrupted, 1U) << to_string(strategy);
    EXPECT_GT(answer.unsatisfied, 0U);
    if (strategy == walk_strategy::parallel) {
      EXPECT_EQ(answer.rounds, 0U);
    }
    EXPECT_GE(enough.left, -8) << to_string(strategy);
  }
}

// An interruption at any poll leaves values and unsatisfied clauses that agree.
TEST(survey, stops_anywhere_with_a_consistent_answer) {
  const formula f = sat_test::random_ksat(3000, 3, 4.2, 7);
  for (int polls = 1; polls < 4000; polls += polls / (sat_test::sanitized ? 2 : 8) + 1) {
    survey_problem problem{arrays_of(f), 0.01, 0.5, 0.03, 0, 50, 5, 20, 0, 3, 0};
    problem.belief_share = 0.05;
    std::vector<truth> values;
    const auto ended = sat_test::stopped_survey<survey_core<cpu_exec>>(f, problem, polls, values);
    if (!ended) continue;
    EXPECT_EQ(ended, outcome::interrupted);
    EXPECT_TRUE(consistent(f, values, false)) << polls;
  }
}

TEST(survey, refuses_options_out_of_range) {
  const formula f = cnf(2, {{1, 2}});
  auto refused = [&](auto change) {
    survey_options o = plain(0);
    change(o);
    try {
      (void)survey(f, o);
    } catch (const error& e) {
      return e.code() == status::bad_input;
    }
    return false;
  };
  EXPECT_TRUE(refused([](survey_options& o) { o.fraction = 0; }));
  EXPECT_TRUE(refused([](survey_options& o) { o.backtrack = 1; }));
  EXPECT_TRUE(refused([](survey_options& o) { o.epsilon = 0; }));
  EXPECT_TRUE(refused([](survey_options& o) { o.damping = std::nan(""); }));
  EXPECT_TRUE(refused([](survey_options& o) { o.max_sweeps = 0; }));
}

TEST(survey, memory_that_is_not_there_is_an_error) {
  survey_options o = plain(0);
  o.run.memory_limit = 1000;
  try {
    (void)survey(sat_test::random_ksat(1000, 3, 4, 1), o);
    FAIL();
  } catch (const error& e) {
    EXPECT_EQ(e.code(), status::out_of_memory);
  }
}

walk_options steps(walk_strategy strategy, unsigned threads) {
  walk_options o;
  o.strategy = strategy;
  o.run.backend = backend::cpu;
  o.run.threads = threads;
  o.seed = 4;
  return o;
}

TEST(walk, satisfies_what_is_easy_the_same_way_everywhere) {
  for (const walk_strategy strategy : {walk_strategy::parallel, walk_strategy::walkers})
    for (const auto& [k, ratio] : {std::pair(3U, 3.9), {5U, 17.0}}) {
      const formula f = sat_test::random_ksat(800, k, ratio, k);
      const walk_result one = walk(f, {}, steps(strategy, 1)), many = walk(f, {}, steps(strategy, 3));
      ASSERT_TRUE(one.satisfied) << to_string(strategy) << " " << k;
      EXPECT_TRUE(sat_test::satisfies(f, one.values));
      EXPECT_EQ(one.values, many.values);
      EXPECT_EQ(one.stats.flips, many.stats.flips);
      EXPECT_GT(one.stats.flips, 0U);
    }
}

TEST(walk, counts_what_it_leaves_and_keeps_its_limit) {
  const formula f = cnf(2, {{1, 2}, {-1, 2}, {1, -2}, {-1, -2}});
  for (const walk_strategy strategy : {walk_strategy::parallel, walk_strategy::walkers}) {
    walk_options o = steps(strategy, 1);
    o.max_flips = 1000;
    const walk_result r = walk(f, {}, o);
    EXPECT_FALSE(r.satisfied);
    EXPECT_EQ(r.unsatisfied, 1U);
    EXPECT_LE(r.stats.flips, 1064U);  // a flip more of each walker, at most
    EXPECT_FALSE(sat_test::satisfies(f, r.values));
  }
}

// Each flip of one of the ten variables breaks 84 or more clauses, all with the same, smallest weight.
TEST(walk, chooses_from_the_clause_if_all_flips_break_many) {
  formula f;
  f.variables = 10;
  for (unsigned chosen = 0; chosen != 1U << 10; ++chosen) {
    if (std::popcount(chosen) != 7) continue;
    for (unsigned signs = 0; signs != 127; ++signs) {  // not the clause that all variables, if false, violate
      unsigned place = 0;
      for (std::uint32_t v = 0; v != 10; ++v)
        if ((chosen >> v & 1) != 0) f.literals.push_back(make_literal(v, (signs >> place++ & 1) == 0));
      f.clause_begin.push_back(f.literals.size());
    }
  }
  for (const walk_strategy strategy : {walk_strategy::parallel, walk_strategy::walkers}) {
    walk_options o = steps(strategy, 1);
    o.max_flips = 200;
    const walk_result r = walk(f, {}, o);
    std::uint64_t unsatisfied = 0;
    for (std::uint64_t c = 0; c != f.clauses(); ++c) {
      const auto clause = f.clause(c);
      unsatisfied += std::none_of(clause.begin(), clause.end(),
                                  [&](literal l) { return value_of(l, r.values[variable_of(l)]) == truth::yes; });
    }
    EXPECT_EQ(r.unsatisfied, unsatisfied) << to_string(strategy);
    EXPECT_LE(unsatisfied, 120U) << to_string(strategy);  // at most one of each seven variables
  }
}

TEST(walk, has_no_limit_with_the_largest_number_of_flips) {
  const formula f = sat_test::random_ksat(300, 3, 3.5, 4);
  walk_options o = steps(walk_strategy::walkers, 1);
  o.max_flips = std::numeric_limits<std::uint64_t>::max();
  EXPECT_TRUE(walk(f, {}, o).satisfied);
}

TEST(walk, begins_where_it_is_told) {
  const formula f = sat_test::random_ksat(500, 3, 3.5, 2);
  const walk_result found = walk(f, {}, steps(walk_strategy::parallel, 1));
  ASSERT_TRUE(found.satisfied);
  const walk_result again = walk(f, found.values, steps(walk_strategy::parallel, 1));
  EXPECT_TRUE(again.satisfied);
  EXPECT_EQ(again.stats.flips, 0U);
  EXPECT_EQ(again.values, found.values);
  EXPECT_THROW((void)walk(f, std::vector<truth>(3), steps(walk_strategy::parallel, 1)), error);
}

class survey_cuda : public testing::Test {
  void SetUp() override { AMORPH_NEEDS_DEVICE(); }
};

TEST_F(survey_cuda, decimates_as_the_cpu_does) {
  struct {
    std::uint32_t k, variables;
    double ratio;
  } const cases[] = {{3, 20000, 4.2}, {4, 4000, 9.5}, {5, 1500, 20}, {6, 500, 42}, {0, 4000, 0}};
  for (const auto& [k, variables, ratio] : cases) {
    const formula f = k == 0 ? mixed_lengths(variables) : sat_test::random_ksat(variables, k, ratio, k);
    for (const survey_strategy strategy : {survey_strategy::gather, survey_strategy::recompute}) {
      if (strategy == survey_strategy::recompute && k > 3) continue;
      survey_options o = plain(k);
      o.strategy = strategy;
      o.run.threads = 0;
      o.backtrack = 0.5;
      o.max_contradictions = 3;
      o.belief_share = 0.05;
      const survey_result cpu = survey(f, o);
      o.run.backend = backend::cuda;
      const survey_result device = survey(f, o);
      EXPECT_EQ(cpu.ended, device.ended) << k;
      EXPECT_EQ(cpu.values, device.values) << k;
      EXPECT_EQ(cpu.likely, device.likely) << k;
      EXPECT_EQ(cpu.stats.sweeps, device.stats.sweeps) << k;
      if (k > 4) {
        EXPECT_GT(cpu.history.at(0).magnetisation, 0.1) << k;  // surveys do not vanish where clauses are many
      }
    }
  }
}

// More sweeps than a device makes in one batch.
TEST_F(survey_cuda, sweeps_in_batches_as_the_cpu_does_in_one) {
  const formula f = sat_test::random_ksat(600000, 3, 4.2, 4);
  for (const survey_strategy strategy : {survey_strategy::gather, survey_strategy::recompute}) {
    survey_options o = plain(5);
    o.strategy = strategy;
    o.run.threads = 0;
    o.fraction = 1;
    o.epsilon = 1e-9;
    o.max_sweeps = strategy == survey_strategy::gather ? 91 : 47;
    const survey_result cpu = survey(f, o);
    o.run.backend = backend::cuda;
    const survey_result device = survey(f, o);
    EXPECT_EQ(cpu.ended, device.ended);
    EXPECT_EQ(cpu.history.at(0).sweeps, o.max_sweeps);
    EXPECT_EQ(cpu.history.at(0).magnetisation, device.history.at(0).magnetisation);
    EXPECT_EQ(cpu.likely, device.likely);
    EXPECT_EQ(cpu.unsatisfied, device.unsatisfied);
  }
}

TEST_F(survey_cuda, stops_before_it_sweeps) {
  const std::atomic<bool> stop{true};
  survey_options o = plain(1);
  o.run.backend = backend::cuda;
  o.run.stop = &stop;
  const survey_result r = survey(sat_test::random_ksat(30000, 3, 4.2, 1), o);
  EXPECT_EQ(r.ended, outcome::interrupted);
  EXPECT_EQ(r.stats.sweeps, 0U);
}

TEST_F(survey_cuda, follows_chains_of_units) {
  constexpr std::uint32_t n = 20000;
  const formula f = chain_of_units(n);
  survey_options o = plain(0);
  o.run.backend = backend::cuda;
  const survey_result r = survey(f, o);
  EXPECT_EQ(r.ended, outcome::assigned);
  EXPECT_EQ(std::count(r.values.begin(), r.values.end(), truth::yes), n);
}

TEST_F(survey_cuda, races_end_in_the_same_kind_of_answer) {
  const formula f = sat_test::random_ksat(20000, 3, 4.1, 8);
  for (const survey_strategy strategy : {survey_strategy::atomic, survey_strategy::unsynchronised}) {
    survey_options o = plain(1);
    o.run.backend = backend::cuda;
    o.strategy = strategy;
    const survey_result r = survey(f, o);
    if (strategy == survey_strategy::atomic) {
      EXPECT_EQ(r.ended, outcome::paramagnetic);
    }
    if (r.ended != outcome::contradiction) {
      EXPECT_TRUE(consistent(f, r.values, false));
    }
  }
}

TEST_F(survey_cuda, walks_as_the_cpu_does) {
  for (const walk_strategy strategy : {walk_strategy::parallel, walk_strategy::walkers}) {
    const formula f = sat_test::random_ksat(3000, 3, 4, 6);
    walk_options o = steps(strategy, 0);
    const walk_result cpu = walk(f, {}, o);
    o.run.backend = backend::cuda;
    const walk_result device = walk(f, {}, o);
    EXPECT_TRUE(cpu.satisfied);
    EXPECT_EQ(cpu.values, device.values) << to_string(strategy);
    EXPECT_EQ(cpu.stats.flips, device.stats.flips) << to_string(strategy);
  }
}

}  // namespace
