// Reads weighted graphs: format detection, DIMACS and edge lists.
#include <algorithm>
#include <array>
#include <atomic>

#include "amorph/kernels/backend/boundary.hpp"
#include "amorph/kernels/exec/cpu.hpp"
#include "tools/base/counted.hpp"
#include "tools/formats/arc_binary.hpp"
#include "tools/formats/arc_file.hpp"
#include "tools/formats/arc_text.hpp"
#include "tools/formats/graph_file.hpp"
#include "tools/formats/input_file.hpp"
#include "tools/formats/matrix_market.hpp"

namespace amorph::arc_file {
namespace {

struct named_format {
  const char* name;
  format value;
};
constexpr std::array<named_format, 6> names = {{{"auto", format::automatic},
                                                {"metis", format::metis},
                                                {"dimacs", format::dimacs},
                                                {"mtx", format::matrix_market},
                                                {"edges", format::edges},
                                                {"binary", format::binary}}};
constexpr std::array<named_format, 11> extensions = {{{".graph", format::metis},
                                                      {".metis", format::metis},
                                                      {".gr", format::dimacs},
                                                      {".max", format::dimacs},
                                                      {".mtx", format::matrix_market},
                                                      {".txt", format::edges},
                                                      {".el", format::edges},
                                                      {".wel", format::edges},
                                                      {".edges", format::edges},
                                                      {".snap", format::edges},
                                                      {".amg", format::binary}}};

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
void read_dimacs(const arc_text& from, weighted_graph& g) {
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

void read_flow_from(const arc_text& from, flow_network& network) {
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

void read_edges(const arc_text& from, weighted_graph& g) {
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

void take_metis(host_graph&& from, weighted_graph& g) {
  g = {};
  g.vertices = from.vertices;
  g.base = 1;
  g.begin = std::move(from.begin);
  g.to = std::move(from.to);
  g.kind = from.edge_weight.empty() ? weight_kind::none : weight_kind::int32;
  g.weight32 = std::move(from.edge_weight);
}

format detect(std::string_view text) {
  if (is_binary(text)) return format::binary;
  if (text.starts_with("%%MatrixMarket")) return format::matrix_market;
  while (text.starts_with("c") || text.starts_with("\n")) {  // DIMACS's comments
    text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
    if (text.empty()) break;
  }
  if (text.starts_with("p ")) return format::dimacs;
  if (text.starts_with("#")) return format::edges;
  if (text.starts_with("%")) return format::metis;
  return format::automatic;
}

// Whether the text is a DIMACS network with source and sink.
bool starts_as_network(text_reader in) {
  if (!in.next_line() || in.token() != "p") return false;
  in.skip_token();
  in.blanks();
  return in.token() == "max";
}

void read_text(std::string_view text, const std::string& name, format kind, weighted_graph& g, flow_network* network,
               cpu_exec& exec, const read_options& options) {
  const auto as = [&](char comment) {
    return arc_text{text,
                    name,
                    comment,
                    exec,
                    std::max<std::size_t>(1, options.piece_bytes),
                    options.no_negative_weights,
                    options.integral_weights};
  };
  switch (kind) {
    case format::dimacs: {
      const arc_text from = as('c');
      if (!starts_as_network(from.reader())) return read_dimacs(from, g);
      if (network != nullptr) return read_flow_from(from, *network);
      flow_network unused_ends;
      read_flow_from(from, unused_ends);
      g = std::move(unused_ends.graph);
      return;
    }
    case format::matrix_market:
      if (options.matrix_graph == nullptr) return read_matrix_market(as('%'), g);
      *options.matrix_graph = read_matrix_graph(as('%'), options.both_ways, g);
      return;
    case format::edges: return read_edges(as('#'), g);
    default: break;
  }
  throw error(status::bad_input, name +
                                     ": unknown format; expected a file name ending in .gr, .max, .mtx, .txt, .graph "
                                     "or .amg, or amorph-graph's --format");
}

// `network`, if not null, contains `g` and receives source and sink.
status read_from(const std::string* path, std::string_view given, const std::string& name, weighted_graph& g,
                 std::string& message, const read_options& options, flow_network* network = nullptr) {
  if (network != nullptr) network->has_ends = false;
  const graph_file::read_options rows{.threads = options.threads, .undirected = false, .max_bytes = options.max_bytes};
  cpu_exec exec(options.threads);
  format kind = options.format;
  if (kind == format::automatic && path != nullptr) kind = format_of(*path);
  input_text file;
  std::string_view text = given;
  auto load = [&] {
    if (path == nullptr) return;
    if (const status s = read_file(*path, file, message, &exec, options.max_bytes); s != status::ok)
      throw error(s, message);
    text = file.view();
  };
  if (kind == format::automatic) {
    load();
    path = nullptr;  // the standard input can be read only once
    kind = detect(text);
  }
  if (kind == format::metis) {
    host_graph g32;
    const status s = path != nullptr ? graph_file::read_metis(*path, g32, message, rows)
                                     : graph_file::parse_metis(text, name, g32, message, rows);
    if (s != status::ok) return s;
    take_metis(std::move(g32), g);
  } else if (kind == format::binary) {
    if (path != nullptr)
      read_binary(*path, name, exec, g, network);
    else
      parse_binary(text, name, exec, g, network);
  } else {
    load();
    read_text(text, name, kind, g, network, exec, options);
  }
  g.undirected = is_undirected(exec, g.view());
  if (options.both_ways && !g.undirected) {
    add_reverse_arcs(g);
    g.undirected = is_undirected(exec, g.view());
  }
  g.undirected_is_known = true;
  return status::ok;
}

}  // namespace

std::optional<format> parse_format(std::string_view word) noexcept {
  for (const named_format& f : names)
    if (word == f.name) return f.value;
  return std::nullopt;
}

format format_of(std::string_view path) noexcept {
  if (path.ends_with(".gz") || path.ends_with(".xz")) path.remove_suffix(3);
  for (const named_format& f : extensions)
    if (path.ends_with(f.name)) return f.value;
  return format::automatic;
}

status read(const std::string& path, weighted_graph& graph, std::string& message,
            const read_options& options) noexcept {
  return guarded(message, [&] { return read_from(&path, {}, std::string(input_name(path)), graph, message, options); });
}

status parse(std::string_view text, const std::string& name, weighted_graph& graph, std::string& message,
             const read_options& options) noexcept {
  return guarded(message, [&] { return read_from(nullptr, text, name, graph, message, options); });
}

status read_network(const std::string& path, flow_network& network, std::string& message,
                    const read_options& options) noexcept {
  return guarded(message, [&] {
    return read_from(&path, {}, std::string(input_name(path)), network.graph, message, options, &network);
  });
}

status parse_network(std::string_view text, const std::string& name, flow_network& network, std::string& message,
                     const read_options& options) noexcept {
  return guarded(message, [&] { return read_from(nullptr, text, name, network.graph, message, options, &network); });
}

}  // namespace amorph::arc_file
