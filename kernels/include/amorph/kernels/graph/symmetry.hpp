// Is a graph undirected: does each edge stand in both its ends' rows, with one weight, and is no edge a loop?
//
// The question is answered by a sum over all edges: h(u, v, w) for u < v, less the same for u > v, where h is a hash of
// 128 bits: two of 64. It is zero when the edges upward and downward are the same multiset, and otherwise about once in
// 2^128, in graphs that were not made to deceive: the hashes are public, and neither is a cryptographic one. So rows need no order, nothing is looked up, each edge is read once, and edges that stand twice are told apart from edges
// that stand once. Only when the sum is not zero is the fault searched for.
#pragma once

#include <cstdint>
#include <string>

#include "amorph/kernels/graph/csr.hpp"

namespace amorph {

class cpu_exec;

struct edge_sums {
  std::uint64_t first = 0, second = 0;

  [[nodiscard]] AMORPH_HD bool zero() const { return (first | second) == 0; }
  AMORPH_HD friend edge_sums operator+(edge_sums a, edge_sums b) { return {a.first + b.first, a.second + b.second}; }
  // Adds the edge that stands in the row of `from`; a loop adds nothing.
  AMORPH_HD void add(std::uint32_t from, std::uint32_t to, std::uint64_t weight) {
    const bool up = from < to;
    const std::uint64_t low = up ? from : to, high = up ? to : from;
    // Two mixes of all 128 bits that have nothing in common. The finaliser of splitmix64 (Steele, Lea, Flood 2014), the
    // weight mixed in between its two multiplications; and that of MurmurHash3, with the weight first.
    const std::uint64_t ends = low << 32 | high;
    std::uint64_t h = ends * 0xbf58476d1ce4e5b9u;
    h = (h ^ (h >> 29) ^ weight) * 0x94d049bb133111ebu;
    h ^= h >> 31;
    std::uint64_t g = ends + weight * 0x9e3779b97f4a7c15u;
    g = (g ^ (g >> 33)) * 0xff51afd7ed558ccdu;
    g = (g ^ (g >> 33)) * 0xc4ceb9fe1a85ec53u;
    g ^= g >> 33;
    const std::uint64_t sign = from == to ? 0 : up ? 1 : ~std::uint64_t{0};
    first += sign * h;
    second += sign * g;
  }
};

// The first fault: of the least vertex, then of its least neighbour (loops and neighbours out of range before all
// else).
struct graph_fault {
  enum class kind : std::uint8_t {
    none,
    offsets,  // begin does not ascend from 0, or does not end with the number of edges (`vertex`: where)
    range,    // `vertex` has the neighbour `other`, which is not below `vertices`
    loop,     // `vertex` is its own neighbour
    missing,  // `vertex` has the neighbour `other` more often than `other` has `vertex`
    weight,   // the edge's weights differ: `weight` in the row of `vertex`, `other_weight` in that of `other`
  };
  kind what = kind::none;
  std::uint32_t vertex = 0, other = 0;
  std::int64_t weight = 0, other_weight = 0;
};

// One line for people, vertices numbered from `base`; empty for none.
[[nodiscard]] std::string describe(const graph_fault& fault, std::uint32_t base);

// Looks for faults; `edge_weight` is empty or has one weight for each edge. Edges that stand twice are no fault when
// they stand twice in both rows. O(n + m) when there is none, O(n + m log degree) when there is.
[[nodiscard]] graph_fault find_fault(cpu_exec& exec, const csr& graph, span<const std::int32_t> edge_weight);

// The same for a graph whose offsets and range are known to be right and whose sum is known not to be zero.
[[nodiscard]] graph_fault find_asymmetry(cpu_exec& exec, const csr& graph, span<const std::int32_t> edge_weight);

}  // namespace amorph
