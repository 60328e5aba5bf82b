// A list that the loop bodies of a grid append to; the order is not deterministic:
//
//  append_list<Exec> list(exec, n);      // capacity n
//  view.append(team, item);              // in a loop, by any member; view = list.view()
//  view.collect(grid); grid.sync();      // after the loop
//  view.size(), view[i]                  // until the next barrier; then one thread may clear() it
//
// The lanes of a warp that append at the same time share one atomic addition, and so do the threads of a block in
// append_block(); a CPU thread stages elements before it adds.
#pragma once

#include <cstdint>

#include "amorph/kernels/sync/atomic.hpp"
#include "amorph/kernels/sync/grid.hpp"

namespace amorph {

template <class Exec> class append_list {
 public:
  static constexpr std::uint32_t stage = 256;  // elements that a CPU thread stages

  struct view_type {
    std::uint32_t* items;
    std::uint64_t* counts;  // of the list, then one per CPU thread (each on its own cache line)
    std::uint32_t* staged;
    unsigned threads;

    template <class Team> AMORPH_BODY void append([[maybe_unused]] Team team, std::uint32_t item) const {
#if defined(__CUDA_ARCH__)
      const unsigned here = __activemask(), lane = threadIdx.x & 31u;
      const int leader = __ffs(static_cast<int>(here)) - 1;
      std::uint64_t at = 0;
      if (static_cast<int>(lane) == leader) at = atomic_add(counts, static_cast<std::uint64_t>(__popc(here)));
      at = __shfl_sync(here, at, leader);
      items[at + static_cast<unsigned>(__popc(here & ((1u << lane) - 1)))] = item;
#else
      std::uint64_t& pending = counts[8 * (team.index() + 1)];
      std::uint32_t* buffer = staged + std::size_t{stage} * team.index();
      buffer[pending++] = item;
      if (pending == stage) flush(buffer, pending);
#endif
    }
#if defined(__CUDA_ARCH__)
    // For all threads of a block: appends the items of those that take part, by one atomic addition.
    __device__ void append_block(bool takes_part, std::uint32_t item) const {
      __shared__ unsigned in_warp[32];
      __shared__ std::uint64_t first;
      const unsigned votes = __ballot_sync(0xffffffffu, takes_part), lane = threadIdx.x & 31u, warp = threadIdx.x >> 5;
      __syncwarp();  // all have read what they appended by before
      if (lane == 0) in_warp[warp] = static_cast<unsigned>(__popc(votes));
      __syncthreads();
      if (warp == 0) {
        const unsigned warps = blockDim.x >> 5, mine = lane < warps ? in_warp[lane] : 0;
        unsigned upto = mine;
        for (unsigned d = 1; d < warps; d *= 2) {
          const unsigned below = __shfl_up_sync(0xffffffffu, upto, d);
          if (lane >= d) upto += below;
        }
        if (lane < warps) in_warp[lane] = upto - mine;
        if (lane == warps - 1) first = upto != 0 ? atomic_add(counts, std::uint64_t{upto}) : 0;
      }
      __syncthreads();
      if (takes_part) items[first + in_warp[warp] + static_cast<unsigned>(__popc(votes & ((1u << lane) - 1)))] = item;
    }
#endif
    template <class Grid> AMORPH_BODY void collect([[maybe_unused]] Grid grid) const {
#if !defined(__CUDA_ARCH__)
      for (unsigned t = 0; t != threads; ++t) flush(staged + std::size_t{stage} * t, counts[8 * (t + std::size_t{1})]);
#endif
    }
    AMORPH_BODY std::size_t size() const { return *counts; }
    AMORPH_BODY std::uint32_t operator[](std::size_t i) const { return items[i]; }
    AMORPH_BODY void clear() const { *counts = 0; }

   private:
    AMORPH_BODY void flush(const std::uint32_t* buffer, std::uint64_t& pending) const {
      const std::uint64_t at = atomic_add(counts, pending);
      for (std::uint64_t j = 0; j != pending; ++j) items[at + j] = buffer[j];
      pending = 0;
    }
    friend class append_list;
  };

  append_list(Exec& exec, std::size_t n)
      : threads_(Exec::on_device ? 0 : exec.team_count()),
        items_(exec, n),
        counts_(exec, 8 * (std::size_t{threads_} + 1)),
        staged_(exec, std::size_t{stage} * threads_) {
    exec.template fill<std::uint64_t>(counts_.span(), 0);
  }

  [[nodiscard]] view_type view() const { return {items_.data(), counts_.data(), staged_.data(), threads_}; }

 private:
  template <class T> using buffer = typename Exec::template buffer<T>;
  unsigned threads_;
  buffer<std::uint32_t> items_;
  buffer<std::uint64_t> counts_;
  buffer<std::uint32_t> staged_;
};

// Three lists in rotation, for loops that read the list of one turn, append to that of the next and clear that of the
// one after. The caller supplies the items.
template <class Exec> class rotating_lists {
 public:
  using list = typename append_list<Exec>::view_type;
  struct view_type {
    list lists[3];
    AMORPH_BODY list of_turn(std::uint32_t turn, std::uint32_t* items) const {
      list l = lists[turn % 3];
      l.items = items;
      return l;
    }
    AMORPH_BODY void clear(std::uint32_t turn) const { lists[turn % 3].clear(); }
  };

  explicit rotating_lists(Exec& exec) : lists_{{exec, 0}, {exec, 0}, {exec, 0}} {}

  [[nodiscard]] view_type view() const { return {{lists_[0].view(), lists_[1].view(), lists_[2].view()}}; }

 private:
  append_list<Exec> lists_[3];
};

}  // namespace amorph
