// cmpfillin: the cost of an ordering of a graph's vertices, with METIS's command line.
#include "partitioner/ordering/elimination.hpp"
#include "tools/base/json.hpp"
#include "tools/base/utf8.hpp"
#include "tools/commands/metis/report.hpp"
#include "tools/commands/metis/run.hpp"
#include "tools/commands/metis/session.hpp"
#include "tools/formats/graph_file.hpp"
#include "tools/terminal/backend_options.hpp"
#include "tools/terminal/outputs.hpp"

#include "amorph/version.hpp"

namespace amorph::metis {
namespace {

struct fill_settings {
  std::string json;
  std::uint64_t threads = 0;
};

command describe(const char* name, fill_settings& s) {
  return {
      .name = name,
      .summary = "counts the fill of an ordering, as METIS's cmpfillin",
      .synopsis = {"[OPTION]... GRAPH IPERM"},
      .description = {"Reads a graph and an ordering as amorph-ndmetis writes it: for each vertex, a line with its "
                      "position in the elimination order, from 0. Prints the nonzeros below the diagonal of the "
                      "Cholesky factor and the operations to compute it.",
                      graph_formats_help(), "Options may be abbreviated, have one dash or two, and stand anywhere."},
      .groups = {{"Amorph's options",
                  {threads_option(s.threads),
                   {.name = "json",
                    .argument = "FILE",
                    .target = &s.json,
                    .help = "Write nonzeros, operations and times as JSON; '-' writes to standard output instead of "
                            "the report."}}}},
      .examples = {{"amorph-cmpfillin wing.graph wing.graph.iperm", "The cost of an ordering."}},
      .see_also = {"amorph-ndmetis(1)", "amorph-graphchk(1)"},
      .exits = {exit_code::success, exit_code::bad_input, exit_code::out_of_memory, exit_code::internal,
                exit_code::interrupted}};
}

// The vertices in the order of their positions. Throws error for a position that occurs twice.
std::vector<std::uint32_t> read_order(const std::string& path, std::uint32_t vertices) {
  std::vector<std::int32_t> position;
  std::string message;
  require(graph_file::read_parts(path, {vertices, vertices, false, "position"}, position, message), message);
  constexpr std::uint32_t none = ~std::uint32_t{0};
  std::vector<std::uint32_t> order(vertices, none);
  for (std::uint32_t v = 0; v != vertices; ++v) {
    std::uint32_t& at = order[static_cast<std::uint32_t>(position[v])];
    if (at != none)
      refuse(path + ": expected a permutation, found position " + std::to_string(position[v]) + " for vertices " +
             std::to_string(at + 1) + " and " + std::to_string(v + 1));
    at = v;
  }
  return order;
}

std::string report(const std::string& path, const host_graph& g, const ordering::factor_cost& cost) {
  std::string out = heading("cpu");
  out += "Graph Information ---------------------------------------------------\n";
  out += text("  Name: %s, #Vertices: %u, #Edges: %zu\n\n", one_line(path).c_str(), g.vertices, g.to.size() / 2);
  out += "Fillin... -----------------------------------------------------------\n";
  out += text("  Nonzeros: %6.3e \tOperation Count: %6.3e\n", static_cast<double>(cost.nonzeros), cost.operations);
  return out + std::string(70, '*') + '\n';
}

std::string json(const host_graph& g, const ordering::factor_cost& cost, const times& t) {
  json_writer j;
  j.begin_object();
  j.field("version", AMORPH_VERSION);
  j.field("vertices", g.vertices);
  j.field("edges", static_cast<std::uint64_t>(g.to.size() / 2));
  j.field("nonzeros", cost.nonzeros);
  j.field("operations", cost.operations);
  j.field("read_ms", t.read_ms);
  j.field("report_ms", t.report_ms);
  j.field("process_peak_bytes", peak_memory());
  j.end_object();
  return j.text();
}

void run(const char* program, fill_settings& s, const std::vector<std::string>& operands) {
  const std::string &path = operands[0], &ordering_path = operands[1];
  outputs files({path, ordering_path}, {s.json});
  times t;
  const stopwatch reading;
  const host_graph read = read_graph_to_order(program, path, static_cast<unsigned>(s.threads));
  const partition::graph g = graph_to_order(read);
  const std::vector<std::uint32_t> order = read_order(ordering_path, read.vertices);
  t.read_ms = reading.ms();
  const stopwatch counting;
  const ordering::factor_cost cost = ordering::cost_of(g, order);
  t.report_ms = counting.ms();
  if (!s.json.empty()) files.write_text(s.json, json(read, cost, t));
  files.finish(report(path, read, cost));
}

}  // namespace
}  // namespace amorph::metis

int main(int argc, char** argv) {
  using namespace amorph::metis;
  return main_of<fill_settings>(argc, argv, "amorph-cmpfillin", {2, 2}, describe, run);
}
