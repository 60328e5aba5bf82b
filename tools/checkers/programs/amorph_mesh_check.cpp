// amorph-mesh-check: verifies the meshes of amorph-mesh. See --help.
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "tools/checkers/mesh_answers.hpp"
#include "tools/formats/mesh_file.hpp"
#include "tools/terminal/run_command.hpp"

namespace {

using namespace amorph;

struct config {
  std::string min_angle = "0", max_area = "0", encroachment = "0", precision = "double";
  bool area_bounds = false, convex = false, poly = false, conforming = false, allow_bad = false, quiet = false;
};

command describe(config& c) {
  return {
      .name = "amorph-mesh-check",
      .summary = "verify a mesh by its files",
      .synopsis = {"INPUT MESH [OPTION]..."},
      .description =
          {"Checks that MESH.node, MESH.ele, MESH.poly and MESH.neigh (those that are there) are a constrained "
           "Delaunay triangulation of INPUT, a .poly, .node or .ele file, with exact arithmetic and no code of "
           "amorph-mesh: "
           "orientation, neighbours, Euler's characteristic, overlaps, area, all points and segments of the input, "
           "markers, attributes of points and triangles, angles. Without a MESH.poly the segments are looked for among "
           "the edges, and their markers are not verified.",
           "Switches may be put together as for amorph-mesh, with their numbers right behind them: -q30uD. Prints one "
           "line of figures, and ends with 4 if something is wrong."},
      .groups =
          {{"What is demanded",
            {{.name = "min-angle",
              .letter = 'q',
              .argument = "ANGLE",
              .target = &c.min_angle,
              .fallback = "0",
              .help = "No angle below ANGLE degrees, but where segments of the input meet below 60 degrees, and where "
                      "points or segments are so near to one another that precision ends."},
             {.name = "max-area",
              .letter = 'a',
              .argument = "AREA",
              .target = &c.max_area,
              .fallback = "0",
              .help =
                  "No larger triangle. -a without a number: none above the bounds of INPUT's regions, or INPUT.area."},
             {.name = "area-bounds", .target = &c.area_bounds, .help = "As -a without a number."},
             {.name = "encroachment",
              .letter = 'u',
              .argument = "ANGLE",
              .target = &c.encroachment,
              .help =
                  "No vertex of a segment's triangles sees it at more than ANGLE degrees, but near such angles; 90 is "
                  "the diametral circle."},
             {.name = "conforming",
              .letter = 'D',
              .target = &c.conforming,
              .help = "All edges are Delaunay, those on segments too."},
             {.name = "convex",
              .letter = 'c',
              .target = &c.convex,
              .help = "The domain is the convex hull, not what segments enclose."},
             {.name = "poly", .letter = 'p', .target = &c.poly, .help = "INPUT.ele: its segments are in INPUT.poly."},
             {.name = "precision",
              .argument = "PRECISION",
              .target = &c.precision,
              .fallback = "double",
              .help = "'single': of a mesh made by amorph-mesh --precision=single. Its points stand where those of "
                      "INPUT do, or at the nearest place on a grid of at most 2^24 steps either way."},
             {.name = "allow-bad",
              .target = &c.allow_bad,
              .help = "Count angles, areas and encroached segments that break bounds, and go on."}}}},
      .examples = {{"amorph-mesh-check domain.poly domain.1 -q30 -u120", "After amorph-mesh -pq30 domain.poly."}},
      .see_also = {"amorph-mesh(1)"},
      .operands = true,
      .exits = {exit_code::success, exit_code::bad_input, exit_code::out_of_memory, exit_code::internal,
                exit_code::interrupted}};
}

double number(const std::string& text, const char* option) {
  double x = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), x);
  if (code != std::errc() || end != text.data() + text.size() || !(x >= 0))
    refuse(std::string("option '") + option + "': expected a number of 0 or more, found '" + text + "'");
  return x;
}

bool cut(std::string& name, std::string_view ending) {
  if (!name.ends_with(ending)) return false;
  name.resize(name.size() - ending.size());
  return true;
}
bool there(const std::string& path) { return ::access(path.c_str(), R_OK) == 0; }

struct mesh_content {
  mesh_file::planar_graph graph;
  mesh_file::triangle_list triangles;
};

// Edges of one triangle alone, and those between triangles of different attributes.
host_array<std::uint32_t> borders(const mesh_file::triangle_list& triangles) {
  std::vector<std::pair<std::uint64_t, std::size_t>> sides;
  const auto& k = triangles.corner;
  for (std::size_t h = 0; h != k.size(); ++h) {
    const std::uint64_t a = k[h / 3 * 3 + (h % 3 + 1) % 3], b = k[h / 3 * 3 + (h % 3 + 2) % 3];
    sides.emplace_back(std::min(a, b) << 32 | std::max(a, b), h / 3);
  }
  std::sort(sides.begin(), sides.end());
  auto row = [&](std::size_t i) {
    return triangles.attribute.begin() + static_cast<std::ptrdiff_t>(sides[i].second * triangles.attributes);
  };
  host_array<std::uint32_t> edges;
  for (std::size_t i = 0; i != sides.size(); ++i) {
    const bool two = i + 1 != sides.size() && sides[i + 1].first == sides[i].first;
    if (!two || !std::equal(row(i), row(i) + triangles.attributes, row(i + 1))) {
      edges.push_back(static_cast<std::uint32_t>(sides[i].first >> 32));
      edges.push_back(static_cast<std::uint32_t>(sides[i].first));
    }
    i += two;
  }
  return edges;
}

// Adds the edges that lie along the input's segments: from end to end, no further than `slack` from the line.
void add_along(const mesh_content& in, const mesh_content& out, double slack, host_array<std::uint32_t>& edges) {
  const auto& xy = out.graph.vertices.coordinate;
  const auto& k = out.triangles.corner;
  const std::size_t points = xy.size() / 2;
  using edge = std::pair<std::uint32_t, std::uint32_t>;
  std::vector<edge> leaving;  // every edge, both ways
  for (std::size_t h = 0; h != k.size(); ++h) {
    const std::uint32_t a = k[h], b = k[h / 3 * 3 + (h + 1) % 3];
    if (a >= points || b >= points) return;  // for the checker to find
    leaving.insert(leaving.end(), {{a, b}, {b, a}});
  }
  std::sort(leaving.begin(), leaving.end());
  leaving.erase(std::unique(leaving.begin(), leaving.end()), leaving.end());
  std::vector<edge> known;
  for (std::size_t e = 0; e != edges.size(); e += 2) known.push_back(std::minmax(edges[e], edges[e + 1]));
  // Of points at one place the first that is a corner stands for all.
  std::map<std::pair<double, double>, std::uint32_t> first_at;
  for (const edge& e : leaving)
    first_at.try_emplace({xy[2 * std::size_t{e.first}], xy[2 * std::size_t{e.first} + 1]}, e.first);
  auto stand_in = [&](std::uint32_t v) {
    const auto found = first_at.find({xy[2 * std::size_t{v}], xy[2 * std::size_t{v} + 1]});
    return found == first_at.end() ? v : found->second;
  };
  for (std::size_t s = 0; s != in.graph.segment.size(); s += 2) {
    const std::uint32_t first = stand_in(in.graph.segment[s]), last = stand_in(in.graph.segment[s + 1]);
    if (first == last) continue;
    const double ax = xy[2 * std::size_t{first}], ay = xy[2 * std::size_t{first} + 1];
    const double dx = xy[2 * std::size_t{last}] - ax, dy = xy[2 * std::size_t{last} + 1] - ay,
                 length = std::hypot(dx, dy);
    auto along = [&](std::uint32_t v) {
      return ((xy[2 * std::size_t{v}] - ax) * dx + (xy[2 * std::size_t{v} + 1] - ay) * dy) / length;
    };
    auto off = [&](std::uint32_t v) {
      return std::fabs(dx * (xy[2 * std::size_t{v} + 1] - ay) - dy * (xy[2 * std::size_t{v}] - ax)) / length;
    };
    // Depth first, the straightest edge first, where several stay near the line.
    std::vector<std::uint32_t> path{first};
    std::set<std::uint32_t> seen{first};
    while (!path.empty() && path.back() != last) {
      const std::uint32_t at = path.back();
      std::uint32_t next = at;
      for (auto e = std::lower_bound(leaving.begin(), leaving.end(), edge{at, 0}); e != leaving.end() && e->first == at;
           ++e)
        if (off(e->second) <= slack && along(e->second) > along(at) && !seen.contains(e->second) &&
            (next == at || off(e->second) < off(next)))
          next = e->second;
      if (next == at)
        path.pop_back();
      else {
        seen.insert(next);
        path.push_back(next);
      }
    }
    for (std::size_t i = 1; i < path.size(); ++i) known.push_back(std::minmax(path[i - 1], path[i]));
  }
  std::sort(known.begin(), known.end());
  known.erase(std::unique(known.begin(), known.end()), known.end());
  edges.clear();
  for (const edge& e : known) {
    edges.push_back(e.first);
    edges.push_back(e.second);
  }
}

double largest_of(const host_array<double>& xy) {
  double largest = 0;
  for (const double x : xy) largest = std::max(largest, std::fabs(x));
  return largest;
}

// Moves the input's points to where the mesh has them, if that is the nearest place of a grid of single precision.
void take_rounded(const std::string& mesh_name, const host_array<double>& rounded, double step,
                  host_array<double>& xy) {
  for (std::size_t i = 0; i != xy.size() && i < rounded.size(); ++i) {
    if (std::fabs(xy[i] - rounded[i]) > step / 2 * (1 + 1e-9))
      throw error(status::internal, mesh_name + ": point " + std::to_string(i / 2) +
                                        " is not near where the input has it, in single precision");
    xy[i] = rounded[i];
  }
}

std::vector<std::uint32_t> read_neighbours(const std::string& path, std::uint32_t base) {
  std::FILE* file = std::fopen(path.c_str(), "r");
  if (file == nullptr) refuse(path + ": cannot read");
  long long triangles = 0, each = 0, number = 0;
  std::vector<std::uint32_t> all;
  bool good = std::fscanf(file, "%lld %lld", &triangles, &each) == 2 && each == 3;
  for (long long t = 0; good && t != triangles; ++t) {
    long long n[3];
    good = std::fscanf(file, "%lld %lld %lld %lld", &number, n, n + 1, n + 2) == 4 && number == t + base;
    for (const long long x : n) all.push_back(x == -1 ? ~std::uint32_t{0} : static_cast<std::uint32_t>(x - base));
  }
  std::fclose(file);
  if (!good) refuse(path + ": expected the neighbours of each triangle");
  return all;
}

// The input: its points and segments, or its triangles, and the bounds of their areas.
struct input {
  mesh_content mesh;
  host_array<double> area;
  bool carve = false;  // the domain ends at the segments
};

input read_input(const config& c, const std::string& input_name) {
  std::string message;
  auto need = [&](status s) { require(s, message); };
  input in;
  mesh_file::planar_graph& graph = in.mesh.graph;
  std::string name = input_name;
  cut(name, ".gz");
  const std::string gz = name != input_name ? ".gz" : "";
  if (cut(name, ".poly")) {
    need(mesh_file::read_poly(input_name, name + ".node" + (there(name + ".node") ? "" : ".gz"), graph, message));
    in.carve = !c.convex;
  } else if (cut(name, ".ele")) {
    if (c.poly)
      need(mesh_file::read_poly(name + ".poly" + gz, name + ".node" + gz, graph, message));
    else
      need(mesh_file::read_nodes(name + ".node" + gz, graph.vertices, message));
    need(mesh_file::read_elements(input_name, graph.vertices, in.mesh.triangles, message));
  } else {
    need(mesh_file::read_nodes(input_name, graph.vertices, message));
  }
  if (c.area_bounds && in.mesh.triangles.size() != 0)
    need(mesh_file::read_areas(name + ".area" + gz, in.mesh.triangles, in.area, message));
  return in;
}

// The mesh: has_segments if there is a .poly file.
struct output {
  mesh_content mesh;
  bool has_segments = false;
  std::vector<std::uint32_t> neighbour;  // empty without a .neigh file
};

output read_output(const std::string& name) {
  std::string message;
  auto need = [&](status s) { require(s, message); };
  output out;
  mesh_file::planar_graph& graph = out.mesh.graph;
  out.has_segments = there(name + ".poly");
  if (out.has_segments)
    need(mesh_file::read_poly(name + ".poly", name + ".node", graph, message));
  else
    need(mesh_file::read_nodes(name + ".node", graph.vertices, message));
  need(mesh_file::read_elements(name + ".ele", graph.vertices, out.mesh.triangles, message));
  if (there(name + ".neigh")) out.neighbour = read_neighbours(name + ".neigh", graph.vertices.base);
  return out;
}

// Tolerances of --precision=single: the input's points where the mesh has them, and segments a little off.
void allow_single(const std::string& mesh_name, const host_array<double>& rounded, host_array<double>& xy,
                  check::mesh_demands& demands) {
  if (xy.empty()) return;
  double low[2] = {xy[0], xy[1]}, high[2] = {low[0], low[1]};
  for (std::size_t i = 0; i != xy.size(); ++i) {
    low[i % 2] = std::min(low[i % 2], xy[i]);
    high[i % 2] = std::max(high[i % 2], xy[i]);
  }
  const double longer = std::max(high[0] - low[0], high[1] - low[1]);
  const double extent = longer > 0 ? std::exp2(std::ceil(std::log2(longer))) : 0;
  // The grid is twice as wide where the extremes lie between its steps.
  take_rounded(mesh_name, rounded, extent * 0x1p-23, xy);
  demands.slack = longer * 0x1p-21;
  demands.finest = extent * 0x1p-20;
}

check::planar_input as_problem(const input& in, const std::vector<check::mesh_region>& regions) {
  const mesh_file::planar_graph& g = in.mesh.graph;
  check::planar_input problem;
  problem.xy = g.vertices.coordinate;
  problem.attribute = g.vertices.attribute;
  problem.marker = g.vertices.marker;
  problem.segment = g.segment;
  problem.segment_marker = g.segment_marker;
  problem.hole = g.hole;
  problem.region = regions;
  problem.corner = in.mesh.triangles.corner;
  problem.corner_attribute = in.mesh.triangles.attribute;
  problem.corner_area = in.area;
  problem.carve = in.carve;
  problem.first = g.vertices.base;
  return problem;
}

check::planar_mesh as_answer(const output& out, const host_array<std::uint32_t>& segments) {
  const mesh_file::planar_graph& g = out.mesh.graph;
  check::planar_mesh answer;
  answer.xy = g.vertices.coordinate;
  answer.attribute = g.vertices.attribute;
  answer.marker = g.vertices.marker;
  answer.corner = out.mesh.triangles.corner;
  answer.corner_attribute = out.mesh.triangles.attribute;
  answer.neighbour = out.neighbour;
  answer.segment = segments;
  answer.segment_marker = g.segment_marker;
  answer.first = g.vertices.base;
  return answer;
}

void print_figures(const output& out, const check::mesh_verdict& v) {
  const std::size_t vertices = out.mesh.graph.vertices.size(), triangles = out.mesh.triangles.size();
  char line[256];
  std::snprintf(line, sizeof line,
                "%zu %s, %zu %s: smallest angle %.3f, %llu below the bound (%zu forced), %llu too large, "
                "%llu excused where precision ends, %llu segments encroached (%llu forced), area %.9g%s\n",
                vertices, vertices == 1 ? "vertex" : "vertices", triangles, triangles == 1 ? "triangle" : "triangles",
                v.least_angle, static_cast<unsigned long long>(v.below_bound), v.forced.size(),
                static_cast<unsigned long long>(v.too_large), static_cast<unsigned long long>(v.excused),
                static_cast<unsigned long long>(v.encroached), static_cast<unsigned long long>(v.encroached_forced),
                v.domain_area, v.area_checked ? "" : " (not checked)");
  std::string message;
  if (!print(line, message)) refuse(message);
}

void verify(const config& c, const std::string& input_name, const std::string& mesh_name) {
  if (c.precision != "single" && c.precision != "double")
    refuse("option '--precision': expected single or double, found '" + c.precision + "'");
  input in = read_input(c, input_name);
  const output out = read_output(mesh_name);
  auto wrong = [&](const std::string& why) { throw error(status::internal, mesh_name + ": " + why); };
  mesh_file::vertex_list& points = in.mesh.graph.vertices;
  if (points.attributes != out.mesh.graph.vertices.attributes) wrong("another number of attributes than the input");

  const host_array<double>& xy = out.mesh.graph.vertices.coordinate;
  check::mesh_demands demands;
  if (c.precision == "single") allow_single(mesh_name, xy, points.coordinate, demands);
  demands.min_angle = number(c.min_angle, "--min-angle");
  demands.max_area = number(c.max_area, "--max-area");
  demands.region_areas = c.area_bounds;
  demands.region_attributes = out.mesh.triangles.attributes != 0;
  demands.encroachment = number(c.encroachment, "--encroachment");
  demands.conforming = c.conforming;
  demands.allow_bad = c.allow_bad;
  // Nobody says here which triangles were left where precision ends: any may be, beside ones that are hardly wider.
  std::vector<std::uint32_t> all(out.mesh.triangles.size());
  std::iota(all.begin(), all.end(), 0u);
  demands.at_precision = all;

  // Without a .poly file the edges at the end of the domain, and those between triangles of different attributes, are
  // all the segments there are.
  host_array<std::uint32_t> edges;
  if (!out.has_segments) {
    edges = borders(out.mesh.triangles);
    add_along(in.mesh, out.mesh, demands.slack > 0 ? demands.slack : 0x1p-49 * largest_of(xy), edges);
  }
  std::vector<check::mesh_region> regions;
  regions.reserve(in.mesh.graph.regions.size());
  for (const mesh_file::region& r : in.mesh.graph.regions) regions.push_back({r.x, r.y, r.attribute, r.area});
  check::planar_mesh answer = as_answer(out, out.has_segments ? out.mesh.graph.segment : edges);
  answer.all_segments = out.has_segments || in.mesh.graph.segments() == 0;
  const check::mesh_verdict v = check::verify_mesh(as_problem(in, regions), answer, demands);
  if (!v.fault.empty()) wrong(v.fault);
  print_figures(out, v);
}

// "-q30uD" as "-q30", "-u", "-D": numbers are of digits and points here, as in Triangle's switches.
std::vector<std::string> apart(int argc, char** argv) {
  std::vector<std::string> words(argv, argv + (argc > 0 ? 1 : 0));
  bool options_end = false;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    options_end = options_end || word == "--";
    if (options_end || word.size() < 3 || word[0] != '-' || word[1] == '-') {
      words.push_back(word == "-a" && !options_end ? "--area-bounds" : word == "-q" && !options_end ? "-q20" : word);
      continue;
    }
    for (std::size_t at = 1, next = 0; at != word.size(); at = next) {
      next = word.find_first_not_of("0123456789.", at + 1);
      if (next == std::string::npos) next = word.size();
      std::string one(1, '-');
      one.append(word, at, next - at);
      words.push_back(one == "-a" ? "--area-bounds" : one == "-q" ? "-q20" : one);
    }
  }
  return words;
}

}  // namespace

int main(int argc, char** argv) {
  config c;
  const command about = describe(c);
  std::vector<std::string> words = apart(argc, argv);
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  return static_cast<int>(run_command(about, static_cast<int>(words.size()), arguments.data(),
                                      [&](const std::vector<std::string>& operands) {
                                        if (operands.size() != 2)
                                          refuse("expected an input and the name of a mesh; --help shows the usage");
                                        verify(c, operands[0], operands[1]);
                                      }));
}
