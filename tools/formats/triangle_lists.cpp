// The lists that Triangle's files hold, from a triangulation: numbered vertices, elements, edges, Voronoi diagram.
#include "tools/formats/triangle_lists.hpp"

#include <algorithm>
#include <utility>

#include "solver/mesh/derive/edges.hpp"
#include "solver/mesh/derive/quadratic.hpp"
#include "solver/mesh/derive/voronoi.hpp"

namespace amorph::mesh_tool {
namespace {

using mesh::none;

class list_maker {
 public:
  list_maker(const switch_values& values, const mesh_file::planar_graph& in, const mesh::triangulation& m,
             unsigned threads)
      : values_(values), in_(in), mesh_(m), exec_(threads), number_(m.points.size()) {}

  lists make(const std::vector<std::vector<double>>& attribute_rows) {
    segment_edges_ = segment_edges(exec_, mesh_);
    add_vertices();
    add_triangles(attribute_rows);
    add_edges();
    if (values_.quadratic) add_middle_nodes();
    if (values_.voronoi) add_voronoi();
    out_.graph.hole = in_.hole;
    out_.graph.regions = in_.regions;
    return std::move(out_);
  }

 private:
  void add_vertices() {
    const mesh::triangulation& m = mesh_;
    mesh_file::vertex_list& v = out_.graph.vertices;
    v.attributes = in_.vertices.attributes;
    host_array<std::int32_t> marker(in_.vertices.marker);
    mark_vertices(exec_, m, segment_edges_, marker);
    v.has_markers = out_.graph.has_markers = !values_.no_markers;
    if (values_.jettison) {
      jettison(marker);
      return;
    }
    exec_.for_each(m.points.size(), [&](std::size_t i) { number_[i] = static_cast<std::uint32_t>(i); });
    v.coordinate.resize(2 * m.points.size());
    exec_.for_each(m.points.size(), [&](std::size_t i) {
      v.coordinate[2 * i] = m.points[i].x;
      v.coordinate[2 * i + 1] = m.points[i].y;
    });
    v.attribute.assign(m.attributes.begin(), m.attributes.end());
    if (v.has_markers) v.marker = std::move(marker);
  }
  // Vertices that belong to a triangle.
  void jettison(const host_array<std::int32_t>& marker) {
    const mesh::triangulation& m = mesh_;
    mesh_file::vertex_list& v = out_.graph.vertices;
    std::fill(number_.begin(), number_.end(), none);
    for (const std::uint32_t corner : m.corners) number_[corner] = 0;
    std::uint32_t vertices = 0;
    for (std::size_t i = 0; i != m.points.size(); ++i) {
      if (number_[i] == none) continue;
      number_[i] = vertices++;
      v.coordinate.push_back(m.points[i].x);
      v.coordinate.push_back(m.points[i].y);
      for (std::size_t a = 0; a != v.attributes; ++a) v.attribute.push_back(m.attributes[i * v.attributes + a]);
      if (v.has_markers) v.marker.push_back(marker[i]);
    }
  }

  void add_triangles(const std::vector<std::vector<double>>& attribute_rows) {
    const mesh::triangulation& m = mesh_;
    mesh_file::triangle_list& t = out_.triangles;
    t.corner.resize(m.corners.size());
    exec_.for_each(m.corners.size(), [&](std::size_t i) { t.corner[i] = number_[m.corners[i]]; });
    const std::size_t rows = attribute_rows.empty() ? 0 : attribute_rows[0].size();
    t.attributes = static_cast<std::uint32_t>(rows != 0 ? rows : !m.region_attribute.empty() ? 1 : 0);
    if (rows != 0) {
      for (const double row : m.region_attribute) {
        const auto& values = attribute_rows[static_cast<std::size_t>(row)];
        t.attribute.insert(t.attribute.end(), values.begin(), values.end());
      }
    } else {
      t.attribute.assign(m.region_attribute.begin(), m.region_attribute.end());
    }
    if (values_.neighbours || values_.verify) out_.neighbour.assign(m.neighbours.begin(), m.neighbours.end());
  }

  void add_edges() {
    const mesh::triangulation& m = mesh_;
    for (const std::size_t edge : segment_edges_)
      visit_edge(m, edge, [&](std::uint32_t a, std::uint32_t b, std::size_t, std::int32_t mark) {
        out_.graph.segment.push_back(number_[a]);
        out_.graph.segment.push_back(number_[b]);
        out_.graph.segment_marker.push_back(mark);
      });
    if (!values_.edges) return;
    out_.edge.reserve(m.corners.size() + 64);
    each_edge(m, [&](std::uint32_t a, std::uint32_t b, std::size_t, std::int32_t mark) {
      out_.edge.push_back(number_[a]);
      out_.edge.push_back(number_[b]);
      if (!values_.no_markers) out_.edge_marker.push_back(mark);
    });
  }

  void add_middle_nodes() {
    const mesh::mid_nodes all = mid_nodes_of(mesh_);
    mesh_file::vertex_list& v = out_.graph.vertices;
    const std::uint32_t first = v.size();
    for (const mesh::point& p : all.points) {
      v.coordinate.push_back(p.x);
      v.coordinate.push_back(p.y);
    }
    v.attribute.insert(v.attribute.end(), all.attributes.begin(), all.attributes.end());
    if (v.has_markers) v.marker.insert(v.marker.end(), all.marker.begin(), all.marker.end());
    for (const std::uint32_t node : all.node) out_.triangles.middle.push_back(first + node);
  }

  void add_voronoi() {
    mesh::voronoi_diagram all = voronoi_of(mesh_);
    mesh_file::vertex_list& v = out_.voronoi;
    v.attributes = in_.vertices.attributes;
    for (const mesh::point& p : all.vertices) {
      v.coordinate.push_back(p.x);
      v.coordinate.push_back(p.y);
    }
    v.attribute.assign(all.attributes.begin(), all.attributes.end());
    out_.voronoi_edge = std::move(all.ends);
    for (const mesh::point& d : all.direction) {
      out_.voronoi_direction.push_back(d.x);
      out_.voronoi_direction.push_back(d.y);
    }
  }

  const switch_values& values_;
  const mesh_file::planar_graph& in_;
  const mesh::triangulation& mesh_;
  cpu_exec exec_;
  std::vector<std::size_t> segment_edges_;
  host_array<std::uint32_t> number_;  // of each vertex in the lists, or none
  lists out_;
};

}  // namespace

lists lists_of(const switch_values& values, const mesh_file::planar_graph& in, const mesh::triangulation& m,
               const std::vector<std::vector<double>>& attribute_rows, unsigned threads) {
  return list_maker(values, in, m, threads).make(attribute_rows);
}

}  // namespace amorph::mesh_tool
