// Counters of triangles.
#pragma once

#include "amorph/kernels/base/config.hpp"
#include "amorph/kernels/sync/atomic.hpp"

namespace amorph::triangles {

// Counts triangles, also per vertex if `count` is not null.
struct tally {
  std::uint64_t* count;
  AMORPH_BODY void found(std::uint32_t u, std::uint32_t v, std::uint32_t w) const {
    if (count == nullptr) return;
    atomic_add(&count[u], 1);
    atomic_add(&count[v], 1);
    atomic_add(&count[w], 1);
  }
};

}  // namespace amorph::triangles
