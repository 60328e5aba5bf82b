// Work on one id by a whole block: the threads fill one slice of scratch together, the first warp does the rest.
#pragma once

#include "amorph/cuda.cuh"
#include "propagate.hpp"

namespace amorph::andersen {

class block_pull {
 public:
  static constexpr unsigned warps = detail::cuda_block / 32;

  // What the warps share (shared memory): the meeting, and the sets that are poured at once.
  struct shared {
    merge_meeting meeting;
    uint32_t sets;
    uint32_t warp_sum[warps];
    uint32_t set[detail::cuda_block], old[detail::cuda_block], first[detail::cuda_block];
  };

  __device__ block_pull(const pull_state& state, warp_team team, shared& all)
      : s_(state), team_(team), all_(all), slice_(team.index() / warps * warps) {}

  // All threads of the block. Shifts `source`, a set that is claimed; or adds it to the variable's, when it is claimed;
  // or else, when it is empty, whatever is new. True in the first warp when the set grew.
  __device__ bool pull(uint32_t id, uint32_t source) {
    const bool copies = id < s_.variables;
    const uint32_t own = s_.set[id];
    if (threadIdx.x == 0) {
      all_.meeting.low = static_cast<uint32_t>(s_.scratch.bases);
      all_.meeting.high = 0;
      all_.meeting.sum = 0;
      all_.sets = 0;
    }
    uint32_t known = own;  // what of the result is there
    if (!copies && __syncthreads_and(s_.goes_on(id - s_.variables, source, threadIdx.x, detail::cuda_block)) == 0)
      known = empty_set;
    merge<warp_team> sum(team_, s_.store, s_.scratch, slice_);
    if (warp() == 0) sum.start(known);
    __syncthreads();
    uint64_t key = 0;  // of what is worked out
    if (!copies) {
      const shift by = s_.shifts[id - s_.variables];
      key = set_memo::shift_key(source, by.effect);
      s_.pour_shifted(team_, warp() + warps * team_.rank(), detail::cuda_block, source,
                      known == own ? s_.shift_seen[id - s_.variables] : empty_set, by, sum);
    } else if (source != empty_set) {
      key = set_memo::union_key(own, source);
      pour(threadIdx.x == 0 ? source : empty_set, empty_set, sum);
    } else {
      pour_edges(id, own, sum);
    }
    const uint32_t merged = sum.finish_by_block(all_.meeting, known);
    bool grew = false;
    if (warp() == 0) grew = conclude(id, copies, own, source, key, merged);
    __syncthreads();
    return grew;
  }

 private:
  __device__ static unsigned warp() { return threadIdx.x / 32; }

  __device__ void pour_edges(uint32_t v, uint32_t own, merge<warp_team>& sum) {
    const uint64_t begin = s_.graph.row_begin[v], end = s_.graph.row_end[v];
    for (uint64_t first = begin; first < end; first += detail::cuda_block) {
      const uint64_t edge = first + threadIdx.x;
      uint32_t s = empty_set, before = empty_set;
      if (edge < end) {
        s = atomic_load_ahead(&s_.set[s_.graph.src[edge]]);
        before = s_.graph.seen[edge];
        if (s == before)
          s = empty_set;
        else
          s_.graph.seen[edge] = s;
        if (before == no_set) before = empty_set;
      }
      pour(team_.leads(s) && s != own ? s : empty_set, before, sum);
    }
  }

  // Adds a set a thread, but for what the `old` one had; the entries of all are dealt out evenly.
  __device__ void pour(uint32_t set, uint32_t old, merge<warp_team>& sum) {
    if (__syncthreads_or(set != empty_set) == 0) return;
    if (set != empty_set) {
      const uint32_t at = atomicAdd(&all_.sets, 1);
      all_.set[at] = set;
      all_.old[at] = old;
    }
    acquire_ahead();
    __syncthreads();
    const uint32_t sets = all_.sets;
    const uint32_t mine = threadIdx.x < sets ? static_cast<uint32_t>(s_.store.sets[all_.set[threadIdx.x]].count) : 0;
    uint32_t total;
    uint32_t start = team_.exclusive_scan(mine, total);
    if (team_.rank() == 0) all_.warp_sum[warp()] = total;
    __syncthreads();
    total = 0;
    for (unsigned w = 0; w != warps; ++w) {
      start += w < warp() ? all_.warp_sum[w] : 0;
      total += all_.warp_sum[w];
    }
    all_.first[threadIdx.x] = start;
    __syncthreads();
    if (threadIdx.x == 0) all_.sets = 0;
    for (uint32_t i = threadIdx.x; i < total; i += detail::cuda_block) {
      unsigned owner = 0;  // the last set whose entries start at i or before
      for (unsigned d = detail::cuda_block / 2; d != 0; d /= 2)
        if (owner + d < sets && all_.first[owner + d] <= i) owner += d;
      sum.pour_entry(all_.set[owner], all_.old[owner], i - all_.first[owner]);
    }
    __syncthreads();
  }

  // The first warp, when the union is known.
  __device__ bool conclude(uint32_t id, bool copies, uint32_t own, uint32_t source, uint64_t key, uint32_t merged) {
    if (merged == no_set) {
      if (copies) s_.forget_seen(team_, id);
      if (key != 0 && team_.rank() == 0) s_.memo.give_up(key);
      return false;
    }
    if (team_.rank() == 0) {
      const bool kept = key == 0 || s_.memo.put(key, merged);
      if (!copies && kept) s_.settle_shift(id - s_.variables, source, merged);
      if (copies && merged != own) atomic_store_release(&s_.set[id], merged);
    }
    return merged != own;
  }

  const pull_state& s_;
  warp_team team_;
  shared& all_;
  uint64_t slice_;
};

}  // namespace amorph::andersen
