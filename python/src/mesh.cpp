// Meshes, from domains and from elements.
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <optional>

#include "python/src/context.hpp"
#include "tools/formats/triangle_switches.hpp"

namespace amorph::python {
namespace {

template <class T> using table = nb::ndarray<const T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
template <class T> using maybe_table = std::optional<table<T>>;
using maybe_reals = std::optional<nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>>;

class mesh {
 public:
  explicit mesh(amorph_mesh* handle) : handle_(handle) {}
  ~mesh() { amorph_mesh_destroy(handle_); }
  mesh(const mesh&) = delete;
  mesh& operator=(const mesh&) = delete;
  [[nodiscard]] amorph_mesh* handle() const { return handle_; }

 private:
  amorph_mesh* handle_;
};

// Where the rows of an array begin, and their number. `fault` says what the columns are.
template <class T>
const T* row_data(const maybe_table<T>& values, std::size_t columns, const char* fault, std::uint32_t& count) {
  count = 0;
  if (!values) return nullptr;
  if (values->shape(1) != columns) throw nb::value_error(fault);
  if (values->shape(0) >= UINT32_MAX) throw nb::value_error("expected fewer than 2^32 - 1 rows");
  count = static_cast<std::uint32_t>(values->shape(0));
  return values->data();
}

// The attributes of `points` points.
const double* attributes_of(const maybe_table<double>& values, std::uint32_t points, std::uint32_t& each) {
  each = values ? static_cast<std::uint32_t>(values->shape(1)) : 0;
  if (each == 0) return nullptr;
  if (values->shape(0) != points) throw nb::value_error("attributes: expected a row per point");
  return values->data();
}

const double* reals(const maybe_reals& values, std::uint32_t count, const char* fault) {
  if (!values) return nullptr;
  if (values->shape(0) != count) throw nb::value_error(fault);
  return values->data();
}

amorph_mesh_options options_of(bool convex_hull, double min_angle, double max_area, std::uint64_t max_points,
                               std::int32_t split, bool conforming) {
  amorph_mesh_options o = {sizeof o};
  o.convex_hull = convex_hull ? 1 : 0;
  o.min_angle = min_angle;
  o.max_area = max_area;
  o.max_points = max_points;
  o.split = split;
  o.conforming = conforming ? 1 : 0;
  return o;
}

// `regions`: x, y, attribute and area bound in each row.
nb::object triangulate(context& c, table<double> points, maybe_table<std::uint32_t> segments, maybe_table<double> holes,
                       maybe_table<double> regions, maybe_table<double> attributes, bool convex_hull, double min_angle,
                       double max_area, std::uint64_t max_points, std::int32_t split, bool conforming) {
  amorph_domain d = {sizeof d};
  d.points = row_data<double>(points, 2, "points: expected an array of shape (n, 2)", d.point_count);
  d.segments = row_data(segments, 2, "segments: expected an array of shape (n, 2)", d.segment_count);
  d.holes = row_data(holes, 2, "holes: expected an array of shape (n, 2)", d.hole_count);
  static_assert(sizeof(amorph_region) == 4 * sizeof(double));
  d.regions = reinterpret_cast<const amorph_region*>(
      row_data(regions, 4, "regions: expected an array of shape (n, 4)", d.region_count));
  d.point_attributes = attributes_of(attributes, d.point_count, d.attribute_count);
  const amorph_mesh_options o = options_of(convex_hull, min_angle, max_area, max_points, split, conforming);
  amorph_mesh* made = nullptr;
  c.run([&] { return amorph_mesh_create(c.handle(), &d, &o, &made); });
  return nb::cast(new mesh(made), nb::rv_policy::take_ownership);
}

// `areas`: the area bound of each triangle, 0 or less: none.
nb::object rebuild(context& c, table<double> points, table<std::uint32_t> triangles,
                   maybe_table<std::uint32_t> segments, maybe_table<double> attributes, maybe_reals regions,
                   maybe_reals areas, double min_angle, double max_area, std::uint64_t max_points, std::int32_t split,
                   bool conforming) {
  amorph_elements e = {sizeof e};
  e.points = row_data<double>(points, 2, "points: expected an array of shape (n, 2)", e.point_count);
  e.triangles = row_data<std::uint32_t>(triangles, 3, "triangles: expected an array of shape (n, 3)", e.triangle_count);
  e.segments = row_data(segments, 2, "segments: expected an array of shape (n, 2)", e.segment_count);
  e.point_attributes = attributes_of(attributes, e.point_count, e.attribute_count);
  e.region_attribute = reals(regions, e.triangle_count, "triangle attributes: expected one per triangle");
  e.max_area = reals(areas, e.triangle_count, "triangle areas: expected one per triangle");
  const amorph_mesh_options o = options_of(false, min_angle, max_area, max_points, split, conforming);
  amorph_mesh* made = nullptr;
  c.run([&] { return amorph_mesh_rebuild(c.handle(), &e, &o, &made); });
  return nb::cast(new mesh(made), nb::rv_policy::take_ownership);
}

// An array of the mesh, which it keeps alive.
template <class T, std::size_t Columns, const T* (*Get)(const amorph_mesh*, std::size_t*)>
nb::object view(nb::handle self) {
  std::size_t count = 0;
  const T* at = Get(nb::inst_ptr<mesh>(self)->handle(), &count);
  const std::size_t shape[] = {count, Columns};
  return nb::cast(nb::ndarray<nb::numpy, T>(const_cast<T*>(at), 2, shape, self));
}

nb::object regions(nb::handle self) {
  std::size_t count = 0;
  const double* at = amorph_mesh_regions(nb::inst_ptr<mesh>(self)->handle(), &count);
  if (at == nullptr) return nb::none();
  return nb::cast(nb::ndarray<nb::numpy, double>(const_cast<double*>(at), 1, &count, self));
}

nb::object attributes(nb::handle self) {
  std::size_t count = 0;
  std::uint32_t each = 0;
  const double* at = amorph_mesh_attributes(nb::inst_ptr<mesh>(self)->handle(), &count, &each);
  if (at == nullptr) return nb::none();
  const std::size_t shape[] = {count, each};
  return nb::cast(nb::ndarray<nb::numpy, double>(const_cast<double*>(at), 2, shape, self));
}

// The letters of Triangle's switches that amorph.triangle accepts, and those that a number follows.
nb::tuple mesh_switches() {
  return nb::make_tuple(mesh_tool::letters_of([](const mesh_tool::mesh_switch& row) { return row.python; }),
                        mesh_tool::letters_with_numbers());
}

}  // namespace

void bind_mesh(nb::module_& m) {
  using nb::arg;
  nb::class_<mesh>(m, "Mesh")
      .def_prop_ro("points", &view<double, 2, amorph_mesh_points>)
      .def_prop_ro("triangles", &view<std::uint32_t, 3, amorph_mesh_triangles>)
      .def_prop_ro("neighbours", &view<std::uint32_t, 3, amorph_mesh_neighbours>)
      .def_prop_ro("segments", &view<std::uint32_t, 3, amorph_mesh_segments>)
      .def_prop_ro("regions", &regions)
      .def_prop_ro("attributes", &attributes);
  m.def("mesh_switches", &mesh_switches);
  m.def("triangulate", &triangulate, arg("context"), arg("points"), arg("segments").none(), arg("holes").none(),
        arg("regions").none(), arg("attributes").none(), arg("convex_hull"), arg("min_angle"), arg("max_area"),
        arg("max_points"), arg("split"), arg("conforming"));
  m.def("rebuild", &rebuild, arg("context"), arg("points"), arg("triangles"), arg("segments").none(),
        arg("attributes").none(), arg("regions").none(), arg("areas").none(), arg("min_angle"), arg("max_area"),
        arg("max_points"), arg("split"), arg("conforming"));
}

}  // namespace amorph::python
