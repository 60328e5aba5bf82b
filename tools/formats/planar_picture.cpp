// Pictures of triangulations: legacy VTK for mesh viewers, SVG for documents.
#include <algorithm>
#include <cmath>

#include "tools/formats/mesh_file.hpp"
#include "tools/formats/output_file.hpp"

namespace amorph::mesh_file {
namespace {

void vtk_scalars(output_file& out, const std::string& name, const char* type) {
  out.write("SCALARS " + name + " " + type + " 1\nLOOKUP_TABLE default\n");
}

// The attributes of `items` points or cells, one array each.
void vtk_attributes(output_file& out, const host_array<double>& attribute, std::size_t attributes, std::size_t items) {
  for (std::size_t a = 0; a != attributes; ++a) {
    vtk_scalars(out, "attribute" + std::to_string(a + 1), "double");
    for (std::size_t i = 0; i != items && !out.failed(); ++i) {
      out.write_number(attribute[i * attributes + a]);
      out.write('\n');
    }
  }
}

}  // namespace

void write_vtk(output_file& out, const vertex_list& v, const triangle_list& t) noexcept {
  const std::uint64_t points = v.size(), cells = t.size();
  out.write("# vtk DataFile Version 3.0\ntriangulation\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS ");
  out.write_number(points);
  out.write(" double\n");
  for (std::size_t i = 0; i != points && !out.failed(); ++i) {
    out.write_number(v.coordinate[2 * i]);
    out.write(' ');
    out.write_number(v.coordinate[2 * i + 1]);
    out.write(" 0\n");
  }
  out.write("CELLS ");
  out.write_number(cells);
  out.write(' ');
  out.write_number(4 * cells);
  out.write('\n');
  for (std::size_t i = 0; i != cells && !out.failed(); ++i) {
    out.write('3');
    for (std::size_t k = 0; k != 3; ++k) {
      out.write(' ');
      out.write_number(std::uint64_t{t.corner[3 * i + k]});
    }
    out.write('\n');
  }
  out.write("CELL_TYPES ");
  out.write_number(cells);
  out.write('\n');
  for (std::size_t i = 0; i != cells && !out.failed(); ++i) out.write("5\n");  // VTK_TRIANGLE
  if (v.has_markers || v.attributes != 0) {
    out.write("POINT_DATA ");
    out.write_number(points);
    out.write('\n');
    vtk_attributes(out, v.attribute, v.attributes, points);
    if (v.has_markers) {
      vtk_scalars(out, "marker", "int");
      for (std::size_t i = 0; i != points && !out.failed(); ++i) {
        out.write_number(std::int64_t{v.marker[i]});
        out.write('\n');
      }
    }
  }
  if (t.attributes == 0) return;
  out.write("CELL_DATA ");
  out.write_number(cells);
  out.write('\n');
  vtk_attributes(out, t.attribute, t.attributes, cells);
}

void write_svg(output_file& out, const planar_graph& g, const triangle_list& t, double width) noexcept {
  const auto& xy = g.vertices.coordinate;
  double low[2] = {0, 0}, high[2] = {1, 1};
  for (std::size_t i = 0; i != xy.size(); ++i) {
    if (i < 2) low[i] = high[i] = xy[i];
    low[i % 2] = std::min(low[i % 2], xy[i]);
    high[i % 2] = std::max(high[i % 2], xy[i]);
  }
  // Halved, so that differences of finite numbers do not overflow.
  const double half[2] = {high[0] / 2 - low[0] / 2, high[1] / 2 - low[1] / 2},
               side = std::max({half[0], half[1], 1e-300});
  const double margin = width / 50, scale = (width - 2 * margin) / 2 / side;
  // Hundredths of a pixel suffice for display and keep the file small.
  auto number = [&](double x) { out.write_number(std::round(x * 100) / 100); };
  auto place = [&](std::uint32_t v) {
    number(margin + (xy[2 * std::size_t{v}] / 2 - low[0] / 2) * 2 * scale);
    out.write(' ');
    number(margin + (high[1] / 2 - xy[2 * std::size_t{v} + 1] / 2) * 2 * scale);
  };
  const double pixels[2] = {2 * (margin + half[0] * scale), 2 * (margin + half[1] * scale)};
  out.write("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"");
  number(pixels[0]);
  out.write("\" height=\"");
  number(pixels[1]);
  out.write(
      "\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n<path fill=\"#eef3f8\" stroke=\"#4a6785\" "
      "stroke-width=\"0.5\" stroke-linejoin=\"round\" d=\"");
  for (std::size_t i = 0; i != t.size() && !out.failed(); ++i) {
    for (std::size_t k = 0; k != 3; ++k) {
      out.write(k == 0 ? "M" : "L");
      place(t.corner[3 * i + k]);
    }
    out.write("Z\n");
  }
  out.write("\"/>\n<path fill=\"none\" stroke=\"#b3261e\" stroke-width=\"1.5\" stroke-linecap=\"round\" d=\"");
  for (std::size_t s = 0; s != g.segments() && !out.failed(); ++s) {
    out.write('M');
    place(g.segment[2 * s]);
    out.write('L');
    place(g.segment[2 * s + 1]);
    out.write('\n');
  }
  out.write("\"/>\n");
  if (t.size() == 0) {  // only vertices
    out.write("<path stroke=\"black\" stroke-width=\"3\" stroke-linecap=\"round\" d=\"");
    for (std::uint32_t v = 0; v != g.vertices.size() && !out.failed(); ++v) {
      out.write('M');
      place(v);
      out.write("h0\n");
    }
    out.write("\"/>\n");
  }
  out.write("</svg>\n");
}

}  // namespace amorph::mesh_file
