// The binary form of a weighted graph: a header of 64 bytes, then the arrays as in memory, little-endian.
#pragma once

#include <string_view>

namespace amorph::arc_file {

[[nodiscard]] bool is_binary(std::string_view text);

}  // namespace amorph::arc_file
