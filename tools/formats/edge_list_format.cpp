// Edge lists, as SNAP's: '#' before comments, "FROM TO [WEIGHT]" per arc, vertices from 0.
#include <algorithm>
#include <atomic>

#include "tools/base/counted.hpp"
#include "tools/formats/graph_file.hpp"
#include "tools/formats/graph_format.hpp"

namespace amorph::arc_file {
namespace {

// Parses a line; returns the larger end of its arc.
std::uint32_t read_edge(text_reader& in, arc_list& arcs, const weight_rule& weight) {
  const std::uint32_t from = in.number32(0, maximum_vertices - 1, "a vertex");
  in.space("a vertex");
  const std::uint32_t to = in.number32(0, maximum_vertices - 1, "a vertex");
  in.blanks();
  const bool more = !in.at_line_end(), weighted = arcs.size() == 0 ? more : arcs.weighted();
  if (more != weighted) in.fail(weighted ? "a weight, as in the first line" : "the end of the line, as in the first");
  arcs.add(from, to);
  if (weighted) arcs.weigh(in, weight);
  in.end_line();
  return std::max(from, to);
}

// Whether METIS's reader takes the text, too: a graph whose lines have two or three numbers each, of which the first
// says how many lines follow.
bool is_metis(const arc_text& from, const std::vector<arc_list>& lists) {
  std::uint64_t lines = 0;
  for (const arc_list& list : lists) lines += list.size();
  text_reader in = from.reader();
  if (lines < 2 || !in.next_line() || in.number(0, maximum_vertices, "a vertex") + 1 != lines) return false;
  host_graph unused;
  std::string message;
  return graph_file::parse_metis(from.text, from.name, unused, message, {.threads = from.exec.threads()}) == status::ok;
}

// Vertices that no line names.
std::string gaps(cpu_exec& exec, const weighted_graph& g) {
  std::vector<std::uint8_t> named(g.vertices);
  std::uint64_t missing = 0;
  for (std::uint32_t v = 0; v != g.vertices; ++v) {
    named[v] = g.begin[v] != g.begin[v + std::size_t{1}] ? 1 : 0;
    missing += 1u - named[v];
  }
  if (missing == 0) return "";
  exec.for_each(g.to.size(), [&](std::size_t e) {
    const std::atomic_ref<std::uint8_t> target(named[g.to[e]]);
    if (target.load(std::memory_order_relaxed) == 0) target.store(1, std::memory_order_relaxed);
  });
  missing = static_cast<std::uint64_t>(std::count(named.begin(), named.end(), std::uint8_t{0}));
  if (missing == 0) return "";
  return std::to_string(missing) + " of the " + std::to_string(g.vertices) + " vertices 0 .. " +
         std::to_string(g.vertices - 1) + " are in no line: they have no edges";
}

void read_edge_list(graph_input& input, flow_network& to) {
  const arc_text from = input.lines('#');
  text_reader in = from.reader();
  const weight_rule rule = from.rule("a weight");
  std::atomic<std::uint32_t> maximum{0};
  std::vector<arc_list> lists = read_pieces(from, in, any_number, [&](text_reader& at, arc_list& arcs) {
    const std::uint32_t end = read_edge(at, arcs, rule) + 1;
    for (std::uint32_t seen = maximum.load(std::memory_order_relaxed);
         end > seen && !maximum.compare_exchange_weak(seen, end, std::memory_order_relaxed);) {}
  });
  std::uint32_t vertices = lists.empty() ? 0 : maximum.load();
  if (lists.empty() || vertices > plausible_vertices(in.size())) {
    lists.clear();
    vertices = 0;
    arc_list& arcs = lists.emplace_back();
    text_reader largest = in;  // the line that names the largest vertex
    while (in.next_line()) {
      const text_reader line = in;
      const std::uint32_t end = read_edge(in, arcs, rule) + 1;
      if (end > vertices) largest = line;
      vertices = std::max(vertices, end);
    }
    if (vertices > plausible_vertices(in.size()))
      largest.fail_plain("vertex number " + std::to_string(vertices - 1) + " is too large for a file of " +
                         counted(arcs.size(), "edge", "edges"));
  }
  if (input.options.format == nullptr && is_metis(from, lists))
    throw error(status::bad_input, from.name +
                                       ": the name is that of an edge list, but it is a graph in METIS's "
                                       "format; expected a name in .graph, or '#' at the beginning");
  to_rows(from.exec, lists, vertices, 0, false, to.graph);
  if (input.options.remark != nullptr) *input.options.remark = gaps(from.exec, to.graph);
}

void write_edge_list(text_sink& out, const flow_network& network, bool) {
  const bool weighted = network.graph.kind != weight_kind::none;
  out.write(weighted ? "# FROM TO WEIGHT\n" : "# FROM TO\n");
  write_arcs(out, network.graph, "", 0, weighted);
}

}  // namespace

const graph_format edge_list_format{
    .name = "edges",
    .title = "SNAP's edge lists",
    .lines =
        "'#' begins comments; 'FROM TO [WEIGHT]' per arc, with a weight in all lines or in none; vertices are "
        "numbered from 0 to the largest number that occurs",
    .endings = {".el", ".wel", ".edges", ".snap", ".txt"},
    .marks = {"#"},
    .always_marked = false,
    .vertices = vertex_count::numbers,
    .read = read_edge_list,
    .write = write_edge_list};

}  // namespace amorph::arc_file
