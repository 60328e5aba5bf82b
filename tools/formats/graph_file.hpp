// Files of graphs, in the formats of METIS. See docs/partition-formats.md.
//
// Nothing here throws unless it says so. On failure the result is unspecified and `message` is one line, "FILE:LINE:
// expected WHAT, found WHAT" or "FILE: reason". Inputs in gzip are recognised by content; "-" is the standard input.
// Reading and writing use `threads` threads (0: all); results do not depend on their number.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/graph/host_graph.hpp"

namespace amorph {
class output_file;
class text_source;
}  // namespace amorph

namespace amorph::graph_file {

struct read_options {
  unsigned threads = 0;
  bool undirected = true;       // refuse self-loops, and edges whose two arcs differ
  bool need_edges = false;      // refuse a graph without vertices or edges, as METIS's programs do
  std::uint64_t max_bytes = 0;  // of a line; 0: any number
  // Not null: the header may count other edges than the rows hold, and this becomes the message, or empty.
  std::string* count_fault = nullptr;
};

// Reads METIS's graph format: "n m [fmt [ncon]]", then a line per vertex, '%' before comments, neighbours numbered from
// 1. Weights are 32-bit: of vertices and their sizes 0 or more, of edges 1 or more. Rows keep the file's order; an edge
// may occur more than once (in both rows). O(file) work in one pass; besides the result, a few MiB of memory per
// thread. `name` is the file's name in messages. Throws error and std::bad_alloc. Files of this format or another are
// read by read_partition_graph() (arc_file.hpp).
void read_metis(text_source& source, const std::string& name, host_graph& graph, const read_options& options = {});
// The same for a text in memory, without exceptions: bad_input, out_of_memory.
[[nodiscard]] status parse_metis(std::string_view text, const std::string& name, host_graph& graph,
                                 std::string& message, const read_options& options = {}) noexcept;

// Elements and their nodes, as mpmetis reads them. An element's nodes are node[begin[e]] .. node[begin[e+1]-1], from 0.
struct mesh {
  std::uint32_t elements = 0, nodes = 0;  // nodes: the largest number of a node in an element, plus one
  std::uint32_t constraints = 1;          // weights per element
  host_array<std::uint64_t> begin;
  host_array<std::uint32_t> node;
  host_array<std::int32_t> element_weight;  // elements * constraints, element by element; empty: all 1
};

// Reads METIS's mesh format: "elements [weights per element]", then a line per element: its weights and its nodes,
// numbered from 1. bad_input (also for an element without nodes, and for no elements), out_of_memory.
[[nodiscard]] status read_mesh(const std::string& path, mesh& result, std::string& message,
                               unsigned threads = 0) noexcept;
[[nodiscard]] status parse_mesh(std::string_view text, const std::string& name, mesh& result, std::string& message,
                                unsigned threads = 0) noexcept;

// A hypergraph, as hMETIS reads it. The pins of net i are pin[begin[i]] .. pin[begin[i+1]-1], from 0.
struct netlist {
  std::uint32_t vertices = 0, nets = 0;
  host_array<std::uint64_t> begin;
  host_array<std::uint32_t> pin;
  host_array<std::int32_t> net_weight, vertex_weight;  // empty: all 1; vertices * weights per vertex
  std::uint64_t duplicate_pins = 0;                    // that were merged
  std::uint32_t first_duplicate_net = 0;               // the first net that had some, from 0
};

// Reads hMETIS's format: "nets vertices [fmt]", a line per net (its weight if fmt is 1 or 11, then its pins, numbered
// from 1), then, if fmt is 10 or 11, a line per vertex with its weight. Net weights are 1 or more, vertex weights 0 or
// more; each net has at least one pin. With several weights per vertex its line has as many. Duplicate pins of a net
// are merged. bad_input, out_of_memory. O(file), on one thread.
[[nodiscard]] status read_netlist(const std::string& path, netlist& result, std::string& message,
                                  std::uint32_t weights_per_vertex = 1) noexcept;
[[nodiscard]] status parse_netlist(std::string_view text, const std::string& name, netlist& result,
                                   std::string& message, std::uint32_t weights_per_vertex = 1) noexcept;

// A file with the part of each vertex, one per line, numbered from 0: a partition, or hMETIS's fix file, in which -1
// stands for a vertex that is free.
struct part_format {
  std::uint32_t vertices, parts;
  bool may_be_free;
  const char* what = "part";            // in messages
  span<const std::int32_t> group = {};  // per vertex, or -1: fixed vertices of one group have one part
};
// bad_input: another number of lines, a part that does not exist or is not the group's. out_of_memory.
[[nodiscard]] status read_parts(const std::string& path, const part_format& format, std::vector<std::int32_t>& part,
                                std::string& message) noexcept;
[[nodiscard]] status parse_parts(std::string_view text, const std::string& name, const part_format& format,
                                 std::vector<std::int32_t>& part, std::string& message) noexcept;

// A file with `columns` positive numbers on each of `rows` lines. bad_input, out_of_memory.
struct number_format {
  std::uint32_t rows, columns;
  bool weights = false;  // of 1 or more
};
[[nodiscard]] status read_numbers(const std::string& path, const number_format& format, std::vector<double>& number,
                                  std::string& message) noexcept;

// A graph to write. Empty: all weights are 1.
struct metis_rows {
  std::uint32_t vertices = 0, constraints = 1;
  span<const std::uint64_t> begin;
  span<const std::uint32_t> to;
  span<const std::int32_t> vertex_weight, vertex_size, edge_weight;

  metis_rows() = default;
  metis_rows(const host_graph& g)
      : vertices(g.vertices),
        constraints(g.constraints),
        begin(g.begin),
        to(g.to),
        vertex_weight(g.vertex_weight),
        vertex_size(g.vertex_size),
        edge_weight(g.edge_weight) {}
};
// Writes METIS's graph format, completely or not at all (see output_file), with the weights that the graph has.
// Adjacency lists keep their order; each edge must be in those of both ends. bad_input, out_of_memory.
[[nodiscard]] status write_metis(const std::string& path, const metis_rows& graph, std::string& message,
                                 unsigned threads = 0) noexcept;

// The same into an open file, which stays open; errors are reported when it is finished. Throws std::bad_alloc.
void write_metis(output_file& to, const metis_rows& graph, unsigned threads = 0);
// The part of each vertex, one per line, in METIS's format.
void write_partition(output_file& to, span<const std::uint32_t> part, unsigned threads = 0);

}  // namespace amorph::graph_file
