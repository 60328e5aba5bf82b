// Pictures of a program: who calls whom, and what is around a pointer.
#pragma once

#include <string>

#include "tools/amorph-pta/source/places.hpp"

namespace amorph::pta {

// In Graphviz's language. Solid edges: direct calls; dashed: what calls through pointers, and library functions, may reach.
[[nodiscard]] std::string call_graph(const source_index& program);

// The pointer P (an expression), what it may point to, what these hold, and so on for `steps` steps; at most `most`
// objects.
[[nodiscard]] std::string neighbourhood(const source_index& program, const std::string& p, unsigned steps = 3,
                                        std::size_t most = 200);

// Throws error(bad_input) if Graphviz's program dot is not installed.
void check_drawing();

// The same as SVG: by the program dot of Graphviz. Throws error(bad_input) if it is not installed.
[[nodiscard]] std::string drawn(const std::string& dot);

}  // namespace amorph::pta
