// The readers of planar graphs and triangulations, and what is made of small ones: whatever the bytes, they end with
// what is sound or with one line of explanation. The first byte chooses: 'n' a .node file, 'p' and 'c' a .poly file
// (its domain, its hull), 'b' a binary file, else an .ele and an .area file on a square of points.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "solver/mesh/triangulate/triangulate.hpp"
#include "tools/checkers/mesh_answers.hpp"
#include "tools/formats/mesh_file.hpp"

namespace {

using namespace amorph;

void require(bool holds, const char* what, const std::string& detail) {
  if (holds) return;
  std::fprintf(stderr, "%s: %s\n", what, detail.c_str());
  std::abort();
}

void require_line(status s, const std::string& message) {
  require(s == status::ok ? message.empty()
                          : s == status::bad_input && !message.empty() && message.find('\n') == std::string::npos,
          "not one line", message);
}

void require_sound(const mesh_file::vertex_list& v) {
  require(v.attribute.size() == std::size_t{v.size()} * v.attributes, "attributes", "");
  require(v.marker.size() == (v.has_markers ? v.size() : 0), "markers", "");
  require(v.base <= 1, "base", "");
}

std::vector<mesh::point> points_of(const host_array<double>& xy) {
  std::vector<mesh::point> p(xy.size() / 2);
  for (std::size_t i = 0; i != p.size(); ++i) p[i] = {xy[2 * i], xy[2 * i + 1]};
  return p;
}

// Exactly, as long as it is small.
void triangulate(const mesh_file::planar_graph& g, bool carve) {
  if (g.vertices.size() > 300 || g.segments() > 100 || g.hole.size() > 40) return;
  // The checker's tolerances are those of the largest coordinate; features far below them are not what it verifies.
  for (const double x : g.vertices.coordinate)
    if (x != 0 && (std::abs(x) > 1e9 || std::abs(x) < 1e-9)) return;
  const std::vector<mesh::point> points = points_of(g.vertices.coordinate), holes = points_of(g.hole);
  mesh::planar_graph in;
  in.points = points;
  in.segments = g.segment;
  in.segment_marker = g.segment_marker;
  in.holes = holes;
  in.attributes = g.vertices.attribute;
  mesh::triangulate_options options;
  options.carve = carve;
  mesh::triangulation m;
  try {
    m = mesh::triangulate(in, options).mesh;
  } catch (const error& e) {
    const std::string_view why = e.what();
    const bool known = why.starts_with("the domain is empty") ||
                       why.starts_with("expected three points that are not") ||
                       why.starts_with("expected at least three different points") ||
                       why.starts_with("segments cross each other at angles too small");
    require(e.code() == status::bad_input && known, "triangulate", e.what());
    return;
  }
  std::vector<double> xy;
  for (const mesh::point& p : m.points) xy.insert(xy.end(), {p.x, p.y});
  std::vector<std::uint32_t> segments;
  for (std::size_t h = 0; h != m.corners.size(); ++h)
    if (m.neighbours[h] == mesh::none || (m.segments[h] != mesh::none && m.neighbours[h] > h / 3))
      segments.insert(segments.end(), {m.corners[h / 3 * 3 + (h % 3 + 1) % 3], m.corners[h / 3 * 3 + (h % 3 + 2) % 3]});
  check::planar_input problem;
  problem.xy = g.vertices.coordinate;
  problem.segment = g.segment;
  problem.hole = g.hole;
  problem.carve = carve;
  check::planar_mesh answer;
  answer.xy = xy;
  answer.corner = m.corners;
  answer.neighbour = m.neighbours;
  answer.segment = segments;
  const std::string fault = check::verify_mesh(problem, answer, {}).fault;
  require(fault.empty(), "triangulation", fault);
}

void rebuild(const mesh_file::vertex_list& v, const mesh_file::triangle_list& t) {
  const std::vector<mesh::point> points = points_of(v.coordinate);
  mesh::elements e;
  e.points = points;
  e.corners = t.corner;
  try {
    const mesh::triangulation m = mesh::rebuild(e).mesh;
    require(m.corners.size() == t.corner.size(), "rebuilt", "");
  } catch (const mesh::element_error& wrong) {
    require(wrong.index() < t.size(), "an element that is not there", wrong.what());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
  std::string message;
  if (*data == 'n') {
    mesh_file::vertex_list v;
    const status s = mesh_file::parse_nodes(text, "n", v, message);
    require_line(s, message);
    if (s == status::ok) require_sound(v);
  } else if (*data == 'b') {
    mesh_file::binary_mesh m;
    const status s = mesh_file::parse_binary(text, "b", m, message);
    require_line(s, message);
    if (s != status::ok) return 0;
    require_sound(m.graph.vertices);
    for (const auto* ids : {&m.graph.segment, &m.triangles.corner, &m.triangles.middle})
      for (const std::uint32_t v : *ids) require(v < m.graph.vertices.size(), "a vertex", std::to_string(v));
    triangulate(m.graph, true);
    if (m.triangles.size() != 0) rebuild(m.graph.vertices, m.triangles);
  } else if (*data == 'p' || *data == 'c') {
    mesh_file::planar_graph g;
    const status s = mesh_file::parse_poly(text, "p", nullptr, g, message);
    require_line(s, message);
    if (s != status::ok) return 0;
    require_sound(g.vertices);
    require(g.segment_marker.size() == (g.has_markers ? g.segments() : 0), "segment markers", "");
    for (const std::uint32_t end : g.segment) require(end < g.vertices.size(), "a segment's end", std::to_string(end));
    triangulate(g, *data == 'p');
  } else {
    mesh_file::vertex_list v;
    require(mesh_file::parse_nodes("9\n1 0 0\n2 1 0\n3 2 0\n4 0 1\n5 1 1\n6 2 1\n7 0 2\n8 1 2\n9 2 2\n", "n", v,
                                   message) == status::ok,
            "nodes", message);
    mesh_file::triangle_list t;
    const status s = mesh_file::parse_elements(text, "e", v, t, message);
    require_line(s, message);
    if (s != status::ok) return 0;
    require(t.attribute.size() == std::size_t{t.size()} * t.attributes, "attributes", "");
    for (const std::uint32_t c : t.corner) require(c < v.size(), "a corner", std::to_string(c));
    rebuild(v, t);
    host_array<double> area;
    require_line(mesh_file::parse_areas(text, "a", t, area, message), message);
  }
  return 0;
}
