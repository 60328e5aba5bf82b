// The table of options.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "tools/terminal/command_line.hpp"

namespace amorph::test {
namespace {

struct values {
  bool on = false, off = true;
  std::string text, choice = "a", free;
  std::uint64_t number = 5, any = 5, size = 0;
};

command table(values& v) {
  return {.name = "tool",
          .summary = "does a thing",
          .synopsis = {"FILE"},
          .description = {"It does."},
          .groups = {{"Options",
                      {{.name = "on", .letter = 'o', .target = &v.on, .help = "On."},
                       {.name = "no-off", .target = &v.off, .help = "Off.", .set_to = false},
                       {.name = "text", .letter = 't', .argument = "T", .target = &v.text, .help = ".a \\ 'b'"},
                       {.name = "choice", .argument = "C", .target = &v.choice, .choices = {"a", "b"}, .fallback = "a"},
                       {.name = "number", .letter = 'n', .argument = "N", .target = &v.number, .low = 2, .high = 9},
                       {.name = "any", .argument = "N", .target = &v.any, .low = 2},
                       {.name = "free", .argument = "F", .target = &v.free, .offered = {"c", "d"}},
                       {.name = "size", .argument = "BYTES", .target = size_value{&v.size}}}}},
          .examples = {{"tool -o", "An example."}},
          .see_also = {"other(1)"},
          .operands = true};
}

std::optional<exit_code> run(values& v, std::vector<std::string> words, std::vector<std::string>* rest = nullptr) {
  std::vector<char*> argv{const_cast<char*>("tool")};
  for (std::string& w : words) argv.push_back(w.data());
  argv.push_back(nullptr);
  std::vector<std::string> operands;
  const command c = table(v);
  const auto ended = parse(c, static_cast<int>(argv.size()) - 1, argv.data(), operands);
  if (rest != nullptr) *rest = operands;
  return ended;
}

TEST(command_line, sets_targets) {
  values v;
  std::vector<std::string> rest;
  EXPECT_EQ(run(v, {"-on7", "--text=x y", "--no-off", "file", "--choice", "b", "--size", "3k", "--", "-n"}, &rest),
            std::nullopt);
  EXPECT_TRUE(v.on);
  EXPECT_FALSE(v.off);
  EXPECT_EQ(v.text, "x y");
  EXPECT_EQ(v.choice, "b");
  EXPECT_EQ(v.number, 7u);
  EXPECT_EQ(v.size, 3072u);
  EXPECT_EQ(rest, (std::vector<std::string>{"file", "-n"}));
}

// What bash offers for the words, of which the last is incomplete.
std::string completed(const std::string& words, int last) {
  values v;
  const std::string script = bash_completion(table(v)) + "COMP_WORDS=(" + words +
                             ")\nCOMP_CWORD=" + std::to_string(last) + "\n_tool\necho \"${COMPREPLY[@]}\"\n";
  char name[] = "/tmp/amorph-completion-XXXXXX";
  const int file = ::mkstemp(name);
  EXPECT_EQ(::write(file, script.data(), script.size()), static_cast<ssize_t>(script.size()));
  ::close(file);
  std::FILE* pipe = ::popen(("cd / && bash --norc " + std::string(name) + " 2>&1").c_str(), "r");
  std::string said;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) said += static_cast<char>(c);
  ::pclose(pipe);
  ::unlink(name);
  return said;
}

TEST(command_line, bash_completes_options_and_their_values) {
  EXPECT_EQ(completed("tool --n", 1), "--no-off --number\n");
  EXPECT_EQ(completed("tool --help", 1), "--help --help-man --help-bash\n");
  EXPECT_EQ(completed("tool --choice ''", 2), "a b\n");
  EXPECT_EQ(completed("tool --choice = b", 3), "b\n");
  EXPECT_EQ(completed("tool --free ''", 2), "c d\n");
  EXPECT_NE(completed("tool --text /us", 2).find("/usr"), std::string::npos);  // files
  EXPECT_NE(completed("tool /us", 1).find("/usr"), std::string::npos);
}

TEST(command_line, single_dash) {
  bool on = false, other = false;
  std::string text;
  std::int32_t number = 0;
  const command c{.name = "tool",
                  .summary = "does a thing",
                  .synopsis = {"FILE"},
                  .description = {"It does."},
                  .groups = {{"First",
                              {{.name = "seed", .argument = "N", .target = signed_value{&number, -9, 9}},
                               {.name = "text", .argument = "T", .target = &text}},
                              true},
                             {"Others", {{.name = "svg", .target = &on}, {.name = "threads", .target = &other}}}},
                  .examples = {},
                  .see_also = {},
                  .operands = true,
                  .single_dash = true,
                  .bad_input_code = 254};
  auto run_single = [&](std::vector<std::string> words, std::vector<std::string>& rest) {
    std::vector<char*> argv{const_cast<char*>("tool")};
    for (std::string& w : words) argv.push_back(w.data());
    argv.push_back(nullptr);
    return parse(c, static_cast<int>(argv.size()) - 1, argv.data(), rest);
  };
  std::vector<std::string> rest;
  // An abbreviation means an option of the first group where it can.
  EXPECT_EQ(run_single({"a", "-s", "-7", "--t=x=y", "-", "-sv", "--", "-s"}, rest), std::nullopt);
  EXPECT_EQ(number, -7);
  EXPECT_EQ(text, "x=y");
  EXPECT_TRUE(on);
  EXPECT_FALSE(other);
  EXPECT_EQ(rest, (std::vector<std::string>{"a", "-", "-s"}));
  for (const auto& wrong : std::vector<std::vector<std::string>>{
           {"-x"}, {"-3"}, {"-seed=10"}, {"-seed=-10"}, {"-seed="}, {"-seed"}, {"-svg=1"}, {"-help=1"}, {"-seed", "x"}})
    EXPECT_EQ(run_single(wrong, rest), exit_code::bad_input) << wrong[0];
  EXPECT_EQ(process_code(c, exit_code::bad_input), 254);
  EXPECT_EQ(process_code(c, exit_code::out_of_memory), 3);
  EXPECT_NE(help_text(c).find("  -seed=N"), std::string::npos);
  EXPECT_NE(help_text(c).find("\n  254"), std::string::npos);
  EXPECT_NE(man_page(c).find("\\fB\\-seed\\fR=\\fIN\\fR"), std::string::npos);
}

TEST(command_line, abbreviations_and_repeats) {
  values v;
  EXPECT_EQ(run(v, {"--num", "3", "--num=4"}), std::nullopt);
  EXPECT_EQ(v.number, 4u);
}

TEST(command_line, sizes) {
  const std::pair<const char*, std::uint64_t> good[] = {{"0", 0},
                                                        {"17", 17},
                                                        {"1K", 1024},
                                                        {"2m", 2u << 20},
                                                        {"16G", std::uint64_t{16} << 30},
                                                        {"1T", std::uint64_t{1} << 40}};
  for (const auto& [word, bytes] : good) {
    values v;
    EXPECT_EQ(run(v, {"--size", word}), std::nullopt) << word;
    EXPECT_EQ(v.size, bytes) << word;
  }
  for (const char* word : {"", "K", "-1", "1KB", "1.5G", "20000000T", "99999999999999999999"}) {
    values v;
    EXPECT_EQ(run(v, {"--size", word}), exit_code::bad_input) << word;
  }
}

// Each refusal is one line that names the trouble.
TEST(command_line, refusals) {
  const std::pair<std::vector<std::string>, const char*> cases[] = {
      {{"--numbr", "3"}, "tool: unknown option '--numbr'; did you mean --number?\n"},
      {{"--b"}, "tool: unknown option '--b'; did you mean --choice b?\n"},
      {{"-x"}, "tool: unknown option '-x'; --help lists them\n"},
      {{"--text"}, "tool: option '--text' needs a value: T\n"},
      {{"--on=1"}, "tool: option '--on' takes no value\n"},
      {{"-n", "1"}, "tool: option '--number': expected a number 2 .. 9, found '1'\n"},
      {{"-n", "1\n2"}, "tool: option '--number': expected a number 2 .. 9, found '1?2'\n"},
      {{"--any", "1"}, "tool: option '--any': expected a number of at least 2, found '1'\n"},
      {{"--any", "x"}, "tool: option '--any': expected a number of at least 2, found 'x'\n"},
      {{"--any", "18446744073709551616"},
       "tool: option '--any': expected a number 2 .. 18446744073709551615, found '18446744073709551616'\n"},
      {{"--choice", "c"}, "tool: option '--choice': expected one of a, b, found 'c'\n"},
  };
  for (const auto& [words, line] : cases) {
    values v;
    testing::internal::CaptureStderr();
    EXPECT_EQ(run(v, words), exit_code::bad_input);
    EXPECT_EQ(testing::internal::GetCapturedStderr(), line);
  }
}

TEST(command_line, help_and_man_page_name_every_option) {
  values v;
  const command c = table(v);
  const std::string help = help_text(c), man = man_page(c);
  for (const option& o : c.groups[0].options)
    EXPECT_NE(help.find("--" + std::string(o.name)), std::string::npos) << o.name;
  EXPECT_NE(man.find("\\fB\\-\\-no\\-off\\fR"), std::string::npos) << man;
  EXPECT_NE(man.find("\n\\&.a \\e 'b'\n"), std::string::npos) << "a line of text is not taken for a request:\n" << man;
  EXPECT_NE(help.find("One of a, b. Default: a."), std::string::npos);
}

}  // namespace
}  // namespace amorph::test
