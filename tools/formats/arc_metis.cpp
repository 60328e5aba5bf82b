// METIS's graphs as arcs with weights: the reader is that of METIS's commands (metis_read.cpp).
#include "tools/formats/graph_file.hpp"
#include "tools/formats/graph_format.hpp"

namespace amorph::arc_file {

void read_metis_arcs(graph_input& in, weighted_graph& g, flow_network*) {
  const graph_file::read_options rows{
      .threads = in.options.threads, .undirected = false, .max_bytes = in.options.max_bytes, .other_formats = false};
  host_graph from;
  std::string message;
  const status s = in.path != nullptr ? graph_file::read_metis(*in.path, from, message, rows)
                                      : graph_file::parse_metis(in.given, in.name, from, message, rows);
  if (s != status::ok) throw error(s, message);
  g = {};
  g.vertices = from.vertices;
  g.base = 1;
  g.begin = std::move(from.begin);
  g.to = std::move(from.to);
  g.kind = from.edge_weight.empty() ? weight_kind::none : weight_kind::int32;
  g.weight32 = std::move(from.edge_weight);
}

void write_metis_arcs(text_sink& out, const flow_network& network, bool) {
  const weighted_graph& g = network.graph;
  const bool weighted = g.kind != weight_kind::none;
  out.write_number(std::uint64_t{g.vertices});
  out.write(' ');
  out.write_number(std::uint64_t{g.to.size() / 2});
  out.write(weighted ? " 001\n" : "\n");
  for (std::uint32_t v = 0; v != g.vertices && !out.failed(); ++v) {
    for (std::uint64_t e = g.begin[v]; e != g.begin[v + std::size_t{1}]; ++e) {
      if (e != g.begin[v]) out.write(' ');
      out.write_number(g.to[e] + std::uint64_t{1});
      if (weighted) write_weight(out, g, e);
    }
    out.write('\n');
  }
}

// METIS's format stores undirected graphs without self-loops, with weights from 1 to 2^31 - 1.
std::string metis_fault(const weighted_graph& g) {
  if (!g.undirected)
    return "METIS's format requires each arc in both directions; --both-ways adds the missing reverse arcs";
  if (g.kind == weight_kind::int64 || g.kind == weight_kind::float32)
    return "weights in METIS's format are integers from 1 to 2147483647";
  for (std::uint32_t v = 0; v != g.vertices; ++v)
    for (std::uint64_t e = g.begin[v]; e != g.begin[v + std::size_t{1}]; ++e) {
      if (g.to[e] == v)
        return "METIS's format allows no self-loops, found one at vertex " + std::to_string(v + std::uint64_t{g.base});
      if (g.kind == weight_kind::int32 && g.weight32[e] < 1)
        return "weights in METIS's format are integers from 1 to 2147483647, found " + std::to_string(g.weight32[e]);
    }
  return "";
}

}  // namespace amorph::arc_file
