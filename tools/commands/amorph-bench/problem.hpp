// The problems that can be measured, each with its strategies. Graph algorithms come from their descriptors
// (problems.cpp); the others are rows of other_problems.cpp with a function that solves a case.
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
#include "solver/run/figure.hpp"
#include "solver/run/options.hpp"
#include "solver/run/statistics.hpp"
#include "solver/sat/formula/formula.hpp"
#include "tools/formats/arc_file.hpp"

namespace amorph::bench {

// `road:526x526`, `rmat:20:16`, `road:526x526@64` (terminals joined), `points:1000` (a mesh), `ksat:1000:3:4.2` (a
// formula: variables, length, ratio), or the name of a file.
struct input_name {
  std::string shown, family;  // `family` is empty for a file
  std::vector<std::string> arguments;
  std::uint32_t terminals = 0;
};
// Throws error(bad_input) for arguments that are not numbers, or of the wrong count for the family.
[[nodiscard]] input_name parse_input(const std::string& word);

struct input {
  input_name name;
  enum class kind : std::uint8_t { graph, dump, mesh, formula };
  kind what = kind::graph;
  arc_file::flow_network network;  // one of these four
  andersen::problem constraints;
  mesh::triangulation triangulation;
  sat::formula formula;
  std::vector<std::uint32_t> sources;  // the vertex of maximum degree, then random ones; distinct
  std::uint32_t target = 0;            // another than the first, random

  [[nodiscard]] const weighted_graph& graph() const { return network.graph; }
  // Vertices and arcs; variables and constraints; points and triangles; variables and clauses.
  [[nodiscard]] std::uint64_t vertices() const;
  [[nodiscard]] std::uint64_t arcs() const;
};
struct machine {
  amorph::backend backend = amorph::backend::automatic;
  unsigned threads = 0;
};

struct setting {
  unsigned repeat = 3;
  std::uint64_t seed = 1, memory_limit = 0, sources = 1, parts = 64, weights = 255;
  int device = 0;
  double slow_ms = 0;  // longer cases are not repeated; 0: all are
  bool verify = false, profile = false;
};

// Generates or reads it. Families without weights get random ones from 1 to `weights`; none if that is 0.
[[nodiscard]] input load(const input_name& name, const setting& settings, unsigned threads);

struct measurement {
  run_statistics run;                  // backend and strategy, and the time of each repetition
  double work = 0;                     // of one solution, counted in `unit`; 0: not customary
  const char* unit = "";               // "arcs", "edges", "sums", "triangles"
  std::vector<figure> figures;         // of the answer
  std::vector<std::uint64_t> profile;  // bfs: vertices per level
};

// The answer is wrong, as opposed to other errors of a solver.
class wrong_answer : public error {
 public:
  explicit wrong_answer(const std::string& why) : error(status::internal, "verification failed: " + why) {}
};

// One case, solved settings.repeat times. Throws the solver's exceptions, and with settings.verify wrong_answer.
using solve_function = std::function<measurement(const input& in, const std::string& strategy, const machine& on,
                                                 const setting& settings)>;

// Another implementation of the same problem. Runs on one CPU thread.
struct peer {
  std::string name;
  solve_function solve;
};

struct problem {
  std::string name, help;
  std::vector<std::string> strategies;
  solve_function solve;
  std::string (*unfit)(const input& in) = nullptr;  // why an input does not fit this problem; empty: it does
  std::uint32_t max_vertices = 0;                   // larger inputs only if the problem is named; 0: all
  std::vector<peer> peers = {};

  [[nodiscard]] std::vector<std::string> all_strategies() const;  // peers' names last
};
[[nodiscard]] std::vector<problem> standard_problems();

// For problems: the run options of a case, solved once or settings.repeat times; throws wrong_answer for a fault, if
// settings.verify.
[[nodiscard]] run_options run_once(const machine& on, const setting& settings);
[[nodiscard]] run_options run_repeatedly(const machine& on, const setting& settings);
void verify(const setting& settings, const std::function<std::string()>& fault);

}  // namespace amorph::bench
