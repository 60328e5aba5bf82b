// The binary form of a weighted graph: a header of 64 bytes, then the arrays as in memory, little-endian.
#pragma once

#include <string>
#include <string_view>

#include "amorph/kernels/exec/cpu.hpp"
#include "tools/formats/arc_file.hpp"

namespace amorph::arc_file {

[[nodiscard]] bool is_binary(std::string_view text);
// Throw error(bad_input, "NAME: reason"). `network`, if not null, receives source and sink.
void read_binary(const std::string& path, const std::string& name, cpu_exec& exec, weighted_graph& graph,
                 flow_network* network);
void parse_binary(std::string_view text, const std::string& name, cpu_exec& exec, weighted_graph& graph,
                  flow_network* network);

}  // namespace amorph::arc_file
