// Evaluation: loads and stores become copy edges. For each object that a pointer has come to point to since the
// constraint was last evaluated, `dst = *ptr` adds object -> dst and `*ptr = src` adds src -> object, between
// representatives; a table of edges keeps each from being reported twice.
#pragma once

#include "solver/andersen/core.hpp"
#include "solver/andersen/propagate/propagate.hpp"
#include "solver/andersen/sets/sets.hpp"

namespace amorph::andersen {

// An edge as a key: dst << 32 | src, so that sorting groups by destination.
AMORPH_HD inline uint64_t edge_key(uint32_t dst, uint32_t src) { return uint64_t{dst} << 32 | src; }

// The edges there are (and, by the representatives of their day, those there were) in open addressing; and the new ones
// as a list.
struct edge_table {
  static constexpr unsigned longest_probe = 256;
  uint64_t* slots;  // key + 1; 0: free
  uint64_t mask;
  uint64_t* list;
  uint64_t capacity;
  uint64_t* count;
  uint32_t* full;

  // False when it could not be kept; `full` is set then.
  AMORPH_BODY bool add(uint64_t key) const {
    const entry found = enter(key);
    if (found == entry::known) return true;
    if (found == entry::fresh) {
      const uint64_t position = atomic_add(count, 1);
      if (position < capacity) {
        list[position] = key;
        return true;
      }
    }
    atomic_store(full, 1);
    return false;
  }

  enum class entry { fresh, known, no_room };
  AMORPH_BODY entry enter(uint64_t key) const {
    uint64_t slot = mix_bits(key) & mask;
    for (unsigned probe = 0; probe != longest_probe; ++probe, slot = (slot + 1) & mask) {
      uint64_t seen = atomic_load(&slots[slot]);
      if (seen == 0) seen = atomic_cas(&slots[slot], 0, key + 1);
      if (seen == 0) return entry::fresh;
      if (seen == key + 1) return entry::known;
    }
    return entry::no_room;
  }
};

// Loads first, then stores.
struct evaluate_state {
  set_store store;
  edge_table edges;
  const uint32_t* rep;
  const uint32_t* set;
  const pair32* constraints;  // (pointer, other)
  uint64_t loads;             // how many of them are loads
  uint32_t* done;             // per constraint: the pointer's set when it was last evaluated

  AMORPH_BODY bool stale(uint64_t c) const { return set[rep[constraints[c].first]] != done[c]; }

  // Piece `piece` of `pieces` of the work. What could not be kept is told by edges.full.
  template <class Team> AMORPH_BODY void evaluate(Team team, uint64_t c, uint64_t piece, uint64_t pieces) const {
    const uint32_t now = set[rep[constraints[c].first]], other = rep[constraints[c].second];
    const bool load = c < loads;
    bool kept = atomic_load(edges.full) == 0;
    uint32_t last = other;  // neighbours in a set often have one representative
    if (kept)
      store.for_each_new_word(piece * team.size() + team.rank(), pieces * team.size(), now, done[c],
                              [&](uint32_t start, uint64_t bits) {
                                for (; bits != 0 && kept; bits &= bits - 1) {
                                  const uint32_t object = start + lowest_bit(bits);
                                  const uint32_t target = rep[object];
                                  if (object == integer_object || target == last || target == other) continue;
                                  last = target;
                                  kept = edges.add(load ? edge_key(other, target) : edge_key(target, other));
                                }
                              });
  }
  AMORPH_BODY void settle(uint64_t c) const {
    if (atomic_load(edges.full) == 0) done[c] = set[rep[constraints[c].first]];
  }
};

}  // namespace amorph::andersen
