#include "tools/terminal/outputs.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace amorph::test {
namespace {

class outputs_in_a_folder : public testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/amorph-outputs-XXXXXX";
    ASSERT_NE(::mkdtemp(name), nullptr);
    folder_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }
  [[nodiscard]] static std::string read(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  // Two files of some megabytes; returns the threads that each was filled by.
  std::pair<unsigned, unsigned> write(unsigned threads) {
    std::pair<unsigned, unsigned> used;
    outputs files({}, {path("one"), path("two")});
    const auto fill = [](output_file& f, char letter) {
      for (int i = 0; i != 1000; ++i) f.write(std::string(3000, letter));
    };
    files.write_two(
        path("one"),
        [&](output_file& f, unsigned count) {
          used.first = count;
          fill(f, 'a');
        },
        path("two"),
        [&](output_file& f, unsigned count) {
          used.second = count;
          fill(f, 'b');
        },
        threads);
    files.finish("");
    EXPECT_EQ(read(path("one")), std::string(3000000, 'a'));
    EXPECT_EQ(read(path("two")), std::string(3000000, 'b'));
    return used;
  }

  std::filesystem::path folder_;
};

TEST_F(outputs_in_a_folder, two_files_share_the_threads) {
  EXPECT_EQ(write(1), std::pair(1U, 1U));  // one after the other
  EXPECT_EQ(write(2), std::pair(1U, 1U));
  EXPECT_EQ(write(5), std::pair(3U, 2U));
}

TEST_F(outputs_in_a_folder, one_of_two_files_may_be_absent) {
  outputs files({}, {path("one")});
  unsigned threads = 0;
  files.write_two(
      "", [](output_file&, unsigned) { FAIL(); }, path("one"),
      [&](output_file& f, unsigned count) {
        threads = count;
        f.write("text");
      },
      4);
  files.finish("");
  EXPECT_EQ(threads, 4U);
  EXPECT_EQ(read(path("one")), "text");
}

TEST_F(outputs_in_a_folder, an_error_in_one_of_two_leaves_no_files) {
  for (const bool first : {true, false}) {
    {
      outputs files({}, {path("one"), path("two")});
      const auto fill = [](output_file& f, bool fails) {
        f.write("text");
        if (fails) throw error(status::out_of_memory, "no memory");
      };
      EXPECT_THROW(files.write_two(
                       path("one"), [&](output_file& f, unsigned) { fill(f, first); }, path("two"),
                       [&](output_file& f, unsigned) { fill(f, !first); }, 2),
                   error);
    }
    EXPECT_TRUE(std::filesystem::is_empty(folder_));
  }
}

}  // namespace
}  // namespace amorph::test
