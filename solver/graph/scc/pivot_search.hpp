// The component of a pivot: the vertices that it reaches (`forward`), and those among them that reach it (`backward`).
// (Fleischer, Hendrickson, Pinar, "On identifying strongly connected components in parallel", 2000; Slota,
// Rajamanickam, Madduri, "BFS and coloring-based parallel algorithms for strongly connected components and related
// problems", IPDPS 2014. How it differs: the backward search needs no transpose: a vertex joins as soon as one of its
// outgoing arcs leads to a vertex that has joined, and only vertices that the pivot reaches are scanned; in-degrees are
// estimated from a sample of the arcs.)
#pragma once

#include "amorph/kernels/base/bits.hpp"
#include "amorph/kernels/exec/team.hpp"
#include "amorph/kernels/graph/csr.hpp"
#include "amorph/kernels/sync/atomic.hpp"

namespace amorph::scc {

// A bit per vertex.
struct vertex_bits {
  std::uint32_t* words;
  AMORPH_BODY bool has(std::uint32_t v) const { return (atomic_load(&words[v / 32]) >> v % 32 & 1) != 0; }
  // Whether v was added.
  AMORPH_BODY bool add(std::uint32_t v) const {
    const std::uint32_t bit = 1u << v % 32;
    return (atomic_load(&words[v / 32]) & bit) == 0 && (atomic_or(&words[v / 32], bit) & bit) == 0;
  }
};
struct add_vertex {
  vertex_bits bits;
  std::uint32_t v;
  AMORPH_BODY void operator()() const { bits.add(v); }
};

struct count_sampled_heads {
  const std::uint32_t* to;
  std::uint64_t step;
  std::uint32_t* count;
  AMORPH_BODY void operator()(std::size_t i) const { atomic_add(&count[to[i * step]], 1); }
};
// The maximum key names the pivot: the product of the degrees, ties broken by the lower vertex.
struct pivot_key {
  const std::uint64_t* begin;
  const std::uint32_t* heads;
  AMORPH_BODY std::uint64_t operator()(std::size_t v) const {
    constexpr std::uint64_t most = ~std::uint32_t{0};
    const std::uint64_t product = (begin[v + 1] - begin[v]) * heads[v];
    return (product < most ? product : most) << 32 | (~static_cast<std::uint32_t>(v) & most);
  }
};

struct reach {
  vertex_bits forward;
  AMORPH_BODY bool operator()(std::uint32_t, std::uint64_t, std::uint32_t to) const { return forward.add(to); }
};
struct is_candidate {
  vertex_bits forward, backward;
  AMORPH_BODY bool operator()(std::size_t v) const {
    const auto vertex = static_cast<std::uint32_t>(v);
    return forward.has(vertex) && !backward.has(vertex);
  }
};
struct has_not_joined {
  vertex_bits backward;
  AMORPH_BODY bool operator()(std::uint32_t v) const { return !backward.has(v); }
};
// Intended race: a join of this round may be visible or not; rounds continue until no vertex joins.
struct join_backward {
  csr graph;
  const std::uint32_t* list;
  vertex_bits backward;
  template <class Team> AMORPH_BODY void operator()(Team team, std::size_t i) const {
    const std::uint32_t v = list[i];
    const std::uint64_t end = graph.begin[v + std::size_t{1}];
    for (std::uint64_t base = graph.begin[v]; base < end; base += Team::size()) {
      const std::uint64_t e = base + team.rank();
      if (!team.any(e < end && backward.has(graph.to[e]))) continue;
      if (team.rank() == 0) backward.add(v);
      return;
    }
  }
};

// The lowest vertex in a word of bits.
struct first_vertex {
  const std::uint32_t* words;
  AMORPH_BODY std::uint32_t operator()(std::size_t i) const {
    return words[i] == 0 ? ~std::uint32_t{0} : static_cast<std::uint32_t>(32 * i) + lowest_bit(words[i]);
  }
};
// Vertices outside of the component keep their label, or get none if `clear`.
struct label_component {
  vertex_bits backward;
  std::uint32_t name;
  bool clear;
  std::uint32_t* label;
  AMORPH_BODY void operator()(std::size_t v) const {
    if (backward.has(static_cast<std::uint32_t>(v)))
      label[v] = name;
    else if (clear)
      label[v] = ~std::uint32_t{0};
  }
};

// The arcs of the listed rows, consecutively, if another component may contain them: both ends are reached by the
// pivot, or neither is. Other arcs are replaced by `no_arc`.
inline constexpr std::uint64_t no_arc = ~std::uint64_t{0};
struct place_row {
  const std::uint32_t* list;
  const std::uint64_t *place, *begin;
  std::uint64_t* shift;
  AMORPH_BODY void operator()(std::size_t i) const { shift[list[i]] = place[i] - begin[list[i]]; }
};
struct store_remaining_arc {
  vertex_bits forward, backward;
  const std::uint64_t* shift;
  std::uint64_t* arcs;
  AMORPH_BODY void operator()(std::uint32_t from, std::uint64_t e, std::uint32_t to) const {
    const bool within = from != to && !backward.has(to) && forward.has(from) == forward.has(to);
    arcs[shift[from] + e] = within ? std::uint64_t{from} << 32 | to : no_arc;
  }
};
struct is_arc {
  AMORPH_BODY bool operator()(std::uint64_t arc) const { return arc != no_arc; }
};
struct is_outside {
  vertex_bits backward;
  AMORPH_BODY bool operator()(std::size_t v) const { return !backward.has(static_cast<std::uint32_t>(v)); }
};

}  // namespace amorph::scc
