// Triangulations as an unstructured grid in VTK's XML format, for ParaView and meshio, with arrays as in memory
// ("appended", raw, little-endian). Each array is preceded by its number of bytes.
#include <bit>
#include <string>
#include <string_view>
#include <type_traits>

#include "tools/formats/mesh_file.hpp"
#include "tools/formats/output_file.hpp"

namespace amorph::mesh_file {
namespace {

static_assert(std::endian::native == std::endian::little);

enum cell_type : unsigned char { triangle = 5, quadratic_triangle = 22 };  // VTK's numbers

template <class T> constexpr const char* type_name() {
  if constexpr (std::is_same_v<T, double>) return "Float64";
  if constexpr (std::is_same_v<T, std::int32_t>) return "Int32";
  if constexpr (std::is_same_v<T, std::int64_t>) return "Int64";
  if constexpr (std::is_same_v<T, unsigned char>) return "UInt8";
}

// Writes the XML elements of arrays, and later the arrays themselves. Both passes go through the same calls.
class arrays {
 public:
  explicit arrays(output_file& out) : out_(out) {}
  void begin_data() {
    data_ = true;
    out_.write("  <AppendedData encoding=\"raw\">\n_");
  }
  void element(std::string_view text) {
    if (!data_) out_.write(text);
  }
  // `items` rows of `width` values; value(i) is the i-th of all.
  template <class T, class Value>
  void add(const std::string& name, std::uint64_t items, std::uint64_t width, Value value) {
    const std::uint64_t bytes = items * width * sizeof(T);
    if (!data_) {
      out_.write("        <DataArray type=\"" + std::string(type_name<T>()) + "\" Name=\"" + name +
                 (width == 1 ? "" : "\" NumberOfComponents=\"" + std::to_string(width)) +
                 "\" format=\"appended\" offset=\"" + std::to_string(offset_) + "\"/>\n");
      offset_ += sizeof bytes + bytes;
      return;
    }
    write_raw(bytes);
    for (std::uint64_t i = 0; i != items * width && !out_.failed(); ++i) write_raw(static_cast<T>(value(i)));
  }

 private:
  template <class T> void write_raw(const T& x) {
    out_.write(std::string_view(reinterpret_cast<const char*>(&x), sizeof x));
  }
  output_file& out_;
  bool data_ = false;
  std::uint64_t offset_ = 0;
};

void attributes(arrays& to, const host_array<double>& values, std::uint64_t width, std::uint64_t items) {
  for (std::uint64_t a = 0; a != width; ++a)
    to.add<double>("attribute" + std::to_string(a + 1), items, 1,
                   [&](std::uint64_t i) { return values[i * width + a]; });
}

void grid(arrays& to, const vertex_list& v, const triangle_list& t) {
  const std::uint64_t points = v.size(), cells = t.size(), nodes = t.middle.size() != 0 ? 6 : 3;
  to.element("      <PointData>\n");
  attributes(to, v.attribute, v.attributes, points);
  if (v.has_markers) to.add<std::int32_t>("marker", points, 1, [&](std::uint64_t i) { return v.marker[i]; });
  to.element("      </PointData>\n      <CellData>\n");
  attributes(to, t.attribute, t.attributes, cells);
  to.element("      </CellData>\n      <Points>\n");
  to.add<double>("Points", points, 3,
                 [&](std::uint64_t i) { return i % 3 == 2 ? 0 : v.coordinate[i / 3 * 2 + i % 3]; });
  to.element("      </Points>\n      <Cells>\n");
  // VTK's fourth node is on the edge between the first two corners: opposite to the last one.
  to.add<std::int32_t>("connectivity", cells * nodes, 1, [&](std::uint64_t i) {
    const std::uint64_t cell = i / nodes, k = i % nodes;
    return k < 3 ? t.corner[3 * cell + k] : t.middle[3 * cell + (k - 1) % 3];
  });
  to.add<std::int64_t>("offsets", cells, 1, [&](std::uint64_t i) { return (i + 1) * nodes; });
  to.add<unsigned char>("types", cells, 1, [&](std::uint64_t) { return nodes == 6 ? quadratic_triangle : triangle; });
  to.element("      </Cells>\n");
}

}  // namespace

void write_vtu(output_file& out, const vertex_list& v, const triangle_list& t) {
  arrays to(out);
  out.write(
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" byte_order=\"LittleEndian\" "
      "header_type=\"UInt64\">\n  <UnstructuredGrid>\n    <Piece NumberOfPoints=\"" +
      std::to_string(v.size()) + "\" NumberOfCells=\"" + std::to_string(t.size()) + "\">\n");
  grid(to, v, t);
  out.write("    </Piece>\n  </UnstructuredGrid>\n");
  to.begin_data();
  grid(to, v, t);
  out.write("\n  </AppendedData>\n</VTKFile>\n");
}

}  // namespace amorph::mesh_file
