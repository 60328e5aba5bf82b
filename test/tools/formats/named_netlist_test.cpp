// Netlists with names: of Yosys (yosys/ has what it wrote of counter.v), Bookshelf and MatrixMarket.
#include "tools/formats/named_netlist.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace amorph::test {
namespace {

using named_netlist::netlist;
namespace fs = std::filesystem;

// The nets as sorted lists of names, in ascending order.
std::multiset<std::vector<std::string>> nets_of(const netlist& n) {
  std::multiset<std::vector<std::string>> nets;
  for (std::uint32_t e = 0; e != n.nets(); ++e) {
    std::vector<std::string> names;
    for (std::uint64_t i = n.begin[e]; i != n.begin[e + 1]; ++i) {
      std::string name = n.name[n.pin[i]];
      for (constexpr char mark[] = "$flatten\\"; name.starts_with(mark);) name.erase(0, sizeof mark - 1);
      names.push_back(std::move(name));
    }
    std::sort(names.begin(), names.end());
    nets.insert(std::move(names));
  }
  return nets;
}

netlist yosys(const std::string& file, const named_netlist::yosys_options& options = {}) {
  netlist n;
  std::string message;
  EXPECT_EQ(named_netlist::read_yosys(AMORPH_YOSYS_FILES "/" + file, options, n, message), status::ok) << message;
  return n;
}

std::string refused(const std::string& text, const named_netlist::yosys_options& options = {}) {
  netlist n;
  std::string message;
  EXPECT_EQ(named_netlist::parse_yosys(text, "f", options, n, message), status::bad_input) << text;
  EXPECT_EQ(message.find('\n'), std::string::npos) << message;
  return message;
}

class yosys_netlist : public testing::Test {
  void SetUp() override {
    if (!named_netlist::reads_yosys()) GTEST_SKIP() << "built without nlohmann-json";
  }
};

TEST_F(yosys_netlist, flattens_as_yosys_does) {
  for (const bool ports : {false, true}) {
    const netlist ours = yosys("counter.json", {"", ports}), flat = yosys("counter.flat.json", {"", ports});
    EXPECT_EQ(ours.vertices(), ports ? 29u : 20u);
    EXPECT_EQ(nets_of(ours), nets_of(flat));
  }
  EXPECT_EQ(yosys("counter.json", {"digit", false}).vertices(), 10u);
}

TEST_F(yosys_netlist, has_names_of_instances_and_bits) {
  const netlist n = yosys("counter.json", {"", true});
  const std::set<std::string> ports(n.name.begin(), n.name.begin() + 9);
  EXPECT_EQ(ports, (std::set<std::string>{"clk", "echo", "ones[1]", "ones[2]", "overflow", "reset", "step", "tens[0]",
                                          "tens[1]"}));
  for (std::uint32_t v = 0; v != n.vertices(); ++v) {
    EXPECT_EQ(n.weight[v], v < 9 ? 0 : 1);
    const std::string& name = n.name[v];
    EXPECT_TRUE(v < 9 || name.starts_with("digit[0].$") || name.starts_with("tens/digit.$")) << name;
  }
  // Port 'echo' is the port 'step', through the instance 'digit[0]'; 'tens[1]' is the low bit of its digit.
  const auto nets = nets_of(n);
  EXPECT_TRUE(std::any_of(nets.begin(), nets.end(), [](const std::vector<std::string>& net) {
    return std::count(net.begin(), net.end(), "echo") == 1 && std::count(net.begin(), net.end(), "step") == 1;
  }));
  const netlist inner = yosys("counter.json", {"digit", true});
  std::size_t of_value = 0, of_tens = 0;
  for (const auto& net : nets_of(inner))
    if (std::count(net.begin(), net.end(), "value[0]") == 1) of_value = net.size();
  for (const auto& net : nets)
    if (std::count(net.begin(), net.end(), "tens[1]") == 1) of_tens = net.size();
  EXPECT_NE(of_value, 0u);
  EXPECT_EQ(of_value, of_tens);
}

TEST_F(yosys_netlist, chooses_the_top) {
  const std::string a = R"("a":{"cells":{"i":{"type":"b","connections":{}},"j":{"type":"b","connections":{}}}})";
  const std::string b = R"("b":{"cells":{"g":{"type":"$_NOT_","connections":{"A":[2,"x"],"Y":[3]}}}})";
  const std::string c = R"("c":{"attributes":{"top":"00000000000000000000000000000001"}})";
  const std::string box = R"("b":{"attributes":{"blackbox":"1"},"cells":{}})";
  const auto file = [](const std::string& modules) { return R"({"creator":"x","modules":{)" + modules + "}}"; };
  netlist n;
  std::string message;
  for (const auto& [text, vertices] : {std::pair(file(a + "," + b), 2u),
                                       {file(a + "," + box), 2u},
                                       {file(a + "," + b + "," + c), 0u},
                                       {file(b), 1u}}) {
    ASSERT_EQ(named_netlist::parse_yosys(text, "f", {}, n, message), status::ok) << message;
    EXPECT_EQ(n.vertices(), vertices);
  }
  EXPECT_EQ(refused(file(b + "," + R"("d":{})")),
            "f: 2 modules are in no other and none has the attribute 'top': expected --top");
  EXPECT_EQ(refused(file(b), {"z", false}), "f: there is no module 'z'");
  EXPECT_EQ(refused(file(R"("a":{"cells":{"i":{"type":"a","connections":{}}}})"), {"a", false}),
            "f: module 'a' contains itself, or instances are nested too deeply");
}

// Names of cells, instances, modules and ports may hold anything: folders of sources are in them.
TEST_F(yosys_netlist, reads_names_with_blanks) {
  const std::string text = R"({"modules":{"my module":{"ports":{"a port":{"bits":[2]}},)"
                           R"("cells":{"$add$/my design/a.v:1$2":{"type":"$add","connections":{"A":[2],"Y":[3]}},)"
                           R"("b\nc\td\u007f\u00e9":{"type":"a\nb","connections":{"A":[3],"Y":[2]}},)"
                           R"("":{"type":"$x","connections":{"A":[2]}}}},)"
                           R"("top":{"attributes":{"top":"1"},"ports":{"in out":{"bits":[5,6]}},)"
                           R"("cells":{"an instance":{"type":"my module","connections":{"a port":[5]}}}}}})";
  netlist n;
  std::string message;
  ASSERT_EQ(named_netlist::parse_yosys(text, "f", {"", true}, n, message), status::ok) << message;
  EXPECT_EQ(n.name, (std::vector<std::string>{"in\\x20out[0]", "in\\x20out[1]", "an\\x20instance.",
                                              "an\\x20instance.$add$/my\\x20design/a.v:1$2",
                                              "an\\x20instance.b\\x0ac\\x09d\\x7f\u00e9"}));
  EXPECT_EQ(n.nets(), 2u);
  ASSERT_EQ(named_netlist::parse_yosys(text, "f", {"my module", false}, n, message), status::ok) << message;
  EXPECT_EQ(n.name[0], "\"\"");
}

TEST_F(yosys_netlist, refuses_what_is_malformed) {
  EXPECT_EQ(refused("{\"modules\":\n{\"a\": }}"), "f:2: expected JSON, found '}'");
  EXPECT_EQ(refused("{\n"), "f:2: expected JSON, found the end of the file");
  EXPECT_EQ(refused(""), "f:1: expected JSON, found the end of the file");
  EXPECT_EQ(refused("[]"), "f: expected an object with 'modules', as Yosys's write_json writes it");
  EXPECT_EQ(refused(R"({"modules":{}})"), "f: expected a module");
  EXPECT_EQ(refused(R"({"modules":{"m":1}})"), "f: module 'm': expected an object");
  EXPECT_EQ(refused(R"({"modules":{"m":{"cells":[]}}})"), "f: module 'm': expected an object as 'cells'");
  EXPECT_EQ(refused(R"({"modules":{"m":{"cells":{"c":{}}}}})"), "f: module 'm', cell 'c': expected a 'type'");
  EXPECT_EQ(refused(R"({"modules":{"m":{"cells":{"c":{"type":"t","connections":{"A":2}}}}}})"),
            "f: module 'm', cell 'c': expected a list of bits as 'A'");
  EXPECT_EQ(refused(R"({"modules":{"m":{"cells":{"c":{"type":"t","connections":{"A":[2.5]}}}}}})"),
            "f: module 'm', cell 'c': expected a number or a string as a bit of 'A'");
  EXPECT_EQ(refused(R"({"modules":{"m\n o":{"cells":{"c\n":{}}}}})"), "f: module 'm? o', cell 'c?': expected a 'type'");
  EXPECT_EQ(refused(R"({"modules":{"m":{}}})", {"a\nb", false}), "f: there is no module 'a?b'");
  EXPECT_EQ(refused(R"({"modules":{"m":{"ports":{"p":{"bits":[2],"offset":"x"}}}}})"),
            "f: module 'm': expected numbers as 'offset' and 'upto'");
  EXPECT_EQ(refused(R"({"modules":{"m":{"ports":{"p":{"bits":[2]}}},)"
                    R"("t":{"cells":{"c":{"type":"m","connections":{"p":[2,3]}}}}}})"),
            "f: module 't', cell 'c': module 'm' has no port 'p' of 2 bits; run Yosys's 'hierarchy' before write_json");
  const std::string deep(100000, '[');
  EXPECT_EQ(refused("{\"modules\":" + deep), "f:1: expected JSON, found the end of the file");
}

class bookshelf_netlist : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("amorph-bookshelf-" + std::to_string(getpid()));
    fs::create_directory(folder_);
    write("a.nodes",
          "UCLA nodes 1.0\n# Created by hand\n\nNumNodes : 4\nNumTerminals : 2\n\ta/b[0] 4 12\n\tb 2.5 2\n"
          "\tp1 1 1 terminal\n\tp2 1 1 terminal_NI\n");
    write("a.nets",
          "UCLA nets 1.0\n\nNumNets : 3\nNumPins : 7\nNetDegree : 3 n0\n\ta/b[0] I : -0.5 -6\n\tb O : 1 1\n\tp1 B\n"
          "NetDegree: 2\n\tp2\n\ta/b[0]\nNetDegree : 2 n2\n\tb I\n\tb O\n");
    write("a.pl", "UCLA pl 1.0\na/b[0] 0 0 : N\nb 10 -4 : N /FIXED\np1 -1 20 : N /FIXED\np2 30 2 : FS /FIXED_NI\n");
  }
  void TearDown() override { fs::remove_all(folder_); }
  void write(const char* name, const std::string& text) const { std::ofstream(folder_ / name) << text; }
  [[nodiscard]] std::string path(const char* name) const { return (folder_ / name).string(); }
  status read(const char* name, bool areas, netlist& n, std::string& message) const {
    named_netlist::bookshelf_files files;
    const status s = named_netlist::find_bookshelf(path(name), files, message);
    return s != status::ok ? s : named_netlist::read_bookshelf(files, {areas, weights_}, n, message);
  }
  [[nodiscard]] std::string refused(const char* name, const std::string& text) const {
    std::ifstream old(folder_ / name);
    const std::string kept{std::istreambuf_iterator<char>(old), {}};
    write(name, text);
    netlist n;
    std::string message;
    EXPECT_EQ(read("a.nodes", true, n, message), status::bad_input) << text;
    write(name, kept);
    return message.starts_with(path(name)) ? message.substr(path(name).size()) : message;
  }
  fs::path folder_;
  bool weights_ = false;
};

TEST_F(bookshelf_netlist, names_places_and_weights) {
  write("a.aux", "RowBasedPlacement : a.nodes a.nets a.wts a.pl a.scl\n");
  for (const char* name : {"a.aux", "a.nodes", "a.nets", "a.pl"}) {
    netlist n;
    std::string message;
    ASSERT_EQ(read(name, true, n, message), status::ok) << message;
    EXPECT_EQ(n.name, (std::vector<std::string>{"a/b[0]", "b", "p1", "p2"}));
    EXPECT_EQ(n.pin, (std::vector<std::uint32_t>{0, 1, 2, 0, 3}));  // the net of b alone is dropped
    EXPECT_EQ(n.begin, (std::vector<std::uint64_t>{0, 3, 5}));
    EXPECT_EQ(n.weight, (std::vector<std::int32_t>{48, 0, 0, 0}));
    EXPECT_EQ(n.fixed, (std::vector<std::uint8_t>{0, 1, 1, 1}));
    EXPECT_EQ(n.position[0].x, 2);
    EXPECT_EQ(n.position[0].y, 6);
    EXPECT_EQ(n.position[1].x, 11.25);
    EXPECT_EQ(n.position[1].y, -3);
    ASSERT_EQ(read(name, false, n, message), status::ok) << message;
    EXPECT_TRUE(n.weight.empty());
  }
  fs::remove(folder_ / "a.pl");
  netlist n;
  std::string message;
  ASSERT_EQ(read("a.nodes", false, n, message), status::ok) << message;
  EXPECT_TRUE(n.position.empty());
  EXPECT_EQ(n.fixed, (std::vector<std::uint8_t>{0, 0, 1, 1}));
}

TEST_F(bookshelf_netlist, weights_of_nodes_and_nets) {
  write("a.aux", "RowBasedPlacement : a.nodes a.nets a.wts a.pl a.scl\n");
  write("a.wts", "UCLA wts 1.0\n# c\n\n  b 7\np1 0\nn2 9\nn0 5\n");  // n2 has one node, and is dropped
  for (const char* name : {"a.aux", "a.pl"}) {
    netlist n;
    std::string message;
    weights_ = false;
    ASSERT_EQ(read(name, false, n, message), status::ok) << message;
    EXPECT_TRUE(n.weight.empty() && n.net_weight.empty());
    weights_ = true;
    ASSERT_EQ(read(name, false, n, message), status::ok) << message;
    EXPECT_EQ(n.weight, (std::vector<std::int32_t>{1, 7, 0, 1}));
    EXPECT_EQ(n.net_weight, (std::vector<std::int32_t>{5, 1}));
    ASSERT_EQ(read(name, true, n, message), status::ok) << message;
    EXPECT_EQ(n.weight, (std::vector<std::int32_t>{48, 7, 0, 0}));
  }
  EXPECT_EQ(refused("a.wts", "wts\n"), ":1: expected 'UCLA wts 1.0', found the end of the line");
  EXPECT_EQ(refused("a.wts", "UCLA wts 1.0\nc 1\n"), ":2: expected a name of a node or net, found 'c'");
  EXPECT_EQ(refused("a.wts", "UCLA wts 1.0\nb -1\n"), ":2: expected a weight (0 .. 2147483647), found '-1'");
  EXPECT_EQ(refused("a.wts", "UCLA wts 1.0\nn0 0\n"), ":2: expected a weight (1 .. 2147483647), found '0'");
  EXPECT_EQ(refused("a.wts", "UCLA wts 1.0\nb 1 2\n"), ":2: expected the end of the line, found '2'");
  fs::remove(folder_ / "a.wts");
  netlist n;
  std::string message;
  EXPECT_EQ(read("a.pl", false, n, message), status::bad_input);
  EXPECT_EQ(message, path("a.nodes") + ": there is no .wts file beside it");
}

TEST_F(bookshelf_netlist, refuses_what_is_malformed) {
  EXPECT_EQ(refused("a.nodes", "nodes\n"), ":1: expected 'UCLA nodes 1.0', found the end of the line");
  EXPECT_EQ(refused("a.nodes", "UCLA nodes 1.0\nNumNodes : 1\n"),
            ":3: expected 'NumTerminals : NUMBER', found the end of the file");
  const std::string head = "UCLA nodes 1.0\nNumNodes : 2\nNumTerminals : 0\n";
  EXPECT_EQ(refused("a.nodes", head + "a 1 1\na 1 1\n"), ":5: a second node of the name 'a'");
  EXPECT_EQ(refused("a.nodes", head + "a 1 1\n"), ":5: expected node 2 of 2, found the end of the file");
  EXPECT_EQ(refused("a.nodes", head + "a 1 1\nb 1 1\nc 1 1\n"),
            ":6: expected the end of the file after 2 nodes, found 'c'");
  EXPECT_EQ(refused("a.nodes", head + "a 1 -1\nb 1 1\n"), ":4: expected the node's height, found '-1'");
  EXPECT_EQ(refused("a.nodes", head + "a 1 1\nb 99999 99999\n"), ":5: expected an area below 2^31");
  EXPECT_EQ(refused("a.nodes", head + "a 1 1 fixed\nb 1 1\n"),
            ":4: expected terminal, terminal_NI or the end of the line, found 'fixed'");
  EXPECT_EQ(refused("a.nodes", head + "a 1 1\nb 1 1 terminal\n"), ":6: NumTerminals is 0, but 1 nodes are terminals");
  const std::string nets = "UCLA nets 1.0\nNumNets : 1\nNumPins : 2\n";
  EXPECT_EQ(refused("a.nets", nets + "NetDegree : 2 n\nb\nc\n"), ":6: expected a name of a node, found 'c'");
  EXPECT_EQ(refused("a.nets", nets + "NetDegree : 2 n\nb\n"), ":6: expected pin 2 of 2, found the end of the file");
  EXPECT_EQ(refused("a.nets", nets + "NetDegree : 1 n\nb\n"), ":6: NumPins is 2, but the nets have 1 pins");
  EXPECT_EQ(refused("a.nets", nets + "b\n"), ":4: expected 'NetDegree : NUMBER', found 'b'");
  EXPECT_EQ(refused("a.pl", "UCLA pl 1.0\nb 1 1 : N\n"),
            ":3: expected the place of node a/b[0], found the end of the file");
  EXPECT_EQ(refused("a.pl", "UCLA pl 1.0\nb 1 x : N\n"), ":2: expected a coordinate, found 'x'");
}

TEST(matrix_netlist, rows_or_columns) {
  netlist n;
  std::string message;
  const std::string text =
      "%%MatrixMarket matrix coordinate real general\n% c\n2 3 5\n1 1 0.5\n2 3 1e9\n1 3 -1\n2 2 1\n1 3 2\n";
  ASSERT_EQ(named_netlist::parse_matrix(text, "m", named_netlist::matrix_nets::rows, n, message), status::ok)
      << message;
  EXPECT_EQ(n.name, (std::vector<std::string>{"1", "2", "3"}));
  EXPECT_EQ(n.begin, (std::vector<std::uint64_t>{0, 2, 4}));
  EXPECT_EQ(n.pin, (std::vector<std::uint32_t>{0, 2, 1, 2}));
  EXPECT_EQ(n.weight, (std::vector<std::int32_t>{1, 1, 2}));
  ASSERT_EQ(named_netlist::parse_matrix(text, "m", named_netlist::matrix_nets::columns, n, message), status::ok);
  EXPECT_EQ(n.name, (std::vector<std::string>{"1", "2"}));
  EXPECT_EQ(n.pin, (std::vector<std::uint32_t>{0, 1}));  // columns of one entry are dropped
  EXPECT_EQ(n.weight, (std::vector<std::int32_t>{2, 2}));
  const char symmetric[] = "%%matrixmarket matrix coordinate pattern symmetric\n3 3 3\n1 1\n3 1\n3 2\n";
  ASSERT_EQ(named_netlist::parse_matrix(symmetric, "m", named_netlist::matrix_nets::rows, n, message), status::ok);
  EXPECT_EQ(n.pin, (std::vector<std::uint32_t>{0, 2, 0, 1}));
  EXPECT_EQ(n.weight, (std::vector<std::int32_t>{2, 1, 2}));
}

TEST(matrix_netlist, refuses_what_is_malformed) {
  const std::map<std::string, std::string> cases = {
      {"", ":1: expected '%%MatrixMarket matrix coordinate FIELD SYMMETRY', found the end of the file"},
      {"%%MatrixMarket matrix array real general\n1 1\n1\n",
       ":1: a dense matrix ('array') has no sparse rows; expected 'coordinate'"},
      {"%%MatrixMarket matrix coordinate real odd\n",
       ":1: expected a symmetry general, symmetric, skew-symmetric or hermitian, found 'odd'"},
      {"%%MatrixMarket matrix coordinate real symmetric\n1 2 0\n",
       ":2: a symmetric matrix has as many rows as columns"},
      {"%%MatrixMarket matrix coordinate real general\n2 2 1\n3 1 1\n", ":3: expected a row (1 .. 2), found '3'"},
      {"%%MatrixMarket matrix coordinate real general\n2 2 1\n1 1\n",
       ":3: expected a number, found the end of the line"},
      {"%%MatrixMarket matrix coordinate pattern general\n2 2 2\n1 1\n",
       ":4: expected entry 2 of 2, found the end of the file"},
      {"%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 1\n2 2\n",
       ":4: expected the end of the file, found '2'"},
      {"%%MatrixMarket matrix coordinate pattern general\n4000000000 2 1\n1 1\n",
       ":2: so large a matrix is implausible for a file of this size"}};
  for (const auto& [text, message] : cases) {
    netlist n;
    std::string said;
    EXPECT_EQ(named_netlist::parse_matrix(text, "m", named_netlist::matrix_nets::rows, n, said), status::bad_input);
    EXPECT_EQ(said, "m" + message);
  }
}

}  // namespace
}  // namespace amorph::test
