// Netlists: duplicate pins, and files of parts. generate_test.cpp of the kernels has messages about malformed netlists.
#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "tools/formats/graph_file.hpp"

namespace amorph::test {
namespace {

TEST(netlist_read, merges_duplicate_pins) {
  graph_file::netlist n;
  std::string message;
  ASSERT_EQ(graph_file::parse_netlist("3 5\n1 2\n4 2 4 1 2 4\n5 5\n", "h", n, message), status::ok) << message;
  EXPECT_EQ(std::vector<std::uint32_t>(n.pin.begin(), n.pin.end()), (std::vector<std::uint32_t>{0, 1, 3, 1, 0, 4}));
  EXPECT_EQ(std::vector<std::uint64_t>(n.begin.begin(), n.begin.end()), (std::vector<std::uint64_t>{0, 2, 5, 6}));
  EXPECT_EQ(n.duplicate_pins, 4u);
  EXPECT_EQ(n.first_duplicate_net, 1u);
}

TEST(netlist_read, names_the_format_of_matrices) {
  graph_file::netlist n;
  std::string message;
  EXPECT_EQ(graph_file::parse_netlist("%%MatrixMarket matrix coordinate pattern general\n2 2 3\n1 1\n1 2\n2 2\n", "m",
                                      n, message),
            status::bad_input);
  EXPECT_EQ(
      message,
      "m:2: expected a format of 0, 1, 10 or 11, found '3'; the file is in MatrixMarket's format, which amorph-gen "
      "convert changes to hMETIS's");
}

TEST(netlist_read, all_four_formats) {
  graph_file::netlist n;
  std::string message;
  for (const auto& [text, net_weights, vertex_weights] :
       {std::tuple("% c\n2 3\n1 2\n2 3\n", 0, 0), std::tuple("2 3 0\n1 2\n%\n2 3\n", 0, 0),
        std::tuple("2 3 1\n7 1 2\n8 2 3\n", 2, 0), std::tuple("2 3 10\r\n1 2\r\n2 3\r\n1\r\n0\r\n3", 0, 3),
        std::tuple("2 3 11\n7 1 2\n8 2 3\n1\n2\n3\n", 2, 3)}) {
    ASSERT_EQ(graph_file::parse_netlist(text, "h", n, message), status::ok) << message;
    EXPECT_EQ(std::vector<std::uint32_t>(n.pin.begin(), n.pin.end()), (std::vector<std::uint32_t>{0, 1, 1, 2}));
    EXPECT_EQ(n.net_weight.size(), static_cast<std::size_t>(net_weights));
    EXPECT_EQ(n.vertex_weight.size(), static_cast<std::size_t>(vertex_weights));
    EXPECT_EQ(n.duplicate_pins, 0u);
  }
}

TEST(netlist_read, parts) {
  std::vector<std::int32_t> part;
  std::string message;
  ASSERT_EQ(graph_file::parse_parts("% c\n0\n-1\r\n2", "p", {3, 3, true}, part, message), status::ok) << message;
  EXPECT_EQ(part, (std::vector<std::int32_t>{0, -1, 2}));
  for (const auto& [text, expected] : std::vector<std::pair<const char*, const char*>>{
           {"0\n-1\n", "p:2: expected a part (0 .. 2), found '-1'"},
           {"0\n3\n", "p:2: expected a part (0 .. 2), found '3'"},
           {"0\nx\n", "p:2: expected a part (0 .. 2), found 'x'"},
           {"0 1\n", "p:1: expected the end of the line, found '1'"},
           {"0\n1\n", "p:3: expected the part of vertex 3 of 3, found the end of the file"},
           {"0\n1\n2\n0\n", "p:4: expected the end of the file after 3 vertices, found '0'"}}) {
    EXPECT_EQ(graph_file::parse_parts(text, "p", {3, 3, false}, part, message), status::bad_input) << text;
    EXPECT_EQ(message, expected);
  }
}

}  // namespace
}  // namespace amorph::test
