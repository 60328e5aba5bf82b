// Reads and writes the binary form of planar graphs and triangulations: a header of 64 bytes, then the arrays as in
// memory, little-endian, those of 8-byte numbers first. The size of the file is compared with the header before memory
// is allocated.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <iterator>

#include "amorph/kernels/backend/boundary.hpp"
#include "amorph/kernels/exec/cpu.hpp"
#include "tools/formats/binary_header.hpp"
#include "tools/formats/input_file.hpp"
#include "tools/formats/mesh_file.hpp"
#include "tools/formats/output_file.hpp"

namespace amorph::mesh_file {
namespace {

constexpr std::string_view magic = "amorphm1";
constexpr std::uint32_t vertex_markers = 1, segment_markers = 2, middle_nodes = 4, neighbours = 8, all_parts = 15;

struct header {
  char magic[8];
  std::uint32_t vertices, vertex_attributes, triangles, triangle_attributes;
  std::uint32_t segments, holes, regions;
  std::uint32_t base, parts, unused[5];

  [[nodiscard]] bool has(std::uint32_t p) const { return (parts & p) != 0; }
  // Products of 32-bit counts and small numbers: no overflow in 128 bits.
  [[nodiscard]] unsigned __int128 bytes() const {
    const auto times = [](std::uint64_t a, std::uint64_t b) { return static_cast<unsigned __int128>(a) * b; };
    return sizeof(header) + times(vertices, 16 + 8 * vertex_attributes + (has(vertex_markers) ? 4 : 0)) +
           times(triangles, 8 * triangle_attributes + 12 + (has(middle_nodes) ? 12 : 0) + (has(neighbours) ? 12 : 0)) +
           times(segments, has(segment_markers) ? 12 : 8) + times(holes, 16) + times(regions, sizeof(region));
  }
};
static_assert(sizeof(header) == 64 && sizeof(region) == 32);

header read_header(text_source& source, const std::string& name, std::uint64_t max_bytes) {
  header h{};
  if (source.read(reinterpret_cast<char*>(&h), sizeof h) != sizeof h ||
      std::string_view(h.magic, sizeof h.magic) != magic)
    refuse_binary(name, "it is not a mesh in the binary format");
  if (h.vertices == none || h.vertex_attributes > max_attributes || h.triangles > max_triangles ||
      h.triangle_attributes > max_attributes || h.segments >= none / 2 || h.holes >= none / 2 ||
      h.regions >= none / 2 || h.base > 1 || (h.parts & ~all_parts) != 0 ||
      std::any_of(std::begin(h.unused), std::end(h.unused), [](std::uint32_t word) { return word != 0; }))
    refuse_binary(name, "the header is damaged");
  if (source.size() != 0 && h.bytes() != source.size())
    refuse_binary(name, "the size of the file does not match its header");
  if (max_bytes != 0 && h.bytes() > max_bytes)
    throw error(status::out_of_memory, name + ": the file alone takes more than the memory limit");
  return h;
}

// The first of `count` items that is wrong, or `count`.
template <class Wrong> std::size_t first_of(cpu_exec& exec, std::size_t count, Wrong wrong) {
  std::atomic<std::size_t> first{count};
  exec.ranges(count, 1 << 14, [&](std::size_t a, std::size_t b, unsigned) {
    while (a != b && !wrong(a)) ++a;
    std::size_t known = first.load(std::memory_order_relaxed);
    while (a != b && a < known && !first.compare_exchange_weak(known, a, std::memory_order_relaxed)) {}
  });
  return first;
}

void require_finite(cpu_exec& exec, const std::string& name, const double* x, std::size_t count, const char* what) {
  if (first_of(exec, count, [&](std::size_t i) { return !std::isfinite(x[i]); }) != count)
    refuse_binary(name, std::string(what).append(" is not a finite number"));
}

void check(cpu_exec& exec, const std::string& name, const binary_mesh& m) {
  const planar_graph& g = m.graph;
  const triangle_list& t = m.triangles;
  const std::uint32_t n = g.vertices.size();
  require_finite(exec, name, g.vertices.coordinate.data(), g.vertices.coordinate.size(), "a coordinate");
  require_finite(exec, name, g.vertices.attribute.data(), g.vertices.attribute.size(), "an attribute of a vertex");
  require_finite(exec, name, t.attribute.data(), t.attribute.size(), "an attribute of a triangle");
  require_finite(exec, name, g.hole.data(), g.hole.size(), "a coordinate of a hole");
  if (!g.regions.empty())
    require_finite(exec, name, &g.regions.data()->x, 4 * g.regions.size(), "a number of a region");
  const auto refuse_first = [&](const origin& from, std::size_t count, const char* expected, auto wrong) {
    if (const std::size_t i = first_of(exec, count, wrong); i != count)
      throw error(status::bad_input, from.at(i).append(": expected ").append(expected));
  };
  refuse_first(g.segments_from, g.segments(), "two different vertices of the file", [&](std::size_t s) {
    const std::uint32_t* const end = g.segment.data() + 2 * s;
    return end[0] >= n || end[1] >= n || end[0] == end[1];
  });
  refuse_first(t.from, t.size(), "three different vertices of the file", [&](std::size_t i) {
    const std::uint32_t* const c = t.corner.data() + 3 * i;
    return std::max({c[0], c[1], c[2]}) >= n || c[0] == c[1] || c[1] == c[2] || c[2] == c[0];
  });
  refuse_first(t.from, t.middle.size() / 3, "nodes that are vertices of the file", [&](std::size_t i) {
    const std::uint32_t* const node = t.middle.data() + 3 * i;
    return std::max({node[0], node[1], node[2]}) >= n;
  });
  refuse_first(t.from, m.neighbour.size() / 3, "neighbours that are triangles of the file", [&](std::size_t i) {
    const std::uint32_t* const next = m.neighbour.data() + 3 * i;
    return std::any_of(next, next + 3, [&](std::uint32_t u) { return u != none && u >= t.size(); });
  });
}

void read_from(text_source& source, const std::string& name, cpu_exec& exec, std::uint64_t max_bytes, binary_mesh& m) {
  const header h = read_header(source, name, max_bytes);
  m = {};
  vertex_list& v = m.graph.vertices;
  triangle_list& t = m.triangles;
  v.base = t.base = h.base;
  v.attributes = h.vertex_attributes;
  t.attributes = h.triangle_attributes;
  v.has_markers = h.has(vertex_markers);
  m.graph.has_markers = h.has(segment_markers);
  v.from = {name, {}, "vertex", h.base};
  t.from = {name, {}, "triangle", h.base};
  m.graph.segments_from = {name, {}, "segment", h.base};
  m.graph.holes_from = {name, {}, "hole", h.base};
  m.graph.regions_from = {name, {}, "region", h.base};
  const std::uint64_t vertices = h.vertices, triangles = h.triangles;
  read_array(source, name, exec, 2 * vertices, v.coordinate);
  read_array(source, name, exec, vertices * v.attributes, v.attribute);
  read_array(source, name, exec, triangles * t.attributes, t.attribute);
  read_array(source, name, exec, 2 * std::uint64_t{h.holes}, m.graph.hole);
  host_array<region> regions;
  read_array(source, name, exec, h.regions, regions);
  m.graph.regions.assign(regions.begin(), regions.end());
  if (v.has_markers) read_array(source, name, exec, vertices, v.marker);
  read_array(source, name, exec, 2 * std::uint64_t{h.segments}, m.graph.segment);
  if (m.graph.has_markers) read_array(source, name, exec, h.segments, m.graph.segment_marker);
  read_array(source, name, exec, 3 * triangles, t.corner);
  if (h.has(middle_nodes)) read_array(source, name, exec, 3 * triangles, t.middle);
  if (h.has(neighbours)) read_array(source, name, exec, 3 * triangles, m.neighbour);
  char extra = 0;
  if (source.read(&extra, 1) != 0) refuse_binary(name, "data after the arrays");
  check(exec, name, m);
}

template <class Array> void put(output_file& to, const Array& items) {
  if (items.size() != 0) to.write(bytes_of(items.data(), items.size() * sizeof items[0]));
}

}  // namespace

bool is_binary_name(std::string_view path) noexcept {
  if (path.ends_with(".gz") || path.ends_with(".xz")) path.remove_suffix(3);
  return path.ends_with(".amesh");
}

status read_binary(const std::string& path, binary_mesh& result, std::string& message, std::uint64_t max_bytes,
                   unsigned threads) noexcept {
  return guarded(message, [&] {
    cpu_exec exec(threads);
    text_source source(path);
    read_from(source, std::string(input_name(path)), exec, max_bytes, result);
    return status::ok;
  });
}

status parse_binary(std::string_view text, const std::string& name, binary_mesh& result,
                    std::string& message) noexcept {
  return guarded(message, [&] {
    cpu_exec exec(1);
    text_source source(text);
    read_from(source, name, exec, 0, result);
    return status::ok;
  });
}

status read_binary_contents(const std::string& path, binary_contents& result, std::string& message) noexcept {
  return guarded(message, [&] {
    text_source source(path);
    const header h = read_header(source, std::string(input_name(path)), 0);
    result.triangles = h.triangles != 0;
    result.poly = h.segments != 0 || h.holes != 0 || h.regions != 0;
    return status::ok;
  });
}

void write_binary(output_file& to, const planar_graph& g, const triangle_list& t, span<const std::uint32_t> neighbour,
                  std::uint32_t base, bool with_segments) noexcept {
  header h{};
  std::memcpy(h.magic, magic.data(), sizeof h.magic);
  h.vertices = g.vertices.size();
  h.vertex_attributes = g.vertices.attributes;
  h.triangles = t.size();
  h.triangle_attributes = t.attributes;
  h.segments = with_segments ? g.segments() : 0;
  h.holes = with_segments ? static_cast<std::uint32_t>(g.hole.size() / 2) : 0;
  h.regions = with_segments ? static_cast<std::uint32_t>(g.regions.size()) : 0;
  h.base = base;
  h.parts = (g.vertices.has_markers ? vertex_markers : 0) | (with_segments && g.has_markers ? segment_markers : 0) |
            (t.middle.empty() ? 0 : middle_nodes) | (neighbour.empty() ? 0 : neighbours);
  to.write(bytes_of(&h, sizeof h));
  put(to, g.vertices.coordinate);
  put(to, g.vertices.attribute);
  put(to, t.attribute);
  if (with_segments) {
    put(to, g.hole);
    put(to, g.regions);
  }
  if (g.vertices.has_markers) put(to, g.vertices.marker);
  if (with_segments) put(to, g.segment);
  if (with_segments && g.has_markers) put(to, g.segment_marker);
  put(to, t.corner);
  put(to, t.middle);
  put(to, neighbour);
}

}  // namespace amorph::mesh_file
