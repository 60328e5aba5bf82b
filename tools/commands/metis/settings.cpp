// The tables of METIS's and Amorph's options, and their conversion to the partitioner's.
#include "tools/commands/metis/settings.hpp"

#include <charconv>
#include <cstdlib>

#include "partitioner/interfaces/metis/option_array.hpp"
#include "tools/commands/metis/run.hpp"
#include "tools/commands/metis/target_weights.hpp"
#include "tools/terminal/backend_options.hpp"

namespace amorph::metis {
namespace {

constexpr std::uint32_t max_parts = 1u << 28;

std::vector<float> tolerances(const std::string& text, std::uint32_t constraints) {
  std::vector<float> values;
  const char* at = text.c_str();
  for (;;) {
    while (*at == ' ' || *at == '\t') ++at;
    if (*at == 0) break;
    float value = 0;
    const char* end = text.c_str() + text.size();
    const auto [next, code] = std::from_chars(at, end, value);
    if (code != std::errc() || (next != end && *next != ' ' && *next != '\t'))
      refuse("option '-ubvec': expected numbers separated by blanks, found '" + text + "'");
    if (!(value >= 1)) refuse("option '-ubvec': expected numbers of 1 or more, found '" + std::string(at, next) + "'");
    values.push_back(value);
    at = next;
  }
  if (values.size() != constraints)
    refuse("option '-ubvec': expected a number for each of " + std::to_string(constraints) + " constraints, found " +
           std::to_string(values.size()));
  return values;
}

// Integers separated by colons.
template <class T> std::vector<T> colon_list(const char* option, const std::string& text, T low) {
  constexpr T high = T{1} << 28;
  std::vector<T> values;
  const char *at = text.data(), *const end = at + text.size();
  for (;;) {
    T value = 0;
    const auto [next, code] = std::from_chars(at, end, value);
    if (code != std::errc() || (next != end && *next != ':') || value < low || value > high)
      refuse("option '--" + std::string(option) + "': expected numbers " + std::to_string(low) + " .. " +
             std::to_string(high) + " separated by colons, found '" + text + "'");
    values.push_back(value);
    if (next == end) return values;
    at = next + 1;
  }
}

std::string objective_help() {
  const auto text = [](const partition::objective_row& row) {
    return row.what + std::string(row.kway_alone ? " (-ptype=kway)" : "");
  };
  return "Objective to minimise: " + partition::alternatives(partition::objectives, text) + ".";
}

partition::objective objective_of(const settings& s) {
  return *partition::find_by_name<partition::objective>(partition::objectives, s.objtype);
}

}  // namespace

// clang-format off: a table, one or two lines per option.
option_group partitioning_options(settings& s, bool mesh) {
  static const std::string objectives = objective_help();
  option_group g{"METIS's options", {
      {.name = "ptype", .argument = "SCHEME", .target = &s.ptype, .choices = {"rb", "kway"}, .fallback = "kway",
       .help = "Recursive bisection, or direct k-way partitioning."},
      {.name = "ctype", .argument = "MATCHING", .target = &s.ctype, .choices = {"rm", "shem", "stm"},
       .fallback = "shem",
       .help = "Matching for coarsening: random, heavy-edge, or heavy-edge by transactions, whose partitions differ "
               "from run to run."},
      {.name = "iptype", .argument = "INITIAL", .target = &s.iptype, .choices = {"grow", "random"},
       .fallback = "grow; random for several constraints",
       .help = "Accepted and ignored: initial parts are always grown from many seeds."},
      {.name = "objtype", .argument = "OBJECTIVE", .target = &s.objtype,
       .choices = partition::names_of(partition::objectives), .fallback = "cut", .help = objectives.c_str()}}, true};
  auto add = [&g](option o) { g.options.push_back(std::move(o)); };
  if (!mesh)
    add({.name = "no2hop", .target = &s.no2hop,
         .help = "Disable two-hop matching, even if matching along edges coarsens too little."});
  add({.name = "contig", .target = &s.contig,
       .help = "Make each part connected (-ptype=kway; ignored, with a notice, if the graph is not connected)."});
  add({.name = "minconn", .target = &s.minconn, .help = "Minimise the number of adjacent parts (-ptype=kway)."});
  add({.name = "tpwgts", .argument = "FILE", .target = &s.tpwgts,
       .help = "Target weights of the parts, as fractions of the total, one per line: PART[-PART] "
               "[: CONSTRAINT[-CONSTRAINT]] = FRACTION. Parts without a line share the remainder; fractions are scaled "
               "to a sum of 1."});
  add({.name = "ufactor", .argument = "N", .target = signed_value{&s.ufactor, 1},
       .fallback = "30; with -ptype=rb 1, 10 for several constraints",
       .help = "Load imbalance tolerance: a part may weigh up to 1 + N/1000 times its target."});
  if (!mesh)
    add({.name = "ubvec", .argument = "'X Y...'", .target = &s.ubvec,
         .help = "Load imbalance tolerance per constraint, as factors: '1.02 1.2'. Overrides -ufactor."});
  add({.name = "niter", .argument = "N", .target = signed_value{&s.niter, 0}, .fallback = "10",
       .help = "Refinement iterations per level."});
  add({.name = "ncuts", .argument = "N", .target = signed_value{&s.ncuts, 1}, .fallback = "1",
       .help = "Number of partitions to compute; the best one is kept."});
  add({.name = "nooutput", .target = &s.nooutput, .help = "Write no partition file."});
  add({.name = "seed", .argument = "N", .target = signed_value{&s.seed}, .fallback = "-1",
       .help = "Random seed. The same seed gives the same partition on any number of threads and on a GPU, except with "
               "-ctype=stm and -rtype=stm, whose threads race."});
  add({.name = "dbglvl", .argument = "N", .target = signed_value{&s.dbglvl, 0}, .fallback = "0",
       .help = "Debug output: a sum of METIS's codes, of which Amorph supports 1 (parameters), 4 (levels) and 8 "
               "(transactions)."});
  add({.name = "rtype", .argument = "REFINEMENT", .target = &s.rtype, .choices = {"lp", "stm"}, .fallback = "lp",
       .help = "Refinement: label propagation, or one transaction per moved vertex, whose partitions differ from run "
               "to run. An extension of Amorph, as is -ctype=stm."});
  return g;
}

option_group mesh_graph_options(settings& s) {
  return {"Dual or nodal graph", {
      {.name = "gtype", .argument = "GRAPH", .target = &s.gtype, .choices = {"dual", "nodal"}, .fallback = "dual",
       .help = "Dual graph (of the elements), or nodal graph."},
      {.name = "ncommon", .argument = "N", .target = signed_value{&s.ncommon, 1}, .fallback = "1",
       .help = "Number of nodes that two elements must share to be adjacent in the dual graph."}}, true};
}

option_group start_options(settings& s) {
  return {"Changed graphs", {
      {.name = "start", .argument = "FILE", .target = &s.start,
       .help = "Improve this partition: a line per vertex with its part, or -1 for a vertex that is new. Little is "
               "computed anew, and few vertices move (-ptype=kway)."},
      {.name = "move-cost", .argument = "C", .target = &s.move_cost, .high = (1u << 30), .fallback = "0",
       .help = "Count C for each vertex that leaves its part in --start, as if an edge of that weight were cut; with "
               "vertex sizes, C times its size."}}};
}

option_group constraint_options(settings& s) {
  return {"Fixed vertices", {
      {.name = "fixed", .argument = "FILE", .target = &s.fixed,
       .help = "Fix vertices: a line per vertex with its part, or -1 if it is free. The graph is then divided as a "
               "netlist whose nets are the edges (-ptype=kway)."},
      {.name = "groups", .argument = "FILE", .target = &s.groups,
       .help = "Keep vertices together: a line per vertex with the number of its group, or -1."}}};
}

option_group mapping_options(settings& s) {
  return {"Process mapping", {
      {.name = "hierarchy", .argument = "A:B:...", .target = &s.hierarchy,
       .help = "Map the graph to a machine and minimise its communication cost: the sum over edges of weight times the "
               "distance of their parts. 4:8:16 stands for 16 nodes of 8 sockets of 4 cores. There are as many parts "
               "as cores, and PARTS may be left out (-ptype=kway, one weight per vertex)."},
      {.name = "distances", .argument = "D:E:...", .target = &s.distances,
       .help = "Distance between cores per level of --hierarchy. 1:10:100 stands for 1 within a socket, 10 between "
               "sockets of a node, and 100 between nodes."}}};
}

option_group run_options_group(settings& s) {
  return {"Amorph's options", {
      backend_option(s.backend, "Backend; " AMORPH_AUTO_BACKEND),
      device_option(s.device),
      threads_option(s.threads),
      memory_limit_option(s.memory_limit),
      verbose_option(s.verbose),
      {.name = "preset", .argument = "P", .target = &s.preset, .choices = partition::names_of(partition::presets),
       .fallback = "default",
       .help = "fast: about half the time, for larger cuts. quality: smaller cuts from several "
               "partitions, combined on one CPU thread, for five to thirty times the time."}}};
}

option_group report_options(settings& s, bool picture) {
  option_group g{"Amorph's output", {
      {.name = "json", .argument = "FILE", .target = &s.json,
       .help = "Write cut, volume, balance, times and more as JSON; '-' writes to standard output instead of the "
               "report."}}};
  if (picture) {
    g.options.push_back({.name = "evaluate", .argument = "PARTITION", .target = &s.evaluate,
                         .help = "Compute nothing: report the cut, the volume, the balance and more of this partition, "
                                 "a line per vertex with its part. PARTS may be left out."});
    g.options.push_back({.name = "svg", .argument = "FILE", .target = &s.svg,
                         .help = "Draw the partition; needs -coordinates."});
    g.options.push_back({.name = "coordinates", .argument = "FILE", .target = &s.coordinates,
                         .help = "Vertex coordinates: a line 'x y' or 'x y z' per vertex."});
  }
  return g;
}
// clang-format on

double tolerance(const settings& s, std::uint32_t constraints) {
  const auto scheme = s.ptype == "kway" ? partition::scheme::kway : partition::scheme::recursive;
  return 1 + (s.ufactor != 0 ? s.ufactor : default_ufactor(scheme, constraints)) / 1000.0;
}

partition::options partition_options(const settings& s, std::uint32_t parts, std::uint32_t constraints) {
  partition::options o;
  o.parts = parts;
  o.constraints = constraints;
  if (!s.tpwgts.empty()) o.target = read_target_weights(s.tpwgts, parts, constraints);
  o.imbalance.assign(constraints, static_cast<float>(tolerance(s, constraints)));
  if (!s.ubvec.empty()) o.imbalance = tolerances(s.ubvec, constraints);
  o.machine = machine_of(s);
  o.objective = o.machine.empty() ? objective_of(s) : partition::objective::mapping;
  o.scheme = s.ptype == "rb" ? partition::scheme::recursive : partition::scheme::kway;
  o.match = s.ctype == "rm" ? partition::matching::random : partition::matching::heavy_edge;
  if (s.ctype == "stm") o.match_by = partition::synchronisation::transactions;
  if (s.rtype == "stm") o.refine_by = partition::synchronisation::transactions;
  o.preset = *partition::parse_preset(s.preset);
  o.two_hop = !s.no2hop;
  o.contiguous = s.contig;
  o.minimise_connections = s.minconn;
  o.refinement = static_cast<std::uint32_t>(s.niter);
  o.attempts = static_cast<std::uint32_t>(s.ncuts);
  o.seed = static_cast<std::uint32_t>(s.seed == -1 ? 0 : s.seed);
  o.run.backend = parse_backend(s.backend).value_or(backend::automatic);
  o.run.device = static_cast<int>(s.device);
  o.run.memory_limit = s.memory_limit;
  o.run.threads = static_cast<std::uint32_t>(s.threads);
  return o;
}

partition::machine machine_of(const settings& s) {
  if (s.hierarchy.empty()) return {};
  const auto sizes = colon_list<std::uint32_t>("hierarchy", s.hierarchy, 1);
  const auto distances = colon_list<std::int32_t>("distances", s.distances, 0);
  if (distances.size() != sizes.size())
    refuse("option '--distances': expected " + std::to_string(sizes.size()) + " numbers as in --hierarchy, found " +
           std::to_string(distances.size()));
  const std::uint32_t cores = partition::cores_of(sizes);
  if (cores < 2)
    refuse("option '--hierarchy': expected 2 cores or more, and at most 2^20 or one per vertex, found '" + s.hierarchy +
           "'");
  return {sizes, distances};
}

void check_compatible(const settings& s) {
  for (const auto& [name, file] : {std::pair("--fixed", &s.fixed), std::pair("--groups", &s.groups)}) {
    if (file->empty()) continue;
    if (s.ptype == "rb") refuse(std::string(name) + " needs -ptype=kway");
    if (s.contig || s.minconn) refuse(std::string(name) + " does not support " + (s.contig ? "-contig" : "-minconn"));
    if (s.ctype == "stm" || s.rtype == "stm")
      refuse(std::string(name) + " does not support " + (s.ctype == "stm" ? "-ctype=stm" : "-rtype=stm"));
  }
  if (s.hierarchy.empty() != s.distances.empty()) refuse("expected --hierarchy and --distances together");
  if (s.hierarchy.empty() && objective_of(s) == partition::objective::mapping)
    refuse("-objtype=map needs --hierarchy, an option of amorph-gpmetis");
  if (!s.hierarchy.empty()) {
    if (objective_of(s) == partition::objective::volume) refuse("--hierarchy does not support -objtype=vol");
    if (s.ptype == "rb") refuse("--hierarchy needs -ptype=kway");
    if (s.contig || s.minconn)
      refuse(std::string("--hierarchy does not support ") + (s.contig ? "-contig" : "-minconn"));
    if (!s.start.empty()) refuse("--hierarchy does not support --start");
  }
  if (s.ptype == "rb" && row_of(objective_of(s)).kway_alone) refuse("-objtype=" + s.objtype + " needs -ptype=kway");
  if (s.ptype == "rb" && s.contig) refuse("-contig needs -ptype=kway");
  if (s.ptype == "rb" && s.minconn) refuse("-minconn needs -ptype=kway");
  if (s.move_cost != 0 && s.start.empty()) refuse("option '--move-cost': expected --start too");
  if (!s.start.empty() && s.ptype == "rb") refuse("--start needs -ptype=kway");
  if (!s.start.empty() && (s.ctype == "stm" || s.rtype == "stm"))
    refuse(std::string("--start does not support ").append(s.ctype == "stm" ? "-ctype=stm" : "-rtype=stm"));
  if (s.svg.empty() != s.coordinates.empty()) refuse("expected --svg and --coordinates together");
}

std::uint32_t number_of_parts(const settings& s, const std::vector<std::string>& operands) {
  const partition::machine m = machine_of(s);
  if (m.empty() && operands.size() < 2 && !s.evaluate.empty()) return 0;
  if (m.empty() && operands.size() < 2) refuse("expected [OPTION]... GRAPH PARTS; -help lists the options");
  const std::uint32_t cores = partition::cores_of(m.hierarchy);
  if (operands.size() < 2) return cores;
  const std::uint32_t parts = number_of_parts(operands[1]);
  if (!m.empty() && parts != cores)
    refuse("number of parts: expected " + std::to_string(cores) + ", as in --hierarchy, found " +
           std::to_string(parts));
  return parts;
}

std::uint32_t number_of_parts(const std::string& operand) {
  std::uint32_t parts = 0;
  const char* end = operand.data() + operand.size();
  const auto [next, code] = std::from_chars(operand.data(), end, parts);
  if (code != std::errc() || next != end || parts < 2 || parts > max_parts)
    refuse("number of parts: expected 2 .. " + std::to_string(max_parts) + ", found '" + operand + "'");
  return parts;
}

}  // namespace amorph::metis
