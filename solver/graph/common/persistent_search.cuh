// A label-correcting search in one launch, for high-diameter graphs: their frontiers are so small that launches, or
// even grid barriers, cost more than the work. Compiled by nvcc only.
//
//   persistent_search<Length> search(exec, graph.vertices);
//   search.run(graph, length, label, sources, window);   // label[v]: minimum over all paths from the sources to v
//
// Near-far (Davidson, Baxter, Garland, Owens, IPDPS 2014): labels below the window's end are near and processed at
// once, the others are far and wait. How this differs: a block takes its share of the near vertices into a queue in
// shared memory and follows them there to the window's end, with block barriers between its steps; only what the queue
// cannot hold, or holds too much of, goes back to the list of the whole grid (work donation). A vertex that another
// block reaches later with a lower label is simply processed again. So there are one or two grid barriers per window,
// not one per step.
//
// The loop is a chain of memory latencies, so adjacency lists are packed first (packed_adjacency.cuh) and those of
// neighbours are prefetched while their labels fall.
//
// The final labels are the minima, whatever the order of work. Intended races: on labels, by atomics.
#pragma once

#include "solver/graph/common/lengths.hpp"
#include "solver/graph/common/packed_adjacency.cuh"
#include "solver/graph/common/search_queues.cuh"
#include "solver/graph/common/strategy_choice.hpp"

namespace amorph {

namespace detail {

// Grid: whole_grid, or a grid_share of it.
template <class Length, class Grid> struct search_kernel {
  using label = typename Length::label;
  using queues = block_queues<label>;
  csr graph;
  Length length;
  const packed_targets* targets;
  const packed_words<typename Length::word_type>* words;
  label* best;
  label window;
  search_queues<label> lists;

  // Relaxes arcs first, first + step, ... below last, four at a time so that their memory accesses overlap.
  __device__ void relax(queues& q, unsigned into, search_turn turn, label end, label d, std::uint64_t first,
                        std::uint64_t last, unsigned step) const {
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
        if (on[i] && d_to[i] < was[i]) lists.push(q, into, turn, end, to[i], d_to[i]);
    }
  }
  // Relaxes a packed adjacency list, all arcs at once; false if v's is not packed. If v's label has fallen below d
  // meanwhile, v has been queued again and there is nothing to do.
  __device__ bool relax_packed(queues& q, unsigned into, search_turn turn, label end, std::uint32_t v, label d) const {
    const packed_targets row = targets[v];
    packed_words<typename Length::word_type> w;
    if constexpr (has_weights<Length>) w = words[v];
    if (atomic_load(&best[v]) < d) return true;
    if (row.to[0] == not_packed) return false;
    label d_to[packed_arcs], was[packed_arcs];
    bool on[packed_arcs];
    AMORPH_UNROLL
    for (unsigned i = 0; i != packed_arcs; ++i) {
      on[i] = row.to[i] != no_target;
      if (!on[i]) continue;
      asm volatile("prefetch.global.L1 [%0];" ::"l"(targets + row.to[i]));
      if constexpr (has_weights<Length>) asm volatile("prefetch.global.L1 [%0];" ::"l"(words + row.to[i]));
      if constexpr (has_weights<Length>)
        on[i] = Length::add(d, w.word[i], d_to[i]);
      else
        on[i] = Length::add(d, {}, d_to[i]);
    }
    AMORPH_UNROLL
    for (unsigned i = 0; i != packed_arcs; ++i)
      if (on[i]) was[i] = atomic_min(&best[row.to[i]], d_to[i]);
    AMORPH_UNROLL
    for (unsigned i = 0; i != packed_arcs; ++i)
      if (on[i] && d_to[i] < was[i]) lists.push(q, into, turn, end, row.to[i], d_to[i]);
    return true;
  }

  // One step of a block: relaxes the arcs of the `count` vertices of a near queue into the other one. A long adjacency
  // list is processed by all threads.
  __device__ void step(queues& q, unsigned here, std::uint32_t count, search_turn turn, label end) const {
    if (threadIdx.x == 0) q.count[here ^ 1] = 0;
    __syncthreads();
    for (std::uint32_t i = threadIdx.x; i < count; i += cuda_block) {
      const std::uint32_t v = q.vertex[here][i];
      const label d = q.at[here][i];
      if (relax_packed(q, here ^ 1, turn, end, v, d)) continue;
      const std::uint64_t e = graph.begin[v], stop = graph.begin[v + std::size_t{1}];
      if (stop - e >= long_row_arcs) {
        const std::uint32_t slot = atomicAdd(&q.long_rows, 1u);
        if (slot < long_rows_capacity) {
          q.long_vertex[slot] = v;
          q.long_at[slot] = d;
          continue;
        }
      }
      relax(q, here ^ 1, turn, end, d, e, stop, 1);
    }
    __syncthreads();
    const std::uint32_t long_rows = q.long_rows < long_rows_capacity ? q.long_rows : long_rows_capacity;
    if (long_rows != 0) {
      for (std::uint32_t i = 0; i != long_rows; ++i) {
        const std::uint32_t v = q.long_vertex[i];
        relax(q, here ^ 1, turn, end, q.long_at[i], graph.begin[v] + threadIdx.x, graph.begin[v + std::size_t{1}],
              cuda_block);
      }
      __syncthreads();
      if (threadIdx.x == 0) q.long_rows = 0;
    }
  }

  // The near vertices of a turn: from their list, or, if that was full, all vertices whose labels are in the window.
  __device__ void process_near(const Grid& grid, queues& q, search_turn turn, label begin, label end, std::uint32_t n,
                               bool from_labels) const {
    const std::uint32_t blocks = grid.blocks();
    const std::uint64_t share = (std::uint64_t{n} + blocks - 1) / blocks;
    const std::uint64_t first = share * grid.block() < n ? share * grid.block() : n;
    const std::uint64_t last = first + share < n ? first + share : n;
    const bool follow = !from_labels && n <= blocks * near_tile;
    const labelled_list<label>& list = lists.near[turn.near % 2];
    for (std::uint64_t at = first; at < last; at += near_tile) {
      __syncthreads();
      if (threadIdx.x == 0) q.count[0] = q.long_rows = 0;
      __syncthreads();
      if (const std::uint64_t i = at + threadIdx.x; threadIdx.x < near_tile && i < last) {
        const std::uint32_t v = from_labels ? static_cast<std::uint32_t>(i) : list.vertex[i];
        const label d = from_labels ? atomic_load(&best[i]) : list.label[i];
        if (!from_labels || (d >= begin && d < end)) {
          const std::uint32_t slot = atomicAdd(&q.count[0], 1u);
          q.vertex[0][slot] = v;
          q.at[0][slot] = d;
        }
      }
      unsigned here = 0;
      for (bool begun = false;; begun = true, here ^= 1) {
        __syncthreads();
        const std::uint32_t count = q.count[here] < block_near_capacity ? q.count[here] : block_near_capacity;
        if (count == 0) break;
        if (begun && (!follow || count > donate_above)) {  // other blocks may have less
          lists.donate_near(q, here, count, turn.near);
          break;
        }
        step(q, here, count, turn, end);
        // Read between barriers, so all threads see the same.
        if (q.far_count > block_far_capacity / 2) lists.flush_far(q, turn.far);
      }
    }
    lists.flush_far(q, turn.far);
  }

  // Splits the far vertices into near ones of the new window and those that stay far, and drops those that were
  // processed with a lower label.
  __device__ void split_far(const Grid& grid, search_turn turn, label begin, label end, std::uint32_t n,
                            bool from_labels) const {
    const labelled_list<label>& list = lists.far[turn.far % 2];
    label minimum = unreached<label>;
    for (std::size_t i = grid.thread(); i < n; i += grid.threads()) {
      const std::uint32_t v = from_labels ? static_cast<std::uint32_t>(i) : list.vertex[i];
      const label now = atomic_load(&best[v]);
      if (now == unreached<label> || now < begin || (!from_labels && now != list.label[i])) continue;
      if (now < end) {
        lists.append_near(turn.near + 1, v, now);
      } else {
        lists.append_far(turn.far + 1, v, now);
        if (now < minimum) minimum = now;
      }
    }
    if (minimum != unreached<label>) atomic_min(&lists.counters->min_far[(turn.far + 1) % 3], minimum);
  }

  __device__ void operator()(Grid grid) const {
    __shared__ queues q;
    run(grid, q);
  }
  __device__ void run(Grid& grid, queues& q) const {
    if (threadIdx.x == 0) q.far_count = 0;
    __syncthreads();
    search_counters<label>* const counters = lists.counters;
    search_turn turn{0, 0};
    label begin = 0, end = Length::sum(0, window);
    for (;;) {
      const std::uint32_t n = atomic_load(&counters->near_count[turn.near % 3]);
      const bool all = atomic_load(&counters->near_full[turn.near % 3]) != 0;
      if (grid.first()) counters->near_count[(turn.near + 2) % 3] = counters->near_full[(turn.near + 2) % 3] = 0;
      if (n != 0 || all) {  // (the counter of a full list may have wrapped around)
        process_near(grid, q, turn, begin, end, all ? graph.vertices : n, all);
        grid.sync();
        ++turn.near;
        continue;
      }
      const std::uint32_t waiting = atomic_load(&counters->far_count[turn.far % 3]);
      const bool all_far = atomic_load(&counters->far_full[turn.far % 3]) != 0;
      if (waiting == 0 && !all_far) return;
      if (grid.first()) {
        counters->far_count[(turn.far + 2) % 3] = counters->far_full[(turn.far + 2) % 3] = 0;
        counters->min_far[(turn.far + 2) % 3] = unreached<label>;
      }
      begin = end;
      end = Length::sum(end, window);
      if (end == begin) ++end;  // the window is too narrow for the precision of large labels
      split_far(grid, turn, begin, end, all_far ? graph.vertices : waiting, all_far);
      grid.sync();
      ++turn.near;
      ++turn.far;
      // An empty window: continue with the one that holds the minimum far label.
      if (atomic_load(&counters->near_count[turn.near % 3]) == 0) {
        const label minimum = atomic_load(&counters->min_far[turn.far % 3]);
        if (minimum != unreached<label> && minimum > end) end = minimum;
      }
    }
  }
};

template <class Label> struct start_search {
  const std::uint32_t* source;
  std::uint32_t count;
  Label* best;
  labelled_list<Label> near;
  search_counters<Label>* counters;
  __device__ void operator()(std::size_t i) const {
    if (i == 0) {
      *counters = {};
      for (Label& l : counters->min_far) l = unreached<Label>;
      counters->near_count[0] = count;
    }
    best[source[i]] = 0;
    near.vertex[i] = source[i];
    near.label[i] = 0;
  }
};

}  // namespace detail

// Holds the queues and the packed adjacency lists: 16 words of 32 bits per vertex; with weights 24, 28 (floats) or 36
// (64-bit integers).
template <class Length> class persistent_search {
 public:
  using label = typename Length::label;

  // `capacity` of each list, at least the number of sources; 0: the default, which overflows rarely.
  persistent_search(cuda_exec& exec, std::uint32_t vertices, std::uint32_t capacity = 0)
      : exec_(&exec),
        capacity_(capacity != 0 ? capacity : default_capacity(vertices)),
        counters_(exec, 1),
        targets_(exec, vertices),
        words_(exec, detail::has_weights<Length> ? vertices : 0) {
    for (auto* list : {near_, far_})
      for (int i = 0; i != 2; ++i)
        list[i] = {buffer<std::uint32_t, cuda_exec>(exec, capacity_), buffer<label, cuda_exec>(exec, capacity_)};
  }

  // With the default capacity.
  [[nodiscard]] static std::uint64_t bytes(std::uint32_t vertices) {
    const std::uint64_t packed = sizeof(detail::packed_targets) + (detail::has_weights<Length> ? words_size : 0);
    return 4 * std::uint64_t{default_capacity(vertices)} * (sizeof(std::uint32_t) + sizeof(label)) + vertices * packed +
           scratch_for(vertices);
  }

  // All labels are unreached before; afterwards label[v] is the minimum over all paths from a source. `sources` are
  // distinct, at least one; `window` is above 0. Asynchronous.
  void run(const csr& graph, Length length, span<label> best, span<const std::uint32_t> sources, label window) {
    exec_->for_each(graph.vertices, detail::pack_adjacency<Length>{graph, length, targets_.data(), words_.data()});
    detail::search_kernel<Length, whole_grid> body{
        graph, length, targets_.data(), words_.data(), best.data(), window, {capacity_, {}, {}, counters_.data()}};
    for (int i = 0; i != 2; ++i) {
      body.lists.near[i] = {near_[i].vertex.data(), near_[i].at.data()};
      body.lists.far[i] = {far_[i].vertex.data(), far_[i].at.data()};
    }
    exec_->for_each(sources.size(),
                    detail::start_search<label>{sources.data(), static_cast<std::uint32_t>(sources.size()), best.data(),
                                                body.lists.near[0], counters_.data()});
    persistent(*exec_, body, 1);
  }

 private:
  static constexpr std::uint64_t words_size = sizeof(detail::packed_words<typename Length::word_type>);
  static std::uint32_t default_capacity(std::uint32_t vertices) {
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(vertices + std::uint64_t{1024}, ~0u));
  }

  struct list {
    buffer<std::uint32_t, cuda_exec> vertex;
    buffer<label, cuda_exec> at;
  };
  cuda_exec* exec_;
  std::uint32_t capacity_;
  list near_[2], far_[2];
  buffer<detail::search_counters<label>, cuda_exec> counters_;
  buffer<detail::packed_targets, cuda_exec> targets_;
  buffer<detail::packed_words<typename Length::word_type>, cuda_exec> words_;
};

}  // namespace amorph
