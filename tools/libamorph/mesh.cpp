#include <memory>
#include <utility>
#include <vector>

#include "solver/mesh/refine/refine.hpp"
#include "solver/mesh/triangulate/triangulate.hpp"
#include "tools/libamorph/handles.hpp"

using namespace amorph;
using namespace amorph::c_interface;

struct amorph_mesh {
  mesh::triangulation all;
};

namespace {

std::vector<mesh::point> points_of(const double* at, std::uint32_t count, const char* name) {
  if (count != 0) require(at, name);
  std::vector<mesh::point> points(count);
  for (std::uint32_t i = 0; i != count; ++i) points[i] = {at[2 * std::size_t{i}], at[2 * std::size_t{i} + 1]};
  return points;
}

mesh::triangulation triangulated(const amorph_domain& d, const amorph_mesh_options& o, const run_options& run) {
  const std::vector<mesh::point> points = points_of(d.points, d.point_count, "points"),
                                 holes = points_of(d.holes, d.hole_count, "holes");
  if (d.segment_count != 0) require(d.segments, "segments");
  mesh::planar_graph domain;
  domain.points = points;
  domain.segments = span<const std::uint32_t>(d.segments, 2 * std::size_t{d.segment_count});
  domain.holes = holes;
  mesh::triangulate_options options;
  options.run = run;
  options.carve = o.convex_hull == 0 && d.segment_count != 0;
  return mesh::triangulate(domain, options).mesh;
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
    auto made = std::make_unique<amorph_mesh>();
    made->all = triangulated(d, o, context->run);
    if (o.min_angle != 0 || o.max_area != 0) {
      mesh::refine_options refine;
      refine.run = context->run;
      refine.min_angle = o.min_angle;
      refine.max_area = o.max_area;
      if (o.max_points != 0) refine.max_points = o.max_points;
      made->all = mesh::refine(std::move(made->all), refine).mesh;
    }
    *mesh = made.release();
  });
}

const double* amorph_mesh_points(const amorph_mesh* mesh, size_t* count) {
  static_assert(sizeof(mesh::point) == 2 * sizeof(double));
  if (!counted(mesh, count, [&] { return mesh->all.points.size(); })) return nullptr;
  return &mesh->all.points.data()->x;
}
const uint32_t* amorph_mesh_triangles(const amorph_mesh* mesh, size_t* count) {
  if (!counted(mesh, count, [&] { return mesh->all.triangles(); })) return nullptr;
  return mesh->all.corners.data();
}
const uint32_t* amorph_mesh_neighbours(const amorph_mesh* mesh, size_t* count) {
  if (!counted(mesh, count, [&] { return mesh->all.triangles(); })) return nullptr;
  return mesh->all.neighbours.data();
}
const uint32_t* amorph_mesh_segments(const amorph_mesh* mesh, size_t* count) {
  if (!counted(mesh, count, [&] { return mesh->all.triangles(); })) return nullptr;
  return mesh->all.segments.data();
}
void amorph_mesh_destroy(amorph_mesh* mesh) { delete mesh; }

}  // extern "C"
