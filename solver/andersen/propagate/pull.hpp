// Pulling: one variable or shift adds the missing objects of its inputs to its set. Only the team that works on an id
// writes its set, so points-to sets need no atomics (the pull of "Morph Algorithms on GPUs", section 6.4). Reading a
// predecessor's older set is harmless, as sets only grow ("Atomic-free Irregular Computations on GPUs").
#pragma once

#include "solver/andersen/core.hpp"
#include "solver/andersen/propagate/fields.hpp"
#include "solver/andersen/sets/memo.hpp"
#include "solver/andersen/sets/merge.hpp"
#include "solver/andersen/sets/sets.hpp"

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
  set_memo memo;
  const shift* shifts;
  uint32_t* shift_seen;  // per shift: its source's set when it was last pulled
  const uint32_t* rep;
  uint32_t* set;  // per id: its points-to set
  uint32_t variables;

  // Whether an input has changed since it was last pulled; cheap enough to poll.
  AMORPH_BODY bool stale_edge(uint64_t edge) const { return atomic_load(&set[graph.src[edge]]) != graph.seen[edge]; }
  AMORPH_BODY bool stale_shift(uint32_t k) const { return atomic_load(&set[rep[shifts[k].src]]) != shift_seen[k]; }

  // Brings one id up to date; true if its set grew. On overflow its inputs count as not seen, and it is pulled again.
  template <class Team> AMORPH_BODY bool pull(Team team, uint32_t id) const {
    return id < variables ? pull_copies(team, id) : pull_shift(team, id - variables);
  }

  template <class Team> AMORPH_BODY bool pull_copies(Team team, uint32_t v) const {
    const uint64_t begin = graph.row_begin[v], end = graph.row_end[v];
    const uint32_t own = set[v];
    uint32_t result = own, only = empty_set;  // only: the set to be added, as long as it is a single one
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
      const bool new_here = leads && s != empty_set && s != result && s != only;
      const uint32_t distinct = team.ballot(new_here);
      if (distinct == 0) continue;
      acquire_ahead();
      if (!merging && only == empty_set && (distinct & (distinct - 1)) == 0) {
        (result == empty_set ? result : only) = team.broadcast(s, lowest_bit(distinct));
        continue;
      }
      if (!merging) {
        sum.start(result);
        if (only != empty_set) sum.add_each(team.rank() == 0 ? only : empty_set);
        merging = true;
      }
      sum.add_each(new_here ? s : empty_set, before);
    }
    if (merging) {
      const bool grew = sum.grew();
      const uint32_t merged = sum.finish(grew);
      if (grew) result = merged;
    } else if (only != empty_set) {
      const uint32_t known = team.broadcast(memo.find(memo.union_key(result, only)));
      team.sync();
      acquire_ahead();
      result = known != no_set ? known : unite(team, result, only);
    }
    if (result == no_set) forget_seen(team, v);
    if (result == own || result == no_set) return false;
    if (team.rank() == 0) atomic_store_release(&set[v], result);
    return true;
  }

  // The union of two sets, which is memoised; no_set on overflow.
  template <class Team> AMORPH_BODY uint32_t unite(Team team, uint32_t a, uint32_t b) const {
    merge<Team> sum(team, store, scratch);
    sum.start(a);
    sum.add_each(team.rank() == 0 ? b : empty_set);
    const bool grew = sum.grew();
    const uint32_t merged = sum.finish(grew), result = grew ? merged : a;
    if (result != no_set && team.rank() == 0) (void)memo.put(memo.union_key(a, b), result);
    return result;
  }

  // After an overflow: the sets that the variable pulled count as not seen.
  template <class Team> AMORPH_BODY void forget_seen(Team team, uint32_t v) const {
    for (uint64_t edge = graph.row_begin[v] + team.rank(); edge < graph.row_end[v]; edge += team.size())
      graph.seen[edge] = no_set;
  }

  template <class Team> AMORPH_BODY bool pull_shift(Team team, uint32_t k) const {
    const shift by = shifts[k];
    const uint32_t now = team.broadcast(atomic_load_acquire(&set[rep[by.src]]));
    team.sync();
    if (now == shift_seen[k]) return false;
    const uint32_t known = team.broadcast(memo.find(memo.shift_key(now, by.effect)));
    team.sync();
    acquire_ahead();
    if (known == no_set) return pull_shift_of(team, k, now);
    const bool grew = known != set[variables + k];
    team.sync();
    if (team.rank() == 0) store_shift(k, now, known);
    return grew;
  }

  // Stores the effect `result` of shift k on `now`, its source's set. One lane's work.
  AMORPH_BODY void store_shift(uint32_t k, uint32_t now, uint32_t result) const {
    shift_seen[k] = now;
    if (set[variables + k] != result) atomic_store_release(&set[variables + k], result);
  }

  // As pull_shift, if the shift's effect on `now`, its source's set, is not memoised yet.
  template <class Team> AMORPH_BODY bool pull_shift_of(Team team, uint32_t k, uint32_t now) const {
    const uint32_t own = set[variables + k];
    team.sync();
    const bool grown = team.all(contains_seen(k, now, team.rank(), team.size()));
    const uint32_t known = grown ? own : empty_set;
    merge<Team> sum(team, store, scratch);
    sum.start(known);
    add_shifted(team, team.rank(), team.size(), now, grown ? shift_seen[k] : empty_set, shifts[k], sum);
    sum.resolve();
    const bool grew = sum.grew();
    const uint32_t merged = sum.finish(grew), result = grew ? merged : known;
    if (result == no_set) return false;
    if (team.rank() == 0 && memo.put(memo.shift_key(now, shifts[k].effect), result)) store_shift(k, now, result);
    return result != own;
  }

  // Whether `now` contains all that shift k has seen, so that only the new objects need to be shifted. It does not if
  // the shift's source was merged into a variable with another set. Compares the entries first, first + step, ... .
  AMORPH_BODY bool contains_seen(uint32_t k, uint32_t now, uint64_t first, uint64_t step) const {
    const set_record old = store.sets[shift_seen[k]];
    bool all = true;
    for (uint64_t i = first; i < old.count; i += step) {
      const uint64_t entry = store.entries[old.begin + i];
      const uint32_t after = store.element_near(now, base_of(entry), i);
      if (after == element_of(entry)) continue;
      uint64_t lost = after == no_set ? 1 : 0;
      for (unsigned w = 0; w != words_per_element && lost == 0; ++w)
        lost = store.words[uint64_t{words_per_element} * element_of(entry) + w] &
               ~store.words[uint64_t{words_per_element} * after + w];
      all &= lost == 0;
    }
    return all;
  }

  // Adds the targets that `by` has for the objects in `now` but not in `old`: those of the words first, first + step,
  // ... of its elements. The lanes of a team share their words, so that consecutive lanes look up consecutive objects.
  template <class Team, class Sum>
  AMORPH_BODY void add_shifted(Team team, uint64_t first, uint64_t step, uint32_t now, uint32_t old, const shift& by,
                               Sum& sum) const {
    if constexpr (Team::size() == 1) {
      field_map::range last{0, 0};  // the objects of a block are consecutive, and often all have the same targets
      store.for_each_new_word(team, 0, 1, now, old, [&](uint32_t start, uint64_t bits) {
        if (start == 0) bits &= ~(uint64_t{1} << integer_object);
        if (by.type == kind::filter)
          add_passing(start, bits, by, sum);
        else
          add_shifted_word(start, bits, by, last, sum);
      });
    } else {
      const uint64_t words = store.sets[now].count * words_per_element;
      for (uint64_t i = first; team.any(i < words); i += step) {
        uint32_t start = 0;
        uint64_t bits = store.new_word(now, old, i, start);
        if (start == 0) bits &= ~(uint64_t{1} << integer_object);
        if (by.type == kind::filter)
          add_passing(start, bits, by, sum);
        else
          add_shifted_words(team, start, bits, by, sum);
      }
    }
  }
  // The objects of one word that pass a filter. One lane's work.
  template <class Sum> AMORPH_BODY void add_passing(uint32_t start, uint64_t bits, const shift& by, Sum& sum) const {
    if (bits != 0) bits &= fields.passing(by.number, start);
    if (bits != 0) sum.add_word(start, bits);
  }
  // The targets of the objects of one word. Most are in one word, too, which is added at once.
  template <class Sum>
  AMORPH_BODY void add_shifted_word(uint32_t start, uint64_t bits, const shift& by, field_map::range& last,
                                    Sum& sum) const {
    uint32_t to_start = 0;
    uint64_t to_bits = 0;
    for (; bits != 0; bits &= bits - 1) {
      const field_map::range to = fields.targets(start + lowest_bit(bits), by);
      if (to.count == 1) {
        const uint32_t bit = to.first % 64;
        if (to.first - bit != to_start) {
          if (to_bits != 0) sum.add_word(to_start, to_bits);
          to_start = to.first - bit;
          to_bits = 0;
        }
        to_bits |= uint64_t{1} << bit;
      } else if (to.count != 0 && (to.first != last.first || to.count != last.count)) {
        last = to;
        sum.add_objects(to.first, to.count);
      }
    }
    if (to_bits != 0) sum.add_word(to_start, to_bits);
  }
  // One word per lane; the objects of several words at a time, so that the latencies of their look-ups overlap.
  template <class Team, class Sum>
  AMORPH_BODY void add_shifted_words(Team team, uint32_t start, uint64_t bits, const shift& by, Sum& sum) const {
    constexpr unsigned together = 4;
    for (uint32_t left = team.ballot(bits != 0); left != 0;) {
      field_map::range to[2 * together];
      for (unsigned k = 0; k != together; ++k) {
        const unsigned from = left != 0 ? lowest_bit(left) : 0;
        const uint64_t word = left != 0 ? team.broadcast(bits, from) : 0;
        const uint32_t object = team.broadcast(start, from) + team.rank();
        left &= left - 1;
        to[2 * k] = (word >> team.rank() & 1) != 0 ? fields.targets(object, by) : field_map::range{0, 0};
        to[2 * k + 1] =
            (word >> (team.rank() + 32) & 1) != 0 ? fields.targets(object + 32, by) : field_map::range{0, 0};
      }
      for (unsigned k = 0; k != 2 * together; ++k)
        if (team.leads(uint64_t{to[k].first} << 32 | to[k].count) && to[k].count != 0)
          sum.add_objects(to[k].first, to[k].count);
    }
  }
};

}  // namespace amorph::andersen
