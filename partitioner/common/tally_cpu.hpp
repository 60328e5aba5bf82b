// Tallies of a CPU thread: an array indexed by part, and a hash table with open addressing for adjacency lists.
#pragma once

#include "partitioner/common/tally_scratch.hpp"

namespace amorph::partition {

template <> class part_tally<thread_team> {
 public:
  static constexpr bool of_all_parts = true;  // in one turn of the loop over next()
  part_tally(thread_team team, const tally_memory& memory, size_t, uint32_t)
      : used_(memory.used + team.index() * memory.slots), sum_(memory.sum + team.index() * memory.slots) {}
  ~part_tally() {
    for (uint32_t i = 0; i != count_; ++i) sum_[used_[i]] = 0;
  }
  part_tally(const part_tally&) = delete;
  part_tally& operator=(const part_tally&) = delete;

  void add(uint32_t key, int32_t sum) {
    if (sum_[key] == 0 && sum != 0) used_[count_++] = key;
    sum_[key] += sum;
  }
  // The same without a branch, which would be mispredicted on boundaries. Writes an entry beyond the used ones.
  void add_edge(uint32_t key, int32_t sum) {
    const int32_t before = sum_[key];
    used_[count_] = key;
    count_ += static_cast<uint32_t>((before == 0) & (sum != 0));
    sum_[key] = before + sum;
  }
  // The sum of a key, which is 0 afterwards.
  int32_t take(uint32_t key) {
    const int32_t sum = sum_[key];
    sum_[key] = 0;
    return sum;
  }
  // A sum may be 0.
  template <class F> void for_each(F f) const {
    for (uint32_t i = 0; i != count_; ++i) f(used_[i], sum_[used_[i]]);
  }
  static bool next() { return false; }

 private:
  uint32_t* used_;
  int32_t* sum_;
  uint32_t count_ = 0;
};

template <> class neighbour_tally<thread_team> {
 public:
  neighbour_tally(thread_team team, const tally_memory& memory, size_t bound)
      : key_(memory.key + team.index() * memory.slots),
        used_(memory.used + team.index() * memory.slots),
        sum_(memory.sum + team.index() * memory.slots) {
    uint32_t slots = 16;
    while (slots < 2 * bound) slots *= 2;
    mask_ = slots - 1;
  }
  ~neighbour_tally() {
    for (uint32_t i = 0; i != count_; ++i) key_[used_[i]] = none;
  }
  neighbour_tally(const neighbour_tally&) = delete;
  neighbour_tally& operator=(const neighbour_tally&) = delete;

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

}  // namespace amorph::partition
