// Sums by key over a row: how strongly a vertex is connected to each part (part_tally), which coarse neighbours it has
// (row_tally).
//
//   part_tally t(team, memory, bound, parts);   // at most `bound` additions; no sums
//   do {
//     t.add(key, sum);                          // any member, for each entry of the row
//     t.for_each(f);                            // f(key, sum) for each key once, in no order that counts
//   } while (t.next());                         // a table too small for all keys takes them in turns
//
// On the CPU part sums stand in an array of all parts, row sums in a table with open addressing, both in a thread's
// scratch memory. On the device both are tables in a team's share of its block's shared memory; where parts do not fit it takes them
// window by window, and long rows are not tallied at all (contract.hpp).
#pragma once

#include "amorph/kernels/exec/team.hpp"
#include "amorph/kernels/sync/atomic.hpp"
#include "partitioner/multilevel/level.hpp"
#if AMORPH_DEVICE_COMPILER
#include "amorph/kernels/exec/cuda.cuh"
#endif

namespace amorph::partition {

// Scratch: for each CPU thread `slots` entries. Sums of parts are 0 and keys `none` between rows.
struct tally_memory {
  uint32_t *key, *used;
  int32_t* sum;
  size_t slots;
};

template <class Team> class part_tally;
template <class Team> class row_tally;

template <> class part_tally<thread_team> {
 public:
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
  template <class F> void for_each(F f) const {
    for (uint32_t i = 0; i != count_; ++i) f(used_[i], sum_[used_[i]]);
  }
  static bool next() { return false; }

 private:
  uint32_t* used_;
  int32_t* sum_;
  uint32_t count_ = 0;
};

template <> class row_tally<thread_team> {
 public:
  row_tally(thread_team team, const tally_memory& memory, size_t bound)
      : key_(memory.key + team.index() * memory.slots),
        used_(memory.used + team.index() * memory.slots),
        sum_(memory.sum + team.index() * memory.slots) {
    uint32_t slots = 16;
    while (slots < 2 * bound) slots *= 2;
    mask_ = slots - 1;
  }
  ~row_tally() {
    for (uint32_t i = 0; i != count_; ++i) key_[used_[i]] = none;
  }
  row_tally(const row_tally&) = delete;
  row_tally& operator=(const row_tally&) = delete;

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

// The scratch of an executor's threads.
template <class Exec> class tally_room {
 public:
  tally_room(Exec& exec, size_t slots)
      : slots_(slots),
        key_(exec, slots * exec.team_count()),
        used_(exec, slots * exec.team_count()),
        sum_(exec, slots * exec.team_count()) {
    exec.template fill<uint32_t>(key_.span(), none);
    exec.template fill<int32_t>(sum_.span(), 0);
  }
  [[nodiscard]] tally_memory view() const { return {key_.data(), used_.data(), sum_.data(), slots_}; }

 private:
  size_t slots_;
  typename Exec::template buffer<uint32_t> key_, used_;
  typename Exec::template buffer<int32_t> sum_;
};

#if AMORPH_DEVICE_COMPILER
namespace detail {
// A team's share of its block's tables.
template <unsigned Lanes> inline constexpr uint32_t table_slots = 8 * Lanes;
template <unsigned Lanes> inline constexpr uint32_t table_fill = 6 * Lanes;  // keys that hash into it well

struct table_part {
  uint32_t* key;
  int32_t* sum;
};
template <unsigned Lanes> __device__ table_part table_of_team() {
  __shared__ uint32_t key[8 * amorph::detail::cuda_block];
  __shared__ int32_t sum[8 * amorph::detail::cuda_block];
  const uint32_t first = threadIdx.x / Lanes * table_slots<Lanes>;
  return {key + first, sum + first};
}

// Open addressing for at most table_fill keys.
template <unsigned Lanes> class hashed_sums {
  using team = tile_team<Lanes>;

 public:
  __device__ hashed_sums(uint32_t bound) : table_(table_of_team<Lanes>()) {
    uint32_t slots = Lanes;
    while (slots * 3 / 4 < bound && slots != table_slots<Lanes>) slots *= 2;
    mask_ = slots - 1;
  }
  __device__ void clear() const {
    for (uint32_t i = team::rank(); i <= mask_; i += Lanes) {
      table_.key[i] = none;
      table_.sum[i] = 0;
    }
    team::sync();
  }
  __device__ void add(uint32_t key, int32_t sum) const {
    uint32_t at = (key * 0x9e3779b1u >> 7) & mask_;
    while (true) {
      const uint32_t was = atomicCAS(&table_.key[at], none, key);
      if (was == none || was == key) break;
      at = (at + 1) & mask_;
    }
    atomicAdd(&table_.sum[at], sum);
  }
  template <class F> __device__ void for_each(F f) const {
    team::sync();
    for (uint32_t i = team::rank(); i <= mask_; i += Lanes)
      if (table_.key[i] != none) f(table_.key[i], table_.sum[i]);
    team::sync();
  }
  // f(rank, key, sum), with the entries numbered; returns how many there are. All members stay together.
  template <class F> __device__ uint32_t for_each_ranked(F f) const {
    team::sync();
    uint32_t before = 0;
    for (uint32_t first = 0; first <= mask_; first += Lanes) {
      const uint32_t i = first + team::rank();
      const bool full = table_.key[i] != none;
      const uint32_t all = team::ballot(full);
      if (full) f(before + __popc(all & ((1u << team::rank()) - 1)), table_.key[i], table_.sum[i]);
      before += __popc(all);
    }
    team::sync();
    return before;
  }

 private:
  table_part table_;
  uint32_t mask_;
};
}  // namespace detail

template <unsigned Lanes> class part_tally<tile_team<Lanes>> {
  using team = tile_team<Lanes>;
  static constexpr uint32_t window = detail::table_slots<Lanes>;

 public:
  __device__ part_tally(team, const tally_memory&, size_t bound, uint32_t parts)
      : sums_(static_cast<uint32_t>(bound < detail::table_fill<Lanes> ? bound : detail::table_fill<Lanes>)),
        parts_(parts),
        windows_(bound > detail::table_fill<Lanes>) {
    clear();
  }
  __device__ void add(uint32_t key, int32_t sum) const {
    if (!windows_)
      sums_.add(key, sum);
    else if (key - first_ < window)
      atomicAdd(&detail::table_of_team<Lanes>().sum[key - first_], sum);
  }
  template <class F> __device__ void for_each(F f) const {
    if (!windows_) {
      sums_.for_each(f);
      return;
    }
    team::sync();
    for (uint32_t i = team::rank(); i < window; i += Lanes)
      if (const int32_t sum = detail::table_of_team<Lanes>().sum[i]; sum != 0) f(first_ + i, sum);
    team::sync();
  }
  __device__ bool next() {
    first_ += window;
    if (!windows_ || first_ >= parts_) return false;
    clear();
    return true;
  }

 private:
  __device__ void clear() const {
    if (!windows_) {
      sums_.clear();
      return;
    }
    for (uint32_t i = team::rank(); i < window; i += Lanes) detail::table_of_team<Lanes>().sum[i] = 0;
    team::sync();
  }
  detail::hashed_sums<Lanes> sums_;
  uint32_t parts_, first_ = 0;
  bool windows_;
};

// A block has all its teams' tables, by part.
template <unsigned Threads> class part_tally<block_of<Threads>> {
  static constexpr uint32_t window = 8 * Threads;
  static_assert(Threads == amorph::detail::cuda_block);

 public:
  __device__ part_tally(block_of<Threads>, const tally_memory&, size_t, uint32_t parts) : parts_(parts) { clear(); }
  __device__ void add(uint32_t key, int32_t sum) const {
    if (key - first_ < window) atomicAdd(&sums()[key - first_], sum);
  }
  template <class F> __device__ void for_each(F f) const {
    __syncthreads();
    for (uint32_t i = threadIdx.x; i < window; i += Threads)
      if (const int32_t sum = sums()[i]; sum != 0) f(first_ + i, sum);
    __syncthreads();
  }
  __device__ bool next() {
    first_ += window;
    if (first_ >= parts_) return false;
    clear();
    return true;
  }

 private:
  __device__ static int32_t* sums() {
    __shared__ int32_t sum[window];
    return sum;
  }
  __device__ void clear() const {
    for (uint32_t i = threadIdx.x; i < window; i += Threads) sums()[i] = 0;
    __syncthreads();
  }
  uint32_t parts_, first_ = 0;
};

// Shared memory is there without asking.
template <> class tally_room<cuda_exec> {
 public:
  tally_room(cuda_exec&, size_t) {}
  [[nodiscard]] tally_memory view() const { return {}; }
};
#endif

}  // namespace amorph::partition
