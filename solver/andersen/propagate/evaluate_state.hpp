// The state of the evaluate phase.
#pragma once

#include "amorph/kernels/base/bits.hpp"
#include "solver/andersen/andersen.hpp"
#include "solver/andersen/propagate/edge_table.hpp"
#include "solver/andersen/propagate/hub.hpp"
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

  hub_bits hub;

  AMORPH_BODY bool stale(uint64_t c) const { return set[rep[constraints[c].first]] != evaluated[c]; }
  AMORPH_BODY bool is_load(uint64_t c) const { return c < loads; }
  AMORPH_BODY uint32_t pointees(uint64_t c) const { return set[rep[constraints[c].first]]; }
  AMORPH_BODY uint32_t other(uint64_t c) const { return rep[constraints[c].second]; }

  // The edges of a constraint are between its other variable and its targets, the representatives of objects. Those
  // between a variable and a target with these bits follow from the hub.
  AMORPH_BODY static uint32_t bit_of_other(bool load) { return load ? hub_bits::from_hub : hub_bits::into_hub; }
  AMORPH_BODY static uint32_t bit_of_target(bool load) { return load ? hub_bits::into_hub : hub_bits::from_hub; }
  AMORPH_BODY bool implied_for(uint32_t other, bool load) const {
    return hub.hub != none && other != hub.hub && hub.has(other, bit_of_other(load));
  }
  AMORPH_BODY bool adds(uint32_t target, bool load) const {
    return target == hub.hub || !hub.has(target, bit_of_target(load));
  }

  // Sets the bits that follow from the edges of constraint c, before edges are added, so that what is added does not
  // depend on the order. A share as in `evaluate`.
  template <class Team> AMORPH_BODY void mark(Team team, uint64_t c, uint64_t share, uint64_t shares) const {
    const uint32_t v = other(c), now = pointees(c);
    const bool load = is_load(c);
    if (v == hub.hub)
      mark_targets(team, now, evaluated[c], load, share, shares);
    else if (!hub.has(v, bit_of_other(load)) && meets_hub(team, now, evaluated[c], share, shares))
      hub.mark(v, bit_of_other(load));
  }
  template <class Team>
  AMORPH_BODY void mark_targets(Team team, uint32_t now, uint32_t old, bool load, uint64_t share,
                                uint64_t shares) const {
    store.for_each_new_word(team, share, shares, now, old, [&](uint32_t start, uint64_t bits) {
      if (start == 0) bits &= ~(uint64_t{1} << integer_object);
      for (; bits != 0; bits &= bits - 1) hub.mark(rep[start + lowest_bit(bits)], bit_of_target(load));
    });
  }
  // Whether an object of `now` that `old` lacks has been merged into the hub: one lane's part of it.
  template <class Team>
  AMORPH_BODY bool meets_hub(Team team, uint32_t now, uint32_t old, uint64_t share, uint64_t shares) const {
    uint64_t met = 0;
    store.for_each_new_word(team, share, shares, now, old,
                            [&](uint32_t start, uint64_t bits) { met |= bits & hub.objects[start / 64]; });
    return met != 0;
  }

  // Adds the edges of constraint c for share `share` of `shares` of its new objects. edges.full reports an overflow.
  template <class Team> AMORPH_BODY void evaluate(Team team, uint64_t c, uint64_t share, uint64_t shares) const {
    const uint32_t v = other(c);
    const bool load = is_load(c), implied = implied_for(v, load);
    bool kept = atomic_load(edges.full) == 0;
    uint32_t last = v;  // consecutive objects of a set often have one representative
    if (kept)
      store.for_each_new_word(team, share, shares, pointees(c), evaluated[c], [&](uint32_t start, uint64_t bits) {
        for (; bits != 0 && kept; bits &= bits - 1) {
          const uint32_t object = start + lowest_bit(bits);
          const uint32_t target = rep[object];
          if (object == integer_object || target == last || target == v) continue;
          last = target;
          if (implied && !adds(target, load)) continue;
          kept = edges.add(load ? edge_key(v, target) : edge_key(target, v));
        }
      });
  }
  AMORPH_BODY void mark_evaluated(uint64_t c) const {
    if (atomic_load(edges.full) == 0) evaluated[c] = pointees(c);
  }
};

}  // namespace amorph::andersen
