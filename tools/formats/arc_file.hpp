// Files of graphs, of any format that stands in the list of formats (graph_format.hpp). See docs/file-formats.md.
//
// Nothing here throws. On failure the result is unspecified and `message` is one line, "FILE:LINE: expected WHAT, found
// WHAT" or "FILE: reason". Inputs in gzip and xz are recognised by content; "-" is the standard input.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/graph/host_graph.hpp"
#include "amorph/kernels/graph/weighted_graph.hpp"

namespace amorph {
class output_file;
}

namespace amorph::arc_file {

struct graph_format;

// Formats that commands write if a name has no ending of a format, or that tests name.
extern const graph_format dimacs_format, edge_list_format, matrix_market_format, metis_format, binary_format;

// The words of --format, "auto" first, and the format of such a word; null for "auto" and unknown words.
[[nodiscard]] std::vector<const char*> format_names();
[[nodiscard]] const graph_format* find_format(std::string_view word) noexcept;

// The format of a file name's ending, before .gz or .xz if it has that; null or the fallback: none. Text files of any
// kind are named .txt, so that alone does not make a file a graph.
[[nodiscard]] const graph_format* format_of(std::string_view path) noexcept;
[[nodiscard]] const graph_format& output_format(std::string_view path, const graph_format& fallback) noexcept;
[[nodiscard]] bool is_plain_text(std::string_view path) noexcept;

// The number of arcs by the header of a binary file; none if it is another, compressed, or no regular file.
[[nodiscard]] std::optional<std::uint64_t> arcs_of_binary(const std::string& path);

// For help texts and messages: the formats, "A (.a), B (.b) or C (.c)", and what each holds, a sentence each; the
// endings of names, of all formats, of networks with source and sink, and those that count where METIS's format is
// assumed.
[[nodiscard]] std::string described_formats();
[[nodiscard]] std::vector<std::string> described_lines();
[[nodiscard]] std::string endings();
[[nodiscard]] std::string endings_of_networks();
[[nodiscard]] std::string endings_that_count();

// Reads the arcs, adjacency lists in file order; symmetric matrices and METIS graphs give both directions. Integers
// become 32-bit weights if all fit, otherwise 64-bit ones; a single number with a point or an exponent makes all
// weights 32-bit floats. An integer of more than 64 bits is refused. bad_input, out_of_memory. O(file). Text is parsed
// by all threads; the answer does not depend on their number. Texts that list arcs are loaded into memory first.
struct read_options {
  const graph_format* format = nullptr;  // null: by the beginning of the content, then by the file's name
  unsigned threads = 0;
  bool both_ways = false;     // symmetrise: add each missing reverse arc of the same weight, except of self-loops
  bool matrix_graph = false;  // of a matrix, the undirected graph of its pattern, as METIS's format can hold it
  // Not null: becomes what of the file the graph lacks, or has beyond it, for a message; empty if nothing.
  std::string* remark = nullptr;
  std::size_t piece_bytes = std::size_t{1} << 19;  // grain size of parsing, for text formats that list arcs
  // Refuse negative or non-integer weights in arc lists, with the line number. The caller checks the other formats.
  bool no_negative_weights = false, integral_weights = false;
  std::uint64_t max_bytes = 0;  // of the text; 0: any number

  // As partitioners take graphs: undirected and simple; of METIS's format if neither content nor name says otherwise.
  // Weights that METIS's format cannot hold are refused, unless weights are ignored.
  bool simple = false, ignore_weights = false;
  bool need_edges = false;  // refuse a graph without vertices or edges, as METIS's programs do
  // Not null: the rows of METIS's format are not checked, other graphs than matrices are refused, and this becomes the
  // message if the header counts other edges, or empty.
  std::string* count_fault = nullptr;
};
[[nodiscard]] status read(const std::string& path, weighted_graph& graph, std::string& message,
                          const read_options& options = {}) noexcept;
[[nodiscard]] status parse(std::string_view text, const std::string& name, weighted_graph& graph, std::string& message,
                           const read_options& options = {}) noexcept;

// A graph whose weights are capacities, with the extras of some formats: a source and a sink; vertex weights and
// sizes, empty if there are none.
struct flow_network {
  weighted_graph graph;
  bool has_ends = false;               // whether source and sink are known
  std::uint32_t source = 0, sink = 0;  // only if has_ends
  host_array<std::int32_t> vertex_weight{}, vertex_size{};
  std::uint32_t constraints = 1;  // weights per vertex
};
[[nodiscard]] status read_network(const std::string& path, flow_network& network, std::string& message,
                                  const read_options& options = {}) noexcept;
[[nodiscard]] status parse_network(std::string_view text, const std::string& name, flow_network& network,
                                   std::string& message, const read_options& options = {}) noexcept;

// Reads a graph to partition or to order, with options.simple. METIS's format is streamed.
[[nodiscard]] status read_partition_graph(const std::string& path, host_graph& graph, std::string& message,
                                          read_options options = {}) noexcept;
[[nodiscard]] status parse_partition_graph(std::string_view text, const std::string& name, host_graph& graph,
                                           std::string& message, read_options options = {}) noexcept;

// The maximum number of vertices that a text file of this size may announce or name, so that a few bytes cannot exhaust
// memory: reading takes about 16 bytes per vertex. Most text files have more bytes than vertices; 2^24 vertices
// (256 MiB) are always accepted.
[[nodiscard]] constexpr std::uint64_t plausible_vertices(std::uint64_t bytes) {
  return bytes < std::uint64_t{1} << 18 ? std::uint64_t{1} << 24 : 64 * bytes;
}

// Writers into an open file, which stays open; errors are reported when it is finished.
//
// The format is that of the name `path`, or `fallback` if it has none. Arcs are written in the order of the adjacency
// lists; vertices are numbered as the format requires. O(n + m), on one thread but for METIS's format. Only for
// networks that write_fault() accepts. Throws std::bad_alloc.
void write(output_file& to, const flow_network& network, std::string_view path, const graph_format& fallback,
           unsigned threads = 1);
// Why the network cannot be written to a file of that name, or could not be read back; empty if it can. At most
// O(n + m).
[[nodiscard]] std::string write_fault(const flow_network& network, std::string_view path, const graph_format& fallback);
// The parts that a file of that name loses when it is written, for a message; empty if nothing is lost.
[[nodiscard]] std::string what_is_lost(const flow_network& network, std::string_view path,
                                       const graph_format& fallback);
// Whether a file of that name stores source and sink; whether it is for networks alone.
[[nodiscard]] bool stores_ends(std::string_view path, const graph_format& fallback) noexcept;
[[nodiscard]] bool is_network_name(std::string_view path) noexcept;

}  // namespace amorph::arc_file
