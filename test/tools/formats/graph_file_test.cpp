// Meshes, and what is written: graphs there and back, partitions.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "test/tools/formats/plain_reader.hpp"
#include "test/tools/formats/random_text.hpp"
#include "tools/formats/arc_file.hpp"
#include "tools/formats/graph_file.hpp"
#include "tools/formats/output_file.hpp"

namespace amorph::test {
namespace {

namespace fs = std::filesystem;

class graph_files : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("amorph-graph-" + std::to_string(getpid()));
    fs::create_directory(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  [[nodiscard]] std::string path(const char* name) const { return folder_ / name; }
  static std::string content(const std::string& file) {
    std::ostringstream all;
    all << std::ifstream(file, std::ios::binary).rdbuf();
    return all.str();
  }

  fs::path folder_;
  std::string message_;
};

TEST_F(graph_files, written_graphs_read_back) {
  for (std::uint64_t seed = 1; seed != 200; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    const bool large = seed % 50 == 0;
    const std::string text = random_text(random, large ? 30000 : 1 + static_cast<std::uint32_t>(random() % 9),
                                         large ? 90000 : random() % 20);
    host_graph g, back;
    ASSERT_EQ(graph_file::parse_metis(text, "g", g, message_), status::ok) << message_;
    std::string first;
    for (const unsigned threads : {1u, 3u}) {
      const std::string file = path(seed % 2 == 0 ? "g.graph" : "g.graph.gz");
      ASSERT_EQ(graph_file::write_metis(file, g, message_, threads), status::ok) << message_;
      ASSERT_EQ(arc_file::read_partition_graph(file, back, message_), status::ok) << message_ << '\n' << text;
      ASSERT_EQ(text_of(g), text_of(back));
      if (threads == 1) first = content(file);
      ASSERT_EQ(content(file), first);
    }
  }
}

TEST_F(graph_files, written_as_metis_writes_it) {
  host_graph g;
  ASSERT_EQ(graph_file::parse_metis("3 1 11\n0\n7 3 5\n 1 2 5\n", "g", g, message_), status::ok) << message_;
  ASSERT_EQ(graph_file::write_metis(path("g"), g, message_), status::ok) << message_;
  EXPECT_EQ(content(path("g")), "3 1 011\n0\n7 3 5\n1 2 5\n");
  ASSERT_EQ(graph_file::parse_metis("2 0\n\n\n", "g", g, message_), status::ok) << message_;
  ASSERT_EQ(graph_file::write_metis(path("g"), g, message_), status::ok) << message_;
  EXPECT_EQ(content(path("g")), "2 0\n\n\n");
  EXPECT_EQ(graph_file::write_metis(path("none/g"), g, message_), status::bad_input);
  EXPECT_EQ(message_, path("none/g") + ": cannot write: No such file or directory");
}

TEST_F(graph_files, partitions) {
  std::vector<std::uint32_t> part(100000);
  std::string expected;
  for (std::size_t v = 0; v != part.size(); ++v) {
    part[v] = static_cast<std::uint32_t>(v * v % 1000);
    expected += std::to_string(part[v]) + '\n';
  }
  const auto written = [&](span<const std::uint32_t> some, unsigned threads) {
    output_file out;
    EXPECT_EQ(out.open(path("p"), message_), status::ok) << message_;
    graph_file::write_partition(out, some, threads);
    EXPECT_EQ(out.commit(message_), status::ok) << message_;
    return content(path("p"));
  };
  for (const unsigned threads : {1u, 3u}) EXPECT_TRUE(written(part, threads) == expected);
  EXPECT_EQ(written({}, 1), "");
}

TEST_F(graph_files, meshes) {
  graph_file::mesh m;
  ASSERT_EQ(graph_file::parse_mesh("% two\n2\n1 2 3\n%\n4 3 2\n\n", "m", m, message_), status::ok) << message_;
  EXPECT_EQ(m.elements, 2u);
  EXPECT_EQ(m.nodes, 4u);
  EXPECT_EQ(std::vector<std::uint64_t>(m.begin.begin(), m.begin.end()), (std::vector<std::uint64_t>{0, 3, 6}));
  EXPECT_EQ(std::vector<std::uint32_t>(m.node.begin(), m.node.end()), (std::vector<std::uint32_t>{0, 1, 2, 3, 2, 1}));
  EXPECT_TRUE(m.element_weight.empty());
  ASSERT_EQ(graph_file::parse_mesh("2 2\n5 6 1 2 \n0 7 2", "m", m, message_), status::ok) << message_;
  EXPECT_EQ(m.constraints, 2u);
  EXPECT_EQ(m.nodes, 2u);
  EXPECT_EQ(std::vector<std::int32_t>(m.element_weight.begin(), m.element_weight.end()),
            (std::vector<std::int32_t>{5, 6, 0, 7}));
  const std::vector<std::pair<const char*, const char*>> wrong = {
      {"", "m:1: expected the number of elements, found the end of the file"},
      {"0\n", "m:1: expected the number of elements (1 .. 4294967294), found '0'"},
      {"2\n1 2\n", "m:3: expected 2 elements, as line 1 says, found the end of the file after 1"},
      {"2\n1 2\n\n3\n", "m:3: expected a node, found the end of the line"},
      {"2\n1 2\n0\n", "m:3: expected a node (1 .. 4294967294), found '0'"},
      {"2 1\n1 2\n3\n", "m:3: expected a node, found the end of the line"},
      {"1\n1 2 2147483647\n", "m: element 1: expected a node 1 .. 134217728 in a mesh of 1 element, found 2147483647"},
      {"1 1\n-1 2\n", "m:2: expected an element's weight (0 .. 2147483647), found '-1'"},
      {"1\n1 2\n3\n", "m:3: expected the end of the file after 1 element, found another line"},
      {"1 0 1\n1 2\n", "m:1: expected the end of the line, found '1'"},
  };
  for (const auto& [text, message] : wrong) {
    EXPECT_EQ(graph_file::parse_mesh(text, "m", m, message_), status::bad_input) << text;
    EXPECT_EQ(message_, message);
  }
}

}  // namespace
}  // namespace amorph::test
