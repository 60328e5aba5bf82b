// The steps of `union-find`. Races are intended: a pointer may change while it is read, always to a lower vertex of the
// same set, so an outdated one leads to the same representative.
#pragma once

#include "amorph/kernels/graph/csr.hpp"
#include "amorph/kernels/random/hash.hpp"
#include "amorph/kernels/sync/disjoint_sets.hpp"

namespace amorph::components {

inline constexpr unsigned first_arcs = 2;

// The first pointer needs no atomics: to the first lower neighbour, if it is among the first arcs of the row.
struct hook_to_first {
  csr graph;
  disjoint_sets sets;
  AMORPH_BODY void operator()(std::size_t v) const {
    const auto self = static_cast<std::uint32_t>(v);
    const std::uint64_t begin = graph.begin[v], end = graph.begin[v + 1],
                        stop = end - begin < first_arcs ? end : begin + first_arcs;
    std::uint32_t up = self;
    for (std::uint64_t e = begin; e != stop && up == self; ++e)
      if (graph.to[e] < self) up = graph.to[e];
    sets.parent[v] = up;
  }
};

// Links arcs first .. last - 1 of each row. `lower`: only those to lower vertices; the others are in the other
// row.
struct link_arcs {
  csr graph;
  disjoint_sets sets;
  std::uint64_t first, last;
  bool lower;
  AMORPH_BODY void operator()(std::size_t v) const {
    const auto self = static_cast<std::uint32_t>(v);
    const std::uint64_t begin = graph.begin[v], degree = graph.begin[v + 1] - begin;
    if (degree <= first) return;
    const std::uint64_t end = begin + (degree < last ? degree : last);
    std::uint32_t root = sets.find_cached(self);  // also for rows that link nothing: it halves their path
    bool hooked = first >= first_arcs;
    for (std::uint64_t e = begin + first; e != end; ++e) {
      const std::uint32_t to = graph.to[e];
      if (!hooked) {  // hook_to_first has linked this arc
        hooked = to < self || e + 1 == begin + first_arcs;
        if (to < self) continue;
      }
      if (!lower || to < self) root = sets.join(root, sets.find_cached(to));
    }
  }
};
struct link_unless_in {
  link_arcs link;
  std::uint32_t skipped;
  AMORPH_BODY void operator()(std::size_t v) const {
    if (atomic_load(&link.sets.parent[v]) != skipped) link(v);
  }
};
struct link_arc {
  disjoint_sets sets;
  AMORPH_BODY void operator()(std::uint32_t from, std::uint64_t, std::uint32_t to) const {
    sets.join(sets.find_cached(from), sets.find_cached(to));
  }
};

// Writes the final pointers, so no path may be halved meanwhile: a late write of an older pointer would undo this.
struct point_at_representative {
  disjoint_sets sets;
  AMORPH_BODY void operator()(std::size_t v) const {
    const std::uint32_t up = cached_load(&sets.parent[v]), root = sets.root_cached(up);
    if (up != root) cached_store(&sets.parent[v], root);
  }
};

struct is_long {
  const std::uint64_t* begin;
  std::uint64_t bound;
  AMORPH_BODY bool operator()(std::size_t v) const { return begin[v + 1] - begin[v] > bound; }
};
// Rows with arcs that are not linked yet, outside of one set.
struct remains {
  const std::uint64_t* begin;
  const std::uint32_t* parent;
  std::uint32_t skipped;
  std::uint64_t linked;
  AMORPH_BODY bool operator()(std::size_t v) const { return parent[v] != skipped && begin[v + 1] - begin[v] > linked; }
};

struct sample_sets {
  const std::uint32_t* parent;
  std::uint32_t vertices;
  std::uint32_t* out;
  AMORPH_BODY void operator()(std::size_t i) const {
    const std::uint64_t hash = (i + 1) * golden_ratio;  // Fibonacci hashing: spread, and the same in every run
    out[i] = parent[(hash >> 32) * vertices >> 32];
  }
};

}  // namespace amorph::components
