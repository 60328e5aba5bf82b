// The binary form of meshes: what is written reads back, and damaged files are refused in one line.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>

#include "tools/formats/mesh_file.hpp"
#include "tools/formats/output_file.hpp"

namespace amorph::test {
namespace {

namespace fs = std::filesystem;
using namespace mesh_file;

// Two triangles with everything that a file may hold.
binary_mesh everything() {
  binary_mesh m;
  m.graph.vertices.base = m.triangles.base = 0;
  m.graph.vertices.attributes = 2;
  m.graph.vertices.has_markers = m.graph.has_markers = true;
  m.graph.vertices.coordinate = {0, 0, 1, -0.0, 0.1, 1, 1, 1e60, 0.5, 0.5, 0.25, 0.5};
  m.graph.vertices.attribute = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 1e-300};
  m.graph.vertices.marker = {-1, 2, 3, 2147483647, 0, 0};
  m.graph.segment = {0, 1, 3, 2};
  m.graph.segment_marker = {7, -8};
  m.graph.hole = {0.3, 0.4};
  m.graph.regions = {{0.1, 0.2, 5, 0.5}, {0.9, 0.8, -6, 0}};
  m.triangles.attributes = 1;
  m.triangles.corner = {0, 1, 2, 1, 3, 2};
  m.triangles.middle = {4, 5, 4, 5, 4, 5};
  m.triangles.attribute = {5, -6};
  m.neighbour = {1, none, none, none, 0, none};
  return m;
}

class mesh_binary : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("amorph-mesh-binary-" + std::to_string(getpid()));
    fs::create_directory(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  std::string written(const binary_mesh& m, const char* name = "a.amesh", bool with_segments = true) {
    output_file out;
    EXPECT_EQ(out.open(folder_ / name, message_), status::ok) << message_;
    write_binary(out, m.graph, m.triangles, m.neighbour, m.graph.vertices.base, with_segments);
    EXPECT_EQ(out.commit(message_), status::ok) << message_;
    std::ostringstream all;
    all << std::ifstream(folder_ / name, std::ios::binary).rdbuf();
    return all.str();
  }
  // With a 32-bit word, or a byte range, replaced.
  std::string fault_with(std::size_t at, std::uint32_t word) {
    std::string bytes = written(everything());
    std::memcpy(bytes.data() + at, &word, sizeof word);
    return fault(bytes);
  }
  std::string fault(const std::string& bytes) {
    binary_mesh m;
    const status s = parse_binary(bytes, "f", m, message_);
    EXPECT_EQ(s == status::bad_input, s != status::ok);
    return s == status::ok ? "none" : message_;
  }
  fs::path folder_;
  std::string message_;
};

void expect_equal(const binary_mesh& a, const binary_mesh& b) {
  EXPECT_EQ(a.graph.vertices.base, b.graph.vertices.base);
  EXPECT_EQ(a.graph.vertices.attributes, b.graph.vertices.attributes);
  EXPECT_EQ(a.graph.vertices.coordinate, b.graph.vertices.coordinate);
  EXPECT_EQ(a.graph.vertices.attribute, b.graph.vertices.attribute);
  EXPECT_EQ(a.graph.vertices.has_markers, b.graph.vertices.has_markers);
  EXPECT_EQ(a.graph.vertices.marker, b.graph.vertices.marker);
  EXPECT_EQ(a.graph.segment, b.graph.segment);
  EXPECT_EQ(a.graph.has_markers, b.graph.has_markers);
  EXPECT_EQ(a.graph.segment_marker, b.graph.segment_marker);
  EXPECT_EQ(a.graph.hole, b.graph.hole);
  ASSERT_EQ(a.graph.regions.size(), b.graph.regions.size());
  for (std::size_t i = 0; i != a.graph.regions.size(); ++i)
    EXPECT_EQ(std::memcmp(&a.graph.regions[i], &b.graph.regions[i], sizeof(region)), 0);
  EXPECT_EQ(a.triangles.base, b.triangles.base);
  EXPECT_EQ(a.triangles.attributes, b.triangles.attributes);
  EXPECT_EQ(a.triangles.corner, b.triangles.corner);
  EXPECT_EQ(a.triangles.middle, b.triangles.middle);
  EXPECT_EQ(a.triangles.attribute, b.triangles.attribute);
  EXPECT_EQ(a.neighbour, b.neighbour);
}

TEST_F(mesh_binary, what_is_written_reads_back) {
  const binary_mesh m = everything();
  const std::string bytes = written(m);
  EXPECT_EQ(bytes.size(), 64u + 6 * (16 + 16 + 4) + 2 * (8 + 36) + 2 * 12 + 16 + 2 * 32);
  for (const char* name : {"a.amesh", "b.amesh.gz"}) {  // the size of what is compressed is unknown
    (void)written(m, name);
    for (const unsigned threads : {1u, 3u}) {
      binary_mesh back;
      ASSERT_EQ(read_binary(folder_ / name, back, message_, 0, threads), status::ok) << message_;
      expect_equal(m, back);
      EXPECT_EQ(back.graph.vertices.from.at(3), (folder_ / name).string() + ": vertex 3");
      EXPECT_EQ(back.triangles.from.in_file(1), "triangle 1");
    }
    binary_contents has;
    ASSERT_EQ(read_binary_contents(folder_ / name, has, message_), status::ok) << message_;
    EXPECT_TRUE(has.triangles && has.poly);
  }
  EXPECT_TRUE(is_binary_name("x.amesh.xz"));
  EXPECT_FALSE(is_binary_name("x.amesh.node"));
}

TEST_F(mesh_binary, parts_may_be_absent) {
  binary_mesh m;
  m.graph.vertices.coordinate = {0, 0, 1, 0, 0, 1};
  EXPECT_EQ(written(m).size(), 64u + 3 * 16);
  binary_mesh back;
  ASSERT_EQ(read_binary(folder_ / "a.amesh", back, message_), status::ok) << message_;
  expect_equal(m, back);
  binary_contents has;
  ASSERT_EQ(read_binary_contents(folder_ / "a.amesh", has, message_), status::ok) << message_;
  EXPECT_FALSE(has.triangles || has.poly);
  EXPECT_EQ(fault(written({})), "none");
  ASSERT_EQ(parse_binary(written(everything(), "a.amesh", false), "f", back, message_), status::ok) << message_;
  EXPECT_EQ(back.graph.segments(), 0u);
  EXPECT_TRUE(back.graph.hole.empty() && back.graph.regions.empty() && !back.graph.has_markers);
  EXPECT_EQ(back.triangles.corner, everything().triangles.corner);
}

TEST_F(mesh_binary, truncated_or_longer_files) {
  const std::string bytes = written(everything());
  for (std::size_t size = 0; size != bytes.size(); ++size)
    EXPECT_EQ(fault(bytes.substr(0, size)), size < 64 ? "f: it is not a mesh in the binary format"
                                                      : "f: the size of the file does not match its header");
  EXPECT_EQ(fault(bytes + '\0'), "f: the size of the file does not match its header");
  // Compressed, so that its size is unknown before it has been read.
  const auto compressed_fault = [&](const std::string& content) {
    output_file out;
    EXPECT_EQ(out.open(folder_ / "c.amesh.gz", message_), status::ok) << message_;
    out.write(content);
    EXPECT_EQ(out.commit(message_), status::ok) << message_;
    binary_mesh m;
    EXPECT_EQ(read_binary(folder_ / "c.amesh.gz", m, message_), status::bad_input);
    return message_.substr(message_.rfind(": "));
  };
  EXPECT_EQ(compressed_fault(bytes.substr(0, 200)), ": the file is truncated");
  EXPECT_EQ(compressed_fault(bytes + "x"), ": data after the arrays");
}

TEST_F(mesh_binary, damaged_headers) {
  const std::string size = "f: the size of the file does not match its header", header = "f: the header is damaged";
  EXPECT_EQ(fault_with(0, 0), "f: it is not a mesh in the binary format");
  EXPECT_EQ(fault_with(8, 7), size);            // vertices
  EXPECT_EQ(fault_with(8, ~0u), header);        // as many as ids have no room for
  EXPECT_EQ(fault_with(12, 5000), header);      // attributes
  EXPECT_EQ(fault_with(16, 1u << 30), header);  // triangles
  EXPECT_EQ(fault_with(16, (1u << 30) - 1), size);
  EXPECT_EQ(fault_with(20, 5000), header);  // attributes of triangles
  EXPECT_EQ(fault_with(24, ~0u), header);   // segments
  EXPECT_EQ(fault_with(24, 3), size);
  EXPECT_EQ(fault_with(28, ~0u), header);  // holes
  EXPECT_EQ(fault_with(32, ~0u), header);  // regions
  EXPECT_EQ(fault_with(36, 2), header);    // the first number
  EXPECT_EQ(fault_with(40, 16), header);   // unknown parts
  EXPECT_EQ(fault_with(40, 7), size);
  for (std::size_t at = 44; at != 64; at += 4) EXPECT_EQ(fault_with(at, 1), header);
  binary_mesh m;
  (void)written(everything());
  EXPECT_EQ(read_binary(folder_ / "a.amesh", m, message_, 100), status::out_of_memory);
}

TEST_F(mesh_binary, values_out_of_range) {
  constexpr std::size_t coordinates = 64, attributes = coordinates + 96, of_triangles = attributes + 96,
                        holes = of_triangles + 16, regions = holes + 16, markers = regions + 64,
                        segments = markers + 24, corners = segments + 24, middle = corners + 24,
                        neighbours = middle + 24;
  const std::uint32_t infinity = 0x7ff00000;  // the upper half of an infinite number
  EXPECT_EQ(fault_with(coordinates + 12, infinity), "f: a coordinate is not a finite number");
  EXPECT_EQ(fault_with(attributes + 4, infinity), "f: an attribute of a vertex is not a finite number");
  EXPECT_EQ(fault_with(of_triangles + 4, ~0u), "f: an attribute of a triangle is not a finite number");
  EXPECT_EQ(fault_with(holes + 4, ~0u), "f: a coordinate of a hole is not a finite number");
  EXPECT_EQ(fault_with(regions + 60, infinity), "f: a number of a region is not a finite number");
  EXPECT_EQ(fault_with(segments + 8, 6), "f: segment 1: expected two different vertices of the file");
  EXPECT_EQ(fault_with(segments, 1), "f: segment 0: expected two different vertices of the file");
  EXPECT_EQ(fault_with(corners + 20, ~0u), "f: triangle 1: expected three different vertices of the file");
  EXPECT_EQ(fault_with(corners, 2), "f: triangle 0: expected three different vertices of the file");
  EXPECT_EQ(fault_with(middle + 4, 6), "f: triangle 0: expected nodes that are vertices of the file");
  EXPECT_EQ(fault_with(neighbours + 16, 2), "f: triangle 1: expected neighbours that are triangles of the file");
  EXPECT_EQ(fault_with(neighbours + 16, none), "none");
}

// Larger than the pieces in which threads check: the first fault is named.
TEST_F(mesh_binary, first_fault_on_threads) {
  binary_mesh m;
  const std::uint32_t n = 100000;
  for (std::uint32_t i = 0; i != n; ++i) m.graph.vertices.coordinate.insert(m.graph.vertices.coordinate.end(), 2, i);
  for (std::uint32_t i = 0; i + 1 != n; ++i) m.graph.segment.insert(m.graph.segment.end(), {i, i + 1});
  m.graph.segment[2 * 70000] = n;
  m.graph.segment[2 * 30000 + 1] = n;
  (void)written(m);
  for (const unsigned threads : {1u, 4u}) {
    EXPECT_EQ(read_binary(folder_ / "a.amesh", m, message_, 0, threads), status::bad_input);
    EXPECT_EQ(message_.substr(message_.rfind("segment ")),
              "segment 30001: expected two different vertices of the file");
  }
}

}  // namespace
}  // namespace amorph::test
