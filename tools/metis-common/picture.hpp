// A partition as a picture: edges between parts dark, edges and vertices of a part in its colour.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "partitioner/multilevel/partition.hpp"

namespace amorph::metis {

struct point {
  double x = 0, y = 0;  // on the paper: y upwards
};

// A line "x y" or "x y z" per vertex, the same for all; blank lines and lines that begin with '#' or '%' are ignored.
// Three dimensions are drawn as seen from a corner (isometric). Throws error.
[[nodiscard]] std::vector<point> read_coordinates(const std::string& path, std::uint32_t vertices);

[[nodiscard]] std::string draw_svg(const partition::graph& g, const std::vector<std::uint32_t>& part,
                                   std::uint32_t parts, const std::vector<point>& where);

}  // namespace amorph::metis
