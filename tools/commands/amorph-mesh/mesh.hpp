// The command amorph-mesh: triangulates and refines, with the files and switches of Triangle.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "solver/mesh/derive/extremes.hpp"
#include "solver/mesh/optimize/optimize.hpp"
#include "solver/mesh/refine/refine.hpp"
#include "solver/mesh/sizing/refine_to_size.hpp"
#include "solver/mesh/triangulate/triangulate.hpp"
#include "solver/run/statistics.hpp"
#include "tools/formats/mesh_file.hpp"
#include "tools/formats/triangle_lists.hpp"
#include "tools/formats/triangle_switches.hpp"
#include "tools/terminal/command_line.hpp"

namespace amorph::mesh_tool {

struct config : switch_values {
  bool rebuild_implied = false;  // -r, by the kind of FILE alone
  std::string backend = "auto", strategy = "auto";
  std::uint64_t device = 0, threads = 0, memory_limit = 0;
};

[[nodiscard]] command describe(config& c);
// Parses Triangle's switches (words with a single dash) and removes them from the arguments.
void take_switches(config& c, std::vector<char*>& arguments);
void check_usage(config& c);

// The files of a run.
struct file_names {
  std::string poly, node, ele, area;  // read
  std::string binary;                 // read instead of the first three
  // Written, unless they are empty.
  std::string out_node, out_ele, out_poly, out_neigh, out_edge, out_v_node, out_v_edge, out_off, out_binary;
  bool binary_segments = false;  // out_binary has segments
};
// Sets -p and -r as the operand's name says; of a binary file, as its content does if neither is given.
[[nodiscard]] file_names names_of(config& c, const std::string& operand);

// The contents of the files.
struct input {
  mesh_file::planar_graph graph;
  mesh_file::triangle_list triangles;  // -r
  host_array<double> area;             // -r -a
  bool nodes_in_poly = false;
};
[[nodiscard]] input read(const config& c, const file_names& names);

// The mesh, and the figures of the run.
struct outcome {
  mesh::triangulation mesh;
  std::vector<std::vector<double>> attribute_rows;  // of elements_input
  std::uint64_t vertices_in = 0, segments_in = 0, triangles_in = 0;
  std::uint64_t duplicates = 0, crossings = 0, splits = 0, unused = 0, flips = 0, steiner = 0;
  // Bad triangles that refinement left, ascending, and why.
  std::vector<std::uint32_t> bad;
  std::vector<mesh::cause> why;
  mesh::causes left;
  std::uint64_t rounds = 0;
  mesh::optimize_statistics optimized;
  double read_ms = 0, triangulate_ms = 0, check_ms = 0, verify_ms = 0, lists_ms = 0, write_ms = 0, total_ms = 0;
  std::string triangulate_device = "cpu";
  run_statistics refinement{.backend_name = "cpu", .threads = 1, .strategy = {}, .weighed = {}, .ms = {}};
  mesh::extremes extremes{};
  double angle_wanted = 0;  // if refinement to it was given up: the mesh is refined to a smaller one
  bool verified = false;
  std::vector<std::string> warnings;
  // Those that refinement added and -S limits.
  [[nodiscard]] std::uint64_t refined_points() const { return steiner + optimized.removed - crossings - splits; }
};

void require_exact(const config& c, const mesh_file::vertex_list& v);
void round_to_single(mesh_file::vertex_list& v);
// The size function of --sizing and --gradation, for this mesh.
[[nodiscard]] mesh::area_function read_sizes(const config& c, const mesh::triangulation& m);
void triangulate(const config& c, const input& in, outcome& o);
void rebuild(const config& c, const input& in, outcome& o);
void refine(config& c, outcome& o);
// Whether triangulation and refinement can be one step; on a device, the mesh then stays there in between.
[[nodiscard]] bool in_one_step(const config& c);
// False if refinement was given up at the default limit of points; as separate steps it finds a smaller angle.
[[nodiscard]] bool triangulate_and_refine(const config& c, const input& in, outcome& o);
// Throws error(internal) if the mesh fails the checks.
void verify(const config& c, const input& in, const lists& all, outcome& o);

// One warning per reason why triangles violate bounds, except for small input angles.
void warn_of_bad(const config& c, outcome& o);

[[nodiscard]] std::string summary(const config& c, const outcome& o);
[[nodiscard]] std::string json(const config& c, const outcome& o);

[[nodiscard]] exit_code run(int argc, char** argv);

}  // namespace amorph::mesh_tool
