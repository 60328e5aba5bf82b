// Reads graphs of any format: by the file's name, then by its content, then the format's row (graph_formats.cpp).
#include "amorph/kernels/backend/boundary.hpp"
#include "tools/formats/arc_file.hpp"
#include "tools/formats/arc_rows.hpp"
#include "tools/formats/graph_format.hpp"
#include "tools/formats/simple_graph.hpp"

namespace amorph::arc_file {
namespace {

// `network`, if not null, contains `g` and receives source and sink.
status read_from(const std::string* path, std::string_view given, const std::string& name, weighted_graph& g,
                 const read_options& options, flow_network* network = nullptr) {
  if (network != nullptr) network->has_ends = false;
  cpu_exec exec(options.threads);
  graph_input in{path, given, name, exec, options};
  format kind = options.format;
  if (kind == format::automatic && path != nullptr) kind = format_of(*path);
  if (kind == format::automatic) kind = format_of_content(in.text());
  if (kind == format::automatic)
    throw error(status::bad_input, name +
                                       ": unknown format; expected a file name ending in .gr, .max, .mtx, .txt, .graph "
                                       "or .amg, or amorph-graph's --format");
  row_of(kind).read(in, g, network);
  if (options.ignore_weights) g.kind = weight_kind::none;
  if (options.simple && kind != format::matrix_market)
    if (const std::string fault = make_undirected_simple(exec, g); !fault.empty())
      throw error(status::bad_input, name + ": " + fault);
  g.undirected = options.simple || is_undirected(exec, g.view());
  if (options.both_ways && !g.undirected) {
    add_reverse_arcs(g);
    g.undirected = is_undirected(exec, g.view());
  }
  g.undirected_is_known = true;
  return status::ok;
}

}  // namespace

status read(const std::string& path, weighted_graph& graph, std::string& message,
            const read_options& options) noexcept {
  return guarded(message, [&] { return read_from(&path, {}, std::string(input_name(path)), graph, options); });
}

status parse(std::string_view text, const std::string& name, weighted_graph& graph, std::string& message,
             const read_options& options) noexcept {
  return guarded(message, [&] { return read_from(nullptr, text, name, graph, options); });
}

status read_network(const std::string& path, flow_network& network, std::string& message,
                    const read_options& options) noexcept {
  return guarded(message,
                 [&] { return read_from(&path, {}, std::string(input_name(path)), network.graph, options, &network); });
}

status parse_network(std::string_view text, const std::string& name, flow_network& network, std::string& message,
                     const read_options& options) noexcept {
  return guarded(message, [&] { return read_from(nullptr, text, name, network.graph, options, &network); });
}

}  // namespace amorph::arc_file
