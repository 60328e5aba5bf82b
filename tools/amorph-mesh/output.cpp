// The mesh in the form of Triangle's files, with Triangle's markers: an edge of a segment has the segment's marker, a
// boundary edge without one has 1; a vertex without a marker gets that of the first marked segment that it lies on,
// otherwise 1 on the boundary.
#include <algorithm>

#include "tools/amorph-mesh/mesh.hpp"

namespace amorph::mesh_tool {
namespace {

using mesh::none;

// Calls edge(a, b, t, i, marker) for every edge once.
template <class Edge> void each_edge(const mesh::triangulation& m, Edge edge) {
  for (std::size_t t = 0; t != m.triangles(); ++t)
    for (std::size_t i = 0; i != 3; ++i) {
      const std::size_t at = 3 * t + i;
      const std::uint32_t other = m.neighbours[at], s = m.segments[at];
      if (other < t) continue;
      std::int32_t marker = s == none ? 0 : m.segment_marker[s];
      if (other == none && marker == 0) marker = 1;
      edge(m.corners[3 * t + (i + 1) % 3], m.corners[3 * t + (i + 2) % 3], at, marker);
    }
}

void mark_vertices(const mesh::triangulation& m, host_array<std::int32_t>& marker) {
  const std::size_t given = marker.size();
  marker.resize(m.points.size(), 0);
  std::fill(marker.begin() + static_cast<std::ptrdiff_t>(given), marker.end(), 0);
  std::vector<std::uint32_t> first(m.points.size(), none);
  each_edge(m, [&](std::uint32_t a, std::uint32_t b, std::size_t at, std::int32_t) {
    const std::uint32_t s = m.segments[at];
    if (s == none || m.segment_marker[s] == 0) return;
    first[a] = std::min(first[a], s);
    first[b] = std::min(first[b], s);
  });
  for (std::size_t v = 0; v != first.size(); ++v)
    if (marker[v] == 0 && first[v] != none) marker[v] = m.segment_marker[first[v]];
  each_edge(m, [&](std::uint32_t a, std::uint32_t b, std::size_t at, std::int32_t) {
    if (m.neighbours[at] != none) return;
    for (const std::uint32_t v : {a, b})
      if (marker[v] == 0) marker[v] = 1;
  });
}

}  // namespace

lists lists_of(const config& c, const input& in, const outcome& o) {
  const mesh::triangulation& m = o.mesh;
  lists out;
  mesh_file::vertex_list& v = out.graph.vertices;
  v.attributes = in.graph.vertices.attributes;
  host_array<std::int32_t> marker(in.graph.vertices.marker);
  mark_vertices(m, marker);
  v.has_markers = out.graph.has_markers = !c.no_markers;

  std::vector<std::uint32_t> number(m.points.size());
  if (c.jettison) {
    std::fill(number.begin(), number.end(), none);
    for (const std::uint32_t corner : m.corners) number[corner] = 0;
  }
  std::uint32_t vertices = 0;
  v.coordinate.reserve(2 * m.points.size());
  v.attribute.reserve(v.attributes * m.points.size());
  if (v.has_markers) v.marker.reserve(m.points.size());
  for (std::size_t i = 0; i != m.points.size(); ++i) {
    if (number[i] == none) continue;
    number[i] = vertices++;
    v.coordinate.push_back(m.points[i].x);
    v.coordinate.push_back(m.points[i].y);
    for (std::size_t a = 0; a != v.attributes; ++a) v.attribute.push_back(m.attributes[i * v.attributes + a]);
    if (v.has_markers) v.marker.push_back(marker[i]);
  }

  mesh_file::triangle_list& t = out.triangles;
  t.corner.resize(m.corners.size());
  for (std::size_t i = 0; i != m.corners.size(); ++i) t.corner[i] = number[m.corners[i]];
  const std::size_t rows = o.attribute_rows.empty() ? 0 : o.attribute_rows[0].size();
  t.attributes = static_cast<std::uint32_t>(rows != 0 ? rows : !m.region_attribute.empty() ? 1 : 0);
  if (rows != 0) {
    for (const double row : m.region_attribute) {
      const auto& values = o.attribute_rows[static_cast<std::size_t>(row)];
      t.attribute.insert(t.attribute.end(), values.begin(), values.end());
    }
  } else {
    t.attribute.assign(m.region_attribute.begin(), m.region_attribute.end());
  }

  if (c.neighbours || c.verify) out.neighbour.assign(m.neighbours.begin(), m.neighbours.end());
  if (c.edges) out.edge.reserve(m.corners.size() + 64);
  each_edge(m, [&](std::uint32_t a, std::uint32_t b, std::size_t at, std::int32_t mark) {
    if (m.segments[at] != none || m.neighbours[at] == none) {
      out.graph.segment.push_back(number[a]);
      out.graph.segment.push_back(number[b]);
      out.graph.segment_marker.push_back(mark);
    }
    if (c.edges) {
      out.edge.push_back(number[a]);
      out.edge.push_back(number[b]);
      if (!c.no_markers) out.edge_marker.push_back(mark);
    }
  });
  out.graph.hole = in.graph.hole;
  out.graph.regions = in.graph.regions;
  return out;
}

}  // namespace amorph::mesh_tool
