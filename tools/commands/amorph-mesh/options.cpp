// The table of options, from which parsing of long names, --help and the man page are generated; and Triangle's
// switches: letters after a single dash, with numbers among them.
#include <charconv>
#include <cmath>
#include <cstring>

#include "amorph/kernels/backend/backend.hpp"
#include "solver/mesh/refine/refine.hpp"
#include "tools/commands/amorph-mesh/mesh.hpp"
#include "tools/terminal/backend_options.hpp"
#include "tools/terminal/run_command.hpp"
#include "tools/terminal/strategies.hpp"

namespace amorph::mesh_tool {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// A number after a letter: digits and a point. It has no exponent, since 'e' is a switch; the long `option` accepts
// one.
std::string digits(std::string_view word, std::size_t& at, const char* option) {
  const std::size_t from = at + 1;
  std::size_t to = from;
  while (to < word.size() && (is_digit(word[to]) || word[to] == '.')) ++to;
  const char next = to < word.size() ? word[to] : 'x', after = to + 1 < word.size() ? word[to + 1] : 'x';
  const bool exponent = to != from && next == 'e' && (is_digit(after) || after == '-' || after == '+');
  if (exponent || next == '-' || next == '+')
    refuse(std::string("switch '-") + word[at] + "': expected digits and a point, found '" +
           std::string(word.substr(from)) + "'; " + option + " accepts an exponent");
  at = to - 1;
  return std::string(word.substr(from, to - from));
}

void take(config& c, std::string_view word) {
  for (std::size_t i = 1; i < word.size(); ++i) {
    const char letter = word[i];
    switch (letter) {
      case 'p': c.poly = true; break;
      case 'r': c.rebuild = true; break;
      case 'q': {
        c.quality = true;
        if (const std::string n = digits(word, i, "--min-angle"); !n.empty()) c.min_angle = n;
        break;
      }
      case 'a': {
        const std::string n = digits(word, i, "--max-area");
        if (n.empty())
          c.bounds = true;
        else
          c.max_area = n;
        break;
      }
      case 'S':
        c.max_steiner = digits(word, i, "--max-steiner");
        if (c.max_steiner.empty()) refuse("switch '-S': expected a number of vertices directly after it, as in -S1000");
        break;
      case 'A': c.regions = true; break;
      case 'c': c.convex = true; break;
      case 'D': c.conforming = true; break;
      case 'Y': (c.whole_boundary ? c.whole_segments : c.whole_boundary) = true; break;
      case 'z': c.zero = true; break;
      case 'j': c.jettison = true; break;
      case 'e': c.edges = true; break;
      case 'n': c.neighbours = true; break;
      case 'B': c.no_markers = true; break;
      case 'v': c.voronoi = true; break;
      case 'g': c.off = true; break;
      case 's': c.splits = true; break;
      case 'o':
        if (i + 1 == word.size() || word[i + 1] != '2') refuse("switch '-o': expected -o2, nodes on edges");
        c.quadratic = true;
        ++i;
        break;
      case 'u':
        refuse(
            "switch '-u' is not supported: no function is linked with this command; --sizing reads sizes from a "
            "file, and libamorph_triangle calls triunsuitable()");
      case 'P': c.no_poly = true; break;
      case 'N': c.no_nodes = true; break;
      case 'E': c.no_elements = true; break;
      case 'I': c.no_iteration = true; break;
      case 'O': c.no_holes = true; break;
      case 'C': c.verify = true; break;
      case 'Q': c.quiet = true; break;
      case 'V': c.verbose = true; break;
      case 'X':  // choice of arithmetic and algorithm: the mesh does not depend on them
      case 'i':
      case 'F':
      case 'l': break;
      default:
        if (is_digit(letter) || letter == '.')
          refuse("switches '" + std::string(word) + "': expected a letter, found '" + letter +
                 "'; only -q, -a, -S and -o take a number");
        refuse("unknown switch '-" + std::string(1, letter) + "' in '" + std::string(word) + "'; --help lists them");
    }
  }
}

double number(const std::string& text, const char* option, const char* expected, double low, double high) {
  double x = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), x);
  if (code != std::errc() || end != text.data() + text.size() || !(x >= low) || !(x <= high))
    refuse(std::string("option '") + option + "': expected " + expected + ", found '" + text + "'");
  return x;
}

}  // namespace

void take_switches(config& c, std::vector<char*>& arguments) {
  std::vector<char*> left;
  bool options_end = false;
  for (std::size_t i = 0; i != arguments.size(); ++i) {
    const std::string_view word = arguments[i];
    options_end = options_end || word == "--";
    static char help[] = "--help";
    // (A negative number is refused by the option before it.)
    const std::string_view before = i == 0 ? "" : arguments[i - 1];
    const bool is_value = before.starts_with("--") && before.find('=') == std::string_view::npos && word.size() > 1 &&
                          (is_digit(word[1]) || word[1] == '.');
    if (i == 0 || options_end || is_value || word.size() < 2 || word[0] != '-' || word[1] == '-')
      left.push_back(arguments[i]);
    else if (word == "-h")
      left.push_back(help);
    else
      take(c, word);
  }
  arguments = std::move(left);
}

void check_usage(config& c) {
  if (!c.min_angle.empty()) {
    c.quality = true;
    c.angle = number(c.min_angle, "-q, --min-angle", "an angle of 0 to 60 degrees", 0, 60);
  } else if (c.quality) {
    c.angle = 20;
  }
  if (!c.max_area.empty()) {
    c.area = number(c.max_area, "-a, --max-area", "an area above 0", 0, 1e300);
    if (c.area == 0) refuse("option '-a, --max-area': expected an area above 0, found '" + c.max_area + "'");
  }
  if (!c.max_steiner.empty()) {
    const double maximum = number(c.max_steiner, "-S, --max-steiner", "a number of vertices", 0, 4e9);
    if (maximum != std::floor(maximum))
      refuse("option '-S, --max-steiner': expected an integer number of vertices, found '" + c.max_steiner + "'");
    c.steiner = static_cast<std::uint64_t>(maximum);
  }
  if (!c.growth.empty()) {
    c.gradation = number(c.growth, "--gradation", "a number above 0", 0, 1e300);
    if (c.gradation == 0) refuse("option '--gradation': expected a number above 0, found '" + c.growth + "'");
  }
  if (c.whole_segments) c.whole_boundary = true;
  if (c.backend == "cuda" && !cuda_module::get().available())
    throw error(status::no_device, "backend cuda: " + cuda_module::get().reason());
  if (!mesh::parse_strategy(c.strategy))
    refuse("option '--strategy': expected one of " + strategy_list<mesh::strategy>() + ", found '" + c.strategy + "'");
  if (c.optimize && !c.refines()) refuse("--optimize needs a bound: -q, -a or -D");
  if (c.optimize && c.rebuild && c.bounds) refuse("--optimize cannot be used with the bounds of an .area file");
  if (c.optimize && c.sizes() && c.bounds)
    refuse("--optimize cannot be used with --sizing or --gradation and bounds of regions (-a without a number)");
  if (c.optimize && c.precision == "single") refuse("--optimize cannot be used with --precision=single");
  if (c.verify && c.jettison) refuse("--verify needs all input vertices and cannot be used with -j");
  const std::string with_triangles = c.rebuild_implied ? "with triangles, which FILE has (-p takes its points and "
                                                         "segments alone)"
                                                       : "with -r";
  if (c.splits && c.rebuild) refuse("-s is for segments of a .poly file and cannot be used " + with_triangles);
  if (c.splits && c.precision == "single") refuse("-s cannot be used with --precision=single");
  // (With -r, Triangle writes a .poly file for -c, and so do we.)
  if (c.rebuild_implied && c.convex) refuse("-c is for points and segments and cannot be used " + with_triangles);
  if (c.bounds && !c.rebuild && !c.poly)
    refuse("-a without a number takes area bounds from regions (-p) or from a file (-r): expected -p or -r");
}
namespace {

// clang-format off: one option per line or two, like a table.
option_group meshing_options(config& c) {
  return {"Meshing",
          {{.name = "poly", .letter = 'p', .target = &c.poly,
            .help = "Read segments, holes and regions from a .poly file, and remove what segments do not enclose."},
           {.name = "rebuild", .letter = 'r', .target = &c.rebuild,
            .help = "Start from the triangles of an .ele file. With -p, keep the segments of the .poly file."},
           {.name = "min-angle", .letter = 'q', .argument = "ANGLE", .target = &c.min_angle,
            .help = "Add vertices until no angle is below ANGLE degrees, except at small input angles; -q alone is "
                    "-q20. Angles above 30 degrees may have no end; then the mesh is refined to 34, 33 or 30 degrees, "
                    "and the code is 5, unless -S limits the vertices."},
           {.name = "max-area", .letter = 'a', .argument = "AREA", .target = &c.max_area,
            .help = "Add vertices until no triangle is larger than AREA. -a without a number takes area bounds from "
                    "regions (-p) or from the .area file (-r)."},
           {.name = "area-bounds", .target = &c.bounds, .help = "Same as -a without a number."},
           {.name = "conforming", .letter = 'D', .target = &c.conforming,
            .help = "Add vertices until all triangles are Delaunay, not just constrained Delaunay."},
           {.name = "max-steiner", .letter = 'S', .argument = "N", .target = &c.max_steiner,
            .help = "Add at most N vertices, not counting crossings of segments."},
           {.name = "sizing", .argument = "FILE", .target = &c.sizing,
            .help = "Read edge lengths from FILE, and add vertices until no triangle is larger than the equilateral "
                    "one: a .node or .amesh file with a length as the first attribute, or a grid in ESRI's ASCII "
                    "format."},
           {.name = "gradation", .argument = "G", .target = &c.growth,
            .help = "Let edge lengths grow by at most G per unit of distance (0.2: slowly, 1: fast); without --sizing "
                    "from the input's shortest edges."},
           {.name = "optimize",
            .target = &c.optimize,
            .help = "After refinement, remove vertices and move others as long as all bounds hold: fewer triangles, in "
                    "some times the time. On the CPU."},
           {.name = "split", .letter = 's', .target = &c.splits,
            .help = "Recover segments by splitting them until they are edges of the Delaunay triangulation."},
           {.name = "whole-boundary", .letter = 'Y', .target = &c.whole_boundary,
            .help = "Add no vertices on the boundary; -YY: on no segment."},
           {.name = "whole-segments", .target = &c.whole_segments, .help = "Same as -YY."},
           {.name = "region-attributes", .letter = 'A', .target = &c.regions,
            .help = "Give each triangle the attribute of its region."},
           {.name = "convex", .letter = 'c', .target = &c.convex, .help = "Mesh the convex hull of the vertices."},
           {.name = "no-holes", .letter = 'O', .target = &c.no_holes, .help = "Ignore the holes of the .poly file."}}};
}

option_group output_options(config& c) {
  return {"Output",
          {{.name = "format", .argument = "F", .target = &c.format, .choices = {"auto", "text", "binary"},
            .fallback = "auto",
            .help = "binary: one .amesh file in place of .node, .ele, .poly and .neigh, without triangles after -E and "
                    "without segments after -P; -N leaves it out. Default: as the input."},
           {.name = "edges", .letter = 'e', .target = &c.edges, .help = "Write an .edge file."},
           {.name = "neighbours", .letter = 'n', .target = &c.neighbours, .help = "Write a .neigh file."},
           {.name = "voronoi", .letter = 'v', .target = &c.voronoi,
            .help = "Write the Voronoi diagram: .v.node and .v.edge files."},
           {.name = "off", .letter = 'g', .target = &c.off, .help = "Write an .off file for Geomview."},
           {.name = "quadratic", .target = &c.quadratic,
            .help = "Same as -o2: triangles of six nodes, the last three on the edges opposite to the corners."},
           {.name = "jettison", .letter = 'j', .target = &c.jettison,
            .help = "Leave out vertices that belong to no triangle."},
           {.name = "zero", .letter = 'z', .target = &c.zero, .help = "Number from 0. Default: as the input."},
           {.name = "no-markers", .letter = 'B', .target = &c.no_markers, .help = "Write no boundary markers."},
           {.name = "no-poly", .letter = 'P', .target = &c.no_poly, .help = "Write no .poly file."},
           {.name = "no-node", .letter = 'N', .target = &c.no_nodes, .help = "Write no .node file."},
           {.name = "no-ele", .letter = 'E', .target = &c.no_elements, .help = "Write no .ele file."},
           {.name = "no-iteration", .letter = 'I', .target = &c.no_iteration,
            .help = "Add no number to output names; then no .poly is written, and no .node if it was read."},
           {.name = "json", .argument = "FILE", .target = &c.json,
            .help = "Write the figures to FILE as JSON; '-' is the standard output."},
           {.name = "svg", .argument = "FILE", .target = &c.svg, .help = "Draw the mesh."},
           {.name = "vtk", .argument = "FILE", .target = &c.vtk,
            .help = "Write the mesh for ParaView and meshio: a name in .vtu in VTK's XML format, with binary "
                    "arrays; others in its legacy format, as text."},
           {.name = "quiet", .letter = 'Q', .target = &c.quiet, .help = "Print neither figures nor warnings."},
           {.name = "verbose", .letter = 'V', .target = &c.verbose,
            .help = "Print more figures, and with --backend auto the estimates."}}};
}

option_group execution_options(config& c) {
  static const std::string strategy_help =
      "How conflicts between overlapping cavities are resolved: " + strategy_list<mesh::strategy>() +
      ". auto is priority; topology, unordered and unfiltered lack one of its parts; the others race: every run gives "
      "another mesh of the same quality.";
  return {"Execution",
          {backend_option(c.backend, "Backend of refinement; " AMORPH_AUTO_BACKEND),
           device_option(c.device),
           threads_option(c.threads),
           {.name = "strategy", .argument = "S", .target = &c.strategy, .fallback = "auto",
            .help = strategy_help.c_str()},
           {.name = "precision", .argument = "P", .target = &c.precision, .choices = {"double", "single"},
            .fallback = "double",
            .help = "single: round vertices to a grid of 2^24 steps over the domain, and keep to it; refused if two of "
                    "them would coincide."},
           memory_limit_option(c.memory_limit),
           {.name = "verify", .letter = 'C', .target = &c.verify,
            .help = "Check the mesh with independent code and exact arithmetic; exit with code 4 if it is wrong."}}};
}

}  // namespace

command describe(config& c) {
  return {
      .name = "amorph-mesh",
      .summary = "triangulate planar domains, and refine triangulations",
      .synopsis = {"[-SWITCHES] [OPTION]... FILE"},
      .description = {
          "Computes Delaunay triangulations, constrained Delaunay triangulations, and meshes without small angles. "
          "Files, names and switches are those of Triangle. Switches follow a single dash; a number directly follows "
          "its switch: -pq30a0.1. Each switch has a long name too.",
          "FILE is a .poly (vertices, segments, holes, regions: -p), a .node (vertices) or an .ele (triangles, with "
          "the .node next to it: -r); the extension may be omitted. An .amesh is all of them in one binary file, used "
          "as a whole unless -p or -r chooses. Inputs may be compressed with gzip or xz, under their own names or with "
          ".gz or .xz appended. Output names have the next number: domain.poly gives domain.1.node, "
          "domain.1.ele and domain.1.poly, and mesh.1 gives mesh.2. Existing files of these names are replaced.",
          "Duplicate points are merged; the first one is kept. Segments may pass through vertices, overlap and cross; "
          "a vertex is added at a crossing. Boundary markers and attributes are kept; new vertices get interpolated "
          "attributes, and the marker of the segment that they lie on. Boundary edges without a marker get marker 1.",
          "-X, -i, -F and -l are accepted and ignored; predicates are always exact. -u, -w and -W are not "
          "supported. The same input gives the same mesh on every backend and number of threads, unless the strategy "
          "races."},
      .groups = {meshing_options(c), output_options(c), execution_options(c)},
      .examples = {
          {"amorph-mesh -p domain.poly", "A constrained Delaunay triangulation: domain.1.node, .ele and .poly."},
          {"amorph-mesh -pq30 domain.poly", "No angle below 30 degrees."},
          {"amorph-mesh -rpq30a0.01 domain.1", "Refine that mesh further: domain.2."},
          {"amorph-mesh -pq --gradation 0.3 domain.poly", "Small triangles at small features, slowly growing."},
          {"amorph-mesh -pq30 --format=binary domain.poly",
           "All of the mesh in domain.1.amesh; amorph-mesh -a0.01 domain.1.amesh refines it."},
          {"amorph-mesh -pcA box.poly --svg box.svg", "The convex hull with regional attributes, and a picture."}},
      .see_also = {"amorph-gen(1)", "gzip(1)"},
      .operands = true,
      .exits = {exit_code::success, exit_code::bad_input, exit_code::no_backend, exit_code::out_of_memory,
                exit_code::internal, exit_code::incomplete, exit_code::interrupted}};
}
// clang-format on

}  // namespace amorph::mesh_tool
