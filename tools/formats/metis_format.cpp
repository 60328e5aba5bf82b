// METIS's graphs: rows of neighbours, streamed by metis_read.cpp.
#include "tools/formats/graph_file.hpp"
#include "tools/formats/graph_format.hpp"

namespace amorph::arc_file {
namespace {

void read_metis(graph_input& in, flow_network& to) {
  const bool says_matrix = matrix_market_format.mark_of(in.source.peek(recognised_bytes)) != 0;
  const graph_file::read_options rows{.threads = in.options.threads,
                                      .undirected = in.options.simple && in.options.count_fault == nullptr,
                                      .need_edges = in.options.need_edges,
                                      .max_bytes = in.options.max_bytes,
                                      .count_fault = in.options.count_fault};
  host_graph from;
  try {
    graph_file::read_metis(in.source, in.name, from, rows);
  } catch (const error& e) {
    if (!says_matrix || e.code() != status::bad_input) throw;
    throw error(e.code(), std::string(e.what()) +
                              "; the first line is MatrixMarket's: of that format, sparse square matrices are read, "
                              "'matrix coordinate' and a line 'ROWS COLUMNS ENTRIES'");
  }
  weighted_graph& g = to.graph;
  g.vertices = from.vertices;
  g.base = 1;
  g.begin = std::move(from.begin);
  g.to = std::move(from.to);
  g.kind = from.edge_weight.empty() ? weight_kind::none : weight_kind::int32;
  g.weight32 = std::move(from.edge_weight);
  to.vertex_weight = std::move(from.vertex_weight);
  to.vertex_size = std::move(from.vertex_size);
  to.constraints = from.constraints;
}

void write_metis(text_sink& out, const flow_network& network, bool) {
  const weighted_graph& g = network.graph;
  graph_file::metis_rows rows;
  rows.vertices = g.vertices;
  rows.constraints = network.constraints;
  rows.begin = g.begin;
  rows.to = g.to;
  rows.vertex_weight = network.vertex_weight;
  rows.vertex_size = network.vertex_size;
  rows.edge_weight = g.weight32;
  graph_file::write_metis(*out.file(), rows, out.threads());  // never for bytes alone: each vertex takes some
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

}  // namespace

const graph_format metis_format{
    .name = "metis",
    .title = "METIS's graphs",
    .lines =
        "'%' begins comments; 'VERTICES EDGES [FORMAT [WEIGHTS]]', then per vertex its size, weights and "
        "neighbours, numbered from 1, each with the weight of the edge, as FORMAT says",
    .endings = {".graph", ".metis"},
    .marks = {"%"},
    .always_marked = false,
    .vertices = vertex_count::rows,
    .directed = false,
    .vertex_weights = true,
    .simple = true,
    .read = read_metis,
    .write = write_metis,
    .fault = metis_fault};

}  // namespace amorph::arc_file
