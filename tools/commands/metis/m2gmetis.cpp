// m2gmetis: writes the graph of a mesh, with METIS's command line.
#include "amorph/kernels/exec/cpu.hpp"
#include "partitioner/interfaces/metis/mesh.hpp"
#include "tools/base/json.hpp"
#include "tools/base/utf8.hpp"
#include "tools/commands/metis/report.hpp"
#include "tools/commands/metis/run.hpp"
#include "tools/commands/metis/session.hpp"
#include "tools/commands/metis/settings.hpp"
#include "tools/formats/graph_file.hpp"
#include "tools/terminal/backend_options.hpp"
#include "tools/terminal/outputs.hpp"

namespace amorph::metis {
namespace {

command describe(const char* name, settings& s) {
  return {.name = name,
          .summary = "makes the dual or nodal graph of a mesh, as METIS's m2gmetis",
          .synopsis = {"[OPTION]... MESH GRAPH"},
          .description = {"Reads MESH and writes GRAPH, both in METIS's formats. Neighbours stand in ascending order.",
                          "Options may be abbreviated, have one dash or two, and stand anywhere."},
          .groups = {mesh_graph_options(s),
                     {"METIS's options",
                      {{.name = "dbglvl",
                        .argument = "N",
                        .target = signed_value{&s.dbglvl, 0},
                        .fallback = "0",
                        .help = "Has no effect."}},
                      true},
                     {"Amorph's options",
                      {threads_option(s.threads),
                       {.name = "json",
                        .argument = "FILE",
                        .target = &s.json,
                        .help = "Write sizes and times as JSON; '-' is the standard output, in "
                                "place of the report."}}}},
          .examples = {{"amorph-m2gmetis -gtype=dual -ncommon=3 tetrahedra.mesh dual.graph",
                        "Tetrahedra that share a face are neighbours."}},
          .see_also = {"amorph-gpmetis(1)", "amorph-mpmetis(1)"},
          .exits = {exit_code::success, exit_code::bad_input, exit_code::out_of_memory, exit_code::interrupted}};
}

std::string figures(const graph_file::mesh& m, const host_graph& g, const times& t) {
  json_writer j;
  j.begin_object();
  j.field("elements", m.elements);
  j.field("nodes", m.nodes);
  j.field("vertices", g.vertices);
  j.field("edges", static_cast<std::uint64_t>(g.to.size() / 2));
  j.field("read_ms", t.read_ms);
  j.field("convert_ms", t.partition_ms);
  j.field("write_ms", t.write_ms);
  j.field("process_peak_bytes", peak_memory());
  j.end_object();
  return j.text();
}

void run(const char*, settings& s, const std::vector<std::string>& operands) {
  const std::string &path = operands[0], &output = operands[1];
  const auto threads = static_cast<unsigned>(s.threads);
  outputs files({path}, {output, s.json});
  times t;
  std::string message;
  graph_file::mesh file;
  const stopwatch reading;
  require(graph_file::read_mesh(path, file, message, threads), message);
  t.read_ms = reading.ms();
  const stopwatch converting;
  const mesh m{file.elements, file.nodes, file.begin, file.node};
  cpu_exec exec(threads);
  const host_graph g =
      s.gtype == "dual" ? dual_graph(exec, m, static_cast<std::uint32_t>(s.ncommon)) : nodal_graph(exec, m);
  t.partition_ms = converting.ms();
  const stopwatch writing;
  files.write(output, [&](output_file& to) { graph_file::write_metis(to, g, threads); });
  t.write_ms = writing.ms();
  if (!s.json.empty()) files.write_text(s.json, figures(file, g, t));
  std::string out = heading("cpu");
  out += "Mesh Information ------------------------------------------------------------\n";
  out += text(" Name: %s, #Elements: %u, #Nodes: %u\n", one_line(path).c_str(), m.elements, m.nodes);
  out += "Options ---------------------------------------------------------------------\n";
  out += text(" gtype=%s, ncommon=%d, outfile=%s\n\n", s.gtype.c_str(), s.ncommon, output.c_str());
  out += text(" - #nvtxs: %u, #edges: %zu\n\n", g.vertices, g.to.size());
  files.finish(out + closing(t));
}

}  // namespace
}  // namespace amorph::metis

int main(int argc, char** argv) {
  using namespace amorph::metis;
  return main_of<settings>(argc, argv, "amorph-m2gmetis", {2, 2}, describe, run);
}
