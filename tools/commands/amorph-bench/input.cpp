// Inputs by name: families of generated graphs, and files.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <unordered_set>

#include "amorph/kernels/exec/cpu.hpp"
#include "amorph/kernels/graph/generate.hpp"
#include "amorph/kernels/random/random.hpp"
#include "solver/mesh/triangulate/triangulate.hpp"
#include "tools/commands/amorph-bench/problem.hpp"
#include "tools/formats/cnf_file.hpp"
#include "tools/formats/constraint_file.hpp"
#include "tools/formats/input_file.hpp"
#include "tools/formats/max_degree_vertex.hpp"
#include "tools/generators/graph_family.hpp"
#include "tools/generators/ksat.hpp"
#include "tools/terminal/outputs.hpp"
#include "tools/terminal/run_command.hpp"

namespace amorph::bench {
namespace {

bool is_number(const std::string& word) {
  double x = 0;
  const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), x);
  return code == std::errc() && end == word.data() + word.size();
}

// A constraint dump is recognised by its first word, unless the file name tells a graph format.
bool is_dump(const std::string& path) {
  constexpr std::string_view first_word = "amorph-constraints";
  if (arc_file::format_of(path) != nullptr) return false;
  std::string start, message;
  require(read_start(path, first_word.size(), start, message), message);
  return start == first_word;
}

// Random points in the unit square, as amorph-gen makes them, triangulated.
constexpr char points_family[] = "points";

mesh::triangulation random_mesh(const std::string& count, std::uint64_t seed) {
  std::uint32_t n = 0;
  const auto [end, code] = std::from_chars(count.data(), count.data() + count.size(), n);
  if (code != std::errc() || end != count.data() + count.size() || n > 100000000)
    refuse("expected a number of points (0 .. 100000000), found '" + count + "'");
  std::vector<mesh::point> points = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  const random_stream random(seed, 0);
  for (std::uint64_t i = 0; i != n; ++i) points.push_back({random.unit(2 * i), random.unit(2 * i + 1)});
  const std::vector<std::uint32_t> sides = {0, 1, 1, 2, 2, 3, 3, 0};
  mesh::planar_graph square;
  square.points = points;
  square.segments = sides;
  return mesh::triangulate(square).mesh;
}

// Random k-SAT; formulas in files are recognised by their names.
constexpr char ksat_family[] = "ksat";

bool is_formula(std::string_view path) {
  for (const std::string_view packed : {".gz", ".xz"})
    if (path.ends_with(packed)) path.remove_suffix(packed.size());
  return path.ends_with(".cnf");
}
sat::formula random_formula(const std::vector<std::string>& words, std::uint64_t seed, unsigned threads) {
  const auto number = [](const std::string& word, double low, double high) {
    double x = 0;
    std::from_chars(word.data(), word.data() + word.size(), x);
    if (!(x >= low) || !(x <= high))
      refuse("expected variables, the length of clauses and clauses per variable, as in ksat:10000:3:4.2, found '" +
             word + "'");
    return x;
  };
  cnf_file::ksat_shape shape;
  shape.k = static_cast<std::uint32_t>(number(words[1], 1, 32));
  shape.variables = static_cast<std::uint32_t>(number(words[0], shape.k, 1e9));
  shape.clauses = static_cast<std::uint64_t>(std::round(number(words[2], 0, 1000) * shape.variables));
  shape.seed = seed;
  cpu_exec exec(threads);
  return cnf_file::random_ksat(exec, shape);
}

// As many as there are, if fewer than `count`. O(count) expected if that is at most half of the vertices.
std::vector<std::uint32_t> sources_of(const weighted_graph& g, std::uint64_t count, std::uint64_t seed) {
  std::vector<std::uint32_t> sources{max_degree_vertex(g)};
  std::unordered_set<std::uint32_t> chosen{sources[0]};
  const random_stream random(seed, 18);
  for (std::uint64_t draw = 0; sources.size() < std::min<std::uint64_t>(count, g.vertices); ++draw)
    if (const auto v = static_cast<std::uint32_t>(random.below(draw, g.vertices)); chosen.insert(v).second)
      sources.push_back(v);
  return sources;
}

// Any vertex but the source; the source itself if there is no other.
std::uint32_t random_target(std::uint32_t vertices, std::uint32_t source, std::uint64_t seed) {
  if (vertices < 2) return source;
  const auto v = static_cast<std::uint32_t>(random_stream(seed, 17).below(0, vertices - std::uint64_t{1}));
  return v < source ? v : v + 1;
}

// Content read from a pipe to recognise the format would be lost.
void require_known_format(const std::string& path) {
  require_readable(path);
  std::error_code ignored;
  if (is_formula(path) || arc_file::format_of(path) != nullptr || std::filesystem::is_regular_file(path, ignored))
    return;
  refuse(path + ": cannot recognise the format of a file that is not regular; use a name in " + arc_file::endings());
}

}  // namespace

input_name parse_input(const std::string& word) {
  input_name n;
  n.shown = word;
  const std::size_t colon = word.find(':');
  if (colon != std::string::npos && word.substr(0, colon) == points_family) {
    n.family = points_family;
    n.arguments = {word.substr(colon + 1)};
    if (!is_number(n.arguments[0])) refuse("input '" + word + "': expected a number of points");
    return n;
  }
  if (colon != std::string::npos && word.substr(0, colon) == ksat_family) {
    n.family = ksat_family;
    for (std::size_t from = colon + 1, end = colon; end != word.size(); from = end + 1) {
      end = std::min(word.find(':', from), word.size());
      n.arguments.push_back(word.substr(from, end - from));
    }
    if (n.arguments.size() != 3 || !std::all_of(n.arguments.begin(), n.arguments.end(), is_number))
      refuse("input '" + word +
             "': expected variables, the length of clauses and clauses per variable, as in ksat:10000:3:4.2");
    return n;
  }
  if (colon == std::string::npos && is_formula(word)) return n;
  const graph_family::family* f = graph_family::find(word.substr(0, colon));
  if (f == nullptr || colon == std::string::npos) {
    if (word == "-") refuse("the standard input cannot be an input: expected the name of a file or of a family");
    return n;
  }
  n.family = f->name;
  std::string rest = word.substr(colon + 1);
  const auto refuse_input = [&](const std::string& why) { refuse("input '" + word + "': " + why); };
  if (const std::size_t at = rest.find('@'); at != std::string::npos) {
    const std::string count = rest.substr(at + 1);
    const auto [end, code] = std::from_chars(count.data(), count.data() + count.size(), n.terminals);
    if (code != std::errc() || end != count.data() + count.size() || n.terminals == 0 || n.terminals > 1000000)
      refuse_input("expected a number of terminals (1 .. 1000000) after '@', found '" + count + "'");
    if (f->network != nullptr) refuse_input("it has its own source and sink");
    rest.resize(at);
  }
  for (std::size_t from = 0; from <= rest.size();) {
    const std::size_t end = std::min(rest.find_first_of(":x", from), rest.size());
    n.arguments.push_back(rest.substr(from, end - from));
    if (!is_number(n.arguments.back())) refuse_input("expected a number, found '" + n.arguments.back() + "'");
    from = end + 1;
  }
  try {
    graph_family::check_arguments(*f, n.arguments);
  } catch (const error& e) {
    refuse_input(e.what());
  }
  return n;
}

std::uint64_t input::vertices() const {
  return what == kind::dump      ? constraints.variables
         : what == kind::mesh    ? triangulation.points.size()
         : what == kind::formula ? formula.variables
                                 : graph().vertices;
}
std::uint64_t input::arcs() const {
  return what == kind::dump      ? constraints.constraints.size()
         : what == kind::mesh    ? triangulation.triangles()
         : what == kind::formula ? formula.clauses()
                                 : graph().to.size();
}

input load(const input_name& name, const setting& settings, unsigned threads) {
  const std::uint64_t seed = settings.seed;
  input in;
  in.name = name;
  std::string message;
  if (name.family.empty()) require_known_format(name.shown);
  if (name.family == ksat_family || (name.family.empty() && is_formula(name.shown))) {
    in.what = input::kind::formula;
    if (name.family.empty())
      require(cnf_file::read(name.shown, in.formula, message, {.threads = threads}), message);
    else
      in.formula = random_formula(name.arguments, seed, threads);
    return in;
  }
  if (name.family.empty() && is_dump(name.shown)) {
    constraint_file::content content;
    require(constraint_file::read(name.shown, content, message), message);
    in.constraints = std::move(content.problem);
    in.what = input::kind::dump;
    return in;
  }
  if (name.family == points_family) {
    in.triangulation = random_mesh(name.arguments[0], seed);
    in.what = input::kind::mesh;
    return in;
  }
  if (name.family.empty()) {
    arc_file::read_options options;
    options.threads = threads;
    require(arc_file::read_network(name.shown, in.network, message, options), message);
  } else {
    const graph_family::family& f = *graph_family::find(name.family);
    if (f.network != nullptr) {
      in.network = f.network(name.arguments, seed);
    } else {
      cpu_exec exec(threads);
      host_graph g = f.graph(exec, name.arguments, seed);
      if (g.edge_weight.empty() && settings.weights != 0)
        generate::random_edge_weights(exec, g, static_cast<std::int32_t>(settings.weights), seed);
      if (name.terminals != 0)
        in.network = graph_family::join_terminals(g, name.terminals, seed);
      else
        in.network.graph = graph_family::weighted(std::move(g));
    }
  }
  if (in.graph().vertices == 0) return in;
  in.sources = sources_of(in.graph(), settings.sources, seed);
  in.target = random_target(in.graph().vertices, in.sources[0], seed);
  return in;
}

}  // namespace amorph::bench
