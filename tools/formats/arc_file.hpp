// Files of weighted, possibly directed graphs: DIMACS (.gr, .max), MatrixMarket, edge lists as SNAP has them, METIS,
// and a binary of our own that is read at the speed of the disk. See docs/file-formats.md.
//
// Nothing here throws. On failure the result is unspecified and `message` is one line, "FILE:LINE: expected WHAT, found
// WHAT" or "FILE: reason". Inputs in gzip and xz are recognised by content; "-" is the standard input.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/graph/weighted_graph.hpp"

namespace amorph {
class output_file;
}

namespace amorph::arc_file {

enum class format : std::uint8_t { automatic, metis, dimacs, matrix_market, edges, binary };

// auto, metis, dimacs, mtx, edges, binary.
[[nodiscard]] std::optional<format> parse_format(std::string_view word) noexcept;

// By the name's ending (.graph .metis .gr .max .mtx .txt .el .wel .edges .snap .amg, with or without .gz or .xz), or
// automatic.
[[nodiscard]] format format_of(std::string_view path) noexcept;

// Arcs as the file has them, rows in the file's order: symmetric matrices and METIS graphs give both directions.
// Integers become 32-bit weights where all fit, else 64-bit; one number with a point or an exponent makes all of them
// 32-bit floats; an integer past 64 bits is refused. With `automatic` the name decides, then the content. bad_input,
// out_of_memory. O(file). Text is parsed by all threads, with the same answer for any number of them; DIMACS,
// MatrixMarket and edge lists lie in memory meanwhile.
struct read_options {
  format what = format::automatic;
  unsigned threads = 0;
  bool both_ways =
      false;  // add the opposite of each arc that has none of its weight, whatever the format; loops need none
  std::size_t piece_bytes = std::size_t{1} << 19;  // of a text that lists arcs, what a thread parses at a time
  // Refuse such weights in arc lists, with the line number. The caller checks the other formats.
  bool no_negative_weights = false, whole_weights = false;
};
[[nodiscard]] status read(const std::string& path, weighted_graph& graph, std::string& message,
                          const read_options& how = {}) noexcept;
[[nodiscard]] status parse(std::string_view text, const std::string& name, weighted_graph& graph, std::string& message,
                           const read_options& how = {}) noexcept;

// A graph whose weights are capacities. DIMACS's "p max" and the binary form may name a source and a sink; every
// other file is read as above.
struct flow_network {
  weighted_graph graph;
  bool has_ends = false;
  std::uint32_t source = 0, sink = 0;  // if the file names them
};
[[nodiscard]] status read_network(const std::string& path, flow_network& network, std::string& message,
                                  const read_options& how = {}) noexcept;
[[nodiscard]] status parse_network(std::string_view text, const std::string& name, flow_network& network,
                                   std::string& message, const read_options& how = {}) noexcept;

// Writes the binary form, completely or not at all (see output_file). bad_input, out_of_memory.
[[nodiscard]] status write_binary(const std::string& path, const weighted_csr& graph, std::uint32_t base,
                                  std::string& message) noexcept;

// The maximum number of vertices that a text of this size may announce or name, so that a few bytes cannot claim all
// memory: reading takes about 16 bytes per vertex. Most texts have more bytes than vertices; 2^24 are believed in any
// case (256 MiB).
[[nodiscard]] constexpr std::uint64_t believable_vertices(std::uint64_t bytes) {
  return bytes < std::uint64_t{1} << 18 ? std::uint64_t{1} << 24 : 64 * bytes;
}

// Writers into an open file, which stays open; errors are reported when it is finished.
//
// In the format that the name `path` asks for, `otherwise` where it asks for none: a file in .max has the source and
// the sink, one in .gr has them not, and those in .amg have what there is. Arcs stand as they are in the rows,
// vertices are numbered as the format has it. O(n + m), on one thread. What cannot_write() has refused is not to be
// written.
void write(output_file& to, const flow_network& network, std::string_view path, format otherwise) noexcept;
// Why a file of that name cannot hold that network or graph, or would not be read again; empty: it can. O(n + m) at
// most.
[[nodiscard]] std::string cannot_write(const flow_network& network, std::string_view path, format otherwise);
// What a file of that name cannot represent although it can be written, for a message; empty if nothing is lost.
[[nodiscard]] std::string what_is_lost(const flow_network& network, std::string_view path, format otherwise);

void write_binary(output_file& to, const weighted_csr& graph, std::uint32_t base) noexcept;
void write_binary(output_file& to, const flow_network& network) noexcept;

}  // namespace amorph::arc_file
