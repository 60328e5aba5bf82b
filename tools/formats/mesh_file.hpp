// Files of planar straight-line graphs and triangulations, in the formats of Triangle: .poly, .node, .ele, .area in;
// .poly, .node, .ele, .neigh, .edge, .v.edge, .off out; and in Amorph's binary form, .amesh, which is read and written
// at disk speed. See docs/mesh-formats.md.
//
// Functions that return a status do not throw. On failure the result is unspecified and `message` is one line,
// "FILE:LINE: expected WHAT, found WHAT" or "FILE: reason". Inputs in gzip are recognised by content; "-" is the
// standard input. Readers and writers are O(file); they take the number of threads, 0 for all. In memory vertices,
// segments and triangles are numbered from 0, whatever the first number in the file.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/base/span.hpp"
#include "amorph/kernels/graph/host_graph.hpp"
#include "solver/mesh/sizing/size_field.hpp"

namespace amorph {
class output_file;
}

namespace amorph::mesh_file {

inline constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
inline constexpr std::uint32_t max_triangles = (std::uint32_t{1} << 30) - 1;  // solvers pack an edge in 32 bits
inline constexpr std::uint32_t max_attributes = 4096;

// The line of each row of a table; needs no array if rows are on consecutive lines.
class row_lines {
 public:
  void add(std::uint64_t line) {
    if (rows_ == 0) first_ = line;
    if (!each_.empty() || line != first_ + rows_) {
      while (each_.size() < rows_) each_.push_back(static_cast<std::uint32_t>(first_ + each_.size()));
      each_.push_back(static_cast<std::uint32_t>(line));
    }
    ++rows_;
  }
  // `rows` rows on consecutive lines from `first` on.
  void add_consecutive(std::uint64_t first, std::uint64_t rows) {
    if (rows_ == 0 || (each_.empty() && first == first_ + rows_)) {
      if (rows_ == 0) first_ = first;
      rows_ += rows;
    } else {
      for (std::uint64_t i = 0; i != rows; ++i) add(first + i);
    }
  }
  [[nodiscard]] std::uint64_t operator[](std::size_t row) const { return each_.empty() ? first_ + row : each_[row]; }

 private:
  std::uint64_t first_ = 0, rows_ = 0;
  std::vector<std::uint32_t> each_;
};

// The position of a table, for errors found later: at(i) is "FILE:LINE", of a binary file "FILE: ITEM NUMBER".
struct origin {
  std::string name;
  row_lines line;
  const char* item = nullptr;  // of a binary file: the name of a row
  std::uint32_t base = 0;      // and the number of the first one
  [[nodiscard]] std::string in_file(std::size_t row) const {
    return item == nullptr ? "line " + std::to_string(line[row]) : item + std::string(" ") + std::to_string(base + row);
  }
  [[nodiscard]] std::string at(std::size_t row) const {
    return item == nullptr ? name + ":" + std::to_string(line[row]) : name + ": " + in_file(row);
  }
};

// Vertices with their attributes and markers.
struct vertex_list {
  std::uint32_t base = 1;        // the first vertex's number in the file: 0 or 1
  std::uint32_t attributes = 0;  // numbers per vertex
  bool has_markers = false;
  host_array<double> coordinate;    // x y of each; finite
  host_array<double> attribute;     // attributes * size(), vertex by vertex; finite
  host_array<std::int32_t> marker;  // of each, or no entry
  origin from;
  [[nodiscard]] std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(coordinate.size() / 2); }
};

struct region {
  double x = 0, y = 0;
  double attribute = 0;
  double area = 0;  // maximum area of a triangle; 0 or less: no bound
};

// Vertices, segments, holes and regions.
struct planar_graph {
  vertex_list vertices;
  bool has_markers = false;
  host_array<std::uint32_t> segment;        // two different ends each
  host_array<std::int32_t> segment_marker;  // of each, or no entry
  host_array<double> hole;                  // x y of each
  std::vector<region> regions;
  std::uint32_t loops = 0;  // segments from a vertex to itself that were left out, as by Triangle
  std::string first_loop;   // where the first of them stands
  origin segments_from, holes_from, regions_from;
  [[nodiscard]] std::uint32_t segments() const noexcept { return static_cast<std::uint32_t>(segment.size() / 2); }
};

struct triangle_list {
  std::uint32_t base = 1;
  std::uint32_t attributes = 0;
  host_array<std::uint32_t> corner;  // three each
  host_array<std::uint32_t> middle;  // three each, the nodes on the edges opposite to the corners; or no entry
  host_array<double> attribute;      // attributes * size()
  origin from;
  [[nodiscard]] std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(corner.size() / 3); }
};

// Reads a .node file. bad_input: also a coordinate or attribute that is not a finite number, numbers that are not
// consecutive, text after the last row.
[[nodiscard]] status read_nodes(const std::string& path, vertex_list& result, std::string& message,
                                std::uint64_t max_bytes = 0, unsigned threads = 1) noexcept;
[[nodiscard]] status parse_nodes(std::string_view text, const std::string& name, vertex_list& result,
                                 std::string& message) noexcept;

// Reads a .poly file. If it announces no vertices, they are read from the .node file `nodes_path`. bad_input: also a
// segment whose end does not exist. Segments from a vertex to itself are left out.
[[nodiscard]] status read_poly(const std::string& path, const std::string& nodes_path, planar_graph& result,
                               std::string& message, std::uint64_t max_bytes = 0, unsigned threads = 1) noexcept;
// The same for text in memory. If it announces no vertices, they are `node_file`, or missing if that is null.
[[nodiscard]] status parse_poly(std::string_view text, const std::string& name, const vertex_list* node_file,
                                planar_graph& result, std::string& message) noexcept;

// Reads an .ele file on `vertices`, with three or six nodes per triangle; the first three are used. bad_input: also a
// corner that does not exist or occurs twice in a triangle. Whether the triangles form a mesh is not checked.
[[nodiscard]] status read_elements(const std::string& path, const vertex_list& vertices, triangle_list& result,
                                   std::string& message, std::uint64_t max_bytes = 0, unsigned threads = 1) noexcept;
[[nodiscard]] status parse_elements(std::string_view text, const std::string& name, const vertex_list& vertices,
                                    triangle_list& result, std::string& message) noexcept;

// Reads an .area file: the maximum area of each of the triangles; 0 or less: no bound.
[[nodiscard]] status read_areas(const std::string& path, const triangle_list& triangles, host_array<double>& result,
                                std::string& message, std::uint64_t max_bytes = 0, unsigned threads = 1) noexcept;
[[nodiscard]] status parse_areas(std::string_view text, const std::string& name, const triangle_list& triangles,
                                 host_array<double>& result, std::string& message) noexcept;

// The binary form: everything in one file. Every part but the vertices may be absent.
struct binary_mesh {
  planar_graph graph;
  triangle_list triangles;
  host_array<std::uint32_t> neighbour;  // as for write_neighbours(), or no entry
};
// bad_input: also a file that does not match its header, and everything that is refused in text. Whether the
// triangles form a mesh, and whether neighbours are neighbours, is not checked.
[[nodiscard]] status read_binary(const std::string& path, binary_mesh& result, std::string& message,
                                 std::uint64_t max_bytes = 0, unsigned threads = 1) noexcept;
[[nodiscard]] status parse_binary(std::string_view text, const std::string& name, binary_mesh& result,
                                  std::string& message) noexcept;
// Reads no more than the header: whether the file has triangles, and segments, holes or regions.
struct binary_contents {
  bool triangles = false, poly = false;
};
[[nodiscard]] status read_binary_contents(const std::string& path, binary_contents& result,
                                          std::string& message) noexcept;
// Whether the name is that of a binary file: .amesh, with or without .gz or .xz.
[[nodiscard]] bool is_binary_name(std::string_view path) noexcept;

// Reads a grid in ESRI's ASCII format: ncols, nrows, xllcorner or xllcenter, yllcorner or yllcenter, cellsize,
// optionally NODATA_value, then the values row by row from the top. Values must be positive; NODATA becomes infinity.
[[nodiscard]] status read_grid(const std::string& path, mesh::grid_field& result, std::string& message,
                               std::uint64_t max_bytes = 0) noexcept;

// Writers into an open file, which stays open; errors of the file are reported when it is finished, and std::bad_alloc
// is thrown. Each number is the shortest text that reads back the same; rows are formatted by `threads` (0: all).
// `base` is the number of the first vertex, segment and triangle.
void write_nodes(output_file& to, const vertex_list& vertices, std::uint32_t base, unsigned threads = 1);
// `with_vertices` false: the file announces none, and is read together with the .node file.
void write_poly(output_file& to, const planar_graph& graph, std::uint32_t base, bool with_vertices,
                unsigned threads = 1);
void write_elements(output_file& to, const triangle_list& triangles, std::uint32_t base, unsigned threads = 1);
// neighbour[3t + i]: the triangle across the edge opposite to corner i of t, or none, which is written as -1.
void write_neighbours(output_file& to, span<const std::uint32_t> neighbour, std::uint32_t base, unsigned threads = 1);
// Two ends per edge; one marker per edge, or none.
void write_edges(output_file& to, span<const std::uint32_t> ends, span<const std::int32_t> marker, std::uint32_t base,
                 unsigned threads = 1);
// Edges of a Voronoi diagram, .v.edge: two vertices each; a ray has none as the second, and a direction.
void write_voronoi_edges(output_file& to, span<const std::uint32_t> ends, span<const double> direction,
                         std::uint32_t base, unsigned threads = 1);
// A file of Geomview: vertices in the plane z = 0, and triangles. Numbers start at 0.
void write_off(output_file& to, const vertex_list& vertices, const triangle_list& triangles, unsigned threads = 1);

// The binary form. `neighbour`: as for write_neighbours(), or empty. `with_segments` false: no segments, holes and
// regions.
void write_binary(output_file& to, const planar_graph& graph, const triangle_list& triangles,
                  span<const std::uint32_t> neighbour, std::uint32_t base, bool with_segments = true) noexcept;

// A legacy VTK file (ASCII, an unstructured grid) with attributes and markers as point data and cell data.
void write_vtk(output_file& to, const vertex_list& vertices, const triangle_list& triangles) noexcept;
// The same in VTK's XML format, with binary arrays; quadratic triangles as such.
void write_vtu(output_file& to, const vertex_list& vertices, const triangle_list& triangles);
// A picture: the triangles in thin lines, segments in thick ones; `width` pixels wide.
void write_svg(output_file& to, const planar_graph& graph, const triangle_list& triangles,
               double width = 1000) noexcept;

}  // namespace amorph::mesh_file
