#include "tools/amorph-mesh/mesh.hpp"
#include "tools/terminal/run_command.hpp"

namespace amorph::mesh_tool {

input read(const config& c, const file_names& names) {
  input in;
  const auto threads = static_cast<unsigned>(c.threads);
  std::string message;
  if (c.poly) {
    require(mesh_file::read_poly(names.poly, names.node, in.graph, message, c.memory_limit, threads), message);
    in.nodes_in_poly = in.graph.vertices.from.name == names.poly;
    if (c.no_holes) in.graph.hole.clear();
  } else {
    require(mesh_file::read_nodes(names.node, in.graph.vertices, message, c.memory_limit, threads), message);
  }
  if (c.rebuild)
    require(mesh_file::read_elements(names.ele, in.graph.vertices, in.triangles, message, c.memory_limit, threads),
            message);
  if (!names.area.empty())
    require(mesh_file::read_areas(names.area, in.triangles, in.area, message, c.memory_limit, threads), message);
  return in;
}

}  // namespace amorph::mesh_tool
