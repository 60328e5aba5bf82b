// Where two segments cross, to the last digit.
#pragma once

#include "solver/mesh/mesh.hpp"

namespace amorph::mesh {

// The point where the lines a b and c d cross, each coordinate rounded to the nearest double, ties to even (and to 0 below
// what predicates take). So it depends on the two lines alone: not on which of them comes first, on where they end, or on
// which two of three lines through a point are asked. They must not be parallel, and c and d not on the same side of a b.
[[nodiscard]] point crossing_point(point a, point b, point c, point d);

// How far it is from c to d, 0 to 1.
[[nodiscard]] double crossing_share(point a, point b, point c, point d);

}  // namespace amorph::mesh
