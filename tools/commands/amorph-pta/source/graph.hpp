// Pictures of a program: the call graph, and the neighbourhood of a pointer.
#pragma once

#include <string>

#include "tools/commands/amorph-pta/source/source_index.hpp"

namespace amorph::pta {

// In Graphviz's language. Solid edges are direct calls; dashed edges are possible calls through pointers and by library
// functions.
[[nodiscard]] std::string call_graph(const source_index& program);

// The pointer P (an expression), the objects it may point to, those that these point to, and so on for `steps` steps;
// at most `max_objects` objects.
[[nodiscard]] std::string neighbourhood(const source_index& program, const std::string& p, unsigned steps = 3,
                                        std::size_t max_objects = 200);

// Throws error(bad_input) if Graphviz's program dot is not installed.
void check_drawing();

// Renders a graph as SVG by Graphviz's program dot. Throws error(bad_input) if it is not installed.
[[nodiscard]] std::string drawn(const std::string& dot);

}  // namespace amorph::pta
