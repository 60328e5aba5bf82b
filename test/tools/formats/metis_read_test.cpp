// The reader of METIS graphs: what it takes, the line that it writes for what it refuses, and that it agrees with a
// plain reader about random texts and texts that chance has damaged, on one thread and many.
#include <gtest/gtest.h>
#include <unistd.h>
#include <zlib.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "test/tools/formats/plain_reader.hpp"
#include "test/tools/formats/random_text.hpp"
#include "tools/formats/arc_file.hpp"
#include "tools/formats/graph_file.hpp"

namespace amorph::test {
namespace {

using graph_file::parse_metis;
using graph_file::read_options;

const char* const seven = "5 3 2\n1 3 4\n5 4 2 1\n2 3 6 7\n1 3 6\n5 4 7\n6 4\n";

std::string refusal(const std::string& text, const read_options& options = {}) {
  host_graph g;
  std::string message;
  const status s = parse_metis(text, "g", g, message, options);
  EXPECT_EQ(s == status::ok, message.empty());
  EXPECT_TRUE(s == status::ok || s == status::bad_input) << static_cast<int>(s);
  EXPECT_EQ(message.find('\n'), std::string::npos) << message;
  return message;
}

struct expectation {
  const char *text, *message;
};

TEST(metis_read, says_what_is_wrong) {
  const std::vector<expectation> all = {
      {"", "g:1: expected the number of vertices, found the end of the file"},
      {"% nothing\n", "g:2: expected the number of vertices, found the end of the file"},
      {"7\n", "g:1: expected the number of edges (0 .. 1099511627776), found the end of the line"},
      {"-7 11\n", "g:1: expected the number of vertices (0 .. 4294967294), found '-7'"},
      {"5000000000 1\n", "g:1: expected the number of vertices (0 .. 4294967294), found '5000000000'"},
      {"a b\n", "g:1: expected the number of vertices (0 .. 4294967294), found 'a'"},
      {"2 1 002\n2\n1\n", "g:1: expected a format of 0, 1, 10, 11, 100, 101, 110 or 111, found '002'"},
      {"2 1 1111\n2\n1\n", "g:1: expected a format of 0, 1, 10, 11, 100, 101, 110 or 111, found '1111'"},
      {"2 1 abc\n2\n1\n", "g:1: expected a format of 0, 1, 10, 11, 100, 101, 110 or 111, found 'abc'"},
      {"2 1 0 2\n2\n1\n", "g:1: expected no number of weights: the format says that vertices have none, found '2'"},
      {"2 1 10 0\n2\n1\n", "g:1: expected at least one weight per vertex, as the format says, found '0'"},
      {"2 1 10 1 9\n1 2\n1 1\n", "g:1: expected the end of the line, found '9'"},
      {"% c\n3 1\n% c\n2\n%\n1\n", "g:7: expected 3 vertices, as line 2 says, found the end of the file after 2"},
      {"2 1\n2\n1\n% c\n\n 1\n", "g:6: expected the end of the file after 2 vertices, found another line"},
      {"2 1 10\n1 2\n1 1\n\n1\n", "g:5: expected the end of the file after 2 vertices, found another line"},
      {"2 1\n2\n1\nx\n", "g:4: expected the end of the file after 2 vertices, found another line"},
      {"2 1\n3\n1\n", "g:2: expected a neighbour (1 .. 2), found '3'"},
      {"2 1\n%\n2\n0\n", "g:4: expected a neighbour (1 .. 2), found '0'"},
      {"2 1\n2\n-1\n", "g:3: expected a neighbour (1 .. 2), found '-1'"},
      {"2 1\n2\n1.0\n", "g:3: expected a neighbour (1 .. 2), found '1.0'"},
      {"2 1\n2\n1x\n", "g:3: expected a neighbour (1 .. 2), found '1x'"},
      {"2 1\n2\n4294967297\n", "g:3: expected a neighbour (1 .. 2), found '4294967297'"},
      {"2 1\n2\n1\r1\n", "g:3: expected a neighbour (1 .. 2), found '?'"},
      {"2 1 1\n2\n1 1\n", "g:2: expected an edge weight (1 .. 2147483647), found the end of the line"},
      {"2 1 1\n2 0\n1 0\n", "g:2: expected an edge weight (1 .. 2147483647), found '0'"},
      {"2 1 1\n2 1\n1 2147483648", "g:3: expected an edge weight (1 .. 2147483647), found '2147483648'"},
      {"2 1 10\n1 2\n\n", "g:3: expected a vertex weight (0 .. 2147483647), found the end of the line"},
      {"2 1 10 2\n1 1 2\n1\n", "g:3: expected a vertex weight (0 .. 2147483647), found the end of the line"},
      {"2 1 10\n1 2\n-4 1\n", "g:3: expected a vertex weight (0 .. 2147483647), found '-4'"},
      {"2 1 100\n-1 2\n1 1\n", "g:2: expected the vertex's size (0 .. 2147483647), found '-1'"},
      {"3 2\n2\n1 2\n\n", "g:3: expected other vertices as neighbours of vertex 2, found a self-loop"},
      {"3 2\n2 3\n1\n% c\n2\n",
       "g:5: vertex 3: expected neighbour 1, because vertex 1 has neighbour 3: edge (3 1) is missing"},
      {"4 3\n2 3\n1 4\n% c\n4\n3\n",
       "g:5: vertex 3: expected neighbour 1, because vertex 1 has neighbour 3: edge (3 1) is missing"},
      {"2 1 1\n2 7\n1 8\n", "g:2: vertex 1: expected edges (1 2) and (2 1) of equal weight, found 7 and 8"},
      {"2 2\n2 2\n1 1 1\n",
       "g:3: expected 2 edges, as line 1 says (4 neighbours: each edge occurs on two lines), found more"},
      {"3 2\n2 2\n1\n2\n",
       "g:3: vertex 2: expected neighbour 1, because vertex 1 has neighbour 2: edge (2 1) is missing"},
      {"2 2\n2\n1\n",
       "g:1: expected 2 edges, as line 1 says (4 neighbours: each edge occurs on two lines), found 2 neighbours: line "
       "1 "
       "counts each edge twice"},
      {"2 3\n2\n1\n",
       "g:1: expected 3 edges, as line 1 says (6 neighbours: each edge occurs on two lines), found 2 neighbours"},
  };
  for (const expectation& e : all) EXPECT_EQ(refusal(e.text), e.message) << e.text;
  read_options strict;
  strict.need_edges = true;
  EXPECT_EQ(refusal("3 0\n\n\n\n", strict), "g:1: expected at least one vertex and one edge, found 3 and 0");
}

// What is read of a text in METIS's format, and of a matrix.
std::string graph(const std::string& text) {
  host_graph g;
  std::string message;
  EXPECT_EQ(parse_metis(text, "g", g, message), status::ok) << message;
  return text_of(g);
}
std::string graph_of(const std::string& head, const std::string& rows, const arc_file::read_options& options = {}) {
  host_graph g;
  std::string message;
  const std::string text = "%%MatrixMarket matrix " + head + "\n% c\n" + rows;
  if (arc_file::parse_partition_graph(text, "m", g, message, options) != status::ok) return message;
  return text_of(g);
}

TEST(metis_read, reads_matrices_as_graphs) {
  const std::string path = graph("3 2\n2\n1 3\n2\n"), diagonal = "1 1 4\n2 2 4.5\n3 3 4\n";
  EXPECT_EQ(graph_of("coordinate real symmetric", "3 3 5\n" + diagonal + "2 1 -1\n3 2 -1e300\n"), path);
  EXPECT_EQ(graph_of("coordinate real general", "3 3 5\n" + diagonal + "1 2 -1\n3 2 0\n"), path);
  EXPECT_EQ(graph_of("coordinate real general", "3 3 4\n3 2 1\n2 3 9\n1 2 1\n1 2 1\n"), path);
  EXPECT_EQ(graph_of("coordinate pattern symmetric", "3 3 3\n1 1\n2 1\n3 2\n"), path);
  EXPECT_EQ(graph_of("coordinate complex hermitian", "3 3 2\n2 1 1 -1\n3 2 0 1\n"), path);
  EXPECT_EQ(graph_of("coordinate real skew-symmetric", "3 3 2\n2 1 1\n3 2 1\n"), path);
  EXPECT_EQ(graph_of("coordinate integer skew-symmetric", "3 3 2\n2 1 1\n3 2 1\n"), path);
  // Integers that METIS's format can hold are weights of edges.
  const std::string weighted = graph("3 2 1\n2 5\n1 5 3 7\n2 7\n");
  EXPECT_EQ(graph_of("coordinate integer symmetric", "3 3 2\n2 1 5\n3 2 7\n"), weighted);
  EXPECT_EQ(graph_of("coordinate integer general", "3 3 4\n1 2 5\n2 1 5\n2 3 7\n3 2 7\n"), weighted);
  EXPECT_EQ(graph_of("coordinate integer general", "3 3 4\n1 2 5\n2 1 6\n2 3 7\n3 2 7\n"), path);
  EXPECT_EQ(graph_of("coordinate integer symmetric", "3 3 3\n1 1 4\n2 1 5\n3 2 7\n"), path);
  EXPECT_EQ(graph_of("coordinate integer symmetric", "3 3 2\n2 1 0\n3 2 7\n"), path);
  EXPECT_EQ(graph_of("coordinate integer symmetric", "3 3 3\n2 1 5\n2 1 5\n3 2 7\n"), path);
  EXPECT_EQ(graph_of("coordinate integer symmetric", "3 3 2\n2 1 2147483648\n3 2 7\n"), path);
  EXPECT_EQ(graph_of("coordinate pattern general", "2 2 1\n1 1\n"), graph("2 0\n\n\n"));
}

// A comment that was kept when the matrix was converted.
TEST(metis_read, reads_weighted_graphs_under_the_first_line_of_a_matrix) {
  const std::string weighted = "2 1 1\n2 5\n1 5\n";
  EXPECT_EQ(graph_of("coordinate integer symmetric", weighted), graph(weighted));
}

TEST(metis_read, refuses_other_matrices) {
  const std::string general = "coordinate pattern general",
                    note =
                        "; the first line is MatrixMarket's: of that format, sparse square matrices are read, 'matrix "
                        "coordinate' and a "
                        "line 'ROWS COLUMNS ENTRIES'";
  EXPECT_EQ(graph_of(general, "2 3 2\n1 3\n2 1\n"), "m:3: expected a square matrix, as for a graph");
  EXPECT_EQ(graph_of(general, "2 2 1\n1 3\n"), "m:4: expected a column (1 .. 2), found '3'");
  EXPECT_EQ(graph_of(general, "2 2 2\n1 2\n"), "m:5: expected entry 2 of 2, found the end of the file");
  EXPECT_EQ(graph_of("coordinate real general", "2 2 1\n1 2 x\n"), "m:4: expected a value, found 'x'");
  EXPECT_EQ(graph_of("coordinate what general", "2 2 1\n1 2 1\n"),
            "m:1: expected '%%MatrixMarket matrix coordinate FIELD SYMMETRY', found 'what'");
  EXPECT_EQ(graph_of("array real general", "2 2\n1\n2\n3\n4\n"),
            "m:4: expected other vertices as neighbours of vertex 1, found a self-loop" + note);
  arc_file::read_options strict;
  strict.need_edges = true;
  EXPECT_EQ(graph_of(general, "2 2 1\n1 1\n", strict),
            "m: expected at least one edge between two vertices, found none");
  EXPECT_EQ(refusal("% a matrix\n2 2 3\n1 1\n1 2\n2 2\n"),
            "g:2: expected a format of 0, 1, 10, 11, 100, 101, 110 or 111, found '3'");
  // A comment that was kept when a matrix was converted does no harm.
  EXPECT_EQ(graph_of("coordinate pattern symmetric", "2 1\n2\n1\n"), graph("2 1\n2\n1\n"));
}

// More text than a block, by one thread and several: a tridiagonal matrix.
TEST(metis_read, reads_large_matrices) {
  constexpr std::uint32_t n = 100000;
  std::string text = "%%MatrixMarket matrix coordinate real general\n100000 100000 " + std::to_string(3 * n - 2) + "\n";
  for (std::uint32_t i = 1; i <= n; ++i)
    for (std::uint32_t j = std::max(1u, i - 1); j <= std::min(n, i + 1); ++j)
      text += std::to_string(i) + " " + std::to_string(j) + (i == j ? " 2.0\n" : " -1.0\n");
  for (const unsigned threads : {1u, 4u}) {
    host_graph g;
    std::string message;
    arc_file::read_options options;
    options.threads = threads;
    ASSERT_EQ(arc_file::parse_partition_graph(text, "m", g, message, options), status::ok) << message;
    EXPECT_EQ(g.vertices, n);
    ASSERT_EQ(g.to.size(), 2 * (n - 1));
    for (std::uint32_t v = 1; v + 1 != n; ++v) {
      ASSERT_EQ(g.to[g.begin[v]], v - 1);
      ASSERT_EQ(g.to[g.begin[v] + 1], v + 1);
    }
    options.max_bytes = 3 << 20;
    EXPECT_EQ(arc_file::parse_partition_graph(text, "m", g, message, options), status::out_of_memory);
  }
}

TEST(metis_read, takes_what_metis_takes) {
  const std::string rows = seven;
  auto crlf = [](std::string s) {
    for (std::size_t at = 0; (at = s.find('\n', at)) != std::string::npos; at += 2) s.insert(at, 1, '\r');
    return s;
  };
  const std::string plain = "7 11\n" + rows;
  const std::optional<host_graph> expected = read_plainly(plain);
  ASSERT_TRUE(expected);
  for (const std::string& text :
       {plain, "7 11 0\n" + rows, "7 11 000\n" + rows, "%a\n%b\n7 11 0 0\n%\n" + rows + "% end\n \t\n",
        plain.substr(0, plain.size() - 1), crlf(plain), "\t7\t11 \n" + rows}) {
    host_graph g;
    std::string message;
    ASSERT_EQ(parse_metis(text, "g", g, message), status::ok) << message;
    EXPECT_EQ(text_of(g), text_of(*expected));
  }
  for (const char* text : {"0 0\n", "0 0", "1 0\n\n", "1 0\n \r\n", "3 1 1\n\n3 5\n2 5\n", "2 2\n2 2\n1 1\n",
                           "2 1 111 2\n0 0 2147483647 2 2147483647\n5 6 7 1 2147483647\n"})
    EXPECT_EQ(refusal(text), "") << text;
  read_options directed;
  directed.undirected = false;
  EXPECT_EQ(refusal("2 1\n1 2\n\n", directed), "");
}

void damage(std::mt19937_64& random, std::string& text) {
  for (std::uint64_t times = 1 + random() % 2; times != 0 && !text.empty(); --times) {
    const std::size_t at = random() % text.size();
    switch (random() % 5) {
      case 0: text.erase(at, 1 + random() % 4); break;
      case 1: text[at] = "0123456789 \n%-.x\r\t"[random() % 18]; break;
      case 2: text.insert(at, 1, "0123456789 \n%-.x\r\t"[random() % 18]); break;
      case 3: text.resize(at); break;
      default: text.insert(at, text.substr(random() % text.size(), random() % 12)); break;
    }
  }
}

void agree(const std::string& text) {
  const std::optional<host_graph> expected = read_plainly(text);
  std::string first;
  for (const unsigned threads : {1u, 3u}) {
    host_graph g;
    std::string message;
    read_options options;
    options.threads = threads;
    const status s = parse_metis(text, "g", g, message, options);
    ASSERT_EQ(s == status::ok, expected.has_value()) << message << '\n' << text.substr(0, 2000);
    if (expected) {
      ASSERT_EQ(text_of(g), text_of(*expected)) << text.substr(0, 2000);
    } else {
      ASSERT_EQ(s, status::bad_input) << message;
    }
    if (threads == 1) first = message;
    ASSERT_EQ(message, first) << text.substr(0, 2000);
  }
}

TEST(metis_read, agrees_with_the_plain_reader) {
  for (std::uint64_t seed = 1; seed != 3000; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    std::string text = random_text(random, static_cast<std::uint32_t>(random() % 12), random() % 20);
    ASSERT_NO_FATAL_FAILURE(agree(text));
    ASSERT_TRUE(read_plainly(text)) << text;
    damage(random, text);
    ASSERT_NO_FATAL_FAILURE(agree(text));
  }
}

// Texts of many pieces and stretches; each damaged in one place.
TEST(metis_read, agrees_on_large_texts) {
  for (std::uint64_t seed = 1; seed != 7; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    std::string text = random_text(random, seed % 3 == 0 ? 20 : 30000, 80000, std::string(20, ' '));
    ASSERT_GT(text.size(), std::size_t{1} << 21);
    ASSERT_NO_FATAL_FAILURE(agree(text));
    damage(random, text);
    ASSERT_NO_FATAL_FAILURE(agree(text));
  }
}

TEST(metis_read, files_pipes_and_gzip) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("amorph-graph-" + std::to_string(getpid()));
  std::filesystem::create_directory(folder);
  std::mt19937_64 random(5);
  const std::string text = random_text(random, 10000, 80000, std::string(20, ' ')), file = folder / "g.graph",
                    packed = folder / "g.gz";
  const std::string expected = text_of(*read_plainly(text));
  std::ofstream(file, std::ios::binary) << text;
  gzFile gz = gzopen(packed.c_str(), "wb1");
  gzwrite(gz, text.data(), 1000);
  gzclose(gz);
  gz = gzopen(packed.c_str(), "ab1");  // a second member
  gzwrite(gz, text.data() + 1000, static_cast<unsigned>(text.size() - 1000));
  gzclose(gz);
  for (const unsigned threads : {1u, 4u})
    for (const std::string& path : {file, packed}) {
      host_graph g;
      std::string message;
      arc_file::read_options options;
      options.threads = threads;
      ASSERT_EQ(arc_file::read_partition_graph(path, g, message, options), status::ok) << message;
      EXPECT_EQ(text_of(g), expected);
    }
  std::filesystem::resize_file(packed, std::filesystem::file_size(packed) / 2);
  host_graph g;
  std::string message;
  EXPECT_EQ(arc_file::read_partition_graph(packed, g, message), status::bad_input);
  EXPECT_EQ(message, packed + ": cannot read: the gzip data is truncated");
  EXPECT_EQ(arc_file::read_partition_graph(folder / "none", g, message), status::bad_input);
  EXPECT_EQ(message, (folder / "none").string() + ": cannot read: No such file or directory");
  EXPECT_EQ(arc_file::read_partition_graph(folder, g, message), status::bad_input);
  EXPECT_EQ(message, folder.string() + ": cannot read: it is a directory");
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace amorph::test
