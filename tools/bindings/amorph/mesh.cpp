// Meshes in the C interface: domains, existing triangles, refinement; meshes that are kept in a context.
#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "solver/mesh/refine/refine.hpp"
#include "solver/mesh/refine/resident_mesh.hpp"
#include "solver/mesh/sizing/refine_within_limit.hpp"
#include "solver/mesh/triangulate/triangulate.hpp"
#include "tools/bindings/amorph/handles.hpp"

using namespace amorph;
using namespace amorph::c_interface;

struct amorph_mesh {
  mesh::triangulation own;                  // unless it is kept
  std::optional<mesh::resident_mesh> kept;  // in kept_in
  const amorph_context* kept_in = nullptr;
  std::vector<std::uint32_t> segment_of;      // per segment of the triangulation, of the input; none for those added
  std::vector<std::uint32_t> input_segments;  // 3 per triangle
  std::vector<std::uint32_t> bad;

  [[nodiscard]] const mesh::triangulation& all() const { return kept ? kept->view() : own; }

  void list_segments() {
    input_segments.resize(own.segments.size());
    std::transform(own.segments.begin(), own.segments.end(), input_segments.begin(),
                   [this](std::uint32_t s) { return s < segment_of.size() ? segment_of[s] : mesh::none; });
  }
};

namespace {

std::vector<mesh::point> points_of(const double* at, std::uint32_t count, const char* name) {
  if (count != 0) require(at, name);
  std::vector<mesh::point> points(count);
  for (std::uint32_t i = 0; i != count; ++i) points[i] = {at[2 * std::size_t{i}], at[2 * std::size_t{i} + 1]};
  return points;
}
template <class T> span<const T> array_of(const T* values, std::size_t count, const char* name) {
  if (count != 0) require(values, name);
  return {values, count};
}
template <class T> span<const T> array_or_none(const T* values, std::size_t count) {
  return {values, values != nullptr ? count : 0};
}

mesh::triangulate_result triangulated(const amorph_domain& d, bool convex_hull, const run_options& run) {
  const std::vector<mesh::point> points = points_of(d.points, d.point_count, "points"),
                                 holes = points_of(d.holes, d.hole_count, "holes");
  std::vector<mesh::region> regions;
  for (const amorph_region& r : array_of(d.regions, d.region_count, "regions"))
    regions.push_back({{r.x, r.y}, r.attribute, r.max_area});
  mesh::planar_graph domain;
  domain.points = points;
  domain.segments = array_of(d.segments, 2 * std::size_t{d.segment_count}, "segments");
  domain.holes = holes;
  domain.regions = regions;
  domain.attributes =
      array_of(d.point_attributes, std::size_t{d.point_count} * d.attribute_count, "attributes of points");
  mesh::triangulate_options options;
  options.run = run;
  options.carve = !convex_hull && d.segment_count != 0;
  mesh::triangulate_result r = mesh::triangulate(domain, options);
  if (std::none_of(regions.begin(), regions.end(), [](const mesh::region& r) { return r.area > 0; }))
    r.mesh.area_bound.clear();
  return r;
}

mesh::triangulation rebuilt(const amorph_elements& given, const run_options& run) {
  const std::vector<mesh::point> points = points_of(given.points, given.point_count, "points");
  if (given.triangle_count == 0) refuse("expected triangles, found none");
  mesh::elements e;
  e.points = points;
  e.corners = array_of(given.triangles, 3 * std::size_t{given.triangle_count}, "triangles");
  e.segments = array_of(given.segments, 2 * std::size_t{given.segment_count}, "segments");
  for (const std::uint32_t end : e.segments)
    if (end >= given.point_count) refuse("a segment ends at point " + std::to_string(end) + ", which does not exist");
  const std::vector<std::int32_t> markers(given.segment_count, 0);
  e.segment_marker = markers;
  e.attributes =
      array_of(given.point_attributes, std::size_t{given.point_count} * given.attribute_count, "attributes of points");
  e.region_attribute = array_or_none(given.region_attribute, given.triangle_count);
  e.area_bound = array_or_none(given.max_area, given.triangle_count);
  try {
    return mesh::rebuild(e, run).mesh;
  } catch (const mesh::element_error& wrong) {
    refuse((wrong.segment() ? "segment " : "triangle ") + std::to_string(wrong.index()) + ": " + wrong.what());
  }
}

mesh::refine_options refinement_of(const amorph_mesh_options& o, const run_options& run) {
  if (o.split < AMORPH_SPLIT_ALL || o.split > AMORPH_SPLIT_NONE)
    refuse("expected a split 0 .. 2, found " + std::to_string(o.split));
  mesh::refine_options all;
  all.run = run;
  all.min_angle = o.min_angle;
  all.max_area = o.max_area;
  if (o.max_points != 0) all.max_points = o.max_points;
  if (o.min_angle > mesh::usual_angle && o.max_points == 0)
    refuse("an angle above 34 degrees may be out of reach: expected max_points as well");
  all.split_boundary = o.split == AMORPH_SPLIT_ALL;
  all.split_inside = o.split != AMORPH_SPLIT_NONE;
  all.conforming = o.conforming != 0;
  return all;
}
bool refines(const mesh::triangulation& m, const mesh::refine_options& o) {
  return o.min_angle != 0 || o.max_area != 0 || o.conforming || !m.area_bound.empty();
}

// Refusing angles that have no end in this domain.
mesh::refine_result refined_to_its_angle(mesh::triangulation m, const mesh::refine_options& o) {
  mesh::limited_result r = mesh::refine_within_limit(std::move(m), o, nullptr, false);
  if (r.gave_up_after != 0)
    refuse("refinement to this angle has not ended after " + std::to_string(r.gave_up_after) +
           " Steiner points: expected a smaller angle, or max_points");
  return std::move(r.result);
}
mesh::refine_result refined_to_its_angle(const mesh::resident_mesh& m, mesh::refine_options o) {
  if (!mesh::needs_limit(o)) return mesh::refine(m, o);
  const std::uint64_t limit = mesh::expected_limit(m.view().points, o.max_area);
  mesh::refine_options limited = o;
  limited.max_points = limit;
  mesh::refine_result r = mesh::refine(m, limited);
  return r.stats.inserted < limit ? std::move(r) : refined_to_its_angle(mesh::triangulation(m.view()), o);
}

// A handle to the refinement of `m`; segment_of as in amorph_mesh.
std::unique_ptr<amorph_mesh> refined(mesh::triangulation m, std::vector<std::uint32_t> segment_of,
                                     const mesh::refine_options& options) {
  auto made = std::make_unique<amorph_mesh>();
  if (refines(m, options)) {
    mesh::refine_result r = refined_to_its_angle(std::move(m), options);
    made->own = std::move(r.mesh);
    made->bad = std::move(r.bad);
  } else {
    made->own = std::move(m);
  }
  made->segment_of = std::move(segment_of);
  made->list_segments();
  return made;
}

// Fills in the count; false without a mesh.
template <class Count> bool counted(const amorph_mesh* mesh, size_t* count, Count of) {
  if (count != nullptr) *count = mesh != nullptr ? of() : 0;
  return mesh != nullptr;
}

}  // namespace

extern "C" {

amorph_status amorph_mesh_create(amorph_context* context, const amorph_domain* domain,
                                 const amorph_mesh_options* options, amorph_mesh** mesh) {
  return run([&] {
    require(context, "a context");
    require(mesh, "a place for the mesh");
    const amorph_domain d = require_struct(domain, "domain");
    const amorph_mesh_options o = read_struct(options, "amorph_mesh_options");
    const mesh::refine_options refinement = refinement_of(o, context->run);
    mesh::triangulate_result r = triangulated(d, o.convex_hull != 0, context->run);
    *mesh = refined(std::move(r.mesh), std::move(r.segment_of), refinement).release();
  });
}

amorph_status amorph_mesh_rebuild(amorph_context* context, const amorph_elements* elements,
                                  const amorph_mesh_options* options, amorph_mesh** mesh) {
  return run([&] {
    require(context, "a context");
    require(mesh, "a place for the mesh");
    const amorph_elements e = require_struct(elements, "amorph_elements");
    const mesh::refine_options refinement = refinement_of(read_struct(options, "amorph_mesh_options"), context->run);
    std::vector<std::uint32_t> segment_of(e.segment_count);
    std::iota(segment_of.begin(), segment_of.end(), 0U);
    *mesh = refined(rebuilt(e, context->run), std::move(segment_of), refinement).release();
  });
}

amorph_status amorph_mesh_refine(amorph_context* context, const amorph_mesh* mesh, const amorph_mesh_options* options,
                                 amorph_mesh** refined) {
  return run([&] {
    require(context, "a context");
    require(mesh, "a mesh");
    require(refined, "a place for the mesh");
    const mesh::refine_options o = refinement_of(read_struct(options, "amorph_mesh_options"), context->run);
    if (mesh->kept_in != context) {
      *refined = ::refined(mesh->all(), mesh->segment_of, o).release();
      return;
    }
    mesh::refine_result r = refined_to_its_angle(*mesh->kept, o);
    auto made = std::make_unique<amorph_mesh>();
    made->own = std::move(r.mesh);
    made->bad = std::move(r.bad);
    made->segment_of = mesh->segment_of;
    made->list_segments();
    *refined = made.release();
  });
}

amorph_status amorph_mesh_keep(amorph_context* context, amorph_mesh* mesh) {
  return run([&] {
    require(context, "a context");
    require(mesh, "a mesh");
    if (mesh->kept_in != nullptr) refuse("the mesh is kept already");
    mesh->kept.emplace(*context->kept, std::move(mesh->own));  // if it cannot be kept, it stays
    mesh->kept_in = context;
  });
}

const double* amorph_mesh_points(const amorph_mesh* mesh, size_t* count) {
  static_assert(sizeof(mesh::point) == 2 * sizeof(double));
  if (!counted(mesh, count, [&] { return mesh->all().points.size(); })) return nullptr;
  return &mesh->all().points.data()->x;
}
const uint32_t* amorph_mesh_triangles(const amorph_mesh* mesh, size_t* count) {
  if (!counted(mesh, count, [&] { return mesh->all().triangles(); })) return nullptr;
  return mesh->all().corners.data();
}
const uint32_t* amorph_mesh_neighbours(const amorph_mesh* mesh, size_t* count) {
  if (!counted(mesh, count, [&] { return mesh->all().triangles(); })) return nullptr;
  return mesh->all().neighbours.data();
}
const uint32_t* amorph_mesh_segments(const amorph_mesh* mesh, size_t* count) {
  if (!counted(mesh, count, [&] { return mesh->all().triangles(); })) return nullptr;
  return mesh->input_segments.data();
}
const double* amorph_mesh_regions(const amorph_mesh* mesh, size_t* count) {
  if (!counted(mesh, count, [&] { return mesh->all().region_attribute.size(); })) return nullptr;
  return mesh->all().region_attribute.empty() ? nullptr : mesh->all().region_attribute.data();
}
const double* amorph_mesh_attributes(const amorph_mesh* mesh, size_t* count, uint32_t* each) {
  if (each != nullptr) *each = 0;
  if (!counted(mesh, count, [&] { return mesh->all().attributes.empty() ? 0 : mesh->all().points.size(); }))
    return nullptr;
  const mesh::triangulation& m = mesh->all();
  if (m.attributes.empty()) return nullptr;
  if (each != nullptr) *each = static_cast<std::uint32_t>(m.attributes.size() / m.points.size());
  return m.attributes.data();
}
const uint32_t* amorph_mesh_bad(const amorph_mesh* mesh, size_t* count) {
  return counted(mesh, count, [&] { return mesh->bad.size(); }) ? mesh->bad.data() : nullptr;
}
void amorph_mesh_destroy(amorph_mesh* mesh) { delete mesh; }

}  // extern "C"
