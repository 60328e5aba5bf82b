// What a run tells: comment lines for people, JSON for programs.
#include <cstdio>

#include "amorph/json.hpp"
#include "amorph/version.hpp"
#include "sat.hpp"

namespace amorph::sat_tool {
namespace {

std::string text(const char* format, double x) {
  char line[64];
  std::snprintf(line, sizeof line, format, x);
  return line;
}

// A name may hold anything; a comment is one line.
std::string one_line(const std::string& name) {
  std::string s = name;
  for (char& b : s)
    if (static_cast<unsigned char>(b) < ' ' || b == 0x7f) b = '?';
  return s;
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

std::string summary(const config& c, const outcome& o) {
  const sat::satisfy_result& a = o.answer;
  std::string s = "c simplified to " + std::to_string(a.rest_variables) + " variables, " +
                  std::to_string(a.rest_clauses) + " clauses in " + text("%.1f ms\n", a.simplify_ms);
  if (a.sweeps != 0)
    s += "c survey propagation: " + std::to_string(a.rounds) + " rounds, " + std::to_string(a.sweeps) + " sweeps, " +
         std::to_string(a.fixed) + " fixed, " + std::to_string(a.released) + " released, " +
         std::to_string(a.contradictions) + " contradictions, " + std::to_string(a.restarts) + " restarts, " +
         text("%.1f ms\n", a.survey_ms);
  if (a.flips != 0) s += "c local search: " + std::to_string(a.flips) + " flips, " + text("%.1f ms\n", a.walk_ms);
  if (a.complete_ms != 0) s += std::string("c ") + sat::complete_name() + ": " + text("%.1f ms\n", a.complete_ms);
  if (a.found != sat::verdict::unknown)
    s += "c answered by " + a.answered_by + " (" + a.backend_name +
         (a.backend_name == "cpu" ? ", " + std::to_string(a.threads) + (a.threads == 1 ? " thread" : " threads") : "") +
         ")" + (o.verified ? ", checked in " + text("%.1f ms", o.verify_ms) : "") + "\n";
  else
    s += o.interrupted ? "c interrupted\n"
         : o.timed_out ? "c time limit of " + c.time_limit + " s reached\n"
                       : "c gave up\n";
  return s + "c " + text("%.1f ms in all\n", o.total_ms);
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
  j.field("answered_by", a.answered_by);
  j.field("seed", c.seed);
  j.field("rest_variables", a.rest_variables);
  j.field("rest_clauses", a.rest_clauses);
  j.field("rounds", a.rounds);
  j.field("sweeps", a.sweeps);
  j.field("fixed", a.fixed);
  j.field("released", a.released);
  j.field("contradictions", a.contradictions);
  j.field("restarts", a.restarts);
  j.field("flips", a.flips);
  j.field("backend", a.backend_name.starts_with("cuda") ? "cuda" : "cpu");
  j.field("device", a.backend_name);
  j.field("threads", a.threads);
  j.field("strategy", a.strategy);
  j.field("walk_strategy", a.walk_strategy);
  j.field("peak_bytes", a.peak_bytes);
  j.field("read_ms", o.read_ms);
  j.field("simplify_ms", a.simplify_ms);
  j.field("survey_ms", a.survey_ms);
  j.field("walk_ms", a.walk_ms);
  j.field("complete_ms", a.complete_ms);
  j.field("solve_ms", o.solve_ms);
  j.field("verify_ms", o.verify_ms);
  j.field("ms", o.total_ms);
  j.end_object();
  return j.text();
}

}  // namespace amorph::sat_tool
