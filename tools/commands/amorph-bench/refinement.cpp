// Delaunay refinement of random points to angles of 20 degrees, as amorph-mesh -q does it.
#include "solver/mesh/refine/refine.hpp"
#include "solver/mesh/triangulate/triangulate.hpp"
#include "tools/checkers/mesh_answers.hpp"
#include "tools/commands/amorph-bench/other_problems.hpp"
#include "tools/terminal/strategies.hpp"

namespace amorph::bench {
namespace {

constexpr double min_angle = 20;

std::vector<double> flat(span<const mesh::point> points) {
  std::vector<double> xy;
  xy.reserve(2 * points.size());
  for (const mesh::point& p : points) {
    xy.push_back(p.x);
    xy.push_back(p.y);
  }
  return xy;
}

// Each edge that lies on a segment, once: its ends.
std::vector<std::uint32_t> edges_on_segments(const mesh::triangulation& m) {
  std::vector<std::uint32_t> ends;
  for (std::uint32_t e = 0; e != m.corners.size(); ++e) {
    const std::uint32_t t = e / 3, across = m.neighbours[e];
    if (m.segments[e] == mesh::none || (across != mesh::none && across < t)) continue;
    ends.push_back(m.corners[3 * t + (e + 1) % 3]);
    ends.push_back(m.corners[3 * t + (e + 2) % 3]);
  }
  return ends;
}

std::string mesh_fault(const mesh::triangulation& from, const mesh::triangulation& m) {
  const std::vector<double> before = flat(from.points), after = flat(m.points);
  const std::vector<std::uint32_t> edges = edges_on_segments(m);
  check::planar_input input;
  input.xy = before;
  input.segment = from.segment_ends;
  check::planar_mesh answer;
  answer.xy = after;
  answer.corner = m.corners;
  answer.neighbour = m.neighbours;
  answer.segment = edges;
  check::mesh_demands demands;
  demands.min_angle = min_angle;
  demands.encroachment = 180 - 2 * min_angle;
  return check::verify_mesh(input, answer, demands).fault;
}

// The default in single precision ("Morph Algorithms on GPUs", figure 8, row 7): points are rounded to its grid, and
// then triangulated.
constexpr char single_precision[] = "single";

mesh::triangulation on_the_grid(const mesh::triangulation& m) {
  std::vector<mesh::point> points(m.points.begin(), m.points.end());
  mesh::round_to_single(points);
  mesh::planar_graph g;
  g.points = points;
  g.segments = m.segment_ends;
  g.segment_marker = m.segment_marker;
  return mesh::triangulate(g).mesh;
}

measurement refine(const input& in, const std::string& strategy, const machine& on, const setting& settings) {
  mesh::refine_options options;
  options.min_angle = min_angle;
  const bool single = strategy == single_precision;
  options.strategy = single ? mesh::strategy::automatic : *strategy_named<mesh::strategy>(strategy);
  options.precision = single ? mesh::precision::single : mesh::precision::wide;
  const mesh::triangulation rounded = single ? on_the_grid(in.triangulation) : mesh::triangulation();
  const mesh::triangulation& from = single ? rounded : in.triangulation;
  options.run = run_once(on, settings);
  std::vector<double> ms;
  mesh::refine_result r;
  for (unsigned i = 0; i != settings.repeat; ++i) {
    r = mesh::refine(from, options);
    ms.push_back(r.stats.median_ms());
  }
  verify(settings, [&] { return mesh_fault(from, r.mesh); });
  measurement m;
  m.run = r.stats;
  m.run.ms = std::move(ms);
  if (single) m.run.strategy = single_precision;
  m.work = static_cast<double>(r.mesh.triangles());
  m.unit = "triangles";
  m.figures = {{"triangles", r.mesh.triangles()},
               {"rounds", r.stats.rounds},
               {"tried", r.stats.tried},
               {"inserted", r.stats.inserted}};
  return m;
}
std::string unfit(const input& in) { return in.what == input::kind::mesh ? "" : "it is not a mesh"; }

}  // namespace

void add_refinement(std::vector<problem>& all) {
  problem p;
  p.name = "refine";
  p.help = "Delaunay refinement of random points to angles of 20 degrees";
  for (const std::string_view name : strategies<mesh::strategy>()) p.strategies.emplace_back(name);
  p.strategies.emplace_back(single_precision);
  p.solve = refine;
  p.unfit = unfit;
  all.push_back(std::move(p));
}

}  // namespace amorph::bench
