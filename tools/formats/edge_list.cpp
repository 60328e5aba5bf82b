// Edge lists, as SNAP's: '#' before comments, "FROM TO [WEIGHT]" per arc, vertices from 0.
#include "tools/base/counted.hpp"
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

}  // namespace

void read_edge_list(graph_input& input, weighted_graph& g, flow_network*) {
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
  to_rows(from.exec, lists, vertices, 0, false, g);
}

void write_edge_list(text_sink& out, const flow_network& network, bool) {
  const bool weighted = network.graph.kind != weight_kind::none;
  out.write(weighted ? "# FROM TO WEIGHT\n" : "# FROM TO\n");
  write_arcs(out, network.graph, "", 0, weighted);
}

}  // namespace amorph::arc_file
