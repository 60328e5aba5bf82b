#include "tools/formats/triangle_input.hpp"

#include <map>
#include <utility>

#include "amorph/kernels/exec/cpu.hpp"

namespace amorph::mesh_tool {
namespace {

host_array<mesh::point> points_of(const host_array<double>& coordinate, unsigned threads) {
  host_array<mesh::point> points(coordinate.size() / 2);
  cpu_exec(threads).for_each(points.size(),
                             [&](std::size_t i) { points[i] = {coordinate[2 * i], coordinate[2 * i + 1]}; });
  return points;
}

std::vector<double> number_rows(const mesh_file::triangle_list& t, std::vector<std::vector<double>>& rows) {
  std::map<std::vector<double>, std::size_t> known;
  std::vector<double> number(t.size());
  for (std::size_t i = 0; i != t.size(); ++i) {
    std::vector<double> row(t.attribute.begin() + static_cast<std::ptrdiff_t>(i * t.attributes),
                            t.attribute.begin() + static_cast<std::ptrdiff_t>((i + 1) * t.attributes));
    const auto [at, is_new] = known.try_emplace(row, rows.size());
    if (is_new) rows.push_back(std::move(row));
    number[i] = static_cast<double>(at->second);
  }
  return number;
}

}  // namespace

domain_input::domain_input(const switch_values& values, const mesh_file::planar_graph& file, unsigned threads)
    : points(points_of(file.vertices.coordinate, threads)) {
  if (!values.no_holes) holes = points_of(file.hole, threads);
  if (values.regions || values.bounds)
    for (const mesh_file::region& r : file.regions) regions.push_back({{r.x, r.y}, r.attribute, r.area});
  graph = {points, file.segment, file.segment_marker, holes, regions, file.vertices.attribute};
}

elements_input::elements_input(const mesh_file::planar_graph& file, const mesh_file::triangle_list& triangles,
                               const host_array<double>& areas, std::vector<std::vector<double>>& attribute_rows,
                               unsigned threads)
    : points(points_of(file.vertices.coordinate, threads)),
      attribute(triangles.attribute.begin(), triangles.attribute.end()) {
  if (triangles.attributes > 1) attribute = number_rows(triangles, attribute_rows);
  elements = {points, triangles.corner, file.segment, file.segment_marker, file.vertices.attribute, attribute, areas};
}

mesh::refine_options refinement_of(const switch_values& values) {
  mesh::refine_options options;
  options.min_angle = values.angle;
  options.max_area = values.area;
  options.max_points = values.steiner;
  options.split_boundary = !values.whole_boundary;
  options.split_inside = !values.whole_segments;
  options.conforming = values.conforming;
  return options;
}

}  // namespace amorph::mesh_tool
