// Hash-consed points-to sets: every distinct set, and every distinct 128-byte element of one, is stored once and
// identified by a number. Two sets are equal exactly if their numbers are; a set that many variables share costs one
// number each. Elements are the sparse bit vector elements of "Morph Algorithms on GPUs" (Nasre, Burtscher, Pingali,
// PPoPP 2013, section 6.4), 1024 objects wide. Stored sets never change, so that readers need no locks and finished
// parts can be copied to the host while the analysis continues.
//
// The store is filled concurrently, by open addressing: an entry is published after its content, and the loser of a
// race takes the winner's number. Numbers are racing; contents are not. On overflow the bodies set `full` and leave
// their work undone; the host grows the store and runs them again (kernel-reported growth, section 7.1).
#pragma once

#include <cstdint>

#include "amorph/kernels/base/config.hpp"
#include "amorph/kernels/random/hash.hpp"
#include "amorph/kernels/sync/atomic.hpp"
#include "solver/andersen/andersen.hpp"

namespace amorph::andersen {

using std::uint32_t;
using std::uint64_t;

inline constexpr uint32_t no_set = 0xffffffffu;
inline constexpr uint32_t empty_set = 0;
inline constexpr unsigned words_per_element = 16;
inline constexpr unsigned bits_per_element = 64 * words_per_element;

// A set: `count` entries from `begin`; an entry is base << 32 | element, bases ascending: object 1024 * base + bit.
struct set_record {
  uint64_t begin;
  uint64_t count;
};

struct set_counters {
  uint64_t elements, sets, entries;
  uint32_t full;  // some table or pool overflowed
};

AMORPH_HD inline uint32_t base_of(uint64_t entry) { return static_cast<uint32_t>(entry >> 32); }
AMORPH_HD inline uint32_t element_of(uint64_t entry) { return static_cast<uint32_t>(entry); }

struct set_store {
  uint64_t* words;          // words_per_element each
  uint64_t* element_slots;  // hash tag << 32 | number + 1; 0: free
  uint64_t element_mask, element_capacity;
  set_record* sets;
  uint64_t* entries;
  uint64_t* set_slots;
  uint64_t set_mask, set_capacity, entry_capacity;
  set_counters* used;

  AMORPH_BODY static uint64_t hash_element(const uint64_t* w) {
    uint64_t h = 0;
    for (unsigned i = 0; i != words_per_element; ++i)
      h += w[i] != 0 ? mix_bits(w[i] ^ (i + 1) * 0xa24baed4963ee407ull) : 0;
    return mix_bits(h);
  }
  AMORPH_BODY static bool equal_element(const uint64_t* a, const uint64_t* b) {
    uint64_t differ = 0;
    for (unsigned i = 0; i != words_per_element; ++i) differ |= a[i] ^ b[i];
    return differ == 0;
  }

  // The number of the element with these words (not all zero), which is stored if it is new; no_set on overflow.
  // One lane's work. O(1) expected.
  AMORPH_BODY uint32_t intern_element(const uint64_t* from) const {
    uint64_t content[words_per_element];  // in registers on the device: loaded at once, used three times
    for (unsigned i = 0; i != words_per_element; ++i) content[i] = from[i];
    return intern_content(content);
  }
  AMORPH_BODY uint32_t intern_content(const uint64_t (&content)[words_per_element]) const {
    const uint64_t hash = hash_element(content), tag = hash >> 32 << 32;
    uint32_t added = no_set;
    for (uint64_t slot = hash & element_mask;; slot = (slot + 1) & element_mask) {
      uint64_t seen = atomic_load_ahead(&element_slots[slot]);
      if (seen == 0) {
        if (added == no_set) {
          const uint64_t fresh = atomic_add(&used->elements, 1);
          if (fresh >= element_capacity) {
            atomic_store(&used->full, 1);
            return no_set;
          }
          added = static_cast<uint32_t>(fresh);
          for (unsigned i = 0; i != words_per_element; ++i) words[uint64_t{words_per_element} * added + i] = content[i];
        }
        seen = atomic_publish(&element_slots[slot], 0, tag | (added + 1));
        if (seen == 0) return added;
      }
      if (((seen ^ tag) >> 32) != 0) continue;
      acquire_ahead();
      const uint32_t other = static_cast<uint32_t>(seen) - 1;
      if (equal_element(words + uint64_t{words_per_element} * other, content)) {
        if (added != no_set)  // lost a race: the allocated element stays unused, marked by all zeros
          for (unsigned i = 0; i != words_per_element; ++i) words[uint64_t{words_per_element} * added + i] = 0;
        return other;
      }
    }
  }

  // The number of the set with these entries (n > 0, bases ascending), which is stored if it is new; no_set on
  // overflow. The whole team's work. O(n) expected.
  template <class Team> AMORPH_BODY uint32_t intern_set(Team team, const uint64_t* list, uint64_t n) const {
    uint64_t sum = 0;
    for (uint64_t i = team.rank(); i < n; i += team.size()) sum += mix_bits(list[i]);
    return intern_set(team, list, n, team.reduce_add(sum));
  }
  // The same, for a known sum of mix_bits over the entries.
  template <class Team>
  AMORPH_BODY uint32_t intern_set(Team team, const uint64_t* list, uint64_t n, uint64_t sum) const {
    const uint64_t hash = mix_bits(sum), tag = hash >> 32 << 32;
    uint32_t added = no_set;
    for (uint64_t slot = hash & set_mask;; slot = (slot + 1) & set_mask) {
      uint64_t seen = team.broadcast(atomic_load_ahead(&set_slots[slot]));
      if (seen == 0) {
        if (added == no_set) {
          uint64_t fresh = 0, begin = 0;
          if (team.rank() == 0) {
            fresh = atomic_add(&used->sets, 1);
            begin = atomic_add(&used->entries, n);
            if (fresh >= set_capacity || begin + n > entry_capacity) atomic_store(&used->full, 1);
          }
          fresh = team.broadcast(fresh);
          begin = team.broadcast(begin);
          if (fresh >= set_capacity) return no_set;
          added = static_cast<uint32_t>(fresh);
          if (begin + n > entry_capacity) {
            if (team.rank() == 0) sets[added] = {0, 0};
            return no_set;
          }
          if (team.rank() == 0) sets[added] = {begin, n};
          for (uint64_t i = team.rank(); i < n; i += team.size()) entries[begin + i] = list[i];
          team.sync();
        }
        if (team.rank() == 0) seen = atomic_publish(&set_slots[slot], 0, tag | (added + 1));
        seen = team.broadcast(seen);
        team.sync();
        if (seen == 0) return added;
      }
      if (((seen ^ tag) >> 32) == 0) {
        team.sync();  // what is visible to the first lane is now visible to all
        acquire_ahead();
        const uint32_t other = static_cast<uint32_t>(seen) - 1;
        const set_record record = sets[other];
        bool same = record.count == n;
        if (same)
          for (uint64_t i = team.rank(); i < n; i += team.size()) same &= entries[record.begin + i] == list[i];
        if (team.all(same)) {
          if (added != no_set && team.rank() == 0) sets[added] = {0, 0};  // lost a race: stays unused
          return other;
        }
      }
    }
  }

  // Whether s contains an object other than integer_object.
  AMORPH_BODY bool any_object(uint32_t s) const {
    const set_record record = sets[s];
    if (record.count != 1) return record.count != 0;
    const uint64_t entry = entries[record.begin];
    const uint64_t* content = words + uint64_t{words_per_element} * element_of(entry);
    uint64_t others = base_of(entry) == 0 ? content[0] & ~(uint64_t{1} << integer_object) : content[0];
    for (unsigned w = 1; w != words_per_element; ++w) others |= content[w];
    return others != 0;
  }

  // The element of set s at `base`, or no_set. O(log entries).
  AMORPH_BODY uint32_t element_at(uint32_t s, uint32_t base) const {
    const set_record record = sets[s];
    uint64_t first = record.begin, last = record.begin + record.count;
    while (first != last) {
      const uint64_t middle = first + (last - first) / 2;
      if (base_of(entries[middle]) < base)
        first = middle + 1;
      else
        last = middle;
    }
    return first != record.begin + record.count && base_of(entries[first]) == base ? element_of(entries[first])
                                                                                   : no_set;
  }

  // The same, for an entry that is probably at index i.
  AMORPH_BODY uint32_t element_near(uint32_t s, uint32_t base, uint64_t i) const {
    if (s == empty_set) return no_set;
    const set_record record = sets[s];
    if (i < record.count && base_of(entries[record.begin + i]) == base) return element_of(entries[record.begin + i]);
    return element_at(s, base);
  }

  // Whether entry i of a set of `count` entries is also in its older version `before`, at the same distance from the
  // beginning or from the end. (A false negative costs time only.)
  AMORPH_BODY bool had(const set_record& before, uint64_t count, uint64_t i, uint64_t entry) const {
    if (i < before.count && entries[before.begin + i] == entry) return true;
    const uint64_t longer = count - before.count;  // wraps if the older one is longer: then the next line is false
    return i >= longer && longer != 0 && i - longer < before.count && entries[before.begin + i - longer] == entry;
  }

  // Word i of the elements of s without the objects in `old` (a subset of s); 0 beyond the last. `start`: its first
  // object.
  AMORPH_BODY uint64_t new_word(uint32_t s, uint32_t old, uint64_t i, uint32_t& start) const {
    const set_record record = sets[s];
    if (i >= record.count * words_per_element) return 0;
    const uint64_t entry = entries[record.begin + i / words_per_element];
    const unsigned w = static_cast<unsigned>(i % words_per_element);
    start = bits_per_element * base_of(entry) + 64 * w;
    const uint32_t before = element_near(old, base_of(entry), i / words_per_element);
    if (before == element_of(entry)) return 0;
    const uint64_t bits = words[uint64_t{words_per_element} * element_of(entry) + w];
    return before == no_set ? bits : bits & ~words[uint64_t{words_per_element} * before + w];
  }

  // Calls f(first object, bits) for the 64-bit words of s with objects that are not in `old` (a subset of s), in share
  // number `share` of `shares`. The lanes of a team take words in turn; a team of one lane has a run of elements.
  template <class Team, class F>
  AMORPH_BODY void for_each_new_word(Team team, uint64_t share, uint64_t shares, uint32_t s, uint32_t old, F f) const {
    if constexpr (Team::size() == 1) {
      const uint64_t count = sets[s].count;
      for_each_new_word_of(count * share / shares, count * (share + 1) / shares, s, old, f);
    } else {
      const uint64_t n = sets[s].count * words_per_element, step = shares * team.size();
      for (uint64_t i = share * team.size() + team.rank(); i < n; i += step) {
        uint32_t start;
        if (const uint64_t bits = new_word(s, old, i, start); bits != 0) f(start, bits);
      }
    }
  }

  // The same for the entries first .. last-1 of s: one pass over the entries of both sets, without the words of the
  // elements that they share.
  template <class F>
  AMORPH_BODY void for_each_new_word_of(uint64_t first, uint64_t last, uint32_t s, uint32_t old, F f) const {
    const uint64_t begin = sets[s].begin;
    uint64_t before = sets[old].begin;
    const uint64_t before_end = before + sets[old].count;
    for (uint64_t i = first; i < last; ++i) {
      const uint64_t entry = entries[begin + i];
      while (before != before_end && base_of(entries[before]) < base_of(entry)) ++before;
      const bool has_old = before != before_end && base_of(entries[before]) == base_of(entry);
      if (has_old && entries[before] == entry) continue;
      const uint64_t* now = words + uint64_t{words_per_element} * element_of(entry);
      const uint64_t* had = has_old ? words + uint64_t{words_per_element} * element_of(entries[before]) : nullptr;
      for (unsigned w = 0; w != words_per_element; ++w)
        if (const uint64_t bits = had != nullptr ? now[w] & ~had[w] : now[w]; bits != 0)
          f(bits_per_element * base_of(entry) + 64 * w, bits);
    }
  }
};

}  // namespace amorph::andersen
