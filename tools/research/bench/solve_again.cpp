// amorph-solve-again FILE.dump|FILE.cnf|FILE.node BACKEND RUNS
//
// Solves the input RUNS times in a context, and RUNS times with the input resident in it, in turn: prints the median
// times, and ends with 1 if an answer differs. Constraints are solved, formulas searched by survey propagation and
// local search, points triangulated and refined to 25 degrees.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/base/stopwatch.hpp"
#include "solver/andersen/resident_problem.hpp"
#include "solver/mesh/refine/resident_mesh.hpp"
#include "solver/mesh/triangulate/triangulate.hpp"
#include "solver/sat/resident_formula.hpp"
#include "tools/formats/cnf_file.hpp"
#include "tools/formats/constraint_file.hpp"
#include "tools/formats/mesh_file.hpp"

namespace {

using namespace amorph;

double median(std::vector<double> ms) {
  std::nth_element(ms.begin(), ms.begin() + static_cast<std::ptrdiff_t>(ms.size() / 2), ms.end());
  return ms[ms.size() / 2];
}

// Both return a fingerprint of the answer.
template <class Anew, class Again> int alternate(unsigned runs, Anew anew, Again again) {
  std::vector<double> ms[2];
  const auto expected = anew();  // warm
  bool same = again() == expected;
  stopwatch time;
  for (unsigned i = 0; i != runs; ++i) {
    same = anew() == expected && same;
    ms[0].push_back(time.lap());
    same = again() == expected && same;
    ms[1].push_back(time.lap());
  }
  std::printf("%u runs each: %.2f ms, resident %.2f ms; answers %s\n", runs, median(ms[0]), median(ms[1]),
              same ? "equal" : "DIFFER");
  return same ? 0 : 1;
}

void require(status code, const std::string& message) {
  if (code != status::ok) throw error(code, message);
}

int solve_constraints(const std::string& path, context& kept, unsigned runs) {
  constraint_file::content file;
  std::string message;
  require(constraint_file::read(path, file, message), message);
  const andersen::resident_problem resident(kept, file.problem);
  const auto solve = [&](const auto& problem) {
    andersen::options o;
    o.run = kept.run();
    andersen::solution found;
    std::string why;
    require(andersen::solve(problem, o, found, why), why);
    return std::pair(found.stats.facts, found.stats.distinct_sets);
  };
  return alternate(runs, [&] { return solve(file.problem); }, [&] { return solve(resident); });
}

int search_formula(const std::string& path, context& kept, unsigned runs) {
  sat::formula f;
  std::string message;
  require(cnf_file::read(path, f, message), message);
  const sat::resident_formula resident(kept, f);
  const auto search = [&](const auto& formula) {
    sat::satisfy_options o;
    o.run = kept.run();
    o.method = sat::method::survey;
    return sat::satisfy(formula, o).model;
  };
  return alternate(runs, [&] { return search(f); }, [&] { return search(resident); });
}

int refine_points(const std::string& path, context& kept, unsigned runs) {
  mesh_file::vertex_list file;
  std::string message;
  require(mesh_file::read_nodes(path, file, message), message);
  std::vector<mesh::point> points(file.coordinate.size() / 2);
  std::memcpy(points.data(), file.coordinate.data(), file.coordinate.size() * sizeof(double));
  mesh::planar_graph domain;
  domain.points = points;
  const mesh::triangulation m = mesh::triangulate(domain, {.run = {.threads = 1}, .carve = false}).mesh;
  const mesh::resident_mesh resident(kept, mesh::triangulation(m));
  const auto refine = [&](const auto& mesh) {
    mesh::refine_options o;
    o.run = kept.run();
    o.min_angle = 25;
    const mesh::refine_result r = mesh::refine(mesh, o);
    return std::pair(r.mesh.points.size(), r.mesh.corners);
  };
  return alternate(runs, [&] { return refine(m); }, [&] { return refine(resident); });
}

int measure(const std::string& path, backend on, unsigned runs) {
  run_options run;
  run.backend = on;
  context kept(run);
  if (path.find(".cnf") != std::string::npos) return search_formula(path, kept, runs);
  if (path.find(".node") != std::string::npos) return refine_points(path, kept, runs);
  return solve_constraints(path, kept, runs);
}

}  // namespace

int main(int argc, char** argv) {
  const auto on = argc == 4 ? parse_backend(argv[2]) : std::nullopt;
  const auto runs = argc == 4 ? static_cast<unsigned>(std::strtoul(argv[3], nullptr, 10)) : 0U;
  if (!on || runs == 0) {
    std::fputs("usage: amorph-solve-again FILE.dump|FILE.cnf|FILE.node auto|cpu|cuda RUNS\n", stderr);
    return 1;
  }
  try {
    return measure(argv[1], *on, runs);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "amorph-solve-again: %s\n", e.what());
    return 1;
  }
}
