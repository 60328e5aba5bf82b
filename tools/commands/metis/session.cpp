// The steps shared by gpmetis and mpmetis: validation of the input, partitioning, and the reports of -dbglvl.
#include "tools/commands/metis/session.hpp"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <functional>
#include <set>

#include "amorph/kernels/exec/cpu.hpp"
#include "amorph/kernels/sync/atomic.hpp"

#include "tools/commands/metis/run.hpp"
#include "tools/formats/arc_file.hpp"
#include "tools/terminal/run_report.hpp"

namespace amorph::metis {
namespace {

constexpr int debug_info = 1, debug_coarsen = 4, debug_refine = 8;

void print_level(const progress& p) {
  if (p.detail == nullptr) return;
  const auto& level = *static_cast<const partition::level_progress*>(p.detail);
  std::printf("   %s: level %" PRIu64 ", %" PRIu64 " vertices\n", p.phase, p.done, level.vertices);
}

void print_parameters(const partition::options& o) {
  std::string out = text(" Runtime parameters:\n   Number of balancing constraints: %" PRIu32
                         "\n   Number of refinement iterations: %" PRIu32 "\n   Number of partitions: %" PRIu32
                         "\n   Number of cuts: %" PRIu32 "\n   Allowed maximum load imbalance:",
                         o.constraints, o.refinement, o.parts, o.attempts);
  for (const float x : o.imbalance) out += text(" %.3f", double{x});
  print_or_fail(out + "\n\n");
}

}  // namespace

partition::result divide_reporting(const char* program, const settings& s, const partition::graph& g,
                                   partition::options o, bool report, times& t) {
  if (report) {
    if ((s.dbglvl & debug_info) != 0) print_parameters(o);
    if ((s.dbglvl & debug_coarsen) != 0) o.run.progress = print_level;
  }
  const stopwatch time;
  partition::result r = partition::divide(g, o);
  t.partition_ms = time.ms();
  if (report && (s.dbglvl & debug_refine) != 0) {
    if (s.ctype == "stm") print_or_fail(transactions_line("matching", r.stats.matching));
    if (s.rtype == "stm") print_or_fail(transactions_line("refinement", r.stats.refinement));
  }
  if (!r.stats.remark.empty()) std::fprintf(stderr, "%s: %s\n", program, r.stats.remark.c_str());
  if (s.verbose) {
    print_weighed(program, r.stats);
    for (const partition::step_time& step : r.stats.steps)
      std::fprintf(stderr, "%s: finishing: %s, %.1f ms\n", program, step.name, step.ms);
  }
  return r;
}

partition::options without_impossible_demands(const char* program, partition::options o, const partition::graph& g,
                                              bool report) {
  if (!o.contiguous) return o;
  cpu_exec exec(o.run.threads);
  if (count_components(exec, g) <= 1) return o;
  o.contiguous = false;
  if (report)
    print_or_fail("***The input graph is not contiguous.\n***The specified -contig option will be ignored.\n");
  else
    std::fprintf(stderr, "%s: the graph is not connected: -contig is ignored\n", program);
  return o;
}

void check_number_of_parts(std::uint32_t parts, std::uint32_t vertices) {
  const std::uint32_t maximum = partition::most_parts(vertices);
  if (parts > maximum)
    refuse("number of parts: expected at most " + std::to_string(maximum) + " for " + std::to_string(vertices) +
           " vertices, found " + std::to_string(parts));
}

void check_input(const std::string& path, const partition::graph& g, unsigned threads) {
  const auto row_of = [&](std::size_t v) { return g.to.subspan(g.begin[v], g.begin[v + 1] - g.begin[v]); };
  std::uint32_t first_fault = g.vertices;
  cpu_exec(threads).ranges(g.vertices, 4096, [&](std::size_t first, std::size_t last, unsigned) {
    std::vector<std::uint32_t> sorted;
    for (std::size_t v = first; v != last; ++v) {
      const auto row = row_of(v);
      if (std::adjacent_find(row.begin(), row.end(), std::greater_equal<>()) == row.end()) continue;  // ascending
      sorted.assign(row.begin(), row.end());
      std::sort(sorted.begin(), sorted.end());
      if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
        atomic_min(&first_fault, static_cast<std::uint32_t>(v));
    }
  });
  if (first_fault != g.vertices) {
    std::set<std::uint32_t> seen;
    for (const std::uint32_t u : row_of(first_fault))
      if (!seen.insert(u).second)
        refuse(path + ": vertex " + std::to_string(first_fault + 1ul) + ": expected each neighbour once, found " +
               std::to_string(u + 1ul) + " again");
  }
  if (g.vertex_weight.empty()) return;
  if (std::all_of(g.vertex_weight.begin(), g.vertex_weight.end(), [](std::int32_t w) { return w == 0; }))
    refuse(path + ": expected a vertex weight above 0, found only zeros");
}

const char* graph_formats_help() {
  static const std::string text =
      "GRAPH may be in one of these formats, also compressed with gzip or xz: " + arc_file::described_formats() +
      ". METIS's is assumed unless the first line or a name in " + arc_file::endings_that_count() +
      " says otherwise; of other formats, missing reverse arcs are added and self-loops dropped. Edge lists count "
      "vertices from 0.";
  return text.c_str();
}

host_graph read_graph(const char* program, const std::string& path, arc_file::read_options options) {
  host_graph g;
  std::string message, remark;
  options.remark = &remark;
  require(arc_file::read_partition_graph(path, g, message, options), message);
  if (!remark.empty()) std::fprintf(stderr, "%s: %s: %s\n", program, one_line(path).c_str(), remark.c_str());
  return g;
}

host_graph read_graph_to_order(const char* program, const std::string& path, unsigned threads) {
  host_graph g = read_graph(program, path, {.threads = threads, .ignore_weights = true});
  if (g.constraints > 1)
    refuse(path + ": expected at most 1 weight per vertex, found " + std::to_string(g.constraints));
  check_input(path, graph_to_order(g), threads);
  return g;
}

}  // namespace amorph::metis
