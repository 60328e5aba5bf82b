// amorph-graph as a process.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "solver/graph/algorithm.hpp"

namespace amorph::test {
namespace {

// The algorithms as messages list them.
std::string known() {
  std::string list;
  for (const graph::algorithm* a : graph::algorithms()) list.append(list.empty() ? "" : ", ").append(a->name);
  return list;
}
std::string known_with(bool (*of)(graph::ends)) {
  std::vector<std::string> names;
  for (const graph::algorithm* a : graph::algorithms())
    if (of(a->needs.ends)) names.emplace_back(a->name);
  std::string list;
  for (std::size_t i = 0; i != names.size(); ++i)
    list += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  return list;
}

namespace fs = std::filesystem;

struct ending {
  int code;
  std::string output, errors;
};

class graph_command : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("amorph-graph-" + std::to_string(getpid()));
    fs::create_directory(folder_);
    write("g.gr", "c sample\np sp 4 6\na 1 2 3\na 2 1 3\na 2 3 1\na 3 2 1\na 1 3 5\na 3 1 5\n");
  }
  void TearDown() override { fs::remove_all(folder_); }
  void write(const char* name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }
  static std::string content(const fs::path& file) {
    std::ostringstream all;
    all << std::ifstream(file, std::ios::binary).rdbuf();
    return all.str();
  }
  [[nodiscard]] ending run(const std::string& arguments) const {
    const std::string command = "cd " + folder_.string() + " && " AMORPH_GRAPH " " + arguments + " >.out 2>.err";
    const int status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, content(folder_ / ".out"), content(folder_ / ".err")};
  }
  // Files that no algorithm, or only some, can take.
  void write_unsuitable() const {
    write("bad.gr", "p sp 2 1\na 1 9 1\n");
    write("negative.gr", "p sp 2 1\na 1 2 -4\n");
    write("negative.el", "0 1 2\n0 2 -0.5\n");
    write("long.gr", "p sp 3 2\na 1 2 2000000000\na 2 3 2000000000\n");
    write("heavy.mtx", "%%MatrixMarket matrix coordinate integer general\n2 2 1\n2 1 2147483647\n");
    write("empty.el", "");
    write("sharp.graph", "# no METIS file\n1 2\n");
    write("same.max", "p max 2 0\nn 1 s\nn 1 t\n");
    write("negative.max", "p max 2 2\nn 1 s\nn 2 t\na 2 1 0\na 1 2 -4\n");
    write("real.max", "p max 2 1\nn 1 s\nn 2 t\na 1 2 1.5\n");
    write("real.el", "0 1 0.25\n");
    write("vast.max", "p max 2 1\nn 1 s\nn 2 t\na 1 2 9223372036854775808\n");
    write("integer.mtx", "%%MatrixMarket matrix coordinate integer general\n2 2 1\n2 1 1.5\n");
    write("far.gr", "c" + std::string(400000, ' ') + "\np sp 20000001 1\na 20000001 1 5\n");
    for (const char* name : {"negative", "real"})
      ASSERT_EQ(run("convert " + std::string(name) + (name[0] == 'n' ? ".gr" : ".el") + " -o " + name + ".amg").code,
                0);
  }
  // Commands, and the one line that each ends with.
  void refuses(const std::vector<std::pair<std::string, std::string>>& wrong) const {
    write_unsuitable();
    for (const auto& [arguments, message] : wrong) {
      const ending e = run(arguments);
      EXPECT_EQ(e.code, 1) << arguments;
      EXPECT_EQ(e.errors, "amorph-graph: " + message + "\n");
      EXPECT_EQ(e.output, "");
      EXPECT_FALSE(fs::exists(folder_ / "out"));
    }
  }
  fs::path folder_;
};

TEST_F(graph_command, answers) {
  const std::string on = " -b cpu -q -o -";
  EXPECT_EQ(run("bfs g.gr -s 1" + on).output, "c vertex, level, parent\ns bfs 3 1\nv 1 0 1\nv 2 1 1\nv 3 1 1\n");
  EXPECT_EQ(run("sssp g.gr -s 1" + on).output, "c vertex, distance, parent\ns sp 3 7\nd 1 0 1\nd 2 3 1\nd 3 4 2\n");
  EXPECT_EQ(run("mst g.gr" + on).output,
            "c an edge of the forest: its ends, its weight\ns mst 4 2 2\ne 1 2 3\ne 2 3 1\n");
  EXPECT_EQ(run("stcon g.gr -s 1 -T 3" + on).output, "c distance, or unreachable\ns stcon 1\n");
  EXPECT_EQ(run("stcon g.gr -s 1 -T 4" + on).output, "c distance, or unreachable\ns stcon unreachable\n");
  EXPECT_EQ(
      run("apsp g.gr --verify" + on).output,
      "c vertex, its distances to all vertices; - is unreachable\ns apsp 10 16\nr 1 0 3 4 -\nr 2 3 0 1 -\nr 3 4 1 0 -"
      "\nr 4 - - - 0\n");
  const std::string flow = "s 6\nf 1 2 1\nf 1 3 5\nf 2 3 1\nc t 3\n";
  EXPECT_EQ(run("maxflow g.gr -s 1 -T 3 --verify" + on).output.substr(91), flow);
  write("g.max", "p max 4 3\nn 1 s\nn 3 t\na 1 2 3\na 2 3 1\na 1 3 5\n");
  EXPECT_EQ(run("maxflow g.max --verify" + on).output.substr(91), flow);
  EXPECT_EQ(run("maxflow - -f dimacs" + on + " < g.max").output.substr(91), flow);
  EXPECT_EQ(run("maxflow g.max -s max-degree -T 2" + on).output.substr(91, 4), "s 3\n");  // vertex 1
  EXPECT_EQ(run("maxflow g.max -s 3 -T 1" + on).output.substr(91), "s 0\nc t 1\n");
  EXPECT_EQ(run("maxflow g.max -s 3 -T 1 --undirected --verify" + on).output.substr(91, 4), "s 6\n");
  EXPECT_EQ(run("bfs g.gr -s max-degree,4" + on).output.substr(24, 9), "s bfs 4 1");
  EXPECT_EQ(run("stcon g.gr -s 1 -T 3 -S coloured" + on).output, "c distance, or unreachable\ns stcon 1\n");
  EXPECT_EQ(run("maxflow g.gr -s 1 -T 3 --pushes 2 -b cpu -q -j -").output.find("\"strategy\": \"highest"),
            std::string::npos);
  EXPECT_EQ(run("bfs g.gr -s 2,4" + on).output.substr(24), "s bfs 4 1\nv 1 1 2\nv 2 0 2\nv 3 1 2\nv 4 0 4\n");
  const ending json = run("sssp g.gr -s 1 -b cpu -t 1 -r 3 --verify -q --json -");
  for (const char* field :
       {"\"problem\": \"sssp\"", "\"vertices\": 4", "\"edges\": 3", "\"strategy\": \"near-far\"",
        "\"backend\": \"cpu\"", "\"reached\": 3", "\"sum_distance\": 7", "\"ms\": ", "\"verified\": true"})
    EXPECT_NE(json.output.find(field), std::string::npos) << field << " in " << json.output;
  const std::string searches = run("bfs g.gr -s 1 -b cpu -t 2 -S worklist --verify -q --json -").output +
                               run("stcon g.gr -s 1 -T 3 -b cpu -q --json -").output +
                               run("mst g.gr -b cpu -q --json -").output;
  for (const char* field :
       {"\"problem\": \"bfs\"", "\"reached\": 3", "\"depth\": 1", "\"strategy\": \"worklist\"", "\"threads\": 2",
        "\"problem\": \"stcon\"", "\"connected\": true", "\"distance\": 1", "\"visited\": ", "\"problem\": \"mst\"",
        "\"weight\": 4", "\"edges\": 2", "\"components\": 2", "\"arcs\": 6"})
    EXPECT_NE(searches.find(field), std::string::npos) << field << " in " << searches;
  const std::string figures =
      run("maxflow g.max -b cpu -q --json -").output + run("apsp g.gr -b cpu -q --json -").output;
  for (const char* field :
       {"\"problem\": \"maxflow\"", "\"flow\": 6", "\"cut\": 6", "\"cut_arcs\": 2", "\"strategy\": \"trees\"",
        "\"threads\": 1", "\"problem\": \"apsp\"", "\"sum_distance\": 16", "\"pairs\": 10", "\"largest_distance\": 4"})
    EXPECT_NE(figures.find(field), std::string::npos) << field << " in " << figures;
  ASSERT_EQ(run("convert g.gr -o g.amg").code, 0);
  EXPECT_EQ(run("sssp g.amg -s 1" + on).output, run("sssp g.gr -s 1" + on).output);
  EXPECT_EQ(run("sssp - -s 1" + on + " < g.amg").output, run("sssp g.gr -s 1" + on).output);
  write("empty.el", "");
  for (const char* problem : {"bfs", "sssp", "mst"})
    EXPECT_EQ(run(std::string(problem) + " empty.el --verify -b cpu").code, 0);
}

TEST_F(graph_command, converts_weights_of_vertices) {
  const std::string text = "3 2 111 2\n1 1 2 2 5\n4 3 4 1 5 3 7\n0 5 6 2 7\n";
  write("w.graph", text);
  EXPECT_EQ(run("convert w.graph -o w2.graph").errors, "");
  EXPECT_EQ(content(folder_ / "w2.graph"), text);
  EXPECT_EQ(run("convert w.graph -o w.gr").errors,
            "amorph-graph: w.gr: weights and sizes of vertices are not written; a name in .graph keeps them\n");
}

TEST_F(graph_command, refuses_files_in_one_line) {
  refuses({
      {"bfs sharp.graph",
       "sharp.graph: the name is one of METIS's graphs, but '#' begins SNAP's edge lists; rename it, or use "
       "amorph-graph's --format"},
      {"bfs none.gr", "none.gr: cannot read: No such file or directory"},
      {"bfs bad.gr -o out", "bad.gr:2: expected a vertex (1 .. 2), found '9'"},
      {"sssp negative.gr -s 1 -o out", "negative.gr:2: expected a weight of 0 or more, found '-4'"},
      {"maxflow g.gr", "g.gr: expected --target with maxflow, or a file that names a source and a sink"},
      {"maxflow negative.gr -s 1 -T 2 -o out", "negative.gr:2: expected a weight of 0 or more, found '-4'"},
      {"maxflow negative.max -o out", "negative.max:5: expected a capacity of 0 or more, found '-4'"},
      {"maxflow real.max -o out", "real.max:4: expected a capacity, an integer, found '1.5'"},
      {"apsp real.el -o out", "real.el:1: expected a weight, an integer, found '0.25'"},
      {"mst vast.max -o out",
       "vast.max:4: expected a capacity (an integer -9223372036854775808 .. 9223372036854775807, or a number "
       "with a point or an exponent), found '9223372036854775808'"},
      {"maxflow vast.max -o out",
       "vast.max:4: expected a capacity (0 .. 9223372036854775807), found '9223372036854775808'"},
      {"sssp negative.amg -o out", "negative.amg: the arc from vertex 1 to vertex 2 has the negative weight -4"},
      {"maxflow negative.amg -s 1 -T 2 -o out",
       "negative.amg: the arc from vertex 1 to vertex 2 has the negative capacity -4"},
      {"apsp real.amg -o out", "real.amg: expected integers, found a weight that is a float"},
      {"mst integer.mtx", "integer.mtx:3: expected a value, an integer, as the first line says, found '1.5'"},
      {"maxflow same.max", "same.max:4: the source and the sink are the same vertex"},
      {"apsp negative.gr -o out", "negative.gr:2: expected a weight of 0 or more, found '-4'"},
      {"sssp negative.el -o out", "negative.el:2: expected a weight of 0 or more, found '-0.5'"},
      {"apsp long.gr -o out", "long.gr: a distance exceeds 2147483646"},
      {"apsp heavy.mtx -o out", "heavy.mtx: a distance exceeds 2147483646"},
      {"stcon empty.el -s 0 -T 0", "empty.el: expected a graph with vertices"},
  });
}

TEST_F(graph_command, refuses_options_in_one_line) {
  refuses({
      {"", "expected " + known() + " or convert, and a graph; --help shows the usage"},
      {"dfs g.gr", "expected " + known() + " or convert, found 'dfs'"},
      {"bfs", "expected a graph after bfs"},
      {"bfs g.gr h.gr", "unexpected argument 'h.gr': one graph is read at a time"},
      {"bfs g.gr -s 5 -o out", "option '--source': expected a vertex (1 .. 4), found '5'"},
      {"bfs g.gr -s 1,x", "option '--source': expected a vertex or max-degree, found 'x'"},
      {"bfs g.gr -s ''", "option '--source': expected a value that is not empty, found ''"},
      {"bfs g.gr -S fast",
       "option '--strategy': expected one of auto, mask, compacted, worklist, local-queues, prefix-sum, "
       "scatter-gather, donation, children, duplicates, unique, split, direction, "
       "persistent, found 'fast'"},
      {"sssp g.gr --window -1", "option '--window': expected a number above 0, found '-1'"},
      {"stcon g.gr -s 1", "expected --target with stcon"},
      {"stcon g.gr -s 1,2 -T 3", "expected one source for stcon, found 2"},
      {"mst g.gr -T 3", "--target is for " + known_with([](graph::ends e) {
                          return e == graph::ends::pair || e == graph::ends::network;
                        }) + " only"},
      {"bfs g.gr --undirected", "--undirected is for maxflow only"},
      {"maxflow g.gr -s 1", "expected --target with --source for maxflow"},
      {"maxflow g.gr -s 3 -T 3", "expected a source and a sink that differ, found 3 for both"},
      {"maxflow g.gr -s 3 -T 1 -S fast -o out",
       "option '--strategy': expected one of auto, pulse, mask, highest, trees, found 'fast'"},
      {"mst g.gr -s 99",
       "--source is for " + known_with([](graph::ends e) { return e != graph::ends::none; }) + " only"},
      {"apsp g.gr -s 5",
       "--source is for " + known_with([](graph::ends e) { return e != graph::ends::none; }) + " only"},
      {"bfs g.gr -o ''", "option '--output': expected a value that is not empty, found ''"},
      {"bfs g.gr --json ''", "option '--json': expected a value that is not empty, found ''"},
      {"bfs g.gr --pushes 1", "--pushes is for maxflow only"},
      {"mst g.gr --relabels 0", "--relabels is for maxflow only"},
      {"bfs g.gr -S ''", "option '--strategy': expected a value that is not empty, found ''"},
      {"mst g.gr -s max-degree",
       "--source is for " + known_with([](graph::ends e) { return e != graph::ends::none; }) + " only"},
      {"bfs empty.el -s 0", "option '--source': expected a graph with vertices, found '0'"},
  });
}

// Options are checked before the file is read.
TEST_F(graph_command, refuses_options_early) {
  refuses({
      {"bfs none.gr -S fast -s x", "option '--source': expected a vertex or max-degree, found 'x'"},
      {"sssp none.gr -S fast",
       "option '--strategy': expected one of auto, mask, topology, worklist, prefix-sum, donation, children, split, "
       "near-far, persistent, found 'fast'"},
      {"sssp bad.gr --window x", "option '--window': expected a number above 0, found 'x'"},
      {"sssp bad.gr --window 5 -S mask", "--window is for the strategies near-far and persistent"},
      {"stcon bad.gr -s 1 -T x", "option '--target': expected a vertex, found 'x'"},
      {"stcon bad.gr -s 1 -T 2 -S mask", "option '--strategy': expected one of auto, coloured, found 'mask'"},
      {"maxflow bad.gr -s 1,2 -T x", "expected one source for maxflow, found 2"},
      {"maxflow bad.gr -s 1 -T 2 -S highest --pushes 4", "--pushes is for the strategies pulse and mask"},
      {"maxflow bad.gr -s 1 -T 2 -S highest --pushes 1", "--pushes is for the strategies pulse and mask"},
      {"maxflow bad.gr -s 1 -T 2 -S highest --relabels 0", "--relabels is for the strategies pulse and mask"},
  });
}

TEST_F(graph_command, refuses_conversions_in_one_line) {
  refuses({
      {"convert g.gr -o out -S bogus",
       "convert does not take --strategy, --backend, --device, --memory-limit, --verify and --repeat"},
      {"convert g.gr -o out --memory-limit 1G",
       "convert does not take --strategy, --backend, --device, --memory-limit, --verify and --repeat"},
      {"convert g.gr -o out --verify",
       "convert does not take --strategy, --backend, --device, --memory-limit, --verify and --repeat"},
      {"convert g.gr", "expected --output with convert"},
      {"convert g.gr -o out.max",
       "out.max: cannot write: a .max file needs a source and a sink, and the graph has none"},
      {"convert same.max -o out.gr", "same.max:4: the source and the sink are the same vertex"},
      {"convert negative.gr -o out.graph",
       "out.graph: cannot write: METIS's format requires each arc in both directions; --both-ways adds the missing "
       "reverse arcs"},
      {"convert g.gr -o out -S auto",
       "convert does not take --strategy, --backend, --device, --memory-limit, --verify and --repeat"},
      {"convert g.gr -o out -r 1",
       "convert does not take --strategy, --backend, --device, --memory-limit, --verify and --repeat"},
      {"convert g.gr -o out -b auto",
       "convert does not take --strategy, --backend, --device, --memory-limit, --verify and --repeat"},
      {"convert g.gr -o out --memory-limit 0",
       "convert does not take --strategy, --backend, --device, --memory-limit, --verify and --repeat"},
      {"convert g.gr -o out.gr.xz",
       "out.gr.xz: cannot write: xz output is not supported; use a name in .gz for compressed output"},
      {"convert far.gr -o out.txt",
       "out.txt: cannot write: a text file of 30 bytes with 20000001 vertices could not be read back (at most "
       "16777216); use a name in .amg"},
  });
}

TEST_F(graph_command, refuses_outputs_in_one_line) {
  fs::create_symlink("circle", folder_ / "circle");
  fs::create_symlink("later", folder_ / "ahead");
  refuses({
      {"bfs g.gr -o out -j ./out", "./out: cannot write: two outputs have this name"},
      {"bfs g.gr -o - -j /dev/stdout", "/dev/stdout: cannot write: two outputs have this name"},
      {"bfs g.gr -b cpu -o out --json /dev/full", "/dev/full: cannot write: No space left on device"},
      {"bfs g.gr -o circle", "circle: cannot write: Too many levels of symbolic links"},
      {"bfs g.gr -o ahead -j later", "later: cannot write: two outputs have this name"},
      {"bfs g.gr -j later -o ahead", "later: cannot write: two outputs have this name"},
      {"bfs g.gr -o none/x", "none/x: cannot write: No such file or directory"},
  });
}

TEST_F(graph_command, refuses_without_memory_or_device) {
  const ending memory = run("bfs g.gr -b cpu --memory-limit 10");
  EXPECT_EQ(memory.code, 3);
  EXPECT_NE(memory.errors.find("limit of 10 bytes\n"), std::string::npos) << memory.errors;
  const ending absent = run("bfs none.gr -b cuda 2>.err; AMORPH_CUDA_MODULE=none " AMORPH_GRAPH " bfs none.gr -b cuda");
  EXPECT_EQ(absent.code, 2);
  EXPECT_EQ(absent.errors, "amorph-graph: backend cuda: no CUDA module at none ($AMORPH_CUDA_MODULE)\n");
}

// A network is known by its content; arcs go both ways by one rule, whatever the format; loops are edges.
TEST_F(graph_command, one_rule_for_all_formats) {
  const std::string on = " -b cpu -q -o - --both-ways", text = "p sp 3 3\na 1 2 3\na 2 1 3\na 2 3 4\n";
  write("one.gr", text);
  write("one.mtx", "%%MatrixMarket matrix coordinate integer general\n3 3 3\n1 2 3\n2 1 3\n2 3 4\n");
  ASSERT_EQ(run("convert one.gr -o one.amg").code, 0);
  ASSERT_EQ(run("convert one.gr --both-ways -o both.amg").code, 0);
  const std::string answer = "c vertex, distance, parent\ns sp 3 11\nd 1 7 2\nd 2 4 3\nd 3 0 3\n";
  for (const char* name : {"one.gr", "one.mtx", "one.amg", "both.amg"})
    EXPECT_EQ(run("sssp -s 3 " + std::string(name) + on).output, answer) << name;
  EXPECT_EQ(run("sssp -s 3 both.amg -b cpu -q -o -").output, answer);
  EXPECT_NE(run("sssp both.amg -b cpu -q --json -").output.find("\"arcs\": 4"), std::string::npos);
  const std::string network = "p max 3 2\nn 1 s\nn 3 t\na 2 1 3\na 2 3 4\n";
  write("network", network);
  EXPECT_EQ(run("maxflow network -b cpu -q -o -").output.substr(91, 4), "s 0\n");
  EXPECT_EQ(run("maxflow network" + on).output.substr(91, 4), "s 3\n");
  EXPECT_EQ(run("maxflow - -b cpu -q -o - < network").output.substr(91, 4), "s 0\n");
  EXPECT_EQ(run("bfs network -s 2 -b cpu -q -o -").output, run("bfs - -f dimacs -s 2 -b cpu -q -o - < network").output);
  EXPECT_NE(run("bfs network -s 2 -b cpu -q -o -").output.find("s bfs 3 1\n"), std::string::npos);
  write("loops.gr", "p sp 3 4\na 1 2 3\na 2 1 3\na 3 3 4\na 1 1 1\n");
  EXPECT_NE(run("bfs loops.gr -b cpu -q --json -").output.find("\"edges\": 3"), std::string::npos);
}

TEST_F(graph_command, says_how_much_is_verified) {
  std::string list;
  for (int i = 0; i != 19; ++i) list += std::to_string(i) + " " + std::to_string(i + 1) + "\n";
  write("path.el", list);
  EXPECT_NE(run("apsp path.el -b cpu --verify").output.find(", verified in 16 of 20 rows\n"), std::string::npos);
  EXPECT_NE(run("apsp g.gr -b cpu --verify").output.find(", verified\n"), std::string::npos);
  EXPECT_NE(run("apsp path.el -b cpu --verify -q -j -").output.find("\"verified_rows\": 16"), std::string::npos);
}

// Other formats, and what one of them cannot hold.
TEST_F(graph_command, converts) {
  const std::string network = "p max 3 2\nn 3 s\nn 1 t\na 2 1 4\na 3 2 4\n";
  write("n.max", network);
  ASSERT_EQ(run("convert n.max -o n.amg").errors, "");
  ASSERT_EQ(run("convert n.amg -o back.max").errors, "");
  EXPECT_EQ(content(folder_ / "back.max"), network);
  EXPECT_EQ(run("maxflow n.amg -b cpu -q -o -").output.substr(91), "s 4\nf 2 1 4\nf 3 2 4\nc t 1\n");
  const ending lossy = run("convert n.max -o n.mtx");
  EXPECT_EQ(lossy.code, 0);
  EXPECT_EQ(lossy.errors,
            "amorph-graph: n.mtx: source and sink are not written; use a name in .max or .amg to keep them\n");
  EXPECT_EQ(content(folder_ / "n.mtx"), "%%MatrixMarket matrix coordinate integer general\n3 3 2\n2 1 4\n3 2 4\n");
  ASSERT_EQ(run("convert n.mtx --both-ways -o n.graph").code, 0);
  EXPECT_EQ(content(folder_ / "n.graph"), "3 2 001\n2 4\n1 4 3 4\n2 4\n");
}

TEST_F(graph_command, counts_in_words) {
  write("one.gr", "p sp 1 0\n");
  EXPECT_TRUE(run("mst one.gr -b cpu -t 1").output.starts_with("mst, 1 vertex, 0 arcs: weight 0, 0 edges, 1 tree, "));
  EXPECT_TRUE(run("apsp one.gr -b cpu").output.starts_with("apsp, 1 vertex, 0 arcs: 1 pair, sum of distances 0, "));
}

// Conflicts of transactions depend on timing; the forest is the same, and the figures agree.
TEST_F(graph_command, transactions_add_up) {
  std::string text = "p sp 400 2394\n";
  for (int v = 1; v != 400; ++v)
    for (const int u : {v + 1, v % 20 + 1, v * 7 % 400 + 1})
      text += "a " + std::to_string(v) + " " + std::to_string(u) + " " + std::to_string(v * 31 % 97 + u % 7) + "\na " +
              std::to_string(u) + " " + std::to_string(v) + " " + std::to_string(v * 31 % 97 + u % 7) + "\n";
  write("many.gr", text);
  const auto number = [](const std::string& json, const std::string& field) {
    const std::string key = "\"" + field + "\": ";
    const std::size_t at = json.find(key);
    EXPECT_NE(at, std::string::npos) << field << " in " << json;
    return at == std::string::npos ? -1.0 : std::stod(json.substr(at + key.size()));
  };
  const std::string expected = run("mst many.gr -b cpu -q -S edges --json -").output;
  ASSERT_GT(number(expected, "weight"), 0);
  for (const char* how : {"stm", "stm-priority", "stm-pessimistic", "stm-block"}) {
    SCOPED_TRACE(how);
    const ending ran = run(std::string("mst many.gr -b cpu -t 4 -q --verify --json - -S ") + how);
    ASSERT_EQ(ran.code, 0) << ran.errors;
    const std::string& json = ran.output;
    EXPECT_EQ(number(json, "weight"), number(expected, "weight"));
    EXPECT_EQ(number(json, "commits"), number(expected, "edges"));
    EXPECT_EQ(number(json, "transaction_items"), 2 * number(json, "commits"));
    EXPECT_EQ(number(json, "max_transaction_items"), 2);
    EXPECT_EQ(number(json, "no_ops"), 0);
    EXPECT_EQ(number(json, "nested_aborts"), 0);
    double aborts = 0;
    for (const char* cause : {"priority", "lock", "change", "capacity", "request"})
      aborts += number(json, std::string("aborts_by_") + cause);
    EXPECT_EQ(number(json, "aborts"), aborts);
    EXPECT_NEAR(number(json, "abort_rate"), aborts / (aborts + number(json, "commits")), 1e-6);
    EXPECT_EQ(number(json, "aborts_by_capacity"), 0);
    EXPECT_GE(number(json, "transaction_rounds"), 1);
    EXPECT_LE(number(json, "transactions_alone"), number(json, "transaction_rounds"));
  }
}

// As those that say another number.
TEST_F(graph_command, steps_choose_the_strategy) {
  for (const char* steps : {"--pushes 1", "--relabels 0", "--pushes 3", "--relabels 2"})
    EXPECT_NE(run(std::string("maxflow g.gr -s 1 -T 3 -b cpu -q -j - ") + steps).output.find("\"strategy\": \"pulse\""),
              std::string::npos)
        << steps;
}

// Lengths that no distance can have are in nobody's way.
TEST_F(graph_command, long_arcs) {
  write("long.gr", "p sp 3 4\na 1 2 9223372036854775807\na 1 3 1\na 3 2 1\na 2 2 2147483647\n");
  EXPECT_EQ(run("apsp long.gr -b cpu --verify -q -o -").output.substr(58),
            "s apsp 6 4\nr 1 0 2 1\nr 2 - 0 -\nr 3 - 1 0\n");
}

// A link that leads to nothing yet stays one, and leads to what was written then.
TEST_F(graph_command, writes_where_links_lead) {
  fs::create_directory(folder_ / "there");
  fs::create_symlink("there/second", folder_ / "first");
  fs::create_symlink("../answer", folder_ / "there" / "second");
  fs::create_symlink(folder_ / "answer", folder_ / "absolute");
  for (const char* name : {"first", "absolute"}) {
    ASSERT_EQ(run("bfs g.gr -s 1 -b cpu -q -o " + std::string(name)).code, 0);
    EXPECT_TRUE(fs::is_symlink(folder_ / name) && fs::is_symlink(folder_ / "there" / "second"));
    EXPECT_TRUE(fs::is_regular_file(fs::symlink_status(folder_ / "answer")));
    EXPECT_EQ(content(folder_ / "answer"), "c vertex, level, parent\ns bfs 3 1\nv 1 0 1\nv 2 1 1\nv 3 1 1\n");
    fs::remove(folder_ / "answer");
  }
}

// No output stands in the place of the graph, however it is called.
TEST_F(graph_command, keeps_its_input) {
  const std::string graph = content(folder_ / "g.gr");
  fs::create_symlink("g.gr", folder_ / "symbolic");
  fs::create_hard_link(folder_ / "g.gr", folder_ / "hard");
  for (const char* name : {"g.gr", "./g.gr", "symbolic", "hard"})
    for (const char* words :
         {"bfs g.gr -o ", "bfs g.gr --json ", "bfs - -f dimacs < g.gr -o ", "bfs symbolic -f dimacs -o "}) {
      const ending e = run(std::string(words) + name);
      EXPECT_EQ(e.code, 1);
      EXPECT_EQ(e.errors, "amorph-graph: " + std::string(name) + ": cannot write: it is an input\n") << words;
      EXPECT_EQ(content(folder_ / "g.gr"), graph);
    }
  ASSERT_EQ(run("convert g.gr -o g.amg").code, 0);
  EXPECT_EQ(run("convert g.amg -o ./g.amg").errors, "amorph-graph: ./g.amg: cannot write: it is an input\n");
}

TEST_F(graph_command, leaves_no_answer_without_its_report) {
  const std::string command =
      "cd " + folder_.string() + " && " AMORPH_GRAPH " bfs g.gr -b cpu -o out >/dev/full 2>.err";
  const int how = std::system(command.c_str());
  EXPECT_TRUE(WIFEXITED(how) && WEXITSTATUS(how) == 1);
  EXPECT_EQ(content(folder_ / ".err"), "amorph-graph: standard output: cannot write: No space left on device\n");
  EXPECT_FALSE(fs::exists(folder_ / "out"));
}

// Whatever it is called: people are told on stderr when the standard output carries the answer.
TEST_F(graph_command, standard_output_by_its_descriptor) {
  const ending e = run("bfs g.gr -b cpu -o /dev/fd/1 2>.err | cat");
  EXPECT_EQ(e.output.find("vertices"), std::string::npos);
  EXPECT_NE(e.output.find("s bfs"), std::string::npos);
}

// A reader that has gone: nothing is left.
// What is read of a pipe before the graph would be missing.
TEST_F(graph_command, reads_pipes_whole) {
  const std::string pipe = folder_ / "pipe";
  ASSERT_EQ(std::system(("mkfifo " + pipe + " && (cat " + std::string(folder_ / "g.gr") + " >" + pipe + " &)").c_str()),
            0);
  const ending piped = run("mst pipe --format=dimacs -q -o -");
  EXPECT_EQ(piped.code, 0) << piped.errors;
  EXPECT_EQ(piped.output, run("mst g.gr -q -o -").output);
}

TEST_F(graph_command, closed_pipe) {
  std::string list;
  for (int i = 0; i != 600; ++i) list += std::to_string(i) + " " + std::to_string(i + 1) + "\n";
  write("path.el", list);
  fs::remove(folder_ / "g.gr");
  EXPECT_EQ(run("apsp path.el -b cpu -q -o - --json out 2>/dev/null | head -c 100").code, 0);
  for (const auto& entry : fs::directory_iterator(folder_)) {
    const std::string name = entry.path().filename();
    EXPECT_TRUE(name == "path.el" || name == ".out" || name == ".err") << name;
  }
}

// Ended while it waits for its input, it leaves nothing.
TEST_F(graph_command, interrupted) {
#ifdef __SANITIZE_THREAD__
  GTEST_SKIP() << "ThreadSanitizer puts signals off";
#endif
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  fs::remove(folder_ / "g.gr");
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    dup2(ends[0], 0);
    close(ends[1]);
    if (chdir(folder_.c_str()) == 0 && freopen("/dev/null", "w", stderr) != nullptr)
      execl(AMORPH_GRAPH, AMORPH_GRAPH, "convert", "-", "--format", "edges", "-o", "g.amg", nullptr);
    _exit(99);
  }
  close(ends[0]);
  const std::string line = "0 1\n";
  // More than a pipe holds: when all is written, the command reads, and its handlers stand.
  for (int i = 0; i != 50000; ++i) ASSERT_EQ(::write(ends[1], line.data(), line.size()), 4);
  kill(child, SIGINT);
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  close(ends[1]);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 130);
  EXPECT_TRUE(fs::is_empty(folder_));
}

}  // namespace
}  // namespace amorph::test
