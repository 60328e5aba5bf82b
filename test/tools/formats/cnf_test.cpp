// The reader and the writers of formulas.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "amorph/kernels/exec/cpu.hpp"
#include "test/solver/sat/formulas.hpp"
#include "test/solver/sat/truth_table.hpp"
#include "tools/checkers/sat_answers.hpp"
#include "tools/formats/cnf_file.hpp"
#include "tools/formats/output_file.hpp"
#include "tools/generators/ksat.hpp"

namespace {

using namespace amorph;
using sat::formula;
using sat_test::dimacs;
namespace fs = std::filesystem;

// The clauses as text, "2: 1 -2 | 2", or the message without the name.
std::string read(const std::string& text, const cnf_file::read_options& options = {}) {
  formula f;
  std::string message;
  if (cnf_file::parse(text, "f", f, message, options) != status::ok) {
    EXPECT_EQ(message.rfind("f:", 0), 0U) << message;
    return message.substr(2);
  }
  std::string s = std::to_string(f.variables) + ":";
  for (std::uint64_t c = 0; c != f.clauses(); ++c) {
    s += c == 0 ? "" : " |";
    for (const sat::literal l : f.clause(c)) (s += ' ') += dimacs(l);
  }
  return s;
}

TEST(cnf, takes_what_files_have) {
  EXPECT_EQ(read("p cnf 2 2\n1 -2 0\n2 0\n"), "2: 1 -2 | 2");
  EXPECT_EQ(read("c x\n\nc\n  p  cnf\t2  1 \r\n1 2 0"), "2: 1 2");
  EXPECT_EQ(read("p cnf 3 2\n1\n-2\n3 0 2\nc within 1 2 0\n0\nc end"), "3: 1 -2 3 | 2");
  EXPECT_EQ(read("p cnf 2 2\r\n1 2 0\r\n-1 0\r\n"), "2: 1 2 | -1");
  EXPECT_EQ(read("p cnf 2 3\n1 1 -1 0 c why not\n0\n1 2 0"), "2: 1 1 -1 | | 1 2");
  EXPECT_EQ(read("p cnf 0 0\n"), "0:");
  EXPECT_EQ(read("p cnf 7 0\nc none"), "7:");
  EXPECT_EQ(read("p cnf 0 1\n0\n"), "0:");
  EXPECT_EQ(read("p cnf 02 1\n-002 01 -0\n"), "2: -2 1");
  EXPECT_EQ(read("p cnf 16777216 1\n-16777216 0\n"), "16777216: -16777216");
}

TEST(cnf, takes_the_trailer_of_satlib) {
  for (const char* end : {"%\n0\n\n", "%\n0\n", "%\n0", "%\n", "%", "%\r\n0\r\n"})
    EXPECT_EQ(read(std::string("p cnf 2 2\n 1 2 0\n -1 0\n") + end), "2: 1 2 | -1") << end;
  EXPECT_EQ(read("p cnf 1 0\n%\n0\n"), "1:");
  EXPECT_EQ(read("p cnf 2 1\n1 2\n%\n0\n"), "3: expected 0, which ends the last clause, found '%'");
  EXPECT_EQ(read("p cnf 2 2\n1 2 0\n%\n0\n"), "3: expected clause 2 of 2, found '%'");
  EXPECT_EQ(read("p cnf 2 1\n1 2 0\n% 7\n"), "3: expected a literal, found '%'");
  EXPECT_EQ(read("p cnf 2 1\n1 2 0 %\n0\n"), "2: expected a literal, found '%'");
  EXPECT_EQ(read("p cnf 2 1\n1 2 0\n%\n0\n0\n"), "3: expected a literal, found '%'");
}

TEST(cnf, names_line_and_reason) {
  const std::string form = "expected 'p cnf VARIABLES CLAUSES'";
  EXPECT_EQ(read(""), "1: " + form + ", found the end of the file");
  EXPECT_EQ(read("c\nc\n"), "3: " + form + ", found the end of the file");
  EXPECT_EQ(read("c\n1 2 0\n"), "2: " + form + ", found '1'");
  EXPECT_EQ(read("p wcnf 2 2\n"), "1: expected 'cnf' as in 'p cnf VARIABLES CLAUSES', found 'wcnf'");
  EXPECT_EQ(read("p cnf -2 2\n"), "1: expected the number of variables (0 .. 2147483647), found '-2'");
  EXPECT_EQ(read("p cnf 2147483648 2\n"), "1: expected the number of variables (0 .. 2147483647), found '2147483648'");
  EXPECT_EQ(read("p cnf 2147483647 1\n1 0\n"),
            "1: expected at most 134217728 variables in 23 bytes, found '2147483647'");
  EXPECT_EQ(read("p cnf 2 x\n"), "1: expected the number of clauses (0 .. 2147483647), found 'x'");
  EXPECT_EQ(read("p cnf 2 2 2\n"), "1: expected the end of the line after the number of clauses, found '2'");
  EXPECT_EQ(read("p cnf 0 0"),
            "1: expected the end of the line after the number of clauses, found the end of the file");
  EXPECT_EQ(read("p cnf 2 1\n\n1 3 0\n"), "3: expected a literal of the variables 1 .. 2, found '3'");
  EXPECT_EQ(read("p cnf 2 1\n1 -99999999999999999999 0\n"),
            "2: expected a literal of the variables 1 .. 2, found '-99999999999999999999'");
  EXPECT_EQ(read("p cnf 2 1\n1 +2 0\n"), "2: expected a literal, found '+2'");
  EXPECT_EQ(read("p cnf 2 1\n1 - 2 0\n"), "2: expected a digit after the '-', found ' '");
  EXPECT_EQ(read("p cnf 2 1\n1,2 0\n"), "2: expected white space after a number, found ','");
  EXPECT_EQ(read("p cnf 2 1\n1.0 2 0\n"), "2: expected white space after a number, found '.0'");
  EXPECT_EQ(read(std::string("p cnf 2 1\n1 2 0\n\0", 17)), "3: expected a literal, found a NUL byte");
  EXPECT_EQ(read("p cnf 2 2\n1 2 0\nc\n"), "4: expected clause 2 of 2, found the end of the file");
  EXPECT_EQ(read("p cnf 2 1\n1 2 0\n2 0\n"), "3: expected the end of the file after 1 clause, found '2'");
  EXPECT_EQ(read("p cnf 2 1\n1 2 0\n0\n"), "3: expected the end of the file after 1 clause, found '0'");
  EXPECT_EQ(read("p cnf 2 1\n1 2\n"), "3: expected 0, which ends the last clause, found the end of the file");
}

TEST(cnf, pieces_and_threads_do_not_matter) {
  std::string text = "c head\np cnf 90 400\n";
  const random_stream random(1, 1);
  for (std::uint64_t i = 0, c = 0; c != 400; ++i) {
    const bool ends = random.below(3 * i, 4) == 0;
    const std::uint64_t v = ends ? 0 : 1 + random.below(3 * i + 1, 90);
    if (!ends && random.below(3 * i + 2, 2) != 0) text += '-';
    text += std::to_string(v);
    text += i % 7 == 0    ? "\n"
            : i % 31 == 0 ? (i % 2 == 0 ? "c -5 0 x\r\n" : " c -5 0 x\r\n")
            : i % 11 == 0 ? "\r\n"
                          : " ";
    c += ends;
  }
  const std::string whole = read(text, {.threads = 1});
  ASSERT_EQ(whole.rfind("90:", 0), 0U) << whole;
  for (const std::size_t bytes : {1U, 2U, 17U, 300U})
    for (const unsigned threads : {1U, 3U}) EXPECT_EQ(read(text, {threads, bytes}), whole) << bytes;
  // Faults: the first of the file, whatever the piece.
  for (std::size_t at = 30; at < text.size(); at += 97) {
    std::string bad = text;
    bad[at] = '?';
    const std::string said = read(bad, {.threads = 1});
    EXPECT_EQ(read(bad, {3, 16}), said);
  }
}

class cnf_files : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("amorph-cnf-" + std::to_string(::getpid()));
    fs::create_directory(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  template <class Fill> std::string written(const char* name, Fill fill) {
    const std::string path = folder_ / name;
    output_file out;
    EXPECT_EQ(out.open(path, message_), status::ok) << message_;
    fill(out);
    EXPECT_EQ(out.commit(message_), status::ok) << message_;
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  fs::path folder_;
  std::string message_;
};

// Clauses of many lengths, empty ones among them; none for seed 0.
formula random_formula(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  formula f;
  f.variables = 1 + static_cast<std::uint32_t>(random() % 9);
  for (std::uint64_t c = 0; c != seed; ++c) {
    for (std::uint64_t i = random() % 6; i != 0; --i)
      f.literals.push_back(static_cast<sat::literal>(random() % (2 * f.variables)));
    f.clause_begin.push_back(f.literals.size());
  }
  return f;
}

TEST_F(cnf_files, binary_formulas_are_read_again) {
  for (std::uint64_t seed = 0; seed != 60; ++seed) {
    SCOPED_TRACE(seed);
    cpu_exec exec(1);
    formula f = seed % 2 != 0
                    ? cnf_file::random_ksat(exec, {.variables = 40, .clauses = seed * 7, .k = 3, .seed = seed})
                    : random_formula(seed);
    const std::string file = written("f.acnf", [&](output_file& out) { cnf_file::write_binary(out, f); });
    ASSERT_TRUE(cnf_file::is_binary(file));
    for (const unsigned threads : {1U, 3U}) {
      formula again;
      std::string message;
      ASSERT_EQ(cnf_file::parse(file, "f", again, message, {.threads = threads}), status::ok) << message;
      EXPECT_EQ(again.variables, f.variables);
      EXPECT_EQ(again.clause_begin, f.clause_begin);
      EXPECT_EQ(again.literals, f.literals);
    }
    // The checker agrees with that of the text.
    const std::string text = written("f.cnf", [&](output_file& out) { cnf_file::write(out, f); });
    std::mt19937_64 random(seed);
    for (int model = 0; model != 20; ++model) {
      std::vector<unsigned char> value(f.variables);
      for (unsigned char& v : value) v = random() % 2;
      for (const unsigned threads : {1U, 3U})
        EXPECT_EQ(check::model_fault(file, value, threads), check::model_fault(text, value));
    }
  }
}

TEST_F(cnf_files, damaged_binary_formulas_are_refused) {
  formula f;
  f.variables = 3;
  f.clause_begin = {0, 2, 5};
  f.literals = {0, 3, 1, 2, 4};
  const std::string good = written("f.acnf", [&](output_file& out) { cnf_file::write_binary(out, f); });
  EXPECT_EQ(read(good), "3: 1 -2 | -1 2 3");
  const auto with = [&](std::size_t at, char byte) {
    std::string bad = good;
    bad[at] = byte;
    return read(bad);
  };
  EXPECT_EQ(read(good.substr(0, 31)), " the file is truncated");
  EXPECT_EQ(read(good.substr(0, good.size() - 1)), " the size of the file does not match its header");
  EXPECT_EQ(read(good + "x"), " the size of the file does not match its header");
  EXPECT_EQ(with(11, char(0x80)), " the header is damaged");                  // variables
  EXPECT_EQ(with(12, 2), " the header is damaged");                           // five literals in twos
  EXPECT_EQ(with(16, 9), " the size of the file does not match its header");  // clauses
  EXPECT_EQ(with(23, 1), " the header is damaged");                           // more than there can be
  EXPECT_EQ(with(40, 6), " the offsets are damaged");                         // of the second clause
  EXPECT_EQ(with(56, 6), " a literal is of a variable that does not exist");
  EXPECT_EQ(with(11, 0x7f), " expected at most 134217728 variables in 76 bytes, found 2130706435");
}

TEST_F(cnf_files, what_is_written_is_read_again) {
  for (std::uint64_t i = 0; i != 500; ++i) {
    const formula f = sat_test::random_formula(i);
    const char* name = i % 2 != 0 ? "f.cnf.gz" : "f.cnf";
    (void)written(name, [&](output_file& out) { cnf_file::write(out, f); });
    formula back;
    ASSERT_EQ(cnf_file::read(folder_ / name, back, message_), status::ok) << message_;
    ASSERT_EQ(back.variables, f.variables);
    ASSERT_EQ(back.clause_begin, f.clause_begin);
    ASSERT_EQ(back.literals, f.literals);
  }
}

TEST_F(cnf_files, models_stand_in_lines_of_78) {
  for (const std::size_t n : {0U, 1U, 30U, 31U, 1000U, 12345U}) {
    std::vector<sat::truth> model(n, sat::truth::no);
    for (std::size_t v = 0; v < n; v += 3) model[v] = sat::truth::yes;
    const std::string text = written("model", [&](output_file& out) { cnf_file::write_model(out, model); });
    const check::sat_answer a = check::parse_answer(text);
    EXPECT_EQ(a.fault, "");
    EXPECT_TRUE(a.ended);
    ASSERT_EQ(a.literals.size(), n);
    for (std::size_t v = 0; v != n; ++v)
      ASSERT_EQ(a.literals[v], (v % 3 == 0 ? 1 : -1) * (static_cast<std::int64_t>(v) + 1));
    // A line is broken only where the next word would not fit.
    std::istringstream lines(text);
    std::string line, before;
    while (std::getline(lines, line)) {
      EXPECT_TRUE(before.empty() || before.size() + line.find(' ', 2) - 1 > 78) << before;
      before = line;
    }
  }
}

}  // namespace
