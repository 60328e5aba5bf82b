// Tallies of a team on the device, in its share of the block's shared memory. Parts that do not fit are processed
// window by window; long adjacency lists are not tallied at all (join_rows.cuh).
#pragma once

#include "amorph/kernels/exec/cuda.cuh"
#include "amorph/kernels/sync/atomic.hpp"
#include "partitioner/common/tally_scratch.hpp"

namespace amorph::partition {

namespace detail {
// A team's share of its block's tables.
template <unsigned Lanes> inline constexpr uint32_t table_slots = 8 * Lanes;
template <unsigned Lanes> inline constexpr uint32_t table_fill = 6 * Lanes;  // keys at which probe sequences stay short

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
  // f(rank, key, sum) for each entry, numbered from 0; returns their number. All members must take part.
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
  static constexpr bool of_all_parts = false;
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

// A block uses the tables of all its teams, indexed by part.
template <unsigned Threads> class part_tally<block_of<Threads>> {
  static constexpr uint32_t window = 8 * Threads;
  static_assert(Threads == amorph::detail::cuda_block);

 public:
  static constexpr bool of_all_parts = false;
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

// The device needs no scratch: it uses shared memory.
template <> class tally_scratch<cuda_exec> {
 public:
  tally_scratch(cuda_exec&, size_t) {}
  [[nodiscard]] tally_memory view() const { return {}; }
};

}  // namespace amorph::partition
