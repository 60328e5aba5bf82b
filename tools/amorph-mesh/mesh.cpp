#include "mesh.hpp"

#include <algorithm>
#include <map>

#include "amorph/interrupt.hpp"
#include "amorph/outputs.hpp"
#include "amorph/progress_line.hpp"
#include "amorph/run_command.hpp"

namespace amorph::mesh_tool {
namespace {

std::vector<mesh::point> points_of(const host_array<double>& coordinate) {
  std::vector<mesh::point> points(coordinate.size() / 2);
  for (std::size_t i = 0; i != points.size(); ++i) points[i] = {coordinate[2 * i], coordinate[2 * i + 1]};
  return points;
}

// What solvers call a point by its place in the list; files have lines for them.
void require_exact(const mesh_file::vertex_list& v) {
  for (std::size_t i = 0; i != v.coordinate.size(); ++i)
    if (const double m = std::abs(v.coordinate[i]); m != 0 && !(m >= 1e-35 && m <= 1e60))
      refuse(v.from.at(i / 2) + ": expected coordinates that are 0 or of magnitude 1e-35 to 1e60");
}

void triangulate(const config& c, const input& in, outcome& o) {
  const std::vector<mesh::point> points = points_of(in.graph.vertices.coordinate), holes = points_of(in.graph.hole);
  std::vector<mesh::region> regions;
  if (c.regions || c.bounds)
    for (const mesh_file::region& r : in.graph.regions) regions.push_back({{r.x, r.y}, r.attribute, r.area});
  mesh::planar_graph g;
  g.points = points;
  g.segments = in.graph.segment;
  g.segment_marker = in.graph.segment_marker;
  g.holes = holes;
  g.regions = regions;
  g.attributes = in.graph.vertices.attribute;
  mesh::triangulate_options how;
  how.carve = c.poly && !c.convex;
  progress_line line;
  how.progress = [&](double share) {
    if (line.due()) line.show("triangulating: " + std::to_string(static_cast<int>(100 * share)) + "%");
    return true;
  };
  const std::string name = c.poly ? in.graph.segments_from.name : in.graph.vertices.from.name;
  mesh::triangulate_result r;
  try {
    r = mesh::triangulate(g, how);
  } catch (const error& e) {
    if (e.code() != status::bad_input) throw;
    const bool nothing_encloses = how.carve && std::string_view(e.what()).starts_with("no triangle");
    refuse(name + ": " + e.what() + (nothing_encloses ? "; -c keeps the convex hull" : ""));
  }
  o.mesh = std::move(r.mesh);
  o.duplicates = r.duplicates.size() / 2;
  o.crossings = r.crossings;
  o.unused = r.unused;
  if (o.duplicates != 0) {
    const mesh_file::vertex_list& v = in.graph.vertices;
    o.warnings.push_back(v.from.at(r.duplicates[0]) + ": vertex " +
                         std::to_string(std::uint64_t{v.base} + r.duplicates[0]) + " stands where vertex " +
                         std::to_string(std::uint64_t{v.base} + r.duplicates[1]) + " does, and is not used" +
                         (o.duplicates > 1 ? " (" + std::to_string(o.duplicates - 1) + " more like it)" : ""));
  }
  if (!c.regions) o.mesh.region_attribute.clear();
  if (c.regions && o.mesh.region_attribute.empty()) o.mesh.region_attribute.assign(o.mesh.triangles(), 0.0);
  if (!c.bounds) o.mesh.area_bound.clear();
}

// Of several attributes a triangle, solvers carry the number of their row among all that differ.
std::vector<double> number_rows(const mesh_file::triangle_list& t, std::vector<std::vector<double>>& rows) {
  std::map<std::vector<double>, std::size_t> known;
  std::vector<double> number(t.size());
  for (std::size_t i = 0; i != t.size(); ++i) {
    std::vector<double> row(t.attribute.begin() + static_cast<std::ptrdiff_t>(i * t.attributes),
                            t.attribute.begin() + static_cast<std::ptrdiff_t>((i + 1) * t.attributes));
    const auto [at, is_new] = known.try_emplace(row, rows.size());
    if (is_new) rows.push_back(std::move(row));
    number[i] = static_cast<double>(at->second);
  }
  return number;
}

void rebuild(const input& in, outcome& o) {
  const mesh_file::triangle_list& t = in.triangles;
  if (t.size() == 0) refuse(t.from.name + ": expected triangles, found none");
  const std::vector<mesh::point> points = points_of(in.graph.vertices.coordinate);
  std::vector<double> attribute(t.attribute.begin(), t.attribute.end());
  if (t.attributes > 1) attribute = number_rows(t, o.attribute_rows);
  mesh::elements e;
  e.points = points;
  e.corners = t.corner;
  e.segments = in.graph.segment;
  e.segment_marker = in.graph.segment_marker;
  e.attributes = in.graph.vertices.attribute;
  e.region_attribute = attribute;
  e.area_bound = in.area;
  try {
    mesh::rebuild_result r = mesh::rebuild(e);
    o.mesh = std::move(r.mesh);
    o.flips = r.flips;
  } catch (const mesh::element_error& wrong) {
    refuse((wrong.segment() ? in.graph.segments_from : t.from).at(wrong.index()) + ": expected " +
           (wrong.segment() ? "an edge of the mesh" : "a counter-clockwise triangle beside the others") + ", found " +
           wrong.what());
  }
  std::vector<char> used(points.size(), 0);
  for (const std::uint32_t v : o.mesh.corners) used[v] = 1;
  o.unused = static_cast<std::uint64_t>(std::count(used.begin(), used.end(), 0));
}

void write(const config& c, const file_names& names, const input& in, const outcome& o, outputs& files) {
  const lists all = lists_of(c, in, o);
  const std::uint32_t base = c.zero ? 0 : in.graph.vertices.base;
  files.write(names.out_node, [&](output_file& f) { mesh_file::write_nodes(f, all.graph.vertices, base); });
  files.write(names.out_ele, [&](output_file& f) { mesh_file::write_elements(f, all.triangles, base); });
  files.write(names.out_poly,
              [&](output_file& f) { mesh_file::write_poly(f, all.graph, base, names.out_node.empty()); });
  files.write(names.out_neigh, [&](output_file& f) { mesh_file::write_neighbours(f, all.neighbour, base); });
  files.write(names.out_edge, [&](output_file& f) { mesh_file::write_edges(f, all.edge, all.edge_marker, base); });
  files.write(c.vtk, [&](output_file& f) { mesh_file::write_vtk(f, all.graph.vertices, all.triangles); });
  files.write(c.svg, [&](output_file& f) { mesh_file::write_svg(f, all.graph, all.triangles); });
}

void execute(config& c, const std::string& operand) {
  const stopwatch total;
  outcome o;
  file_names names = names_of(c, operand);
  check_usage(c);
  if (c.refines()) refuse("-q, -a and -D are not supported by this build: it triangulates alone");
  std::vector<std::string> inputs{names.poly, names.ele, names.area};
  if (!c.poly) inputs.push_back(names.node);
  if (c.poly) require_readable(names.poly);
  const input in = read(c, names);
  o.read_ms = total.ms();
  if (c.no_iteration && !in.nodes_in_poly) names.out_node.clear();
  if (!in.nodes_in_poly) inputs.push_back(names.node);
  outputs files(inputs,
                {names.out_node, names.out_ele, names.out_poly, names.out_neigh, names.out_edge, c.vtk, c.svg, c.json});
  o.vertices_in = in.graph.vertices.size();
  o.segments_in = in.graph.segments();
  o.triangles_in = in.triangles.size();
  require_exact(in.graph.vertices);

  const stopwatch triangulating;
  c.rebuild ? rebuild(in, o) : triangulate(c, in, o);
  o.triangulate_ms = triangulating.ms();
  measure(c, o);
  o.steiner = o.mesh.points.size() - o.vertices_in;

  const stopwatch writing;
  write(c, names, in, o, files);
  o.write_ms = writing.ms();
  o.total_ms = total.ms();
  if (!c.json.empty()) files.write_text(c.json, json(c, o));
  const std::string report = c.quiet ? std::string() : summary(c, o);
  if (!c.quiet)
    for (const std::string& warning : o.warnings)
      std::fputs(("amorph-mesh: warning: " + warning + "\n").c_str(), stderr);
  files.finish(report);
  if (files.on_stdout()) std::fputs(report.c_str(), stderr);  // stdout carries data: people are told on stderr
}

}  // namespace

exit_code run(int argc, char** argv) {
  config c;
  const command about = describe(c);
  std::vector<char*> arguments(argv, argv + argc);
  const exit_code switches = run_guarded(about, [&] { take_switches(c, arguments); });
  if (switches != exit_code::success) return switches;
  arguments.push_back(nullptr);
  return run_command(about, static_cast<int>(arguments.size() - 1), arguments.data(),
                     [&](const std::vector<std::string>& words) {
                       if (words.empty()) refuse("expected a .poly, .node or .ele file; --help shows the usage");
                       if (words.size() > 1)
                         refuse("unexpected argument '" + words[1] + "': one file is read at a time");
                       execute(c, words[0]);
                     });
}

}  // namespace amorph::mesh_tool
