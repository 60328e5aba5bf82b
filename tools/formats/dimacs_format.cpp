// DIMACS's formats of shortest-path problems ("p sp") and of maximum-flow problems ("p max").
#include "tools/base/counted.hpp"
#include "tools/formats/graph_format.hpp"

namespace amorph::arc_file {
namespace {

void require_letter(text_reader& in, std::string_view letter, const char* expected) {
  if (in.token() != letter) in.fail(expected);
  in.skip_token();
  in.space(expected);
}

struct dimacs_head {
  std::uint32_t vertices = 0;
  std::uint64_t arcs = 0;
};
dimacs_head read_dimacs_head(text_reader& in, const char* problem, const char* expected) {
  in.require_line(expected);
  require_letter(in, "p", expected);
  if (in.token() != problem) in.fail(expected);
  in.skip_token();
  in.space("the number of vertices");
  dimacs_head head;
  head.vertices = read_vertices(in, "the number of vertices");
  in.space("the number of arcs");
  head.arcs = read_count(in, "the number of arcs");
  in.end_line();
  return head;
}
void read_dimacs_arc(text_reader& in, std::uint32_t vertices, arc_list& arcs, const weight_rule& weight) {
  require_letter(in, "a", "an arc, 'a FROM TO WEIGHT'");
  const std::uint32_t from = in.number32(1, vertices, "a vertex") - 1;
  in.space("a vertex");
  const std::uint32_t to = in.number32(1, vertices, "a vertex") - 1;
  in.space(weight.name);
  arcs.add(from, to);
  arcs.weigh(in, weight);
  in.end_line();
}
void read_shortest_path_problem(const arc_text& from, weighted_graph& g) {
  text_reader in = from.reader();
  const dimacs_head head = read_dimacs_head(in, "sp", "'p sp|max VERTICES ARCS'");
  const weight_rule rule = from.rule("a weight");
  std::vector<arc_list> lists = read_pieces(
      from, in, head.arcs, [&](text_reader& at, arc_list& arcs) { read_dimacs_arc(at, head.vertices, arcs, rule); });
  if (lists.empty()) {
    arc_list& arcs = lists.emplace_back();
    while (in.next_line()) {
      if (arcs.size() == head.arcs) in.fail("the end of the file after " + counted(head.arcs, "arc", "arcs"));
      read_dimacs_arc(in, head.vertices, arcs, rule);
    }
    require_all(in, arcs.size(), head.arcs, "arc");
  }
  to_rows(from.exec, lists, head.vertices, 1, false, g);
}

void read_flow_problem(const arc_text& from, flow_network& network) {
  text_reader in = from.reader();
  const dimacs_head head = read_dimacs_head(in, "max", "'p max VERTICES ARCS'");
  const weight_rule rule = from.rule("a capacity");
  std::vector<arc_list> lists;
  arc_list arcs;
  bool has_source = false, has_sink = false;
  while (in.next_line()) {
    // In most files, only arcs follow.
    if (arcs.size() == 0 && has_source && has_sink && network.source != network.sink && in.token() == "a") {
      lists = read_pieces(from, in, head.arcs,
                          [&](text_reader& at, arc_list& list) { read_dimacs_arc(at, head.vertices, list, rule); });
      if (!lists.empty()) break;
    }
    if (in.token() == "n") {
      const text_reader line = in;
      require_letter(in, "n", "'n VERTEX s' or 'n VERTEX t'");
      const std::uint32_t v = in.number32(1, head.vertices, "a vertex") - 1;
      in.space("s or t");
      const std::string_view which = in.token();
      if (which != "s" && which != "t") in.fail("s or t");
      if (which == "s" ? has_source : has_sink)
        line.fail_plain("expected one vertex called " + std::string(which) + ", found a second one");
      (which == "s" ? has_source : has_sink) = true;
      (which == "s" ? network.source : network.sink) = v;
      in.skip_token();
      in.end_line();
      continue;
    }
    if (arcs.size() == head.arcs) in.fail("the end of the file after " + counted(head.arcs, "arc", "arcs"));
    read_dimacs_arc(in, head.vertices, arcs, rule);
  }
  if (lists.empty()) {
    require_all(in, arcs.size(), head.arcs, "arc");
    lists.push_back(std::move(arcs));
  }
  if (!has_source || !has_sink) in.fail(has_source ? "a line 'n VERTEX t'" : "a line 'n VERTEX s'");
  if (network.source == network.sink) in.fail_plain("the source and the sink are the same vertex");
  network.has_ends = true;
  to_rows(from.exec, lists, head.vertices, 1, false, network.graph);
}

// Whether the text is a DIMACS network with source and sink.
bool starts_as_network(text_reader in) {
  if (!in.next_line() || in.token() != "p") return false;
  in.skip_token();
  in.blanks();
  return in.token() == "max";
}

void read_dimacs(graph_input& in, flow_network& to) {
  const arc_text from = in.lines('c');
  starts_as_network(from.reader()) ? read_flow_problem(from, to) : read_shortest_path_problem(from, to.graph);
}

void write_dimacs(text_sink& out, const flow_network& network, bool with_ends) {
  const weighted_graph& g = network.graph;
  out.write(with_ends ? "p max " : "p sp ");
  out.write_number(std::uint64_t{g.vertices});
  out.write(' ');
  out.write_number(std::uint64_t{g.to.size()});
  if (with_ends) {
    out.write("\nn ");
    out.write_number(network.source + std::uint64_t{1});
    out.write(" s\nn ");
    out.write_number(network.sink + std::uint64_t{1});
    out.write(" t");
  }
  out.write('\n');
  write_arcs(out, g, "a ", 1, true);
}

}  // namespace

const graph_format dimacs_format{
    .name = "dimacs",
    .title = "DIMACS files",
    .lines =
        "'c' begins comments; 'p sp VERTICES ARCS', then 'a FROM TO WEIGHT' per arc; a flow network has 'p max "
        "VERTICES ARCS', 'n VERTEX s' and 'n VERTEX t' for its source and sink, and capacities",
    .endings = {".gr", ".max"},
    .marks = {"c", "p "},
    .ends = true,
    .network_ending = ".max",
    .read = read_dimacs,
    .write = write_dimacs};

}  // namespace amorph::arc_file
