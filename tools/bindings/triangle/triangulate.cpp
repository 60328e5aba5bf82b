// triangulate() and trifree(): Triangle's interface on our triangulation and refinement.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <string>
#include <utility>

#include "amorph/kernels/base/refuse.hpp"
#include "solver/mesh/geometry/coordinates.hpp"
#include "solver/mesh/refine/check.hpp"
#include "solver/mesh/sizing/refine_within_limit.hpp"
#include "solver/mesh/triangulate/triangulate.hpp"
#include "tools/bindings/triangle/arrays.hpp"
#include "tools/formats/triangle_attribute_rows.hpp"

// The caller's, if there is one.
extern "C" int triunsuitable(double* origin, double* destination, double* apex, double area) __attribute__((weak));

namespace amorph::triangle_library {
namespace {

void say(const std::string& line) { std::fputs(("triangulate: " + line + "\n").c_str(), stderr); }

std::vector<mesh::point> points_of(const host_array<double>& coordinate) {
  std::vector<mesh::point> points(coordinate.size() / 2);
  for (std::size_t i = 0; i != points.size(); ++i) points[i] = {coordinate[2 * i], coordinate[2 * i + 1]};
  return points;
}

mesh::triangulation start(const switches& s, const input& in) {
  const std::vector<mesh::point> points = points_of(in.graph.vertices.coordinate), holes = points_of(in.graph.hole);
  std::vector<mesh::region> regions;
  const bool attributes = s.regions && s.poly, areas = s.bounds && s.poly;
  if (attributes || areas)
    for (const mesh_file::region& r : in.graph.regions) regions.push_back({{r.x, r.y}, r.attribute, r.area});
  mesh::planar_graph g;
  g.points = points;
  g.segments = in.graph.segment;
  g.segment_marker = in.graph.segment_marker;
  g.holes = holes;
  g.regions = regions;
  g.attributes = in.graph.vertices.attribute;
  mesh::triangulate_options options;
  options.carve = s.poly && !s.convex;
  options.run.threads = 0;
  mesh::triangulate_result r = s.splits ? mesh::triangulate_by_splitting(g, options) : mesh::triangulate(g, options);
  if (!r.duplicates.empty() && !s.quiet)
    say("warning: " + std::to_string(r.duplicates.size() / 2) + " duplicate points are not used");
  if (!attributes) r.mesh.region_attribute.clear();
  if (attributes && r.mesh.region_attribute.empty()) r.mesh.region_attribute.assign(r.mesh.triangles(), 0.0);
  if (!areas) r.mesh.area_bound.clear();
  return std::move(r.mesh);
}

mesh::triangulation restart(const switches& s, const input& in, std::vector<std::vector<double>>& rows) {
  const mesh_file::triangle_list& t = in.triangles;
  if (t.size() == 0) refuse("switch r: expected triangles, found none");
  const std::vector<mesh::point> points = points_of(in.graph.vertices.coordinate);
  std::vector<double> attribute(t.attribute.begin(), t.attribute.end());
  if (t.attributes > 1) attribute = mesh_tool::number_rows(t, rows);
  mesh::elements e;
  e.points = points;
  e.corners = t.corner;
  e.segments = in.graph.segment;
  e.segment_marker = in.graph.segment_marker;
  e.attributes = in.graph.vertices.attribute;
  e.region_attribute = attribute;
  e.area_bound = in.area;
  try {
    return mesh::rebuild(e, {.threads = 0}).mesh;
  } catch (const mesh::element_error& wrong) {
    const std::string number = std::to_string(wrong.index() + static_cast<std::size_t>(first_number(s)));
    if (wrong.segment()) refuse("segment " + number + ": expected an edge of the mesh");
    refuse("triangle " + number + ": expected a counter-clockwise triangle that overlaps no other, found " +
           wrong.what());
  }
}

// Triangles that the caller's function refuses must become half as large.
double bound_of_user(const mesh::point* p, double area) {
  double at[3][2];
  for (unsigned i = 0; i != 3; ++i) {
    at[i][0] = p[i].x;
    at[i][1] = p[i].y;
  }
  return triunsuitable(at[0], at[1], at[2], area) != 0 ? area / 2 : 0;
}

mesh::triangulation refined(const switches& s, mesh::triangulation m) {
  mesh::refine_options options;
  options.min_angle = s.angle;
  options.max_area = s.area;
  options.max_points = s.steiner;
  options.split_boundary = !s.whole_boundary;
  options.split_inside = !s.whole_segments;
  options.conforming = s.conforming;
  mesh::limited_result r = mesh::refine_within_limit(std::move(m), options,
                                                     s.user_test ? mesh::area_function(bound_of_user) : nullptr, false);
  if (r.gave_up_after != 0)
    say("warning: refinement was given up after " + std::to_string(r.gave_up_after) +
        " points; the mesh is refined to " + std::to_string(static_cast<int>(r.min_angle)) + " degrees instead");
  return std::move(r.result.mesh);
}

// V: one line of figures.
void print_figures(const mesh::triangulation& m) {
  double smallest = 180;
  for (std::size_t t = 0; t != m.triangles(); ++t)
    for (unsigned i = 0; i != 3; ++i) {
      const mesh::point a = m.points[m.corners[3 * t + i]], b = m.points[m.corners[3 * t + (i + 1) % 3]],
                        c = m.points[m.corners[3 * t + (i + 2) % 3]];
      const double x1 = b.x - a.x, y1 = b.y - a.y, x2 = c.x - a.x, y2 = c.y - a.y;
      smallest = std::min(smallest, std::atan2(x1 * y2 - x2 * y1, x1 * x2 + y1 * y2) * 57.29577951308232);
    }
  std::printf("%zu vertices, %zu triangles, smallest angle %.2f degrees\n", m.points.size(), m.triangles(), smallest);
}

void run(const switches& s, const triangulateio& in, triangulateio& out, triangulateio* vorout) {
  if (s.user_test && triunsuitable == nullptr) refuse("switch u: expected a function triunsuitable() in the program");
  if (s.voronoi && vorout == nullptr) refuse("switch v: expected a structure for the Voronoi diagram, found NULL");
  const input from = read(s, in);
  std::vector<std::vector<double>> rows;
  mesh::triangulation m;
  try {
    m = s.rebuild ? restart(s, from, rows) : start(s, from);
  } catch (const mesh::coordinate_error& wrong) {
    throw wrong.numbered_from(static_cast<std::size_t>(first_number(s)));
  }
  if (s.refines()) m = refined(s, std::move(m));
  if (s.verify) {
    cpu_exec exec(0);
    mesh::check_mesh(exec, m);
  }
  if (s.verbose && !s.quiet) print_figures(m);
  const mesh_tool::list_options options{.jettison = s.jettison,
                                        .markers = !s.no_markers,
                                        .edges = s.edges,
                                        .neighbours = s.neighbours,
                                        .quadratic = s.quadratic,
                                        .voronoi = s.voronoi};
  const mesh_tool::lists all = mesh_tool::lists_of(options, from.graph, m, rows);
  const std::size_t edges =
      (3 * m.triangles() + static_cast<std::size_t>(std::count(m.neighbours.begin(), m.neighbours.end(), mesh::none))) /
      2;
  write(s, all, edges, in, out, vorout);
}

void clear(triangulateio* io) {
  if (io == nullptr) return;
  io->numberofpoints = io->numberoftriangles = io->numberofsegments = io->numberofedges = 0;
}

}  // namespace
}  // namespace amorph::triangle_library

extern "C" {

void triangulate(char* switches, triangulateio* in, triangulateio* out, triangulateio* vorout) {
  using namespace amorph::triangle_library;
  if (out == nullptr) return say("expected a structure for the mesh, found NULL");
  std::string why;
  try {
    if (switches == nullptr || in == nullptr) amorph::refuse("expected switches and an input, found NULL");
    amorph::mesh_tool::switch_values values;
    why = read_switches(switches, amorph::mesh_tool::switch_reader::library, values);
    if (why.empty()) return run(values, *in, *out, vorout);
  } catch (const std::bad_alloc&) {
    why = "out of memory";
  } catch (const std::exception& e) {
    why = e.what();
  } catch (...) {
    why = "unknown error";
  }
  say(why);
  clear(out);
  clear(vorout);
}

void trifree(void* memory) { std::free(memory); }
}
