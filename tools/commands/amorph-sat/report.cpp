// The figures of a run: comment lines for people, JSON for programs.
#include <algorithm>
#include <cstdio>

#include "amorph/kernels/base/byte_text.hpp"
#include "amorph/version.hpp"
#include "tools/base/json.hpp"
#include "tools/base/utf8.hpp"
#include "tools/commands/amorph-sat/sat.hpp"
#include "tools/terminal/run_report.hpp"

namespace amorph::sat_tool {
namespace {

std::string text(const char* format, double x) {
  char line[64];
  std::snprintf(line, sizeof line, format, x);
  return line;
}

double run_ms(const run_statistics& stats) { return stats.load_ms + stats.median_ms() + stats.finish_ms; }

// "16 walkers", or "1 to 16 walkers": `auto` and `hybrid` choose their number for each walk.
std::string walkers_text(const sat::satisfy_result& a) {
  unsigned fewest = 0, most = 0;
  for (const sat::search_step& step : a.steps)
    if (step.method == sat::method::walk) {
      fewest = most == 0 ? step.walkers : std::min(fewest, step.walkers);
      most = std::max(most, step.walkers);
    }
  return (fewest == most ? "" : std::to_string(fewest) + " to ") + std::to_string(most) +
         (most == 1 ? " walker" : " walkers");
}

void write_steps(json_writer& j, const sat::satisfy_result& a) {
  j.key("steps");
  j.begin_array();
  for (const sat::search_step& step : a.steps) {
    j.begin_object();
    j.field("method", to_string(step.method));
    j.field("variables", step.variables);
    j.field("clauses", step.clauses);
    if (step.method == sat::method::survey) j.field("sweeps", step.sweeps);
    if (step.method == sat::method::walk) {
      j.field("walkers", step.walkers);
      j.field("flips", step.flips);
      j.field("unsatisfied", step.unsatisfied);
    }
    if (step.method == sat::method::complete) j.field("conflict_limit", step.conflicts);
    j.field("ms", step.ms);
    j.end_object();
  }
  j.end_array();
}

std::string_view word(sat::verdict v) { return status_line(v).substr(2, status_line(v).size() - 3); }

}  // namespace

std::string_view status_line(sat::verdict v) {
  switch (v) {
    case sat::verdict::satisfiable: return "s SATISFIABLE\n";
    case sat::verdict::unsatisfiable: return "s UNSATISFIABLE\n";
    default: return "s UNKNOWN\n";
  }
}

int answer_code(sat::verdict v) {
  switch (v) {
    case sat::verdict::satisfiable: return 10;
    case sat::verdict::unsatisfiable: return 20;
    default: return 0;
  }
}

std::string headline(const outcome& o) {
  std::string s = "c amorph-sat " AMORPH_VERSION "\nc " + one_line(o.name) + ": " + std::to_string(o.variables) +
                  " variables, " + std::to_string(o.clauses) + " clauses";
  if (o.length != 0 && o.variables != 0)
    s += " of " + std::to_string(o.length) + ", ratio " +
         text("%.4g", static_cast<double>(o.clauses) / static_cast<double>(o.variables));
  return s + ", read in " + text("%.1f ms\n", o.read_ms);
}

std::string_view phase_name(std::string_view phase) {
  if (phase == "simplify") return "simplification";
  if (phase == "survey") return "survey propagation";
  if (phase == "walk") return "local search";
  if (phase == "complete") return "complete solver";
  return phase;
}

std::string summary(const config& c, const outcome& o) {
  const sat::satisfy_result& a = o.answer;
  std::string s = "c simplified in " + text("%.1f ms\n", a.simplify_ms);
  for (const sat::survey_attempt& t : a.attempts)
    s += "c survey propagation: " + std::to_string(t.stats.rounds) + " rounds, " + std::to_string(t.stats.sweeps) +
         " sweeps, " + std::to_string(t.stats.fixed) + " fixed, " + std::to_string(t.stats.unfixed) + " unfixed, " +
         text("%.1f ms: ", run_ms(t.stats)) + std::string(to_string(t.ended)) + "\n";
  if (a.halo_bytes != 0)
    s += "c sent between " + std::to_string(a.devices.size()) + " devices: " + byte_text(a.halo_bytes) + "\n";
  if (a.residual_clauses != 0)
    s += "c residual formula: " + std::to_string(a.residual_variables) + " variables, " +
         std::to_string(a.residual_clauses) + " clauses\n";
  if (a.walk_ms != 0)
    s += "c local search: " + std::to_string(a.flips) + " flips, " + text("%.1f ms, ", a.walk_ms) + walkers_text(a) +
         "\n";
  if (a.complete_ms != 0) s += std::string("c ") + sat::complete_name() + ": " + text("%.1f ms\n", a.complete_ms);
  if (a.found != sat::verdict::unknown)
    s += "c answered by " + std::string(phase_name(a.found_by)) + " (" +
         (a.found_by == "complete" ? "cpu" : a.stats.backend_name) + ")" +
         (o.verified ? ", checked in " + text("%.1f ms", o.verify_ms) : "") + "\n";
  else
    s += o.interrupted ? "c interrupted\n"
         : o.timed_out ? "c time limit of " + c.time_limit + " s reached\n"
                       : "c gave up\n";
  return s + "c " + text("%.1f ms in total\n", o.total_ms);
}

std::string json(const config& c, const outcome& o) {
  const sat::satisfy_result& a = o.answer;
  json_writer j;
  j.begin_object();
  j.field("tool", "amorph-sat");
  j.field("version", AMORPH_VERSION);
  j.field("input", o.name);
  j.field("variables", o.variables);
  j.field("clauses", o.clauses);
  j.field("literals", o.literals);
  j.field("clause_length", o.length);
  j.field("status", word(a.found));
  j.field("verified", o.verified);
  j.field("interrupted", o.interrupted);
  j.field("timed_out", o.timed_out);
  j.field("method", c.method);
  j.field("answered_by", a.found_by);
  j.field("seed", c.seed);
  j.field("sweeps", a.sweeps);
  j.field("rounds", a.rounds);
  j.field("fixed", a.fixed);
  j.field("unfixed", a.unfixed);
  j.field("flips", a.flips);
  j.field("residual_variables", a.residual_variables);
  j.field("residual_clauses", a.residual_clauses);
  write_backend(j, a.stats);
  j.key("devices");
  j.begin_array();
  for (const std::int32_t device : a.devices) j.value(device);
  j.end_array();
  j.field("halo_bytes", a.halo_bytes);
  j.field("strategy", a.survey_strategy_name);
  j.field("walk_strategy", a.walk_strategy_name);
  j.field("peak_bytes", a.stats.peak_bytes);
  j.field("read_ms", o.read_ms);
  j.field("simplify_ms", a.simplify_ms);
  j.field("survey_ms", a.survey_ms);
  j.field("walk_ms", a.walk_ms);
  j.field("complete_ms", a.complete_ms);
  j.field("solve_ms", o.solve_ms);
  j.field("verify_ms", o.verify_ms);
  j.field("ms", o.total_ms);
  write_steps(j, a);
  j.key("attempts");
  j.begin_array();
  for (const sat::survey_attempt& t : a.attempts) {
    j.begin_object();
    j.field("ended", to_string(t.ended));
    j.field("fraction", t.fraction);
    j.field("backtrack", t.backtrack);
    j.field("guided", t.guided);
    j.field("epsilon", t.epsilon);
    j.field("rounds", t.stats.rounds);
    j.field("sweeps", t.stats.sweeps);
    j.field("unconverged", t.stats.unconverged);
    j.field("fixed", t.stats.fixed);
    j.field("unfixed", t.stats.unfixed);
    j.field("contradictions", t.stats.contradictions);
    j.field("clause_updates", t.stats.clause_updates);
    j.field("load_ms", t.stats.load_ms);
    j.field("sweep_ms", t.stats.sweep_ms);
    j.field("ms", run_ms(t.stats));
    j.end_object();
  }
  j.end_array();
  j.end_object();
  return j.text();
}

}  // namespace amorph::sat_tool
