// Reads, partitions, verifies, writes; or evaluates a partition.
#include "tools/commands/amorph-hmetis/hmetis.hpp"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <limits>

#include "amorph/kernels/base/stopwatch.hpp"
#include "partitioner/hypergraph/balance.hpp"
#include "tools/base/counted.hpp"
#include "tools/formats/graph_file.hpp"
#include "tools/formats/graph_format.hpp"
#include "tools/formats/input_file.hpp"
#include "tools/formats/text_reader.hpp"
#include "tools/terminal/outputs.hpp"
#include "tools/terminal/run_command.hpp"

namespace amorph::hmetis {
namespace {

// The name under which the command was called, if it is one of hMETIS's.
const char* called_name(char** argv) {
  if (argv[0] == nullptr) return nullptr;
  const char* slash = std::strrchr(argv[0], '/');
  const char* name = slash != nullptr ? slash + 1 : argv[0];
  for (const char* known : {"shmetis", "hmetis", "khmetis"})
    if (std::strcmp(name, known) == 0) return known;
  return nullptr;
}

struct input {
  graph_file::netlist file;
  std::vector<std::int32_t> fixed, group, start, move_cost;
  std::uint32_t dimensions = 1;

  [[nodiscard]] hypergraph::netlist view() const {
    return {file.vertices,
            file.nets,
            file.begin,
            file.pin,
            file.net_weight,
            file.vertex_weight,
            file.vertex_weight.empty() ? 1 : dimensions};
  }
  [[nodiscard]] check::netlist_figures count(std::uint32_t parts, const std::vector<std::uint32_t>& part) const {
    const auto or_null = [](const auto& a) { return a.empty() ? nullptr : a.data(); };
    return check::count_netlist(
        {file.vertices, file.nets, file.begin.data(), file.pin.data(), or_null(file.net_weight),
         or_null(file.vertex_weight), or_null(fixed), view().dimensions, or_null(group), or_null(start)},
        parts, part.data());
  }
};

void read_netlist(const char* program, const std::string& path, const settings& s, input& in) {
  std::string message;
  const arc_file::graph_format* const named = arc_file::format_of(path);
  if (named != nullptr && !named->always_marked && !arc_file::is_plain_text(path))  // its lines could be nets
    refuse(path + ": it is the name of a graph; expected a netlist, with a name such as .hgr");
  in.dimensions = static_cast<std::uint32_t>(s.dimensions);
  require(graph_file::read_netlist(path, in.file, message, in.dimensions), message);
  if (in.dimensions > 1 && in.file.vertex_weight.empty())
    refuse("option '--dimensions': " + path + " has no vertex weights (format 10 or 11)");
  if (in.file.duplicate_pins != 0)
    std::fprintf(stderr, "%s: %s: merged %s, the first in net %u\n", program, path.c_str(),
                 counted(in.file.duplicate_pins, "duplicate pin", "duplicate pins").c_str(),
                 in.file.first_duplicate_net + 1);
}
void read_column(const std::string& path, const graph_file::part_format& format, std::vector<std::int32_t>& column) {
  if (path.empty()) return;
  std::string message;
  require(graph_file::read_parts(path, format, column, message), message);
}
constexpr std::uint32_t most_groups = 1u << 30, most_drawn = 1000;
void read_constraints(const settings& s, const arguments& a, std::uint32_t parts, input& in) {
  const std::uint32_t n = in.file.vertices;
  read_column(s.groups, {n, most_groups, true, "group"}, in.group);
  read_column(a.fix, {n, parts, true, "part", s.evaluate ? span<const std::int32_t>() : in.group}, in.fixed);
  read_column(s.start, {n, parts, true}, in.start);
  if (s.move_cost == 0) return;
  if (s.start.empty()) refuse("option '--move-cost': expected --start too");
  in.move_cost.assign(n, static_cast<std::int32_t>(s.move_cost));
}
std::vector<double> read_numbers(const std::string& path, const graph_file::number_format& format) {
  std::vector<double> number;
  std::string message;
  if (!path.empty()) require(graph_file::read_numbers(path, format, number, message), message);
  return number;
}

double number_of(const std::string& text, const char* option, const char* expected, double most) {
  double x = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), x);
  if (code != std::errc() || end != text.data() + text.size() || !(x >= 0 && x <= most))
    refuse(std::string("option '--") + option + "': expected " + expected + ", found '" + text + "'");
  return x;
}

hypergraph::options options_of(const settings& s, const arguments& a, const input& in) {
  hypergraph::options o;
  o.parts = a.parts;
  o.objective = s.objective.empty()
                    ? a.objective
                    : *partition::find_by_name<hypergraph::objective>(hypergraph::objectives, s.objective);
  o.preset = *partition::parse_preset(s.preset);
  if (a.has_vcycles && a.vcycles == 0) o.vcycles = 0;
  o.runs = s.runs != 0 ? static_cast<std::uint32_t>(s.runs) : std::max(1u, a.runs);
  if (!s.time_limit.empty()) {
    o.time_limit_ms = 1000 * number_of(s.time_limit, "time-limit", "seconds", 1e9);
    if (s.runs == 0 && a.runs == 0) o.runs = std::numeric_limits<std::uint32_t>::max();
  }
  o.seed = s.seed;
  o.fixed = in.fixed;
  o.group = in.group;
  o.start = in.start;
  o.move_cost = in.move_cost;
  o.share = read_numbers(s.shares, {a.parts, 1});
  o.run.backend = *parse_backend(s.backend);
  o.run.threads = static_cast<unsigned>(s.threads);
  o.run.memory_limit = s.memory_limit;
  if (!s.limits.empty() && (!s.imbalance.empty() || !s.shares.empty()))
    refuse("option '--limits': expected neither --imbalance nor --shares");
  if (!s.limits.empty()) {
    for (const double most : read_numbers(s.limits, {a.parts, in.view().dimensions, true}))
      o.maximum.push_back(static_cast<std::int64_t>(std::min(most, 1e18)));
  } else if (!s.imbalance.empty()) {
    o.imbalance = number_of(s.imbalance, "imbalance", "a number of 0 or more, as 0.03", 1e6);
  } else if (a.program == program::khmetis) {
    o.imbalance = a.ubfactor / 100;
  } else {
    const hypergraph::part_bounds b = hypergraph::bounds_of_bisections(in.view(), a.parts, a.ubfactor, o.share);
    o.maximum = b.maximum;
    o.minimum = b.minimum;
  }
  return o;
}

void require_constraints(const check::netlist_figures& f) {
  if (f.misplaced != 0)
    throw error(status::internal, counted(f.misplaced, "fixed vertex is", "fixed vertices are") +
                                      " in another part, the first is vertex " + std::to_string(f.first_misplaced + 1));
  if (f.separated != 0)
    throw error(status::internal, counted(f.separated, "vertex is", "vertices are") +
                                      " not in the part of the group, the first is vertex " +
                                      std::to_string(f.first_separated + 1));
}

void verify(const hypergraph::result& r, const check::netlist_figures& f) {
  const hypergraph::quality& q = r.measured;
  if (f.cut != q.cut || f.km1 != q.km1 || f.soed != q.soed || f.part_weight != q.part_weight)
    throw error(status::internal, "the checker counts cut " + std::to_string(f.cut) + ", km1 " + std::to_string(f.km1) +
                                      ", the partitioner " + std::to_string(q.cut) + ", " + std::to_string(q.km1));
  if (f.moved != r.moved)
    throw error(status::internal, "the checker counts " + std::to_string(f.moved) +
                                      " moved vertices, the partitioner " + std::to_string(r.moved));
  require_constraints(f);
}

std::vector<std::string> read_names(const std::string& path, std::uint32_t vertices) {
  std::vector<std::string> names;
  if (path.empty()) return names;
  input_text text;
  std::string message;
  require(read_file(path, text, message), message);
  text_reader in(text.view(), input_name(path), '\0');
  while (in.next_line()) {
    if (names.size() == vertices) in.fail("the end of the file after " + counted(vertices, "name", "names"));
    names.emplace_back(in.word());
    in.end_line();
  }
  if (names.size() != vertices)
    in.fail("the name of vertex " + std::to_string(names.size() + 1) + " of " + std::to_string(vertices));
  return names;
}

void write_by_name(output_file& to, const std::vector<std::string>& names, const std::vector<std::uint32_t>& part) {
  for (std::size_t v = 0; v != names.size(); ++v) {
    to.write(names[v]);
    to.write(' ');
    to.write_number(std::uint64_t{part[v]});
    to.write('\n');
  }
}

void divide(const char* program, const settings& s, const arguments& a) {
  const std::string ending = ".part." + std::to_string(a.parts);
  if (s.nooutput && !s.output.empty()) refuse("options '--output' and '--nooutput' exclude each other");
  const std::string output = s.nooutput ? "" : s.output.empty() ? a.netlist + ending : s.output;
  const std::string by_name = s.nooutput || s.names.empty() ? "" : s.names + ending;
  if (!s.svg.empty() && a.parts > most_drawn)
    refuse("option '--svg': expected at most " + std::to_string(most_drawn) + " parts, found " +
           std::to_string(a.parts));
  outputs files({a.netlist, a.fix, s.groups, s.start, s.shares, s.limits, s.names}, {output, by_name, s.json, s.svg});
  times spent;
  const stopwatch reading;
  input in;
  read_netlist(program, a.netlist, s, in);
  read_constraints(s, a, a.parts, in);
  const std::vector<std::string> names = read_names(s.names, in.file.vertices);
  spent.read_ms = reading.ms();
  const hypergraph::netlist n = in.view();
  const hypergraph::options o = options_of(s, a, in);
  const stopwatch partitioning;
  const hypergraph::result r = hypergraph::divide(n, o);
  spent.partition_ms = partitioning.ms();
  const check::netlist_figures f = in.count(a.parts, r.part);
  if (s.verify) verify(r, f);
  const stopwatch writing;
  files.write(output, [&](output_file& to) { graph_file::write_partition(to, r.part, o.run.threads); });
  files.write(by_name, [&](output_file& to) { write_by_name(to, names, r.part); });
  spent.write_ms = writing.ms();
  const report_input said{a, n, o, r, f, spent};
  if (!s.json.empty()) files.write_text(s.json, json(said));
  if (!s.svg.empty()) files.write_text(s.svg, picture(said));
  files.finish(report(said));
}

void evaluate(const char* program, const settings& s, const std::vector<std::string>& operands) {
  if (operands.size() != 2 && operands.size() != 3) refuse("expected --evaluate NETLIST [FIX] PARTITION");
  arguments a;
  a.netlist = operands[0];
  if (operands.size() == 3) a.fix = operands[1];
  outputs files({a.netlist, a.fix, operands.back(), s.groups, s.start}, {s.json});
  input in;
  read_netlist(program, a.netlist, s, in);
  std::vector<std::int32_t> part;
  std::string message;
  const std::uint32_t most = in.file.vertices;
  require(graph_file::read_parts(operands.back(), {in.file.vertices, most, false}, part, message), message);
  for (const std::int32_t p : part) a.parts = std::max(a.parts, static_cast<std::uint32_t>(p) + 1);
  read_constraints(s, a, most, in);
  hypergraph::result r;
  r.part.assign(part.begin(), part.end());
  r.measured = hypergraph::measure(in.view(), a.parts, r.part);
  const check::netlist_figures f = in.count(a.parts, r.part);
  hypergraph::options o;
  o.parts = a.parts;
  o.start = in.start;
  const report_input said{a, in.view(), o, r, f, {}, false};
  if (!s.json.empty()) files.write_text(s.json, json(said));
  files.finish(report(said));
  require_constraints(f);
}

}  // namespace

int run(int argc, char** argv) {
  settings s;
  const char* called = called_name(argv);
  if (called != nullptr) s.arguments = called;
  const char* program = called != nullptr ? called : "amorph-hmetis";
  const command about = describe(program, s);
  return process_code(about, run_command(about, argc, argv, [&](const std::vector<std::string>& operands) {
                        if (s.evaluate)
                          evaluate(program, s, operands);
                        else
                          divide(program, s,
                                 read_arguments(operands, s.arguments,
                                                !s.imbalance.empty() ? "imbalance"
                                                : !s.limits.empty()  ? "limits"
                                                                     : nullptr));
                      }));
}

}  // namespace amorph::hmetis
