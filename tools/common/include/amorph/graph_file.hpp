// Files of graphs, in the formats of METIS. See docs/file-formats.md.
//
// Nothing here throws. On failure the result is unspecified and `message` is one line, "FILE:LINE: expected WHAT, found
// WHAT" or "FILE: reason". Inputs in gzip are recognised by content; "-" is the standard input. Everything is read and
// written by all threads that `threads` allows (0: all), and does not depend on their number.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "amorph/error.hpp"
#include "amorph/graph/host_graph.hpp"

namespace amorph::graph_file {

struct read_options {
  unsigned threads = 0;
  bool undirected = true;   // refuse self loops, and edges that do not stand alike in both ends' rows
  bool need_edges = false;  // refuse a graph without vertices or edges, as METIS's programs do
  std::uint32_t most_vertices = std::numeric_limits<std::uint32_t>::max() - 1;
};

// Reads METIS's graph format: "n m [fmt [ncon]]", then a line a vertex, '%' before comments, neighbours numbered from 1.
// Weights are 32-bit: of vertices and their sizes 0 or more, of edges 1 or more. Rows come as they stand; an edge may
// stand more than once (in both rows). bad_input, out_of_memory. O(file) work in one pass; besides the result, memory
// of a few MiB a thread.
[[nodiscard]] status read_metis(const std::string& path, host_graph& graph, std::string& message,
                                const read_options& how = {}) noexcept;

// The same for a text in memory; `name` stands for the file in messages.
[[nodiscard]] status parse_metis(std::string_view text, const std::string& name, host_graph& graph,
                                 std::string& message, const read_options& how = {}) noexcept;

}  // namespace amorph::graph_file
