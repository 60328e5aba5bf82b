// Files: constraint systems there and back, sets, and outputs that are there whole or not at all.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>

#include <csignal>
#include <exception>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

#include "test/solver/andersen/random_problem.hpp"
#include "tools/base/interrupt.hpp"
#include "tools/formats/constraint_file.hpp"
#include "tools/formats/input_file.hpp"
#include "tools/formats/output_file.hpp"
#include "tools/formats/solution_file.hpp"

namespace amorph::test {
namespace {

namespace fs = std::filesystem;
using andersen::constraint;
using andersen::problem;
using andersen::var;

class files : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "amorph-files-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { fs::remove_all(folder_); }
  [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const auto& entry : fs::directory_iterator(folder_)) all.push_back(entry.path().filename());
    std::sort(all.begin(), all.end());
    return all;
  }
  static std::string content(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    std::ostringstream all;
    all << in.rdbuf();
    return all.str();
  }
  static void put(const std::string& file, const std::string& text) { std::ofstream(file, std::ios::binary) << text; }
  // How a child ends that writes a file, begins this and comes back from it, if it does, with 4; as waitpid has it.
  template <class F> int end_of_child(F f) {
    const pid_t child = fork();
    if (child == 0) {
      const struct rlimit no_core{0, 0};
      setrlimit(RLIMIT_CORE, &no_core);
      exit_on_interrupt("test");
      output_file a;
      if (a.open(path("a"), message_) != status::ok) _exit(2);
      f();
      _exit(4);
    }
    int wait_status = -1;
    EXPECT_EQ(waitpid(child, &wait_status, 0), child);
    return wait_status;
  }

  fs::path folder_;
  std::string message_;
};

// Everything of a problem that the format keeps, as text that does not depend on the order of kinds.
std::string meaning(const problem& p) { return text(p); }

TEST_F(files, dump_there_and_back) {
  for (std::uint64_t seed = 1; seed != 300; ++seed) {
    const problem p = random_problem(seed);
    std::vector<std::string> names(seed % 2 == 0 ? p.variables : 0);
    for (std::size_t v = 0; v < names.size(); v += 3)
      names[v] = std::to_string(v) + std::string("\n\\\0 \x7f\xc3\xa9", 7);
    const std::string file = path(seed % 3 == 0 ? "dump.gz" : "dump");
    ASSERT_EQ(constraint_file::write(file, p, names, message_), status::ok) << message_;
    constraint_file::content back;
    ASSERT_EQ(constraint_file::read(file, back, message_), status::ok) << message_;
    ASSERT_EQ(meaning(back.problem), meaning(p)) << "seed " << seed;
    ASSERT_EQ(back.problem.extent, p.extent);
    ASSERT_EQ(back.problem.block_of, p.blocks.empty() ? std::vector<std::uint32_t>() : p.block_of);
    ASSERT_EQ(back.problem.merged, p.merged);
    ASSERT_EQ(back.problem.online, p.online);
    ASSERT_EQ(back.names, names);
    ASSERT_EQ(back.problem.constraints.size(), p.constraints.size());
    ASSERT_EQ(andersen::validate(back.problem), "");
  }
}

// Names that blanks, escapes and line ends could be mistaken in.
TEST_F(files, dump_keeps_every_name) {
  problem p;
  const std::vector<std::string> names{" \xff", "\t", " ", "  a  ", "a\r", "\\x20", "# no comment", "a b\n", "end"};
  p.variables = p.objects = static_cast<var>(names.size());
  p.extent.assign(p.objects, 1);
  std::string dump;
  ASSERT_EQ(constraint_file::format(p, names, dump, message_), status::ok) << message_;
  constraint_file::content back;
  ASSERT_EQ(constraint_file::parse(dump, "dump", back, message_), status::ok) << message_;
  EXPECT_EQ(back.names, names) << dump;
}

// Kinds are grouped; within a kind the order, and every member, stays.
TEST_F(files, dump_keeps_every_member_of_a_constraint) {
  problem p;
  p.variables = 9, p.objects = 4, p.extent = {1, 1, 2, 1};
  p.constraints = {{8, 7, andersen::kind::field, andersen::any_stride, std::numeric_limits<std::int64_t>::min()},
                   {8, 6, andersen::kind::field, 12, 5},
                   {5, 4, andersen::kind::offset, 0, 4294967295},
                   {5, 3, andersen::kind::address_of},
                   {6, 5, andersen::kind::filter, 0, 1}};
  p.filters = {{}, {0, 1, 3}};
  std::string dump;
  ASSERT_EQ(constraint_file::format(p, {}, dump, message_), status::ok) << message_;
  constraint_file::content back;
  ASSERT_EQ(constraint_file::parse(dump, "dump", back, message_), status::ok) << message_;
  EXPECT_EQ(back.problem.filters, p.filters);
  const std::size_t order[] = {3, 2, 0, 1, 4};
  for (std::size_t i = 0; i != 5; ++i) {
    const constraint &a = back.problem.constraints[i], &b = p.constraints[order[i]];
    EXPECT_TRUE(a.dst == b.dst && a.src == b.src && a.type == b.type && a.offset == b.offset && a.stride == b.stride)
        << i;
  }
}

// Version 3 lists each object of a filter.
TEST_F(files, filters_of_version_3) {
  constraint_file::content back;
  ASSERT_EQ(constraint_file::parse("amorph-constraints 3\nvariables 5\nobjects 4\nfilters 2\n0\n3 0 1 3\nfilter 1\n"
                                   "4 3 1\nend\n",
                                   "dump", back, message_),
            status::ok)
      << message_;
  EXPECT_EQ(back.problem.filters, (std::vector<andersen::object_runs>{{}, {0, 1, 3}}));
}

TEST_F(files, writer_refuses_what_the_format_cannot_say) {
  problem p;
  p.variables = p.objects = 6, p.extent.assign(6, 1);
  p.layouts = {{16, 0, 0, 2}};
  p.slot_of_word = {0, 1}, p.slot_position = {0, 8}, p.slot_stride = {0, 0};
  p.blocks = {{2, 0}, {3, 0}};
  p.block_of = {andersen::none, andersen::none, 0, 0, 1, andersen::none};
  EXPECT_EQ(constraint_file::write(path("d"), p, {}, message_), status::bad_input);
  EXPECT_NE(message_.find("cannot write: "), std::string::npos) << message_;
  p.blocks = {{2, 0}};
  EXPECT_EQ(constraint_file::write(path("d"), p, {}, message_), status::bad_input);
  p.block_of = {andersen::none, andersen::none, 0, 0, andersen::none, andersen::none};
  EXPECT_EQ(constraint_file::write(path("d"), p, std::vector<std::string>(7, "x"), message_), status::bad_input);
  EXPECT_EQ(names(), std::vector<std::string>());
  EXPECT_EQ(constraint_file::write(path("d"), p, {}, message_), status::ok) << message_;
}

TEST_F(files, limits_bound_what_few_bytes_can_ask_for) {
  constraint_file::content c;
  const std::string dump = "amorph-constraints 1\nvariables 4000000000\nobjects 4000000000\nend\n";
  EXPECT_EQ(constraint_file::parse(dump, "dump", c, message_, {1000}), status::bad_input);
  EXPECT_EQ(message_, "dump:2: expected a count (0 .. 1000), found '4000000000'");
  EXPECT_EQ(constraint_file::parse(dump, "dump", c, message_), status::bad_input);
  EXPECT_EQ(message_, "dump:2: expected at most 1048576 variables in 65 bytes, found 4000000000");
  problem p;
  EXPECT_EQ(constraint_file::parse({"4000000000\n0\n0\n0,1,0\n", "0,0,0,0,0\n", {}}, p, message_), status::bad_input);
  EXPECT_EQ(message_, "nodes:1: expected at most 1048576 variables in 31 bytes, found 4000000000");
}

TEST_F(files, sets_there_and_back) {
  for (std::uint64_t seed = 1; seed != 60; ++seed) {
    const problem p = random_problem(seed, 3);
    andersen::solution s;
    ASSERT_EQ(andersen::solve(p, {}, s, message_), status::ok) << message_;
    ASSERT_EQ(write_solution(s, path("sets"), message_), status::ok) << message_;
    set_table back;
    ASSERT_EQ(read_solution(path("sets"), p.variables, back, message_), status::ok) << message_;
    std::ostringstream expected;
    for (var v = 0; v != p.variables; ++v) {
      ASSERT_EQ(back.sets[back.set_of[v]], s.points_to(v)) << "seed " << seed << ", variable " << v;
      expected << v << ':';
      for (const var o : s.points_to(v)) expected << ' ' << o;
      expected << '\n';
    }
    ASSERT_EQ(content(path("sets")), expected.str());
  }
}

TEST_F(files, sets_malformed) {
  const std::pair<const char*, const char*> cases[] = {
      {"0: 1\n1:\n", ":3: expected the line of the next variable, found the end of the file"},
      {"0: 1\n2:\n", ":2: expected the next variable (1), found '2'"},
      {"0: 1\n1: 1 1\n2:\n", ":2: expected an object, greater than the one before (2), found '1'"},
      {"0: 1\n1: 5\n2:\n", ":2: expected an object, greater than the one before (0 .. 2), found '5'"},
      {"0: 1\n1 2\n2:\n", ":2: expected a colon, found '2'"},
      {"0: 1\n1: x\n2:\n", ":2: expected an object, greater than the one before (0 .. 2), found 'x'"},
      {"0:\n1:\n2:\n3:\n", ":4: expected the end of the file: every variable has its line, found '3'"},
  };
  for (const auto& [text, expected] : cases) {
    put(path("sets"), text);
    set_table back;
    EXPECT_EQ(read_solution(path("sets"), 3, back, message_), status::bad_input) << text;
    EXPECT_EQ(message_.substr(path("sets").size()), expected);
  }
}

TEST_F(files, published_solutions) {
  put(path("r"), "4\n[0, 2] => [1, 3]\n[1] => []\n");
  set_table back;
  ASSERT_EQ(read_ppopp12_solution(path("r"), 4, back, message_), status::ok) << message_;
  const std::vector<std::vector<var>> expected{{1, 3}, {}, {1, 3}, {}};
  for (var v = 0; v != 4; ++v) EXPECT_EQ(back.sets[back.set_of[v]], expected[v]) << v;
  const std::pair<const char*, const char*> cases[] = {
      {"5\n", ":1: expected the number of variables of the constraints (4), found '5'"},
      {"4\n[0] => [1, 4]\n", ":2: expected an object (0 .. 3), found '4'"},
      {"4\n[0] => [1\n", ":2: expected ',' or ']', found the end of the line"},
      {"4\n[0] = [1]\n", ":2: expected '=>', found '['"},
      {"4\n[0] => [1]\n[1, 0] => [2]\n", ":3: variable 0 is named on an earlier line"},
  };
  for (const auto& [text, expected_message] : cases) {
    put(path("r"), text);
    EXPECT_EQ(read_ppopp12_solution(path("r"), 4, back, message_), status::bad_input) << text;
    EXPECT_EQ(message_.substr(path("r").size()), expected_message);
  }
}

TEST_F(files, input_of_any_size_plain_and_compressed) {
  for (const std::size_t size : {0u, 1u, 2u, 65535u, 65536u, 65537u, 3000000u}) {
    std::string text;
    for (std::size_t i = 0; text.size() < size; ++i) text += std::to_string(i * i) + "\n";
    text.resize(size);
    for (const char* name : {"plain", "packed.gz"}) {
      output_file out;
      ASSERT_EQ(out.open(path(name), message_), status::ok) << message_;
      out.write(text);
      ASSERT_EQ(out.commit(message_), status::ok) << message_;
      input_text in;
      ASSERT_EQ(read_file(path(name), in, message_), status::ok) << message_;
      EXPECT_EQ(std::string(in.view()), text) << name << ' ' << size;
    }
  }
}

// The start of a file is there though what follows is damaged: no more than that is read.
TEST_F(files, start_of_a_file) {
  output_file out;
  ASSERT_EQ(out.open(path("whole.gz"), message_), status::ok) << message_;
  std::string text;
  for (int i = 0; i != 200000; ++i) text += std::to_string(i * 7919 % 100003);
  out.write(text);
  ASSERT_EQ(out.commit(message_), status::ok) << message_;
  std::string packed = content(path("whole.gz")), start;
  for (std::size_t i = packed.size() / 2; i != packed.size(); ++i) packed[i] = 'x';
  put(path("damaged.gz"), packed);
  put(path("short"), "ab");
  input_text all;
  EXPECT_EQ(read_file(path("damaged.gz"), all, message_), status::bad_input);
  ASSERT_EQ(read_start(path("damaged.gz"), 18, start, message_), status::ok) << message_;
  EXPECT_EQ(start, text.substr(0, 18));
  ASSERT_EQ(read_start(path("short"), 18, start, message_), status::ok) << message_;
  EXPECT_EQ(start, "ab");
  EXPECT_EQ(read_start(path("none"), 18, start, message_), status::bad_input);
}

TEST_F(files, output_without_commit_leaves_what_was_there) {
  put(path("kept"), "old");
  {
    output_file out;
    ASSERT_EQ(out.open(path("kept"), message_), status::ok) << message_;
    out.write("new");
    EXPECT_EQ(names().size(), 2u) << "written beside";
  }
  EXPECT_EQ(content(path("kept")), "old");
  EXPECT_EQ(names(), std::vector<std::string>{"kept"});
}

TEST_F(files, stale_temporaries_are_removed) {
  output_file first, second;
  ASSERT_EQ(first.open(path("first"), message_), status::ok) << message_;
  const std::vector<std::string> living = names();
  ASSERT_EQ(living.size(), 1u);
  const std::string prefix = living[0].substr(0, living[0].find('-', std::string(".amorph-").size()) + 1);
  put(path(prefix + "1-0.tmp"), "of a process that was killed");
  put(path(".amorph-0123456789abcdef0123456789abcdef-1-0.tmp"), "of another machine, whose lock may not be seen here");
  put(path(".amorph-notes.tmp"), "of somebody else");
  ASSERT_EQ(first.finish(message_), status::ok) << message_;
  ASSERT_EQ(second.open(path("second"), message_), status::ok) << message_;
  EXPECT_EQ(names().size(), 4u) << "the stale one is gone, and the first output's is not";
  ASSERT_EQ(second.commit(message_), status::ok) << message_;
  ASSERT_EQ(first.commit(message_), status::ok) << "in use until it was renamed: " << message_;
  EXPECT_EQ(names(), (std::vector<std::string>{".amorph-0123456789abcdef0123456789abcdef-1-0.tmp", ".amorph-notes.tmp",
                                               "first", "second"}));
}

// Links that lead to nothing yet, and that lead nowhere.
TEST_F(files, output_through_links) {
  std::filesystem::create_symlink("made", path("link"));
  std::filesystem::create_symlink("circle", path("circle"));
  std::filesystem::create_symlink("none/x", path("astray"));
  output_file out;
  ASSERT_EQ(out.open(path("link"), message_), status::ok) << message_;
  out.write("new");
  ASSERT_EQ(out.commit(message_), status::ok) << message_;
  EXPECT_TRUE(std::filesystem::is_symlink(path("link")));
  EXPECT_EQ(content(path("made")), "new");
  EXPECT_EQ(out.open(path("circle"), message_), status::bad_input);
  EXPECT_EQ(message_, path("circle") + ": cannot write: Too many levels of symbolic links");
  EXPECT_EQ(out.open(path("astray"), message_), status::bad_input);
  EXPECT_EQ(message_, path("astray") + ": cannot write: No such file or directory");
  EXPECT_EQ(out.open(path("x.xz"), message_), status::bad_input);
  EXPECT_EQ(message_,
            path("x.xz") + ": cannot write: xz output is not supported; use a name in .gz for compressed output");
  EXPECT_EQ(names(), (std::vector<std::string>{"astray", "circle", "link", "made"}));
}

TEST_F(files, writing_without_open_says_so) {
  output_file out;
  out.write("lost");
  EXPECT_EQ(out.commit(message_), status::bad_input);
}

TEST_F(files, new_files_follow_the_umask) {
  const mode_t before = umask(027);
  output_file out;
  ASSERT_EQ(out.open(path("f"), message_), status::ok) << message_;
  ASSERT_EQ(out.commit(message_), status::ok) << message_;
  umask(before);
  struct stat about{};
  ASSERT_EQ(stat(path("f").c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 0777, 0640u);
}

// A child that is stopped by a signal in the middle of writing: exit code 130, and no file of either output is left.
TEST_F(files, interrupt_removes_unfinished_files) {
#ifdef __SANITIZE_THREAD__
  GTEST_SKIP() << "ThreadSanitizer delays signal handlers, so that the child goes on after the signal";
#endif
  put(path("b"), "old");
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const pid_t child = fork();
    if (child == 0) {
      exit_on_interrupt("test");
      if (freopen("/dev/null", "w", stderr) == nullptr) _exit(1);
      output_file a, b;
      if (a.open(path("a.gz"), message_) != status::ok || b.open(path("b"), message_) != status::ok) _exit(2);
      for (int i = 0; i != 100000; ++i) a.write_number(std::uint64_t(i)), b.write("beginning of a long text\n");
      raise(signal);
      _exit(3);
    }
    int wait_status = 0;
    ASSERT_EQ(waitpid(child, &wait_status, 0), child);
    ASSERT_TRUE(WIFEXITED(wait_status));
    EXPECT_EQ(WEXITSTATUS(wait_status), 130);
    EXPECT_EQ(names(), std::vector<std::string>{"b"});
    EXPECT_EQ(content(path("b")), "old");
  }
}

// A closed pipe ends the process by SIGPIPE without leaving a file; the file size limit is reported as a write error.
TEST_F(files, other_signals_remove_unfinished_files) {
#ifdef __SANITIZE_THREAD__
  GTEST_SKIP() << "ThreadSanitizer delays signal handlers, so that the child goes on after the signal";
#endif
  for (const int signal : {SIGPIPE, SIGQUIT, SIGXFSZ}) {
    const int wait_status = end_of_child([signal] { raise(signal); });
    if (signal == SIGXFSZ) {
      EXPECT_TRUE(WIFEXITED(wait_status) && WEXITSTATUS(wait_status) == 4);
      for (const std::string& left : names()) std::filesystem::remove(path(left));
    } else {
      EXPECT_TRUE(WIFSIGNALED(wait_status) && WTERMSIG(wait_status) == signal);
      EXPECT_EQ(names(), std::vector<std::string>{});
    }
  }
}

// oneTBB throws where nothing catches.
TEST_F(files, a_thread_that_cannot_be_started_ends_the_process_as_want_of_memory_does) {
  for (const std::string what : {"pthread_create has failed: Resource temporarily unavailable", "another"}) {
    const int wait_status =
        end_of_child([&]() noexcept { std::rethrow_exception(std::make_exception_ptr(std::runtime_error(what))); });
    if (what == "another") {
      EXPECT_TRUE(WIFSIGNALED(wait_status) && WTERMSIG(wait_status) == SIGABRT);
      for (const std::string& left : names()) std::filesystem::remove(path(left));
    } else {
      EXPECT_TRUE(WIFEXITED(wait_status) && WEXITSTATUS(wait_status) == 3);
      EXPECT_EQ(names(), std::vector<std::string>{});
    }
  }
}

// What was ignored at the start (nohup) stays ignored.
TEST_F(files, ignored_signals_stay_ignored) {
  const pid_t child = fork();
  if (child == 0) {
    std::signal(SIGHUP, SIG_IGN);
    exit_on_interrupt("test");
    raise(SIGHUP);
    _exit(7);
  }
  int wait_status = 0;
  ASSERT_EQ(waitpid(child, &wait_status, 0), child);
  EXPECT_TRUE(WIFEXITED(wait_status) && WEXITSTATUS(wait_status) == 7);
}

}  // namespace
}  // namespace amorph::test
