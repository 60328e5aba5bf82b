// The commands as processes: amorph-gen, and the partition checker against counts by the definitions.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <set>
#include <sstream>

#include "test/tools/formats/plain_reader.hpp"
#include "test/tools/formats/random_text.hpp"
#include "tools/formats/graph_file.hpp"

namespace amorph::test {
namespace {

namespace fs = std::filesystem;

struct ending {
  int code;
  std::string output, errors;
};

class commands : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("amorph-commands-" + std::to_string(getpid()));
    fs::create_directory(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  [[nodiscard]] std::string path(const char* name) const { return folder_ / name; }
  static std::string content(const std::string& file) {
    std::ostringstream all;
    all << std::ifstream(file, std::ios::binary).rdbuf();
    return all.str();
  }
  [[nodiscard]] ending run(const std::string& command) const {
    const int status = std::system(("cd " + folder_.string() + " && " + command + " >.out 2>.err").c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, content(path(".out")), content(path(".err"))};
  }
  static std::map<std::string, std::string> values(const std::string& text) {
    std::map<std::string, std::string> all;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);)
      all[line.substr(0, line.find('='))] = line.substr(line.find('=') + 1);
    return all;
  }

  fs::path folder_;
};

const std::string gen = AMORPH_GEN " ", check = AMORPH_PARTITION_CHECK " ";

TEST_F(commands, gen_makes_each_family) {
  EXPECT_EQ(run(gen + "grid2d 3 2").output, "6 7\n2 4\n1 3 5\n2 6\n1 5\n2 4 6\n3 5\n");
  const std::vector<std::pair<const char*, const char*>> heads = {{"grid3d 3 4 5", "60 133\n"},
                                                                  {"grid3d27 3 4 5", "60 425\n"},
                                                                  {"grid2d 1 1 --vertex-weights 1", "1 0 010\n1\n"},
                                                                  {"uniform 100 0", "100 0\n"},
                                                                  {"rgg2d 100 0 -v 5 -c 2", "100 0 010 2\n"},
                                                                  {"rmat 7 0 -e 5", "128 0\n"}};
  for (const auto& [arguments, head] : heads) {
    const ending e = run(gen + arguments);
    EXPECT_EQ(e.code, 0) << e.errors;
    EXPECT_EQ(e.output.substr(0, std::string(head).size()), head) << arguments;
  }
  for (const char* arguments : {"rgg2d 3000 12", "rmat 10 8 -e 100", "uniform 2000 5 -v 9 -c 3", "road 60 50"}) {
    EXPECT_EQ(run(gen + arguments + " -t 1 -o one").code, 0);
    EXPECT_EQ(run(gen + arguments + " -t 4 -o many.gz && gzip -dc many.gz").output, content(path("one")));
    EXPECT_NE(run(gen + arguments + " --seed 2").output, content(path("one")));
    EXPECT_TRUE(read_plainly(content(path("one")))) << arguments;
  }
  std::ofstream(path("n.hgr")) << "2 4 11\n3 1 2 3\n5 3 4\n1\n2\n3\n4\n";
  EXPECT_EQ(run(gen + "clique n.hgr").output,
            "4 4 011\n1 2 1500 3 1500\n2 1 1500 3 1500\n3 1 1500 2 1500 4 5000\n4 3 5000\n");
}

// A network whose flow can be told: every path of a chain of single vertices is as wide as its narrowest arc.
TEST_F(commands, gen_makes_networks) {
  EXPECT_EQ(run(gen + "genrmf 1 3 7 7").output, "p max 3 2\nn 1 s\nn 3 t\na 1 2 7\na 2 3 7\n");
  EXPECT_EQ(run(gen + "levels 2 1 1").output, "p max 4 5\nn 3 s\nn 4 t\na 1 2 1\na 1 2 1\na 1 2 1\na 2 4 3\na 3 1 3\n");
  EXPECT_EQ(run(gen + "grid2d 2 1 --terminals 3").output,
            "p max 4 4\nn 3 s\nn 4 t\na 1 2 1\na 2 1 1\na 2 4 1\na 3 1 1\n");
  for (const char* arguments :
       {"genrmf 5 7 1 100", "levels 9 8 50", "road 40 30 --terminals 6", "rmat 8 4 -e 100 --terminals 4"}) {
    ASSERT_EQ(run(gen + arguments + " -t 1 -o one.max").code, 0) << arguments;
    EXPECT_EQ(run(gen + arguments + " -t 3").output, content(path("one.max")));
    EXPECT_NE(run(gen + arguments + " --seed 2").output, content(path("one.max"))) << arguments;
    const ending flow = run(AMORPH_GRAPH " maxflow one.max -b cpu --verify -q --json -");
    EXPECT_EQ(flow.code, 0) << flow.errors;
    EXPECT_EQ(flow.output.find("\"flow\": 0,"), std::string::npos) << arguments;
  }
}

// The name asks for the format, and what stands in the file is the same graph.
TEST_F(commands, gen_writes_what_the_name_says) {
  for (const auto& [name, text] : std::vector<std::pair<const char*, const char*>>{
           {"g.gr", "p sp 2 2\na 1 2 1\na 2 1 1\n"},
           {"weighted g.mtx", "%%MatrixMarket matrix coordinate integer general\n2 2 2\n1 2 1\n2 1 1\n"},
           {"g.txt", "# FROM TO\n0 1\n1 0\n"}}) {
    const std::string words = name, file = words.substr(words.rfind(' ') + 1);
    EXPECT_EQ(run(gen + "grid2d 2 1 -o " + file + (words == file ? "" : " -e 1")).errors, "");
    EXPECT_EQ(content(path(file.c_str())), text);
  }
  EXPECT_EQ(run(gen + "uniform 9 0 -o g.txt").errors,
            "amorph-gen: g.txt: the last 9 vertices have no arcs and are not written\n");
  std::set<std::string> answers;
  for (const char* name : {"r.graph", "r.gr", "r.gr.gz", "r.mtx", "r.txt", "r.wel", "r.amg", "plain"}) {
    EXPECT_EQ(run(gen + "rmat 8 6 -e 50 -o " + name).code, 0);
    answers.insert(run(AMORPH_GRAPH " mst -b cpu -q -o - " + std::string(name) +
                       (std::string(name) == "plain" ? " -f metis" : "") + " | sed -n '/^s/s/ [0-9]*$//p'")
                       .output);
  }
  EXPECT_EQ(answers.size(), 1u) << *answers.begin();
  EXPECT_EQ(answers.count(""), 0u);
  std::set<std::string> flows;
  for (const char* name : {"n.max", "n.max.gz", "n.amg"}) {
    EXPECT_EQ(run(gen + "road 30 30 --terminals 5 -o " + name).code, 0);
    flows.insert(run(AMORPH_GRAPH " maxflow -b cpu -q -o - " + std::string(name)).output);
  }
  EXPECT_EQ(flows.size(), 1u);
}

// Half of the arcs of a mesh, with their weights, and those of R-MAT as drawn; the same from any number of threads.
TEST_F(commands, gen_directed) {
  EXPECT_EQ(run(gen + "grid2d 2 1 --directed -s 1").output.substr(0, 9), "p sp 2 1\n");
  const auto arcs = [&](const std::string& words) {
    std::set<std::string> all;
    std::istringstream text(run(gen + words + " -o d.gr && cat " + path("d.gr")).output);
    for (std::string line; std::getline(text, line);)
      if (line.starts_with("a ")) all.insert(line);
    return all;
  };
  for (const std::string words : {"grid2d 30 40 -e 90", "road 40 40", "rmat 9 6", "uniform 500 4"}) {
    const std::set<std::string> both = arcs(words), one = arcs(words + " --directed");
    EXPECT_EQ(arcs(words + " --directed -t 3"), one) << words;
    EXPECT_NE(arcs(words + " --directed -s 2"), one) << words;
    EXPECT_TRUE(std::includes(both.begin(), both.end(), one.begin(), one.end())) << words;
    if (words.starts_with("grid") || words.starts_with("road"))
      EXPECT_EQ(2 * one.size(), both.size()) << words;
    else
      EXPECT_GT(2 * one.size(), both.size()) << words;
  }
}

// A lake does not take the whole of a small map.
TEST_F(commands, gen_small_maps) {
  for (int side = 6; side < 40; side += 3)
    for (int seed = 1; seed != 6; ++seed) {
      const ending e = run(gen + "road " + std::to_string(side) + " " + std::to_string(side) + " --seed " +
                           std::to_string(seed) + " | head -1");
      EXPECT_GT(std::atoi(e.output.c_str()), side * side / 4) << side << " seed " << seed;
    }
}

TEST_F(commands, gen_points) {
  const ending poly = run(gen + "points 2 --seed 7"), again = run(gen + "points 2 --seed 7");
  EXPECT_EQ(poly.code, 0) << poly.errors;
  EXPECT_TRUE(poly.output.starts_with("6 2 0 0\n1 0 0\n2 1 0\n3 1 1\n4 0 1\n5 0.")) << poly.output;
  EXPECT_TRUE(poly.output.ends_with("4 0\n1 1 2\n2 2 3\n3 3 4\n4 4 1\n0\n")) << poly.output;
  EXPECT_EQ(poly.output, again.output);
  const ending binary = run(gen + "points 2 --seed 7 -o " + path("p.amesh"));
  EXPECT_EQ(binary.code, 0) << binary.errors;
  EXPECT_EQ(fs::file_size(path("p.amesh")), 64u + 6 * 16 + 4 * 8);
}

// Nets as many as cells, pins in range and distinct, the same file on any number of threads; and Rent's rule: blocks of
// four times the cells have 4^RENT times the nets to the outside.
TEST_F(commands, gen_netlist) {
  for (const char* const small : {"netlist 2", "netlist 3", "netlist 9 0", "netlist 17 1"}) {
    const ending n = run(gen + small);
    EXPECT_EQ(n.code, 0) << n.errors;
    EXPECT_GE(std::count(n.output.begin(), n.output.end(), '\n'), 3);
  }
  const ending one = run(gen + "netlist 65536 0.6 -t 1");
  EXPECT_EQ(one.code, 0) << one.errors;
  EXPECT_EQ(run(gen + "netlist 65536 0.6 -t 3").output, one.output);
  EXPECT_NE(run(gen + "netlist 65536 0.6 --seed 2").output, one.output);
  std::istringstream lines(one.output);
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, "65536 65536");
  double pins = 0, out_of_small = 0, out_of_large = 0;
  while (std::getline(lines, line)) {
    std::istringstream words(line);
    std::set<std::uint32_t> net, small, large;
    std::uint32_t p = 0, n = 0;
    for (; words >> p; ++n) {
      ASSERT_TRUE(p >= 1 && p <= 65536);
      net.insert(p);
      small.insert((p - 1) / 256);
      large.insert((p - 1) / 1024);
    }
    EXPECT_EQ(net.size(), n);
    EXPECT_GE(n, 2u);
    pins += n;
    if (small.size() > 1) out_of_small += static_cast<double>(small.size());
    if (large.size() > 1) out_of_large += static_cast<double>(large.size());
  }
  EXPECT_NEAR(pins / 65536, 3.8, 0.1);
  const double exponent = std::log(4 * out_of_large / out_of_small) / std::log(4);  // a quarter as many blocks
  EXPECT_NEAR(exponent, 0.6, 0.1);
}

TEST_F(commands, gen_refuses_in_one_line) {
  const std::vector<std::pair<const char*, const char*>> wrong = {
      {"",
       "expected what to make: grid2d, grid3d, grid3d27, rgg2d, rmat, uniform, road, genrmf, levels, points, ksat, "
       "colouring, circuit, blocks, netlist, convert or clique; "
       "--help "
       "shows the usage"},
      {"cube 3",
       "expected grid2d, grid3d, grid3d27, rgg2d, rmat, uniform, road, genrmf, levels, points, ksat, colouring, "
       "circuit, blocks, netlist, convert or clique, "
       "found 'cube'"},
      {"grid2d 3", "expected grid2d X Y, found 1 argument"},
      {"grid2d 3 x", "expected an integer, found 'x'"},
      {"grid2d 3 -- -4", "expected an integer, found '-4'"},
      {"grid2d 0 4", "each side of a grid has at least one vertex"},
      {"grid2d 100000 100000", "a graph has at most 4294967294 vertices"},
      {"points", "expected points N, found 0 arguments"},
      {"points many", "expected a number of points (0 .. 500000000), found 'many'"},
      {"points 3 --edge-weights 4", "points are no graph: they have no weights, directions, terminals or nets"},
      {"points 3 --directed", "points are no graph: they have no weights, directions, terminals or nets"},
      {"ksat --vars 9 --ratio 1 --directed", "a formula is no graph: it has no weights, directions or terminals"},
      {"blocks 1", "expected a number of blocks (2 .. 100), found '1'"},
      {"colouring 2 1 3", "expected at least as many vertices as colours"},
      {"colouring 9 -v 3", "a formula is no graph: it has no weights, directions or terminals"},
      {"circuit 9 8", "expected a number of gates (INPUTS .. 100000000), found '8'"},
      {"netlist", "expected netlist N [RENT], found 0 arguments"},
      {"netlist 1", "expected a number of cells (2 .. 2000000000), found '1'"},
      {"netlist 9 1.5", "expected an exponent of Rent's rule (0 .. 1), found '1.5'"},
      {"netlist 9 -v 3", "a netlist is no graph: it has no weights, directions or terminals"},
      {"grid2d 3 3 --directed -o x.graph",
       "x.graph: cannot write: the format of that name has no directed graphs; use a name in .gr"},
      {"grid2d 3 3 --directed -v 3", "METIS's format alone has vertex weights, and no directed graphs"},
      {"levels 3 3 5 --directed", "--directed is for graphs: a network has arcs already, a clique none"},
      {"rmat 32 1", "expected a scale of 31 at most"},
      {"rgg2d 10 nan", "expected a mean degree of 0 or more"},
      {"grid2d 2 2 -c 2", "expected --vertex-weights beside --constraints"},
      {"grid2d 2 2 -o none/x", "none/x: cannot write: No such file or directory"},
      {"road 3 70000", "each side of a map has at most 65535 crossings"},
      {"road 3 3 1.5", "expected a probability from 0 to 1"},
      {"grid2d 3 3 -v 5 -o x.amg", "x.amg: cannot write: METIS's format (.graph) alone has vertex weights"},
      {"clique none.hgr", "none.hgr: cannot read: No such file or directory"},
      {"road 20 20 --terminals 4 -o x.gr", "x.gr: cannot write: a network is written under a name in .max or .amg"},
      {"road 20 20 -o x.max",
       "x.max: cannot write: a network of that name has a source and a sink; --terminals joins them to a graph"},
      {"road 3 3 0", "the road network has no edges: expected a larger X or Y, a higher KEEP, or another seed"},
      {"points 3 -o p.ele", "p.ele: cannot write: points are written under a name in .poly, .node or .amesh"},
      {"points 3 -o p.gr.gz", "p.gr.gz: cannot write: points are written under a name in .poly, .node or .amesh"},
      {"grid2d 3 3 --clique-weights plain", "--clique-weights and --largest-net are for clique alone"},
      {"levels 3 3 5 --terminals 4", "levels has its own source and sink: --terminals is not for it"},
      {"genrmf 3 3 5 4", "expected C1 of at most C2, found 5 and 4"},
      {"genrmf 3 0 1 4", "expected 1 or more of B"},
      {"genrmf 3 3 0 4", "expected a capacity from 1 to 2147483647, found '0'"},
      {"levels 100000 100000 4", "a graph has at most 4294967294 vertices"},
      {"grid2d 1 1 --terminals 2", "expected at least two vertices to join a source and a sink to, found 1"},
      {"grid2d 3 3 -v 4 --terminals 2", "a network has capacities, and no other weights"},
      {"grid2d 3 3 -s 18446744073709551616",
       "option '--seed': expected a number 0 .. 18446744073709551615, found '18446744073709551616'"},
      {"grid2d 3 3 -s -1", "option '--seed': expected a number of at least 0, found '-1'"},
      {"grid2d 3 3 -c 1", "expected --vertex-weights beside --constraints"},
      {"grid2d 3 3 --k 3", "--vars, --ratio, --k and --planted are for ksat"},
      {"grid2d 3 3 --clique-weights standard", "--clique-weights and --largest-net are for clique alone"},
      {"grid2d 3 3 --largest-net 0", "--clique-weights and --largest-net are for clique alone"},
      {"ksat --vars 9 --ratio 1 --largest-net 0", "--clique-weights and --largest-net are for clique alone"},
      {"uniform 17000000 0 -o x.gr",
       "x.gr: cannot write: a text file of 16 bytes with 17000000 vertices could not be read back (at most 16777216); "
       "use a name in .amg"},
      {"clique n.hgr -o ./n.hgr", "./n.hgr: cannot write: it is an input"},
      {"grid2d 3 3 --names=x", "--names, --fix, --grid, --areas, --weights, --top, --ports and --nets are for convert"},
      {"convert n.hgr",
       "n.hgr: expected a name in .json (Yosys), .aux, .nodes, .nets, .pl (Bookshelf), .mtx (MatrixMarket), .cnf or "
       ".acnf; amorph-graph convert is for graphs"},
      {"ksat 10 4", "expected ksat --vars N --ratio R, found 2 arguments"},
      {"convert f.cnf --names=x", "a formula is converted as it is: --output alone is for it"},
      {"convert f.acnf -v 3", "a formula is converted as it is: --output alone is for it"},
      {"convert n.mtx -v 3", "a netlist is no graph: it has no random weights, directions or terminals"},
      {"convert n.mtx --ports", "--top and --ports are for Yosys's files"},
      {"convert n.json --nets=rows", "--nets is for matrices"},
      {"convert n.json --areas", "--fix, --grid, --areas and --weights are for Bookshelf's files"},
      {"convert n.nodes --fix=f", "expected both --fix and --grid, or none"},
      {"convert n.nodes --fix=f --grid=2", "option '--grid': expected COLUMNSxROWS, as 2x2, found '2'"},
      {"convert none.mtx", "none.mtx: cannot read: No such file or directory"},
      {"grid2d 3 3 -o ''", "option '--output': expected a value that is not empty, found ''"},
  };
  std::ofstream(path("n.hgr")) << "1 2\n1 2\n";
  for (const auto& [arguments, message] : wrong) {
    const ending e = run(gen + arguments);
    EXPECT_EQ(e.code, 1) << arguments;
    EXPECT_EQ(e.errors, std::string("amorph-gen: ") + message + "\n");
    EXPECT_EQ(e.output, "");
  }
}

// Pads of all corners become fixed vertices of the grid's parts; names and weights come along.
TEST_F(commands, gen_converts_netlists) {
  std::ofstream(path("a.nodes")) << "UCLA nodes 1.0\nNumNodes : 5\nNumTerminals : 4\nu/1 2 3\n"
                                 << "p1 0 0 terminal\np2 0 0 terminal\np3 0 0 terminal\np4 0 0 terminal\n";
  std::ofstream(path("a.nets")) << "UCLA nets 1.0\nNumNets : 2\nNumPins : 6\nNetDegree : 5 n\nu/1 I\np1 O\np2 I\np3 I\n"
                                << "p4 I\nNetDegree : 1\np1\n";
  std::ofstream(path("a.pl")) << "UCLA pl 1.0\nu/1 5 5 : N\np1 0 0 : N\np2 10 0 : N\np3 0 10 : N\np4 10 10 : N\n";
  std::ofstream(path("a.aux")) << "RowBasedPlacement : a.nodes a.nets a.pl\n";
  const ending e = run(gen + "convert a.aux --areas --names=a.names --fix=a.fix --grid=2x2 -o a.hgr");
  EXPECT_EQ(e.code, 0) << e.errors;
  EXPECT_EQ(content(path("a.hgr")), "1 5 10\n1 2 3 4 5\n6\n0\n0\n0\n0\n");
  EXPECT_EQ(content(path("a.names")), "u/1\np1\np2\np3\np4\n");
  EXPECT_EQ(content(path("a.fix")), "-1\n0\n1\n2\n3\n");
  EXPECT_EQ(run(gen + "convert a.aux -o a.nets").errors, "amorph-gen: a.nets: cannot write: it is an input\n");
  fs::remove(path("a.pl"));
  EXPECT_EQ(run(gen + "convert a.nodes --fix=b.fix --grid=2x2").errors,
            "amorph-gen: a.nodes: --fix takes positions of a .pl file, and there is none\n");
  EXPECT_FALSE(fs::exists(path("b.fix")));
  std::ofstream(path("m.mtx")) << "%%MatrixMarket matrix coordinate pattern general\n2 3 4\n1 1\n1 2\n2 2\n2 3\n";
  EXPECT_EQ(run(gen + "convert m.mtx").output, "2 3 10\n1 2\n2 3\n1\n2\n1\n");
  EXPECT_EQ(run(gen + "convert m.mtx --nets=columns").output, "1 2 10\n1 2\n2\n2\n");
}

// Both commands write the same graph of a matrix under the name of a graph; a netlist never has such a name.
TEST_F(commands, gen_converts_matrices) {
  const std::string banner = "%%MatrixMarket matrix coordinate ";
  std::ofstream(path("real.mtx")) << banner << "real symmetric\n3 3 5\n1 1 4\n2 1 -1.5\n2 2 4\n3 2 -1\n3 3 4\n";
  std::ofstream(path("weights.mtx")) << banner << "integer symmetric\n3 3 2\n2 1 5\n3 2 7\n";
  std::ofstream(path("hermitian.mtx")) << banner << "complex hermitian\n3 3 3\n1 1 4 0\n2 1 1 1\n3 2 1 1\n";
  std::ofstream(path("skew.mtx")) << banner << "real skew-symmetric\n3 3 2\n2 1 1\n3 2 1\n";
  std::ofstream(path("loops.mtx")) << banner << "pattern symmetric\n3 3 3\n1 1\n2 1\n3 2\n";
  std::ofstream(path("pattern.mtx")) << banner << "pattern symmetric\n3 3 2\n2 1\n3 2\n";
  struct matrix {
    std::string name, graph, lost;
  };
  const std::string graph = "3 2\n2\n1 3\n2\n", all = "the values and the diagonal of the matrix are dropped";
  for (const auto& [name, expected, lost] :
       {matrix{"real", graph, all}, matrix{"weights", "3 2 001\n2 5\n1 5 3 7\n2 7\n", ""},
        matrix{"hermitian", graph, all}, matrix{"skew", graph, "the values of the matrix are dropped"},
        matrix{"loops", graph, "the diagonal of the matrix is dropped"}, matrix{"pattern", graph, ""}}) {
    EXPECT_EQ(run(gen + "convert " + name + ".mtx -o gen.graph").errors,
              lost.empty() ? "" : "amorph-gen: " + name + ".mtx: " + lost + "\n");
    EXPECT_EQ(content(path("gen.graph")), expected);
    EXPECT_EQ(run(AMORPH_GRAPH " convert " + name + ".mtx -o graph.metis").errors,
              lost.empty() ? "" : "amorph-graph: " + name + ".mtx: " + lost + "\n");
    EXPECT_EQ(content(path("graph.metis")), expected);
  }
  EXPECT_EQ(run(gen + "convert real.mtx -o x.gr").errors,
            "amorph-gen: x.gr: it is the name of a graph, and a matrix is written as a netlist (.hgr) or in METIS's "
            "format (.graph); amorph-graph convert writes the other formats of graphs\n");
  EXPECT_EQ(run(gen + "convert n.json -o x.graph").errors,
            "amorph-gen: x.graph: it is the name of a graph, and this is a netlist; expected a name such as .hgr "
            "(amorph-gen clique makes a graph of that)\n");
  EXPECT_EQ(run(gen + "convert real.mtx --nets=rows -o x.graph").errors,
            "amorph-gen: a matrix is converted to a graph as it is: --output alone is for it\n");
}

// To binary and back is the same formula, clause by clause.
TEST_F(commands, gen_converts_formulas) {
  const std::string formula = "p cnf 4 4\n1 -2 0\n0\n4 -4 4 0\n-3 0\n";
  std::ofstream(path("f.cnf")) << "c of a user\n" << formula;
  EXPECT_EQ(run(gen + "convert f.cnf -o f.acnf").code, 0);
  EXPECT_EQ(content(path("f.acnf")).substr(0, 8), "amorphs1");
  EXPECT_EQ(run(gen + "convert f.acnf -o g.acnf.gz").code, 0);
  EXPECT_EQ(run(gen + "convert g.acnf.gz").output, formula);
  EXPECT_EQ(run(gen + "convert f.cnf -o f.cnf").errors, "amorph-gen: f.cnf: cannot write: it is an input\n");
  std::ofstream(path("bad.cnf")) << "p cnf 2 1\n1 3 0\n";
  const ending e = run(gen + "convert bad.cnf -o bad.acnf");
  EXPECT_EQ(e.code, 1);
  EXPECT_EQ(e.errors.substr(0, 23), "amorph-gen: bad.cnf:2: ");
  EXPECT_FALSE(fs::exists(path("bad.acnf")));
}

// Ended in the midst of writing, it leaves nothing. (A compressed graph of a million vertices takes a second.)
TEST_F(commands, gen_leaves_no_half_file) {
#ifdef __SANITIZE_THREAD__
  GTEST_SKIP() << "ThreadSanitizer puts signals off";
#endif
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    if (chdir(folder_.c_str()) == 0 && freopen("/dev/null", "w", stderr) != nullptr)
      execl(AMORPH_GEN, AMORPH_GEN, "grid3d", "100", "100", "100", "-o", "big.gz", nullptr);
    _exit(99);
  }
  int status = 0;
  const auto written = [&] {  // a name alone is a trial of whether it can be written
    std::error_code gone;
    for (const auto& entry : fs::directory_iterator(folder_))
      if (const auto size = entry.file_size(gone); !gone && size != 0) return true;
    return false;
  };
  while (!written()) ASSERT_EQ(waitpid(child, &status, WNOHANG), 0) << "it ended before it wrote";
  kill(child, SIGTERM);
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 130);
  EXPECT_TRUE(fs::is_empty(folder_));
}

// Cut, volume and balance from their definitions, pair by pair.
TEST_F(commands, checker_counts_right) {
  for (std::uint64_t seed = 1; seed != 30; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    const std::string text = random_text(random, 2 + static_cast<std::uint32_t>(random() % 30), random() % 90);
    const host_graph g = *read_plainly(text);
    const std::uint32_t k = 1 + static_cast<std::uint32_t>(random() % 5);
    std::vector<std::uint32_t> part(g.vertices);
    std::ofstream(path("g"), std::ios::binary) << text;
    std::ofstream parts(path("p"));
    for (std::uint32_t& p : part) parts << (p = static_cast<std::uint32_t>(random() % k)) << '\n';
    parts.close();
    std::int64_t cut = 0, volume = 0;
    std::vector<std::uint64_t> count(k);
    std::vector<double> weight(k * g.constraints), total(g.constraints);
    for (std::uint32_t v = 0; v != g.vertices; ++v) {
      std::set<std::uint32_t> others;
      for (std::uint64_t e = g.begin[v]; e != g.begin[v + 1]; ++e)
        if (part[g.to[e]] != part[v]) {
          others.insert(part[g.to[e]]);
          if (v < g.to[e]) cut += g.edge_weight.empty() ? 1 : g.edge_weight[e];
        }
      volume += static_cast<std::int64_t>(others.size()) * (g.vertex_size.empty() ? 1 : g.vertex_size[v]);
      ++count[part[v]];
      for (std::uint32_t c = 0; c != g.constraints; ++c) {
        const double w = g.vertex_weight.empty() ? 1 : g.vertex_weight[v * std::size_t{g.constraints} + c];
        weight[part[v] * g.constraints + c] += w;
        total[c] += w;
      }
    }
    double balance = 0;
    for (std::size_t i = 0; i != weight.size(); ++i)
      if (total[i % g.constraints] > 0) balance = std::max(balance, weight[i] * k / total[i % g.constraints]);
    const ending e = run(check + "g p " + std::to_string(k) + " --cut " + std::to_string(cut) + " --volume " +
                         std::to_string(volume));
    EXPECT_EQ(e.code, 0) << e.errors;
    auto found = values(e.output);
    EXPECT_EQ(found["cut"], std::to_string(cut));
    EXPECT_EQ(found["volume"], std::to_string(volume));
    EXPECT_NEAR(std::stod(found["balance"]), balance, 1e-5);
    EXPECT_EQ(found["empty_parts"], std::to_string(std::count(count.begin(), count.end(), 0u)));
    EXPECT_EQ(run(check + "g p " + std::to_string(k) + " --cut " + std::to_string(cut + 1)).code, 4);
    EXPECT_EQ(run(check + "g p " + std::to_string(k) + " --volume " + std::to_string(volume + 1)).code, 4);
    EXPECT_EQ(run(check + "g p " + std::to_string(k) + " --most-cut " + std::to_string(cut)).code, 0);
  }
}

TEST_F(commands, checker_demands) {
  std::ofstream(path("g")) << "6 5\n2\n1 3\n2 4\n3 5\n4 6\n5\n";  // a path
  auto verify = [&](const char* parts, const char* demands) {
    std::ofstream out(path("p"));
    for (const char* c = parts; *c != 0; ++c) out << *c << '\n';
    out.close();
    return run(check + "g p 3 " + demands);
  };
  EXPECT_EQ(verify("001122", "--contiguous --no-empty --ufactor 1 --cut 2 --volume 4").code, 0);
  EXPECT_EQ(verify("001221", "--contiguous").errors, "amorph-partition-check: a part is not connected\n");
  EXPECT_EQ(values(verify("001221", "").output)["components"], "4");
  EXPECT_EQ(verify("000111", "--no-empty").errors, "amorph-partition-check: 1 parts are empty\n");
  EXPECT_EQ(verify("000011", "--ufactor 30").code, 4);
  EXPECT_EQ(verify("000112", "--ufactor 30").code, 4);
  EXPECT_EQ(verify("000112", "--ufactor 500").code, 0);
  std::ofstream(path("t")) << "0 = 0.5\n1-1 : 0 = 0.3333\n";
  EXPECT_EQ(verify("000112", "--ufactor 10 --tpwgts t").code, 0);
  EXPECT_EQ(verify("000012", "--ufactor 10 --tpwgts t").code, 4);
  std::ofstream(path("t")) << "7 = 0.5\n";
  EXPECT_EQ(verify("000112", "--tpwgts t").errors,
            "amorph-partition-check: t:1: expected PART[-PART] [: C[-C]] = FRACTION\n");
  EXPECT_EQ(verify("000113", "").errors, "amorph-partition-check: p:6: expected a part below 3\n");
  EXPECT_EQ(verify("00011", "").errors, "amorph-partition-check: p:5: expected 6 parts, found 5\n");
  std::ofstream(path("g")) << "3 1\n2\n3\n\n";
  EXPECT_EQ(
      verify("000", "").errors,
      "amorph-partition-check: g: vertex 1: the adjacency lists of its neighbours do not contain the same edges\n");
  EXPECT_EQ(run(check + "g p").code, 1);
  EXPECT_EQ(run(check + "--help").code, 0);
}

}  // namespace
}  // namespace amorph::test
