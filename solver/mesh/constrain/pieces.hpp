// Segments are cut at the vertices that they pass through. Equal pieces lie side by side then, and the first counts.
#pragma once

#include <cstdint>

#include "solver/mesh/constrain/mesh_arrays.hpp"

namespace amorph::mesh::constraining {

struct piece_ends {
  std::uint32_t low, high;  // vertices
  AMORPH_HD static piece_ends of(std::uint64_t key) {
    return {static_cast<std::uint32_t>(key >> 32), static_cast<std::uint32_t>(key)};
  }
};

struct count_pieces {
  mesh_arrays mesh;
  const std::uint32_t* ends;  // two vertices per segment
  AMORPH_BODY std::uint32_t operator()(std::size_t s) const {
    std::uint32_t count = 0;
    for (std::uint32_t a = ends[2 * s]; a != ends[2 * s + 1]; ++count) a = mesh.next_vertex(a, ends[2 * s + 1]);
    return count;
  }
};
struct write_pieces {
  mesh_arrays mesh;
  const std::uint32_t *ends, *first;
  std::uint64_t* key;
  std::uint32_t* segment;
  AMORPH_BODY void operator()(std::size_t s) const {
    std::uint32_t at = first[s];
    for (std::uint32_t a = ends[2 * s]; a != ends[2 * s + 1]; ++at) {
      const std::uint32_t b = mesh.next_vertex(a, ends[2 * s + 1]);
      key[at] = a < b ? std::uint64_t{a} << 32 | b : std::uint64_t{b} << 32 | a;
      segment[at] = static_cast<std::uint32_t>(s);
      a = b;
    }
  }
};
struct is_first_of_equals {
  const std::uint64_t* key;
  AMORPH_BODY bool operator()(std::size_t i) const { return i == 0 || key[i] != key[i - 1]; }
};

}  // namespace amorph::mesh::constraining
