// The phases of an analysis of sources: lower, link, extract, solve, answer. Each phase is a function; `figures`
// collects their reports.
#include "tools/commands/amorph-pta/source/sources.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <iostream>
#include <limits>
#include <map>
#include <new>
#include <optional>
#include <system_error>
#include <thread>

#include "amorph/version.hpp"
#include "llvm-pass/analysis/PointsTo.h"
#include "llvm-pass/analysis/Precision.h"
#include "llvm-pass/analysis/SymbolNames.h"
#include "llvm-pass/analysis/Warnings.h"
#include "llvm-pass/output/Outputs.h"
#include "llvm-pass/output/Report.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"
#include "tools/base/interrupt.hpp"
#include "tools/commands/amorph-pta/source/answers.hpp"
#include "tools/commands/amorph-pta/source/graph.hpp"
#include "tools/commands/amorph-pta/source/html.hpp"
#include "tools/commands/amorph-pta/source/link.hpp"
#include "tools/commands/amorph-pta/source/program.hpp"
#include "tools/commands/amorph-pta/source/solution_cache.hpp"
#include "tools/terminal/outputs.hpp"
#include "tools/terminal/progress_line.hpp"
#include "tools/terminal/run_command.hpp"
#include "tools/terminal/run_report.hpp"
#include "tools/terminal/start_device.hpp"

namespace amorph::pta {
namespace {

struct figures {
  std::size_t units = 0, fresh = 0, from_cache = 0, linked = 0;  // fresh: lowered in this run
  std::vector<std::string> skipped, unknown_functions;
  std::size_t functions = 0;
  double lower_ms = 0, link_ms = 0, index_ms = 0, total_ms = 0;
  bool program_from_cache = false, solution_from_cache = false;
  std::string open_because;                   // why other code can reach the program's; empty: it cannot, or a library
  std::optional<PrecisionFigures> precision;  // with --statistics
};

bool is_ir(const std::string& name) { return name.ends_with(".bc") || name.ends_with(".ll") || is_bitcode(name); }

// Output is in DOT, or in SVG if that is possible; a name that says otherwise is refused.
void check_drawing_name(const std::string& name, bool can_be_svg) {
  if (name.ends_with(".svg") && can_be_svg) return check_drawing();
  for (const char* ending : {"svg", "png", "pdf", "ps", "eps", "jpg", "jpeg", "gif", "webp"})
    if (name.ends_with(std::string(".").append(ending)))
      refuse(name + ": expected a name in .dot" + (can_be_svg ? " or .svg" : "") + "; then draw it: dot -T" + ending +
             " FILE.dot -o " + name);
}

void check_usage(const config& c) {
  if (!c.nodes.empty() || !c.constraints.empty() || !c.cycles.empty())
    refuse("expected either sources or constraint files, found both");
  if (!c.output.empty()) refuse("--output is for constraint files; --sets prints the sets of a program");
  if (!c.compare.empty()) refuse("--compare is for constraint files and files of sets");
  if (c.verify || c.repeat != 1) refuse("--verify and --repeat are for constraint files; --dump writes one");
  if (!c.extra_flags.empty() && c.database.empty()) refuse("--extra-arg is for -p; beside sources, flags follow '--'");
  if (!c.database.empty() && c.with_flags) refuse("expected either -p or flags after '--', found both");
  if (c.database.empty() && c.operands.empty()) refuse("expected -p BUILD, or sources; --help shows the usage");
  if (c.around.empty() != c.picture.empty()) refuse("expected --around P and --picture FILE together");
  if (c.no_cache && !c.cache.empty()) refuse("expected either --cache or --no-cache, found both");
  const bool picture_out = c.html == "-" || c.call_graph == "-" || c.picture == "-" || c.analysis.dot == "-" ||
                           c.analysis.constraints == "-";
  const bool asks = c.interactive || !c.queries.empty();
  if ((picture_out && (c.sets || asks)) || (c.json == "-" && c.sets))
    refuse("expected one thing for the standard output, found several: give the others files");
  for (const auto& [query, argument] : c.queries) check_query(query, argument);
  for (const std::string& name : {c.call_graph, c.picture}) check_drawing_name(name, true);
  check_drawing_name(c.analysis.dot, false);
  for (const std::string& name : c.operands)
    if (is_ir(name) && !c.database.empty()) refuse(name + ": expected a source beside -p, found LLVM IR");
}

command_set commands_of(const config& c) {
  if (!c.database.empty()) {
    command_set set = read_database(c.database, c.operands);
    std::vector<std::string> flags;
    for (const auto& [name, flag] : c.extra_flags) flags.push_back(flag);
    add_flags(set, flags);
    return set;
  }
  std::vector<std::string> sources;
  std::copy_if(c.operands.begin(), c.operands.end(), std::back_inserter(sources),
               [](const auto& n) { return !is_ir(n); });
  return with_flags(sources, c.flags);
}

// The inputs, which no output may overwrite. Refuses a file of models that cannot be read.
std::vector<std::string> inputs_of(const config& c, const command_set& set) {
  if (!c.analysis.models.empty()) require_readable(c.analysis.models);
  std::vector<std::string> names = c.operands;
  names.push_back(c.analysis.models);
  if (!c.database.empty()) names.push_back(database_file(c.database));
  for (const unit_command& u : set.units) names.push_back(u.file);
  return names;
}

void report_dropped(const config& c, const std::vector<unit>& units) {
  std::map<std::string, std::size_t> times;
  for (const unit& u : units)
    for (const std::string& word : u.dropped) ++times[word];
  if (c.quiet) return;
  for (const auto& [word, n] : times)
    std::fprintf(stderr, "amorph-pta: note: Clang does not know '%s' (%zu sources); it is ignored\n", word.c_str(), n);
}

// Without a database and without "--", nobody said how the sources are compiled.
void note_guessed_flags(const config& c) {
  const auto is_source = [](const std::string& name) { return !is_ir(name); };
  if (c.quiet || c.with_flags || !c.database.empty() || std::none_of(c.operands.begin(), c.operands.end(), is_source))
    return;
  std::fputs(
      "amorph-pta: note: no flags of the compiler given: compiled as by 'clang' alone (gnu17, gnu++17); flags "
      "follow '--', and -p BUILD reads those of a build\n",
      stderr);
}

// Lowers all units, and reads those in LLVM IR, which come last. Adds commands for these to `set`.
std::vector<unit> lowered(const config& c, command_set& set, const content_store& store, figures& f) {
  std::vector<unit_command>& commands = set.units;
  const unit_cache cache(store);
  progress_line line;
  std::vector<unit> units =
      lower_all(commands, cache, static_cast<unsigned>(c.analysis.threads), [&](std::size_t done, std::size_t cached) {
        f.from_cache = cached;
        if (line.due())
          line.show("lowered " + std::to_string(done) + " of " + std::to_string(commands.size()) + " sources (" +
                    std::to_string(cached) + " from the cache)");
      });
  line.clear();
  f.fresh = static_cast<std::size_t>(
      std::count_if(units.begin(), units.end(), [](const unit& u) { return u.lowered() && !u.from_cache; }));
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
           " sources cannot be lowered; --keep-going skips them" +
           (c.database.empty() && c.flags.empty() ? "; flags of the compiler follow '--'" : "") + ")");
  f.skipped.insert(f.skipped.end(), set.left_out.begin(), set.left_out.end());
  for (const std::string& problem : f.skipped) std::fprintf(stderr, "amorph-pta: skipped: %s\n", problem.c_str());
  report_dropped(c, units);
  note_guessed_flags(c);
  f.units = units.size() + set.left_out.size();
  return units;
}

// Why code outside the linked program may use its definitions; empty: the program is complete.
std::string open_because(const figures& f, const command_set& set, const selection& program) {
  const auto sources = [](std::size_t n) { return std::to_string(n) + (n == 1 ? " source is" : " sources are"); };
  if (!f.skipped.empty()) return sources(f.skipped.size()) + " skipped";
  if (set.not_asked_for != 0) return sources(set.not_asked_for) + " in the database but not requested";
  if (!program.outside.empty()) return "'" + program.outside + "' is defined in a source that is not linked";
  return {};
}

// Options of the solver, and requests for its statistics, require a run.
bool may_use_cached_solution(const config& c) {
  return !c.analysis.statistics && c.analysis.backend == "auto" && c.analysis.memory_limit == 0 && c.substitute &&
         c.hybrid && c.collapse && c.overlap;
}

// Writing a program takes as long as linking it. After an edit, another edit may follow before the next query, so the
// program is cached only if all units, or none, came from the cache.
bool is_worth_caching(const linked_program& program, const figures& f) {
  return program.is_new() && (f.from_cache == 0 || f.fresh == 0);
}

// Runs `work` concurrently with the solver, which does not change the module; at once if no thread can be started.
std::jthread in_the_background(const std::function<void()>& work) {
  try {
    return std::jthread(work);
  } catch (const std::system_error&) {
    work();
    return {};
  }
}

PointsToParameters parameters(const config& c) {
  PointsToParameters p(c.analysis);
  p.Solver = solver_options(c);
  p.Origins = c.interactive || std::any_of(c.queries.begin(), c.queries.end(),
                                           [](const auto& q) { return q.first == std::string("why"); });
  return p;
}

// In a closed world these functions do nothing, which a reader may not expect.
void note_unknown_functions(const config& c, const figures& f) {
  constexpr std::size_t named = 3;
  const std::size_t n = f.unknown_functions.size();
  if (c.quiet || n == 0 || c.analysis.world != "closed") return;
  std::string names;
  for (std::size_t i = 0; i != std::min(n, named); ++i) names += (i == 0 ? "" : ", ") + f.unknown_functions[i];
  std::fprintf(stderr,
               "amorph-pta: note: %zu %s neither body nor model, and %s nothing in the closed world: %s%s "
               "(--unknown-functions)\n",
               n, n == 1 ? "function has" : "functions have", n == 1 ? "does" : "do", names.c_str(),
               n > named ? ", ..." : "");
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
  j.field("program_from_cache", f.program_from_cache);
  j.field("solution_from_cache", f.solution_from_cache);
  j.list("skipped", f.skipped);
  j.field("functions", f.functions);
  j.list("unknown_functions", f.unknown_functions);
  j.field("world", c.analysis.world);
  j.field("preset", r.Parameters.Preset);
  if (!f.open_because.empty()) j.field("open_because", f.open_because);
  write_backend(j, s);
  j.field("variables", s.variables);
  j.field("objects", static_cast<std::uint64_t>(r.Constraints.Problem.objects));
  j.field("constraints", s.constraints);
  if (r.InContexts) {
    j.field("contexts", r.InContexts->contexts);
    j.field("constraints_in_contexts", r.InContexts->constraints);
  }
  j.field("rounds", s.rounds);
  j.field("facts", s.facts);
  j.field("lower_ms", f.lower_ms);
  j.field("link_ms", f.link_ms);
  j.field("extract_ms", r.ExtractMilliseconds);
  j.field("solve_ms", s.solve_ms);
  j.field("index_ms", f.index_ms);
  j.field("total_ms", f.total_ms);
  if (f.precision) {
    j.field("user_ms", r.UserMilliseconds);
    j.field("heap_sites", f.precision->HeapSites);
    j.field("dereferences", f.precision->Dereferences);
    j.field("objects_each", f.precision->objectsEach());
    j.field("indirect_calls", f.precision->Calls);
    j.field("targets_each", f.precision->targetsEach());
    j.field("pairs", f.precision->Pairs);
    j.field("no_alias_percent", f.precision->apartPercent());
  }
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
                "lowered in %.2f s, linked in %.2f s%s, extracted in %.2f s, solved in %.2f s (%s%s)\n",
                f.units, f.from_cache,
                f.skipped.empty() ? "" : (", " + std::to_string(f.skipped.size()) + " skipped").c_str(), f.functions,
                static_cast<unsigned long long>(s.variables), static_cast<unsigned long long>(s.constraints),
                static_cast<unsigned long long>(s.facts), f.lower_ms / 1000, f.link_ms / 1000,
                f.program_from_cache ? " (from the cache)" : "", r.ExtractMilliseconds / 1000, s.solve_ms / 1000,
                f.solution_from_cache ? "from the cache, by " : "", backend_text(s).c_str());
  std::string all = text;
  if (f.precision) {
    const PrecisionFigures& p = *f.precision;
    std::snprintf(
        text, sizeof text,
        "%llu dereferences of %.2f objects, %llu indirect calls of %.2f targets, %.2f%% of %llu pointer pairs "
        "do not alias\n",
        static_cast<unsigned long long>(p.Dereferences), p.objectsEach(), static_cast<unsigned long long>(p.Calls),
        p.targetsEach(), p.apartPercent(), static_cast<unsigned long long>(p.Pairs));
    all += text;
  }
  return all;
}

std::string help() {
  std::string text;
  for (const query_kind& k : query_kinds()) {
    std::string line = std::string("  ") + k.name + " " + k.argument;
    line.resize(std::max<std::size_t>(line.size() + 1, 32), ' ');
    text += line + k.help + "\n";
  }
  return text + "  quit                          End, as does the end of the input.\n";
}

// Prints an answer as soon as it is known.
void show(const config& c, const answer& a) {
  const bool print = c.json != "-";
  if (!a.error.empty()) {
    std::fprintf(stderr, "amorph-pta: %s\n", a.error.c_str());
  } else if (print) {
    std::string message;
    require(amorph::print(text(a, c.limit), message) ? status::ok : status::bad_input, message);
  }
}

// One query per line. An error is one line, and the next query is read.
void converse(const config& c, const source_index& program, std::vector<answer>& answers) {
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
    answers.push_back(ask_guarded(program, query, argument == std::string::npos ? "" : line.substr(argument)));
    show(c, answers.back());
  }
}

std::string title_of(const config& c) {
  if (!c.target.empty()) return c.target;
  if (!c.entry.empty()) return c.entry;
  return c.operands.empty() ? c.database : c.operands[0];
}

content_store store_of(const config& c) {
  return content_store(c.no_cache ? std::string() : c.cache.empty() ? content_store::default_folder() : c.cache);
}

// Chooses the units of the program and links them.
linked_program linked(const config& c, const command_set& set, std::vector<unit> units, const content_store& store,
                      figures& f) {
  const stopwatch linking;
  std::vector<const unit*> parts;
  std::vector<std::string> names;
  const selection chosen = choose(set.units, units, {c.entry, c.target});
  for (const std::size_t i : chosen.units) {
    parts.push_back(&units[i]);
    names.push_back(set.units[i].file);
  }
  f.linked = parts.size();
  const std::string open = open_because(f, set, chosen);
  linked_program program = link(parts, names, !c.exported && open.empty(), store);
  f.program_from_cache = program.from_cache;
  if (program.has_main && !c.exported) f.open_because = open;
  if (!f.open_because.empty() && !c.quiet)
    std::fprintf(stderr, "amorph-pta: note: %s; code there can reach everything that is not static\n", open.c_str());
  f.functions = static_cast<std::size_t>(
      std::count_if(program.module->begin(), program.module->end(), [](const auto& g) { return !g.isDeclaration(); }));
  f.link_ms = linking.ms();
  return program;
}

// The result is never destroyed: the end of the process frees all memory faster.
PointsToResult& analysed(const config& c, const linked_program& program, const content_store& store, figures& f) {
  progress_line line;
  PointsToParameters p = parameters(c);
  p.Solver.run.progress = [&line](const progress& phase) { show_round(line, phase); };
  const auto solve = [&](const auto& problem, const auto& options, auto& answer, auto& message) {
    std::jthread keeping;
    if (is_worth_caching(program, f) && !c.analysis.statistics)
      keeping = in_the_background([&] { keep(program, store); });
    return may_use_cached_solution(c) ? find_or_solve(problem, options, answer, message, store, f.solution_from_cache)
                                      : andersen::solve(problem, options, answer, message);
  };
  // About a constraint for three instructions; a thousand of these are extracted in a millisecond.
  const std::uint64_t instructions = program.module->getInstructionCount();
  start_device_early(p.Solver.run, andersen::work_of(instructions / 3), 1e-3 * static_cast<double>(instructions));
  line.show("linked " + std::to_string(f.linked) + " units: " + std::to_string(f.functions) + " functions");
  PointsToResult& result = *new PointsToResult(analyseModule(*program.module, p, solve));
  line.clear();
  require(result.Status, result.Failure);
  const std::size_t shown = c.limit == 0 ? std::numeric_limits<std::size_t>::max() : c.limit;
  if (!c.quiet) printWarnings(llvm::errs(), result, *program.module, {true, shown});
  for (const llvm::Function* unknown : functions_without_model(result.Constraints))
    f.unknown_functions.push_back(SymbolNames::plain(*unknown));
  std::sort(f.unknown_functions.begin(), f.unknown_functions.end());
  note_unknown_functions(c, f);
  if (c.analysis.statistics) f.precision = precisionOf(result, *program.module);
  return result;
}

void print_sets(const PointsToResult& result, const llvm::Module& module) {
  amorph::print(llvm::outs(), result, module);
  llvm::outs().flush();
  if (const std::error_code failed = llvm::outs().error()) {
    llvm::outs().clear_error();
    refuse("cannot write to the standard output: " + failed.message());
  }
}

// Writes the page and the pictures, and answers the queries.
std::vector<answer> answered(const config& c, const PointsToResult& result, outputs& files, figures& f) {
  std::vector<answer> answers;
  if (c.queries.empty() && !c.interactive && c.html.empty() && c.call_graph.empty() && c.picture.empty())
    return answers;
  const stopwatch indexing;
  const source_index& index = *new source_index(result);  // not destroyed, as in analysed()
  f.index_ms = indexing.ms();
  const auto picture = [](const std::string& name, const std::string& dot) {
    return name.ends_with(".svg") ? drawn(dot) : dot;
  };
  if (!c.html.empty()) files.write_text(c.html, html_report(index, title_of(c)));
  if (!c.call_graph.empty()) files.write_text(c.call_graph, picture(c.call_graph, call_graph(index)));
  if (!c.picture.empty()) files.write_text(c.picture, picture(c.picture, neighbourhood(index, c.around)));
  for (const auto& [query, argument] : c.queries) {
    answers.push_back(ask_guarded(index, query, argument));
    show(c, answers.back());
  }
  if (c.interactive) converse(c, index, answers);
  return answers;
}

// Writes the remaining files, so that an interrupt leaves none of them, and the summary.
void finish(const config& c, const PointsToResult& result, const llvm::Module& module,
            const std::vector<answer>& answers, outputs& files, const figures& f) {
  if (!c.json.empty()) files.write_text(c.json, json(c, f, result, answers));
  if (llvm::Error e = writeOutputs(result, module)) refuse(llvm::toString(std::move(e)));
  if (c.verbose) print_weighed("amorph-pta", result.Solution.stats);
  const bool report = !c.quiet && ((answers.empty() && !c.sets && !c.interactive) || c.analysis.statistics);
  files.finish(report && !files.on_stdout() ? summary(f, result) : std::string());
}

}  // namespace

void analyse_sources(config& c) {
  // LLVM's data cannot be unwound while it is built, and its containers do not throw.
  std::set_new_handler(end_out_of_memory);
  llvm::install_bad_alloc_error_handler([](void*, const char*, bool) { end_out_of_memory(); });
  const stopwatch total;
  check_usage(c);
  const stopwatch lowering;
  figures f;
  command_set set = commands_of(c);
  outputs files(inputs_of(c, set), {c.json, c.analysis.dot, c.analysis.constraints, c.html, c.call_graph, c.picture},
                /*inputs_are_there=*/false);
  const content_store store = store_of(c);
  std::vector<unit> units = lowered(c, set, store, f);
  f.lower_ms = lowering.ms();
  linked_program program = linked(c, set, std::move(units), store, f);
  const PointsToResult& result = analysed(c, program, store, f);
  if (c.sets) print_sets(result, *program.module);
  const std::vector<answer> answers = answered(c, result, files, f);
  c.unanswered = std::any_of(answers.begin(), answers.end(), [](const answer& a) { return !a.error.empty(); });
  f.total_ms = total.ms();
  finish(c, result, *program.module, answers, files, f);
  // With --statistics the program is cached only now, so that this does not affect the times.
  if (c.analysis.statistics && is_worth_caching(program, f)) keep(program, store);
  if (store.has_failed() && !c.quiet)
    std::fprintf(stderr, "amorph-pta: note: cannot keep results in %s; --no-cache runs without\n",
                 store.folder().c_str());
  [[maybe_unused]] const auto* module = program.module.release();  // not destroyed, as in analysed()
  [[maybe_unused]] const auto* context = program.context.release();
}

}  // namespace amorph::pta
