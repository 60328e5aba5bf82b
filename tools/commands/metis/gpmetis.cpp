// gpmetis: divides a graph, with METIS's command line.
#include <algorithm>
#include <cinttypes>
#include <cstdio>

#include "amorph/kernels/exec/cpu.hpp"
#include "tools/base/utf8.hpp"
#include "tools/commands/metis/picture.hpp"
#include "tools/commands/metis/report.hpp"
#include "tools/commands/metis/run.hpp"
#include "tools/commands/metis/session.hpp"
#include "tools/commands/metis/settings.hpp"
#include "tools/formats/graph_file.hpp"
#include "tools/terminal/outputs.hpp"
#include "tools/terminal/run_report.hpp"
#include "tools/terminal/start_device.hpp"

namespace amorph::metis {
namespace {

command describe(const char* name, settings& s) {
  return {
      .name = name,
      .summary = "divides a graph in k balanced parts, as METIS's gpmetis",
      .synopsis = {"[OPTION]... GRAPH PARTS", "[OPTION]... --hierarchy=A:B:... --distances=D:E:... GRAPH"},
      .description =
          {"Writes GRAPH.part.PARTS: for each vertex, a line with its part, from 0.", graph_formats_help(),
           "Options may be abbreviated, have one dash or two, and stand anywhere. What differs from METIS is listed "
           "in docs/metis-compatibility.md."},
      .groups = {partitioning_options(s, false), start_options(s), mapping_options(s), run_options_group(s),
                 report_options(s, true)},
      .examples = {{"amorph-gpmetis wing.graph 8", "Eight parts, written to wing.graph.part.8."},
                   {"amorph-gpmetis -ptype=rb -ufactor=5 -seed=7 wing.graph 2", "Two parts within 0.5%."},
                   {"amorph-gpmetis --start=wing.part --move-cost=1 new.graph 8",
                    "Parts of a changed graph, close to the old ones; wing.part has -1 for new vertices."},
                   {"amorph-gpmetis --hierarchy=4:8:16 --distances=1:10:100 wing.graph",
                    "Parts for the 512 cores of 16 nodes, written to wing.graph.part.512."},
                   {"amorph-gpmetis --json=- -nooutput wing.graph 64", "Figures alone, as JSON."}},
      .see_also = {"amorph-mpmetis(1)", "amorph-m2gmetis(1)", "amorph-graphchk(1)"},
      .exits = {exit_code::success, exit_code::bad_input, exit_code::no_backend, exit_code::out_of_memory,
                exit_code::internal, exit_code::interrupted}};
}

std::string graph_block(const std::string& path, const host_graph& g, std::uint32_t parts) {
  std::string out = "Graph Information -----------------------------------------------------------\n";
  out += text(" Name: %s, #Vertices: %u, #Edges: %zu, #Parts: %u\n", one_line(path).c_str(), g.vertices,
              g.to.size() / 2, parts);
  if (g.constraints > 1) out += text(" Balancing constraints: %u\n", g.constraints);
  return out + '\n';
}

struct old_partition {
  std::vector<std::int32_t> part, move_cost;  // per vertex; empty without --start, --move-cost
};

old_partition read_start(const settings& s, std::uint32_t parts, const host_graph& g) {
  old_partition old;
  if (s.start.empty()) return old;
  std::string message;
  require(graph_file::read_parts(s.start, {g.vertices, parts, true}, old.part, message), message);
  if (s.move_cost == 0) return old;
  old.move_cost.reserve(g.vertices);
  for (std::uint32_t v = 0; v != g.vertices; ++v) {
    const std::uint64_t cost = s.move_cost * (g.vertex_size.empty() ? 1 : static_cast<std::uint64_t>(g.vertex_size[v]));
    old.move_cost.push_back(static_cast<std::int32_t>(std::min<std::uint64_t>(cost, 0x7fffffff)));
  }
  return old;
}

std::string mapping_line(const partition::result& r, const partition::options& o) {
  return o.machine.empty() ? "" : text(" - Communication cost: %" PRId64 "\n\n", r.cost);
}

std::string moved_line(const settings& s, const partition::result& r) {
  return s.start.empty() ? "" : text(" - Vertices that left their part: %" PRIu32 "\n\n", r.moved);
}

// Files have 7 bytes per arc; there are some 8 arcs per vertex. They are read at up to 4 GB/s.
void start_early(const settings& s, const std::string& path, std::uint32_t parts) {
  const double bytes = expected_bytes_of(path);
  run_options run;
  run.backend = *parse_backend(s.backend);
  run.device = static_cast<int>(s.device);
  run.threads = static_cast<unsigned>(s.threads);
  const auto arcs = static_cast<std::uint64_t>(bytes / 7);
  start_device_early(run, partition::work_of(arcs / 8, arcs, parts), bytes / 4e6);
}

void run(const char* program, settings& s, const std::vector<std::string>& operands) {
  check_compatible(s);
  if (!s.hierarchy.empty()) s.objtype = row_of(partition::objective::mapping).name;
  const std::string& path = operands[0];
  const std::uint32_t parts = number_of_parts(s, operands);
  const std::string output = s.nooutput ? "" : path + ".part." + std::to_string(parts);
  outputs files({path, s.coordinates, s.tpwgts, s.start}, {output, s.json, s.svg});

  times t;
  const stopwatch reading;
  start_early(s, path, parts);
  const host_graph read = read_graph(
      program, path, {.threads = static_cast<unsigned>(s.threads), .max_bytes = s.memory_limit, .need_edges = true});
  std::vector<point> where;
  if (!s.coordinates.empty()) where = read_coordinates(s.coordinates, read.vertices);
  const old_partition old = read_start(s, parts, read);
  t.read_ms = reading.ms();
  const partition::graph g = partition::view_of(read);
  check_number_of_parts(parts, g.vertices);
  check_input(path, g, static_cast<unsigned>(s.threads));
  partition::options o = partition_options(s, parts, read.constraints);
  o.start = old.part;
  o.move_cost = old.move_cost;

  const bool report = !files.on_stdout();
  const partition::options asked = without_impossible_demands(o, g, report);
  const partition::result r = divide_reporting(program, s, g, asked, report, t);

  const stopwatch verifying;
  const quality q = measure_quality(g, o, r.part);
  t.report_ms = verifying.ms();
  const stopwatch writing;
  files.write(output,
              [&](output_file& to) { graph_file::write_partition(to, r.part, static_cast<unsigned>(s.threads)); });
  t.write_ms = writing.ms();
  if (!s.svg.empty()) files.write_text(s.svg, draw_svg(g, r.part, parts, where));
  if (!s.json.empty()) files.write_text(s.json, json(s, g, o, r, q, t));
  files.finish(heading(backend_text(r.stats)) + graph_block(path, read, parts) +
               options_block(s, read.constraints, false) + scheme_line(s) + quality_block(q, o) + mapping_line(r, o) +
               moved_line(s, r) + closing(t));
}

}  // namespace
}  // namespace amorph::metis

int main(int argc, char** argv) {
  using namespace amorph::metis;
  return main_of<settings>(argc, argv, "amorph-gpmetis", {1, 2}, describe, run);
}
