// Checks and copies the caller's arrays into our lists, and allocates and fills those of the result.
#include "tools/bindings/triangle/arrays.hpp"

#include <cstdlib>
#include <functional>
#include <limits>
#include <string>
#include <vector>
#include "amorph/kernels/base/refuse.hpp"

namespace amorph::triangle_library {
namespace {

using mesh::none;

// `each` numbers per item; `name` is the array's in messages.
template <class T> span<const T> array(const T* values, int count, int each, const char* name) {
  if (count < 0 || each < 0) refuse(std::string(name) + ": expected a count of 0 or more");
  const std::size_t size = static_cast<std::size_t>(count) * static_cast<std::size_t>(each);
  if (size != 0 && values == nullptr) refuse(std::string(name) + ": expected an array, found NULL");
  return {values, size};
}

std::uint32_t point_of(int number, int base, int points, const char* name) {
  if (number < base || number - base >= points)
    refuse(std::string(name) + ": expected a point from " + std::to_string(base) + " to " +
           std::to_string(points - 1 + base) + ", found " + std::to_string(number));
  return static_cast<std::uint32_t>(number - base);
}

void read_points(const triangulateio& in, mesh_file::vertex_list& v) {
  const auto at = array(in.pointlist, in.numberofpoints, 2, "pointlist");
  v.coordinate.assign(at.begin(), at.end());
  v.attributes = static_cast<std::uint32_t>(std::max(0, in.numberofpointattributes));
  const auto attribute =
      array(in.pointattributelist, in.numberofpoints, in.numberofpointattributes, "pointattributelist");
  v.attribute.assign(attribute.begin(), attribute.end());
  v.has_markers = in.pointmarkerlist != nullptr;
  if (v.has_markers) v.marker.assign(in.pointmarkerlist, in.pointmarkerlist + in.numberofpoints);
}

// A segment from a point to itself is ignored, as in Triangle.
void read_segments(const switches& s, const triangulateio& in, mesh_file::planar_graph& g) {
  const auto ends = array(in.segmentlist, in.numberofsegments, 2, "segmentlist");
  g.has_markers = in.segmentmarkerlist != nullptr;
  for (std::size_t i = 0; i != ends.size(); i += 2) {
    const std::uint32_t a = point_of(ends[i], first_number(s), in.numberofpoints, "segmentlist"),
                        b = point_of(ends[i + 1], first_number(s), in.numberofpoints, "segmentlist");
    if (a == b) continue;
    g.segment.push_back(a);
    g.segment.push_back(b);
    if (g.has_markers) g.segment_marker.push_back(in.segmentmarkerlist[i / 2]);
  }
}

void read_holes_and_regions(const switches& s, const triangulateio& in, mesh_file::planar_graph& g) {
  if (!s.no_holes) {
    const auto holes = array(in.holelist, in.numberofholes, 2, "holelist");
    g.hole.assign(holes.begin(), holes.end());
  }
  const auto regions = array(in.regionlist, in.numberofregions, 4, "regionlist");
  for (std::size_t i = 0; i != regions.size(); i += 4)
    g.regions.push_back({regions[i], regions[i + 1], regions[i + 2], regions[i + 3]});
}

void read_triangles(const switches& s, const triangulateio& in, input& to) {
  if (in.numberofcorners != 3 && in.numberofcorners != 6)
    refuse("numberofcorners: expected 3 or 6, found " + std::to_string(in.numberofcorners));
  const auto corners = array(in.trianglelist, in.numberoftriangles, in.numberofcorners, "trianglelist");
  const auto each = static_cast<std::size_t>(in.numberofcorners);
  mesh_file::triangle_list& t = to.triangles;
  for (std::size_t i = 0; i != corners.size(); i += each)
    for (std::size_t k = 0; k != 3; ++k)
      t.corner.push_back(point_of(corners[i + k], first_number(s), in.numberofpoints, "trianglelist"));
  t.attributes = static_cast<std::uint32_t>(std::max(0, in.numberoftriangleattributes));
  const auto attribute =
      array(in.triangleattributelist, in.numberoftriangles, in.numberoftriangleattributes, "triangleattributelist");
  t.attribute.assign(attribute.begin(), attribute.end());
  if (!s.bounds) return;
  const auto area = array(in.trianglearealist, in.numberoftriangles, 1, "trianglearealist");
  to.area.assign(area.begin(), area.end());
}

int count_of(std::size_t n) {
  if (n > static_cast<std::size_t>(std::numeric_limits<int>::max()))
    throw error(status::out_of_memory, "more than 2^31 points, triangles or edges");
  return static_cast<int>(n);
}

// Allocates the arrays whose pointers are null, and frees them again unless keep() is called.
class allocations {
 public:
  allocations() = default;
  allocations(const allocations&) = delete;
  allocations& operator=(const allocations&) = delete;
  ~allocations() {
    for (void* memory : made_) std::free(memory);
  }
  template <class T> T* reserve(T* given, std::size_t count) {
    if (given != nullptr) return given;
    void* memory = std::malloc(count == 0 ? 1 : count * sizeof(T));
    if (memory == nullptr) throw error(status::out_of_memory, "out of memory");
    made_.push_back(memory);
    return static_cast<T*>(memory);
  }
  void keep() { made_.clear(); }

 private:
  std::vector<void*> made_;
};

// Fills one array of the result.
template <class T, class From, class Convert = std::identity>
void fill(allocations& memory, T*& to, const From& from, Convert convert = {}) {
  to = memory.reserve(to, from.size());
  for (std::size_t i = 0; i != from.size(); ++i) to[i] = convert(from[i]);
}

class writer {
 public:
  writer(const switches& s, const mesh_tool::lists& all) : s_(s), all_(all) {}

  [[nodiscard]] auto number() const {
    return [base = first_number(s_)](std::uint32_t n) { return n == none ? -1 : base + static_cast<int>(n); };
  }

  void write_counts(std::size_t edges, triangulateio& out) const {
    const mesh_file::planar_graph& g = all_.graph;
    out.numberofpoints = count_of(g.vertices.size());
    out.numberofpointattributes = static_cast<int>(g.vertices.attributes);
    out.numberoftriangles = count_of(all_.triangles.size());
    out.numberofcorners = s_.quadratic ? 6 : 3;
    out.numberoftriangleattributes = static_cast<int>(all_.triangles.attributes);
    out.numberofsegments = count_of(g.segments());
    out.numberofedges = count_of(edges);
  }
  void write_points(allocations& memory, triangulateio& out) const {
    const mesh_file::vertex_list& v = all_.graph.vertices;
    fill(memory, out.pointlist, v.coordinate);
    if (v.attributes != 0) fill(memory, out.pointattributelist, v.attribute);
    if (!s_.no_markers) fill(memory, out.pointmarkerlist, v.marker);
  }
  void write_triangles(allocations& memory, triangulateio& out) const {
    const mesh_file::triangle_list& t = all_.triangles;
    const std::size_t each = s_.quadratic ? 6 : 3;
    out.trianglelist = memory.reserve(out.trianglelist, each * t.size());
    for (std::size_t i = 0; i != t.size(); ++i)
      for (std::size_t k = 0; k != each; ++k)
        out.trianglelist[each * i + k] =
            first_number(s_) + static_cast<int>(k < 3 ? t.corner[3 * i + k] : t.middle[3 * i + k - 3]);
    if (t.attributes != 0) fill(memory, out.triangleattributelist, t.attribute);
  }
  void write_segments(allocations& memory, triangulateio& out) const {
    fill(memory, out.segmentlist, all_.graph.segment, number());
    if (!s_.no_markers) fill(memory, out.segmentmarkerlist, all_.graph.segment_marker);
  }
  void write_edges(allocations& memory, triangulateio& out) const {
    fill(memory, out.edgelist, all_.edge, number());
    if (!s_.no_markers) fill(memory, out.edgemarkerlist, all_.edge_marker);
  }
  void write_neighbours(allocations& memory, triangulateio& out) const {
    fill(memory, out.neighborlist, all_.neighbour, number());
  }
  void write_voronoi(allocations& memory, triangulateio& out) const {
    fill(memory, out.pointlist, all_.voronoi.coordinate);
    if (all_.voronoi.attributes != 0) fill(memory, out.pointattributelist, all_.voronoi.attribute);
    fill(memory, out.edgelist, all_.voronoi_edge, number());
    fill(memory, out.normlist, all_.voronoi_direction);
    out.pointmarkerlist = out.edgemarkerlist = nullptr;
  }

 private:
  const switches& s_;
  const mesh_tool::lists& all_;
};

}  // namespace

input read(const switches& s, const triangulateio& in) {
  input to;
  to.graph.vertices.base = static_cast<std::uint32_t>(first_number(s));
  read_points(in, to.graph.vertices);
  if (s.poly) read_segments(s, in, to.graph);
  if (s.poly && !s.rebuild) read_holes_and_regions(s, in, to.graph);
  if (s.rebuild) read_triangles(s, in, to);
  return to;
}

void write(const switches& s, const mesh_tool::lists& all, std::size_t edges, const triangulateio& in,
           triangulateio& out, triangulateio* vorout) {
  const writer w(s, all);
  allocations memory;
  // (`in` and `out` may be the same.)
  triangulateio to = out, voronoi{};
  w.write_counts(edges, to);
  if (!s.no_nodes) w.write_points(memory, to);
  if (!s.no_elements) w.write_triangles(memory, to);
  if ((s.poly || s.convex) && !s.no_poly) {
    w.write_segments(memory, to);
    to.numberofholes = s.poly ? in.numberofholes : 0;
    to.numberofregions = s.poly ? in.numberofregions : 0;
    to.holelist = s.poly ? in.holelist : nullptr;
    to.regionlist = s.poly ? in.regionlist : nullptr;
  }
  if (s.edges) w.write_edges(memory, to);
  if (s.neighbours) w.write_neighbours(memory, to);
  if (vorout != nullptr) {
    voronoi = *vorout;
    voronoi.numberofpoints = to.numberoftriangles;
    voronoi.numberofpointattributes = to.numberofpointattributes;
    voronoi.numberofedges = to.numberofedges;
    if (s.voronoi) w.write_voronoi(memory, voronoi);
    *vorout = voronoi;
  }
  out = to;
  memory.keep();
}

}  // namespace amorph::triangle_library
