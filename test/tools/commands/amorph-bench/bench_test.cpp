// amorph-bench with a table of problems that give wrong answers, refuse and fail.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "tools/commands/amorph-bench/bench.hpp"
#include "tools/commands/amorph-bench/presets.hpp"

namespace amorph::test {
namespace {

using namespace bench;

problem odd_problem() {
  problem p;
  p.name = "odd";
  p.help = "what can go wrong";
  p.strategies = {"auto", "honest", "liar", "picky", "large", "broken"};
  p.solve = [](const input&, const std::string& strategy, const machine&, const setting& how) {
    if (strategy == "picky") throw error(status::bad_input, "it is not to its taste");
    if (strategy == "large") throw std::bad_alloc();
    if (strategy == "broken") throw std::runtime_error("a spring is loose");
    verify(how, [&] { return std::string(strategy == "liar" ? "1 is not 2" : ""); });
    measurement m;
    m.run.strategy = strategy;
    m.run.backend_name = "cpu";
    m.run.threads = 1;
    for (unsigned i = how.repeat; i != 0; --i) m.run.ms.push_back(i);
    m.work = 4000;
    m.unit = "arcs";
    return m;
  };
  return p;
}

struct ending {
  int code;
  std::string output;
};
ending run_bench(std::vector<std::string> words, const std::vector<problem>& problems) {
  std::vector<char*> argv{const_cast<char*>("amorph-bench")};
  for (std::string& w : words) argv.push_back(w.data());
  argv.push_back(nullptr);
  testing::internal::CaptureStdout();
  const exit_code code = run(static_cast<int>(argv.size()) - 1, argv.data(), problems);
  return {static_cast<int>(code), testing::internal::GetCapturedStdout()};
}

TEST(bench, tells_of_what_goes_wrong) {
  const ending e = run_bench({"grid2d:3x3", "-b", "cpu", "--verify", "-q", "--json", "-", "-r", "3"}, {odd_problem()});
  EXPECT_EQ(e.code, 4);
  for (const char* words :
       {"\"reason\": \"verification failed: 1 is not 2\"", "\"reason\": \"it is not to its taste\"",
        "\"reason\": \"out of memory\"", "\"reason\": \"internal error: a spring is loose\"", "\"verified\": true"})
    EXPECT_NE(e.output.find(words), std::string::npos) << words << " in " << e.output;
  EXPECT_EQ(run_bench({"none.gr", "grid2d:3x3", "-b", "cpu", "--verify", "-q", "-S", "liar"}, {odd_problem()}).code, 4);
  EXPECT_EQ(run_bench({"none.gr", "grid2d:3x3", "-b", "cpu", "--verify", "-q", "-S", "honest"}, {odd_problem()}).code,
            1);
  // Without --verify a wrong answer is not noticed.
  EXPECT_EQ(run_bench({"grid2d:3x3", "-b", "cpu", "-q", "-S", "liar,honest,picky"}, {odd_problem()}).code, 0);
}

TEST(bench, counts) {
  const plan p = [] {
    config c;
    c.inputs = {"grid2d:3x3"};
    c.strategies = "honest";
    c.backends = "cpu";
    c.threads = "1,2";
    c.repeat = 4;
    static const std::vector<problem> problems = {odd_problem()};
    return make_plan(c, problems);
  }();
  const std::vector<row> rows = measure(p, {});
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].median(), 2.5);
  EXPECT_EQ(rows[0].minimum(), 1);
  EXPECT_EQ(rows[0].rate(), 1.6);  // millions per second
  EXPECT_EQ(rows[0].arcs, 24u);
  EXPECT_EQ(rows[1].on.threads, 2u);
}

TEST(bench, repeats_what_is_fast_alone) {
  problem p = odd_problem();
  config c;
  c.inputs = {"grid2d:3x3"};
  c.strategies = "honest";
  c.backends = "cpu";
  c.repeat = 4;
  const std::vector<problem> problems = {p};
  plan slow = make_plan(c, problems);
  slow.settings.slow_ms = 0.5;
  EXPECT_EQ(measure(slow, {})[0].found.run.ms.size(), 1u);
  slow.settings.slow_ms = 2;
  EXPECT_EQ(measure(slow, {})[0].found.run.ms.size(), 4u);
}

// The presets name existing problems and strategies.
TEST(bench, presets_mean_something) {
  const std::vector<problem> problems = standard_problems();
  for (const preset& t : presets()) {
    config c;
    c.preset = t.name;
    c.backends = "cpu";
    const plan p = make_plan(c, problems);
    EXPECT_FALSE(p.problems.empty()) << t.name;
    EXPECT_EQ(p.inputs.size(), t.inputs.size()) << t.name;
    for (const input_name& in : p.inputs) EXPECT_FALSE(in.family.empty()) << in.shown;
    for (const std::string& wanted : p.strategies)
      EXPECT_TRUE(std::any_of(p.problems.begin(), p.problems.end(),
                              [&](const problem* of) {
                                const std::vector<std::string> all = of->all_strategies();
                                return std::count(all.begin(), all.end(), wanted) != 0;
                              }))
          << t.name << " " << wanted;
  }
}

// A peer is one of the strategies, runs once for all backends, and its answers are verified as well.
TEST(bench, peers) {
  std::vector<problem> problems = {odd_problem()};
  problems[0].peers.push_back({"rival", [](const input&, const std::string&, const machine&, const setting&) {
                                 measurement m;
                                 m.run.strategy = "rival";
                                 m.run.backend_name = "cpu";
                                 m.run.threads = 1;
                                 m.run.ms = {7};
                                 return m;
                               }});
  const ending e =
      run_bench({"grid2d:3x3", "-b", "cpu", "-t", "1,2", "-S", "rival,honest", "--markdown", "-"}, problems);
  EXPECT_EQ(e.code, 0);
  EXPECT_EQ(std::count(e.output.begin(), e.output.end(), '\n'), 5) << e.output;  // head, rule, two and one
  EXPECT_NE(e.output.find("| rival |"), std::string::npos);
}

}  // namespace
}  // namespace amorph::test
