// A second reader of METIS graphs, as plain as can be: line after line, one thread, std::map. The fast one must take
// what it takes and refuse what it refuses.
#pragma once

#include <optional>
#include <string>

#include "amorph/kernels/graph/host_graph.hpp"

namespace amorph::test {

// Nothing for a text that is no undirected graph.
std::optional<host_graph> read_plainly(const std::string& text);

// All that a graph holds, for comparing.
std::string text_of(const host_graph& graph);

}  // namespace amorph::test
