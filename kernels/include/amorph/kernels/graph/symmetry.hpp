// Tests whether a graph is undirected: every edge is in the rows of both its ends, with the same weight, and there are
// no self-loops.
//
// The test is a sum over all edges: h(u, v, w) for u < v, minus the same for u > v, where h is a 128-bit hash made of
// two 64-bit ones. The sum is zero if the upward and the downward edges are the same multiset, and otherwise with a
// probability of at most about 2^-94 for graphs that are not adversarial (the hashes are public, not cryptographic). So
// rows need no order, nothing is searched, every edge is read once, and duplicate edges are distinguished from single
// ones. Only if the sum is not zero is the fault located. Multiset hashing: Clarke et al., ASIACRYPT 2003.
#pragma once

#include <cstdint>
#include <string>

#include "amorph/kernels/graph/csr.hpp"
#include "amorph/kernels/random/hash.hpp"

namespace amorph {

class cpu_exec;

struct directed_edge {
  std::uint64_t ends, sign;  // sign: 1 upwards, -1 downwards, 0 for a self-loop

  AMORPH_HD directed_edge(std::uint32_t from, std::uint32_t to)
      : ends(from < to ? std::uint64_t{from} << 32 | to : std::uint64_t{to} << 32 | from),
        sign(from == to  ? 0
             : from < to ? 1
                         : ~std::uint64_t{0}) {}
  // The finaliser of SplitMix64 (Steele, Lea, Flood 2014) with the weight added between its multiplications: equal ends
  // with two weights differ in some 30 bits of information.
  [[nodiscard]] AMORPH_HD std::uint64_t fast_hash(std::uint64_t weight) const {
    std::uint64_t h = ends * 0xbf58476d1ce4e5b9u;
    h = (h ^ (h >> 29) ^ weight) * 0x94d049bb133111ebu;
    return h ^ (h >> 31);
  }
  // That of MurmurHash3 with the weight added first.
  [[nodiscard]] AMORPH_HD std::uint64_t hash(std::uint64_t weight) const {
    std::uint64_t h = ends + weight * golden_ratio;
    h = (h ^ (h >> 33)) * 0xff51afd7ed558ccdu;
    h = (h ^ (h >> 33)) * 0xc4ceb9fe1a85ec53u;
    return h ^ (h >> 33);
  }
};

struct edge_sums {
  std::uint64_t first = 0, second = 0;

  [[nodiscard]] AMORPH_HD bool zero() const { return (first | second) == 0; }
  AMORPH_HD friend edge_sums operator+(edge_sums a, edge_sums b) { return {a.first + b.first, a.second + b.second}; }
  // Adds the edge in the row of `from`; a self-loop adds nothing.
  AMORPH_HD void add(std::uint32_t from, std::uint32_t to, std::uint64_t weight) {
    const directed_edge edge(from, to);
    first += edge.sign * edge.fast_hash(weight);
    second += edge.sign * edge.hash(weight);
  }
};

// The first fault: of the minimum vertex, then of its minimum neighbour; self-loops and neighbours out of range precede
// all others.
struct graph_fault {
  enum class kind : std::uint8_t {
    none,
    offsets,  // begin is not ascending from 0 to the number of edges; `vertex`: the first such row
    range,    // `vertex` has the neighbour `other`, which is not below `vertices`
    loop,     // `vertex` is its own neighbour
    missing,  // `other` occurs more often in the row of `vertex` than `vertex` in that of `other`
    weight,   // the weights of the edge differ: `weight` in the row of `vertex`, `other_weight` in that of `other`
  };
  kind what = kind::none;
  std::uint32_t vertex = 0, other = 0;
  std::int64_t weight = 0, other_weight = 0;
};

// One line for messages, with vertices numbered from `base`; empty if there is no fault.
[[nodiscard]] std::string describe(const graph_fault& fault, std::uint32_t base);

// Finds the first fault; `edge_weight` is empty or has one weight per edge. Duplicate edges are valid if they are
// duplicated in both rows. O(n + m) without a fault, else O(n + m log degree).
[[nodiscard]] graph_fault find_fault(cpu_exec& exec, const csr& graph, span<const std::int32_t> edge_weight);

// The same for a graph with valid offsets and neighbours whose sum is known to be nonzero.
[[nodiscard]] graph_fault find_asymmetry(cpu_exec& exec, const csr& graph, span<const std::int32_t> edge_weight);

}  // namespace amorph
