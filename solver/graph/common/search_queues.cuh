// The queues of a persistent near-far search: short ones per block in shared memory, and long ones of the whole grid
// for the overflow of these. Compiled by nvcc only.
//
// Intended race: all threads that find a list full set its flag to the same 1, before a barrier.
#pragma once

#include "amorph/kernels/sync/atomic.hpp"
#include "amorph/kernels/sync/persistent.cuh"

namespace amorph::detail {

inline constexpr std::uint32_t block_near_capacity = 1024, block_far_capacity = 768;  // of a block's queues
inline constexpr std::uint32_t near_tile = 256;     // near vertices that a block takes at a time
inline constexpr std::uint32_t donate_above = 256;  // a longer queue goes back to the grid's list
inline constexpr std::uint32_t long_row_arcs = 64;  // longer adjacency lists are processed by the whole block
inline constexpr std::uint32_t long_rows_capacity = 32;

template <class Label> struct labelled_list {
  std::uint32_t* vertex;
  Label* label;
};
// Used in turn: one is read, the next one written, the third cleared, so that one barrier separates their uses.
template <class Label> struct search_counters {
  std::uint32_t near_count[3], far_count[3], near_full[3], far_full[3];
  Label min_far[3];
};

// In shared memory.
template <class Label> struct block_queues {
  std::uint32_t vertex[2][block_near_capacity], far_vertex[block_far_capacity], long_vertex[long_rows_capacity];
  Label at[2][block_near_capacity], far_at[block_far_capacity], long_at[long_rows_capacity];
  std::uint32_t count[2], far_count, long_rows, base;
};

// The turn of the near lists and that of the far lists.
struct search_turn {
  std::uint32_t near, far;
};

template <class Label> struct search_queues {
  std::uint32_t capacity;  // of each of the four lists
  labelled_list<Label> near[2], far[2];
  search_counters<Label>* counters;

  __device__ void append_near(std::uint32_t turn, std::uint32_t v, Label d) const {
    const std::uint32_t slot = atomicAdd(&counters->near_count[turn % 3], 1u);
    if (slot < capacity) {
      near[turn % 2].vertex[slot] = v;
      near[turn % 2].label[slot] = d;
    } else {
      counters->near_full[turn % 3] = 1;
    }
  }
  __device__ void append_far(std::uint32_t turn, std::uint32_t v, Label d) const {
    const std::uint32_t slot = atomicAdd(&counters->far_count[turn % 3], 1u);
    if (slot < capacity) {
      far[turn % 2].vertex[slot] = v;
      far[turn % 2].label[slot] = d;
    } else {
      counters->far_full[turn % 3] = 1;
    }
  }

  // A label below `end` goes into the block's near queue `into`, others into its far queue; if the queue is full, into
  // the grid's list: the near list of the next turn, or the far list of this one.
  __device__ void push(block_queues<Label>& q, unsigned into, search_turn turn, Label end, std::uint32_t v,
                       Label d) const {
    if (d < end) {
      const std::uint32_t slot = atomicAdd(&q.count[into], 1u);
      if (slot < block_near_capacity) {
        q.vertex[into][slot] = v;
        q.at[into][slot] = d;
      } else {
        append_near(turn.near + 1, v, d);
      }
    } else {
      const std::uint32_t slot = atomicAdd(&q.far_count, 1u);
      if (slot < block_far_capacity) {
        q.far_vertex[slot] = v;
        q.far_at[slot] = d;
      } else {
        append_far(turn.far, v, d);
      }
    }
  }

  // Work donation: moves `count` near vertices of a block to the list of the next turn. All threads of the block.
  __device__ void donate_near(block_queues<Label>& q, unsigned from, std::uint32_t count, std::uint32_t turn) const {
    if (threadIdx.x == 0) q.base = atomicAdd(&counters->near_count[(turn + 1) % 3], count);
    __syncthreads();
    for (std::uint32_t i = threadIdx.x; i < count; i += cuda_block) {
      if (q.base + i < capacity) {
        near[(turn + 1) % 2].vertex[q.base + i] = q.vertex[from][i];
        near[(turn + 1) % 2].label[q.base + i] = q.at[from][i];
      } else {
        counters->near_full[(turn + 1) % 3] = 1;
      }
    }
  }
  // Moves a block's far vertices to the grid's list. All threads of the block.
  __device__ void flush_far(block_queues<Label>& q, std::uint32_t turn) const {
    __syncthreads();
    const std::uint32_t n = q.far_count < block_far_capacity ? q.far_count : block_far_capacity;
    if (threadIdx.x == 0) q.base = n != 0 ? atomicAdd(&counters->far_count[turn % 3], n) : 0;
    __syncthreads();
    for (std::uint32_t i = threadIdx.x; i < n; i += cuda_block) {
      if (q.base + i < capacity) {
        far[turn % 2].vertex[q.base + i] = q.far_vertex[i];
        far[turn % 2].label[q.base + i] = q.far_at[i];
      } else {
        counters->far_full[turn % 3] = 1;
      }
    }
    __syncthreads();
    if (threadIdx.x == 0) q.far_count = 0;
    __syncthreads();
  }
};

}  // namespace amorph::detail
