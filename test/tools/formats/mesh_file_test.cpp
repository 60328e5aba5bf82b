// Triangle's files: what is read from them, what is refused and in which words, what is written and read back.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "test/support/sanitized.hpp"
#include "tools/formats/mesh_file.hpp"
#include "tools/formats/output_file.hpp"

namespace amorph::test {
namespace {

namespace fs = std::filesystem;
using namespace mesh_file;

class mesh_files : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("amorph-mesh-files-" + std::to_string(getpid()));
    fs::create_directory(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  [[nodiscard]] std::string path(const char* name) const { return folder_ / name; }
  template <class Write> std::string written(Write write) {
    output_file out;
    EXPECT_EQ(out.open(path("out"), message_), status::ok) << message_;
    write(out);
    EXPECT_EQ(out.commit(message_), status::ok) << message_;
    std::ostringstream all;
    all << std::ifstream(path("out"), std::ios::binary).rdbuf();
    return all.str();
  }
  void put(const char* name, const std::string& text) { std::ofstream(path(name), std::ios::binary) << text; }
  std::string nodes_fault(const std::string& text) {
    vertex_list v;
    return parse_nodes(text, "f", v, message_) == status::ok ? "none" : message_;
  }
  std::string poly_fault(const std::string& text) {
    planar_graph g;
    return parse_poly(text, "f", nullptr, g, message_) == status::ok ? "none" : message_;
  }
  std::string elements_fault(const std::string& text, std::uint32_t base = 1) {
    vertex_list v;
    v.base = base;
    v.coordinate = {0, 0, 1, 0, 0, 1, 1, 1};
    triangle_list t;
    return parse_elements(text, "f", v, t, message_) == status::ok ? "none" : message_;
  }

  fs::path folder_;
  std::string message_;
};

TEST_F(mesh_files, nodes_with_comments_and_columns) {
  vertex_list v;
  ASSERT_EQ(parse_nodes("# head\n\n3 2 2 1 # sizes\n0 0 -1.5e1 7 8 -3\n  # between\n1\t.5 +2 9 10 0#tail\n\r\n2 1e-300 "
                        "0 1 2 2147483647\r\n",
                        "f", v, message_),
            status::ok)
      << message_;
  EXPECT_EQ(v.base, 0u);
  EXPECT_EQ(v.size(), 3u);
  EXPECT_EQ(v.coordinate, (host_array<double>{0, -15, 0.5, 2, 1e-300, 0}));
  EXPECT_EQ(v.attribute, (host_array<double>{7, 8, 9, 10, 1, 2}));
  EXPECT_EQ(v.marker, (host_array<std::int32_t>{-3, 0, 2147483647}));
  EXPECT_EQ(v.from.at(0), "f:4");
  EXPECT_EQ(v.from.at(1), "f:6");
  EXPECT_EQ(v.from.at(2), "f:8");
}

TEST_F(mesh_files, what_the_head_may_leave_out) {
  vertex_list v;
  ASSERT_EQ(parse_nodes("1\n1 2 3\n", "f", v, message_), status::ok) << message_;
  EXPECT_EQ(v.attributes, 0u);
  EXPECT_FALSE(v.has_markers);
  ASSERT_EQ(parse_nodes("0", "f", v, message_), status::ok) << message_;
  EXPECT_EQ(v.size(), 0u);
}

TEST_F(mesh_files, nodes_that_are_refused) {
  EXPECT_EQ(nodes_fault(""), "f:1: expected the number of vertices, found the end of the file");
  EXPECT_EQ(nodes_fault("many"), "f:1: expected the number of vertices (0 .. 4294967294), found 'many'");
  EXPECT_EQ(nodes_fault("1 3\n1 0 0 0\n"), "f:1: expected the number of dimensions (2), found '3'");
  EXPECT_EQ(nodes_fault("2\n1 0 0\n"), "f:3: expected vertex 2 of 2, found the end of the file");
  EXPECT_EQ(nodes_fault("2\n1 0 0\n2 0 0\n3 1 1\n"), "f:4: expected the end of the file, found '3'");
  EXPECT_EQ(nodes_fault("2\n2 0 0\n3 0 0\n"), "f:2: expected the number of the first vertex (0 .. 1), found '2'");
  EXPECT_EQ(nodes_fault("2\n1 0 0\n3 0 0\n"), "f:3: expected vertex number 2, found '3'");
  EXPECT_EQ(nodes_fault("1\n1 0\n"), "f:2: expected the y coordinate, a finite number, found the end of the line");
  EXPECT_EQ(nodes_fault("1\n1 0 # 0\n"), "f:2: expected the y coordinate, a finite number, found '#'");
  EXPECT_EQ(nodes_fault("1\n1 0 0 0\n"), "f:2: expected the end of the line, found '0'");
  EXPECT_EQ(nodes_fault("1 2 1\n1 0 0\n"), "f:2: expected an attribute, a finite number, found the end of the line");
  EXPECT_EQ(nodes_fault("1 2 0 1\n1 0 0 1.5\n"), "f:2: expected a boundary marker, found '1.5'");
  EXPECT_EQ(nodes_fault("1 2 0 1\n1 0 0 2147483648\n"), "f:2: expected a boundary marker, found '2147483648'");
  EXPECT_EQ(nodes_fault("1 2 0 2\n1 0 0 1\n"), "f:1: expected the number of boundary markers (0 .. 1), found '2'");
  for (const char* x : {"nan", "inf", "-inf", "1e999", "0x10", "--1", "+-1", "1e", "one", "1.2.3"})
    EXPECT_EQ(nodes_fault(std::string("1\n1 0 ") + x + "\n").substr(0, 54),
              "f:2: expected the y coordinate, a finite number, found")
        << x;
  EXPECT_EQ(nodes_fault("4000000000\n1 0 0\n"), "f:3: expected vertex 2 of 4000000000, found the end of the file");
}

TEST_F(mesh_files, poly_with_everything) {
  planar_graph g;
  ASSERT_EQ(parse_poly("4 2 0 1\n1 0 0 5\n2 1 0 0\n3 1 1 0\n4 0 1 0\n# segments\n2 1\n9 1 2 -4\n9 3 4 0\n1\n1 .5 "
                       ".25\n2\n1 .1 .2 7\n2 .3 .4 8 .125\n",
                       "f", nullptr, g, message_),
            status::ok)
      << message_;
  EXPECT_EQ(g.segment, (host_array<std::uint32_t>{0, 1, 2, 3}));
  EXPECT_EQ(g.segment_marker, (host_array<std::int32_t>{-4, 0}));
  EXPECT_EQ(g.hole, (host_array<double>{0.5, 0.25}));
  ASSERT_EQ(g.regions.size(), 2u);
  EXPECT_EQ(g.regions[0].area, 7);  // as the attribute
  EXPECT_EQ(g.regions[1].attribute, 8);
  EXPECT_EQ(g.regions[1].area, 0.125);
  EXPECT_EQ(g.segments_from.at(1), "f:9");
  EXPECT_EQ(g.holes_from.at(0), "f:11");
  EXPECT_EQ(g.regions_from.at(1), "f:14");
}

TEST_F(mesh_files, poly_with_its_vertices_elsewhere) {
  put("a.node", "3\n0 0 0\n1 1 0\n2 0 1\n");
  put("a.poly", "0 2 0 0\n1 0\n1 0 2\n0\n");
  planar_graph g;
  ASSERT_EQ(read_poly(path("a.poly"), path("a.node"), g, message_), status::ok) << message_;
  EXPECT_EQ(g.vertices.size(), 3u);
  EXPECT_EQ(g.vertices.from.name, path("a.node"));
  EXPECT_EQ(g.segment, (host_array<std::uint32_t>{0, 2}));
  EXPECT_EQ(read_poly(path("a.poly"), path("none.node"), g, message_), status::bad_input);
  EXPECT_EQ(message_, path("none.node") + ": cannot read: No such file or directory");
  put("a.node", "0\n");
  EXPECT_EQ(read_poly(path("a.poly"), path("a.node"), g, message_), status::bad_input);
  EXPECT_EQ(message_, path("a.poly") + ":1: expected vertices, here or in " + path("a.node"));
}

// As Triangle does: the others keep their markers and lines.
TEST_F(mesh_files, segments_from_a_vertex_to_itself_are_left_out) {
  const std::string three = "3\n1 0 0\n2 1 0\n3 0 1\n";
  planar_graph g;
  ASSERT_EQ(parse_poly(three + "5 1\n1 2 2 7\n2 1 2 8\n3 3 3 9\n\n4 1 1 4\n5 2 3 6\n0\n", "f", nullptr, g, message_),
            status::ok)
      << message_;
  EXPECT_EQ(g.loops, 3u);
  EXPECT_EQ(g.first_loop, "f:6");
  EXPECT_TRUE(std::ranges::equal(g.segment, std::vector<std::uint32_t>{0, 1, 1, 2}));
  EXPECT_TRUE(std::ranges::equal(g.segment_marker, std::vector<std::int32_t>{8, 6}));
  EXPECT_EQ(g.segments_from.at(0), "f:7");
  EXPECT_EQ(g.segments_from.at(1), "f:11");
}

TEST_F(mesh_files, polys_that_are_refused) {
  const std::string three = "3\n1 0 0\n2 1 0\n3 0 1\n";
  EXPECT_EQ(poly_fault(three), "f:5: expected the number of segments, found the end of the file");
  EXPECT_EQ(poly_fault(three + "1\n1 1 2\n"), "none");  // no holes: as Triangle takes it
  EXPECT_EQ(poly_fault(three + "2\n1 1 2\n0\n"), "f:7: expected a vertex, found the end of the line");
  EXPECT_EQ(poly_fault(three + "1\n1 1 4\n0\n"), "f:6: expected a vertex (1 .. 3), found '4'");
  EXPECT_EQ(poly_fault(three + "1\n1 0 1\n0\n"), "f:6: expected a vertex (1 .. 3), found '0'");
  EXPECT_EQ(poly_fault(three + "1 1\n1 1 2\n0\n"), "f:6: expected a boundary marker, found the end of the line");
  EXPECT_EQ(poly_fault(three + "1\n1 1 2 9\n0\n"), "f:6: expected the end of the line, found '9'");
  EXPECT_EQ(poly_fault(three + "0\n1\n1 0\n"),
            "f:7: expected the y coordinate, a finite number, found the end of the line");
  EXPECT_EQ(poly_fault(three + "0\n0\n1\n1 0 0\n"),
            "f:8: expected the attribute of the region, a finite number, found the end of the line");
  EXPECT_EQ(poly_fault(three + "0\n0\n0\n0\n"), "f:8: expected the end of the file, found '0'");
  EXPECT_EQ(poly_fault("0\n1\n1 1 2\n0\n"), "f:3: expected vertices for the segment to join, found none");
}

TEST_F(mesh_files, elements_and_areas) {
  vertex_list v;
  v.base = 0;
  v.coordinate = {0, 0, 1, 0, 0, 1, 1, 1};
  triangle_list t;
  ASSERT_EQ(parse_elements("2 6 1\n0 0 1 2 3 3 3 5\n1 1 3 2 0 0 0 6\n", "f", v, t, message_), status::ok) << message_;
  EXPECT_EQ(t.corner, (host_array<std::uint32_t>{0, 1, 2, 1, 3, 2}));
  EXPECT_EQ(t.attribute, (host_array<double>{5, 6}));
  host_array<double> area;
  ASSERT_EQ(parse_areas("2\n0 0.5\n1 -1\n", "a", t, area, message_), status::ok) << message_;
  EXPECT_EQ(area, (host_array<double>{0.5, -1}));
  EXPECT_EQ(parse_areas("3\n0 1\n1 1\n2 1\n", "a", t, area, message_), status::bad_input);
  EXPECT_EQ(message_, "a:1: expected 2 triangles as in f, found 3");
  EXPECT_EQ(parse_areas("2\n0 1\n1 wide\n", "a", t, area, message_), status::bad_input);
  EXPECT_EQ(message_, "a:3: expected the maximum area, a finite number, found 'wide'");

  EXPECT_EQ(elements_fault("1 4\n1 1 2 3 4\n"), "f:1: expected 3 or 6 nodes per triangle, found 4");
  EXPECT_EQ(elements_fault("1\n1 1 2 5\n"), "f:2: expected a vertex (1 .. 4), found '5'");
  EXPECT_EQ(elements_fault("1\n1 1 2 2\n"),
            "f:2: expected a triangle of three vertices, found one with the same vertex twice");
  EXPECT_EQ(elements_fault("1\n0 0 1 2\n"), "f:2: expected triangle number 1, found '0'");
  EXPECT_EQ(elements_fault("1\n1 1 2\n"), "f:2: expected a vertex, found the end of the line");
  EXPECT_EQ(elements_fault("2000000000\n"),
            "f:1: expected the number of triangles (0 .. 1073741823), found '2000000000'");
}

TEST_F(mesh_files, written_files) {
  planar_graph g;
  ASSERT_EQ(
      parse_poly("3 2 1 1\n0 0 0.1 3 7\n1 1e-7 1e22 4 0\n2 -0.5 3 5 -1\n1 1\n0 2 0 9\n1\n0 .25 .5\n1\n0 1 2 3 4\n", "f",
                 nullptr, g, message_),
      status::ok)
      << message_;
  EXPECT_EQ(written([&](output_file& f) { write_nodes(f, g.vertices, 0); }),
            "3 2 1 1\n0 0 0.1 3 7\n1 1e-07 1e+22 4 0\n2 -0.5 3 5 -1\n");
  EXPECT_EQ(written([&](output_file& f) { write_poly(f, g, 1, false); }),
            "0 2 1 1\n1 1\n1 3 1 9\n1\n1 0.25 0.5\n1\n1 1 2 3 4\n");
  triangle_list t;
  t.corner = {0, 1, 2};
  t.attributes = 1;
  t.attribute = {0.5};
  EXPECT_EQ(written([&](output_file& f) { write_elements(f, t, 1); }), "1 3 1\n1 1 2 3 0.5\n");
  const std::vector<std::uint32_t> neighbours{none, 4, none}, edge{0, 1};
  const std::vector<std::int32_t> marker{-2};
  EXPECT_EQ(written([&](output_file& f) { write_neighbours(f, neighbours, 1); }), "1 3\n1 -1 5 -1\n");
  EXPECT_EQ(written([&](output_file& f) { write_edges(f, edge, marker, 0); }), "1 1\n0 0 1 -2\n");
  EXPECT_EQ(written([&](output_file& f) { write_edges(f, edge, {}, 0); }), "1 0\n0 0 1\n");
  EXPECT_EQ(written([&](output_file& f) { write_vtk(f, g.vertices, t); }),
            "# vtk DataFile Version 3.0\ntriangulation\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 3 double\n0 0.1 0\n"
            "1e-07 1e+22 0\n-0.5 3 0\nCELLS 1 4\n3 0 1 2\nCELL_TYPES 1\n5\nPOINT_DATA 3\nSCALARS attribute1 double 1\n"
            "LOOKUP_TABLE default\n3\n4\n5\nSCALARS marker int 1\nLOOKUP_TABLE default\n7\n0\n-1\nCELL_DATA 1\n"
            "SCALARS attribute1 double 1\nLOOKUP_TABLE default\n0.5\n");
  const std::string picture = written([&](output_file& f) { write_svg(f, g, t); });
  EXPECT_TRUE(picture.starts_with("<svg "));
  EXPECT_TRUE(picture.ends_with("</svg>\n"));
}

TEST_F(mesh_files, what_is_written_reads_back) {
  for (std::uint64_t seed = 1; seed != 100; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    planar_graph g;
    const std::uint32_t n = 2 + static_cast<std::uint32_t>(random() % 30), base = seed % 2;
    g.vertices.attributes = random() % 3;
    g.vertices.has_markers = random() % 2 != 0;
    auto number = [&] {
      double x = 0;
      do {
        const std::uint64_t bits = random();
        static_assert(sizeof x == sizeof bits);
        std::memcpy(&x, &bits, sizeof x);
      } while (!std::isfinite(x));
      return x;
    };
    for (std::uint32_t i = 0; i != 2 * n; ++i) g.vertices.coordinate.push_back(number());
    for (std::uint32_t i = 0; i != n * g.vertices.attributes; ++i) g.vertices.attribute.push_back(number());
    for (std::uint32_t i = 0; i != n && g.vertices.has_markers; ++i)
      g.vertices.marker.push_back(static_cast<std::int32_t>(random()));
    g.has_markers = random() % 2 != 0;
    for (std::uint64_t s = random() % 20; s != 0; --s) {
      const auto a = static_cast<std::uint32_t>(random() % n);
      g.segment.insert(g.segment.end(), {a, static_cast<std::uint32_t>((a + 1 + random() % (n - 1)) % n)});
      if (g.has_markers) g.segment_marker.push_back(static_cast<std::int32_t>(random()));
    }
    for (std::uint64_t h = random() % 4; h != 0; --h) g.hole.insert(g.hole.end(), {number(), number()});
    for (std::uint64_t r = random() % 4; r != 0; --r) g.regions.push_back({number(), number(), number(), number()});
    const std::string text = written([&](output_file& f) { write_poly(f, g, base, true); });
    planar_graph back;
    ASSERT_EQ(parse_poly(text, "f", nullptr, back, message_), status::ok) << message_ << '\n' << text;
    EXPECT_EQ(back.vertices.base, base);
    EXPECT_EQ(back.vertices.coordinate, g.vertices.coordinate);
    EXPECT_EQ(back.vertices.attribute, g.vertices.attribute);
    EXPECT_EQ(back.vertices.marker, g.vertices.marker);
    EXPECT_EQ(back.segment, g.segment);
    EXPECT_EQ(back.segment_marker, g.segment_marker);
    EXPECT_EQ(back.hole, g.hole);
    ASSERT_EQ(back.regions.size(), g.regions.size());
    EXPECT_EQ(written([&](output_file& f) { write_poly(f, back, base, true); }), text);
  }
}

// Large tables are read and written by threads: the same values and texts, lines and messages as on one thread.
TEST_F(mesh_files, large_tables_on_threads) {
  constexpr std::uint32_t n = sanitized ? 20000 : 40000;  // more than 2^14 rows are read in pieces
  std::mt19937_64 random(3);
  const auto number = [&] { return std::ldexp(static_cast<double>(random() >> 11), -40); };
  planar_graph g;
  g.vertices.attributes = 1;
  g.vertices.has_markers = g.has_markers = true;
  triangle_list t;
  for (std::uint32_t i = 0; i != n; ++i) {
    g.vertices.coordinate.insert(g.vertices.coordinate.end(), {number(), -number()});
    g.vertices.attribute.push_back(number());
    g.vertices.marker.push_back(static_cast<std::int32_t>(i) - 5);
    g.segment.insert(g.segment.end(), {i, (i + 1) % n});
    g.segment_marker.push_back(static_cast<std::int32_t>(i % 3));
    t.corner.insert(t.corner.end(), {i, (i + 1) % n, (i + 2) % n});
  }
  for (const std::uint32_t base : {0u, 1u}) {
    const std::string text = written([&](output_file& f) { write_poly(f, g, base, true, 3); });
    EXPECT_EQ(written([&](output_file& f) { write_poly(f, g, base, true, 1); }), text);
    const std::string triangles = written([&](output_file& f) { write_elements(f, t, base, 3); });
    for (const unsigned threads : {1u, 4u}) {
      put("a.poly", text);
      planar_graph back;
      ASSERT_EQ(read_poly(path("a.poly"), "", back, message_, 0, threads), status::ok) << message_;
      EXPECT_EQ(back.vertices.base, base);
      EXPECT_EQ(back.vertices.coordinate, g.vertices.coordinate);
      EXPECT_EQ(back.vertices.attribute, g.vertices.attribute);
      EXPECT_EQ(back.vertices.marker, g.vertices.marker);
      EXPECT_EQ(back.segment, g.segment);
      EXPECT_EQ(back.segment_marker, g.segment_marker);
      EXPECT_EQ(back.vertices.from.line[n - 1], n + 1);
      EXPECT_EQ(back.segments_from.line[7], n + 10);
      put("a.ele", triangles);
      triangle_list again;
      ASSERT_EQ(read_elements(path("a.ele"), back.vertices, again, message_, 0, threads), status::ok) << message_;
      EXPECT_EQ(again.corner, t.corner);

      planar_graph looped = g, kept;
      looped.segment[n] = looped.segment[n + 1];  // segment n / 2
      put("l.poly", written([&](output_file& f) { write_poly(f, looped, base, true, 3); }));
      ASSERT_EQ(read_poly(path("l.poly"), "", kept, message_, 0, threads), status::ok) << message_;
      EXPECT_EQ(kept.loops, 1u);
      EXPECT_EQ(kept.segments(), n - 1);
      EXPECT_EQ(kept.segment_marker[n / 2], g.segment_marker[n / 2 + 1]);
      EXPECT_EQ(kept.first_loop, kept.segments_from.name + ":" + std::to_string(kept.segments_from.line[n / 2] - 1));
    }
    // A comment, a blank line, and faults in the last rows: as on one thread.
    const std::size_t last_vertex = text.find('\n' + std::to_string(n - 1 + base) + ' ');
    for (const char* inserted : {"# c\n", "\n", "x", " 7", "1e", "  "}) {
      std::string changed = text;
      changed.insert(last_vertex + 1, inserted);
      put("b.poly", changed);
      planar_graph one, many;
      std::string message;
      const status s = read_poly(path("b.poly"), "", one, message, 0, 1);
      message_.clear();
      EXPECT_EQ(read_poly(path("b.poly"), "", many, message_, 0, 4), s) << inserted;
      EXPECT_EQ(message_, message);
      if (s == status::ok) {
        EXPECT_EQ(many.vertices.from.line[n - 1], one.vertices.from.line[n - 1]);
      }
    }
  }
}

// Cut anywhere, a file is refused, or is one that only lacks what may be left out at its end.
TEST_F(mesh_files, truncated_files) {
  const std::string text = "4 2 0 1\n1 0 0 5\n2 1 0 0\n3 1 1 0\n4 0 1 0\n2 1\n1 1 2 4\n2 3 4 6\n1\n1 .5 .25\n";
  const std::size_t segments_end = text.find("1\n1 .5");
  for (std::size_t size = 0; size != segments_end - 3; ++size)
    EXPECT_EQ(poly_fault(text.substr(0, size)).substr(0, 2), "f:") << size;
}

}  // namespace
}  // namespace amorph::test
