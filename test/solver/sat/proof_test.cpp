// Proofs of unsatisfiability, by the checker of tools/checkers; and the checker itself, by proofs that are wrong.
#include "solver/sat/complete/proof.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <string>

#include "solver/sat/formula/prepared.hpp"
#include "solver/sat/satisfy.hpp"
#include "test/solver/sat/formulas.hpp"
#include "test/solver/sat/truth_table.hpp"
#include "tools/checkers/programs/drat.hpp"

namespace {

using namespace amorph;
using namespace amorph::sat;

std::vector<check::drat_clause> signed_clauses(const formula& f) {
  std::vector<check::drat_clause> clauses;
  for (std::uint64_t c = 0; c != f.clauses(); ++c) {
    clauses.emplace_back();
    for (const literal l : f.clause(c)) {
      const auto variable = static_cast<std::int64_t>(variable_of(l)) + 1;
      clauses.back().push_back(negated(l) ? -variable : variable);
    }
  }
  return clauses;
}

struct proved {
  verdict found;
  std::uint64_t flips;
  std::string proof;
};
proved solve(const formula& f, satisfy_options o, proof_format format) {
  std::FILE* file = std::tmpfile();
  proof_log log(file, format);
  o.run.backend = backend::cpu;
  o.run.threads = 1;
  o.max_flips = 1000;
  o.proof = &log;
  const satisfy_result r = satisfy(f, o);
  proved p{r.found, r.flips, {}};
  std::rewind(file);
  for (int c = std::getc(file); c != EOF; c = std::getc(file)) p.proof += static_cast<char>(c);
  std::fclose(file);
  return p;
}
proved solve(const formula& f, method m, proof_format format, bool simplify = true) {
  satisfy_options o;
  o.method = m;
  o.simplify = simplify;
  return solve(f, o, format);
}
std::string fault(const formula& f, const std::string& proof) {
  return check::drat_checker(signed_clauses(f)).fault(check::drat_reader::read(proof));
}

// Both formats, with and without simplification; what units refute does not need the complete solver.
TEST(proof, refutes_what_is_unsatisfiable) {
  const std::uint64_t formulas = sat_test::random_formulas() / 40;
  std::uint64_t refuted = 0, alone = 0;
  for (std::uint64_t i = 0; i != formulas; ++i) {
    const formula f = sat_test::random_formula(i);
    const proof_format format = i % 2 != 0 ? proof_format::text : proof_format::binary;
    const method m = i % 3 == 0 ? method::walk : i % 3 == 1 && has_complete() ? method::complete : method::automatic;
    const proved p = solve(f, m, format, i % 5 != 0);
    if (p.found != verdict::unsatisfiable) continue;
    ++refuted;
    alone += m == method::walk ? 1 : 0;
    ASSERT_EQ(fault(f, p.proof), "") << "formula " << i << ", " << to_string(m);
  }
  EXPECT_GT(refuted, formulas / 50);
  EXPECT_GT(alone, formulas / 500);
}

// Learned clauses, clauses deleted while solving, and continued search.
TEST(proof, refutes_larger_formulas) {
  if (!has_complete()) GTEST_SKIP() << complete_name();
  for (std::uint64_t seed = 0; seed != 6; ++seed) {
    formula f = sat_test::random_ksat(120, 3, 5, seed);
    if (seed % 2 != 0) {  // does not look random, and has units whose propagation shortens clauses
      sat_test::add_clause(f, {make_literal(3, false)});
      sat_test::add_clause(f, {make_literal(3, true), make_literal(5, true)});
    }
    for (const proof_format format : {proof_format::text, proof_format::binary}) {
      const proved p = solve(f, method::automatic, format);
      ASSERT_EQ(p.found, verdict::unsatisfiable);
      EXPECT_EQ(fault(f, p.proof), "") << seed;
    }
  }
}

// Walks between the solver's searches, and the phases they suggest, leave no trace.
TEST(proof, refutes_with_walks_between) {
  if (!has_complete()) GTEST_SKIP() << complete_name();
  const formula f = sat_test::random_ksat(180, 3, 4.7, 3);
  const proved p = solve(f, method::hybrid, proof_format::binary);
  ASSERT_EQ(p.found, verdict::unsatisfiable);
  EXPECT_GT(p.flips, 0U);
  EXPECT_EQ(fault(f, p.proof), "");
}

// Of many variables a few occur: the proof has the numbers of the formula.
TEST(proof, has_the_variables_of_the_formula) {
  if (!has_complete()) GTEST_SKIP() << complete_name();
  formula f;
  f.variables = 100000;
  const std::uint32_t v[] = {7, 5000, 99999};
  for (std::uint32_t signs = 0; signs != 8; ++signs)
    sat_test::add_clause(f, {make_literal(v[0], (signs & 1) != 0), make_literal(v[1], (signs & 2) != 0),
                             make_literal(v[2], (signs & 4) != 0)});
  sat_test::add_clause(f, {make_literal(11, false)});
  for (const method m : {method::complete, method::hybrid, method::automatic}) {
    const proved p = solve(f, m, proof_format::text);
    ASSERT_EQ(p.found, verdict::unsatisfiable);
    EXPECT_EQ(fault(f, p.proof), "");
  }
}

// Searches of large random formulas have the clauses in another order (order.hpp). The proof is of the formula's own
// clauses all the same, also if simplification changes some of them.
TEST(proof, is_of_the_formula_if_another_order_is_searched) {
  if (!has_complete()) GTEST_SKIP() << complete_name();
  for (const bool changed : {false, true}) {
    if (!changed && sat_test::sanitized) continue;
    formula f = sat_test::random_ksat(3000, 3, 117, 1);
    if (changed) f.literals[31] = negation_of(f.literals[30]);  // a tautology
    prepared_formula prepared(f);
    const prepared_formula::simpler& s = prepared.simplified(false, {.threads = 1});
    ASSERT_NE(s.in_order, s.rest);
    ASSERT_EQ(s.simple.unchanged, !changed);
    satisfy_options o;  // so that the complete solver has its turn soon
    o.attempts = o.max_sweeps.emplace(1);
    const proved p = solve(f, o, proof_format::binary);
    ASSERT_EQ(p.found, verdict::unsatisfiable);
    EXPECT_GT(p.proof.size(), 1000U);
    EXPECT_EQ(fault(f, p.proof), "");
  }
}

std::string fault_of(const std::vector<check::drat_clause>& clauses, const std::string& proof) {
  return check::drat_checker(clauses).fault(check::drat_reader::read(proof));
}
TEST(drat_checker, tells_right_from_wrong) {
  const std::vector<check::drat_clause> square{{1, 2}, {-1, 2}, {1, -2}, {-1, -2}}, open{{1, 2}, {-1, 2}, {1, -2}};
  EXPECT_EQ(fault_of(square, "2 0\n0\n"), "");
  EXPECT_EQ(fault_of(square, "1 0\nd 1 2 0\n0\n"), "");
  EXPECT_EQ(fault_of(square, std::string("a\x04\0a\0", 5)), "");
  EXPECT_EQ(fault_of(square, "0\n"), "step 1 does not follow");
  EXPECT_EQ(fault_of(square, "d 1 2 0\n2 0\n0\n"), "step 2 does not follow");
  EXPECT_EQ(fault_of(square, "d 1 3 0\n2 0\n0\n"), "step 1 deletes a clause that is not there");
  EXPECT_EQ(fault_of(square, "2 1"), "the last clause has no end");
  EXPECT_EQ(fault_of(square, std::string("a\x84", 2)), "a clause has no end");
  EXPECT_EQ(fault_of(open, "2 0\n0\n"), "step 2 does not follow");
  EXPECT_EQ(fault_of(open, "2 0\n"), "the empty clause is missing");
  EXPECT_EQ(fault_of({{1, 2}}, "3 1 0\n-3 -1 0\n"), "the empty clause is missing");  // definitions: blocked
  EXPECT_EQ(fault_of({{1, 2}}, "3 -1 0\n-3 2 0\n"), "step 2 does not follow");
}

}  // namespace
