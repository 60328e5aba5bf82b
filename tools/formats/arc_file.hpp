// Files of weighted, possibly directed graphs: DIMACS (.gr, .max), MatrixMarket, SNAP's edge lists, METIS, and Amorph's
// binary form, which is read at disk speed. See docs/file-formats.md.
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
#include "amorph/kernels/graph/weighted_graph.hpp"

namespace amorph {
class output_file;
}

namespace amorph::arc_file {

enum class format : std::uint8_t { automatic, metis, dimacs, matrix_market, edges, binary };

// The names that parse_format() knows, "auto" first; the formats for help texts, "A (.a), B (.b) or C (.c)".
[[nodiscard]] std::vector<const char*> format_names();
[[nodiscard]] std::string described_formats();
[[nodiscard]] std::optional<format> parse_format(std::string_view word) noexcept;

// The format of a file name's extension (.graph .metis .gr .max .mtx .txt .el .wel .edges .snap .amg, with or without
// .gz or .xz), or automatic.
[[nodiscard]] format format_of(std::string_view path) noexcept;

// Whether the name ends so, before .gz or .xz if it has that.
[[nodiscard]] bool ends_in(std::string_view path, std::string_view ending) noexcept;

// The format of a text by how it begins, or automatic.
[[nodiscard]] format format_of_content(std::string_view text) noexcept;

// Reads the arcs, adjacency lists in file order; symmetric matrices and METIS graphs give both directions. Integers
// become 32-bit weights if all fit, otherwise 64-bit ones; a single number with a point or an exponent makes all
// weights 32-bit floats. An integer of more than 64 bits is refused. bad_input, out_of_memory. O(file). Text is parsed
// by all threads; the answer does not depend on their number. DIMACS, MatrixMarket and edge lists are loaded into
// memory first.
struct read_options {
  arc_file::format format = arc_file::format::automatic;  // automatic: taken from the file name, then from the content
  unsigned threads = 0;
  bool both_ways = false;  // symmetrise: add each missing reverse arc of the same weight, except of self-loops
  // Not null: a matrix gives the undirected graph of its pattern (read_matrix_graph), and this becomes what of it the
  // graph does not have, for a message; empty if nothing.
  std::string* matrix_graph = nullptr;
  std::size_t piece_bytes = std::size_t{1} << 19;  // grain size of parsing, for text formats that list arcs
  // Refuse negative or non-integer weights in arc lists, with the line number. The caller checks the other formats.
  bool no_negative_weights = false, integral_weights = false;
  std::uint64_t max_bytes = 0;  // of the text; 0: any number
  // Make the graph undirected and simple, as partitioners take it (make_undirected_simple; read_matrix_graph for
  // matrices). Weights that METIS's format cannot hold are refused, unless weights are ignored.
  bool simple = false, ignore_weights = false;
};
[[nodiscard]] status read(const std::string& path, weighted_graph& graph, std::string& message,
                          const read_options& options = {}) noexcept;
[[nodiscard]] status parse(std::string_view text, const std::string& name, weighted_graph& graph, std::string& message,
                           const read_options& options = {}) noexcept;

// A graph whose weights are capacities. DIMACS's "p max" and the binary form may name a source and a sink; the other
// formats are read as above.
struct flow_network {
  weighted_graph graph;
  bool has_ends = false;               // whether source and sink are known
  std::uint32_t source = 0, sink = 0;  // only if has_ends
};
[[nodiscard]] status read_network(const std::string& path, flow_network& network, std::string& message,
                                  const read_options& options = {}) noexcept;
[[nodiscard]] status parse_network(std::string_view text, const std::string& name, flow_network& network,
                                   std::string& message, const read_options& options = {}) noexcept;

// Writes the binary form, completely or not at all (see output_file). bad_input, out_of_memory.
[[nodiscard]] status write_binary(const std::string& path, const weighted_csr& graph, std::uint32_t base,
                                  std::string& message) noexcept;

// The maximum number of vertices that a text file of this size may announce or name, so that a few bytes cannot exhaust
// memory: reading takes about 16 bytes per vertex. Most text files have more bytes than vertices; 2^24 vertices
// (256 MiB) are always accepted.
[[nodiscard]] constexpr std::uint64_t plausible_vertices(std::uint64_t bytes) {
  return bytes < std::uint64_t{1} << 18 ? std::uint64_t{1} << 24 : 64 * bytes;
}

// Writers into an open file, which stays open; errors are reported when it is finished.
//
// The format is that of the extension of `path`, or `fallback` if it has none. Source and sink are written to .max
// files, and to .amg files if the network has them, but not to .gr files. Arcs are written in the order of the
// adjacency lists; vertices are numbered as the format requires. O(n + m), on one thread. Only for networks that
// write_fault() accepts.
void write(output_file& to, const flow_network& network, std::string_view path, format fallback) noexcept;
// Why the network cannot be written to a file of that name, or could not be read back; empty if it can. At most
// O(n + m).
[[nodiscard]] std::string write_fault(const flow_network& network, std::string_view path, format fallback);
// What a file of that name cannot represent although it can be written, for a message; empty if nothing is lost.
[[nodiscard]] std::string what_is_lost(const flow_network& network, std::string_view path, format fallback);

void write_binary(output_file& to, const weighted_csr& graph, std::uint32_t base) noexcept;
void write_binary(output_file& to, const flow_network& network) noexcept;

}  // namespace amorph::arc_file
