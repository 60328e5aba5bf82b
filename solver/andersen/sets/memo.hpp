// Remembered work: the union of two sets, and what an offset or field constraint makes of a set. Sets are shared by many
// variables and constraints, so that most of what propagation would work out is known already: on real programs nine
// unions of ten, and more of the shifts.
//
// Open addressing, exact; filled concurrently. While a value is not written yet it counts as not known, so the same work
// may be done twice, with the same outcome; who would rather come back later than do so claims what is missing. When
// there is no place, `full` is set and the host makes a larger table.
#pragma once

#include <algorithm>
#include <bit>

#include "solver/andersen/sets/sets.hpp"

namespace amorph::andersen {

struct set_memo {
  static constexpr unsigned longest_probe = 64;
  static constexpr uint32_t claimed = 0xfffffffeu;  // no set: another is at work on it
  uint64_t* keys;                                   // 0: free
  uint32_t* values;                                 // the resulting set + 1; 0: not written yet; claimed + 1
  uint64_t mask;
  uint32_t* full;

  // Sets, not empty, are below 2^31.
  AMORPH_BODY static uint64_t union_key(uint32_t a, uint32_t b) {
    return a < b ? uint64_t{a} << 32 | b : uint64_t{b} << 32 | a;
  }
  AMORPH_BODY static uint64_t shift_key(uint32_t set, uint32_t effect) {
    return uint64_t{set | 0x80000000u} << 32 | effect;
  }

  // The set, to be read after acquire_ahead(); or no_set.
  AMORPH_BODY uint32_t find(uint64_t wanted) const {
    uint64_t at = mix_bits(wanted) & mask;
    for (unsigned probe = 0; probe != longest_probe; ++probe, at = (at + 1) & mask) {
      const uint64_t seen = atomic_load(&keys[at]);
      if (seen == wanted) {
        const uint32_t found = atomic_load_ahead(&values[at]) - 1;  // 0 - 1 is no_set
        return found == claimed ? no_set : found;
      }
      if (seen == 0) return no_set;
    }
    return no_set;
  }
  // As find; no_set: it is now the caller's to work out and put, or to give up; `claimed`: another's, or there is no room.
  AMORPH_BODY uint32_t claim(uint64_t wanted) const {
    const uint64_t at = place(wanted);
    if (at > mask) return claimed;
    const uint32_t found = atomic_load_ahead(&values[at]);
    return (found != 0 ? found : atomic_cas(&values[at], 0, claimed + 1)) - 1;
  }
  // False when there is no room. One lane's work.
  AMORPH_BODY bool put(uint64_t wanted, uint32_t set) const {
    const uint64_t at = place(wanted);
    if (at > mask) return false;
    atomic_store_release(&values[at], set + 1);
    return true;
  }
  // What was claimed is any other's again.
  AMORPH_BODY void give_up(uint64_t wanted) const { (void)put(wanted, no_set); }

 private:
  // Where the key stands, from now on at least; beyond the mask when there is no room.
  AMORPH_BODY uint64_t place(uint64_t wanted) const {
    uint64_t at = mix_bits(wanted) & mask;
    for (unsigned probe = 0; probe != longest_probe; ++probe, at = (at + 1) & mask) {
      uint64_t seen = atomic_load(&keys[at]);
      if (seen == 0) seen = atomic_cas(&keys[at], 0, wanted);
      if (seen == 0 || seen == wanted) return at;
    }
    atomic_store(full, 1);
    return mask + 1;
  }
};

// The memory behind it, at most `most` places of 12 bytes (3 GiB, unless said otherwise).
template <class Exec> class memo_memory {
 public:
  memo_memory(Exec& exec, uint64_t room, uint32_t* full, uint64_t most = uint64_t{1} << 28)
      : exec_(exec),
        full_(full),
        most_(most),
        keys_(exec, std::bit_ceil(std::min(room, most))),
        values_(exec, keys_.size()) {
    clear();
  }
  [[nodiscard]] set_memo view() const { return {keys_.data(), values_.data(), keys_.size() - 1, full_}; }
  // Forgets everything, with room for four times as much unless that is too much: then forgetting alone makes room.
  // Nothing but time is lost, since what was worked out before the table was full stands in the variables' sets.
  void grow() {
    if (4 * keys_.size() <= most_) {
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
  uint64_t most_;
  typename Exec::template buffer<uint64_t> keys_;
  typename Exec::template buffer<uint32_t> values_;
};

}  // namespace amorph::andersen
