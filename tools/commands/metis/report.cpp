// The report of gpmetis and mpmetis in METIS's layout, which scripts parse, and the same figures as JSON.
#include "tools/commands/metis/report.hpp"

#include <sys/resource.h>

#include <cinttypes>
#include <cstdarg>
#include <cstdio>
#include <string_view>

#include "amorph/version.hpp"
#include "solver/graph/common/transaction_figures.hpp"
#include "tools/base/json.hpp"
#include "tools/terminal/run_report.hpp"

namespace amorph::metis {
namespace {

const char* yes_no(bool b) { return b ? "YES" : "NO"; }

// The refinement, by METIS's name for it, except for Amorph's -rtype=stm.
const char* refinement(const settings& s) {
  if (s.rtype == "stm") return "stm";
  return s.ptype == "kway" ? "greedy" : "fm";
}

std::vector<figure> figures_of(const transaction_statistics& t) {
  std::vector<figure> all;
  add_figures(all, t);
  return all;
}

void add_transactions(json_writer& j, const char* name, const transaction_statistics& t) {
  j.key(name);
  j.begin_object();
  for (const figure& f : figures_of(t)) {
    j.key(f.name);
    j.number(f.text());
  }
  j.end_object();
}

// How the partition was computed.
void add_run(json_writer& j, const settings& s, const partition::statistics& stats, const times& t) {
  j.field("levels", stats.levels);
  j.field("coarsest_vertices", stats.coarsest_vertices);
  j.field("read_ms", t.read_ms);
  j.field("partition_ms", t.partition_ms);
  j.field("check_ms", stats.check_ms);
  j.field("coarsen_ms", stats.coarsen_ms);
  j.field("initial_ms", stats.initial_ms);
  j.field("refine_ms", stats.refine_ms);
  j.field("transfer_ms", stats.transfer_ms);
  j.field("finish_ms", stats.finish_ms);
  j.field("report_ms", t.report_ms);
  j.field("write_ms", t.write_ms);
  j.field("backend_peak_bytes", stats.peak_bytes);
  j.field("process_peak_bytes", peak_memory());
  if (s.ctype == "stm") add_transactions(j, "match_transactions", stats.matching);
  if (s.rtype == "stm") add_transactions(j, "refine_transactions", stats.refinement);
  if (!stats.remark.empty()) j.field("remark", stats.remark);
}

}  // namespace

std::string heading(const std::string& backend) {
  return std::string(78, '*') + "\nAmorph " AMORPH_VERSION ", in the layout of METIS 5.1\n" +
         (backend.empty() ? "" : " Computed by: Amorph (" + backend + ")\n") +
         " size of idx_t: 32bits, real_t: 32bits, idx_t *: 64bits\n\n";
}

std::string options_block(const settings& s, std::uint32_t constraints, bool mesh) {
  const bool kway = s.ptype == "kway";
  const std::string initial = kway                ? "metisrb"
                              : !s.iptype.empty() ? s.iptype
                                                  : std::string(constraints > 1 ? "random" : "grow");
  std::string out = "Options ---------------------------------------------------------------------\n";
  out += text(" ptype=%s, objtype=%s, ctype=%s, rtype=%s, iptype=%s\n", s.ptype.c_str(), s.objtype.c_str(),
              s.ctype.c_str(), refinement(s), initial.c_str());
  out += text(" dbglvl=%d, ufactor=%.3f, ", s.dbglvl, tolerance(s, constraints));
  if (!mesh) out += text("no2hop=%s, ", yes_no(s.no2hop));
  out += text("minconn=%s, contig=%s, nooutput=%s\n", yes_no(s.minconn), yes_no(s.contig), yes_no(s.nooutput));
  out += text(" seed=%d, niter=%d, ncuts=%d\n", s.seed, s.niter, s.ncuts);
  if (!s.ubvec.empty()) out += " ubvec=(" + s.ubvec + ")\n";
  if (mesh) out += text(" gtype=%s, ncommon=%d, niter=%d, ncuts=%d\n", s.gtype.c_str(), s.ncommon, s.niter, s.ncuts);
  return out + '\n';
}

std::string scheme_line(const settings& s) {
  return s.ptype == "kway" ? "Direct k-way Partitioning ---------------------------------------------------\n"
                           : "Recursive Partitioning ------------------------------------------------------\n";
}

std::string quality_block(const quality& q, const partition::options& o) {
  std::string out =
      text(" - Edgecut: %" PRId64 ", communication volume: %" PRId64 ".\n\n - Balance:\n", q.cut, q.volume);
  for (std::size_t i = 0; i != q.constraints.size(); ++i)
    out += text("     constraint #%zu:  %5.3f out of %5.3f\n", i, q.constraints[i].balance, q.constraints[i].limit);
  out += '\n';
  if (q.constraints.size() == 1) {
    const quality::constraint& c = q.constraints[0];
    const double share = o.target.empty() ? 1.0 / o.parts : double{o.target[c.worst_part]};
    out += text(" - Most overweight partition:\n     pid: %" PRIu32 ", actual: %" PRId64 ", desired: %" PRId64
                ", ratio: %.2f.\n\n",
                c.worst_part, q.part_weight[c.worst_part],
                static_cast<std::int64_t>(share * static_cast<double>(c.total)), c.balance);
  }
  out += text(" - Subdomain connectivity: max: %" PRIu32 ", min: %" PRIu32 ", avg: %.2f\n\n", q.max_neighbours,
              q.min_neighbours, q.mean_neighbours);
  if (q.broken_parts == 0)
    out += " - Each partition is contiguous.\n";
  else if (q.graph_components == 1)
    out += text(" - There are %" PRIu32
                " non-contiguous partitions.\n   Total components after removing the cut edges: %" PRIu32
                ",\n   max components: %" PRIu32 " for pid: %" PRIu32 ".\n",
                q.broken_parts, q.components, q.max_components, q.max_components_part);
  else
    out += text(" - The original graph had %" PRIu32
                " connected components and the resulting\n   partitioning after "
                "removing the cut edges has %" PRIu32 " components.\n",
                q.graph_components, q.components);
  return out + '\n';
}

std::string closing(const times& t, const char* step) {
  std::string out = "Timing Information ----------------------------------------------------------\n";
  out += text("  I/O:          \t\t %7.3f sec\n", (t.read_ms + t.write_ms) / 1000);
  out += text("  %s\t\t %7.3f sec   (METIS time)\n", step, t.partition_ms / 1000);
  out += text("  Reporting:    \t\t %7.3f sec\n\n", t.report_ms / 1000);
  out += "Memory Information ----------------------------------------------------------\n";
  out += text("  Max memory used:\t\t %7.3f MB\n", static_cast<double>(peak_memory()) / 1e6);
  return out + std::string(78, '*') + '\n';
}

std::string transactions_line(const char* what, const transaction_statistics& t) {
  std::string out = text("   %s: %" PRIu64 " commits, %" PRIu64 " no-ops, %" PRIu64 " aborts (%.2f%%", what, t.commits,
                         t.no_ops, t.all_aborts(), 100 * t.abort_rate());
  constexpr std::string_view by = "aborts_by_";
  for (const figure& f : figures_of(t))
    if (f.name.starts_with(by) && f.text() != "0") out += text(", %s %s", f.name.c_str() + by.size(), f.text().c_str());
  return out + text("), %" PRIu64 " nested aborts; %" PRIu64 " rounds, %" PRIu64 " run alone\n", t.nested_aborts,
                    t.rounds, t.alone);
}

std::string json(const settings& s, const partition::graph& g, const partition::options& o, const partition::result& r,
                 const quality& q, const times* t) {
  const partition::statistics& stats = r.stats;
  json_writer j;
  j.begin_object();
  j.field("version", AMORPH_VERSION);
  if (t != nullptr) write_backend(j, stats);
  j.field("vertices", g.vertices);
  j.field("edges", static_cast<std::uint64_t>(g.to.size() / 2));
  j.field("constraints", o.constraints);
  j.field("parts", o.parts);
  if (t != nullptr) {
    j.field("ptype", s.ptype);
    j.field("ctype", s.ctype);
    j.field("rtype", s.rtype);
    j.field("objtype", s.objtype);
    j.field("seed", s.seed);
  }
  j.field("cut", q.cut);
  j.field("volume", q.volume);
  j.field("cost", r.cost);
  if (!o.machine.empty()) {
    j.list("hierarchy", o.machine.hierarchy);
    j.list("distances", o.machine.distances);
  }
  j.field("balance", q.max_balance());
  j.field("balanced", r.balanced);
  j.key("balances");
  j.begin_array();
  for (const quality::constraint& c : q.constraints) j.value(c.balance);
  j.end_array();
  j.field("components", q.components);
  j.field("noncontiguous_parts", q.broken_parts);
  if (!s.start.empty()) j.field("moved", r.moved);
  j.field("max_neighbour_parts", q.max_neighbours);
  if (t != nullptr) add_run(j, s, stats, *t);
  j.end_object();
  return j.text();
}

std::uint64_t peak_memory() {
  rusage usage{};
  return ::getrusage(RUSAGE_SELF, &usage) == 0 ? static_cast<std::uint64_t>(usage.ru_maxrss) * 1024 : 0;
}

}  // namespace amorph::metis
