// The names of the files that a run reads and writes, as in Triangle.
#include <unistd.h>

#include "tools/commands/amorph-mesh/mesh.hpp"
#include "tools/terminal/run_command.hpp"

namespace amorph::mesh_tool {
namespace {

bool cut(std::string& name, std::string_view ending) {
  if (!name.ends_with(ending) || name.size() == ending.size()) return false;
  name.resize(name.size() - ending.size());
  return true;
}

// The file, or the name with .gz or .xz appended if only that exists.
std::string existing(const std::string& name) {
  for (const char* packed : {"", ".gz", ".xz"})
    if (::access((name + packed).c_str(), F_OK) == 0) return name + packed;
  return name;
}

// "mesh" gives "mesh.1", "mesh.1" gives "mesh.2".
std::string next_name(const std::string& name) {
  const std::size_t point = name.rfind('.');
  const std::string last = point == std::string::npos || point == 0 ? "" : name.substr(point + 1);
  if (last.empty() || last.size() > 9 || last.find_first_not_of("0123456789") != std::string::npos) return name + ".1";
  return name.substr(0, point + 1) + std::to_string(std::stoul(last) + 1);
}

}  // namespace

file_names names_of(config& c, const std::string& operand) {
  if (operand == "-") refuse("expected a file name, from which other names are derived, found '-'");
  std::string name = operand;
  file_names f;
  if (!cut(name, ".gz")) cut(name, ".xz");
  if (cut(name, ".amesh")) {
    f.binary = existing(name + ".amesh");
    if (!c.poly && !c.rebuild) {
      mesh_file::binary_contents has;
      std::string message;
      require(mesh_file::read_binary_contents(f.binary, has, message), message);
      c.poly = has.poly;
      c.rebuild = c.rebuild_implied = has.triangles;
    }
  } else if (cut(name, ".poly")) {
    c.poly = true;
  } else if (cut(name, ".ele")) {
    c.rebuild_implied = !c.rebuild;
    c.rebuild = true;
  } else if (cut(name, ".area")) {
    c.rebuild_implied = !c.rebuild;
    c.rebuild = c.bounds = true;
  } else if (!cut(name, ".node")) {
    name = operand;
  }
  if (f.binary.empty()) {
    f.node = existing(name + ".node");
    if (c.poly) f.poly = existing(name + ".poly");
    if (c.rebuild) f.ele = existing(name + ".ele");
  }
  if (c.rebuild && c.bounds) f.area = existing(name + ".area");
  const std::string out = c.no_iteration ? name : next_name(name);
  if (c.format == "binary" || (c.format == "auto" && !f.binary.empty())) {
    if (!c.no_nodes) f.out_binary = out + ".amesh";
    f.binary_segments = (c.poly || c.convex) && !c.no_poly;
  } else {
    if (!c.no_nodes) f.out_node = out + ".node";
    if (!c.no_elements) f.out_ele = out + ".ele";
    if ((c.poly || c.convex) && !c.no_poly && !c.no_iteration) f.out_poly = out + ".poly";
    if (c.neighbours) f.out_neigh = out + ".neigh";
  }
  if (c.edges) f.out_edge = out + ".edge";
  if (c.voronoi) {
    f.out_v_node = out + ".v.node";
    f.out_v_edge = out + ".v.edge";
  }
  if (c.off) f.out_off = out + ".off";
  return f;
}

}  // namespace amorph::mesh_tool
