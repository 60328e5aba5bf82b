// amorph-mesh-check: judges the meshes of amorph-mesh. See --help.
#include <unistd.h>

#include <charconv>

#include "amorph/check/mesh_answers.hpp"
#include "amorph/mesh_file.hpp"
#include "amorph/run_command.hpp"

namespace {

using namespace amorph;

struct config {
  std::string min_angle = "0", max_area = "0";
  bool convex = false, poly = false, unencroached = false, conforming = false, allow_bad = false, quiet = false;
};

command describe(config& c) {
  return {
      .name = "amorph-mesh-check",
      .summary = "judge a mesh by its files",
      .synopsis = {"INPUT MESH [OPTION]..."},
      .description =
          {"Checks that MESH.node, MESH.ele, MESH.poly and MESH.neigh (those that are there) are a constrained "
           "Delaunay "
           "triangulation of INPUT, a .poly, .node or .ele file, with exact arithmetic and no code of amorph-mesh: "
           "orientation, neighbours, Euler's characteristic, area, all points and segments of the input, markers, "
           "angles.",
           "Prints one line of figures, and ends with 4 if something is wrong."},
      .groups =
          {{"What is demanded",
            {{.name = "min-angle",
              .letter = 'q',
              .argument = "ANGLE",
              .target = &c.min_angle,
              .fallback = "0",
              .help = "No angle below ANGLE degrees, but where segments of the input meet below 60 degrees."},
             {.name = "max-area",
              .letter = 'a',
              .argument = "AREA",
              .target = &c.max_area,
              .fallback = "0",
              .help = "No larger triangle."},
             {.name = "unencroached",
              .letter = 'u',
              .target = &c.unencroached,
              .help = "No vertex of a segment's triangles inside its diametral circle, but near such angles."},
             {.name = "conforming",
              .letter = 'D',
              .target = &c.conforming,
              .help = "All edges are Delaunay, those on segments too."},
             {.name = "convex",
              .letter = 'c',
              .target = &c.convex,
              .help = "The domain is the convex hull, not what segments enclose."},
             {.name = "poly", .letter = 'p', .target = &c.poly, .help = "INPUT.ele: its segments are in INPUT.poly."},
             {.name = "allow-bad",
              .target = &c.allow_bad,
              .help = "Count angles, areas and encroached segments that break bounds, and go on."}}}},
      .examples = {{"amorph-mesh-check domain.poly domain.1 -q30 -u", "After amorph-mesh -pq30 domain.poly."}},
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

std::vector<std::uint32_t> read_neighbours(const std::string& path, std::uint32_t base);

void judge(const config& c, const std::string& input_name, const std::string& mesh_name) {
  std::string message;
  auto need = [&](status s) { require(s, message); };
  mesh_content in, out;
  std::string name = input_name;
  cut(name, ".gz");
  const std::string gz = name != input_name ? ".gz" : "";
  bool carve = false;
  if (cut(name, ".poly")) {
    need(mesh_file::read_poly(input_name, name + ".node" + (there(name + ".node") ? "" : ".gz"), in.graph, message));
    carve = !c.convex;
  } else if (cut(name, ".ele")) {
    if (c.poly)
      need(mesh_file::read_poly(name + ".poly" + gz, name + ".node" + gz, in.graph, message));
    else
      need(mesh_file::read_nodes(name + ".node" + gz, in.graph.vertices, message));
    need(mesh_file::read_elements(input_name, in.graph.vertices, in.triangles, message));
  } else {
    need(mesh_file::read_nodes(input_name, in.graph.vertices, message));
  }
  const std::string poly = mesh_name + ".poly";
  if (there(poly))
    need(mesh_file::read_poly(poly, mesh_name + ".node", out.graph, message));
  else
    need(mesh_file::read_nodes(mesh_name + ".node", out.graph.vertices, message));
  need(mesh_file::read_elements(mesh_name + ".ele", out.graph.vertices, out.triangles, message));

  const mesh_file::vertex_list &iv = in.graph.vertices, &ov = out.graph.vertices;
  auto wrong = [&](const std::string& why) { throw error(status::internal, mesh_name + ": " + why); };
  if (iv.attributes != ov.attributes) wrong("another number of attributes than the input");
  if (!std::equal(
          iv.attribute.begin(), iv.attribute.end(), ov.attribute.begin(),
          ov.attribute.begin() + static_cast<std::ptrdiff_t>(std::min(iv.attribute.size(), ov.attribute.size()))))
    wrong("an attribute of a point of the input has changed");

  check::planar_input problem{.xy = iv.coordinate,
                              .marker = iv.marker,
                              .segment = in.graph.segment,
                              .segment_marker = in.graph.segment_marker,
                              .hole = in.graph.hole,
                              .corner = in.triangles.corner,
                              .carve = carve};
  // Without a .poly file the edges at the end of the domain are all the segments there are.
  host_array<std::uint32_t> boundary;
  if (!there(poly)) {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> edges;
    const auto& k = out.triangles.corner;
    for (std::size_t h = 0; h != k.size(); ++h) {
      const std::uint64_t a = k[h / 3 * 3 + (h % 3 + 1) % 3], b = k[h / 3 * 3 + (h % 3 + 2) % 3];
      edges.emplace_back(std::min(a, b) << 32 | std::max(a, b), h);
    }
    std::sort(edges.begin(), edges.end());
    for (std::size_t i = 0; i != edges.size(); ++i)
      if ((i == 0 || edges[i - 1].first != edges[i].first) &&
          (i + 1 == edges.size() || edges[i + 1].first != edges[i].first)) {
        boundary.push_back(static_cast<std::uint32_t>(edges[i].first >> 32));
        boundary.push_back(static_cast<std::uint32_t>(edges[i].first));
      }
  }
  std::vector<std::uint32_t> neighbour;
  if (there(mesh_name + ".neigh")) neighbour = read_neighbours(mesh_name + ".neigh", ov.base);
  const check::planar_mesh answer{.xy = ov.coordinate,
                                  .marker = ov.marker,
                                  .corner = out.triangles.corner,
                                  .neighbour = neighbour,
                                  .segment = there(poly) ? out.graph.segment : boundary,
                                  .segment_marker = out.graph.segment_marker};
  const check::mesh_demands demands{.min_angle = number(c.min_angle, "--min-angle"),
                                    .max_area = number(c.max_area, "--max-area"),
                                    .unencroached = c.unencroached,
                                    .conforming = c.conforming,
                                    .allow_bad = c.allow_bad};
  const check::mesh_verdict v = check::judge_mesh(problem, answer, demands);
  if (!v.fault.empty()) wrong(v.fault);
  char line[256];
  std::snprintf(line, sizeof line,
                "%zu vertices, %zu triangles: smallest angle %.3f, %llu below the bound (%zu forced), %llu too large, "
                "%llu segments encroached (%llu forced), area %.9g%s\n",
                std::size_t{ov.size()}, std::size_t{out.triangles.size()}, v.least_angle,
                static_cast<unsigned long long>(v.below_bound), v.forced.size(),
                static_cast<unsigned long long>(v.too_large), static_cast<unsigned long long>(v.encroached),
                static_cast<unsigned long long>(v.encroached_forced), v.domain_area,
                v.area_checked ? "" : " (not checked)");
  if (!print(line, message)) refuse(message);
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

}  // namespace

int main(int argc, char** argv) {
  config c;
  const command about = describe(c);
  return static_cast<int>(run_command(about, argc, argv, [&](const std::vector<std::string>& words) {
    if (words.size() != 2) refuse("expected an input and the name of a mesh; --help shows the usage");
    judge(c, words[0], words[1]);
  }));
}
