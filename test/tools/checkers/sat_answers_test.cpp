// Models and answers of formulas: the checker against the truth of small formulas, and on what it must find.
#include "tools/checkers/sat_answers.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "amorph/kernels/random/random.hpp"
#include "test/solver/sat/formulas.hpp"
#include "test/solver/sat/truth_table.hpp"

namespace {

using namespace amorph;
using sat::formula;
using sat_test::dimacs;

TEST(model_fault, agrees_with_every_assignment) {
  std::uint64_t good = 0, bad = 0;
  for (std::uint64_t i = 0; i != 2000; ++i) {
    const formula f = sat_test::random_formula(i);
    std::string text = "c\np cnf " + std::to_string(f.variables) + " " + std::to_string(f.clauses()) + "\n";
    for (std::uint64_t c = 0; c != f.clauses(); ++c) {
      for (const sat::literal l : f.clause(c)) (text += dimacs(l)) += '\n';
      text += c % 3 == 0 ? "0 c 9\n" : "0\n";
    }
    if (i % 2 != 0) text += "%\n0\n";
    const random_stream random(i, 11);
    std::vector<sat::truth> model(f.variables);
    std::vector<unsigned char> value(f.variables);
    for (std::uint64_t round = 0; round != 8; ++round) {
      for (std::uint32_t v = 0; v != f.variables; ++v) {
        value[v] = static_cast<unsigned char>(random.below(round * 16 + v, 2));
        model[v] = value[v] != 0 ? sat::truth::yes : sat::truth::no;
      }
      const bool holds = sat_test::satisfies(f, model);
      ASSERT_EQ(check::model_fault(text, value).empty(), holds) << text;
      ++(holds ? good : bad);
    }
  }
  EXPECT_GT(good, 100U);
  EXPECT_GT(bad, 100U);
}

TEST(model_fault, names_the_clause_whatever_the_threads) {
  constexpr std::uint32_t n = 50000;
  std::string text = "p cnf 50000 50000\n";
  for (std::uint32_t v = 1; v <= n; ++v) text += std::to_string(v) + (v % 4 == 0 ? "\n0\n" : " 0\n");
  std::vector<unsigned char> value(n, 1);
  for (const unsigned threads : {1U, 4U}) {
    EXPECT_EQ(check::model_fault(text, value, threads), "");
    for (const std::uint32_t v : {0U, 3U, 20000U, 49999U}) {
      value[v] = 0;
      EXPECT_EQ(check::model_fault(text, value, threads), "clause " + std::to_string(v + 1) + " is false");
      value[v] = 1;
    }
    EXPECT_NE(check::model_fault(text + "1 2\n", value, threads), "");
    EXPECT_NE(check::model_fault(text + "1 0\n", value, threads), "");
    EXPECT_NE(check::model_fault(text + "x 0\n", value, threads), "");
  }
  value.pop_back();
  EXPECT_EQ(check::model_fault(text, value), "the formula has 50000 variables, the model 49999");
  EXPECT_EQ(check::model_fault("1 2 0\n", value), "the formula has no header");
}

TEST(parse_answer, says_what_is_wrong) {
  EXPECT_EQ(check::parse_answer("c x\ns SATISFIABLE\nv 1 -2\nv 0\n").literals, (std::vector<std::int64_t>{1, -2}));
  EXPECT_EQ(check::parse_answer("s A\ns B\n").fault, "line 2: a second 's' line");
  EXPECT_EQ(check::parse_answer("v 1 x 0\n").fault, "line 1: expected literals");
  EXPECT_EQ(check::parse_answer("v 1 0 2\n").fault, "line 1: a literal after the 0");
  EXPECT_EQ(check::parse_answer("hello\n").fault, "line 1: expected a line that begins with 'c', 's ' or 'v '");
  EXPECT_EQ(check::parse_answer("v " + std::string(80, '1') + "\n").fault, "line 1: more than 78 characters");
}

}  // namespace
