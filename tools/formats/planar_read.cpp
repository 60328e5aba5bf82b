// Reads planar graphs and triangulations in Triangle's formats: rows of numbers; blank lines are ignored, and '#'
// starts a comment anywhere in a line. Missing and extra numbers are errors, whereas Triangle reads missing ones as 0
// and ignores extra ones.
#include <algorithm>

#include "amorph/kernels/backend/boundary.hpp"
#include "tools/formats/input_file.hpp"
#include "tools/formats/mesh_file.hpp"
#include "tools/formats/text_reader.hpp"

namespace amorph::mesh_file {
namespace {

constexpr std::uint32_t max_ids = std::numeric_limits<std::uint32_t>::max() - 1;

std::string count_of(std::uint32_t row, std::uint32_t rows) {
  return std::to_string(std::uint64_t{row} + 1) + " of " + std::to_string(rows);
}

// Reads a table row by row, and knows the current line.
class table_reader {
 public:
  explicit table_reader(text_reader in) : in_(in), counted_(in.position()) {}

  text_reader& text() { return in_; }

  [[nodiscard]] bool next_row() { return in_.next_line(); }
  void require_row(const std::string& expected) {
    if (!in_.next_line()) in_.fail(expected);
  }
  // Whether the row has another number.
  [[nodiscard]] bool more() { return !in_.at_line_end() && !in_.here('#'); }
  void require_more(const char* expected) {
    if (!more()) in_.fail(expected);
  }
  void end_row() {
    if (more()) in_.fail("the end of the line");
    if (in_.here('#'))
      (void)in_.rest_of_line();
    else
      in_.end_line();
  }
  void end_file() {
    if (in_.next_line()) in_.fail("the end of the file");
  }

  std::uint32_t number(std::uint64_t low, std::uint64_t high, const char* what) {
    require_more(what);
    return in_.number32(low, high, what);
  }
  // A number that the row may lack.
  std::uint32_t number_or(std::uint32_t fallback, std::uint64_t low, std::uint64_t high, const char* what) {
    return more() ? in_.number32(low, high, what) : fallback;
  }
  double real(const char* what) {
    require_more(what);
    return in_.real(what);
  }
  // A coordinate. Underflow to 0 is an error.
  double coordinate(const char* what) {
    require_more(what);
    const text_reader here = in_;
    const double x = in_.real(what);
    const std::string_view written = here.token(), digits = written.substr(0, written.find_first_of("eE"));
    if (x == 0 && digits.find_first_of("123456789") != std::string_view::npos)
      here.fail("coordinates that are 0 or of magnitude 1e-35 to 1e60");
    return x;
  }
  std::int32_t marker(const char* what) {
    require_more(what);
    const text_reader here = in_;
    const std::int64_t n = in_.signed_number(what);
    if (n < std::numeric_limits<std::int32_t>::min() || n > std::numeric_limits<std::int32_t>::max()) here.fail(what);
    return static_cast<std::int32_t>(n);
  }
  // The number at the beginning of a row, which must be `expected`.
  void row_number(std::uint64_t expected, const char* what) {
    const text_reader here = in_;
    if (in_.number(0, std::numeric_limits<std::uint64_t>::max(), what) != expected)
      here.fail(std::string(what) + " " + std::to_string(expected));
  }
  // The number at the beginning of a row to which nothing refers: any integer.
  void any_number(const char* what) { (void)in_.signed_number(what); }

  // The capacity to reserve for `rows` rows of at least `row_bytes` bytes: no more rows than the file can contain.
  [[nodiscard]] std::size_t plausible(std::uint32_t rows, std::uint32_t row_bytes) const {
    return std::min<std::size_t>(rows, in_.left() / row_bytes + 1);
  }

  // The number of the current line.
  std::uint64_t line() {
    line_ += static_cast<std::uint64_t>(std::count(counted_, in_.position(), '\n'));
    counted_ = in_.position();
    return line_;
  }

 private:
  text_reader in_;
  const char* counted_;
  std::uint64_t line_ = 1;
};

// "vertices dimensions [attributes [markers]]" and the rows.
void read_vertices(table_reader& in, const std::string& name, vertex_list& v, const vertex_list* node_file) {
  v = {};
  v.from.name = name;
  in.require_row("the number of vertices");
  const std::uint32_t rows = in.number(0, max_ids, "the number of vertices");
  (void)in.number_or(2, 2, 2, "the number of dimensions");
  v.attributes = in.number_or(0, 0, max_attributes, "the number of attributes");
  v.has_markers = in.number_or(0, 0, 1, "the number of boundary markers") == 1;
  const text_reader head = in.text();
  in.end_row();
  if (rows == 0 && node_file != nullptr) {
    if (node_file->size() == 0) head.fail_plain("expected vertices, here or in " + node_file->from.name);
    v = *node_file;
    return;
  }
  v.coordinate.reserve(2 * in.plausible(rows, 6));
  v.attribute.reserve(in.plausible(rows, 6 + 2 * v.attributes) * v.attributes);
  if (v.has_markers) v.marker.reserve(in.plausible(rows, 8));
  for (std::uint32_t i = 0; i != rows; ++i) {
    in.require_row("vertex " + count_of(i, rows));
    v.from.line.add(in.line());
    if (i == 0)
      v.base = in.number(0, 1, "the number of the first vertex");
    else
      in.row_number(std::uint64_t{v.base} + i, "vertex number");
    for (const char* what : {"the x coordinate, a finite number", "the y coordinate, a finite number"})
      v.coordinate.push_back(in.coordinate(what));
    for (std::uint32_t a = 0; a != v.attributes; ++a) v.attribute.push_back(in.real("an attribute, a finite number"));
    if (v.has_markers) v.marker.push_back(in.marker("a boundary marker"));
    in.end_row();
  }
}

void read_segments(table_reader& in, const std::string& name, planar_graph& g) {
  g.segments_from.name = name;
  in.require_row("the number of segments");
  const std::uint32_t rows = in.number(0, max_ids / 2, "the number of segments"), base = g.vertices.base;
  g.has_markers = in.number_or(0, 0, 1, "the number of boundary markers") == 1;
  in.end_row();
  g.segment.reserve(2 * in.plausible(rows, 6));
  for (std::uint32_t i = 0; i != rows; ++i) {
    in.require_row("segment " + count_of(i, rows));
    g.segments_from.line.add(in.line());
    in.any_number("the number of a segment");
    if (g.vertices.size() == 0) in.text().fail_plain("expected vertices for the segment to join, found none");
    std::uint32_t end[2];
    for (std::uint32_t& e : end) e = in.number(base, std::uint64_t{base} + g.vertices.size() - 1, "a vertex") - base;
    if (end[0] == end[1])
      in.text().fail_plain("expected a segment between two vertices, found one from a vertex to itself");
    g.segment.insert(g.segment.end(), end, end + 2);
    if (g.has_markers) g.segment_marker.push_back(in.marker("a boundary marker"));
    in.end_row();
  }
}

void read_holes_and_regions(table_reader& in, const std::string& name, planar_graph& g) {
  g.holes_from.name = g.regions_from.name = name;
  if (!in.next_row()) return;  // Triangle accepts a file that ends after the segments
  const std::uint32_t holes = in.number(0, max_ids / 2, "the number of holes");
  in.end_row();
  for (std::uint32_t i = 0; i != holes; ++i) {
    in.require_row("hole " + count_of(i, holes));
    g.holes_from.line.add(in.line());
    in.any_number("the number of a hole");
    for (const char* what : {"the x coordinate, a finite number", "the y coordinate, a finite number"})
      g.hole.push_back(in.real(what));
    in.end_row();
  }
  if (!in.next_row()) return;
  const std::uint32_t regions = in.number(0, max_ids / 2, "the number of regions");
  in.end_row();
  for (std::uint32_t i = 0; i != regions; ++i) {
    in.require_row("region " + count_of(i, regions));
    g.regions_from.line.add(in.line());
    in.any_number("the number of a region");
    region r;
    r.x = in.real("the x coordinate, a finite number");
    r.y = in.real("the y coordinate, a finite number");
    r.attribute = in.real("the attribute of the region, a finite number");
    r.area = in.more() ? in.real("the maximum area, a finite number") : r.attribute;  // as Triangle does
    g.regions.push_back(r);
    in.end_row();
  }
}

void read_poly_from(text_reader text, const std::string& name, const vertex_list* node_file, planar_graph& g) {
  g = {};
  table_reader in(text);
  read_vertices(in, name, g.vertices, node_file);
  read_segments(in, name, g);
  read_holes_and_regions(in, name, g);
  in.end_file();
}

void read_elements_from(text_reader text, const std::string& name, const vertex_list& v, triangle_list& t) {
  t = {};
  t.base = v.base;
  t.from.name = name;
  table_reader in(text);
  in.require_row("the number of triangles");
  const std::uint32_t rows = in.number(0, max_triangles, "the number of triangles");
  const text_reader at_nodes = in.text();
  const std::uint32_t nodes = in.number_or(3, 3, 6, "3 or 6 nodes per triangle");
  if (nodes != 3 && nodes != 6)
    at_nodes.fail_plain("expected 3 or 6 nodes per triangle, found " + std::to_string(nodes));
  t.attributes = in.number_or(0, 0, max_attributes, "the number of attributes");
  in.end_row();
  t.corner.reserve(3 * in.plausible(rows, 8));
  t.attribute.reserve(in.plausible(rows, 8 + 2 * t.attributes) * t.attributes);
  for (std::uint32_t i = 0; i != rows; ++i) {
    in.require_row("triangle " + count_of(i, rows));
    t.from.line.add(in.line());
    in.row_number(std::uint64_t{v.base} + i, "triangle number");
    if (v.size() == 0) in.text().fail_plain("expected vertices for the triangle to join, found none");
    std::uint32_t corner[3];
    for (std::uint32_t n = 0; n != nodes; ++n) {
      const std::uint32_t c = in.number(v.base, std::uint64_t{v.base} + v.size() - 1, "a vertex") - v.base;
      if (n < 3) corner[n] = c;
    }
    if (corner[0] == corner[1] || corner[1] == corner[2] || corner[2] == corner[0])
      in.text().fail_plain("expected a triangle of three vertices, found one with the same vertex twice");
    t.corner.insert(t.corner.end(), corner, corner + 3);
    for (std::uint32_t a = 0; a != t.attributes; ++a) t.attribute.push_back(in.real("an attribute, a finite number"));
    in.end_row();
  }
  in.end_file();
}

void read_areas_from(text_reader text, const triangle_list& t, host_array<double>& area) {
  area.clear();
  table_reader in(text);
  in.require_row("the number of triangles");
  const text_reader at_rows = in.text();
  const std::uint32_t rows = in.number(0, max_triangles, "the number of triangles");
  if (rows != t.size())
    at_rows.fail_plain("expected " + std::to_string(t.size()) + " triangles as in " + t.from.name + ", found " +
                       std::to_string(rows));
  in.end_row();
  area.reserve(rows);
  for (std::uint32_t i = 0; i != rows; ++i) {
    in.require_row("triangle " + count_of(i, rows));
    in.row_number(std::uint64_t{t.base} + i, "triangle number");
    area.push_back(in.real("the maximum area, a finite number"));
    in.end_row();
  }
  in.end_file();
}

template <class Read>
status read_all(const std::string& path, std::string& message, std::uint64_t max_bytes, Read read) noexcept {
  return guarded(message, [&] {
    input_text text;
    const status s = read_file(path, text, message, nullptr, max_bytes);
    if (s == status::ok) read(text_reader(text.view(), input_name(path)));
    return s;
  });
}

void read_nodes_from(text_reader text, const std::string& name, vertex_list& v) {
  table_reader in(text);
  read_vertices(in, name, v, nullptr);
  in.end_file();
}

}  // namespace

status read_nodes(const std::string& path, vertex_list& result, std::string& message,
                  std::uint64_t max_bytes) noexcept {
  return read_all(path, message, max_bytes,
                  [&](text_reader in) { read_nodes_from(in, std::string(input_name(path)), result); });
}

status parse_nodes(std::string_view text, const std::string& name, vertex_list& result, std::string& message) noexcept {
  return guarded(message, [&] { read_nodes_from(text_reader(text, name), name, result); });
}

status read_poly(const std::string& path, const std::string& nodes_path, planar_graph& result, std::string& message,
                 std::uint64_t max_bytes) noexcept {
  return guarded(message, [&] {
    input_text text;
    if (const status s = read_file(path, text, message, nullptr, max_bytes); s != status::ok) return s;
    const std::string name(input_name(path));
    // The header says whether the vertices are in the .node file.
    table_reader head{text_reader(text.view(), name)};
    head.require_row("the number of vertices");
    if (head.number(0, max_ids, "the number of vertices") != 0) {
      read_poly_from(text_reader(text.view(), name), name, nullptr, result);
      return status::ok;
    }
    vertex_list node_file;
    if (const status s = read_nodes(nodes_path, node_file, message, max_bytes); s != status::ok) return s;
    read_poly_from(text_reader(text.view(), name), name, &node_file, result);
    return status::ok;
  });
}

status parse_poly(std::string_view text, const std::string& name, const vertex_list* node_file, planar_graph& result,
                  std::string& message) noexcept {
  return guarded(message, [&] { read_poly_from(text_reader(text, name), name, node_file, result); });
}

status read_elements(const std::string& path, const vertex_list& vertices, triangle_list& result, std::string& message,
                     std::uint64_t max_bytes) noexcept {
  return read_all(path, message, max_bytes,
                  [&](text_reader in) { read_elements_from(in, std::string(input_name(path)), vertices, result); });
}

status parse_elements(std::string_view text, const std::string& name, const vertex_list& vertices,
                      triangle_list& result, std::string& message) noexcept {
  return guarded(message, [&] { read_elements_from(text_reader(text, name), name, vertices, result); });
}

status read_areas(const std::string& path, const triangle_list& triangles, host_array<double>& result,
                  std::string& message, std::uint64_t max_bytes) noexcept {
  return read_all(path, message, max_bytes, [&](text_reader in) { read_areas_from(in, triangles, result); });
}

status parse_areas(std::string_view text, const std::string& name, const triangle_list& triangles,
                   host_array<double>& result, std::string& message) noexcept {
  return guarded(message, [&] { read_areas_from(text_reader(text, name), triangles, result); });
}

}  // namespace amorph::mesh_file
