// A graph in compressed sparse rows, as algorithms read it on either backend. Non-owning.
//
// Vertices are numbered 0 .. vertices-1 in 32 bits, edges by their index in `to` in 64 bits. The neighbours of v are
// to[begin[v]] .. to[begin[v+1]-1], in any order; an undirected edge is in the rows of both its ends. Weights are
// separate arrays, indexed by edge or by vertex.
#pragma once

#include <cstddef>
#include <cstdint>

#include "amorph/kernels/base/config.hpp"
#include "amorph/kernels/base/span.hpp"

namespace amorph {

struct csr {
  std::uint32_t vertices = 0;
  span<const std::uint64_t> begin;  // vertices + 1; begin[0] is 0, ascending
  span<const std::uint32_t> to;     // begin[vertices]

  [[nodiscard]] AMORPH_HD std::uint64_t edges() const { return to.size(); }  // an undirected edge counts twice
  [[nodiscard]] AMORPH_HD std::uint64_t degree(std::uint32_t v) const { return begin[v + std::size_t{1}] - begin[v]; }
  [[nodiscard]] AMORPH_HD span<const std::uint32_t> row(std::uint32_t v) const {
    return to.subspan(begin[v], degree(v));
  }
};

}  // namespace amorph
