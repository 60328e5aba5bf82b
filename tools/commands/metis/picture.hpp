// A partition as a picture: cut edges dark, the vertices and edges of each part in its colour.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "partitioner/common/partition.hpp"

namespace amorph::metis {

struct point {
  double x = 0, y = 0;  // in the plane of the picture, y upwards
};

// Reads a line "x y" or "x y z" per vertex, with the same number of coordinates for all; blank lines and lines that
// begin with '#' or '%' are ignored. Three dimensions are drawn in isometric projection. Throws error.
[[nodiscard]] std::vector<point> read_coordinates(const std::string& path, std::uint32_t vertices);

[[nodiscard]] std::string draw_svg(const partition::graph& g, const std::vector<std::uint32_t>& part,
                                   std::uint32_t parts, const std::vector<point>& position);

}  // namespace amorph::metis
