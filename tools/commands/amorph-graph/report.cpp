// The figures of a run: the summary line and the JSON.
#include <cstdio>

#include "amorph/version.hpp"
#include "tools/base/counted.hpp"
#include "tools/base/json.hpp"
#include "tools/commands/amorph-graph/graph.hpp"
#include "tools/terminal/run_report.hpp"

namespace amorph::graph_tool {
namespace {

std::string ms(double x) {
  char text[48];
  std::snprintf(text, sizeof text, x < 10 ? "%.3f ms" : x < 1000 ? "%.1f ms" : "%.0f ms", x);
  return text;
}

// In an undirected graph a self-loop is one arc, and any other edge two.
std::uint64_t edges(const weighted_graph& g) {
  if (!g.undirected) return g.to.size();
  std::uint64_t loops = 0;
  for (std::uint32_t v = 0; v != g.vertices; ++v)
    for (std::uint64_t e = g.begin[v]; e != g.begin[v + std::size_t{1}]; ++e) loops += g.to[e] == v ? 1 : 0;
  return (g.to.size() + loops) / 2;
}

bool has_figure(const graph::outcome& o, std::string_view name) {
  return std::any_of(o.figures.begin(), o.figures.end(), [&](const figure& f) { return f.name == name; });
}

}  // namespace

std::string summary(const config& c, const weighted_graph& g, const outcome& o) {
  return c.problem + ", " + counted(g.vertices, "vertex", "vertices") + ", " + counted(g.to.size(), "arc", "arcs") +
         ": " + o.found.summary + ", " + ms(o.found.stats.median_ms()) + " (" + o.found.stats.strategy + ", " +
         backend_text(o.found.stats) + ")" + (o.verified ? ", verified" + o.found.verified_part : "") + "\n";
}

std::string json(const config& c, const weighted_graph& g, const outcome& o) {
  json_writer j;
  j.begin_object();
  j.field("tool", "amorph-graph");
  j.field("version", AMORPH_VERSION);
  j.field("problem", c.problem);
  j.field("vertices", g.vertices);
  // A forest has `edges` of its own.
  j.field("arcs", g.to.size());
  if (!has_figure(o.found, "edges")) j.field("edges", edges(g));
  j.field("undirected", g.undirected);
  j.field("strategy", o.found.stats.strategy);
  write_backend(j, o.found.stats);
  if (!o.sources.empty()) {
    j.key("sources");
    j.begin_array();
    for (const std::uint32_t s : o.sources) j.value(std::uint64_t{s} + g.base);
    j.end_array();
  }
  for (const figure& f : o.found.figures) {
    j.key(f.name);
    j.number(f.text());
  }
  j.field("ms", o.found.stats.median_ms());
  j.field("load_ms", o.found.stats.load_ms);
  j.field("finish_ms", o.found.stats.finish_ms);
  j.field("read_ms", o.read_ms);
  j.field("verify_ms", o.verify_ms);
  j.field("total_ms", o.total_ms);
  j.field("peak_bytes", o.found.stats.peak_bytes);
  j.field("verified", o.verified);
  j.list("ms_each", o.found.stats.ms);
  j.end_object();
  return j.text();
}

}  // namespace amorph::graph_tool
