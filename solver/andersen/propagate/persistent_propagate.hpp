// The device's propagate phase as one persistent kernel: its many small steps would otherwise cost a launch each, and a
// read-back every few steps. The contract is that of the phase in propagate.hpp.
//
// Data-driven ("Morph Algorithms on GPUs", section 7.6): ids with a changed input are listed, and then pull, step by
// step until none is listed or a table is full. A step:
//
//   list      lists the variables with a changed input, and stores the shifts whose result is memoised;
//   warps     one warp per listed id: pulls what is memoised or small, and passes the others on;
//   blocks    one block per remaining id: computes unions and shifts that are not memoised;
//   deferred  stores results that another warp or block has computed in this step.
//
// Most ids that a step lists need the same few unions, so that claims (memo.hpp) leave little for the blocks. A step
// lasts as long as its slowest item.
#pragma once

#include "amorph/kernels/sync/persistent.cuh"
#include "solver/andersen/propagate/block_pull.hpp"
#include "solver/andersen/propagate/copy_graph.hpp"
#include "solver/andersen/propagate/pull.hpp"
#include "solver/andersen/propagate/schedule.hpp"

namespace amorph::andersen {

template <unsigned Block> struct propagate_persistently {
  static constexpr unsigned block = Block;
  pull_state state;
  const uint64_t* keys;  // dst << bits | src
  unsigned bits;
  uint64_t edges, shifts;
  uint32_t* claimed;    // per id: the last step that listed it
  uint32_t steps_done;  // in earlier launches; the steps of this one have larger numbers
  uint32_t* source;     // per listed id: the set to add or to shift; of a variable, empty_set: all new inputs
  uint32_t* work;       // ids for warps from the front, ids for blocks from the back
  uint64_t work_size;
  uint32_t* deferred;    // ids that wait for a result that another computes
  step_work* steps;      // 3; the first is zero
  uint64_t* grown_sets;  // out: number of times that a set grew
  uint32_t* last_step;   // out: the number of the last step
  bool shared_tables;    // the tables of blocks fit into shared memory

  static constexpr uint64_t max_warp_entries = 1;    // of a set that a warp shifts
  static constexpr unsigned max_edges_per_lane = 2;  // of a variable that a warp pulls

  __device__ void operator()(whole_grid grid) const {
    __shared__ typename block_pull<Block>::shared all;
    __shared__ uint64_t ticket;
    extern __shared__ uint64_t tables[];
    block_pull<Block> puller(state, grid.team(), all, shared_tables ? tables : nullptr);
    for (uint32_t step = 0;; ++step) {
      const uint32_t now = steps_done + step + 1;
      step_work* here = &steps[step % 3];
      grid.for_each(shifts, [&](std::size_t k) { list_shift(static_cast<uint32_t>(k), here); });
      grid.for_each(edges, [&](std::size_t e) { list_edge(e, now, here); });
      if (grid.first()) steps[(step + 1) % 3] = {};
      grid.sync();
      const uint64_t for_warps = atomic_load(&here->warp_items), for_blocks = atomic_load(&here->block_items);
      const bool full = (atomic_load(&state.store.used->full) | atomic_load(state.memo.full)) != 0;
      if (full || for_warps + for_blocks + atomic_load(&here->deferred) + atomic_load(&here->shift_grew) == 0) {
        grid.for_each(for_warps + for_blocks,
                      [&](std::size_t i) { release_unless_done(i < for_warps ? work[i] : block_item(i - for_warps)); });
        if (grid.first()) *last_step = now;
        return;
      }
      if (for_warps != 0) {
        pull_by_warps(grid, here, for_warps);
        grid.sync();
      }
      const uint64_t remaining = atomic_load(&here->block_items);  // warps have added some
      if (remaining != 0) {
        pull_by_blocks(puller, here, remaining, ticket);
        grid.sync();
      }
      const uint64_t waiting = atomic_load(&here->deferred);
      if (waiting != 0) {
        grid.for_each(waiting, [&](std::size_t i) { store_deferred(deferred[i]); });
        grid.sync();
      }
    }
  }

 private:
  __device__ uint32_t& block_item(uint64_t i) const { return work[work_size - 1 - i]; }
  __device__ void give_to_block(uint32_t id, uint32_t what, step_work* here) const {
    source[id] = what;
    block_item(atomic_add(&here->block_items, 1)) = id;
  }
  __device__ void defer(uint32_t id, uint32_t what, step_work* here) const {
    source[id] = what;
    deferred[atomic_add(&here->deferred, 1)] = id;
  }

  // --- list ---------------------------------------------------------------------------------------------------------

  __device__ void list_shift(uint32_t k, step_work* here) const {
    const uint32_t id = state.variables + k;
    const shift by = state.shifts[k];
    const uint32_t what = atomic_load_ahead(&state.set[state.rep[by.src]]);
    if (what == state.shift_seen[k]) return;
    const uint32_t known = state.memo.claim(set_memo::shift_key(what, by.effect));
    if (known == set_memo::claimed) return defer(id, what, here);
    acquire_ahead();
    if (known == no_set) {
      if (state.store.sets[what].count > max_warp_entries) return give_to_block(id, what, here);
      source[id] = what;
      work[atomic_add(&here->warp_items, 1)] = id;
      return;
    }
    if (state.set[id] != known) atomic_store(&here->shift_grew, 1);
    state.store_shift(k, what, known);
  }

  __device__ void list_edge(uint64_t e, uint32_t now, step_work* here) const {
    if (!state.stale_edge(e)) return;
    const uint32_t id = static_cast<uint32_t>(keys[e] >> bits);
    if (atomic_load(&claimed[id]) == now || atomic_exchange(&claimed[id], now) == now) return;
    if (state.graph.row_end[id] - state.graph.row_begin[id] > 32 * max_edges_per_lane)
      give_to_block(id, empty_set, here);
    else
      work[atomic_add(&here->warp_items, 1)] = id;
  }

  // --- warps --------------------------------------------------------------------------------------------------------

  // Each warp gets one item, consecutive items on different blocks; the others are scheduled dynamically.
  __device__ void pull_by_warps(whole_grid grid, step_work* here, uint64_t items) const {
    const warp_team team = grid.team();
    const uint64_t item = uint64_t{threadIdx.x / 32} * gridDim.x + blockIdx.x;
    if (item >= items) return;
    pull_by_warp(team, work[item], here);
    const uint64_t teams = grid.teams(), grain = items / (8 * teams) + 1;
    while (items > teams) {
      uint64_t first = 0;
      if (team.rank() == 0) first = teams + atomic_add(&here->warp_taken, grain);
      first = team.broadcast(first);
      if (first >= items) return;
      for (uint64_t i = first; i < first + grain && i < items; ++i) pull_by_warp(team, work[i], here);
    }
  }

  __device__ void pull_by_warp(warp_team team, uint32_t v, step_work* here) const {
    if (v >= state.variables) {
      if (state.pull_shift_of(team, v - state.variables, source[v]) && team.rank() == 0) atomic_add(grown_sets, 1);
      if (team.rank() == 0) release_unless_done(v);
      return;
    }
    const uint64_t begin = state.graph.row_begin[v], end = state.graph.row_end[v];
    const uint32_t own = state.set[v];
    uint32_t now[max_edges_per_lane], some = empty_set;
    bool changed[max_edges_per_lane];
    for (unsigned k = 0; k != max_edges_per_lane; ++k) {
      const uint64_t edge = begin + 32 * k + team.rank();
      now[k] = edge < end ? atomic_load_ahead(&state.set[state.graph.src[edge]]) : empty_set;
      changed[k] = edge < end && now[k] != state.graph.seen[edge];
      if (changed[k] && now[k] != own && now[k] != empty_set) some = now[k];
    }
    const uint32_t only = team.reduce_max(some);
    bool more = false;
    for (unsigned k = 0; k != max_edges_per_lane; ++k)
      more |= changed[k] && now[k] != own && now[k] != empty_set && now[k] != only;
    more = team.any(more);
    if (more) {
      if (team.rank() == 0) give_to_block(v, empty_set, here);
      return;
    }
    for (unsigned k = 0; k != max_edges_per_lane; ++k)
      if (changed[k]) state.graph.seen[begin + 32 * k + team.rank()] = now[k];
    team.sync();
    if (only != empty_set && team.rank() == 0) add(v, own, only, here);
  }

  // Adds one set, whose edges count as seen, to the set of variable v. One lane's work.
  __device__ void add(uint32_t v, uint32_t own, uint32_t only, step_work* here) const {
    const uint32_t known = own == empty_set ? only : state.memo.claim(set_memo::union_key(own, only));
    if (known == set_memo::claimed)
      defer(v, only, here);
    else if (known == no_set)
      give_to_block(v, only, here);
    else
      store_union(v, own, known);
  }
  __device__ void store_union(uint32_t v, uint32_t own, uint32_t result) const {
    if (result == own) return;
    acquire_ahead();
    atomic_store_release(&state.set[v], result);
    atomic_add(grown_sets, 1);
  }

  // --- blocks and deferred ------------------------------------------------------------------------------------------

  __device__ void pull_by_blocks(block_pull<Block>& puller, step_work* here, uint64_t n, uint64_t& ticket) const {
    for (uint64_t i = blockIdx.x; i < n;) {
      const uint32_t id = block_item(i);
      const bool more = puller.pull(id, source[id]);
      if (threadIdx.x == 0 && more) atomic_add(grown_sets, 1);
      if (n <= gridDim.x) return;
      if (threadIdx.x == 0) ticket = gridDim.x + atomic_add(&here->block_taken, 1);
      __syncthreads();
      i = ticket;
      __syncthreads();
    }
  }

  // Releases the claim on a shift's result unless it has been computed.
  __device__ void release_unless_done(uint32_t id) const {
    if (id < state.variables) return;
    const uint32_t k = id - state.variables;
    if (state.shift_seen[k] != source[id]) state.memo.release(set_memo::shift_key(source[id], state.shifts[k].effect));
  }

  // Stores a result that another has computed; after an overflow it is missing, and the id stays to be pulled.
  __device__ void store_deferred(uint32_t id) const {
    const uint32_t own = state.set[id], what = source[id];
    if (id >= state.variables) {
      const uint32_t k = id - state.variables;
      const uint32_t known = state.memo.find(set_memo::shift_key(what, state.shifts[k].effect));
      acquire_ahead();
      if (known != no_set) state.store_shift(k, what, known);
      return;
    }
    const uint32_t known = state.memo.find(set_memo::union_key(own, what));
    if (known != no_set) return store_union(id, own, known);
    for (uint64_t e = state.graph.row_begin[id]; e != state.graph.row_end[id]; ++e) state.graph.seen[e] = no_set;
  }
};

}  // namespace amorph::andersen
