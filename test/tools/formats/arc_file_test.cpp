// Readers of weighted graphs: what they make of good files, and the line that they say about bad ones.
#include "tools/formats/arc_file.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <random>
#include <set>
#include <sstream>

#include "tools/formats/graph_format.hpp"
#include "tools/formats/output_file.hpp"

namespace amorph::test {
namespace {

std::string shown(const weighted_graph& g) {
  std::ostringstream out;
  out << g.vertices << (g.undirected ? " undirected" : " directed") << " from " << g.base;
  for (std::uint32_t v = 0; v != g.vertices; ++v)
    for (std::uint64_t e = g.begin[v]; e != g.begin[v + std::size_t{1}]; ++e) {
      out << ", " << v << ">" << g.to[e];
      if (g.kind == weight_kind::int32) out << ":" << g.weight32[e];
      if (g.kind == weight_kind::int64) out << ":" << g.weight64[e] << "L";
      if (g.kind == weight_kind::float32) out << ":" << g.weight_float[e] << "f";
    }
  return out.str();
}

std::string parsed(const std::string& text, const arc_file::graph_format* what, bool both_ways = false) {
  weighted_graph g;
  std::string message;
  arc_file::read_options options;
  options.format = what;
  options.both_ways = both_ways;
  const status s = arc_file::parse(text, "F", g, message, options);
  EXPECT_EQ(s == status::ok, message.empty());
  EXPECT_EQ(message.find('\n'), std::string::npos);
  return s == status::ok ? shown(g) : message;
}

TEST(arc_file, reads) {
  EXPECT_EQ(parsed("c hi\np sp 3 3\na 1 2 5\na 2 1 5\na 3 3 -1\n", nullptr),
            "3 undirected from 1, 0>1:5, 1>0:5, 2>2:-1");
  EXPECT_EQ(parsed("p sp 2 2\r\na 1 2 2147483647\r\nc\r\na 2 1 2147483648", &arc_file::dimacs_format),
            "2 directed from 1, 0>1:2147483647L, 1>0:2147483648L");
  EXPECT_EQ(parsed("p sp 2 2\na 2 1 7\na 1 2 0.5\n", &arc_file::dimacs_format), "2 directed from 1, 0>1:0.5f, 1>0:7f");
  EXPECT_EQ(parsed("p max 2 1\nn 1 s\nn 2 t\na 1 2 3\n", nullptr), "2 directed from 1, 0>1:3");
  EXPECT_EQ(parsed("p sp 4 0\n", &arc_file::dimacs_format), "4 undirected from 1");
  EXPECT_EQ(parsed("p sp 2 1\na 1 2 3\n", &arc_file::dimacs_format, true), "2 undirected from 1, 0>1:3, 1>0:3");
  EXPECT_EQ(parsed("p sp 3 5\na 1 2 3\na 1 2 3\na 2 1 3\na 1 3 4\na 3 1 5\n", &arc_file::dimacs_format, true),
            "3 undirected from 1, 0>1:3, 0>1:3, 0>2:4, 0>2:5, 1>0:3, 1>0:3, 2>0:5, 2>0:4");
  EXPECT_EQ(parsed("% m\n3 2\n2 3\n1\n3\n", &arc_file::metis_format, true),
            "3 undirected from 1, 0>1, 0>2, 1>0, 2>2, 2>0");
  EXPECT_EQ(parsed("0 1 -0.5\n0 1 5000000000.0", &arc_file::edge_list_format, true),
            "2 undirected from 0, 0>1:-0.5f, 0>1:5e+09f, 1>0:5e+09f, 1>0:-0.5f");
  EXPECT_EQ(parsed("%%MatrixMarket matrix coordinate pattern symmetric\n% x\n3 3 2\n2 1\n3 3\n", nullptr),
            "3 undirected from 1, 0>1, 1>0, 2>2");
  EXPECT_EQ(parsed("%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2 1e2\n", &arc_file::matrix_market_format),
            "2 directed from 1, 0>1:100f");
  EXPECT_EQ(
      parsed("%%matrixmarket MATRIX Coordinate real general \r\n2 2 1\n1 2 1e-99\n", &arc_file::matrix_market_format),
      "2 directed from 1, 0>1:0f");
  EXPECT_EQ(parsed("# FromNodeId\tToNodeId\n0\t2\n2\t0\n", nullptr), "3 undirected from 0, 0>2, 2>0");
  EXPECT_EQ(parsed("0 1 3\n\n1 0 4\n", &arc_file::edge_list_format), "2 directed from 0, 0>1:3, 1>0:4");
  EXPECT_EQ(parsed("", &arc_file::edge_list_format), "0 undirected from 0");
  EXPECT_EQ(parsed("% m\n2 1 001\n2 6\n1 6\n", nullptr), "2 undirected from 1, 0>1:6, 1>0:6");
}

TEST(arc_file, refuses_in_one_line) {
  struct bad {
    const arc_file::graph_format* what;
    const char *text, *message;
  };
  const std::vector<bad> all = {
      {&arc_file::dimacs_format, "", "F:1: expected 'p sp|max VERTICES ARCS', found the end of the file"},
      {&arc_file::dimacs_format, "p tw 2 1\n", "F:1: expected 'p sp|max VERTICES ARCS', found 'tw'"},
      {&arc_file::dimacs_format, "p sp x 1\n", "F:1: expected the number of vertices (0 .. 16777216), found 'x'"},
      {&arc_file::dimacs_format, "p sp 2 1\na 1 3 1\n", "F:2: expected a vertex (1 .. 2), found '3'"},
      {&arc_file::dimacs_format, "p sp 2 1\na 0 1 1\n", "F:2: expected a vertex (1 .. 2), found '0'"},
      {&arc_file::dimacs_format, "p sp 2 1\na 1 2\n", "F:2: expected a weight, found the end of the line"},
      {&arc_file::dimacs_format, "p sp 2 1\na 1 2 x\n", "F:2: expected a weight, found 'x'"},
      {&arc_file::dimacs_format, "p sp 2 2\na 1 2 1\na 2 1 9223372036854775808\n",
       "F:3: expected a weight (an integer -9223372036854775808 .. 9223372036854775807, or a number with a point or an "
       "exponent), found '9223372036854775808'"},
      {&arc_file::edge_list_format, "0 1 0.5\n1 2 -99999999999999999999\n",
       "F:2: expected a weight (an integer -9223372036854775808 .. 9223372036854775807, or a number with a point or an "
       "exponent), found '-99999999999999999999'"},
      {&arc_file::dimacs_format, "p sp 2 1\na 1 2 nan\n", "F:2: expected a weight, found 'nan'"},
      {&arc_file::dimacs_format, "p sp 2 1\na 1 2 1 1\n", "F:2: expected the end of the line, found '1'"},
      {&arc_file::dimacs_format, "p sp 2 1\ne 1 2 1\n", "F:2: expected an arc, 'a FROM TO WEIGHT', found 'e'"},
      {&arc_file::dimacs_format, "p sp 2 2\na 1 2 1\n", "F:3: expected arc 2 of 2, found the end of the file"},
      {&arc_file::dimacs_format, "p sp 2 1\na 1 2 1\na 1 2 1\n",
       "F:3: expected the end of the file after 1 arc, found 'a'"},
      {&arc_file::dimacs_format, "p sp 4294967295 1\n",
       "F:1: expected the number of vertices (0 .. 16777216), found '4294967295'"},
      {&arc_file::dimacs_format, "p sp 2 99999999999\n",
       "F:1: expected the number of arcs (0 .. 19), found '99999999999'"},
      {&arc_file::matrix_market_format, "%%MatrixMarket matrix array real general\n",
       "F:1: expected '%%MatrixMarket matrix coordinate real|integer|pattern general|symmetric', found 'array'"},
      {&arc_file::matrix_market_format, "%%MatrixMarket matrix coordinate Complex general\n1 1 0\n",
       "F:1: expected '%%MatrixMarket matrix coordinate real|integer|pattern general|symmetric', found 'Complex'"},
      {&arc_file::matrix_market_format, "%%MatrixMarket matrix coordinate real skew-symmetric\n1 1 0\n",
       "F:1: expected '%%MatrixMarket matrix coordinate real|integer|pattern general|symmetric', found "
       "'skew-symmetric'"},
      {&arc_file::matrix_market_format, "%%MatrixMarket matrix coordinate real\r\n1 1 0\n",
       "F:1: expected '%%MatrixMarket matrix coordinate real|integer|pattern general|symmetric', found the end of the "
       "line"},
      {&arc_file::matrix_market_format, "%%MatrixMarket matrix coordinate real general x\n",
       "F:1: expected '%%MatrixMarket matrix coordinate real|integer|pattern general|symmetric', found 'x'"},
      {&arc_file::edge_list_format, "0 1 1e39\n",
       "F:1: expected a weight (a 32-bit float: below 3.4028236e38 in magnitude), found '1e39'"},
      {&arc_file::matrix_market_format, "%%MatrixMarket matrix coordinate pattern general\n2 3 0\n",
       "F:2: expected a square matrix, as for a graph"},
      {&arc_file::matrix_market_format, "%%MatrixMarket matrix coordinate integer general\n2 2 1\n1 2\n",
       "F:3: expected a value, found the end of the line"},
      {&arc_file::matrix_market_format, "%%MatrixMarket matrix coordinate integer general\n2 2 1\n1 2 1e2\n",
       "F:3: expected a value, an integer, as the first line says, found '1e2'"},
      {&arc_file::metis_format, "1 0\n\n1\n", "F:3: expected the end of the file after 1 vertex, found another line"},
      {&arc_file::metis_format, "2 1\n\n\n",
       "F:1: expected 1 edge, as line 1 says (2 neighbours: each edge occurs on two lines), found 0 neighbours"},
      {&arc_file::edge_list_format, "0 x\n", "F:1: expected a vertex (0 .. 4294967293), found 'x'"},
      {&arc_file::edge_list_format, "0 1\n1 2 3\n", "F:2: expected the end of the line, as in the first, found '3'"},
      {&arc_file::edge_list_format, "0 1 3\n1 2\n",
       "F:2: expected a weight, as in the first line, found the end of the line"},
      {&arc_file::edge_list_format, "0 -1\n", "F:1: expected a vertex (0 .. 4294967293), found '-1'"},
      {&arc_file::edge_list_format, "0 4000000000\n",
       "F:1: vertex number 4000000000 is too large for a file of 1 edge"},
      {&arc_file::metis_format, "2 1\n2\n",
       "F:3: expected 2 vertices, as line 1 says, found the end of the file after 1"},
      {&arc_file::binary_format, "amorphg1", "F: it is not a graph in the binary format"},
  };
  for (const bad& b : all) EXPECT_EQ(parsed(b.text, b.what), b.message) << b.text;
  EXPECT_EQ(parsed("hello\n", nullptr), "F: unknown format; expected a file name ending in " + arc_file::endings() +
                                            ", or amorph-graph's --format");
}

TEST(arc_file, reads_networks) {
  arc_file::flow_network f;
  std::string message;
  ASSERT_EQ(arc_file::parse_network("p max 3 2\nn 1 s\nn 3 t\na 1 2 5\na 2 3 4\n", "F", f, message), status::ok);
  EXPECT_EQ(shown(f.graph), "3 directed from 1, 0>1:5, 1>2:4");
  EXPECT_EQ(f.source, 0u);
  EXPECT_EQ(f.sink, 2u);
  for (const auto& [text, why] : std::vector<std::pair<std::string, std::string>>{
           {"p max 2 0\nn 1 s\n", "F:3: expected a line 'n VERTEX t', found the end of the file"},
           {"p max 2 0\nn 1 s\nn 1 t\n", "F:4: the source and the sink are the same vertex"},
           {"p max 2 0\nn 1 s\nn 2 s\n", "F:3: expected one vertex called s, found a second one"},
           {"p max 2 0\nn 1 q\n", "F:2: expected s or t, found 'q'"}}) {
    EXPECT_EQ(arc_file::parse_network(text, "F", f, message), status::bad_input);
    EXPECT_EQ(message, why);
  }
}

// Why it cannot be written; "" if it was.
std::string write(const arc_file::flow_network& f, const std::string& path) {
  if (std::string why = arc_file::write_fault(f, path, arc_file::binary_format); !why.empty()) return why;
  output_file out;
  std::string message;
  EXPECT_EQ(out.open(path, message), status::ok) << message;
  arc_file::write(out, f, path, arc_file::binary_format);
  EXPECT_EQ(out.commit(message), status::ok) << message;
  return "";
}

// What is written under a name is read back from it.
TEST(arc_file, texts) {
  const std::string folder = std::filesystem::temp_directory_path() / ("amorph-texts-" + std::to_string(getpid()));
  std::filesystem::create_directory(folder);
  arc_file::flow_network f, back;
  std::string message;
  const std::string texts[] = {"p sp 3 3\na 1 2 5\na 1 3 -7\na 3 3 6\n", "p sp 2 1\na 1 2 5000000000\n",
                               "p sp 2 2\na 1 2 2.0\na 2 1 0.25\n", "p sp 2 2\na 1 2 4\na 2 1 4\n",
                               "p max 3 2\nn 3 s\nn 1 t\na 3 2 4\na 2 1 3\n"};
  for (const std::string& text : texts) {
    ASSERT_EQ(arc_file::parse_network(text, "F", f, message), status::ok) << message;
    for (const char* name : {"/g.gr", "/g.mtx", "/g.wel", "/g.amg", "/g.graph.gz", "/g.max"}) {
      SCOPED_TRACE(text + name);
      const bool ends = text[2] == 'm', max = std::string(name) == "/g.max", metis = std::string(name) == "/g.graph.gz";
      const std::string why = write(f, folder + name);
      EXPECT_EQ(why.empty(), max ? ends : !metis || &text == &texts[3]) << why;
      const std::string lost = arc_file::what_is_lost(f, folder + name, arc_file::binary_format);
      EXPECT_EQ(lost, ends && !max && std::string(name) != "/g.amg"
                          ? "source and sink are not written; use a name in .max or .amg to keep them"
                          : "");
      if (!why.empty()) continue;
      ASSERT_EQ(arc_file::read_network(folder + name, back, message), status::ok) << message;
      back.graph.base = 1;  // edge lists start from 0
      EXPECT_EQ(shown(back.graph), shown(f.graph));
      EXPECT_EQ(back.has_ends, ends && lost.empty());
      EXPECT_EQ(back.has_ends ? back.source * 10 + back.sink : 20, 20u);
    }
  }
  ASSERT_EQ(arc_file::parse("p sp 5 1\na 1 2 5\n", "F", f.graph, message), status::ok);
  f.has_ends = false;
  EXPECT_EQ(arc_file::what_is_lost(f, "x.txt", arc_file::binary_format),
            "the last 3 vertices have no arcs and are not written");
  ASSERT_EQ(arc_file::parse("p sp 2 2\na 1 2 0\na 2 1 0\n", "F", f.graph, message), status::ok);
  EXPECT_EQ(arc_file::write_fault(f, "x", arc_file::metis_format),
            "weights in METIS's format are integers from 1 to 2147483647, found 0");
  std::filesystem::remove_all(folder);
}

// Each format by each of its names, and by its content alone if every text of it has a mark.
TEST(arc_file, every_format) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("amorph-formats-" + std::to_string(getpid()));
  std::filesystem::create_directory(folder);
  arc_file::flow_network f, back;
  std::string message;
  const char* const text = "p max 3 4\nn 3 s\nn 1 t\na 1 2 4\na 2 1 4\na 2 3 6\na 3 2 6\n";
  ASSERT_EQ(arc_file::parse_network(text, "F", f, message), status::ok) << message;
  arc_file::flow_network plain = f;  // for formats without weights
  plain.graph.kind = weight_kind::none;
  std::set<std::string_view> words;
  for (const arc_file::graph_format* form : arc_file::graph_formats()) {
    EXPECT_TRUE(words.insert(form->name).second) << form->name;
    const arc_file::flow_network& fits = form->fault != nullptr && !form->fault(f.graph).empty() ? plain : f;
    for (const std::string_view ending : form->endings) {
      if (ending.empty()) continue;
      SCOPED_TRACE(ending);
      EXPECT_TRUE(words.insert(ending).second);
      EXPECT_EQ(arc_file::format_of("g" + std::string(ending) + ".xz"), form);
      const std::string path = folder / ("g" + std::string(ending));
      ASSERT_EQ(write(fits, path), "");
      const auto holds_the_graph = [&](const std::string& file) {
        ASSERT_EQ(arc_file::read_network(file, back, message), status::ok) << message;
        back.graph.base = 1;
        EXPECT_EQ(shown(back.graph), shown(fits.graph));
      };
      holds_the_graph(path);
      if (!form->always_marked) continue;
      std::filesystem::rename(path, folder / "g");
      holds_the_graph(folder / "g");
    }
  }
  std::filesystem::remove_all(folder);
}

// The beginning decides, then the name; of two formats that both take the text, none is guessed.
TEST(arc_file, recognises) {
  const auto of = [](const char* start, const char* name, bool for_partition = false) {
    const arc_file::graph_format* const f = arc_file::recognise(start, name, for_partition);
    return std::string(f == nullptr ? "" : f->name);
  };
  EXPECT_EQ(of("amorphg1", "g.graph"), "binary");
  EXPECT_EQ(of("\n\nc\n", "g.el"), "dimacs");
  EXPECT_EQ(of("# x\n", "g.mtx", true), "edges");
  EXPECT_EQ(of("0 1\n", "g.el.gz", true), "edges");
  EXPECT_EQ(of("0 1\n", "g.txt"), "edges");
  EXPECT_EQ(of("0 1\n", "g.txt", true), "metis");
  EXPECT_EQ(of("0 1\n", "g.amg", true), "metis");
  EXPECT_EQ(of("0 1\n", "g.amg"), "binary");
  EXPECT_EQ(of("0 1\n", "g"), "");
  const std::string banner = "%%MATRIXMarket matrix coordinate real general\n% c\n";
  EXPECT_EQ(of((banner + "3 3 1\n").c_str(), "g.graph"), "mtx");
  EXPECT_EQ(of((banner + "3 2 1\n").c_str(), "g.graph"), "metis");
  EXPECT_EQ(of("%%MatrixMarket matrix array real general\n2 2\n", "g.mtx"), "mtx");

  weighted_graph g;
  std::string message;
  const std::string ring = "4 4\n2 4\n1 3\n2 4\n1 3\n";
  EXPECT_EQ(arc_file::parse(ring, "ring.el", g, message), status::bad_input);
  EXPECT_EQ(message,
            "ring.el: the name is that of an edge list, but it is a graph in METIS's format; expected a name in "
            ".graph, or '#' at the beginning");
  EXPECT_EQ(arc_file::parse("#\n" + ring, "ring.el", g, message), status::ok) << message;
  EXPECT_EQ(arc_file::parse(ring, "ring.el", g, message, {.format = &arc_file::edge_list_format}), status::ok)
      << message;
  EXPECT_EQ(arc_file::parse("4 4\n2 4\n1 3\n2 4\n1 2\n", "ring.el", g, message), status::ok) << message;
  EXPECT_EQ(arc_file::parse("99 4\n2 4\n", "ring.el", g, message), status::ok) << message;
  EXPECT_EQ(arc_file::parse("0 0\n", "ring.el", g, message), status::ok) << message;
}

TEST(arc_file, remarks_on_vertices_that_no_line_names) {
  weighted_graph g;
  std::string message, remark = "old";
  const arc_file::read_options options{.format = &arc_file::edge_list_format, .remark = &remark};
  ASSERT_EQ(arc_file::parse("0 3\n2 0\n5 5\n", "F", g, message, options), status::ok);
  EXPECT_EQ(remark, "2 of the 6 vertices 0 .. 5 are in no line: they have no edges");
  ASSERT_EQ(arc_file::parse("0 1\n", "F", g, message, options), status::ok);
  EXPECT_EQ(remark, "");
}

// In the order of the file, whatever the pieces.
TEST(arc_file, refuses_weights_that_were_not_asked_for) {
  for (const std::size_t piece : {std::size_t{1}, std::size_t{1} << 19}) {
    arc_file::read_options options;
    options.format = &arc_file::edge_list_format;
    options.no_negative_weights = options.integral_weights = true;
    options.piece_bytes = piece;
    weighted_graph g;
    std::string message;
    EXPECT_EQ(arc_file::parse("0 1 5\n1 2 -1\n2 3 0.5\n", "F", g, message, options), status::bad_input);
    EXPECT_EQ(message, "F:2: expected a weight of 0 or more, found '-1'");
    EXPECT_EQ(arc_file::parse("0 1 5\n1 2 0.5\n2 3 -1\n", "F", g, message, options), status::bad_input);
    EXPECT_EQ(message, "F:2: expected a weight, an integer, found '0.5'");
    EXPECT_EQ(arc_file::parse("0 1 9223372036854775807\n1 2 -0\n", "F", g, message, options), status::ok) << message;
    options.integral_weights = false;
    EXPECT_EQ(arc_file::parse("0 1 0.5\n1 2 -1.5\n", "F", g, message, options), status::bad_input);
    EXPECT_EQ(message, "F:2: expected a weight of 0 or more, found '-1.5'");
  }
}

// A text file of very many vertices and few arcs can be read back, or is refused before it is written.
TEST(arc_file, writes_what_it_reads) {
  EXPECT_EQ(arc_file::format_of("g.gr.xz"), &arc_file::dimacs_format);
  EXPECT_EQ(arc_file::plausible_vertices(0), 16777216u);
  EXPECT_EQ(arc_file::plausible_vertices(1000000), 64000000u);
  arc_file::flow_network f;
  f.graph.base = 1;
  const auto of = [&](std::uint32_t vertices, std::uint32_t last) {
    f.graph.vertices = vertices;
    f.graph.begin.assign(vertices + std::size_t{1}, 1);
    f.graph.begin[0] = 0;
    f.graph.to.assign(1, last);
  };
  of(16777216, 5);
  for (const char* name : {"x.gr", "x.mtx", "x.txt"})
    EXPECT_EQ(arc_file::write_fault(f, name, arc_file::binary_format), "");
  weighted_graph g;
  std::string message;
  ASSERT_EQ(arc_file::parse("p sp 16777216 1\na 1 6 1\n", "F", g, message), status::ok) << message;
  of(16777217, 5);
  const std::string more =
      " bytes with 16777217 vertices could not be read back (at most 16777216); use a name in .amg";
  EXPECT_EQ(arc_file::write_fault(f, "x.gr", arc_file::binary_format), "a text file of 24" + more);
  EXPECT_EQ(arc_file::write_fault(f, "x.mtx", arc_file::binary_format), "a text file of 73" + more);
  EXPECT_EQ(arc_file::write_fault(f, "x.txt.gz", arc_file::binary_format),
            "");  // the last vertices would not be written
  EXPECT_EQ(arc_file::write_fault(f, "x.amg", arc_file::binary_format), "");
  of(16777217, 16777216);
  EXPECT_EQ(arc_file::write_fault(f, "x.txt", arc_file::binary_format), "a text file of 21" + more);
  EXPECT_EQ(arc_file::parse("# FROM TO\n0 16777216\n", "F", g, message, {&arc_file::edge_list_format}),
            status::bad_input);
}

// What is written is read back, from a file, from memory and from gzip; what is damaged is refused.
TEST(arc_file, binary) {
  const std::string folder = std::filesystem::temp_directory_path() / ("amorph-arcs-" + std::to_string(getpid()));
  std::filesystem::create_directory(folder);
  const std::string texts[] = {"p sp 0 0\n", "p sp 3 2\na 1 2 5\na 3 3 6\n", "p sp 2 1\na 1 2 5000000000\n",
                               "p sp 2 2\na 1 2 0.25\na 2 1 0.25\n"};
  for (const std::string& text : texts)
    for (const char* name : {"/g.amg", "/g.amg.gz"}) {
      weighted_graph back;
      std::string message;
      arc_file::flow_network f;
      ASSERT_EQ(arc_file::parse_network(text, "F", f, message), status::ok);
      EXPECT_EQ(write(f, folder + name), "");
      ASSERT_EQ(arc_file::read(folder + name, back, message), status::ok) << message;
      EXPECT_EQ(shown(back), shown(f.graph));
    }
  std::ostringstream all;
  all << std::ifstream(folder + "/g.amg", std::ios::binary).rdbuf();
  const std::string whole = all.str();
  for (std::size_t i = 28; i != 64; ++i) {
    std::string reserved = whole;
    reserved[i] = 1;
    EXPECT_EQ(parsed(reserved, &arc_file::binary_format), "F: the header is damaged") << i;
  }
  std::mt19937_64 random(5);
  for (int i = 0; i != 3000; ++i) {
    std::string damaged = whole;
    if (i < static_cast<int>(whole.size()))
      damaged.resize(static_cast<std::size_t>(i));
    else
      damaged[random() % damaged.size()] = static_cast<char>(random());
    weighted_graph g;
    std::string message;
    if (arc_file::parse(damaged, "F", g, message, {&arc_file::binary_format}) != status::ok) {
      EXPECT_TRUE(message.starts_with("F: ")) << message;
      continue;
    }
    ASSERT_EQ(g.begin.size(), g.vertices + std::size_t{1});
    for (const std::uint32_t u : g.to) ASSERT_LT(u, g.vertices);
  }
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace amorph::test
