// amorph-pta on constraint files: read, solve, verify, write. The solver is solver/andersen; --verify uses the
// reference solver of tools/checkers, which shares no code with it.
#include "tools/commands/amorph-pta/pta.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>
#include <utility>

#include "tools/checkers/points_to.hpp"
#include "tools/formats/constraint_file.hpp"
#include "tools/formats/solution_file.hpp"
#include "tools/terminal/outputs.hpp"
#include "tools/terminal/progress_line.hpp"
#include "tools/terminal/run_command.hpp"
#include "tools/terminal/run_report.hpp"
#include "tools/terminal/start_device.hpp"

namespace amorph::pta {
namespace {

// A name that compilers treat as a source, or LLVM IR.
bool is_program(std::string_view name) {
  static constexpr std::string_view endings[] = {".c",  ".cc", ".cpp", ".cxx", ".c++", ".C",   ".i",
                                                 ".ii", ".m",  ".mm",  ".bc",  ".ll",  ".CPP", ".cppm"};
  return std::any_of(std::begin(endings), std::end(endings), [&](std::string_view e) { return name.ends_with(e); });
}

// Options that do not apply to constraint files.
void refuse_options_of_programs(const config& c) {
  const std::pair<bool, const char*> given[] = {{!c.entry.empty(), "--entry"},
                                                {!c.target.empty(), "--target"},
                                                {c.keep_going, "--keep-going"},
                                                {!c.cache.empty(), "--cache"},
                                                {c.no_cache, "--no-cache"},
                                                {c.exported, "--exported"},
                                                {!c.analysis.fields, "--no-fields"},
                                                {c.analysis.contexts != "off", "--contexts"},
                                                {!c.analysis.models.empty(), "--models"},
                                                {c.limit != config().limit, "--limit"},
                                                {!c.extra_flags.empty(), "--extra-arg"},
                                                {c.interactive, "--query"},
                                                {c.sets, "--sets"},
                                                {!c.analysis.dot.empty(), "--dot"},
                                                {!c.html.empty(), "--html"},
                                                {!c.around.empty(), "--around"},
                                                {!c.call_graph.empty(), "--call-graph"},
                                                {!c.picture.empty(), "--picture"},
                                                {!c.analysis.constraints.empty(), "--dump"}};
  const std::string only = " is for programs: expected sources, LLVM IR or -p, found constraint files";
  for (const auto& [is, name] : given)
    if (is) refuse(name + only);
  if (!c.queries.empty()) refuse(std::string("--").append(c.queries[0].first) + only);
}

void check_usage(config& c, std::vector<std::string>& operands) {
  refuse_options_of_programs(c);
  if (operands.size() > 1) refuse("unexpected argument '" + operands[1] + "': expected one constraint file");
  const bool three = !c.nodes.empty() || !c.constraints.empty() || !c.cycles.empty();
  if (operands.empty() && !three)
    refuse("expected a constraint file, or --nodes and --constraints; --help shows the usage");
  if (!operands.empty() && three) refuse("expected either a constraint file or --nodes and --constraints, found both");
  if (three && c.nodes.empty()) refuse("expected --nodes beside --constraints and --hcd");
  if (three && c.constraints.empty()) refuse("expected --constraints beside --nodes and --hcd");
  if ((c.nodes == "-") + (c.constraints == "-") + (c.cycles == "-") > 1)
    refuse("standard input can be used for one file only");
  if (!operands.empty()) c.dump = operands[0];
}

andersen::problem read_input(const config& c) {
  std::string message;
  constraint_file::content input;
  require(c.dump.empty() ? constraint_file::read({c.nodes, c.constraints, c.cycles}, input.problem, message,
                                                 c.analysis.memory_limit)
                         : constraint_file::read(c.dump, input, message, c.analysis.memory_limit),
          message);
  if (std::string wrong = andersen::validate(input.problem); !wrong.empty())
    refuse((c.dump.empty() ? c.constraints : c.dump) + ": " + wrong);
  return std::move(input.problem);
}

// Solves --repeat times. The answer is that of the last run, the statistics are those of the median run.
andersen::solution solve(const andersen::problem& p, const config& c, outcome& o) {
  progress_line line;
  andersen::options options = solver_options(c);
  options.run.progress = [&line](const progress& p) { show_round(line, p); };
  std::vector<andersen::statistics> runs;
  andersen::solution answer;
  for (std::uint64_t i = 0; i != c.repeat; ++i) {
    answer = {};
    std::string message;
    const status s = andersen::solve(p, options, answer, message);
    line.clear();
    require(s, message);
    o.solve_ms.push_back(answer.stats.solve_ms);
    runs.push_back(answer.stats);
  }
  std::sort(runs.begin(), runs.end(), [](const auto& a, const auto& b) { return a.solve_ms < b.solve_ms; });
  o.solver = std::move(runs[(runs.size() - 1) / 2]);
  return answer;
}

void verify(const andersen::problem& p, const andersen::solution& answer) {
  const check::points_to found = check::plain(answer);
  if (const std::string why = check::violated_constraint(p, found); !why.empty())
    throw error(status::internal, "verification failed: the sets violate " + why);
  if (const std::string why = check::difference(found, check::solve_in_rounds(p)); !why.empty())
    throw error(status::internal, "verification failed: " + why);
}

status write_sets(const config& c, const andersen::solution& answer, output_file& out) {
  return is_binary_solution_name(c.output) ? write_binary_solution(answer, out) : write_solution(answer, out);
}

void compare(const config& c, const andersen::solution& answer) {
  if (c.compare.empty()) return;
  andersen::solution other;
  std::string message;
  require(read_binary_solution(c.compare, other, message), message);
  if (const std::string what = difference_of(answer, other); !what.empty())
    throw error(status::internal, c.compare + ": the sets differ: " + what);
}

// Sets that were written before: nothing is solved.
void convert(const config& c) {
  if (c.verify || c.repeat != 1) refuse("--verify and --repeat are for constraint files, found sets");
  if (!c.json.empty()) refuse("--json is for constraint files, found sets");
  outputs files({c.dump, c.compare}, {c.output});
  andersen::solution answer;
  std::string message;
  require(read_binary_solution(c.dump, answer, message), message);
  compare(c, answer);
  files.write(c.output, [&](output_file& out) {
    require(write_sets(c, answer, out), "out of memory");
    require(out.finish(message), message);
  });
  std::uint64_t facts = 0;
  std::vector<std::uint64_t> sizes(answer.set_begin.size());  // by set, plus 1
  for (andersen::var v = 0; v != answer.set_of.size(); ++v) {
    std::uint64_t& size = sizes[answer.set_of[v]];
    if (size == 0) size = answer.size(v) + 1;
    facts += size - 1;
  }
  const std::string report = std::to_string(answer.set_of.size()) + " variables, " + std::to_string(facts) +
                             " facts, " + std::to_string(answer.set_begin.size() - 1) + " different sets\n";
  files.finish(c.quiet ? std::string() : report);
  if (files.on_stdout() && !c.quiet) std::fputs(report.c_str(), stderr);
}

void execute(const config& c) {
  const stopwatch total;
  outcome o;
  outputs files({c.nodes, c.constraints, c.cycles, c.dump, c.compare}, {c.output, c.json});
  // Files have some 25 bytes per constraint, and are read at 0.2 GB/s.
  const double bytes = expected_bytes_of(c.dump.empty() ? c.constraints : c.dump);
  start_device_early(solver_options(c).run, andersen::work_of(static_cast<std::uint64_t>(bytes / 25)), bytes / 2e5);
  const andersen::problem p = read_input(c);
  o.objects = p.objects;
  o.read_ms = total.ms();
  const andersen::solution answer = solve(p, c, o);
  if (c.verify) {
    const stopwatch time;
    verify(p, answer);
    o.verified = true;
    o.verify_ms = time.ms();
  }
  compare(c, answer);
  files.write(c.output, [&](output_file& out) {
    const stopwatch time;
    std::string message;
    require(write_sets(c, answer, out), "out of memory");
    require(out.finish(message), message);
    o.write_ms = time.ms();
  });
  rusage usage{};
  if (::getrusage(RUSAGE_SELF, &usage) == 0) o.process_peak_bytes = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
  o.total_ms = total.ms();
  if (!c.json.empty()) files.write_text(c.json, json(o));
  const std::string report = c.quiet ? std::string() : c.analysis.statistics ? table(o) : summary(o);
  if (c.verbose) print_weighed("amorph-pta", o.solver);
  files.finish(report);
  if (files.on_stdout()) std::fputs(report.c_str(), stderr);  // standard output carries data
}

}  // namespace

bool is_bitcode(const std::string& name) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(name, ignored)) return false;
  std::array<char, 4> magic{};
  std::ifstream(name, std::ios::binary).read(magic.data(), magic.size());
  const std::string_view found(magic.data(), magic.size());
  return found == "BC\xC0\xDE" || found == "\xDE\xC0\x17\x0B";  // plain, or in a wrapper
}

namespace {

// The kind of a file that some other tool reads; empty: perhaps an input.
std::string foreign(const std::string& name) {
  std::error_code ignored;
  if (std::filesystem::is_directory(name, ignored)) return "a folder; -p takes one with a compilation database";
  if (!std::filesystem::is_regular_file(name, ignored)) return {};
  std::array<char, 18> head{};
  std::ifstream(name, std::ios::binary).read(head.data(), head.size());
  const std::string_view found(head.data(), head.size());
  const std::string instead = "; give its sources, or bitcode: clang -c -emit-llvm, or clang -c -flto";
  if (found.starts_with("!<arch>") || found.starts_with("!<thin>")) return "a static library" + instead;
  if (!found.starts_with("\x7F"
                         "ELF"))
    return {};
  const char kind = head[5] == 2 ? head[17] : head[16];  // big-endian, little-endian
  return (kind == 1 ? "an object file of machine code" : "a linked program or shared library") + instead;
}

void check_operands(const config& c) {
  std::error_code ignored;
  const bool asks = c.interactive || !c.queries.empty();
  for (const std::string& name : c.operands)
    if (asks && c.database.empty() && name != "-" && !is_program(name) && !std::filesystem::exists(name, ignored))
      refuse(name + ": cannot read: No such file or directory");
    else if (const std::string what = foreign(name); !what.empty())
      refuse(name + ": expected sources, LLVM bitcode or constraints, found " + what);
}

// Flags of compilers that would be read as other options, or as none.
void refuse_compiler_flags(char** begin, char** end) {
  static constexpr std::string_view starts[] = {"-std=",    "-I",       "-D",      "-U", "-W", "-O",
                                                "-isystem", "-include", "-iquote", "-f", "-m", "-x"};
  if (std::none_of(begin, end, is_program)) return;
  for (char** word = begin; word != end; ++word)
    if ((word == begin || word[-1] != std::string_view("--extra-arg")) &&
        std::any_of(std::begin(starts), std::end(starts),
                    [&](std::string_view s) { return std::string_view(*word).starts_with(s); }))
      refuse("'" + std::string(*word) +
             "': flags of the compiler follow the sources and '--': amorph-pta SOURCE... -- " + *word);
}

}  // namespace

andersen::options solver_options(const config& c) {
  andersen::options options;
  options.run.backend = *parse_backend(c.analysis.backend);
  options.run.device = static_cast<int>(c.analysis.device);
  options.run.threads = static_cast<unsigned>(c.analysis.threads);
  options.substitute = c.substitute;
  options.hybrid_cycles = c.hybrid;
  options.collapse_cycles = c.collapse;
  options.overlap = c.overlap;
  options.run.memory_limit = c.analysis.memory_limit;
  return options;
}

void show_round(progress_line& line, const progress& p) {
  if (p.phase != std::string_view(andersen::round_phase) || !line.due()) return;
  const auto& round = *static_cast<const andersen::round_progress*>(p.detail);
  line.show("round " + std::to_string(p.done) + ": " + std::to_string(round.edges) + " edges, " +
            std::to_string(round.changed) + " sets changed");
}

void solve_constraints(config& c) {
  check_usage(c, c.operands);
  if (is_binary_solution_name(c.dump))
    convert(c);
  else
    execute(c);
}

bool config::wants_sources() const {
  const auto is_input = [](const std::string& name) { return is_program(name) || is_bitcode(name); };
  if (!database.empty() || with_flags || std::any_of(operands.begin(), operands.end(), is_input)) return true;
  // Without any input, the queries decide which input is reported missing.
  return operands.empty() && nodes.empty() && constraints.empty() && (interactive || !queries.empty());
}

constexpr const char* introduction =
    R"(amorph-pta answers what pointers of a program may point to, and what calls may reach.

A program with a compilation database (CMake: -D CMAKE_EXPORT_COMPILE_COMMANDS=ON; others: bear -- make):
  amorph-pta -p BUILD --points-to src/list.c:40:head
Single sources, with the compiler's flags after --:
  amorph-pta list.c main.c --callees main.c:17 -- -Iinclude
LLVM IR:
  amorph-pta prog.bc --why 'main::p malloc@list.c:12'
Several questions, one after another:
  amorph-pta -p BUILD --query

Queries: --points-to, --pointed-by, --aliases, --callees, --callers, --escapes, --unused-address-taken,
--unknown-functions, --why. Reports: --html, --call-graph, --sets. amorph-pta --help explains all options.
)";

exit_code run(int argc, char** argv, void (*execute)(config& c)) {
  if (argc == 1) {
    std::fputs(introduction, stdout);
    return exit_code::success;
  }
  config c;
  const command about = describe(c);
  // Before getopt reorders the words: after "--" come flags of the compiler, if a source precedes it.
  char** const end = argv + argc;
  char** const dashes =
      std::find_if(argv + (argc > 0 ? 1 : 0), end, [](const char* word) { return std::strcmp(word, "--") == 0; });
  if (dashes != end && std::any_of(argv + (argc > 0 ? 1 : 0), dashes, is_program)) {
    c.with_flags = true;
    c.flags.assign(dashes + 1, end);
    argc = static_cast<int>(dashes - argv);
  }
  const exit_code checked = run_guarded(about, [&] { refuse_compiler_flags(argv + 1, argv + argc); });
  if (checked != exit_code::success) return checked;
  const exit_code code = run_command(about, argc, argv, [&](std::vector<std::string>& operands) {
    c.operands = std::move(operands);
    if (const std::string idle = idle_points_to_option(c.analysis); !idle.empty()) refuse("option " + idle);
    check_operands(c);
    execute(c);
  });
  return code == exit_code::success && c.unanswered ? exit_code::bad_input : code;
}

}  // namespace amorph::pta
