// mpmetis: divides a mesh, with METIS's command line.
#include "amorph/kernels/exec/cpu.hpp"
#include "partitioner/interfaces/metis/mesh.hpp"
#include "tools/base/utf8.hpp"
#include "tools/commands/metis/report.hpp"
#include "tools/commands/metis/run.hpp"
#include "tools/commands/metis/session.hpp"
#include "tools/commands/metis/settings.hpp"
#include "tools/formats/graph_file.hpp"
#include "tools/terminal/outputs.hpp"
#include "tools/terminal/run_report.hpp"

namespace amorph::metis {
namespace {

command describe(const char* name, settings& s) {
  return {
      .name = name,
      .summary = "divides a mesh in k balanced parts, as METIS's mpmetis",
      .synopsis = {"[OPTION]... MESH PARTS"},
      .description =
          {"Divides the graph of the mesh's elements (or nodes), then the other side accordingly. Writes "
           "MESH.epart.PARTS and MESH.npart.PARTS: for each element, and for each node, a line with its part, from "
           "0. MESH is in METIS's format, and may be compressed with gzip.",
           "Options may be abbreviated, have one dash or two, and stand anywhere."},
      .groups = {mesh_graph_options(s), partitioning_options(s, true), run_options_group(s), report_options(s, false)},
      .examples = {{"amorph-mpmetis -ncommon=2 triangles.mesh 8", "Triangles that share an edge are neighbours."}},
      .see_also = {"amorph-gpmetis(1)", "amorph-m2gmetis(1)"},
      .exits = {exit_code::success, exit_code::bad_input, exit_code::no_backend, exit_code::out_of_memory,
                exit_code::internal, exit_code::interrupted}};
}

void run(const char* program, settings& s, const std::vector<std::string>& operands) {
  check_compatible(s);
  const std::string& path = operands[0];
  const std::uint32_t parts = number_of_parts(operands[1]);
  const auto threads = static_cast<unsigned>(s.threads);
  std::string element_file, node_file;
  if (!s.nooutput) {
    element_file = path + ".epart." + std::to_string(parts);
    node_file = path + ".npart." + std::to_string(parts);
  }
  outputs files({path, s.tpwgts}, {element_file, node_file, s.json});

  times t;
  std::string message;
  graph_file::mesh file;
  const stopwatch reading;
  require(graph_file::read_mesh(path, file, message, threads), message);
  t.read_ms = reading.ms();
  if (file.constraints > 1)
    refuse(path + ": expected at most one weight per element, found " + std::to_string(file.constraints));
  const bool dual = s.gtype == "dual";
  const partition::options o = partition_options(s, parts, 1);

  const stopwatch making;
  const mesh m{file.elements, file.nodes, file.begin, file.node};
  cpu_exec exec(threads);
  const host_graph made = dual ? dual_graph(exec, m, static_cast<std::uint32_t>(s.ncommon)) : nodal_graph(exec, m);
  partition::graph g{made.vertices, made.begin, made.to, {}, {}, {}};
  if (dual) g.vertex_weight = file.element_weight;  // the nodal graph has no weights, as with METIS
  check_number_of_parts(parts, g.vertices);
  if (!g.vertex_weight.empty()) check_input(path, g, threads);
  const bool report = !files.on_stdout();
  const partition::options asked = without_impossible_demands(program, o, g, report);
  const double making_ms = making.ms();
  const partition::result r = divide_reporting(program, s, g, asked, report, t);
  const stopwatch inducing;
  std::vector<std::uint32_t> other;
  if (dual) {
    const inverse_mesh around = invert(m);
    other = induce(around.begin, around.element, r.part, parts, o.target);
  } else {
    other = induce(m.begin, m.node, r.part, parts, o.target);
  }
  t.partition_ms += making_ms + inducing.ms();

  const stopwatch verifying;
  const quality q = measure_quality(g, o, r.part);
  t.report_ms = verifying.ms();
  const stopwatch writing;
  const auto write = [&](const std::string& name, const std::vector<std::uint32_t>& part) {
    files.write(name, [&](output_file& to) { graph_file::write_partition(to, part, threads); });
  };
  write(element_file, dual ? r.part : other);
  write(node_file, dual ? other : r.part);
  t.write_ms = writing.ms();
  if (!s.json.empty()) files.write_text(s.json, json(s, g, o, r, q, &t));
  std::string out = heading(backend_text(r.stats));
  out += "Mesh Information ------------------------------------------------------------\n";
  out +=
      text(" Name: %s, #Elements: %u, #Nodes: %u, #Parts: %u\n\n", one_line(path).c_str(), m.elements, m.nodes, parts);
  out += options_block(s, 1, true) + scheme_line(s);
  out += text(" - %s: %lld.\n\n\n", row_of(o.objective).title, static_cast<long long>(r.cost));
  files.finish(out + closing(t));
}

}  // namespace
}  // namespace amorph::metis

int main(int argc, char** argv) {
  using namespace amorph::metis;
  return main_of<settings>(argc, argv, "amorph-mpmetis", {2, 2}, describe, run);
}
