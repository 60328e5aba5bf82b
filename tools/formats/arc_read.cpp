// Reads graphs of any format: recognises it, has its row read, and converts the graph as the options ask.
#include "amorph/kernels/backend/boundary.hpp"
#include "tools/formats/arc_rows.hpp"
#include "tools/formats/graph_format.hpp"
#include "tools/formats/simple_graph.hpp"

namespace amorph::arc_file {
namespace {

const graph_format& chosen(std::string_view start, const std::string& name, const read_options& options) {
  const graph_format* const f = options.format != nullptr ? options.format : recognise(start, name, options.simple);
  if (f == nullptr)
    throw error(status::bad_input, name + ": unknown format; expected a file name ending in " + endings() +
                                       ", or amorph-graph's --format");
  const graph_format* const named = format_of(name);
  if (options.format == nullptr && !f->always_marked && f->mark_of(start) != 0 && named != nullptr && named != f &&
      !is_plain_text(name))
    throw error(status::bad_input, name + ": the name is one of " + named->title + ", but " + beginnings(*f) +
                                       " begins " + f->title + "; rename it, or use amorph-graph's --format");
  if (options.count_fault != nullptr && !f->simple)
    throw error(status::bad_input, name + ": expected a graph in METIS's format or a matrix, found one of " + f->title);
  return *f;
}

void read_from(text_source& source, const std::string& name, flow_network& to, const read_options& options) {
  const std::string_view start = source.peek(recognised_bytes);
  const graph_format& format = chosen(start, name, options);
  const bool marked = format.always_marked && format.mark_of(start) != 0;
  cpu_exec exec(options.threads);
  to = {};
  graph_input in{source, name, exec, options};
  try {
    format.read(in, to);
  } catch (const error& e) {
    const graph_format* const named = format_of(name);
    if (e.code() != status::bad_input || options.format != nullptr || named == nullptr || named == &format || marked)
      throw;
    throw error(e.code(), std::string(e.what()) + "; read as one of " + format.title + ": " + named->title +
                              " begin with " + beginnings(*named) +
                              (named->always_marked ? "" : ", or have a name in " + std::string(named->endings[0])));
  }
  weighted_graph& g = to.graph;
  if (options.ignore_weights) g.kind = weight_kind::none;
  if (options.simple && !format.simple)
    if (const std::string fault = make_undirected_simple(exec, g); !fault.empty())
      throw error(status::bad_input, name + ": " + fault);
  const bool counts_others = options.count_fault != nullptr && !options.count_fault->empty();
  if (options.need_edges && g.to.empty() && !counts_others)
    throw error(status::bad_input, name + ": expected at least one edge between two vertices, found none");
  g.undirected = options.simple || is_undirected(exec, g.view());
  if (options.both_ways && !g.undirected) {
    add_reverse_arcs(g);
    g.undirected = is_undirected(exec, g.view());
  }
  g.undirected_is_known = true;
}

void take(flow_network&& from, host_graph& to) {
  to.vertices = from.graph.vertices;
  to.constraints = from.constraints;
  to.begin = std::move(from.graph.begin);
  to.to = std::move(from.graph.to);
  to.vertex_weight = std::move(from.vertex_weight);
  to.vertex_size = std::move(from.vertex_size);
  to.edge_weight = std::move(from.graph.weight32);
}

}  // namespace

status read_network(const std::string& path, flow_network& network, std::string& message,
                    const read_options& options) noexcept {
  return guarded(message, [&] {
    text_source source(path);
    read_from(source, std::string(input_name(path)), network, options);
  });
}

status parse_network(std::string_view text, const std::string& name, flow_network& network, std::string& message,
                     const read_options& options) noexcept {
  return guarded(message, [&] {
    text_source source(text);
    read_from(source, name, network, options);
  });
}

status read(const std::string& path, weighted_graph& graph, std::string& message,
            const read_options& options) noexcept {
  flow_network network;
  const status s = read_network(path, network, message, options);
  graph = std::move(network.graph);
  return s;
}

status parse(std::string_view text, const std::string& name, weighted_graph& graph, std::string& message,
             const read_options& options) noexcept {
  flow_network network;
  const status s = parse_network(text, name, network, message, options);
  graph = std::move(network.graph);
  return s;
}

status read_partition_graph(const std::string& path, host_graph& graph, std::string& message,
                            read_options options) noexcept {
  options.simple = true;
  flow_network network;
  const status s = read_network(path, network, message, options);
  take(std::move(network), graph);
  return s;
}

status parse_partition_graph(std::string_view text, const std::string& name, host_graph& graph, std::string& message,
                             read_options options) noexcept {
  options.simple = true;
  flow_network network;
  const status s = parse_network(text, name, network, message, options);
  take(std::move(network), graph);
  return s;
}

}  // namespace amorph::arc_file
