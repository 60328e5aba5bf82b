// What can be measured: problems, each with its strategies. Graph algorithms come from their descriptors (problems.cpp), the
// others are rows of other_problems.cpp with a function that solves a case.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "amorph/kernels/backend/backend.hpp"
#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/graph/host_graph.hpp"
#include "amorph/kernels/graph/weighted_graph.hpp"
#include "solver/andersen/andersen.hpp"
#include "solver/mesh/mesh.hpp"
#include "solver/run/options.hpp"
#include "solver/run/statistics.hpp"
#include "solver/sat/formula/formula.hpp"
#include "tools/formats/arc_file.hpp"

namespace amorph::bench {

// `road:526x526`, `rmat:20:16`, `road:526x526@64` (terminals joined), `points:1000` (a mesh), `ksat:1000:3:4.2` (a formula:
// variables, length, ratio), or the name of a file.
struct input_name {
  std::string shown, family;  // `family` is empty for a file
  std::vector<std::string> arguments;
  std::uint32_t terminals = 0;
};
// Throws error(bad_input) for arguments that are no numbers, or not as many as the family takes.
[[nodiscard]] input_name parse_input(const std::string& word);

struct input {
  input_name name;
  enum class kind : std::uint8_t { graph, dump, mesh, formula };
  kind what = kind::graph;
  arc_file::flow_network network;          // one of these four
  host_array<std::int32_t> vertex_weight;  // of a graph in METIS's format, or empty
  std::uint32_t weights_each = 1;          // of these a vertex
  andersen::problem constraints;
  mesh::triangulation triangulation;
  sat::formula formula;
  std::uint32_t source = 0, target = 0;  // the vertex of most arcs; another, by chance

  [[nodiscard]] const weighted_graph& graph() const { return network.graph; }
  // Vertices and arcs; variables and constraints; points and triangles; variables and clauses.
  [[nodiscard]] std::uint64_t vertices() const;
  [[nodiscard]] std::uint64_t arcs() const;
};
// Makes or reads it. `most_weight`: random weights from 1 on where the family has none; 0 leaves it so.
[[nodiscard]] input load(const input_name& name, std::uint64_t seed, std::int32_t most_weight, unsigned threads);

struct machine {
  backend where = backend::automatic;
  unsigned threads = 0;
};

struct setting {
  unsigned repeat = 3;
  std::uint64_t seed = 1, memory_limit = 0, parts = 64, weights = 255;
  double slow_ms = 0;  // what takes longer is not repeated; 0: everything is
  bool verify = false, profile = false;
};

struct measurement {
  std::string strategy, device;  // that ran
  unsigned threads = 0;
  std::vector<double> ms;
  double load_ms = 0, finish_ms = 0;
  std::uint64_t peak_bytes = 0;
  double work = 0;        // of one solution, counted in `unit`; 0: no such count is customary
  const char* unit = "";  // "arcs", "edges", "sums", "triangles"
  std::vector<std::pair<std::string, std::string>> figures;  // of the answer, as JSON writes them
  std::vector<std::uint64_t> profile;                        // bfs: vertices a level
};

// The answer is wrong: told from what else a solver may throw.
class wrong_answer : public error {
 public:
  explicit wrong_answer(const std::string& why) : error(status::internal, "verification failed: " + why) {}
};

// One case. The measurement is of how.repeat solutions; what the solver refuses it throws; with how.verify a wrong answer
// is a wrong_answer.
using solve_function =
    std::function<measurement(const input& in, const std::string& strategy, const machine& on, const setting& how)>;

// Somebody else's implementation of the same problem. Runs on one thread of the CPU.
struct peer {
  std::string name;
  solve_function solve;
};

struct problem {
  std::string name, help;
  std::vector<std::string> strategies;
  solve_function solve;
  std::string (*unfit)(const input& in) = nullptr;  // why an input is not one for this problem; empty: it is
  std::uint32_t most_vertices = 0;                  // larger ones are measured where the problem is named; 0: all are
  std::vector<peer> peers = {};

  [[nodiscard]] std::vector<std::string> all_strategies() const;  // peers' names at the end
};
[[nodiscard]] std::vector<problem> standard_problems();

// For problems: run_options of a case; whether an answer is right.
[[nodiscard]] run_options how_to_run(const machine& on, const setting& how);
void judge(const setting& how, const std::function<std::string()>& fault);

}  // namespace amorph::bench
