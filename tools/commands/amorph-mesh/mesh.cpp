// A run of amorph-mesh: reads the input, triangulates and refines it, and writes the files and the report.
#include "tools/commands/amorph-mesh/mesh.hpp"

#include <cstdio>

#include "solver/mesh/refine/refine.hpp"
#include "tools/terminal/outputs.hpp"
#include "tools/terminal/run_command.hpp"
#include "tools/terminal/run_report.hpp"
#include "tools/terminal/start_device.hpp"

namespace amorph::mesh_tool {
namespace {

void write(const config& c, const file_names& names, const input& in, const lists& all, outputs& files) {
  const std::uint32_t base = c.zero ? 0 : in.graph.vertices.base;
  const auto threads = static_cast<unsigned>(c.threads);
  // A file is written by one thread at a time.
  files.write_two(
      names.out_node,
      [&](output_file& f, unsigned count) { mesh_file::write_nodes(f, all.graph.vertices, base, count); },
      names.out_ele, [&](output_file& f, unsigned count) { mesh_file::write_elements(f, all.triangles, base, count); },
      threads);
  files.write(names.out_poly,
              [&](output_file& f) { mesh_file::write_poly(f, all.graph, base, names.out_node.empty(), threads); });
  files.write(names.out_neigh, [&](output_file& f) { mesh_file::write_neighbours(f, all.neighbour, base, threads); });
  files.write(names.out_edge,
              [&](output_file& f) { mesh_file::write_edges(f, all.edge, all.edge_marker, base, threads); });
  files.write(names.out_v_node, [&](output_file& f) { mesh_file::write_nodes(f, all.voronoi, base, threads); });
  files.write(names.out_v_edge, [&](output_file& f) {
    mesh_file::write_voronoi_edges(f, all.voronoi_edge, all.voronoi_direction, base, threads);
  });
  files.write(names.out_binary, [&](output_file& f) {
    const mesh_file::triangle_list nothing;
    const bool neighbours = c.neighbours && !c.no_elements;
    mesh_file::write_binary(f, all.graph, c.no_elements ? nothing : all.triangles,
                            neighbours ? span<const std::uint32_t>(all.neighbour) : span<const std::uint32_t>(), base,
                            names.binary_segments);
  });
  files.write(names.out_off,
              [&](output_file& f) { mesh_file::write_off(f, all.graph.vertices, all.triangles, threads); });
  files.write(c.vtk, [&](output_file& f) {
    const bool xml = c.vtk.ends_with(".vtu") || c.vtk.ends_with(".vtu.gz");
    (xml ? mesh_file::write_vtu : mesh_file::write_vtk)(f, all.graph.vertices, all.triangles);
  });
  files.write(c.svg, [&](output_file& f) { mesh_file::write_svg(f, all.graph, all.triangles); });
}

// Estimates: 40 bytes of the file, two triangles, and a microsecond of reading and triangulating per point.
void start_early(const config& c, const std::string& path) {
  const double points = expected_bytes_of(path) / 40;
  run_options run;
  run.backend = *parse_backend(c.backend);
  run.device = static_cast<int>(c.device);
  run.threads = static_cast<unsigned>(c.threads);
  start_device_early(run, mesh::work_of_refinement(static_cast<std::uint64_t>(2 * points)), 1e-3 * points);
}

// Whether the wanted angle was reached.
bool execute(config& c, const std::string& operand) {
  const stopwatch total;
  outcome o;
  file_names names = names_of(c, operand);
  check_usage(c);
  std::vector<std::string> inputs{names.poly, names.ele, names.area, names.binary, c.sizing};
  if (!c.poly) inputs.push_back(names.node);
  if (!names.poly.empty()) require_readable(names.poly);
  if (c.refines()) start_early(c, !names.binary.empty() ? names.binary : c.poly ? names.poly : names.node);
  input in = read(c, names);
  o.read_ms = total.ms();
  if (in.graph.loops != 0)
    o.warnings.push_back(in.graph.first_loop + ": a segment from a vertex to itself is not used" +
                         (in.graph.loops > 1 ? " (and " + std::to_string(in.graph.loops - 1) + " more)" : ""));
  if (c.no_iteration && !in.nodes_in_poly) names.out_node.clear();
  if (!in.nodes_in_poly) inputs.push_back(names.node);
  outputs files(inputs, {names.out_node, names.out_ele, names.out_poly, names.out_neigh, names.out_edge,
                         names.out_v_node, names.out_v_edge, names.out_off, names.out_binary, c.vtk, c.svg, c.json});
  o.vertices_in = in.graph.vertices.size();
  o.segments_in = in.graph.segments();
  o.triangles_in = in.triangles.size();
  require_exact(c, in.graph.vertices);
  if (c.precision == "single") round_to_single(in.graph.vertices);

  if (!in_one_step(c) || !triangulate_and_refine(c, in, o)) {
    const stopwatch triangulating;
    c.rebuild ? rebuild(c, in, o) : triangulate(c, in, o);
    o.triangulate_ms = triangulating.ms();
    if (c.refines()) refine(c, o);
  }
  const stopwatch listing;
  cpu_exec exec(static_cast<unsigned>(c.threads));
  o.extremes = mesh::extremes_of(exec, o.mesh, c.angle);
  o.steiner = o.mesh.points.size() - o.vertices_in;
  warn_of_bad(c, o);
  const lists all = lists_of(c, in.graph, o.mesh, o.attribute_rows, static_cast<unsigned>(c.threads));
  o.lists_ms = listing.ms();
  if (c.verify) verify(c, in, all, o);

  const stopwatch writing;
  write(c, names, in, all, files);
  o.write_ms = writing.ms();
  o.total_ms = total.ms();
  if (!c.json.empty()) files.write_text(c.json, json(c, o));
  const std::string report = c.quiet ? std::string() : summary(c, o);
  if (!c.quiet)
    for (const std::string& warning : o.warnings)
      std::fputs(("amorph-mesh: warning: " + warning + "\n").c_str(), stderr);
  if (c.verbose) print_weighed("amorph-mesh", o.refinement);
  files.finish(report);
  if (files.on_stdout()) std::fputs(report.c_str(), stderr);  // stdout carries data
  return o.angle_wanted == 0;
}

// The number and the switches that it was meant for, as one word.
std::string joined(const std::string& number, int argc, char** argv) {
  for (int i = 2; i < argc; ++i)
    if (const std::string before = argv[i - 1]; argv[i] == number && before.size() > 1 && before[0] == '-' &&
                                                before[1] != '-' &&
                                                letters_with_numbers().find(before.back()) != std::string::npos)
      return before + number;
  return "-q30 or -a0.1";
}

}  // namespace

exit_code run(int argc, char** argv) {
  config c;
  const command about = describe(c);
  std::vector<char*> arguments(argv, argv + argc);
  const exit_code switches = run_guarded(about, [&] { take_switches(c, arguments); });
  if (switches != exit_code::success) return switches;
  arguments.push_back(nullptr);
  bool reached = true;
  const exit_code code = run_command(
      about, static_cast<int>(arguments.size() - 1), arguments.data(), [&](const std::vector<std::string>& words) {
        if (words.empty()) check_usage(c);  // the file may be the value of an option that expects a number
        if (words.empty()) refuse("expected a .poly, .node, .ele or .amesh file; --help shows the usage");
        if (words.size() > 1 && words[0].find_first_not_of("0123456789.") == std::string::npos)
          refuse("unexpected argument '" + words[0] + "': a number directly follows its switch, as in " +
                 joined(words[0], argc, argv));
        if (words.size() > 1) refuse("unexpected argument '" + words[1] + "': expected one file");
        reached = execute(c, words[0]);
      });
  return code == exit_code::success && !reached ? exit_code::incomplete : code;
}

}  // namespace amorph::mesh_tool
