#include <utility>

#include "tools/commands/amorph-mesh/mesh.hpp"
#include "tools/terminal/run_command.hpp"

namespace amorph::mesh_tool {

namespace {

input read_binary(const config& c, const std::string& path) {
  mesh_file::binary_mesh file;
  std::string message;
  require(mesh_file::read_binary(path, file, message, c.memory_limit, static_cast<unsigned>(c.threads)), message);
  input in;
  in.nodes_in_poly = true;
  in.graph = std::move(file.graph);
  if (c.rebuild) in.triangles = std::move(file.triangles);
  if (!c.poly) {
    in.graph.segment.clear();
    in.graph.segment_marker.clear();
    in.graph.regions.clear();
    in.graph.hole.clear();
  }
  return in;
}

}  // namespace

input read(const config& c, const file_names& names) {
  const auto threads = static_cast<unsigned>(c.threads);
  std::string message;
  input in;
  if (!names.binary.empty()) {
    in = read_binary(c, names.binary);
  } else if (c.poly) {
    require(mesh_file::read_poly(names.poly, names.node, in.graph, message, c.memory_limit, threads), message);
    in.nodes_in_poly = in.graph.vertices.from.name == names.poly;
  } else {
    require(mesh_file::read_nodes(names.node, in.graph.vertices, message, c.memory_limit, threads), message);
  }
  if (c.rebuild && names.binary.empty())
    require(mesh_file::read_elements(names.ele, in.graph.vertices, in.triangles, message, c.memory_limit, threads),
            message);
  if (!names.area.empty())
    require(mesh_file::read_areas(names.area, in.triangles, in.area, message, c.memory_limit, threads), message);
  return in;
}

}  // namespace amorph::mesh_tool
