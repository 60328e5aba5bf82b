// Sums by key over a row: how strongly a vertex is connected to each part, or which coarse neighbours it has. Open
// addressing in a table of one team: in a thread's scratch memory on the CPU, in shared memory on the device.
//
//   tally t(team, memory, bound);        // at most `bound` additions; empty
//   t.add(key, sum);                     // any member
//   t.for_each(f);                       // f(key, sum) for each key once, in no order that counts; after team.sync()
#pragma once

#include "amorph/atomic.hpp"
#include "amorph/team.hpp"
#include "level.hpp"

namespace amorph::partition {

// The CPU's: for thread i, `slots` keys and sums. `slots` is a power of two, at least twice the additions of any row.
struct tally_memory {
  uint32_t* key;
  int32_t* sum;
  uint32_t* used;
  size_t slots;
};

template <class Team> class tally;

template <> class tally<thread_team> {
 public:
  tally(thread_team team, const tally_memory& memory, size_t bound) {
    size_t slots = 16;
    while (slots < 2 * bound) slots *= 2;
    mask_ = static_cast<uint32_t>(slots - 1);
    key_ = memory.key + team.index() * memory.slots;
    sum_ = memory.sum + team.index() * memory.slots;
    used_ = memory.used + team.index() * memory.slots;
  }
  // The memory holds no key between rows.
  ~tally() {
    for (uint32_t i = 0; i != count_; ++i) key_[used_[i]] = none;
  }
  tally(const tally&) = delete;
  tally& operator=(const tally&) = delete;

  void add(uint32_t key, int32_t sum) {
    uint32_t at = (key * 0x9e3779b1u >> 7) & mask_;
    while (key_[at] != key) {
      if (key_[at] == none) {
        key_[at] = key;
        sum_[at] = sum;
        used_[count_++] = at;
        return;
      }
      at = (at + 1) & mask_;
    }
    sum_[at] += sum;
  }
  template <class F> void for_each(F f) const {
    for (uint32_t i = 0; i != count_; ++i) f(key_[used_[i]], sum_[used_[i]]);
  }
  [[nodiscard]] uint32_t count() const { return count_; }

 private:
  uint32_t *key_, *used_;
  int32_t* sum_;
  uint32_t mask_, count_ = 0;
};

template <class Exec> class tally_room {
 public:
  tally_room(Exec& exec, size_t slots)
      : slots_(slots),
        key_(exec, slots * exec.team_count()),
        used_(exec, slots * exec.team_count()),
        sum_(exec, slots * exec.team_count()) {
    exec.template fill<uint32_t>(key_.span(), none);
  }
  [[nodiscard]] tally_memory view() const { return {key_.data(), sum_.data(), used_.data(), slots_}; }

 private:
  size_t slots_;
  typename Exec::template buffer<uint32_t> key_, used_;
  typename Exec::template buffer<int32_t> sum_;
};

}  // namespace amorph::partition
