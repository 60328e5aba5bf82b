// The steps of `label-propagation`. Races are intended: labels only fall, by atomic minima, and stay within the
// component; all threads that set `changed` set it to 1, and it is read after the step. In the last step no thread sets
// it, so no label fell.
#pragma once

#include "amorph/kernels/sync/atomic.hpp"

namespace amorph::components {

struct start_label {
  std::uint32_t* label;
  AMORPH_BODY void operator()(std::size_t v) const { label[v] = static_cast<std::uint32_t>(v); }
};

// Offers the lower label of both ends to the other end, and to the vertex that the other label names.
struct offer_label {
  std::uint32_t *label, *changed;
  AMORPH_BODY void operator()(std::uint32_t from, std::uint64_t, std::uint32_t to) const {
    const std::uint32_t a = atomic_load(&label[from]), b = atomic_load(&label[to]);
    if (a == b) return;
    const std::uint32_t low = a < b ? a : b, high = a < b ? b : a;
    atomic_min(&label[a < b ? to : from], low);
    if (low < atomic_load(&label[high])) atomic_min(&label[high], low);
    atomic_store(changed, 1);
  }
};

struct jump {
  std::uint32_t *label, *changed;
  AMORPH_BODY void operator()(std::size_t v) const {
    const std::uint32_t up = atomic_load(&label[v]), above = atomic_load(&label[up]);
    if (up == above) return;
    atomic_min(&label[v], above);
    atomic_store(changed, 1);
  }
};

}  // namespace amorph::components
