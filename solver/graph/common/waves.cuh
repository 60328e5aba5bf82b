// Labels fall along arcs until none can fall further, in one launch: for graphs of large diameter, whose frontiers are so
// small that launches, or even barriers over the grid, cost more than the work. Read by nvcc alone.
//
//   waves<Length> wave(exec, graph.vertices);
//   wave.run(graph, length, label, sources, window);   // label[v] <= label of any path from the sources to v
//
// Labels are handled window by window (near-far: Davidson, Baxter, Garland, Owens, IPDPS 2014): what falls below the
// window's end is near and goes on at once, the rest is far and waits. How this differs: a block takes its share of the
// near vertices into a queue in shared memory and follows them there to the window's end, its steps parted by barriers of
// the block alone; only what it cannot hold, or has too much of, goes back to the queue of all (work donation). A vertex
// that another block later reaches by a shorter way is simply handled again, so the barrier over the grid comes once or
// twice a window, not once a step.
//
// The loop is a chain of memory's latencies, so the rows are copied first into rows of eight places (longer ones stay where
// they are): one access leads from a vertex to its neighbours, and theirs are fetched ahead while their labels fall.
//
// The labels at the end are the least ones, whatever the order of work. Intended races: on labels, by atomics, and
// on the flags that a list is full, which all who set them set to the same 1 before a barrier.
#pragma once

#include "amorph/kernels/graph/csr.hpp"
#include "amorph/kernels/sync/atomic.hpp"
#include "amorph/kernels/sync/persistent.cuh"
#include "solver/graph/common/lengths.hpp"
#include "solver/graph/common/strategy_choice.hpp"

namespace amorph {

namespace detail {

inline constexpr std::uint32_t wave_tile = 256, wave_room = 1024, wave_far_room = 768, wave_split = 256, wave_big = 64,
                               wave_bigs = 32;

template <class Label> struct wave_list {
  std::uint32_t* vertex;
  Label* label;
};
// Counters take turns: one is read, the next one written, the third cleared, so that one barrier parts their uses.
template <class Label> struct wave_state {
  std::uint32_t near_count[3], far_count[3], near_full[3], far_full[3];
  Label least_far[3];
};

inline constexpr unsigned row_places = 8;
inline constexpr std::uint32_t no_place = ~std::uint32_t{0}, long_row = no_place - 1;
struct alignas(16) row_ends {
  std::uint32_t to[row_places];
};
template <class Word> struct alignas(16) row_words {
  Word word[row_places];
};
template <class Length> inline constexpr bool has_words = !std::is_empty_v<typename Length::word_type>;

template <class Length> struct pack_row {
  csr graph;
  Length length;
  row_ends* ends;
  row_words<typename Length::word_type>* words;
  __device__ void operator()(std::size_t v) const {
    const std::uint64_t e = graph.begin[v], last = graph.begin[v + 1];
    row_ends to;
    row_words<typename Length::word_type> w;
    AMORPH_UNROLL
    for (unsigned i = 0; i != row_places; ++i) {
      to.to[i] = e + i < last ? graph.to[e + i] : no_place;
      if constexpr (has_words<Length>) w.word[i] = e + i < last ? length.word(e + i) : typename Length::word_type{};
    }
    if (last - e > row_places) to.to[0] = long_row;
    ends[v] = to;
    if constexpr (has_words<Length>) words[v] = w;
  }
};

template <class Length> struct wave_body {
  using label = typename Length::label;
  csr graph;
  Length length;
  const row_ends* ends;
  const row_words<typename Length::word_type>* words;
  label* best;
  label window;
  std::uint32_t near_room, far_room;
  wave_list<label> near[2], far[2];
  wave_state<label>* state;

  struct block_queues {
    std::uint32_t vertex[2][wave_room], far_vertex[wave_far_room], big_vertex[wave_bigs];
    label at[2][wave_room], far_at[wave_far_room], big_at[wave_bigs];
    std::uint32_t count[2], far_count, bigs, base;
  };

  __device__ void to_all(std::uint32_t which, std::uint32_t v, label d) const {  // near, next turn
    const std::uint32_t slot = atomicAdd(&state->near_count[which % 3], 1u);
    if (slot < near_room) {
      near[which % 2].vertex[slot] = v;
      near[which % 2].label[slot] = d;
    } else {
      state->near_full[which % 3] = 1;
    }
  }
  __device__ void to_far(std::uint32_t which, std::uint32_t v, label d) const {
    const std::uint32_t slot = atomicAdd(&state->far_count[which % 3], 1u);
    if (slot < far_room) {
      far[which % 2].vertex[slot] = v;
      far[which % 2].label[slot] = d;
    } else {
      state->far_full[which % 3] = 1;
    }
  }
  __device__ void push(block_queues& q, unsigned into, std::uint32_t k, std::uint32_t f, label end, std::uint32_t v,
                       label d) const {
    if (d < end) {
      const std::uint32_t slot = atomicAdd(&q.count[into], 1u);
      if (slot < wave_room) {
        q.vertex[into][slot] = v;
        q.at[into][slot] = d;
      } else {
        to_all(k + 1, v, d);
      }
    } else {
      const std::uint32_t slot = atomicAdd(&q.far_count, 1u);
      if (slot < wave_far_room) {
        q.far_vertex[slot] = v;
        q.far_at[slot] = d;
      } else {
        to_far(f, v, d);
      }
    }
  }
  // Arcs first, first + step, ... below last, four at a time so that their memory accesses overlap.
  __device__ void relax(block_queues& q, unsigned into, std::uint32_t k, std::uint32_t f, label end, label d,
                        std::uint64_t first, std::uint64_t last, unsigned step) const {
    for (std::uint64_t e = first; e < last; e += 4 * step) {
      std::uint32_t to[4];
      label d_to[4], was[4];
      bool on[4];
      AMORPH_UNROLL
      for (unsigned i = 0; i != 4; ++i) {
        on[i] = e + i * step < last;
        to[i] = on[i] ? graph.to[e + i * step] : 0;
        on[i] = on[i] && length(d, e + i * step, d_to[i]);
      }
      AMORPH_UNROLL
      for (unsigned i = 0; i != 4; ++i)
        if (on[i]) was[i] = atomic_min(&best[to[i]], d_to[i]);
      AMORPH_UNROLL
      for (unsigned i = 0; i != 4; ++i)
        if (on[i] && d_to[i] < was[i]) push(q, into, k, f, end, to[i], d_to[i]);
    }
  }
  // A packed row, all places at once; false if it is a long one. What v's label has fallen to meanwhile, another has queued.
  __device__ bool relax_packed(block_queues& q, unsigned into, std::uint32_t k, std::uint32_t f, label end,
                               std::uint32_t v, label d) const {
    const row_ends row = ends[v];
    row_words<typename Length::word_type> w;
    if constexpr (has_words<Length>) w = words[v];
    if (atomic_load(&best[v]) < d) return true;
    if (row.to[0] == long_row) return false;
    label d_to[row_places], was[row_places];
    bool on[row_places];
    AMORPH_UNROLL
    for (unsigned i = 0; i != row_places; ++i) {
      on[i] = row.to[i] != no_place;
      if (!on[i]) continue;
      asm volatile("prefetch.global.L1 [%0];" ::"l"(ends + row.to[i]));
      if constexpr (has_words<Length>) asm volatile("prefetch.global.L1 [%0];" ::"l"(words + row.to[i]));
      if constexpr (has_words<Length>)
        on[i] = Length::add(d, w.word[i], d_to[i]);
      else
        on[i] = Length::add(d, {}, d_to[i]);
    }
    AMORPH_UNROLL
    for (unsigned i = 0; i != row_places; ++i)
      if (on[i]) was[i] = atomic_min(&best[row.to[i]], d_to[i]);
    AMORPH_UNROLL
    for (unsigned i = 0; i != row_places; ++i)
      if (on[i] && d_to[i] < was[i]) push(q, into, k, f, end, row.to[i], d_to[i]);
    return true;
  }
  __device__ void flush_far(block_queues& q, std::uint32_t f) const {  // all threads of the block
    __syncthreads();
    const std::uint32_t n = q.far_count < wave_far_room ? q.far_count : wave_far_room;
    if (threadIdx.x == 0) q.base = n != 0 ? atomicAdd(&state->far_count[f % 3], n) : 0;
    __syncthreads();
    for (std::uint32_t i = threadIdx.x; i < n; i += cuda_block) {
      if (q.base + i < far_room) {
        far[f % 2].vertex[q.base + i] = q.far_vertex[i];
        far[f % 2].label[q.base + i] = q.far_at[i];
      } else {
        state->far_full[f % 3] = 1;
      }
    }
    __syncthreads();
    if (threadIdx.x == 0) q.far_count = 0;
    __syncthreads();
  }

  // The near vertices of turn k: from their list, or, where it was too short, all whose labels lie in the window.
  __device__ void handle_near(block_queues& q, std::uint32_t k, std::uint32_t f, label begin, label end,
                              std::uint32_t n, bool from_labels) const {
    const std::uint32_t blocks = gridDim.x;
    const std::uint64_t share = (std::uint64_t{n} + blocks - 1) / blocks;
    const std::uint64_t first = share * blockIdx.x < n ? share * blockIdx.x : n;
    const std::uint64_t last = first + share < n ? first + share : n;
    const bool follow = !from_labels && n <= blocks * wave_tile;
    for (std::uint64_t at = first; at < last; at += wave_tile) {
      __syncthreads();
      if (threadIdx.x == 0) q.count[0] = q.bigs = 0;
      __syncthreads();
      if (const std::uint64_t i = at + threadIdx.x; threadIdx.x < wave_tile && i < last) {
        const std::uint32_t v = from_labels ? static_cast<std::uint32_t>(i) : near[k % 2].vertex[i];
        const label d = from_labels ? atomic_load(&best[i]) : near[k % 2].label[i];
        if (!from_labels || (d >= begin && d < end)) {
          const std::uint32_t slot = atomicAdd(&q.count[0], 1u);
          q.vertex[0][slot] = v;
          q.at[0][slot] = d;
        }
      }
      unsigned here = 0;
      for (bool begun = false;; begun = true, here ^= 1) {
        __syncthreads();
        const std::uint32_t count = q.count[here] < wave_room ? q.count[here] : wave_room;
        if (count == 0) break;
        if (begun && (!follow || count > wave_split)) {  // others may have less
          if (threadIdx.x == 0) q.base = atomicAdd(&state->near_count[(k + 1) % 3], count);
          __syncthreads();
          for (std::uint32_t i = threadIdx.x; i < count; i += cuda_block) {
            if (q.base + i < near_room) {
              near[(k + 1) % 2].vertex[q.base + i] = q.vertex[here][i];
              near[(k + 1) % 2].label[q.base + i] = q.at[here][i];
            } else {
              state->near_full[(k + 1) % 3] = 1;
            }
          }
          break;
        }
        if (threadIdx.x == 0) q.count[here ^ 1] = 0;
        __syncthreads();
        for (std::uint32_t i = threadIdx.x; i < count; i += cuda_block) {
          const std::uint32_t v = q.vertex[here][i];
          const label d = q.at[here][i];
          if (relax_packed(q, here ^ 1, k, f, end, v, d)) continue;
          const std::uint64_t e = graph.begin[v], stop = graph.begin[v + std::size_t{1}];
          if (stop - e >= wave_big) {
            const std::uint32_t slot = atomicAdd(&q.bigs, 1u);
            if (slot < wave_bigs) {
              q.big_vertex[slot] = v;
              q.big_at[slot] = d;
              continue;
            }
          }
          relax(q, here ^ 1, k, f, end, d, e, stop, 1);
        }
        __syncthreads();
        const std::uint32_t bigs = q.bigs < wave_bigs ? q.bigs : wave_bigs;
        if (bigs != 0) {  // long rows by all threads
          for (std::uint32_t b = 0; b != bigs; ++b) {
            const std::uint32_t v = q.big_vertex[b];
            relax(q, here ^ 1, k, f, end, q.big_at[b], graph.begin[v] + threadIdx.x, graph.begin[v + std::size_t{1}],
                  cuda_block);
          }
          __syncthreads();
          if (threadIdx.x == 0) q.bigs = 0;
        }
        if (q.far_count > wave_far_room / 2) flush_far(q, f);  // read between barriers: alike for all threads
      }
    }
    flush_far(q, f);
  }

  // What waits: near now, still far, or handled already under a lower label.
  __device__ void sift_far(std::uint32_t k, std::uint32_t f, label begin, label end, std::uint32_t n,
                           bool from_labels) const {
    label least = unreached<label>;
    for (std::size_t i = whole_grid::thread(); i < n; i += whole_grid::threads()) {
      const std::uint32_t v = from_labels ? static_cast<std::uint32_t>(i) : far[f % 2].vertex[i];
      const label now = atomic_load(&best[v]);
      if (now == unreached<label> || now < begin || (!from_labels && now != far[f % 2].label[i])) continue;
      if (now < end) {
        to_all(k + 1, v, now);
      } else {
        to_far(f + 1, v, now);
        if (now < least) least = now;
      }
    }
    if (least != unreached<label>) atomic_min(&state->least_far[(f + 1) % 3], least);
  }

  __device__ void operator()(whole_grid grid) const {
    __shared__ block_queues q;
    if (threadIdx.x == 0) q.far_count = 0;
    __syncthreads();
    std::uint32_t k = 0, f = 0;
    label begin = 0, end = Length::sum(0, window);
    for (;;) {
      const std::uint32_t n = atomic_load(&state->near_count[k % 3]);
      const bool all = atomic_load(&state->near_full[k % 3]) != 0;
      if (grid.first()) state->near_count[(k + 2) % 3] = state->near_full[(k + 2) % 3] = 0;
      if (n != 0 || all) {  // (a list that is full may have been counted past 2^32)
        handle_near(q, k, f, begin, end, all ? graph.vertices : n, all);
        grid.sync();
        ++k;
        continue;
      }
      const std::uint32_t waiting = atomic_load(&state->far_count[f % 3]);
      const bool all_far = atomic_load(&state->far_full[f % 3]) != 0;
      if (waiting == 0 && !all_far) return;
      if (grid.first()) {
        state->far_count[(f + 2) % 3] = state->far_full[(f + 2) % 3] = 0;
        state->least_far[(f + 2) % 3] = unreached<label>;
      }
      begin = end;
      end = Length::sum(end, window);
      if (end == begin) ++end;  // a window too narrow for the precision of large labels
      sift_far(k, f, begin, end, all_far ? graph.vertices : waiting, all_far);
      grid.sync();
      ++k;
      ++f;
      // Nothing in this window: go on to the one that holds the least that waits.
      if (atomic_load(&state->near_count[k % 3]) == 0) {
        const label least = atomic_load(&state->least_far[f % 3]);
        if (least != unreached<label> && least > end) end = least;
      }
    }
  }
};

template <class Label> struct wave_start {
  const std::uint32_t* source;
  std::uint32_t count;
  Label* best;
  wave_list<Label> near;
  wave_state<Label>* state;
  __device__ void operator()(std::size_t i) const {
    if (i == 0) {
      *state = {};
      for (Label& l : state->least_far) l = unreached<Label>;
      state->near_count[0] = count;
    }
    best[source[i]] = 0;
    near.vertex[i] = source[i];
    near.label[i] = 0;
  }
};

}  // namespace detail

// Holds the queues and the rows, some 16 words a vertex; with weights 24, 28 (floats) or 36 (64 bits).
template <class Length> class waves {
 public:
  using label = typename Length::label;

  // `room` in each queue, at least as many as there are sources; 0: enough that hardly anything overflows.
  waves(cuda_exec& exec, std::uint32_t vertices, std::uint32_t room = 0)
      : exec_(&exec),
        room_(room != 0 ? room : usual_room(vertices)),
        state_(exec, 1),
        ends_(exec, vertices),
        words_(exec, detail::has_words<Length> ? vertices : 0) {
    for (auto* list : {near_, far_})
      for (int i = 0; i != 2; ++i)
        list[i] = {buffer<std::uint32_t, cuda_exec>(exec, room_), buffer<label, cuda_exec>(exec, room_)};
  }

  // With the usual room.
  [[nodiscard]] static std::uint64_t bytes(std::uint32_t vertices) {
    const std::uint64_t rows = sizeof(detail::row_ends) + (detail::has_words<Length> ? words_size : 0);
    return 4 * std::uint64_t{usual_room(vertices)} * (sizeof(std::uint32_t) + sizeof(label)) + vertices * rows +
           scratch_for(vertices);
  }

  // All labels are unreached before; afterwards label[v] is the least over all paths from a source. `sources` are
  // distinct and at least one; `window` is above 0. Waits for nothing.
  void run(const csr& graph, Length length, span<label> best, span<const std::uint32_t> sources, label window) {
    exec_->for_each(graph.vertices, detail::pack_row<Length>{graph, length, ends_.data(), words_.data()});
    detail::wave_body<Length> body{graph, length, ends_.data(), words_.data(), best.data(), window, room_,
                                   room_, {},     {},           state_.data()};
    for (int i = 0; i != 2; ++i) {
      body.near[i] = {near_[i].vertex.data(), near_[i].at.data()};
      body.far[i] = {far_[i].vertex.data(), far_[i].at.data()};
    }
    exec_->for_each(sources.size(),
                    detail::wave_start<label>{sources.data(), static_cast<std::uint32_t>(sources.size()), best.data(),
                                              body.near[0], state_.data()});
    persistent(*exec_, body, 1);
  }

 private:
  static constexpr std::uint64_t words_size = sizeof(detail::row_words<typename Length::word_type>);
  static std::uint32_t usual_room(std::uint32_t vertices) {
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(vertices + std::uint64_t{1024}, ~0u));
  }

  struct list {
    buffer<std::uint32_t, cuda_exec> vertex;
    buffer<label, cuda_exec> at;
  };
  cuda_exec* exec_;
  std::uint32_t room_;
  list near_[2], far_[2];
  buffer<detail::wave_state<label>, cuda_exec> state_;
  buffer<detail::row_ends, cuda_exec> ends_;
  buffer<detail::row_words<typename Length::word_type>, cuda_exec> words_;
};

}  // namespace amorph
