// The sizes of --sizing and --gradation.
#include <cmath>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>

#include "solver/mesh/handle.hpp"
#include "solver/mesh/sizing/size_field.hpp"
#include "tools/base/printf_text.hpp"
#include "tools/commands/amorph-mesh/mesh.hpp"
#include "tools/terminal/run_command.hpp"

namespace amorph::mesh_tool {
namespace {

// Without -S: refuses sizes that need more triangles than a mesh can have, and warns of those that take hours.
void check_count(const config& c, const mesh::triangulation& m, const mesh::size_function& size) {
  constexpr double many = 2e7;
  if (c.steiner != mesh::refine_options().max_points) return;
  const double triangles = mesh::estimated_triangles(m, size);
  if (triangles < many) return;
  const std::string count = text("%.2g", triangles);
  if (triangles > mesh::max_triangles)
    throw error(status::out_of_memory, "the sizes need about " + count +
                                           " triangles, which exceeds the maximum of 2^30; -S limits the vertices");
  if (!c.quiet) std::fprintf(stderr, "amorph-mesh: warning: the sizes need about %s triangles\n", count.c_str());
}

// (std::function is copied, so the field is shared.)
template <class Field>
mesh::area_function area_of(const config& c, const mesh::triangulation& m, std::shared_ptr<Field> field) {
  const mesh::size_function size = [field](mesh::point p) { return (*field)(p); };
  check_count(c, m, size);
  return mesh::area_of_size(size);
}

bool is_nodes(std::string_view name) {
  if (mesh_file::is_binary_name(name)) return true;
  if (name.ends_with(".gz")) name.remove_suffix(3);
  return name.ends_with(".node");
}

mesh::area_function read_scattered(const config& c, const mesh::triangulation& m) {
  mesh_file::binary_mesh file;
  mesh_file::vertex_list& v = file.graph.vertices;
  std::string message;
  require(mesh_file::is_binary_name(c.sizing) ? mesh_file::read_binary(c.sizing, file, message, c.memory_limit)
                                              : mesh_file::read_nodes(c.sizing, v, message, c.memory_limit),
          message);
  if (v.attributes == 0) refuse(v.from.name + ": expected an edge length as the first attribute, found no attributes");
  std::vector<mesh::point> points(v.size());
  std::vector<double> size(v.size());
  for (std::size_t i = 0; i != points.size(); ++i) {
    points[i] = {v.coordinate[2 * i], v.coordinate[2 * i + 1]};
    size[i] = v.attribute[i * v.attributes];
    if (!(size[i] > 0)) refuse(v.from.at(i) + ": expected an edge length above 0 as the first attribute");
  }
  require_exact(c, v);
  try {
    auto field = std::make_shared<mesh::scattered_field>(points, size);
    if (c.gradation > 0) field->limit_growth(c.gradation);
    return area_of(c, m, std::move(field));
  } catch (const error& e) {
    if (e.code() != status::bad_input) throw;
    refuse(v.from.name + ": " + e.what());
  }
}

mesh::area_function read_gridded(const config& c, const mesh::triangulation& m) {
  auto grid = std::make_shared<mesh::grid_field>();
  std::string message;
  require(mesh_file::read_grid(c.sizing, *grid, message, c.memory_limit), message);
  if (c.gradation > 0) grid->limit_growth(c.gradation);
  return area_of(c, m, std::move(grid));
}

}  // namespace

mesh::area_function read_sizes(const config& c, const mesh::triangulation& m) {
  if (!c.sizing.empty()) return is_nodes(c.sizing) ? read_scattered(c, m) : read_gridded(c, m);
  std::vector<mesh::point> points;
  std::vector<double> size;
  const std::vector<double> shortest = shortest_edges(m);
  for (std::size_t v = 0; v != shortest.size(); ++v)
    if (std::isfinite(shortest[v])) {
      points.push_back(m.points[v]);
      size.push_back(shortest[v]);
    }
  auto field = std::make_shared<mesh::scattered_field>(points, size);
  field->grow_between(c.gradation);
  return area_of(c, m, std::move(field));
}

}  // namespace amorph::mesh_tool
