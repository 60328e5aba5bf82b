// What the bodies of the evaluate phase read and write.
#pragma once

#include "amorph/kernels/base/bits.hpp"
#include "solver/andersen/andersen.hpp"
#include "solver/andersen/propagate/edge_table.hpp"
#include "solver/andersen/sets/sets.hpp"

namespace amorph::andersen {

struct evaluate_state {
  set_store store;
  edge_table edges;
  const uint32_t* rep;
  const uint32_t* set;
  const pair32* constraints;  // (pointer, other); loads, then stores
  uint64_t loads;             // their number
  uint32_t* evaluated;        // per constraint: the pointer's set when it was last evaluated

  AMORPH_BODY bool stale(uint64_t c) const { return set[rep[constraints[c].first]] != evaluated[c]; }

  // Adds the edges of constraint c for share `share` of `shares` of its new objects. edges.full reports an overflow.
  template <class Team> AMORPH_BODY void evaluate(Team team, uint64_t c, uint64_t share, uint64_t shares) const {
    const uint32_t now = set[rep[constraints[c].first]], other = rep[constraints[c].second];
    const bool load = c < loads;
    bool kept = atomic_load(edges.full) == 0;
    uint32_t last = other;  // consecutive objects of a set often have one representative
    if (kept)
      store.for_each_new_word(team, share, shares, now, evaluated[c], [&](uint32_t start, uint64_t bits) {
        for (; bits != 0 && kept; bits &= bits - 1) {
          const uint32_t object = start + lowest_bit(bits);
          const uint32_t target = rep[object];
          if (object == integer_object || target == last || target == other) continue;
          last = target;
          kept = edges.add(load ? edge_key(other, target) : edge_key(target, other));
        }
      });
  }
  // Item i: a share of a listed constraint.
  template <class Team>
  AMORPH_BODY void evaluate_item(Team team, uint64_t i, const uint32_t* list, uint64_t shares) const {
    evaluate(team, list[i / shares], i % shares, shares);
  }
  AMORPH_BODY void mark_evaluated(uint64_t c) const {
    if (atomic_load(edges.full) == 0) evaluated[c] = set[rep[constraints[c].first]];
  }
};

}  // namespace amorph::andersen
