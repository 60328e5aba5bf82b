// Segments are cut at the vertices that they pass through. Equal pieces lie side by side then, and the first counts.
#pragma once

#include <cstdint>

#include "solver/mesh/constrain/mesh_arrays.hpp"

namespace amorph::mesh::constraining {

// The vertices between which a piece lies, in the direction in which it is followed.
struct piece_ends {
  std::uint32_t from, to;
  AMORPH_HD static piece_ends of(std::uint64_t key) {
    return {static_cast<std::uint32_t>(key >> 32), static_cast<std::uint32_t>(key)};
  }
  // From the end that sees `start`, the first edge that it crosses from there.
  AMORPH_BODY static piece_ends of(const mesh_arrays& m, std::uint64_t key, handle start) {
    const piece_ends p = of(key);
    return m.opposite(start) == p.from ? p : piece_ends{p.to, p.from};
  }
};

// Calls f(from, to, along) for the pieces of a segment between vertices; `along` is the edge from one to the other, or
// none.
template <class F> AMORPH_BODY void each_piece(const mesh_arrays& m, std::uint32_t a, std::uint32_t b, F f) {
  while (a != b) {
    const first_hit found = m.first_between(a, b);
    const bool from_a = found.from == a;
    const std::uint32_t to = from_a ? b : a;
    std::uint32_t reached = found.vertex;
    if (reached == none) reached = found.edge == none ? to : m.vertex_beyond(found.edge, found.from, to);
    f(found.from, reached, found.along);
    (from_a ? a : b) = reached;
  }
}

// Pieces that are edges become segments at once, of the first segment that has them. The others are counted.
struct settle_edges {
  mesh_arrays mesh;
  const std::uint32_t* ends;  // two vertices per segment
  std::uint32_t* count;
  AMORPH_BODY void operator()(std::size_t s) const {
    std::uint32_t others = 0;
    each_piece(mesh, ends[2 * s], ends[2 * s + 1], [&](std::uint32_t, std::uint32_t, handle along) {
      if (along == none) {
        ++others;
        return;
      }
      const auto number = static_cast<std::uint32_t>(s);
      (void)atomic_min(&mesh.segment[mesh_arrays::slot(along)], number);
      if (const handle other = mesh.across(along); other != none)
        (void)atomic_min(&mesh.segment[mesh_arrays::slot(other)], number);
    });
    count[s] = others;
  }
};
struct value_of {
  const std::uint32_t* value;
  AMORPH_BODY std::uint32_t operator()(std::size_t i) const { return value[i]; }
};
struct write_pieces {
  mesh_arrays mesh;
  const std::uint32_t *ends, *count, *first;
  std::uint64_t* key;
  std::uint32_t* segment;
  AMORPH_BODY void operator()(std::size_t s) const {
    if (count[s] == 0) return;
    std::uint32_t at = first[s];
    each_piece(mesh, ends[2 * s], ends[2 * s + 1], [&](std::uint32_t a, std::uint32_t b, handle along) {
      if (along != none) return;
      key[at] = a < b ? std::uint64_t{a} << 32 | b : std::uint64_t{b} << 32 | a;
      segment[at++] = static_cast<std::uint32_t>(s);
    });
  }
};
struct is_first_of_equals {
  const std::uint64_t* key;
  AMORPH_BODY bool operator()(std::size_t i) const { return i == 0 || key[i] != key[i - 1]; }
};

}  // namespace amorph::mesh::constraining
