// Which triangle contains a point: a visibility walk that draws its edges at random, so that it also ends in
// triangulations that are not Delaunay (Devillers, Pion, Teillaud 2002).
#pragma once

#include <cstdint>

#include "amorph/kernels/random/hash.hpp"
#include "solver/mesh/constrain/mesh_arrays.hpp"

namespace amorph::mesh::constraining {

struct located {
  std::uint32_t triangle;  // none: outside the hull
  bool on_edge;            // or on a corner
};

AMORPH_BODY inline located locate(const mesh_arrays& m, point p, std::uint32_t t) {
  std::uint64_t random = 1;
  std::uint32_t entered = none;
  for (;;) {
    random = mix_bits(random + golden_ratio);
    auto e = static_cast<std::uint32_t>((random >> 32) % 3);
    located found{t, false};
    handle left = none;
    bool moved = false;
    for (unsigned k = 0; k != 3 && !moved; ++k, e = after(e)) {
      if (e == entered) continue;
      const handle h = edge_of(t, e);
      const int side = orientation(m.points[m.from(h)], m.points[m.to(h)], p);
      found.on_edge = found.on_edge || side == 0;
      moved = side < 0;
      left = h;
    }
    if (!moved) return found;
    const handle other = m.across(left);
    if (other == none) return {none, false};
    t = triangle_of(other);
    entered = corner_of(other);
  }
}

}  // namespace amorph::mesh::constraining
