// Writes planar graphs and triangulations in Triangle's formats: one row per line, numbers separated by single blanks.
#include "tools/formats/mesh_file.hpp"
#include "tools/formats/output_file.hpp"

namespace amorph::mesh_file {
namespace {

// A row of numbers; its end is the end of the line.
class row {
 public:
  row(output_file& out, std::uint64_t first) : out_(out) { out_.write_number(first); }
  ~row() { out_.write('\n'); }
  row(const row&) = delete;
  row& operator=(const row&) = delete;
  row& operator<<(std::uint64_t n) { return put(n); }
  row& operator<<(std::uint32_t n) { return put(std::uint64_t{n}); }
  row& operator<<(std::int32_t n) { return put(std::int64_t{n}); }
  row& operator<<(double x) { return put(x); }

 private:
  template <class T> row& put(T x) {
    out_.write(' ');
    out_.write_number(x);
    return *this;
  }
  output_file& out_;
};

// A row of these numbers.
template <class... Number> void line(output_file& out, std::uint64_t first, Number... others) {
  row r(out, first);
  (void)(r << ... << others);
}

}  // namespace

void write_nodes(output_file& out, const vertex_list& v, std::uint32_t base) noexcept {
  line(out, v.size(), std::uint32_t{2}, v.attributes, std::uint32_t{v.has_markers});
  for (std::size_t i = 0; i != v.size() && !out.failed(); ++i) {
    row r(out, base + i);
    r << v.coordinate[2 * i] << v.coordinate[2 * i + 1];
    for (std::size_t a = 0; a != v.attributes; ++a) r << v.attribute[i * v.attributes + a];
    if (v.has_markers) r << v.marker[i];
  }
}

void write_poly(output_file& out, const planar_graph& g, std::uint32_t base, bool with_vertices) noexcept {
  if (with_vertices)
    write_nodes(out, g.vertices, base);
  else
    line(out, 0, std::uint32_t{2}, g.vertices.attributes, std::uint32_t{g.vertices.has_markers});
  line(out, g.segments(), std::uint32_t{g.has_markers});
  for (std::size_t s = 0; s != g.segments() && !out.failed(); ++s) {
    row r(out, base + s);
    r << std::uint64_t{base} + g.segment[2 * s] << std::uint64_t{base} + g.segment[2 * s + 1];
    if (g.has_markers) r << g.segment_marker[s];
  }
  line(out, g.hole.size() / 2);
  for (std::size_t h = 0; 2 * h != g.hole.size(); ++h) line(out, base + h, g.hole[2 * h], g.hole[2 * h + 1]);
  if (g.regions.empty()) return;
  line(out, g.regions.size());
  for (std::size_t i = 0; i != g.regions.size(); ++i) {
    const region& r = g.regions[i];
    line(out, base + i, r.x, r.y, r.attribute, r.area);
  }
}

void write_elements(output_file& out, const triangle_list& t, std::uint32_t base) noexcept {
  line(out, t.size(), std::uint32_t{t.middle.empty() ? 3u : 6u}, t.attributes);
  for (std::size_t i = 0; i != t.size() && !out.failed(); ++i) {
    row r(out, base + i);
    for (const auto* node : {&t.corner, &t.middle})
      for (std::size_t k = 0; k != 3 && !node->empty(); ++k) r << std::uint64_t{base} + (*node)[3 * i + k];
    for (std::size_t a = 0; a != t.attributes; ++a) r << t.attribute[i * t.attributes + a];
  }
}

void write_neighbours(output_file& out, span<const std::uint32_t> neighbour, std::uint32_t base) noexcept {
  line(out, neighbour.size() / 3, std::uint32_t{3});
  for (std::size_t i = 0; 3 * i != neighbour.size() && !out.failed(); ++i) {
    row r(out, base + i);
    for (std::size_t k = 0; k != 3; ++k) {
      const std::uint32_t n = neighbour[3 * i + k];
      n == none ? r << std::int32_t{-1} : r << std::uint64_t{base} + n;
    }
  }
}

void write_edges(output_file& out, span<const std::uint32_t> ends, span<const std::int32_t> marker,
                 std::uint32_t base) noexcept {
  line(out, ends.size() / 2, std::uint32_t{!marker.empty()});
  for (std::size_t e = 0; 2 * e != ends.size() && !out.failed(); ++e) {
    row r(out, base + e);
    r << std::uint64_t{base} + ends[2 * e] << std::uint64_t{base} + ends[2 * e + 1];
    if (!marker.empty()) r << marker[e];
  }
}

void write_voronoi_edges(output_file& out, span<const std::uint32_t> ends, span<const double> direction,
                         std::uint32_t base) noexcept {
  line(out, ends.size() / 2, std::uint32_t{0});
  for (std::size_t e = 0; 2 * e != ends.size() && !out.failed(); ++e) {
    row r(out, base + e);
    r << std::uint64_t{base} + ends[2 * e];
    if (ends[2 * e + 1] != none)
      r << std::uint64_t{base} + ends[2 * e + 1];
    else
      r << std::int32_t{-1} << direction[2 * e] << direction[2 * e + 1];
  }
}

void write_off(output_file& out, const vertex_list& v, const triangle_list& t) noexcept {
  // (Readers ignore the number of edges.)
  out.write("OFF\n");
  line(out, v.size(), t.size(), std::uint32_t{0});
  for (std::size_t i = 0; i != v.size() && !out.failed(); ++i) {
    out.write_number(v.coordinate[2 * i]);
    out.write(' ');
    out.write_number(v.coordinate[2 * i + 1]);
    out.write(" 0\n");
  }
  for (std::size_t i = 0; i != t.size() && !out.failed(); ++i)
    line(out, 3, t.corner[3 * i], t.corner[3 * i + 1], t.corner[3 * i + 2]);
}

void write_areas(output_file& out, span<const double> area, std::uint32_t base) noexcept {
  line(out, area.size());
  for (std::size_t i = 0; i != area.size() && !out.failed(); ++i) line(out, base + i, area[i]);
}

}  // namespace amorph::mesh_file
