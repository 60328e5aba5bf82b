// The command line: switches from their table, the options that commands have in common, and exclusions.
#include "amorph/kernels/backend/backend.hpp"
#include "solver/mesh/refine/refine.hpp"
#include "tools/commands/amorph-mesh/mesh.hpp"
#include "tools/terminal/backend_options.hpp"
#include "tools/terminal/run_command.hpp"
#include "tools/terminal/strategies.hpp"

namespace amorph::mesh_tool {

void take_switches(config& c, std::vector<char*>& arguments) {
  std::vector<char*> left;
  bool options_end = false;
  for (std::size_t i = 0; i != arguments.size(); ++i) {
    const std::string_view word = arguments[i];
    options_end = options_end || word == "--";
    static char help[] = "--help";
    // (A negative number after a long option is its value, which that option refuses.)
    const std::string_view before = i == 0 ? "" : arguments[i - 1];
    const bool is_value = before.starts_with("--") && before.find('=') == std::string_view::npos && word.size() > 1 &&
                          std::string_view("0123456789.").find(word[1]) != std::string_view::npos;
    if (i == 0 || options_end || is_value || word.size() < 2 || word[0] != '-' || word[1] == '-')
      left.push_back(arguments[i]);
    else if (word == "-h")
      left.push_back(help);
    else if (const std::string why = read_switches(word, switch_reader::command, c); !why.empty())
      refuse(why);
  }
  arguments = std::move(left);
}

void check_usage(config& c) {
  for (const mesh_switch& row : switch_rows::all)
    if (const auto* n = std::get_if<mesh_switch::number>(&row.target); n != nullptr && !(c.*n->typed).empty())
      if (const std::string why = store_number(row, switch_reader::command, c); !why.empty()) refuse(why);
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

option option_of(const mesh_switch& row, config& c) {
  option o{.name = row.name,
           .letter = row.form == mesh_switch::plain ? row.letter : '\0',
           .argument = row.argument,
           .target = {},
           .fallback = row.choices[0],
           .help = row.help};
  for (const char* choice : row.choices)
    if (choice != nullptr) o.choices.push_back(choice);
  if (const auto* flag = std::get_if<mesh_switch::flag>(&row.target))
    o.target = &(c.**flag);
  else if (const auto* text = std::get_if<mesh_switch::text>(&row.target))
    o.target = &(c.**text);
  else
    o.target = &(c.*std::get<mesh_switch::number>(row.target).typed);
  return o;
}

option_group group_of(const char* title, mesh_switch::option_group group, config& c) {
  option_group options{title, {}};
  for (const mesh_switch& row : switch_rows::all)
    if (row.group == group) options.options.push_back(option_of(row, c));
  return options;
}

option_group execution_options(config& c) {
  static const std::string strategy_help =
      "Conflict resolution between overlapping cavities: " + strategy_list<mesh::strategy>() +
      ". auto is priority; topology, unordered and unfiltered omit one of its parts; the others race: each run gives a "
      "different mesh of the same quality.";
  option_group all = group_of("Execution", mesh_switch::execution, c);
  all.options.insert(all.options.begin(),
                     {backend_option(c.backend, "Backend of refinement; " AMORPH_AUTO_BACKEND), device_option(c.device),
                      threads_option(c.threads), memory_limit_option(c.memory_limit),
                      option{.name = "strategy",
                             .argument = "S",
                             .target = &c.strategy,
                             .fallback = "auto",
                             .help = strategy_help.c_str()}});
  return all;
}

}  // namespace

// clang-format off: paragraphs and examples by line.
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
      .groups = {group_of("Meshing", mesh_switch::meshing, c), group_of("Output", mesh_switch::output, c),
                 execution_options(c)},
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
