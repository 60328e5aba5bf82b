// Formulas that stay in a context: the models that satisfy() finds without one, for any seed and method.
#include "solver/sat/resident_formula.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <optional>
#include <thread>
#include <vector>

#include "amorph/kernels/base/error.hpp"
#include "solver/sat/formula/prepared.hpp"
#include "test/solver/sat/formulas.hpp"
#include "test/support/device.hpp"

namespace {

using namespace amorph;
using namespace amorph::sat;

run_options on(backend where) {
  run_options run;
  run.backend = where;
  run.threads = 2;
  return run;
}

// Random, with units and a variable that is pure; and one whose variables mostly occur nowhere.
std::vector<formula> formulas() {
  constexpr std::uint32_t scale = sat_test::sanitized ? 1 : 4;
  std::vector<formula> all = {sat_test::random_ksat(100 * scale, 3, 3.8, 1), sat_test::random_ksat(30, 3, 6, 2)};
  formula simple = sat_test::random_ksat(60 * scale, 3, 3.5, 3);
  for (const literal l : {make_literal(7, true), make_literal(9, false)}) {
    simple.literals.push_back(l);
    simple.clause_begin.push_back(simple.literals.size());
  }
  all.push_back(simple);
  simple.variables = 100000;
  all.push_back(simple);
  return all;
}

std::vector<satisfy_options> requests(const run_options& run) {
  std::vector<satisfy_options> all;
  for (const method m : {method::automatic, method::survey, method::walk, method::complete})
    for (const std::uint64_t seed : {1, 2}) {
      if (m == method::complete && !has_complete()) continue;
      satisfy_options o;
      o.run = run;
      o.method = m;
      o.seed = seed;
      o.max_flips = 5000;
      o.attempts = 1;
      o.simplify = seed == 1;
      all.push_back(o);
    }
  return all;
}

void finds_the_models_of_satisfy(backend where) {
  for (const formula& f : formulas()) {
    context kept(on(where));
    const resident_formula resident(kept, f);
    for (unsigned time = 0; time != 2; ++time)
      for (const satisfy_options& o : requests(kept.run())) {
        satisfy_options alone = o;
        alone.run.context = nullptr;
        const satisfy_result found = satisfy(resident, o), expected = satisfy(f, alone);
        EXPECT_EQ(found.found, expected.found) << to_string(o.method) << ", time " << time;
        EXPECT_EQ(found.found_by, expected.found_by) << to_string(o.method);
        EXPECT_EQ(found.model, expected.model) << to_string(o.method);
        EXPECT_EQ(found.flips, expected.flips) << to_string(o.method);
        EXPECT_EQ(found.sweeps, expected.sweeps) << to_string(o.method);
      }
  }
}
TEST(resident_formula, finds_the_models_of_satisfy) { finds_the_models_of_satisfy(backend::cpu); }
TEST(resident_formula_cuda, finds_the_models_of_satisfy) {
  AMORPH_NEEDS_DEVICE();
  finds_the_models_of_satisfy(backend::cuda);
}

// What is searched is resident, and no longer than the formula is.
TEST(resident_formula, is_simplified_once) {
  const formula f = formulas()[2];
  context kept(on(backend::cpu));
  std::optional<resident_formula> resident(std::in_place, kept, f);
  const prepared_formula::simpler& once = resident->prepared().simplified(true, kept.run());
  EXPECT_EQ(&resident->prepared().simplified(true, kept.run()), &once);
  EXPECT_NE(&resident->prepared().simplified(false, kept.run()), &once);
  EXPECT_GT(once.simple.units, 0U);
  const void* const literals = once.rest->literals.data();
  EXPECT_TRUE(kept.holds(literals));
  resident.reset();
  EXPECT_FALSE(kept.holds(literals));
}

void asked_by_several_threads(backend where) {
  const formula f = sat_test::random_ksat(sat_test::sanitized ? 100 : 400, 3, 3.8, 4);
  context kept(on(where));
  const resident_formula resident(kept, f);
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (std::uint64_t t = 0; t != 4; ++t)
    threads.emplace_back([&, t] {
      for (satisfy_options o : requests(kept.run())) {
        o.seed = t;
        const satisfy_result r = satisfy(resident, o);
        if (r.found == verdict::unsatisfiable) ++wrong;  // it is satisfiable
        if (r.found == verdict::satisfiable)
          for (std::uint64_t c = 0; c != f.clauses(); ++c) {
            bool holds = false;
            for (const literal l : f.clause(c)) holds |= value_of(l, r.model[variable_of(l)]) == truth::yes;
            if (!holds) ++wrong;
          }
      }
    });
  for (std::thread& t : threads) t.join();
  EXPECT_EQ(wrong, 0);
}
TEST(resident_formula, asked_by_several_threads) { asked_by_several_threads(backend::cpu); }
TEST(resident_formula_cuda, asked_by_several_threads) {
  AMORPH_NEEDS_DEVICE();
  asked_by_several_threads(backend::cuda);
}

TEST(resident_formula, refuses) {
  formula f = sat_test::random_ksat(10, 3, 3, 1);
  f.literals[4] = make_literal(10, false);
  context kept(on(backend::cpu));
  EXPECT_THROW((resident_formula(kept, f)), error);
}

}  // namespace
