// graphchk: checks a graph file, with METIS's command line.
#include "tools/base/utf8.hpp"
#include "tools/commands/metis/check_graph_file.hpp"
#include "tools/commands/metis/report.hpp"
#include "tools/commands/metis/run.hpp"
#include "tools/commands/metis/settings.hpp"
#include "tools/formats/arc_file.hpp"
#include "tools/formats/graph_file.hpp"
#include "tools/terminal/backend_options.hpp"
#include "tools/terminal/outputs.hpp"

namespace amorph::metis {
namespace {

command describe(const char* name, std::uint64_t& threads) {
  return {
      .name = name,
      .summary = "checks a graph file, as METIS's graphchk",
      .synopsis = {"GRAPH [FIXED]"},
      .description =
          {"Lists self-loops, duplicate neighbours, and edges missing or weighted differently at one end. If there are "
           "any, an undirected graph without these faults is written to FIXED.",
           "GRAPH is in METIS's format, and its header may count other edges than its lines hold; or it is a matrix.",
           "Exits with 0 if the graph has no faults or FIXED was written; otherwise with 254 and one line on stderr."},
      .groups = {{"Amorph's options", {threads_option(threads)}}},
      .examples = {{"amorph-graphchk faulty.graph repaired.graph", "Check, and write a corrected copy if needed."}},
      .see_also = {"amorph-gpmetis(1)"},
      .exits = {exit_code::success, exit_code::bad_input, exit_code::out_of_memory, exit_code::interrupted}};
}

void run(const char*, std::uint64_t& given_threads, const std::vector<std::string>& operands) {
  const auto threads = static_cast<unsigned>(given_threads);
  const std::string& path = operands[0];
  const std::string fixed = operands.size() > 1 ? operands[1] : "";
  outputs files({path}, {fixed});  // FIXED must not be the input
  std::string message, count_fault;
  host_graph g;
  require(arc_file::read_partition_graph(path, g, message,
                                         {.threads = threads, .need_edges = true, .count_fault = &count_fault}),
          message);
  const findings f = find_faults(g);
  if (f.faults == 0 && !count_fault.empty()) refuse(count_fault);
  std::string out = heading("cpu");
  out += "Graph Information ---------------------------------------------------\n";
  out += text("  Name: %s, #Vertices: %u, #Edges: %zu\n\n", one_line(path).c_str(), g.vertices, g.to.size() / 2);
  out += "Checking Graph... ---------------------------------------------------\n" + f.lines;
  if (f.faults == 0) {
    print_or_fail(out + "   The format of the graph is correct!\n\n" + std::string(70, '*') + '\n');
    return;
  }
  if (f.faults > most_lines) out += text("and %llu more\n", static_cast<unsigned long long>(f.faults - most_lines));
  out += text("A total of %llu errors exist in the input file. Correct them, and run again!\n",
              static_cast<unsigned long long>(f.faults));
  out += "   The format of the graph is incorrect!\n";
  if (!fixed.empty()) {
    require(graph_file::write_metis(fixed, corrected(g), message, threads), message);
    out += "   A corrected version was stored at " + fixed + '\n';
  }
  print_or_fail(out + '\n' + std::string(70, '*') + '\n');
  if (fixed.empty()) refuse(path + ": the graph has " + std::to_string(f.faults) + " faults");
}

}  // namespace
}  // namespace amorph::metis

int main(int argc, char** argv) {
  using namespace amorph::metis;
  return main_of<std::uint64_t>(argc, argv, "amorph-graphchk", {1, 2}, describe, run);
}
