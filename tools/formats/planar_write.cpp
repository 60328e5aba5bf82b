// Writes planar graphs and triangulations in Triangle's formats: one row per line, numbers separated by single blanks.
#include "tools/formats/mesh_file.hpp"
#include "tools/formats/number_rows.hpp"

namespace amorph::mesh_file {
namespace {

// One row of these numbers.
template <class... Number> void line(output_file& out, Number... numbers) {
  char text[row_text::bytes(sizeof...(Number))];
  row_text row(text);
  (void)(row << ... << numbers);
  out.write(std::string_view(text, static_cast<std::size_t>(row.end() - text)));
}

}  // namespace

void write_nodes(output_file& out, const vertex_list& v, std::uint32_t base, unsigned threads) {
  line(out, v.size(), 2, v.attributes, int{v.has_markers});
  write_rows(out, v.size(), 4 + std::size_t{v.attributes}, threads, [&](std::size_t i, row_text& row) {
    row << base + i << v.coordinate[2 * i] << v.coordinate[2 * i + 1];
    for (std::size_t a = 0; a != v.attributes; ++a) row << v.attribute[i * v.attributes + a];
    if (v.has_markers) row << v.marker[i];
  });
}

void write_poly(output_file& out, const planar_graph& g, std::uint32_t base, bool with_vertices, unsigned threads) {
  if (with_vertices)
    write_nodes(out, g.vertices, base, threads);
  else
    line(out, 0, 2, g.vertices.attributes, int{g.vertices.has_markers});
  line(out, g.segments(), int{g.has_markers});
  write_rows(out, g.segments(), 4, threads, [&](std::size_t s, row_text& row) {
    row << base + s << std::uint64_t{base} + g.segment[2 * s] << std::uint64_t{base} + g.segment[2 * s + 1];
    if (g.has_markers) row << g.segment_marker[s];
  });
  line(out, g.hole.size() / 2);
  for (std::size_t h = 0; 2 * h != g.hole.size(); ++h) line(out, base + h, g.hole[2 * h], g.hole[2 * h + 1]);
  if (g.regions.empty()) return;
  line(out, g.regions.size());
  for (std::size_t i = 0; i != g.regions.size(); ++i) {
    const region& r = g.regions[i];
    line(out, base + i, r.x, r.y, r.attribute, r.area);
  }
}

void write_elements(output_file& out, const triangle_list& t, std::uint32_t base, unsigned threads) {
  line(out, t.size(), t.middle.empty() ? 3 : 6, t.attributes);
  write_rows(out, t.size(), 7 + std::size_t{t.attributes}, threads, [&](std::size_t i, row_text& row) {
    row << base + i;
    for (const auto* node : {&t.corner, &t.middle})
      for (std::size_t k = 0; k != 3 && !node->empty(); ++k) row << std::uint64_t{base} + (*node)[3 * i + k];
    for (std::size_t a = 0; a != t.attributes; ++a) row << t.attribute[i * t.attributes + a];
  });
}

void write_neighbours(output_file& out, span<const std::uint32_t> neighbour, std::uint32_t base, unsigned threads) {
  line(out, neighbour.size() / 3, 3);
  write_rows(out, neighbour.size() / 3, 4, threads, [&](std::size_t i, row_text& row) {
    row << base + i;
    for (std::size_t k = 0; k != 3; ++k) {
      const std::uint32_t n = neighbour[3 * i + k];
      row << (n == none ? -1 : std::int64_t{base} + n);
    }
  });
}

void write_edges(output_file& out, span<const std::uint32_t> ends, span<const std::int32_t> marker, std::uint32_t base,
                 unsigned threads) {
  line(out, ends.size() / 2, int{!marker.empty()});
  write_rows(out, ends.size() / 2, 4, threads, [&](std::size_t e, row_text& row) {
    row << base + e << std::uint64_t{base} + ends[2 * e] << std::uint64_t{base} + ends[2 * e + 1];
    if (!marker.empty()) row << marker[e];
  });
}

void write_voronoi_edges(output_file& out, span<const std::uint32_t> ends, span<const double> direction,
                         std::uint32_t base, unsigned threads) {
  line(out, ends.size() / 2, 0);
  write_rows(out, ends.size() / 2, 5, threads, [&](std::size_t e, row_text& row) {
    row << base + e << std::uint64_t{base} + ends[2 * e];
    if (ends[2 * e + 1] != none)
      row << std::uint64_t{base} + ends[2 * e + 1];
    else
      row << -1 << direction[2 * e] << direction[2 * e + 1];
  });
}

void write_off(output_file& out, const vertex_list& v, const triangle_list& t, unsigned threads) {
  out.write("OFF\n");
  line(out, v.size(), t.size(), 0);  // readers ignore the number of edges
  write_rows(out, v.size(), 3, threads,
             [&](std::size_t i, row_text& row) { row << v.coordinate[2 * i] << v.coordinate[2 * i + 1] << 0; });
  write_rows(out, t.size(), 4, threads, [&](std::size_t i, row_text& row) {
    row << 3 << t.corner[3 * i] << t.corner[3 * i + 1] << t.corner[3 * i + 2];
  });
}

}  // namespace amorph::mesh_file
