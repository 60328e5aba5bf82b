// Adjacency lists of up to eight arcs, copied to fixed positions: one memory access leads from a vertex to its
// neighbours and their weights, without a detour through offsets. Longer lists stay where they are. Compiled by nvcc
// only.
#pragma once

#include <type_traits>

#include "amorph/kernels/exec/cuda.cuh"
#include "amorph/kernels/graph/csr.hpp"

namespace amorph::detail {

inline constexpr unsigned packed_arcs = 8;
inline constexpr std::uint32_t no_target = ~std::uint32_t{0}, not_packed = no_target - 1;  // in packed_targets::to
struct alignas(16) packed_targets {
  std::uint32_t to[packed_arcs];
};
template <class Word> struct alignas(16) packed_words {
  Word word[packed_arcs];
};
template <class Length> inline constexpr bool has_weights = !std::is_empty_v<typename Length::word_type>;

// Copies v's adjacency list, or marks it as not packed.
template <class Length> struct pack_adjacency {
  csr graph;
  Length length;
  packed_targets* targets;
  packed_words<typename Length::word_type>* words;
  __device__ void operator()(std::size_t v) const {
    const std::uint64_t e = graph.begin[v], last = graph.begin[v + 1];
    packed_targets to;
    packed_words<typename Length::word_type> w;
    AMORPH_UNROLL
    for (unsigned i = 0; i != packed_arcs; ++i) {
      to.to[i] = e + i < last ? graph.to[e + i] : no_target;
      if constexpr (has_weights<Length>) w.word[i] = e + i < last ? length.word(e + i) : typename Length::word_type{};
    }
    if (last - e > packed_arcs) to.to[0] = not_packed;
    targets[v] = to;
    if constexpr (has_weights<Length>) words[v] = w;
  }
};

}  // namespace amorph::detail
