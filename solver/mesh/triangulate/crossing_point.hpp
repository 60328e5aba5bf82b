// The crossing of two segments, correctly rounded.
#pragma once

#include "solver/mesh/mesh.hpp"

namespace amorph::mesh {

// The intersection of the lines a b and c d, each coordinate rounded to the nearest double, ties to even (and to 0
// below the predicates' range). So it depends on the two lines alone: not on their order, on where the segments end, or
// on which two of three concurrent lines are chosen. The lines must not be parallel, nor c and d on the same side of a
// b.
[[nodiscard]] point crossing_point(point a, point b, point c, point d);

// Its position between c and d, 0 to 1.
[[nodiscard]] double crossing_parameter(point a, point b, point c, point d);

}  // namespace amorph::mesh
