// Writes weighted graphs and networks: the format of a name, and the losses in it.
#include <algorithm>
#include <string>

#include "tools/base/counted.hpp"
#include "tools/formats/graph_format.hpp"

namespace amorph::arc_file {
namespace {

// The ending of names in the first format that is `wanted`.
std::string ending_of(bool (*wanted)(const graph_format&)) {
  for (const graph_format* f : graph_formats())
    if (wanted(*f)) return std::string(f->endings[0]);
  return "";
}

// The number of vertices that a reader of such a text infers: the last vertex with an arc, plus one.
std::uint32_t named_vertices(const weighted_graph& g) {
  std::uint32_t named = 0;
  for (std::uint32_t v = 0; v != g.vertices; ++v)
    if (g.begin[v] != g.begin[v + std::size_t{1}]) named = v + 1;
  for (const std::uint32_t u : g.to) named = std::max(named, u + 1);
  return named;
}

// Readers refuse short files that announce very many vertices (plausible_vertices).
std::string too_sparse(const flow_network& network, std::string_view path, const graph_format& fallback) {
  const weighted_graph& g = network.graph;
  const graph_format& form = output_format(path, fallback);
  constexpr std::uint64_t min_line = 4;  // "0 1\n"
  if (form.vertices == vertex_count::rows || g.vertices <= plausible_vertices(min_line * g.to.size())) return "";
  text_sink text;
  form.write(text, network, network.has_ends && stores_ends(path, fallback));
  const std::uint64_t maximum = plausible_vertices(text.bytes());
  if ((form.vertices == vertex_count::numbers ? named_vertices(g) : g.vertices) <= maximum) return "";
  return "a text file of " + counted(text.bytes(), "byte", "bytes") + " with " + std::to_string(g.vertices) +
         " vertices could not be read back (at most " + std::to_string(maximum) + "); use a name in " +
         ending_of([](const graph_format& f) { return f.vertices == vertex_count::rows && f.directed; });
}

}  // namespace

void write(output_file& to, const flow_network& network, std::string_view path, const graph_format& fallback,
           unsigned threads) {
  text_sink out(&to, threads);
  output_format(path, fallback).write(out, network, network.has_ends && stores_ends(path, fallback));
}

std::string write_fault(const flow_network& network, std::string_view path, const graph_format& fallback) {
  const weighted_graph& g = network.graph;
  const graph_format& form = output_format(path, fallback);
  if (is_network_name(path) && !network.has_ends)
    return "a " + std::string(form.network_ending) + " file needs a source and a sink, and the graph has none";
  if (is_network_name(path) && g.kind == weight_kind::float32)
    return "capacities in a " + std::string(form.network_ending) + " file must be integers";
  if (form.fault != nullptr)
    if (std::string fault = form.fault(g); !fault.empty()) return fault;
  return too_sparse(network, path, fallback);
}

std::string what_is_lost(const flow_network& network, std::string_view path, const graph_format& fallback) {
  const weighted_graph& g = network.graph;
  std::string lost;
  if (network.has_ends && !stores_ends(path, fallback))
    lost = "source and sink are not written; use a name in " + endings_of_networks() + " to keep them";
  if (!output_format(path, fallback).vertex_weights && !(network.vertex_weight.empty() && network.vertex_size.empty()))
    lost += std::string(lost.empty() ? "" : "; ") + "weights and sizes of vertices are not written; a name in " +
            ending_of([](const graph_format& f) { return f.vertex_weights; }) + " keeps them";
  if (output_format(path, fallback).vertices != vertex_count::numbers || g.vertices == 0) return lost;
  const std::uint32_t named = named_vertices(g);
  if (named == g.vertices) return lost;
  return lost + (lost.empty() ? "" : "; ") +
         (g.vertices - named == 1
              ? "the last vertex has no arcs and is not written"
              : "the last " + std::to_string(g.vertices - named) + " vertices have no arcs and are not written");
}

}  // namespace amorph::arc_file
