// The statistics of a run as a line, as a table and as JSON.
#include <cinttypes>
#include <cstdio>

#include "amorph/version.hpp"
#include "tools/base/json.hpp"
#include "tools/commands/amorph-pta/pta.hpp"
#include "tools/terminal/run_report.hpp"

namespace amorph::pta {
namespace {

std::string grouped(std::uint64_t n) {  // 1234567 -> 1,234,567
  std::string text = std::to_string(n);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, 1, ',');
  return text;
}

std::string with_unit(double x, const char* unit) {
  char text[48];
  std::snprintf(text, sizeof text, "%.*f %s", x < 10 ? 2 : x < 100 ? 1 : 0, x, unit);
  return text;
}

std::string duration(double ms) { return ms < 10000 ? with_unit(ms, "ms") : with_unit(ms / 1000, "s"); }

std::string memory(std::uint64_t bytes) {
  const double mib = static_cast<double>(bytes) / (1 << 20);
  return mib < 10240 ? with_unit(mib, "MiB") : with_unit(mib / 1024, "GiB");
}

// The solver's count, or that of the process if the solver keeps none.
std::uint64_t peak(const outcome& o) { return o.solver.peak_bytes != 0 ? o.solver.peak_bytes : o.process_peak_bytes; }

}  // namespace

std::string summary(const outcome& o) {
  const andersen::statistics& s = o.solver;
  return grouped(s.variables) + " variables, " + grouped(s.constraints) + " constraints: " + grouped(s.facts) +
         " points-to facts in " + grouped(s.rounds) + " rounds, " + duration(s.solve_ms) + ", " + memory(peak(o)) +
         " (" + backend_text(s) + ")" + (o.verified ? ", verified" : "") + "\n";
}

std::string table(const outcome& o) {
  const andersen::statistics& s = o.solver;
  std::string text;
  auto row = [&](const char* name, const std::string& value) {
    char line[160];
    std::snprintf(line, sizeof line, "%-22s%s\n", name, value.c_str());
    text += line;
  };
  row("backend", backend_text(s));
  row("variables", grouped(s.variables));
  row("objects", grouped(o.objects));
  row("constraints", grouped(s.constraints));
  row("rounds", grouped(s.rounds));
  row("edges", grouped(s.edges));
  row("edges added", grouped(s.edges_added));
  row("variables collapsed", grouped(s.collapsed));
  row("points-to facts", grouped(s.facts));
  row("distinct sets", grouped(s.distinct_sets));
  row("128-byte elements", grouped(s.elements));
  row("peak memory", memory(peak(o)));
  row("  whole process", memory(o.process_peak_bytes));
  row("solve", duration(s.solve_ms) + (o.solve_ms.size() > 1 ? " (median of " + grouped(o.solve_ms.size()) + ")" : ""));
  row("  prepare", duration(s.prepare_ms));
  row("  collapse", duration(s.collapse_ms));
  row("  propagate", duration(s.propagate_ms));
  row("  evaluate", duration(s.evaluate_ms));
  row("  transfer", duration(s.transfer_ms));
  row("read", duration(o.read_ms));
  if (o.verified) row("verify", duration(o.verify_ms) + ", the sets are correct");
  row("write", duration(o.write_ms));
  row("total", duration(o.total_ms));
  return text;
}

std::string json(const outcome& o) {
  const andersen::statistics& s = o.solver;
  json_writer j;
  j.begin_object();
  j.field("tool", "amorph-pta");
  j.field("version", AMORPH_VERSION);
  write_backend(j, s);
  j.field("variables", s.variables);
  j.field("objects", o.objects);
  j.field("constraints", s.constraints);
  j.field("rounds", s.rounds);
  j.field("edges", s.edges);
  j.field("edges_added", s.edges_added);
  j.field("collapsed", s.collapsed);
  j.field("facts", s.facts);
  j.field("distinct_sets", s.distinct_sets);
  j.field("elements", s.elements);
  j.field("solve_ms", s.solve_ms);
  j.field("prepare_ms", s.prepare_ms);
  j.field("collapse_ms", s.collapse_ms);
  j.field("propagate_ms", s.propagate_ms);
  j.field("evaluate_ms", s.evaluate_ms);
  j.field("transfer_ms", s.transfer_ms);
  j.field("read_ms", o.read_ms);
  j.field("verify_ms", o.verify_ms);
  j.field("write_ms", o.write_ms);
  j.field("total_ms", o.total_ms);
  j.field("peak_bytes", peak(o));
  j.field("process_peak_bytes", o.process_peak_bytes);
  j.field("verified", o.verified);
  j.list("solve_ms_each", o.solve_ms);
  j.end_object();
  return j.text();
}

}  // namespace amorph::pta
