// Reads, partitions, verifies, writes; or evaluates a partition.
#include "tools/amorph-hmetis/hmetis.hpp"

#include <charconv>
#include <cstdio>
#include <cstring>

#include "amorph/kernels/base/stopwatch.hpp"
#include "partitioner/hypergraph/balance.hpp"
#include "tools/formats/counted.hpp"
#include "tools/formats/graph_file.hpp"
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
  std::vector<std::int32_t> fixed;

  [[nodiscard]] hypergraph::netlist view() const {
    return {file.vertices, file.nets, file.begin, file.pin, file.net_weight, file.vertex_weight};
  }
  [[nodiscard]] check::netlist_figures count(std::uint32_t parts, const std::vector<std::uint32_t>& part) const {
    const auto or_null = [](const auto& a) { return a.empty() ? nullptr : a.data(); };
    return check::count_netlist({file.vertices, file.nets, file.begin.data(), file.pin.data(), or_null(file.net_weight),
                                 or_null(file.vertex_weight), or_null(fixed)},
                                parts, part.data());
  }
};

void read_netlist(const char* program, const std::string& path, input& in) {
  std::string message;
  require(graph_file::read_netlist(path, in.file, message), message);
  if (in.file.duplicate_pins != 0)
    std::fprintf(stderr, "%s: %s: merged %s, the first in net %u\n", program, path.c_str(),
                 counted(in.file.duplicate_pins, "duplicate pin", "duplicate pins").c_str(),
                 in.file.first_duplicate_net + 1);
}
void read_fix(const std::string& path, std::uint32_t parts, input& in) {
  if (path.empty()) return;
  std::string message;
  require(graph_file::read_parts(path, {in.file.vertices, parts, true}, in.fixed, message), message);
}

double imbalance_of(const std::string& text) {
  double x = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), x);
  if (code != std::errc() || end != text.data() + text.size() || !(x >= 0 && x <= 1e6))
    refuse("option '--imbalance': expected a number of 0 or more, as 0.03, found '" + text + "'");
  return x;
}

hypergraph::options options_of(const settings& s, const arguments& a, const input& in) {
  hypergraph::options o;
  o.parts = a.parts;
  o.objective = a.objective == 2 ? hypergraph::objective::soed : hypergraph::objective::cut;
  if (!s.objective.empty()) o.objective = *hypergraph::parse_objective(s.objective);
  o.preset = *hypergraph::parse_preset(s.preset);
  if (a.has_vcycles) o.vcycles = a.vcycles != 0;
  o.runs = s.runs != 0 ? static_cast<std::uint32_t>(s.runs) : std::max(1u, a.runs);
  o.seed = s.seed;
  o.fixed = in.fixed;
  o.run.backend = *parse_backend(s.backend);
  o.run.threads = static_cast<unsigned>(s.threads);
  o.run.memory_limit = s.memory_limit;
  if (!s.imbalance.empty()) {
    o.imbalance = imbalance_of(s.imbalance);
  } else if (a.program == program::khmetis) {
    o.imbalance = a.ubfactor / 100;
  } else {
    const hypergraph::part_bounds b = hypergraph::bounds_of_bisections(in.view(), a.parts, a.ubfactor);
    o.maximum = b.maximum;
    o.minimum = b.minimum;
  }
  return o;
}

void require_fixed(const check::netlist_figures& f) {
  if (f.misplaced != 0)
    throw error(status::internal, counted(f.misplaced, "fixed vertex is", "fixed vertices are") +
                                      " in another part, the first is vertex " + std::to_string(f.first_misplaced + 1));
}

void verify(const hypergraph::result& r, const check::netlist_figures& f) {
  const hypergraph::quality& q = r.measured;
  if (f.cut != q.cut || f.km1 != q.km1 || f.soed != q.soed || f.part_weight != q.part_weight)
    throw error(status::internal, "the checker counts cut " + std::to_string(f.cut) + ", km1 " + std::to_string(f.km1) +
                                      ", the partitioner " + std::to_string(q.cut) + ", " + std::to_string(q.km1));
  require_fixed(f);
}

void divide(const char* program, const settings& s, const arguments& a) {
  const std::string output = s.nooutput ? "" : a.netlist + ".part." + std::to_string(a.parts);
  outputs files({a.netlist, a.fix}, {output, s.json});
  times spent;
  const stopwatch reading;
  input in;
  read_netlist(program, a.netlist, in);
  read_fix(a.fix, a.parts, in);
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
  spent.write_ms = writing.ms();
  const report_input said{a, n, o, r, f, spent};
  if (!s.json.empty()) files.write_text(s.json, json(said));
  files.finish(report(said));
}

void evaluate(const char* program, const settings& s, const std::vector<std::string>& operands) {
  if (operands.size() != 2 && operands.size() != 3) refuse("expected --evaluate NETLIST [FIX] PARTITION");
  arguments a;
  a.netlist = operands[0];
  if (operands.size() == 3) a.fix = operands[1];
  outputs files({a.netlist, a.fix, operands.back()}, {s.json});
  input in;
  read_netlist(program, a.netlist, in);
  std::vector<std::int32_t> part;
  std::string message;
  constexpr std::uint32_t most = 1u << 28;
  require(graph_file::read_parts(operands.back(), {in.file.vertices, most, false}, part, message), message);
  for (const std::int32_t p : part) a.parts = std::max(a.parts, static_cast<std::uint32_t>(p) + 1);
  read_fix(a.fix, most, in);
  hypergraph::result r;
  r.part.assign(part.begin(), part.end());
  r.measured = hypergraph::measure(in.view(), a.parts, r.part);
  const check::netlist_figures f = in.count(a.parts, r.part);
  hypergraph::options o;
  o.parts = a.parts;
  const report_input said{a, in.view(), o, r, f, {}, false};
  if (!s.json.empty()) files.write_text(s.json, json(said));
  files.finish(report(said));
  require_fixed(f);
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
                          divide(program, s, read_arguments(operands, s.arguments, !s.imbalance.empty()));
                      }));
}

}  // namespace amorph::hmetis
