// The report in hMETIS's layout, and the same figures as JSON.
#include <algorithm>
#include <cinttypes>

#include "amorph/version.hpp"
#include "tools/base/json.hpp"
#include "tools/base/printf_text.hpp"
#include "tools/commands/amorph-hmetis/hmetis.hpp"
#include "tools/terminal/run_report.hpp"

namespace amorph::hmetis {
namespace {

std::string heading(const report_input& in) {
  std::string out = std::string(79, '*') + "\n Amorph " AMORPH_VERSION ", in the layout of hMETIS 1.5\n";
  if (in.computed) out += " Computed by: " + backend_text(in.found.stats) + "\n";
  out += "\nHyperGraph Information -----------------------------------------------------\n";
  out += text(" Name: %s, #Vtxs: %" PRIu32 ", #Hedges: %" PRIu32 ", #Parts: %" PRIu32 "\n", in.asked.netlist.c_str(),
              in.netlist.vertices, in.netlist.nets, in.options.parts);
  if (in.computed)
    out += text(" Options: objective=%s, preset=%s, seed=%" PRIu64 ", %s\n", row_of(in.options.objective).name,
                std::string(to_string(in.options.preset)).c_str(), in.options.seed,
                in.options.fixed.empty() ? "No Fixed Vertices" : "Fixed Vertices");
  return out + '\n';
}

std::string sizes(const check::netlist_figures& f) {
  std::string out = " Partition Sizes & External Degrees:\n";
  const std::size_t parts = f.external_degree.size(), dimensions = f.part_weight.size() / parts;
  for (std::size_t p = 0; p != parts; ++p) {
    for (std::size_t d = 0; d != dimensions; ++d) out += text("%9" PRId64, f.part_weight[p * dimensions + d]);
    out += text("[%5" PRId64 "]", f.external_degree[p]);
    if (p % 5 == 4 || p + 1 == parts) out += '\n';
  }
  return out;
}

}  // namespace

std::string report(const report_input& in) {
  const check::netlist_figures& f = in.figures;
  std::string out = heading(in);
  out += std::string(76, '-') + '\n';
  out += text(" Summary for the %" PRIu32 "-way partition:\n", in.options.parts);
  out += text("             Hyperedge Cut: %9" PRId64 "\t\t(minimize)\n", f.cut);
  out += text("   Sum of External Degrees: %9" PRId64 "\t\t(minimize)\n", f.soed);
  out += text("              Connectivity: %9" PRId64 "\t\t(minimize)\n", f.km1);
  out += text("               Scaled Cost: %9.2e\t\t(minimize)\n", f.scaled_cost);
  out += text("                Absorption: %9.2f\t\t(maximize)\n\n", f.absorption);
  out += sizes(f);
  if (!in.options.start.empty()) out += text("\n Vertices that left their part: %" PRIu64 "\n", f.moved);
  if (in.computed && !in.found.balanced) out += "\n The parts exceed the balance limits: the vertices do not pack.\n";
  if (in.computed) {
    out += "\nTiming Information ---------------------------------------------------------\n";
    out += text(" Partitioning Time:\t\t %9.3fsec\n", in.spent.partition_ms / 1000);
    out += text("          I/O Time:\t\t %9.3fsec\n", (in.spent.read_ms + in.spent.write_ms) / 1000);
  }
  return out + std::string(79, '*') + '\n';
}

std::string json(const report_input& in) {
  const check::netlist_figures& f = in.figures;
  json_writer j;
  j.begin_object();
  j.field("version", AMORPH_VERSION);
  if (in.computed) write_backend(j, in.found.stats);
  j.field("vertices", in.netlist.vertices);
  j.field("nets", in.netlist.nets);
  j.field("pins", in.netlist.pin.size());
  j.field("parts", in.options.parts);
  if (in.computed) {
    j.field("objective", row_of(in.options.objective).name);
    j.field("preset", to_string(in.options.preset));
    j.field("seed", in.options.seed);
    j.field("runs", in.found.stats.runs);
  }
  j.field("cut", f.cut);
  j.field("km1", f.km1);
  j.field("soed", f.soed);
  j.field("cut_nets", f.cut_nets);
  j.field("scaled_cost", f.scaled_cost);
  j.field("absorption", f.absorption);
  j.field("imbalance", in.found.measured.imbalance);
  j.list("part_weights", f.part_weight);
  j.field("dimensions", in.netlist.dimensions);
  j.field("misplaced", f.misplaced);
  j.field("separated", f.separated);
  if (!in.options.start.empty()) j.field("moved", f.moved);
  if (in.computed) {
    const hypergraph::statistics& s = in.found.stats;
    j.field("balanced", in.found.balanced);
    j.field("levels", s.levels);
    j.field("coarsest_vertices", s.coarsest_vertices);
    j.field("coarsest_nets", s.coarsest_nets);
    j.field("read_ms", in.spent.read_ms);
    j.field("partition_ms", in.spent.partition_ms);
    j.field("check_ms", s.check_ms);
    j.field("start_ms", s.start_ms);
    j.field("load_ms", s.load_ms);
    j.field("communities_ms", s.communities_ms);
    j.field("coarsen_ms", s.coarsen_ms);
    j.field("initial_ms", s.initial_ms);
    j.field("refine_ms", s.refine_ms);
    j.field("host_refine_ms", s.host_refine_ms);
    j.field("measure_ms", s.measure_ms);
    j.field("write_ms", in.spent.write_ms);
    j.field("backend_peak_bytes", s.peak_bytes);
  }
  j.end_object();
  return j.text();
}

}  // namespace amorph::hmetis
