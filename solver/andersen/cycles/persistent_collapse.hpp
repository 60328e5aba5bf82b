// The device's collapse phase as one persistent kernel: its many small steps would otherwise cost a launch each, and a
// read-back every few steps. The contract is that of the phase in collapse.hpp.
#pragma once

#include "amorph/kernels/sync/persistent.cuh"
#include "solver/andersen/cycles/colouring.hpp"
#include "solver/andersen/propagate/edge_table.hpp"

namespace amorph::andersen {

// Finds the components of the edges between equal sets by colouring; sets representatives and counts merged variables.
// Each iteration colours the undecided edges, decides, and keeps the edges that are still undecided.
struct collapse_persistently {
  colouring colour;
  const uint64_t* keys;
  unsigned bits;
  uint64_t edges;
  uint32_t variables;
  const uint32_t* set;
  uint32_t* rep;
  uint64_t *list, *next_list;  // undecided edges
  uint64_t* counts;            // their numbers: 3, one per iteration in turn; the first is 0
  uint32_t* grew;              // 3, one per pass in turn: a colour grew
  uint64_t* merged;            // 0

  __device__ void operator()(whole_grid grid) const {
    grid.for_each(variables, [&](std::size_t v) { colour.owner[v] = colour.minimum[v] = no_set; });
    grid.for_each(edges, [&](std::size_t e) {
      const uint32_t dst = static_cast<uint32_t>(keys[e] >> bits),
                     src = static_cast<uint32_t>(keys[e] & ((uint64_t{1} << bits) - 1));
      if (src < variables && set[dst] == set[src]) list[atomic_add(&counts[0], 1)] = edge_key(dst, src);
    });
    grid.sync();
    uint64_t *now = list, *next = next_list;
    uint32_t pass = 0;
    for (uint32_t iteration = 0;; ++iteration) {
      const uint64_t n = atomic_load(&counts[iteration % 3]);
      if (n == 0) break;
      grid.for_each(n, [&](std::size_t i) { colour.start(now[i]); });
      if (grid.first()) {
        atomic_store(&counts[(iteration + 1) % 3], 0);
        atomic_store(&grew[pass % 3], 0);
      }
      grid.sync();
      for (bool more = true; more; ++pass) {
        grid.for_each(n, [&](std::size_t i) {
          if (colour.propagate(now[i]) && atomic_load(&grew[pass % 3]) == 0) atomic_store(&grew[pass % 3], 1);
        });
        if (grid.first()) atomic_store(&grew[(pass + 1) % 3], 0);
        grid.sync();
        more = atomic_load(&grew[pass % 3]) != 0;
      }
      grid.for_each(n, [&](std::size_t i) {
        if (colour.undecided(now[i])) next[atomic_add(&counts[(iteration + 1) % 3], 1)] = now[i];
      });
      grid.sync();
      uint64_t* swapped = now;
      now = next;
      next = swapped;
    }
    grid.for_each(variables, [&](std::size_t v) {
      if (colour.owner[v] == no_set || colour.minimum[colour.owner[v]] == v) return;
      rep[v] = colour.minimum[colour.owner[v]];
      atomic_add(merged, 1);
    });
    grid.sync();
    grid.for_each(variables, [&](std::size_t v) {
      uint32_t top = static_cast<uint32_t>(v);
      for (uint32_t up; (up = atomic_load(&rep[top])) != top;) top = up;
      atomic_store(&rep[v], top);
    });
  }
};

}  // namespace amorph::andersen
