// The device's collapse phase as one persistent kernel: its many small steps would otherwise cost a launch each and a look
// from the host every few. The contract is that of the phase in wave.inl.
#pragma once

#include "amorph/kernels/sync/persistent.cuh"
#include "solver/andersen/cycles/cycles.hpp"
#include "solver/andersen/propagate/copy_graph.hpp"

namespace amorph::andersen {

// Components of the edges between equal sets, by colouring; representatives and how many were merged.
struct collapse_persistently {
  colouring colour;
  const uint64_t* keys;
  unsigned bits;
  uint64_t edges;
  uint32_t variables;
  const uint32_t* set;
  uint32_t* rep;
  uint64_t *list, *other;  // edges in question
  uint64_t* counts;        // 3; the first is 0
  uint32_t* changed;       // 3
  uint64_t* merged;        // 0

  __device__ void operator()(whole_grid grid) const {
    grid.for_each(variables, [&](std::size_t v) { colour.owner[v] = colour.smallest[v] = no_set; });
    grid.for_each(edges, [&](std::size_t e) {
      const uint32_t dst = static_cast<uint32_t>(keys[e] >> bits),
                     src = static_cast<uint32_t>(keys[e] & ((uint64_t{1} << bits) - 1));
      if (src < variables && set[dst] == set[src]) list[atomic_add(&counts[0], 1)] = edge_key(dst, src);
    });
    grid.sync();
    uint64_t *now = list, *next = other;
    uint32_t pass = 0;
    for (uint32_t turn = 0;; ++turn) {
      const uint64_t n = atomic_load(&counts[turn % 3]);
      if (n == 0) break;
      grid.for_each(n, [&](std::size_t i) { colour.start(now[i]); });
      if (grid.first()) {
        atomic_store(&counts[(turn + 1) % 3], 0);
        atomic_store(&changed[pass % 3], 0);
      }
      grid.sync();
      for (bool more = true; more; ++pass) {
        grid.for_each(n, [&](std::size_t i) {
          if (colour.pass(now[i]) && atomic_load(&changed[pass % 3]) == 0) atomic_store(&changed[pass % 3], 1);
        });
        if (grid.first()) atomic_store(&changed[(pass + 1) % 3], 0);
        grid.sync();
        more = atomic_load(&changed[pass % 3]) != 0;
      }
      grid.for_each(n, [&](std::size_t i) {
        if (colour.undecided(now[i])) next[atomic_add(&counts[(turn + 1) % 3], 1)] = now[i];
      });
      grid.sync();
      uint64_t* swapped = now;
      now = next;
      next = swapped;
    }
    grid.for_each(variables, [&](std::size_t v) {
      if (colour.owner[v] == no_set || colour.smallest[colour.owner[v]] == v) return;
      rep[v] = colour.smallest[colour.owner[v]];
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
