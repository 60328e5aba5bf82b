// Memoised set operations: the union of two sets, and the effect of an offset or field constraint on a set. Sets are
// shared by many variables and constraints, so that most results are known already: on real programs nine of ten
// unions, and more of the shifts.
//
// A hash table with open addressing, exact, filled concurrently. A value that is not written yet counts as unknown, so
// that a result may be computed twice, with the same outcome; a team that prefers to come back later claims the missing
// result first. On overflow `full` is set and the host makes a larger table.
#pragma once

#include <algorithm>
#include <bit>

#include "solver/andersen/sets/sets.hpp"

namespace amorph::andersen {

struct set_memo {
  static constexpr unsigned max_probes = 64;
  static constexpr uint32_t claimed = 0xfffffffeu;  // sentinel: another team computes it
  uint64_t* keys;                                   // 0: free
  uint32_t* values;                                 // the resulting set + 1; 0: not written yet; claimed + 1
  uint64_t mask;
  uint32_t* full;

  // Neither set is empty; set numbers are below 2^31.
  AMORPH_BODY static uint64_t union_key(uint32_t a, uint32_t b) {
    return a < b ? uint64_t{a} << 32 | b : uint64_t{b} << 32 | a;
  }
  AMORPH_BODY static uint64_t shift_key(uint32_t set, uint32_t effect) {
    return uint64_t{set | 0x80000000u} << 32 | effect;
  }

  // The resulting set, to be read after acquire_ahead(); no_set: unknown.
  AMORPH_BODY uint32_t find(uint64_t wanted) const {
    uint64_t at = mix_bits(wanted) & mask;
    for (unsigned probe = 0; probe != max_probes; ++probe, at = (at + 1) & mask) {
      const uint64_t seen = atomic_load(&keys[at]);
      if (seen == wanted) {
        const uint32_t found = atomic_load_ahead(&values[at]) - 1;  // 0 - 1 is no_set
        return found == claimed ? no_set : found;
      }
      if (seen == 0) return no_set;
    }
    return no_set;
  }
  // As find. no_set: the caller has claimed it and must put() or release() it; `claimed`: another has, or overflow.
  AMORPH_BODY uint32_t claim(uint64_t wanted) const {
    const uint64_t at = find_or_insert(wanted);
    if (at > mask) return claimed;
    const uint32_t found = atomic_load_ahead(&values[at]);
    return (found != 0 ? found : atomic_cas(&values[at], 0, claimed + 1)) - 1;
  }
  // False on overflow. One lane's work.
  AMORPH_BODY bool put(uint64_t wanted, uint32_t set) const {
    const uint64_t at = find_or_insert(wanted);
    if (at > mask) return false;
    atomic_store_release(&values[at], set + 1);
    return true;
  }
  // Gives up a claim.
  AMORPH_BODY void release(uint64_t wanted) const { (void)put(wanted, no_set); }

 private:
  // The slot of the key, which is inserted if it is new; mask + 1 on overflow.
  AMORPH_BODY uint64_t find_or_insert(uint64_t wanted) const {
    uint64_t at = mix_bits(wanted) & mask;
    for (unsigned probe = 0; probe != max_probes; ++probe, at = (at + 1) & mask) {
      uint64_t seen = atomic_load(&keys[at]);
      if (seen == 0) seen = atomic_cas(&keys[at], 0, wanted);
      if (seen == 0 || seen == wanted) return at;
    }
    atomic_store(full, 1);
    return mask + 1;
  }
};

// Its memory: at most `max_slots` slots of 12 bytes (default: 3 GiB).
template <class Exec> class memo_memory {
 public:
  memo_memory(Exec& exec, uint64_t slots, uint32_t* full, uint64_t max_slots = uint64_t{1} << 28)
      : exec_(exec),
        full_(full),
        max_slots_(max_slots),
        keys_(exec, std::bit_ceil(std::min(slots, max_slots))),
        values_(exec, keys_.size()) {
    clear();
  }
  [[nodiscard]] set_memo view() const { return {keys_.data(), values_.data(), keys_.size() - 1, full_}; }
  // Clears the table and makes it four times as large, unless that exceeds the maximum: then clearing alone frees
  // slots. Nothing but time is lost, because results computed so far are in the variables' sets.
  void grow() {
    if (4 * keys_.size() <= max_slots_) {
      keys_.resize_discard(4 * keys_.size());
      values_.resize_discard(keys_.size());
    }
    clear();
  }

 private:
  void clear() {
    exec_.template fill<uint64_t>(keys_.span(), 0);
    exec_.template fill<uint32_t>(values_.span(), 0);
    exec_.write(full_, 0u);
  }

  Exec& exec_;
  uint32_t* full_;
  uint64_t max_slots_;
  typename Exec::template buffer<uint64_t> keys_;
  typename Exec::template buffer<uint32_t> values_;
};

}  // namespace amorph::andersen
