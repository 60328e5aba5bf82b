// The set of all copy edges so far, by open addressing, and a list of the new ones. The table keeps an edge from being
// listed twice.
#pragma once

#include <cstdint>

#include "amorph/kernels/base/config.hpp"
#include "amorph/kernels/random/hash.hpp"
#include "amorph/kernels/sync/atomic.hpp"

namespace amorph::andersen {

// An edge as a key: dst << 32 | src, so that sorting groups edges by destination.
AMORPH_HD inline std::uint64_t edge_key(std::uint32_t dst, std::uint32_t src) { return std::uint64_t{dst} << 32 | src; }

// Edges are between the representatives of the time when they were added: outdated ones stay in the table.
struct edge_table {
  static constexpr unsigned max_probes = 256;
  std::uint64_t* slots;  // key + 1; 0: free
  std::uint64_t mask;
  std::uint64_t* list;
  std::uint64_t capacity;
  std::uint64_t* count;
  std::uint32_t* full;

  // Lists the edge if it is new. False on overflow, which sets `full`.
  AMORPH_BODY bool add(std::uint64_t key) const {
    const insertion found = insert(key);
    if (found == insertion::known) return true;
    if (found == insertion::fresh) {
      const std::uint64_t position = atomic_add(count, 1);
      if (position < capacity) {
        list[position] = key;
        return true;
      }
    }
    atomic_store(full, 1);
    return false;
  }

  enum class insertion { fresh, known, overflow };
  AMORPH_BODY insertion insert(std::uint64_t key) const {
    std::uint64_t slot = mix_bits(key) & mask;
    for (unsigned probe = 0; probe != max_probes; ++probe, slot = (slot + 1) & mask) {
      std::uint64_t seen = atomic_load(&slots[slot]);
      if (seen == 0) seen = atomic_cas(&slots[slot], 0, key + 1);
      if (seen == 0) return insertion::fresh;
      if (seen == key + 1) return insertion::known;
    }
    return insertion::overflow;
  }
};

}  // namespace amorph::andersen
