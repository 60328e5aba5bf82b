// Disjoint sets of items 0 .. n-1 that many threads join at once: a word an item, its parent, which is never above it.
// Lock-free (Anderson, Woll, STOC 1991; Jaiganesh, Burtscher, HPDC 2018); the representative of a set is its least item
// when all joining has ended, whatever the order.
#pragma once

#include <cstdint>

#include "amorph/kernels/sync/atomic.hpp"

namespace amorph {

struct disjoint_sets {
  std::uint32_t* parent;

  AMORPH_HD void make(std::uint32_t v) const { parent[v] = v; }

  // Halves the way as it goes: intended race, each write puts an item nearer to its representative.
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

  // Whether they were two sets.
  AMORPH_HD bool join(std::uint32_t a, std::uint32_t b) const {
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
