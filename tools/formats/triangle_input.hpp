// The solvers' inputs, from the lists of Triangle's files and from switches.
#pragma once

#include <vector>

#include "solver/mesh/refine/refine.hpp"
#include "solver/mesh/triangulate/triangulate.hpp"
#include "tools/formats/mesh_file.hpp"
#include "tools/formats/triangle_switches.hpp"

namespace amorph::mesh_tool {

// The input of triangulation.
struct domain_input {
  domain_input(const switch_values& values, const mesh_file::planar_graph& file, unsigned threads);
  domain_input(const domain_input&) = delete;
  domain_input& operator=(const domain_input&) = delete;

  host_array<mesh::point> points, holes;
  std::vector<mesh::region> regions;
  mesh::planar_graph graph;
};

// The input of -r. Solvers carry one attribute per triangle: of several, the number of their row among the distinct
// ones, which are appended to `attribute_rows`. The lists must outlive it.
struct elements_input {
  elements_input(const mesh_file::planar_graph& file, const mesh_file::triangle_list& triangles,
                 const host_array<double>& areas, std::vector<std::vector<double>>& attribute_rows, unsigned threads);
  elements_input(const elements_input&) = delete;
  elements_input& operator=(const elements_input&) = delete;

  host_array<mesh::point> points;
  std::vector<double> attribute;
  mesh::elements elements;
};

// The bounds, and the segments that may be split.
[[nodiscard]] mesh::refine_options refinement_of(const switch_values& values);

}  // namespace amorph::mesh_tool
