// A graph of the hierarchy, and what kernels see of it.
#pragma once

#include <cstdint>

#include "amorph/config.hpp"
#include "amorph/graph/random.hpp"
#include "amorph/span.hpp"

namespace amorph::partition {

using std::int32_t;
using std::int64_t;
using std::size_t;
using std::uint32_t;
using std::uint64_t;

inline constexpr uint32_t none = ~uint32_t{0};

// CSR in the executor's memory. Null weights are ones: the finest graph often has none to store.
struct graph_view {
  uint32_t vertices;
  const uint64_t* begin;
  const uint32_t* to;
  const int32_t* vertex_weight;
  const int32_t* edge_weight;

  AMORPH_HD int32_t weight(size_t v) const { return vertex_weight != nullptr ? vertex_weight[v] : 1; }
  AMORPH_HD int32_t edge(uint64_t e) const { return edge_weight != nullptr ? edge_weight[e] : 1; }
};

template <class Exec> struct level {
  template <class T> using buffer = typename Exec::template buffer<T>;

  uint32_t vertices = 0;
  uint64_t arcs = 0;
  buffer<uint64_t> begin;
  buffer<uint32_t> to;
  buffer<int32_t> vertex_weight, edge_weight;
  buffer<uint32_t> map;  // to the vertices of the next coarser level
  graph_view view{};
};

// A counter-based generator: the same value wherever and whenever it is asked for (the finaliser of SplitMix64).
AMORPH_HD inline uint64_t mix(uint64_t x) { return mix_bits(x + 0x9e3779b97f4a7c15u); }
// A cheaper one for 32 bits, where many are needed.
AMORPH_HD inline uint32_t mix32(uint32_t x) {
  x = (x ^ (x >> 16)) * 0x7feb352du;
  x = (x ^ (x >> 15)) * 0x846ca68bu;
  return x ^ (x >> 16);
}

}  // namespace amorph::partition
