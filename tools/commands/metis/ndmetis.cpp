// ndmetis: a fill-reducing ordering of a graph's vertices, with METIS's command line.
#include "partitioner/ordering/elimination.hpp"
#include "partitioner/ordering/ordering.hpp"
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

struct order_settings {
  std::string ctype = "shem", iptype = "node", rtype = "1sided", preset = "default", backend = "auto", json;
  std::int32_t ufactor = 200, pfactor = 0, niter = 10, nseps = 1, seed = -1, dbglvl = 0;
  bool no2hop = false, nocompress = false, ccorder = false, nooutput = false;
  std::uint64_t threads = 0, device = 0, memory_limit = 0;
};

// clang-format off: a table, one or two lines per option.
option_group metis_options(order_settings& s) {
  return {"METIS's options", {
      {.name = "ctype", .argument = "MATCHING", .target = &s.ctype, .choices = {"rm", "shem"}, .fallback = "shem",
       .help = "Matching for coarsening: random or heavy-edge."},
      {.name = "iptype", .argument = "INITIAL", .target = &s.iptype, .choices = {"edge", "node"}, .fallback = "node",
       .help = "Ignored: first separators always grow vertex by vertex."},
      {.name = "rtype", .argument = "REFINEMENT", .target = &s.rtype, .choices = {"1sided", "2sided"},
       .fallback = "1sided",
       .help = "Refinement of separators: each pass moves vertices to one side, or to both."},
      {.name = "ufactor", .argument = "N", .target = signed_value{&s.ufactor, 1}, .fallback = "200",
       .help = "Imbalance tolerance of a separator: its heavier side may weigh up to 1 + N/1000 times half of the "
               "graph."},
      {.name = "pfactor", .argument = "N", .target = signed_value{&s.pfactor, 0}, .fallback = "0",
       .help = "Order vertices with more than N/10 times the average degree last; 0: none."},
      {.name = "no2hop", .target = &s.no2hop,
       .help = "Disable two-hop matching, even if matching along edges coarsens too little."},
      {.name = "nocompress", .target = &s.nocompress,
       .help = "Do not combine vertices with identical adjacency lists."},
      {.name = "ccorder", .target = &s.ccorder, .help = "Order each connected component separately."},
      {.name = "niter", .argument = "N", .target = signed_value{&s.niter, 1}, .fallback = "10",
       .help = "Maximum number of refinement passes per level."},
      {.name = "nseps", .argument = "N", .target = signed_value{&s.nseps, 1}, .fallback = "1",
       .help = "Number of separators computed for each that is used; the best is kept."},
      {.name = "nooutput", .target = &s.nooutput, .help = "Write no ordering file."},
      {.name = "seed", .argument = "N", .target = signed_value{&s.seed}, .fallback = "-1",
       .help = "Random seed. The same seed gives the same ordering on any number of threads."},
      {.name = "dbglvl", .argument = "N", .target = signed_value{&s.dbglvl, 0}, .fallback = "0", .help = "Ignored."}},
      true};
}
// clang-format on

command describe(const char* name, order_settings& s) {
  return {
      .name = name,
      .summary = "orders a graph's vertices by nested dissection, as METIS's ndmetis",
      .synopsis = {"[OPTION]... GRAPH"},
      .description =
          {"Writes GRAPH.iperm: for each vertex, a line with its position in the elimination order, from 0. Prints the "
           "nonzeros below the diagonal of the Cholesky factor and the operations to compute it.",
           graph_formats_help(),
           "Options may be abbreviated, have one dash or two, and stand anywhere. What differs from METIS is listed "
           "in docs/metis-compatibility.md."},
      .groups =
          {metis_options(s),
           {"Amorph's options",
            {backend_option(s.backend, "Backend of --preset fast; " AMORPH_AUTO_BACKEND),
             device_option(s.device),
             threads_option(s.threads),
             memory_limit_option(s.memory_limit),
             {.name = "preset",
              .argument = "P",
              .target = &s.preset,
              .choices = {"fast", "default"},
              .fallback = "default",
              .help =
                  "fast: separate graphs of more than 50,000 vertices several depths at once, on the CPU or "
                  "a CUDA device, in less time and for up to 30% more operations on meshes, several times more on long "
                  "thin graphs. default: on the CPU."},
             {.name = "json",
              .argument = "FILE",
              .target = &s.json,
              .help = "Write nonzeros, operations and times as JSON; '-' writes to standard output instead of "
                      "the report."}}}},
      .examples = {{"amorph-ndmetis wing.graph", "An ordering, written to wing.graph.iperm."},
                   {"amorph-ndmetis -nseps=3 -nooutput wing.graph", "Better separators; figures alone."}},
      .see_also = {"amorph-cmpfillin(1)", "amorph-gpmetis(1)", "amorph-graphchk(1)"},
      .exits = {exit_code::success, exit_code::bad_input, exit_code::no_backend, exit_code::out_of_memory,
                exit_code::internal, exit_code::interrupted}};
}

ordering::options options_of(const order_settings& s) {
  ordering::options o;
  o.run.backend = *parse_backend(s.backend);
  o.run.device = static_cast<int>(s.device);
  o.run.threads = static_cast<unsigned>(s.threads);
  o.run.memory_limit = s.memory_limit;
  o.preset = *partition::parse_preset(s.preset);
  o.imbalance = 1 + s.ufactor / 1000.0;
  o.refinement = static_cast<std::uint32_t>(s.niter);
  o.attempts = static_cast<std::uint32_t>(s.nseps);
  o.random_matching = s.ctype == "rm";
  o.two_hop = !s.no2hop;
  o.one_sided = s.rtype == "1sided";
  o.compress = !s.nocompress;
  o.components = s.ccorder;
  o.prune = 0.1 * s.pfactor;
  o.seed = static_cast<std::uint32_t>(s.seed < 0 ? 0 : s.seed);
  return o;
}

const char* yes_no(bool b) { return b ? "YES" : "NO"; }

std::string report(const std::string& path, const host_graph& g, const order_settings& s,
                   const ordering::factor_cost& cost, const ordering::statistics& stats, const times& t) {
  std::string out = heading(stats.backend_name);
  out += "Graph Information -----------------------------------------------------------\n";
  out += text(" Name: %s, #Vertices: %u, #Edges: %zu\n\n", one_line(path).c_str(), g.vertices, g.to.size() / 2);
  out += "Options ---------------------------------------------------------------------\n";
  out += text(" ctype=%s, rtype=%s, iptype=%s, seed=%d, dbglvl=%d\n", s.ctype.c_str(), s.rtype.c_str(),
              s.iptype.c_str(), s.seed, s.dbglvl);
  out += text(" ufactor=%.3f, pfactor=%.2f, no2hop=%s, ccorder=%s, compress=%s, nooutput=%s\n", 1 + s.ufactor / 1000.0,
              0.1 * s.pfactor, yes_no(s.no2hop), yes_no(s.ccorder), yes_no(!s.nocompress), yes_no(s.nooutput));
  out += text(" niter=%d, nseps=%d\n\n", s.niter, s.nseps);
  out += "Node-based Nested Dissection ------------------------------------------------\n";
  out += text("  Nonzeros: %6.3e \tOperation Count: %6.3e\n\n", static_cast<double>(cost.nonzeros), cost.operations);
  return out + closing(t, "Ordering:     ");
}

std::string json(const host_graph& g, const order_settings& s, const ordering::factor_cost& cost,
                 const ordering::statistics& stats, const times& t) {
  json_writer j;
  j.begin_object();
  j.field("version", AMORPH_VERSION);
  j.field("backend", stats.backend_name);
  j.field("threads", stats.threads);
  j.field("preset", s.preset);
  j.field("vertices", g.vertices);
  j.field("edges", static_cast<std::uint64_t>(g.to.size() / 2));
  j.field("seed", s.seed);
  j.field("nonzeros", cost.nonzeros);
  j.field("operations", cost.operations);
  j.field("read_ms", t.read_ms);
  j.field("order_ms", t.partition_ms);
  j.field("reduce_ms", stats.reduce_ms);
  j.field("load_ms", stats.load_ms);
  j.field("transfer_ms", stats.transfer_ms);
  j.field("coarsen_ms", stats.coarsen_ms);
  j.field("divide_ms", stats.divide_ms);
  j.field("refine_ms", stats.refine_ms);
  j.field("split_ms", stats.split_ms);
  j.field("parts_ms", stats.parts_ms);
  j.field("report_ms", t.report_ms);
  j.field("write_ms", t.write_ms);
  j.field("process_peak_bytes", peak_memory());
  j.end_object();
  return j.text();
}

void run(const char* program, order_settings& s, const std::vector<std::string>& operands) {
  const std::string& path = operands[0];
  if (s.preset != "fast" && s.backend == "cuda") refuse("--backend cuda: expected --preset fast with it");
  const std::string output = s.nooutput ? "" : path + ".iperm";
  outputs files({path}, {output, s.json});

  times t;
  const stopwatch reading;
  const host_graph read = read_graph_to_order(program, path, static_cast<unsigned>(s.threads));
  const partition::graph g = graph_to_order(read);
  t.read_ms = reading.ms();

  const stopwatch ordering_time;
  const ordering::result ordered = ordering::order(g, options_of(s));
  const std::vector<std::uint32_t>& order = ordered.order;
  t.partition_ms = ordering_time.ms();
  const stopwatch counting;
  const ordering::factor_cost cost = ordering::cost_of(g, order);
  t.report_ms = counting.ms();
  const stopwatch writing;
  std::vector<std::uint32_t> position(order.size());
  for (std::uint32_t k = 0; k != order.size(); ++k) position[order[k]] = k;
  files.write(output,
              [&](output_file& to) { graph_file::write_partition(to, position, static_cast<unsigned>(s.threads)); });
  t.write_ms = writing.ms();
  if (!s.json.empty()) files.write_text(s.json, json(read, s, cost, ordered.stats, t));
  files.finish(report(path, read, s, cost, ordered.stats, t));
}

}  // namespace
}  // namespace amorph::metis

int main(int argc, char** argv) {
  using namespace amorph::metis;
  return main_of<order_settings>(argc, argv, "amorph-ndmetis", {1, 1}, describe, run);
}
