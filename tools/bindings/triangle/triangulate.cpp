// triangulate() and trifree(): Triangle's interface on our triangulation and refinement.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <string>
#include <utility>

#include "amorph/kernels/base/refuse.hpp"
#include "solver/mesh/derive/extremes.hpp"
#include "solver/mesh/geometry/coordinates.hpp"
#include "solver/mesh/refine/check.hpp"
#include "solver/mesh/sizing/refine_within_limit.hpp"
#include "solver/mesh/triangulate/triangulate.hpp"
#include "tools/bindings/triangle/arrays.hpp"
#include "tools/formats/triangle_input.hpp"

// Defined by the caller, or null.
extern "C" int triunsuitable(double* origin, double* destination, double* apex, double area) __attribute__((weak));

namespace amorph::triangle_library {
namespace {

void say(const std::string& line) { std::fputs(("triangulate: " + line + "\n").c_str(), stderr); }

mesh::triangulation triangulated(const switches& s, const input& in) {
  const mesh_tool::domain_input domain(s, in.graph, 0);
  mesh::triangulate_options options;
  options.carve = s.poly && !s.convex;
  options.run.threads = 0;
  mesh::triangulate_result r =
      s.splits ? mesh::triangulate_by_splitting(domain.graph, options) : mesh::triangulate(domain.graph, options);
  const auto warn = [&](std::size_t n, const char* one, const char* many) {
    if (n != 0 && !s.quiet) say("warning: " + std::to_string(n) + " " + (n == 1 ? one : many));
  };
  warn(r.duplicates.size() / 2, "duplicate point is not used", "duplicate points are not used");
  warn(r.holes_outside.size(), "hole is outside the domain and has no effect",
       "holes are outside the domain and have no effect");
  if (s.regions || s.bounds)
    warn(r.regions_outside.size(), "region is outside the domain and has no effect",
         "regions are outside the domain and have no effect");
  if (!s.regions) r.mesh.region_attribute.clear();
  if (s.regions && s.poly && r.mesh.region_attribute.empty()) r.mesh.region_attribute.assign(r.mesh.triangles(), 0.0);
  if (!s.bounds) r.mesh.area_bound.clear();
  return std::move(r.mesh);
}

mesh::triangulation rebuilt(const switches& s, const input& in, std::vector<std::vector<double>>& rows) {
  if (in.triangles.size() == 0) refuse("switch r: expected triangles, found none");
  const mesh_tool::elements_input e(in.graph, in.triangles, in.area, rows, 0);
  try {
    return mesh::rebuild(e.elements, {.threads = 0}).mesh;
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
  mesh::limited_result r = mesh::refine_within_limit(std::move(m), mesh_tool::refinement_of(s),
                                                     s.user_test ? mesh::area_function(bound_of_user) : nullptr, false);
  if (r.gave_up_after != 0)
    say("warning: refinement was given up after " + std::to_string(r.gave_up_after) +
        " points; the mesh is refined to " + std::to_string(static_cast<int>(r.min_angle)) + " degrees instead");
  return std::move(r.result.mesh);
}

void run(const switches& s, const triangulateio& in, triangulateio& out, triangulateio* vorout) {
  if (s.user_test && triunsuitable == nullptr) refuse("switch u: expected a function triunsuitable() in the program");
  if (s.voronoi && vorout == nullptr) refuse("switch v: expected a structure for the Voronoi diagram, found NULL");
  const input from = read(s, in);
  std::vector<std::vector<double>> rows;
  mesh::triangulation m;
  try {
    m = s.rebuild ? rebuilt(s, from, rows) : triangulated(s, from);
  } catch (const mesh::coordinate_error& wrong) {
    throw wrong.numbered_from(static_cast<std::size_t>(first_number(s)));
  }
  if (s.refines()) m = refined(s, std::move(m));
  cpu_exec exec(0);
  if (s.verify) mesh::check_mesh(exec, m);
  if (s.verbose && !s.quiet)
    std::printf("%zu vertices, %zu triangles, smallest angle %.2f degrees\n", m.points.size(), m.triangles(),
                mesh::extremes_of(exec, m, 0).min_angle);
  const mesh_tool::lists all = mesh_tool::lists_of(s, from.graph, m, rows, 0);
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
