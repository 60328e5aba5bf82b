// gpmetis: divides a graph, with METIS's command line.
#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <unordered_map>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/exec/cpu.hpp"
#include "partitioner/graph/check_options.hpp"
#include "partitioner/graph/from_start.hpp"
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
      .synopsis = {"[OPTION]... GRAPH PARTS", "[OPTION]... --hierarchy=A:B:... --distances=D:E:... GRAPH",
                   "--evaluate=PARTITION [OPTION]... GRAPH [PARTS]"},
      .description =
          {"Writes GRAPH.part.PARTS: for each vertex, a line with its part, from 0.", graph_formats_help(),
           "Options may be abbreviated, have one dash or two, and stand anywhere. What differs from METIS is listed "
           "in docs/metis-compatibility.md."},
      .groups = {partitioning_options(s, false), start_options(s), constraint_options(s), mapping_options(s),
                 run_options_group(s), report_options(s, true)},
      .examples = {{"amorph-gpmetis wing.graph 8", "Eight parts, written to wing.graph.part.8."},
                   {"amorph-gpmetis -ptype=rb -ufactor=5 -seed=7 wing.graph 2", "Two parts within 0.5%."},
                   {"amorph-gpmetis --start=wing.part --move-cost=1 new.graph 8",
                    "Parts of a changed graph, close to the old ones; wing.part has -1 for new vertices."},
                   {"amorph-gpmetis --hierarchy=4:8:16 --distances=1:10:100 wing.graph",
                    "Parts for the 512 cores of 16 nodes, written to wing.graph.part.512."},
                   {"amorph-gpmetis --fixed=pads.fix wing.graph 8",
                    "Some vertices are in the parts that pads.fix says."},
                   {"amorph-gpmetis --evaluate=wing.graph.part.8 wing.graph",
                    "Cut, volume and balance of a partition."},
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

struct constraints {
  std::vector<std::int32_t> fixed, group;  // per vertex; empty without --fixed, --groups
};
constraints read_constraints(const settings& s, std::uint32_t parts, std::uint32_t vertices) {
  constexpr std::uint32_t most_groups = 1U << 30;
  constraints c;
  std::string message;
  if (!s.groups.empty())
    require(graph_file::read_parts(s.groups, {vertices, most_groups, true, "group"}, c.group, message), message);
  if (!s.fixed.empty())
    require(graph_file::read_parts(s.fixed, {vertices, parts, true, "part", c.group}, c.fixed, message), message);
  return c;
}

// After the report of a partition from elsewhere.
void require_constraints(const constraints& c, const std::vector<std::uint32_t>& part) {
  for (std::size_t v = 0; v != c.fixed.size(); ++v)
    if (c.fixed[v] != -1 && static_cast<std::uint32_t>(c.fixed[v]) != part[v])
      throw error(status::internal, "vertex " + std::to_string(v + 1) + " is fixed in part " +
                                        std::to_string(c.fixed[v]) + ", found part " + std::to_string(part[v]));
  std::unordered_map<std::int32_t, std::uint32_t> part_of;
  for (std::size_t v = 0; v != c.group.size(); ++v)
    if (c.group[v] != -1 && part_of.try_emplace(c.group[v], part[v]).first->second != part[v])
      throw error(status::internal, "vertex " + std::to_string(v + 1) + " is not in the part of its group");
}

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
  if (s.backend == "auto" && (!s.fixed.empty() || !s.groups.empty())) return;  // the CPU
  const double bytes = expected_bytes_of(path);
  run_options run;
  run.backend = *parse_backend(s.backend);
  run.device = static_cast<int>(s.device);
  run.threads = static_cast<unsigned>(s.threads);
  const auto arcs = static_cast<std::uint64_t>(bytes / 7);
  start_device_early(run, partition::work_of(arcs / 8, arcs, parts), bytes / 4e6);
}

std::vector<std::int32_t> read_partition(const std::string& path, std::uint32_t vertices, std::uint32_t parts) {
  std::vector<std::int32_t> part;
  std::string message;
  require(graph_file::read_parts(path, {vertices, parts, false}, part, message), message);
  return part;
}

// Without PARTS, the parts up to the last one in use.
void evaluate(const char* program, const settings& s, const std::vector<std::string>& operands) {
  const std::string& path = operands[0];
  outputs files({path, s.evaluate, s.tpwgts, s.start, s.fixed, s.groups, s.coordinates}, {s.json, s.svg});
  const host_graph read = read_graph(
      program, path, {.threads = static_cast<unsigned>(s.threads), .max_bytes = s.memory_limit, .need_edges = true});
  const partition::graph g = partition::view_of(read);
  std::uint32_t parts = number_of_parts(s, operands);
  const bool said = parts != 0;
  if (said) check_number_of_parts(parts, g.vertices);
  const std::vector<std::int32_t> part =
      read_partition(s.evaluate, g.vertices, said ? parts : partition::most_parts(g.vertices));
  if (!said)
    for (const std::int32_t p : part) parts = std::max(parts, static_cast<std::uint32_t>(p) + 1);
  std::vector<point> where;
  if (!s.coordinates.empty()) where = read_coordinates(s.coordinates, g.vertices);
  const old_partition old = read_start(s, parts, read);
  const constraints kept = read_constraints(s, parts, read.vertices);
  check_input(path, g, static_cast<unsigned>(s.threads));
  partition::options o = partition_options(s, std::max(1U, parts), read.constraints);
  o.start = old.part;
  cpu_exec exec(o.run.threads);
  partition::check_options(exec, g, o);
  partition::result r;
  r.part.assign(part.begin(), part.end());
  partition::measure(g, o, r);
  r.moved = partition::count_moved(o, r.part);
  const quality q = measure_quality(g, o, r.part);
  if (!s.svg.empty()) files.write_text(s.svg, draw_svg(g, r.part, parts, where));
  if (!s.json.empty()) files.write_text(s.json, json(s, g, o, r, q, nullptr));
  files.finish(heading("") + graph_block(path, read, parts) + quality_block(q, o) + mapping_line(r, o) +
               moved_line(s, r) + std::string(78, '*') + '\n');
  require_constraints(kept, r.part);
}

void run(const char* program, settings& s, const std::vector<std::string>& operands) {
  check_compatible(s);
  if (!s.hierarchy.empty()) s.objtype = row_of(partition::objective::mapping).name;
  if (!s.evaluate.empty()) return evaluate(program, s, operands);
  const std::string& path = operands[0];
  const std::uint32_t parts = number_of_parts(s, operands);
  const std::string output = s.nooutput ? "" : path + ".part." + std::to_string(parts);
  outputs files({path, s.coordinates, s.tpwgts, s.start, s.fixed, s.groups}, {output, s.json, s.svg});

  times t;
  const stopwatch reading;
  start_early(s, path, parts);
  const host_graph read = read_graph(
      program, path, {.threads = static_cast<unsigned>(s.threads), .max_bytes = s.memory_limit, .need_edges = true});
  std::vector<point> where;
  if (!s.coordinates.empty()) where = read_coordinates(s.coordinates, read.vertices);
  const old_partition old = read_start(s, parts, read);
  const constraints kept = read_constraints(s, parts, read.vertices);
  t.read_ms = reading.ms();
  const partition::graph g = partition::view_of(read);
  check_number_of_parts(parts, g.vertices);
  check_input(path, g, static_cast<unsigned>(s.threads));
  partition::options o = partition_options(s, parts, read.constraints);
  o.start = old.part;
  o.move_cost = old.move_cost;
  o.fixed = kept.fixed;
  o.group = kept.group;

  const bool report = !files.on_stdout();
  const partition::options asked = without_impossible_demands(program, o, g, report);
  const partition::result r = divide_reporting(program, s, g, asked, report, t);

  const stopwatch verifying;
  const quality q = measure_quality(g, o, r.part);
  t.report_ms = verifying.ms();
  const stopwatch writing;
  files.write(output,
              [&](output_file& to) { graph_file::write_partition(to, r.part, static_cast<unsigned>(s.threads)); });
  t.write_ms = writing.ms();
  if (!s.svg.empty()) files.write_text(s.svg, draw_svg(g, r.part, parts, where));
  if (!s.json.empty()) files.write_text(s.json, json(s, g, o, r, q, &t));
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
