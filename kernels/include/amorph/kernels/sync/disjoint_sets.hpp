// Concurrent union-find over items 0 .. n-1, one word per item: its parent, which is never a larger item. Lock-free
// (Anderson, Woll, STOC 1991), with path halving (Jaiganesh, Burtscher, "A High-Performance Connected Components
// Implementation for GPUs", HPDC 2018). Once all unions are done the representative of a set is its minimum item,
// whatever their order. For one thread: serial_disjoint_sets.hpp.
#pragma once

#include <cstdint>

#include "amorph/kernels/sync/atomic.hpp"

namespace amorph {

struct disjoint_sets {
  std::uint32_t* parent;

  AMORPH_HD void make(std::uint32_t v) const { parent[v] = v; }

  // Path halving is an intended race: every write moves an item closer to its representative.
  AMORPH_HD std::uint32_t find(std::uint32_t v) const {
    std::uint32_t up = atomic_load(&parent[v]);
    while (up != v) {
      const std::uint32_t above = atomic_load(&parent[up]);
      if (above == up) return up;
      atomic_store(&parent[v], above);
      v = above;
      up = atomic_load(&parent[v]);
    }
    return v;
  }

  // As find, by cached loads: an item of the set that was its representative at some time since the kernel began. For
  // join, whose compare-and-swap detects an outdated one.
  AMORPH_HD std::uint32_t find_cached(std::uint32_t v) const {
    std::uint32_t up = cached_load(&parent[v]);
    while (up != v) {
      const std::uint32_t above = cached_load(&parent[up]);
      if (above == up) return up;
      cached_store(&parent[v], above);
      v = above;
      up = cached_load(&parent[v]);
    }
    return v;
  }

  // Joins the sets of a and b, both representatives when they were read; returns the representative of the union.
  AMORPH_HD std::uint32_t join(std::uint32_t a, std::uint32_t b) const {
    while (a != b) {
      if (a < b) {
        const std::uint32_t c = a;
        a = b;
        b = c;
      }
      const std::uint32_t seen = atomic_cas(&parent[a], a, b);
      if (seen == a) return b;
      a = seen;  // no longer a representative
    }
    return a;
  }

  // The representative without path halving, for readers of finished sets.
  AMORPH_HD std::uint32_t root(std::uint32_t v) const {
    for (std::uint32_t up; (up = atomic_load(&parent[v])) != v;) v = up;
    return v;
  }
  // The same in a kernel that unites nothing.
  AMORPH_HD std::uint32_t root_cached(std::uint32_t v) const {
    for (std::uint32_t up; (up = cached_load(&parent[v])) != v;) v = up;
    return v;
  }

  // Whether they were two sets.
  AMORPH_HD bool unite(std::uint32_t a, std::uint32_t b) const {
    for (;;) {
      a = find(a);
      b = find(b);
      if (a == b) return false;
      if (a < b) {
        const std::uint32_t c = a;
        a = b;
        b = c;
      }
      if (atomic_cas(&parent[a], a, b) == a) return true;
    }
  }
};

}  // namespace amorph
