// The steps of METIS's commands: validate a graph, partition it, report.
#pragma once

#include "tools/commands/metis/quality.hpp"
#include "tools/commands/metis/report.hpp"
#include "tools/commands/metis/settings.hpp"
#include "tools/formats/arc_file.hpp"

namespace amorph::metis {

// Partitions; prints a remark about the backend, if any, on stderr. -dbglvl adds reports. Without `report`,
// nothing is printed on stdout.
[[nodiscard]] partition::result divide_reporting(const char* program, const settings& s, const partition::graph& g,
                                                 partition::options o, bool report, times& t);

// `o` without impossible demands: contiguous parts of a disconnected graph. Prints METIS's warning with
// `report`, otherwise a line on stderr.
[[nodiscard]] partition::options without_impossible_demands(const char* program, partition::options o,
                                                            const partition::graph& g, bool report);

// Throws error if the number of parts exceeds both the number of vertices and 2^20: probably a typing error, which
// would exhaust memory. Otherwise there may be more parts than vertices; some are then empty, as with METIS.
void check_number_of_parts(std::uint32_t parts, std::uint32_t vertices);

// Throws error for inputs on which METIS's answer is arbitrary: duplicate edges, and vertex weights that are all 0.
void check_input(const std::string& path, const partition::graph& g, unsigned threads);

// The formats of GRAPH, for help texts.
[[nodiscard]] const char* graph_formats_help();

// Reads an undirected graph; prints a remark about the file, if any, on stderr. Throws error.
[[nodiscard]] host_graph read_graph(const char* program, const std::string& path, arc_file::read_options options);

// The same for a graph whose vertices are or will be ordered, and checks it: at most one weight per vertex.
[[nodiscard]] host_graph read_graph_to_order(const char* program, const std::string& path, unsigned threads);
[[nodiscard]] inline partition::graph graph_to_order(const host_graph& g) {
  return {g.vertices, g.begin, g.to, g.vertex_weight, {}, {}};
}

}  // namespace amorph::metis
