// Reads planar graphs and triangulations in Triangle's formats: rows of numbers; blank lines are ignored, and '#'
// starts a comment anywhere in a line. Missing and extra numbers are errors, whereas Triangle reads missing ones as 0
// and ignores extra ones.
#include <algorithm>
#include <atomic>
#include <vector>

#include "amorph/kernels/backend/boundary.hpp"
#include "amorph/kernels/exec/cpu.hpp"
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
  explicit table_reader(text_reader in, std::string_view name = "", unsigned threads = 1)
      : in_(in), counted_(in.position()), name_(name), threads_(threads) {}

  // The next `rows` rows by all threads, each by parse(row, reader), if each is a line of its own without a comment,
  // and is well-formed. Otherwise returns false and leaves the cursor where it was: the caller reads row by row, and
  // finds the fault. The first row starts on the next line; returns its line in `first`.
  template <class Parse> bool read_rows(std::uint32_t rows, std::uint64_t& first, Parse parse) {
    constexpr std::uint32_t worthwhile = 1 << 14;
    if (rows < worthwhile || !in_.here('\n')) return false;
    const char *const begin = in_.position() + 1, *const end = in_.position() + in_.left();
    cpu_exec exec(threads_);
    const std::vector<piece> pieces = split(exec, begin, end);
    std::atomic<bool> fault{pieces.back().row + pieces.back().lines < rows};
    std::atomic<const char*> stop{end};
    exec.ranges(pieces.size(), 1, [&](std::size_t a, std::size_t b, unsigned) {
      for (; a != b && !fault.load(std::memory_order_relaxed); ++a) {
        if (pieces[a].row >= rows) continue;
        const auto last = static_cast<std::uint32_t>(std::min<std::uint64_t>(rows, pieces[a].row + pieces[a].lines));
        text_reader text(std::string_view(pieces[a].first, static_cast<std::size_t>(pieces[a].last - pieces[a].first)),
                         name_);
        if (!parse_lines(text, static_cast<std::uint32_t>(pieces[a].row), last, parse)) fault = true;
        if (last == rows) stop = text.position();
      }
    });
    if (fault) return false;
    first = line() + 1;
    line_ = first + rows - 1;
    const char* const after = stop.load();
    in_ = text_reader(std::string_view(after, static_cast<std::size_t>(end - after)), name_, '#', line_);
    counted_ = after;
    return true;
  }

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
  struct piece {
    const char *first, *last;
    std::uint64_t lines, row;  // row: lines of the pieces before it
  };
  static std::vector<piece> split(cpu_exec& exec, const char* begin, const char* end) {
    constexpr std::size_t bytes = std::size_t{1} << 18;
    std::vector<piece> pieces;
    for (const char* at = begin; at != end;) {
      const char* to = static_cast<std::size_t>(end - at) > bytes ? std::find(at + bytes, end, '\n') : end;
      if (to != end) ++to;
      pieces.push_back({at, to, 0, 0});
      at = to;
    }
    if (pieces.empty()) pieces.push_back({begin, end, 0, 0});
    exec.ranges(pieces.size(), 1, [&](std::size_t a, std::size_t b, unsigned) {
      for (; a != b; ++a)
        pieces[a].lines = static_cast<std::uint64_t>(std::count(pieces[a].first, pieces[a].last, '\n'));
    });
    std::uint64_t row = 0;
    for (piece& p : pieces) {
      p.row = row;
      row += p.lines;
    }
    return pieces;
  }
  // Rows `row` to `last`; the cursor ends at the newline of the last one.
  template <class Parse>
  static bool parse_lines(text_reader& text, std::uint32_t row, std::uint32_t last, Parse parse) try {
    for (; row != last; ++row) {
      if (text.at_line_end() || text.here('#')) return false;
      table_reader line(text);
      parse(row, line);
      text = line.in_;
      if (!text.at_line_end()) return false;
      text.end_line();
      if (!text.here('\n')) return false;
      if (row + 1 != last) text.end_row();
    }
    return true;
  } catch (const error&) {
    return false;
  }

  text_reader in_;
  const char* counted_;
  std::string_view name_;
  unsigned threads_;
  std::uint64_t line_ = 1;
};

constexpr const char *x_coordinate = "the x coordinate, a finite number",
                     *y_coordinate = "the y coordinate, a finite number";

bool read_vertices_at_once(table_reader& in, std::uint32_t rows, vertex_list& v) {
  if (in.plausible(rows, 6) != rows) return false;
  v.coordinate.resize(2 * std::size_t{rows});
  v.attribute.resize(std::size_t{rows} * v.attributes);
  if (v.has_markers) v.marker.resize(rows);
  std::uint64_t first = 0;
  for (const std::uint32_t wanted : {1u, 0u}) {
    const bool read = in.read_rows(rows, first, [&](std::uint32_t i, table_reader& row) {
      row.row_number(std::uint64_t{wanted} + i, "vertex number");
      v.coordinate[2 * std::size_t{i}] = row.coordinate(x_coordinate);
      v.coordinate[2 * std::size_t{i} + 1] = row.coordinate(y_coordinate);
      for (std::size_t a = 0; a != v.attributes; ++a)
        v.attribute[std::size_t{i} * v.attributes + a] = row.real("an attribute, a finite number");
      if (v.has_markers) v.marker[i] = row.marker("a boundary marker");
    });
    if (!read) continue;
    v.base = wanted;
    v.from.line.add_consecutive(first, rows);
    return true;
  }
  v.coordinate.clear();
  v.attribute.clear();
  v.marker.clear();
  return false;
}

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
  if (read_vertices_at_once(in, rows, v)) return;
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

bool read_segments_at_once(table_reader& in, std::uint32_t rows, planar_graph& g) {
  if (in.plausible(rows, 6) != rows || g.vertices.size() == 0) return false;
  const std::uint32_t base = g.vertices.base;
  g.segment.resize(2 * std::size_t{rows});
  if (g.has_markers) g.segment_marker.resize(rows);
  std::uint64_t first = 0;
  const bool read = in.read_rows(rows, first, [&](std::uint32_t i, table_reader& row) {
    row.any_number("the number of a segment");
    std::uint32_t* const end = g.segment.data() + 2 * std::size_t{i};
    for (unsigned e = 0; e != 2; ++e)
      end[e] = row.number(base, std::uint64_t{base} + g.vertices.size() - 1, "a vertex") - base;
    if (g.has_markers) g.segment_marker[i] = row.marker("a boundary marker");
  });
  if (read) {
    g.segments_from.line.add_consecutive(first, rows);
    return true;
  }
  g.segment.clear();
  g.segment_marker.clear();
  return false;
}

void remove_loops(planar_graph& g) {
  const auto is_loop = [&](std::size_t i) { return g.segment[2 * i] == g.segment[2 * i + 1]; };
  std::size_t to = 0;
  while (to != g.segments() && !is_loop(to)) ++to;
  if (to == g.segments()) return;
  g.first_loop = g.segments_from.at(to);
  row_lines kept;
  for (std::size_t i = 0; i != to; ++i) kept.add(g.segments_from.line[i]);
  for (std::size_t i = to; i != g.segments(); ++i) {
    if (is_loop(i)) {
      ++g.loops;
      continue;
    }
    kept.add(g.segments_from.line[i]);
    g.segment[2 * to] = g.segment[2 * i];
    g.segment[2 * to + 1] = g.segment[2 * i + 1];
    if (g.has_markers) g.segment_marker[to] = g.segment_marker[i];
    ++to;
  }
  g.segment.resize(2 * to);
  if (g.has_markers) g.segment_marker.resize(to);
  g.segments_from.line = std::move(kept);
}

void read_segments(table_reader& in, const std::string& name, planar_graph& g) {
  g.segments_from.name = name;
  in.require_row("the number of segments");
  const std::uint32_t rows = in.number(0, max_ids / 2, "the number of segments"), base = g.vertices.base;
  g.has_markers = in.number_or(0, 0, 1, "the number of boundary markers") == 1;
  in.end_row();
  if (read_segments_at_once(in, rows, g)) return remove_loops(g);
  g.segment.reserve(2 * in.plausible(rows, 6));
  for (std::uint32_t i = 0; i != rows; ++i) {
    in.require_row("segment " + count_of(i, rows));
    g.segments_from.line.add(in.line());
    in.any_number("the number of a segment");
    if (g.vertices.size() == 0) in.text().fail_plain("expected vertices for the segment to join, found none");
    std::uint32_t end[2];
    for (std::uint32_t& e : end) e = in.number(base, std::uint64_t{base} + g.vertices.size() - 1, "a vertex") - base;
    g.segment.insert(g.segment.end(), end, end + 2);
    if (g.has_markers) g.segment_marker.push_back(in.marker("a boundary marker"));
    in.end_row();
  }
  remove_loops(g);
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

void read_poly_from(text_reader text, const std::string& name, const vertex_list* node_file, planar_graph& g,
                    unsigned threads) {
  g = {};
  table_reader in(text, name, threads);
  read_vertices(in, name, g.vertices, node_file);
  read_segments(in, name, g);
  read_holes_and_regions(in, name, g);
  in.end_file();
}

bool read_elements_at_once(table_reader& in, std::uint32_t rows, std::uint32_t nodes, const vertex_list& v,
                           triangle_list& t) {
  if (in.plausible(rows, 8) != rows || v.size() == 0) return false;
  t.corner.resize(3 * std::size_t{rows});
  t.attribute.resize(std::size_t{rows} * t.attributes);
  std::uint64_t first = 0;
  const bool read = in.read_rows(rows, first, [&](std::uint32_t i, table_reader& row) {
    row.row_number(std::uint64_t{v.base} + i, "triangle number");
    std::uint32_t* const corner = t.corner.data() + 3 * std::size_t{i};
    for (std::uint32_t n = 0; n != nodes; ++n) {
      const std::uint32_t c = row.number(v.base, std::uint64_t{v.base} + v.size() - 1, "a vertex") - v.base;
      if (n < 3) corner[n] = c;
    }
    if (corner[0] == corner[1] || corner[1] == corner[2] || corner[2] == corner[0])
      row.text().fail_plain("a triangle with the same vertex twice");
    for (std::size_t a = 0; a != t.attributes; ++a)
      t.attribute[std::size_t{i} * t.attributes + a] = row.real("an attribute, a finite number");
  });
  if (read) {
    t.from.line.add_consecutive(first, rows);
    return true;
  }
  t.corner.clear();
  t.attribute.clear();
  return false;
}

void read_elements_from(text_reader text, const std::string& name, const vertex_list& v, triangle_list& t,
                        unsigned threads) {
  t = {};
  t.base = v.base;
  t.from.name = name;
  table_reader in(text, name, threads);
  in.require_row("the number of triangles");
  const std::uint32_t rows = in.number(0, max_triangles, "the number of triangles");
  const text_reader at_nodes = in.text();
  const std::uint32_t nodes = in.number_or(3, 3, 6, "3 or 6 nodes per triangle");
  if (nodes != 3 && nodes != 6)
    at_nodes.fail_plain("expected 3 or 6 nodes per triangle, found " + std::to_string(nodes));
  t.attributes = in.number_or(0, 0, max_attributes, "the number of attributes");
  in.end_row();
  if (read_elements_at_once(in, rows, nodes, v, t)) return in.end_file();
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
status read_all(const std::string& path, std::string& message, std::uint64_t max_bytes, unsigned threads,
                Read read) noexcept {
  return guarded(message, [&] {
    input_text text;
    cpu_exec exec(threads);
    const status s = read_file(path, text, message, &exec, max_bytes);
    if (s == status::ok) read(text_reader(text.view(), input_name(path)));
    return s;
  });
}

void read_nodes_from(text_reader text, const std::string& name, vertex_list& v, unsigned threads) {
  table_reader in(text, name, threads);
  read_vertices(in, name, v, nullptr);
  in.end_file();
}

}  // namespace

status read_nodes(const std::string& path, vertex_list& result, std::string& message, std::uint64_t max_bytes,
                  unsigned threads) noexcept {
  const std::string name(input_name(path));
  return read_all(path, message, max_bytes, threads,
                  [&](text_reader in) { read_nodes_from(in, name, result, threads); });
}

status parse_nodes(std::string_view text, const std::string& name, vertex_list& result, std::string& message) noexcept {
  return guarded(message, [&] { read_nodes_from(text_reader(text, name), name, result, 1); });
}

status read_poly(const std::string& path, const std::string& nodes_path, planar_graph& result, std::string& message,
                 std::uint64_t max_bytes, unsigned threads) noexcept {
  return guarded(message, [&] {
    input_text text;
    cpu_exec exec(threads);
    if (const status s = read_file(path, text, message, &exec, max_bytes); s != status::ok) return s;
    const std::string name(input_name(path));
    // The header says whether the vertices are in the .node file.
    table_reader head{text_reader(text.view(), name)};
    head.require_row("the number of vertices");
    if (head.number(0, max_ids, "the number of vertices") != 0) {
      read_poly_from(text_reader(text.view(), name), name, nullptr, result, threads);
      return status::ok;
    }
    vertex_list node_file;
    if (const status s = read_nodes(nodes_path, node_file, message, max_bytes, threads); s != status::ok) return s;
    read_poly_from(text_reader(text.view(), name), name, &node_file, result, threads);
    return status::ok;
  });
}

status parse_poly(std::string_view text, const std::string& name, const vertex_list* node_file, planar_graph& result,
                  std::string& message) noexcept {
  return guarded(message, [&] { read_poly_from(text_reader(text, name), name, node_file, result, 1); });
}

status read_elements(const std::string& path, const vertex_list& vertices, triangle_list& result, std::string& message,
                     std::uint64_t max_bytes, unsigned threads) noexcept {
  const std::string name(input_name(path));
  return read_all(path, message, max_bytes, threads,
                  [&](text_reader in) { read_elements_from(in, name, vertices, result, threads); });
}

status parse_elements(std::string_view text, const std::string& name, const vertex_list& vertices,
                      triangle_list& result, std::string& message) noexcept {
  return guarded(message, [&] { read_elements_from(text_reader(text, name), name, vertices, result, 1); });
}

status read_areas(const std::string& path, const triangle_list& triangles, host_array<double>& result,
                  std::string& message, std::uint64_t max_bytes, unsigned threads) noexcept {
  return read_all(path, message, max_bytes, threads, [&](text_reader in) { read_areas_from(in, triangles, result); });
}

status parse_areas(std::string_view text, const std::string& name, const triangle_list& triangles,
                   host_array<double>& result, std::string& message) noexcept {
  return guarded(message, [&] { read_areas_from(text_reader(text, name), triangles, result); });
}

}  // namespace amorph::mesh_file
