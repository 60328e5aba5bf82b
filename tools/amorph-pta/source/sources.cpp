#include "sources.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <map>
#include <optional>

#include "amorph/outputs.hpp"
#include "amorph/progress_line.hpp"
#include "amorph/run_command.hpp"
#include "amorph/version.hpp"
#include "answers.hpp"
#include "graph.hpp"
#include "html.hpp"
#include "llvm/IR/Module.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/raw_ostream.h"
#include "program.hpp"

namespace amorph::pta {
namespace {

struct figures {
  std::size_t units = 0, from_cache = 0, linked = 0;
  std::vector<std::string> skipped;
  std::size_t functions = 0;
  double lower_ms = 0, link_ms = 0, index_ms = 0, total_ms = 0;
};

bool is_ir(const std::string& name) { return name.ends_with(".bc") || name.ends_with(".ll"); }

void check_usage(const config& c) {
  if (!c.nodes.empty() || !c.constraints.empty() || !c.cycles.empty())
    refuse("expected either sources or constraint files, found both");
  if (!c.output.empty()) refuse("--output is for constraint files; --sets prints the sets of a program");
  if (c.verify || c.repeat != 1) refuse("--verify and --repeat are for constraint files; --dump writes one");
  if (!c.database.empty() && c.with_flags) refuse("expected either -p or flags behind '--', found both");
  if (c.database.empty() && c.operands.empty()) refuse("expected -p BUILD, or sources; --help shows the usage");
  if (c.around.empty() != c.picture.empty()) refuse("expected --around P and --picture FILE together");
  if (c.no_cache && !c.cache.empty()) refuse("expected either --cache or --no-cache, found both");
  for (const std::string& name : c.operands)
    if (is_ir(name) && !c.database.empty()) refuse(name + ": expected a source beside -p, found LLVM IR");
}

std::vector<unit_command> commands_of(const config& c) {
  if (!c.database.empty()) return read_database(c.database, c.operands);
  std::vector<std::string> sources;
  std::copy_if(c.operands.begin(), c.operands.end(), std::back_inserter(sources),
               [](const auto& n) { return !is_ir(n); });
  return with_flags(sources, c.flags);
}

void report_dropped(const config& c, const std::vector<unit>& units) {
  std::map<std::string, std::size_t> times;
  for (const unit& u : units)
    for (const std::string& word : u.dropped) ++times[word];
  if (c.quiet) return;
  for (const auto& [word, n] : times)
    std::fprintf(stderr, "amorph-pta: note: Clang does not know '%s' (%zu sources); it was left out\n", word.c_str(),
                 n);
}

// All units, those of LLVM IR last, and their commands.
std::vector<unit> lowered(const config& c, std::vector<unit_command>& commands, figures& f) {
  const unit_cache cache(c.no_cache ? std::string() : c.cache.empty() ? unit_cache::default_folder() : c.cache);
  progress_line line;
  std::vector<unit> units =
      lower_all(commands, cache, static_cast<unsigned>(c.threads), [&](std::size_t done, std::size_t cached) {
        f.from_cache = cached;
        if (line.due())
          line.show("lowered " + std::to_string(done) + " of " + std::to_string(commands.size()) + " sources (" +
                    std::to_string(cached) + " from the cache)");
      });
  line.clear();
  for (const std::string& name : c.operands)
    if (is_ir(name)) {
      units.push_back(read_ir(name));
      unit_command command;
      command.file = name;
      commands.push_back(std::move(command));
    }
  for (const unit& u : units)
    if (!u.lowered()) f.skipped.push_back(u.problem);
  if (!f.skipped.empty() && !c.keep_going)
    refuse(f.skipped[0] + " (" + std::to_string(f.skipped.size()) + " of " + std::to_string(units.size()) +
           " sources cannot be lowered; --keep-going leaves them out)");
  for (const std::string& problem : f.skipped) std::fprintf(stderr, "amorph-pta: left out: %s\n", problem.c_str());
  report_dropped(c, units);
  f.units = units.size();
  return units;
}

PointsToParameters parameters(const config& c) {
  PointsToParameters p;
  p.Backend = c.backend == "cpu"    ? andersen::backend::cpu
              : c.backend == "cuda" ? andersen::backend::cuda
                                    : andersen::backend::automatic;
  p.Threads = static_cast<unsigned>(c.threads);
  p.ClosedWorld = c.world == "closed";
  p.Fields = c.fields;
  p.Models = c.models;
  p.Dot = c.dot;
  p.Constraints = c.dump_to;
  p.Origins = c.interactive || std::any_of(c.queries.begin(), c.queries.end(),
                                           [](const auto& q) { return q.first == std::string("why"); });
  return p;
}

std::string json(const config& c, const figures& f, const PointsToResult& r, const std::vector<answer>& answers) {
  const andersen::statistics& s = r.Solution.stats;
  json_writer j;
  j.begin_object();
  j.field("tool", "amorph-pta");
  j.field("version", AMORPH_VERSION);
  j.field("units", f.units);
  j.field("from_cache", f.from_cache);
  j.field("linked", f.linked);
  j.key("skipped");
  j.begin_array();
  for (const std::string& text : f.skipped) j.value(text);
  j.end_array();
  j.field("functions", f.functions);
  j.field("world", c.world);
  j.field("backend", s.backend_name.starts_with("cuda") ? "cuda" : "cpu");
  j.field("device", s.backend_name);
  j.field("variables", s.variables);
  j.field("objects", static_cast<std::uint64_t>(r.Constraints.Problem.objects));
  j.field("constraints", s.constraints);
  j.field("rounds", s.rounds);
  j.field("facts", s.facts);
  j.field("lower_ms", f.lower_ms);
  j.field("link_ms", f.link_ms);
  j.field("extract_ms", r.ExtractMilliseconds);
  j.field("solve_ms", s.solve_ms);
  j.field("index_ms", f.index_ms);
  j.field("total_ms", f.total_ms);
  j.key("answers");
  j.begin_array();
  for (const answer& a : answers) write(j, a);
  j.end_array();
  j.end_object();
  return j.text();
}

std::string summary(const figures& f, const PointsToResult& r) {
  const andersen::statistics& s = r.Solution.stats;
  char text[400];
  std::snprintf(text, sizeof text,
                "%zu sources (%zu from the cache%s), %zu functions: %llu variables, %llu constraints, %llu facts; "
                "lowered in %.2f s, "
                "linked in %.2f s, extracted in %.2f s, solved in %.2f s (%s)\n",
                f.units, f.from_cache,
                f.skipped.empty() ? "" : (", " + std::to_string(f.skipped.size()) + " left out").c_str(), f.functions,
                static_cast<unsigned long long>(s.variables), static_cast<unsigned long long>(s.constraints),
                static_cast<unsigned long long>(s.facts), f.lower_ms / 1000, f.link_ms / 1000,
                r.ExtractMilliseconds / 1000, s.solve_ms / 1000, s.backend_name.c_str());
  return text;
}

std::string help() {
  std::string text;
  for (const query_kind& k : query_kinds()) {
    std::string line = std::string("  ") + k.name + " " + k.argument;
    line.resize(std::max<std::size_t>(line.size() + 1, 32), ' ');
    text += line + k.help + "\n";
  }
  return text + "  quit                          End. (So does the end of the input.)\n";
}

// One query a line; what cannot be answered is one line, and the next is read.
void converse(const source_index& program, std::vector<answer>& answers, bool print) {
  const bool person = ::isatty(STDIN_FILENO) != 0;
  for (std::string line;;) {
    if (person) std::fputs("> ", stderr);
    if (!std::getline(std::cin, line)) break;
    while (!line.empty() && (line.back() == ' ' || line.back() == '\r')) line.pop_back();
    const std::size_t begin = line.find_first_not_of(' ');
    if (begin == std::string::npos || line[begin] == '#') continue;
    const std::size_t end = std::min(line.find(' ', begin), line.size());
    const std::string query = line.substr(begin, end - begin);
    const std::size_t argument = line.find_first_not_of(' ', end);
    if (query == "quit" || query == "exit") break;
    if (query == "help") {
      std::fputs(help().c_str(), person ? stderr : stdout);
      continue;
    }
    try {
      answers.push_back(ask(program, query, argument == std::string::npos ? "" : line.substr(argument)));
      if (print) std::fputs(text(answers.back()).c_str(), stdout);
      std::fflush(stdout);
    } catch (const error& e) {
      std::fprintf(stderr, "amorph-pta: %s\n", e.what());
    }
  }
}

std::string title_of(const config& c) {
  if (!c.target.empty()) return c.target;
  if (!c.entry.empty()) return c.entry;
  return c.operands.empty() ? c.database : c.operands[0];
}

}  // namespace

void analyse_sources(config& c) {
  const stopwatch total;
  check_usage(c);
  outputs files({c.models}, {c.json, c.dot, c.dump_to, c.html, c.call_graph, c.picture});
  llvm::CrashRecoveryContext::Enable();
  figures f;

  const stopwatch lowering;
  std::vector<unit_command> commands = commands_of(c);
  const std::vector<unit> units = lowered(c, commands, f);
  f.lower_ms = lowering.ms();

  const stopwatch linking;
  std::vector<const unit*> parts;
  std::vector<std::string> names;
  for (const std::size_t i : choose(commands, units, {c.entry, c.target})) {
    parts.push_back(&units[i]);
    names.push_back(commands[i].file);
  }
  f.linked = parts.size();
  linked_program program = link(parts, names, !c.exported);
  f.functions = static_cast<std::size_t>(
      std::count_if(program.module->begin(), program.module->end(), [](const auto& g) { return !g.isDeclaration(); }));
  f.link_ms = linking.ms();

  // Not taken apart at the end, when the process gives all of it back at once.
  PointsToResult& result = *new PointsToResult(analyseModule(*program.module, parameters(c)));
  require(result.Status, result.Failure);
  if (llvm::Error e = writeOutputs(result, *program.module)) refuse(llvm::toString(std::move(e)));
  if (c.sets) {
    result.print(llvm::outs(), *program.module);
    llvm::outs().flush();
  }

  std::vector<answer> answers;
  if (!c.queries.empty() || c.interactive || !c.html.empty() || !c.call_graph.empty() || !c.picture.empty()) {
    const stopwatch indexing;
    const source_index& index = *new source_index(result);
    f.index_ms = indexing.ms();
    const auto picture = [](const std::string& name, const std::string& dot) {
      return name.ends_with(".svg") ? drawn(dot) : dot;
    };
    if (!c.html.empty()) files.write_text(c.html, html_report(index, title_of(c)));
    if (!c.call_graph.empty()) files.write_text(c.call_graph, picture(c.call_graph, call_graph(index)));
    if (!c.picture.empty()) files.write_text(c.picture, picture(c.picture, neighbourhood(index, c.around)));
    for (const auto& [query, argument] : c.queries) answers.push_back(ask(index, query, argument));
    std::string shown;
    if (c.json != "-")
      for (const answer& a : answers) shown += text(a);
    std::string message;
    require(print(shown, message) ? status::ok : status::bad_input, message);
    if (c.interactive) converse(index, answers, c.json != "-");
  }
  f.total_ms = total.ms();
  if (!c.json.empty()) files.write_text(c.json, json(c, f, result, answers));
  const bool report = !c.quiet && ((answers.empty() && !c.sets && !c.interactive) || c.statistics);
  files.finish(report && !files.on_stdout() ? summary(f, result) : std::string());
  static_cast<void>(program.module.release());
  static_cast<void>(program.context.release());
}

}  // namespace amorph::pta
