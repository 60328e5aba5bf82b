// The steps on the mesh: triangulate or rebuild, refine, verify.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "solver/mesh/optimize/optimize.hpp"
#include "solver/mesh/refine/refine.hpp"
#include "tools/amorph-mesh/mesh.hpp"
#include "tools/terminal/progress_line.hpp"
#include "tools/terminal/run_command.hpp"
#include "tools/terminal/strategies.hpp"
#include "tools/triangle-common/attribute_rows.hpp"
#include "tools/triangle-common/limit.hpp"
#include "tools/verify/mesh_answers.hpp"

namespace amorph::mesh_tool {
namespace {

std::vector<mesh::point> points_of(const host_array<double>& coordinate) {
  std::vector<mesh::point> points(coordinate.size() / 2);
  for (std::size_t i = 0; i != points.size(); ++i) points[i] = {coordinate[2 * i], coordinate[2 * i + 1]};
  return points;
}

run_options run_of(const config& c) {
  run_options run;
  run.backend = *parse_backend(c.backend);
  run.device = static_cast<int>(c.device);
  run.threads = static_cast<unsigned>(c.threads);
  run.memory_limit = c.memory_limit;
  return run;
}

}  // namespace

void require_exact(const mesh_file::vertex_list& v) {
  double largest = 0;
  for (std::size_t i = 0; i != v.coordinate.size(); ++i)
    if (const double m = std::abs(v.coordinate[i]); m != 0 && !(m >= 1e-35 && m <= 1e60))
      refuse(v.from.at(i / 2) + ": expected coordinates that are 0 or of magnitude 1e-35 to 1e60");
    else
      largest = std::max(largest, m);
  // New coordinates below 1e-35 are rounded to 0; that must be less than the precision limit.
  if (largest != 0 && largest < 1e-20)
    refuse(v.from.name + ": expected a coordinate of magnitude 1e-20 or more, found none; scale the input");
}

void round_to_single(mesh_file::vertex_list& v) {
  std::vector<mesh::point> points = points_of(v.coordinate);
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
  mesh::triangulate_options options;
  options.carve = c.poly && !c.convex;
  options.run = run_of(c);
  progress_line line;
  options.run.progress = [&](const progress& p) {
    if (line.due() && p.total != 0) line.show("triangulating: " + std::to_string(100 * p.done / p.total) + "%");
  };
  const std::string name = c.poly ? in.graph.segments_from.name : in.graph.vertices.from.name;
  mesh::triangulate_result r;
  try {
    r = c.splits ? mesh::triangulate_by_splitting(g, options) : mesh::triangulate(g, options);
  } catch (const error& e) {
    if (e.code() != status::bad_input) throw;
    const bool nothing_encloses = options.carve && std::string_view(e.what()).starts_with("the domain is empty");
    refuse(name + ": " + e.what() + (nothing_encloses ? "; -c keeps the convex hull" : ""));
  }
  if (c.precision == "single" && r.crossings != 0)
    refuse(name + ": segments cross outside the grid of single precision; use --precision=double");
  o.mesh = std::move(r.mesh);
  o.duplicates = r.duplicates.size() / 2;
  if (!r.device.empty()) o.triangulate_device = r.device;
  o.crossings = r.crossings;
  o.splits = r.splits;
  o.unused = r.unused;
  if (o.duplicates != 0) {
    const mesh_file::vertex_list& v = in.graph.vertices;
    o.warnings.push_back(v.from.at(r.duplicates[0]) + ": vertex " +
                         std::to_string(std::uint64_t{v.base} + r.duplicates[0]) + " is a duplicate of vertex " +
                         std::to_string(std::uint64_t{v.base} + r.duplicates[1]) + " and is not used" +
                         (o.duplicates > 1 ? " (and " + std::to_string(o.duplicates - 1) + " more)" : ""));
  }
  if (!c.regions) o.mesh.region_attribute.clear();
  if (c.regions && o.mesh.region_attribute.empty()) o.mesh.region_attribute.assign(o.mesh.triangles(), 0.0);
  if (!c.bounds) o.mesh.area_bound.clear();
}

void rebuild(const config& c, const input& in, outcome& o) {
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
  run_options run;
  run.threads = static_cast<unsigned>(c.threads);
  try {
    mesh::rebuild_result r = mesh::rebuild(e, run);
    o.mesh = std::move(r.mesh);
    o.flips = r.flips;
  } catch (const mesh::element_error& wrong) {
    const std::string line = (wrong.segment() ? in.graph.segments_from : t.from).at(wrong.index());
    if (wrong.segment()) refuse(line + ": expected an edge of the mesh, found a segment that is not one");
    refuse(line + ": expected a counter-clockwise triangle that overlaps no other, found " + wrong.what() +
           (wrong.other() < t.size() ? ", the one in " + t.from.in_file(wrong.other()) : ""));
  }
  std::vector<char> used(points.size(), 0);
  for (const std::uint32_t v : o.mesh.corners) used[v] = 1;
  o.unused = static_cast<std::uint64_t>(std::count(used.begin(), used.end(), 0));
}

mesh::refine_options options_of(const config& c) {
  mesh::refine_options options;
  options.min_angle = c.angle;
  options.max_area = c.area;
  options.max_points = c.steiner;
  options.split_boundary = !c.whole_boundary;
  options.split_inside = !c.whole_segments;
  options.conforming = c.conforming;
  options.strategy = *mesh::parse_strategy(c.strategy);
  options.precision = c.precision == "single" ? mesh::precision::single : mesh::precision::wide;
  options.run = run_of(c);
  return options;
}

namespace {

std::string text_of(double x) {
  char line[32];
  std::snprintf(line, sizeof line, "%g", x);
  return line;
}

}  // namespace

void refine(config& c, outcome& o) {
  const mesh::area_function sizes = c.sizes() ? read_sizes(c, o.mesh) : nullptr;
  mesh::refine_options options = options_of(c);
  progress_line line;
  options.run.progress = [&](const progress& made) {
    if (!line.due()) return;
    const auto& p = *static_cast<const mesh::refine_progress*>(made.detail);
    line.show("refining: round " + std::to_string(p.rounds) + ", " + std::to_string(p.triangles) + " triangles, " +
              std::to_string(p.waiting) + " bad");
  };
  const std::size_t fixed = o.mesh.points.size();
  limited_result limited = refine_within_limit(std::move(o.mesh), options, sizes, true);
  if (limited.gave_up_after != 0) {
    o.warnings.push_back("refinement to " + text_of(c.angle) + " degrees was given up after " +
                         std::to_string(limited.gave_up_after) + " Steiner points; the mesh is refined to " +
                         text_of(certain_angle) + " degrees instead (-S sets a limit and keeps what it gives)");
    o.angle_wanted = std::exchange(c.angle, certain_angle);
  }
  mesh::refine_result& r = limited.result;
  if (c.optimize) {
    options.min_angle = c.angle;
    options.run.progress = nullptr;
    if (line.due()) line.show("optimizing: " + std::to_string(r.mesh.triangles()) + " triangles");
    o.optimized = mesh::optimize(r, fixed, options);
  }
  o.mesh = std::move(r.mesh);
  o.bad = std::move(r.bad);
  o.why = std::move(r.why);
  o.left = r.left;
  o.rounds = r.stats.rounds;
  o.check_ms = r.stats.check_ms;
  o.refinement = std::move(r.stats);
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
  problem.hole = g.hole;
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
