// Propagation: each variable pulls what its predecessors have and it has not. Only the team that works on a variable
// writes its set, so points-to sets need no atomics (the pull of "Morph Algorithms on GPUs", section 6.4); reading a
// predecessor's older set is harmless, as sets only grow ("Atomic-free Irregular Computations on GPUs").
#pragma once

#include "core.hpp"
#include "fields.hpp"
#include "merge.hpp"
#include "sets.hpp"
#include "shift_memo.hpp"

namespace amorph::andersen {

// Copy edges grouped by destination. Ids below `variables` are variables; the rest stand for shifts, in order.
struct pull_graph {
  const uint64_t* row_begin;  // per id
  const uint64_t* row_end;
  const uint32_t* src;  // per edge
  uint32_t* seen;       // per edge: the source's set when it was last pulled (difference propagation)
};

struct pull_state {
  set_store store;
  merge_scratch scratch;
  pull_graph graph;
  field_map fields;
  shift_memo memo;
  const shift* shifts;
  uint32_t* shift_seen;  // per shift: as `seen`
  const uint32_t* rep;
  uint32_t* set;  // per id: its points-to set
  uint32_t variables;

  // Whether the id's inputs changed since it last looked; cheap enough to ask often.
  AMORPH_BODY bool stale_edge(uint64_t edge) const { return atomic_load(&set[graph.src[edge]]) != graph.seen[edge]; }
  AMORPH_BODY bool stale_shift(uint32_t k) const { return atomic_load(&set[rep[shifts[k].src]]) != shift_seen[k]; }

  // Brings one id up to date. True when its set grew. When the store is full nothing counts as seen.
  template <class Team> AMORPH_BODY bool pull(Team team, uint32_t id) const {
    return id < variables ? pull_copies(team, id) : pull_shift(team, id - variables);
  }

  template <class Team> AMORPH_BODY bool pull_copies(Team team, uint32_t v) const {
    const uint64_t begin = graph.row_begin[v], end = graph.row_end[v];
    const uint32_t own = set[v];
    uint32_t result = own;
    bool merging = false;
    merge<Team> sum(team, store, scratch);
    for (uint64_t first = begin; first < end; first += team.size()) {
      const uint64_t edge = first + team.rank();
      uint32_t s = empty_set, before = empty_set;
      if (edge < end) {
        s = atomic_load_ahead(&set[graph.src[edge]]);
        before = graph.seen[edge];
        if (s == before)
          s = empty_set;
        else
          graph.seen[edge] = s;
        if (before == no_set) before = empty_set;
      }
      const bool leads = team.leads(s);
      const bool new_here = leads && s != empty_set && s != result;
      const uint32_t distinct = team.ballot(new_here);
      if (distinct == 0) continue;
      acquire_ahead();
      if (!merging && result == empty_set && (distinct & (distinct - 1)) == 0) {
        result = team.broadcast(s, lowest_bit(distinct));
        continue;
      }
      if (!merging) {
        sum.start(result);
        merging = true;
      }
      sum.add_each(new_here ? s : empty_set, before);
    }
    if (merging) {
      const bool grew = sum.grew();
      const uint32_t merged = sum.finish(grew);
      if (grew) {
        if (merged == no_set) {
          for (uint64_t edge = begin + team.rank(); edge < end; edge += team.size()) graph.seen[edge] = no_set;
          return false;
        }
        result = merged;
      }
    }
    if (result == own) return false;
    if (team.rank() == 0) atomic_store_release(&set[v], result);
    return true;
  }

  template <class Team> AMORPH_BODY bool pull_shift(Team team, uint32_t k) const {
    const shift by = shifts[k];
    const uint32_t old = shift_seen[k], own = set[variables + k];
    const uint32_t now = team.broadcast(atomic_load_acquire(&set[rep[by.src]]));
    team.sync();
    if (now == old) return false;
    const uint32_t before = old == no_set ? empty_set : old;
    if (!shift_elements(team, now, before, by, team.rank(), team.size())) return false;
    merge<Team> sum(team, store, scratch);
    if (own != empty_set) sum.start(own);
    const set_record record = store.sets[now];
    for (uint64_t first = 0; first < record.count; first += team.size())
      sum.add_each(shifted(now, before, by, first + team.rank()));
    const bool grew = sum.grew();
    const uint32_t merged = sum.finish(grew);
    if (grew && merged == no_set) return false;
    if (team.rank() == 0) {
      shift_seen[k] = now;
      if (grew) atomic_store_release(&set[variables + k], merged);
    }
    return grew;
  }

  // Sees to it that the shifts of the elements in set `now` and not in `old` are remembered: those at first, first +
  // step, ..., one a lane at a time. False when there was no room.
  template <class Team>
  AMORPH_BODY bool shift_elements(Team team, uint32_t now, uint32_t old, const shift& by, uint64_t first,
                                  uint64_t step) const {
    const set_record record = store.sets[now];
    bool kept = true;
    for (uint64_t i = first; team.any(i < record.count); i += step) {
      const uint64_t entry = i < record.count ? store.entries[record.begin + i] : 0;
      const bool work = i < record.count && is_new(entry, old) && memo.find(entry, by.effect) == no_set;
      for (uint32_t left = team.ballot(work); left != 0; left &= left - 1)
        kept &= shift_element(team, team.broadcast(entry, lowest_bit(left)), by) != no_set;
    }
    return kept;
  }

  // The remembered shift of entry i of `now`; empty_set when there is no such entry, or `old` has it.
  AMORPH_BODY uint32_t shifted(uint32_t now, uint32_t old, const shift& by, uint64_t i) const {
    const set_record record = store.sets[now];
    if (i >= record.count) return empty_set;
    const uint64_t entry = store.entries[record.begin + i];
    if (!is_new(entry, old)) return empty_set;
    const uint32_t result = memo.find(entry, by.effect);
    acquire_ahead();
    return result;
  }

  // Works out and remembers what `by` makes of one element. O(its objects). no_set: no room.
  template <class Team> AMORPH_BODY uint32_t shift_element(Team team, uint64_t entry, const shift& by) const {
    merge<Team> sum(team, store, scratch);
    field_map::range last{0, 0};  // objects of one block stand together, and often all of them lead to the same
    for (unsigned half = team.rank(); half < 2 * words_per_element; half += team.size()) {
      const uint64_t word = store.words[uint64_t{words_per_element} * element_of(entry) + half / 2];
      uint32_t bits = static_cast<uint32_t>(word >> (32 * (half % 2)));
      const uint32_t first = bits_per_element * base_of(entry) + 32 * half;
      if (first == 0) bits &= ~(1u << integer_object);
      while (bits != 0) {
        constexpr unsigned together = 4;  // independent look-ups, whose latencies overlap
        field_map::range targets[together];
        unsigned n = 0;
        for (; n != together && bits != 0; ++n, bits &= bits - 1) targets[n] = {first + lowest_bit(bits), 0};
        for (unsigned k = 0; k != together; ++k)
          targets[k] = k < n ? fields.targets(targets[k].first, by) : field_map::range{0, 0};
        for (unsigned k = 0; k != together; ++k) {
          if (targets[k].count == 0 || (targets[k].first == last.first && targets[k].count == last.count)) continue;
          last = targets[k];
          sum.add_objects(last.first, last.count);
        }
      }
    }
    sum.settle();
    const uint32_t result = sum.finish(true);
    bool kept = result != no_set;
    if (kept && team.rank() == 0) kept = memo.put(entry, by.effect, result);
    team.sync();
    return team.all(kept) ? result : no_set;
  }

  AMORPH_BODY bool is_new(uint64_t entry, uint32_t old) const {
    return old == empty_set || store.element_at(old, base_of(entry)) != element_of(entry);
  }

  AMORPH_BODY static unsigned lowest_bit(uint32_t x) {
#if AMORPH_DEVICE_COMPILER
    return static_cast<unsigned>(__ffs(static_cast<int>(x)) - 1);
#else
    return static_cast<unsigned>(__builtin_ctz(x));
#endif
  }
  AMORPH_BODY static unsigned lowest_bit(uint64_t x) {
#if AMORPH_DEVICE_COMPILER
    return static_cast<unsigned>(__ffsll(static_cast<long long>(x)) - 1);
#else
    return static_cast<unsigned>(__builtin_ctzll(x));
#endif
  }
};

}  // namespace amorph::andersen
