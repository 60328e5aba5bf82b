// Remembered shifts: what an offset or field constraint makes of one element of a set, as a set. Elements are shared by
// many sets, and many constraints have one effect, so that most of what a shift would work out is known already.
//
// Open addressing, exact; filled concurrently. While a value is not written yet it counts as not known, so the same
// shift may be worked out twice, to the same set. When there is no place, `full` is set and the host makes a larger one.
#pragma once

#include <algorithm>
#include <bit>

#include "sets.hpp"

namespace amorph::andersen {

struct shift_memo {
  static constexpr unsigned longest_probe = 64;
  uint64_t* keys;    // element + 1 << 32 | base * effects + effect; 0: free
  uint32_t* values;  // the resulting set + 1; 0: not written yet
  uint64_t mask;
  uint32_t effects;
  uint32_t* full;

  // The set, to be read after acquire_ahead(); or no_set.
  AMORPH_BODY uint32_t find(uint64_t entry, uint32_t effect) const {
    const uint64_t wanted = key(entry, effect);
    uint64_t at = scramble(wanted) & mask;
    for (unsigned probe = 0; probe != longest_probe; ++probe, at = (at + 1) & mask) {
      const uint64_t seen = atomic_load(&keys[at]);
      if (seen == wanted) return atomic_load_ahead(&values[at]) - 1;  // 0 - 1 is no_set
      if (seen == 0) return no_set;
    }
    return no_set;
  }
  // False when there is no room. One lane's work.
  AMORPH_BODY bool put(uint64_t entry, uint32_t effect, uint32_t set) const {
    const uint64_t wanted = key(entry, effect);
    uint64_t at = scramble(wanted) & mask;
    for (unsigned probe = 0; probe != longest_probe; ++probe, at = (at + 1) & mask) {
      uint64_t seen = atomic_load(&keys[at]);
      if (seen == 0) seen = atomic_cas(&keys[at], 0, wanted);
      if (seen != 0 && seen != wanted) continue;
      atomic_store_release(&values[at], set + 1);
      return true;
    }
    atomic_store(full, 1);
    return false;
  }

 private:
  AMORPH_BODY uint64_t key(uint64_t entry, uint32_t effect) const {
    return uint64_t{element_of(entry) + 1} << 32 | (base_of(entry) * effects + effect);
  }
};

// The memory behind it.
template <class Exec> class shift_memory {
 public:
  shift_memory(Exec& exec, uint64_t shifts, uint32_t effects, uint32_t* full)
      : exec_(exec),
        effects_(effects),
        full_(full),
        keys_(exec, std::bit_ceil(std::clamp<uint64_t>(8 * shifts, 1, 1 << 20))),
        values_(exec, keys_.size()) {
    clear();
  }
  [[nodiscard]] shift_memo view() const { return {keys_.data(), values_.data(), keys_.size() - 1, effects_, full_}; }
  // Forgets everything, with room for four times as much.
  void grow() {
    keys_.resize_discard(4 * keys_.size());
    values_.resize_discard(keys_.size());
    clear();
  }

 private:
  void clear() {
    exec_.template fill<uint64_t>(keys_.span(), 0);
    exec_.template fill<uint32_t>(values_.span(), 0);
    exec_.write(full_, 0u);
  }

  Exec& exec_;
  uint32_t effects_;
  uint32_t* full_;
  typename Exec::template buffer<uint64_t> keys_;
  typename Exec::template buffer<uint32_t> values_;
};

}  // namespace amorph::andersen
