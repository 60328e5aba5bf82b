// Unions of points-to sets: a team's private table, indexed by base, in which the union of any number of sets is built
// before it is stored. Elements that stay unchanged keep their number; only bases at which two elements differ are
// combined and looked up.
#pragma once

#include "amorph/kernels/base/bits.hpp"
#include "solver/andersen/andersen.hpp"
#include "solver/andersen/sets/sets.hpp"

namespace amorph::andersen {

// Scratch of all teams (memory: merge_memory.hpp). Between uses every cell is no_set, every sum and mark zero.
struct merge_scratch {
  uint32_t* cell;  // per team and base: the element, `mixed`, or no_set
  uint64_t* sum;   // per team and base: the words of a mixed element
  uint32_t* mark;  // per team and base: `sum` has words that are not resolved yet
  uint64_t* list;  // per team: entries under construction
  uint64_t bases;

  static constexpr uint64_t bytes_per_base = 2 * sizeof(uint32_t) + (words_per_element + 1) * sizeof(uint64_t);
};

template <class Team> class merge {
  static constexpr uint32_t mixed = 0xfffffffeu;

 public:
  AMORPH_BODY merge(Team team, const set_store& store, const merge_scratch& scratch)
      : team_(team),
        store_(store),
        cell_(scratch.cell + team.index() * scratch.bases),
        sum_(scratch.sum + team.index() * scratch.bases * words_per_element),
        mark_(scratch.mark + team.index() * scratch.bases),
        list_(scratch.list + team.index() * scratch.bases),
        low_(static_cast<uint32_t>(scratch.bases)) {}

  // The first set; grew() says whether anything added afterwards was not in it.
  AMORPH_BODY void start(uint32_t s) {
    const set_record record = store_.sets[s];
    for (uint64_t i = team_.rank(); i < record.count; i += team_.size()) {
      const uint64_t entry = store_.entries[record.begin + i];
      cell_[base_of(entry)] = element_of(entry);
      reach(base_of(entry));
    }
    team_.sync();
  }

  // Adds whole sets, one per lane (empty_set: none), without what each lane's `old` set had, which is contained
  // already. O(their entries / lanes): the entries of all sets are distributed evenly over the lanes; conflicts at a
  // base are resolved by atomics.
  AMORPH_BODY void add_each(uint32_t set, uint32_t old = empty_set) {
    add_each_unresolved(set, old);
    if constexpr (Team::size() != 1) {
      if (team_.any(unresolved_))
        resolve();
      else
        team_.sync();
      unresolved_ = false;
    }
  }
  // As add_each, but resolve() must follow.
  AMORPH_BODY void add_each_unresolved(uint32_t set, uint32_t old = empty_set) {
    const set_record record = store_.sets[set], before = store_.sets[old];
    if constexpr (Team::size() == 1) {
      for (uint64_t i = 0; i != record.count; ++i) {
        const uint64_t entry = store_.entries[record.begin + i];
        if (!store_.had(before, record.count, i, entry)) add_element(base_of(entry), element_of(entry));
      }
    } else {
      uint32_t total;
      const uint32_t start = team_.exclusive_scan(static_cast<uint32_t>(record.count), total);
      for (uint32_t first = 0; first < total; first += team_.size()) {
        const uint32_t i = first + team_.rank();
        unsigned owner = 0;  // the last lane whose entries start at i or before
        for (unsigned d = Team::size() / 2; d != 0; d /= 2)
          if (team_.broadcast(start, owner + d) <= i) owner += d;
        const uint64_t at = i - team_.broadcast(start, owner), begin = team_.broadcast(record.begin, owner);
        const uint64_t count = team_.broadcast(record.count, owner);
        const set_record old_record{team_.broadcast(before.begin, owner), team_.broadcast(before.count, owner)};
        if (i >= total) continue;
        const uint64_t entry = store_.entries[begin + at];
        if (!store_.had(old_record, count, at, entry)) claim_element(base_of(entry), element_of(entry));
      }
    }
  }

  // Adds consecutive objects; any lane may. resolve() must follow before anything else is added or finish() is called.
  AMORPH_BODY void add_objects(uint32_t object, uint32_t count) {
    for (const uint64_t end = uint64_t{object} + count; object != end;) {
      const uint32_t bit = object % 64;
      const uint32_t here = end - object < 64 - bit ? static_cast<uint32_t>(end - object) : 64 - bit;
      add_word(object - bit, (here == 64 ? ~uint64_t{0} : (uint64_t{1} << here) - 1) << bit);
      object += here;
    }
  }
  // The same for those of the objects start .. start + 63 that have a bit; start is a multiple of 64.
  AMORPH_BODY void add_word(uint32_t start, uint64_t bits) {
    const uint32_t base = start / bits_per_element;
    uint64_t* to = &sum_[uint64_t{base} * words_per_element + start % bits_per_element / 64];
    if constexpr (Team::size() == 1)
      *to |= bits;
    else
      atomic_or(to, bits);
    atomic_store(&mark_[base], 1);
    reach(base);
    unresolved_ = true;
  }
  // Combines the words added to `sum` with the elements at their bases.
  AMORPH_BODY void resolve() {
    team_.sync();
    const uint32_t last = team_.reduce_max(high_);
    for (uint32_t b = team_.reduce_min(low_) + team_.rank(); b < last; b += team_.size()) grew_ |= resolve_base(b);
    team_.sync();
  }

  AMORPH_BODY bool grew() const { return team_.any(grew_); }

  // The number of the union, or no_set on overflow; resets the scratch. O(bases between the lowest and the highest).
  // `wanted` false: only resets.
  AMORPH_BODY uint32_t finish(bool wanted) {
    const uint32_t first = team_.reduce_min(low_), last = team_.reduce_max(high_);
    uint64_t n = 0;
    bool failed = false;
    for (uint32_t start = first; start < last; start += team_.size()) {
      const uint32_t b = start + team_.rank();
      const uint32_t c = b < last ? take_base(b, wanted, failed) : no_set;
      const uint32_t present = team_.ballot(c != no_set);
      if (c != no_set) list_[n + count_bits(present & ((1u << team_.rank()) - 1))] = uint64_t{b} << 32 | c;
      n += count_bits(present);
    }
    team_.sync();
    if (!wanted || team_.any(failed)) return no_set;
    return n == 0 ? empty_set : store_.intern_set(team_, list_, n);
  }

 private:
  // Combines the words added at a base with its element; true if some were new. One lane's work.
  AMORPH_BODY bool resolve_base(uint32_t b) {
    if (mark_[b] == 0) return false;
    mark_[b] = 0;
    uint64_t* sum = sum_ + uint64_t{b} * words_per_element;
    const uint32_t c = cell_[b];
    if (c == no_set || c == mixed) {
      cell_[b] = mixed;
      return true;
    }
    const uint64_t* had = store_.words + uint64_t{words_per_element} * c;
    uint64_t fresh = 0;
    for (unsigned w = 0; w != words_per_element; ++w) fresh |= sum[w] & ~had[w];
    for (unsigned w = 0; w != words_per_element; ++w) sum[w] = fresh != 0 ? sum[w] | had[w] : 0;
    if (fresh != 0) cell_[b] = mixed;
    return fresh != 0;
  }
  // The element at a base, which is stored if it is new, or no_set; resets the base. One lane's work.
  AMORPH_BODY uint32_t take_base(uint32_t b, bool wanted, bool& failed) {
    uint32_t c = cell_[b];
    if (c == no_set) return c;
    cell_[b] = no_set;
    if (c == mixed) {
      uint64_t* sum = sum_ + uint64_t{b} * words_per_element;
      if (wanted) {
        c = store_.intern_element(sum);
        failed |= c == no_set;
      }
      for (unsigned w = 0; w != words_per_element; ++w) sum[w] = 0;
    }
    return c;
  }
  AMORPH_BODY void reach(uint32_t base) {
    low_ = base < low_ ? base : low_;
    high_ = base + 1 > high_ ? base + 1 : high_;
  }
  AMORPH_BODY void add_element(uint32_t base, uint32_t element) {
    const uint32_t c = cell_[base];
    if (c == element) return;
    if (c == no_set) {
      cell_[base] = element;
      reach(base);
      grew_ = true;
      return;
    }
    const uint64_t* more = store_.words + uint64_t{words_per_element} * element;
    uint64_t* sum = sum_ + uint64_t{base} * words_per_element;
    if (c == mixed) {  // has grown already
      for (unsigned w = 0; w != words_per_element; ++w) sum[w] |= more[w];
      return;
    }
    const uint64_t* had = store_.words + uint64_t{words_per_element} * c;
    uint64_t fresh = 0, lost = 0;
    for (unsigned w = 0; w != words_per_element; ++w) {
      fresh |= more[w] & ~had[w];
      lost |= had[w] & ~more[w];
    }
    if (fresh == 0) return;
    grew_ = true;
    if (lost == 0) {
      cell_[base] = element;
      return;
    }
    for (unsigned w = 0; w != words_per_element; ++w) sum[w] = had[w] | more[w];
    cell_[base] = mixed;
  }

  // As add_element, concurrently with other lanes: the first claims the cell, the others add their words to the sum,
  // for resolve().
  AMORPH_BODY void claim_element(uint32_t base, uint32_t element) {
    uint32_t c = atomic_load(&cell_[base]);
    if (c == no_set) {
      c = atomic_cas(&cell_[base], no_set, element);
      if (c == no_set) {
        reach(base);
        grew_ = true;
        return;
      }
    }
    if (c == element) return;
    const uint64_t* more = store_.words + uint64_t{words_per_element} * element;
    if (c != mixed) {
      const uint64_t* had = store_.words + uint64_t{words_per_element} * c;
      uint64_t fresh = 0;
      for (unsigned w = 0; w != words_per_element; ++w) fresh |= more[w] & ~had[w];
      if (fresh == 0) return;
    }
    uint64_t* sum = sum_ + uint64_t{base} * words_per_element;
    for (unsigned w = 0; w != words_per_element; ++w)
      if (more[w] != 0) atomic_or(&sum[w], more[w]);
    atomic_store(&mark_[base], 1);
    reach(base);
    unresolved_ = true;
  }

  Team team_;
  const set_store& store_;
  uint32_t* cell_;
  uint64_t* sum_;
  uint32_t* mark_;
  uint64_t* list_;
  uint32_t low_, high_ = 0;
  bool grew_ = false, unresolved_ = false;
};

}  // namespace amorph::andersen
