// The steps on the mesh: triangulate or rebuild, refine, verify.
#include <algorithm>
#include <cmath>
#include <utility>

#include "amorph/kernels/exec/cpu.hpp"
#include "solver/mesh/geometry/coordinates.hpp"
#include "solver/mesh/optimize/optimize.hpp"
#include "solver/mesh/refine/refine.hpp"
#include "solver/mesh/sizing/refine_within_limit.hpp"
#include "solver/mesh/triangulate/triangulate_and_refine.hpp"
#include "tools/base/printf_text.hpp"
#include "tools/checkers/mesh_answers.hpp"
#include "tools/commands/amorph-mesh/mesh.hpp"
#include "tools/formats/triangle_input.hpp"
#include "tools/terminal/progress_line.hpp"
#include "tools/terminal/run_command.hpp"
#include "tools/terminal/strategies.hpp"

namespace amorph::mesh_tool {
namespace {

run_options run_of(const config& c) {
  run_options run;
  run.backend = *parse_backend(c.backend);
  run.device = static_cast<int>(c.device);
  run.threads = static_cast<unsigned>(c.threads);
  run.memory_limit = c.memory_limit;
  return run;
}

}  // namespace

void require_exact(const config& c, const mesh_file::vertex_list& v) {
  cpu_exec exec(static_cast<unsigned>(c.threads));
  try {
    mesh::check_coordinates(exec, v.coordinate);
  } catch (const mesh::coordinate_error& e) {
    if (e.index() == mesh::coordinate_error::all) refuse(v.from.name + ": " + e.what());
    refuse(v.from.at(e.index()) + ": expected coordinates that are 0 or of magnitude 1e-35 to 1e60");
  }
}

void round_to_single(mesh_file::vertex_list& v) {
  std::vector<mesh::point> points(v.size());
  for (std::size_t i = 0; i != points.size(); ++i) points[i] = {v.coordinate[2 * i], v.coordinate[2 * i + 1]};
  try {
    mesh::round_to_single(points);
  } catch (const mesh::points_merge& e) {
    refuse(v.from.at(e.other()) + ": single precision: vertex " + std::to_string(v.base + e.other()) +
           " would coincide with vertex " + std::to_string(v.base + e.one()));
  } catch (const error& e) {
    if (e.code() != status::bad_input) throw;
    refuse(v.from.name + ": " + e.what());
  }
  for (std::size_t i = 0; i != points.size(); ++i) {
    v.coordinate[2 * i] = points[i].x;
    v.coordinate[2 * i + 1] = points[i].y;
  }
}

namespace {

mesh::triangulate_options triangulation_of(const config& c, progress_line& line) {
  mesh::triangulate_options options;
  options.carve = c.poly && !c.convex;
  options.run = run_of(c);
  options.run.progress = [&line](const progress& p) {
    if (line.due() && p.total != 0) line.show("triangulating: " + std::to_string(100 * p.done / p.total) + "%");
  };
  return options;
}

// make(); errors of the input get the name of its file.
template <class Make> auto with_file_name(const config& c, const input& in, bool carve, Make make) {
  const std::string name = c.poly ? in.graph.segments_from.name : in.graph.vertices.from.name;
  try {
    return make();
  } catch (const error& e) {
    if (e.code() != status::bad_input) throw;
    const bool nothing_encloses = carve && std::string_view(e.what()).starts_with("the domain is empty");
    refuse(name + ": " + e.what() + (nothing_encloses ? "; -c keeps the convex hull" : ""));
  }
}

// One warning per table of the file, of its rows without effect.
void warn_of_outside(const mesh_file::origin& from, const char* item, const std::vector<std::uint32_t>& rows,
                     outcome& o) {
  if (rows.empty()) return;
  o.warnings.push_back(from.at(rows[0]) + ": " + item + " is outside the domain and has no effect" +
                       (rows.size() > 1 ? " (and " + std::to_string(rows.size() - 1) + " more)" : ""));
}

// The figures of the initial mesh, and warnings.
void record_initial(const config& c, const input& in, const mesh::triangulate_result& r, outcome& o) {
  const std::string name = c.poly ? in.graph.segments_from.name : in.graph.vertices.from.name;
  if (c.precision == "single" && r.crossings != 0)
    refuse(name + ": segments cross outside the grid of single precision; use --precision=double");
  o.duplicates = r.duplicates.size() / 2;
  if (!r.device.empty()) o.triangulate_device = r.device;
  o.crossings = r.crossings;
  o.splits = r.splits;
  o.unused = r.unused;
  warn_of_outside(in.graph.holes_from, "the hole", r.holes_outside, o);
  if (c.regions || c.bounds) warn_of_outside(in.graph.regions_from, "the region", r.regions_outside, o);
  if (o.duplicates == 0) return;
  const mesh_file::vertex_list& v = in.graph.vertices;
  o.warnings.push_back(v.from.at(r.duplicates[0]) + ": vertex " +
                       std::to_string(std::uint64_t{v.base} + r.duplicates[0]) + " is a duplicate of vertex " +
                       std::to_string(std::uint64_t{v.base} + r.duplicates[1]) + " and is not used" +
                       (o.duplicates > 1 ? " (and " + std::to_string(o.duplicates - 1) + " more)" : ""));
}

}  // namespace

void triangulate(const config& c, const input& in, outcome& o) {
  const domain_input domain(c, in.graph, static_cast<unsigned>(c.threads));
  progress_line line;
  const mesh::triangulate_options options = triangulation_of(c, line);
  mesh::triangulate_result r = with_file_name(c, in, options.carve, [&] {
    return c.splits ? mesh::triangulate_by_splitting(domain.graph, options) : mesh::triangulate(domain.graph, options);
  });
  record_initial(c, in, r, o);
  o.mesh = std::move(r.mesh);
  if (!c.regions) o.mesh.region_attribute.clear();
  if (c.regions && o.mesh.region_attribute.empty()) o.mesh.region_attribute.assign(o.mesh.triangles(), 0.0);
  if (!c.bounds) o.mesh.area_bound.clear();
}

void rebuild(const config& c, const input& in, outcome& o) {
  const mesh_file::triangle_list& t = in.triangles;
  if (t.size() == 0) refuse(t.from.name + ": expected triangles, found none");
  const elements_input e(in.graph, t, in.area, o.attribute_rows, static_cast<unsigned>(c.threads));
  run_options run;
  run.threads = static_cast<unsigned>(c.threads);
  try {
    mesh::rebuild_result r = mesh::rebuild(e.elements, run);
    o.mesh = std::move(r.mesh);
    o.flips = r.flips;
  } catch (const mesh::element_error& wrong) {
    const std::string line = (wrong.segment() ? in.graph.segments_from : t.from).at(wrong.index());
    if (wrong.segment()) refuse(line + ": expected an edge of the mesh, found a segment that is not one");
    refuse(line + ": expected a counter-clockwise triangle that overlaps no other, found " + wrong.what() +
           (wrong.other() < t.size() ? ", the one in " + t.from.in_file(wrong.other()) : ""));
  }
  std::vector<char> used(e.points.size(), 0);
  for (const std::uint32_t v : o.mesh.corners) used[v] = 1;
  o.unused = static_cast<std::uint64_t>(std::count(used.begin(), used.end(), 0));
}

namespace {

mesh::refine_options options_of(const config& c) {
  mesh::refine_options options = refinement_of(c);
  options.strategy = *mesh::parse_strategy(c.strategy);
  options.precision = c.precision == "single" ? mesh::precision::single : mesh::precision::wide;
  options.run = run_of(c);
  return options;
}

mesh::refine_options with_progress(const config& c, progress_line& line) {
  mesh::refine_options options = options_of(c);
  options.run.progress = [&line](const progress& made) {
    if (!line.due()) return;
    const auto& p = *static_cast<const mesh::refine_progress*>(made.detail);
    line.show("refining: round " + std::to_string(p.rounds) + ", " + std::to_string(p.triangles) + " triangles, " +
              std::to_string(p.waiting) + " bad");
  };
  return options;
}

// The refined mesh, with --optimize optimized. `fixed`: the vertices of the initial mesh.
void record_refined(const config& c, mesh::refine_result r, std::size_t fixed, mesh::refine_options options,
                    const mesh::area_function& sizes, progress_line& line, outcome& o) {
  if (c.optimize) {
    options.min_angle = c.angle;
    options.run.progress = nullptr;
    if (line.due()) line.show("optimizing: " + std::to_string(r.mesh.triangles()) + " triangles");
    o.optimized = mesh::optimize(r, fixed, options, sizes);
  }
  o.mesh = std::move(r.mesh);
  o.bad = std::move(r.bad);
  o.why = std::move(r.why);
  o.left = r.left;
  o.rounds = r.stats.rounds;
  o.check_ms = r.stats.check_ms;
  o.refinement = std::move(r.stats);
}

}  // namespace

void refine(config& c, outcome& o) {
  const mesh::area_function sizes = c.sizes() ? read_sizes(c, o.mesh) : nullptr;
  progress_line line;
  const mesh::refine_options options = with_progress(c, line);
  const std::size_t fixed = o.mesh.points.size();
  mesh::limited_result limited = mesh::refine_within_limit(std::move(o.mesh), options, sizes, true);
  if (limited.gave_up_after != 0) {
    o.warnings.push_back("refinement to " + text("%g", c.angle) + " degrees was given up after " +
                         std::to_string(limited.gave_up_after) + " Steiner points; the mesh is refined to " +
                         text("%g", limited.min_angle) + " degrees instead (-S sets a limit and keeps what it gives)");
    o.angle_wanted = std::exchange(c.angle, limited.min_angle);
  }
  record_refined(c, std::move(limited.result), fixed, options, sizes, line, o);
}

bool in_one_step(const config& c) {
  const bool usually_ends = c.angle <= mesh::usual_angle || c.steiner != mesh::refine_options().max_points;
  return c.refines() && usually_ends && !c.rebuild && !c.splits && !c.sizes() && !c.regions && !c.bounds;
}

bool triangulate_and_refine(const config& c, const input& in, outcome& o) {
  const domain_input domain(c, in.graph, static_cast<unsigned>(c.threads));
  progress_line line;
  const mesh::triangulate_options options = triangulation_of(c, line);
  mesh::refine_options bounds = with_progress(c, line);
  const bool limited = needs_limit(bounds);
  if (limited) bounds.max_points = mesh::expected_limit(domain.graph.points, c.area);
  mesh::planar_mesh_result r =
      with_file_name(c, in, options.carve, [&] { return mesh::triangulate_and_refine(domain.graph, options, bounds); });
  if (limited && r.refined.stats.inserted >= bounds.max_points) return false;
  record_initial(c, in, r.initial, o);
  o.triangulate_ms = r.triangulate_ms;
  const std::size_t fixed = domain.points.size() + r.initial.crossings;
  record_refined(c, std::move(r.refined), fixed, bounds, nullptr, line, o);
  return true;
}

void verify(const config& c, const input& in, const lists& all, outcome& o) {
  const stopwatch verifying;
  const mesh_file::planar_graph &g = in.graph, &h = all.graph;
  check::planar_input problem;
  problem.xy = g.vertices.coordinate;
  problem.attribute = g.vertices.attribute;
  problem.marker = g.vertices.marker;
  problem.segment = g.segment;
  problem.segment_marker = g.segment_marker;
  if (!c.no_holes) problem.hole = g.hole;
  std::vector<check::mesh_region> regions;
  regions.reserve(g.regions.size());
  if (!c.rebuild)
    for (const mesh_file::region& r : g.regions) regions.push_back({r.x, r.y, r.attribute, r.area});
  problem.region = regions;
  problem.corner = in.triangles.corner;
  problem.corner_attribute = in.triangles.attribute;
  problem.corner_area = in.area;
  problem.carve = c.poly && !c.convex;
  problem.first = g.vertices.base;
  check::planar_mesh answer;
  const std::size_t vertices = o.mesh.points.size();  // without nodes of second order
  answer.xy = span<const double>(h.vertices.coordinate).subspan(0, 2 * vertices);
  answer.attribute = span<const double>(h.vertices.attribute).subspan(0, h.vertices.attributes * vertices);
  answer.marker = span<const std::int32_t>(h.vertices.marker).subspan(0, h.vertices.has_markers ? vertices : 0);
  answer.corner = all.triangles.corner;
  answer.corner_attribute = all.triangles.attribute;
  answer.neighbour = all.neighbour;
  answer.segment = h.segment;
  answer.segment_marker = h.segment_marker;
  answer.first = c.zero ? 0 : g.vertices.base;
  check::mesh_demands demands;
  demands.min_angle = c.angle;
  demands.max_area = c.area;
  demands.region_attributes = all.triangles.attributes != 0;
  demands.region_areas = c.bounds;
  if (c.precision == "single") {
    const auto& xy = g.vertices.coordinate;
    double low[2] = {xy[0], xy[1]}, high[2] = {xy[0], xy[1]};
    for (std::size_t i = 0; i != xy.size(); ++i) {
      low[i % 2] = std::min(low[i % 2], xy[i]);
      high[i % 2] = std::max(high[i % 2], xy[i]);
    }
    const double longer = std::max(high[0] - low[0], high[1] - low[1]);
    demands.slack = longer / (1 << 21);  // some steps of the grid
    demands.finest = std::exp2(std::ceil(std::log2(longer)) - 20);
  }
  // If segments must stay whole or the number of points is limited, refinement may leave bad triangles, and lists them.
  // Those at small input angles and at the precision limit the checker finds by itself.
  const bool stopped = o.refined_points() >= c.steiner;
  std::vector<std::uint32_t> excused, at_precision;
  for (std::size_t i = 0; i != o.bad.size(); ++i) {
    const mesh::cause why = o.why[i];
    if (why == mesh::cause::precision || why == mesh::cause::input_angle) at_precision.push_back(o.bad[i]);
    if ((why == mesh::cause::point_limit && stopped) || (why == mesh::cause::kept_segment && c.whole_boundary))
      excused.push_back(o.bad[i]);
  }
  demands.excused = excused;
  demands.at_precision = at_precision;
  if ((c.angle > 0 || c.area > 0 || c.conforming) && !c.whole_boundary && !stopped)
    demands.encroachment = mesh::encroachment_angle(options_of(c));
  demands.conforming = c.conforming && !c.whole_boundary && !stopped;
  const check::mesh_verdict v = check::verify_mesh(problem, answer, demands);
  if (!v.fault.empty()) throw error(status::internal, "verification failed: " + v.fault);
  o.verify_ms = verifying.ms();
  o.verified = true;
}

}  // namespace amorph::mesh_tool
