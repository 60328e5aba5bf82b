// The device's propagate phase as one persistent kernel: its many small steps would otherwise cost a launch each and a
// look from the host every few. The contract is that of the phase in wave.inl.
//
// Data-driven: ids with an input that changed are listed, together, and then pull (section 7.6), step by step until none
// is listed or the store is full. A step:
//
//   find     lists the variables with a changed input, and settles the shifts whose outcome is remembered;
//   survey   a warp to a listed variable: what is remembered, or little, is done at once;
//   pull     a block to each that is left: those that need a union, or a shift, that nobody has worked out;
//   late     who needed what another was at work on takes it.
//
// Most of what a step lists needs the same few unions, so claims (memo.hpp) leave little for the blocks; a step lasts as
// long as the slowest of these.
#pragma once

#include "amorph/kernels/sync/persistent.cuh"
#include "solver/andersen/propagate/copy_graph.hpp"
#include "solver/andersen/propagate/propagate.hpp"
#include "solver/andersen/sets/block_pull.hpp"

namespace amorph::andersen {

template <unsigned Block> struct propagate_persistently {
  static constexpr unsigned block = Block;
  pull_state state;
  const uint64_t* keys;  // dst << bits | src
  unsigned bits;
  uint64_t edges, shifts;
  uint32_t* claimed;  // per id: the last step that listed it
  uint32_t before;    // steps so far; later ones are larger
  uint32_t* source;   // per id at work: the set to add to it or to shift; variables, empty_set: whatever is new
  uint32_t* work;     // ids for warps from the front, ids for blocks from the back
  uint64_t work_size;
  uint32_t* late;  // ids that wait for another's work
  struct shares {  // of a step's work: how many, and how many are taken
    uint64_t light, heavy, light_taken, heavy_taken, late;
    uint64_t settled;  // not 0: a shift grew
  };
  shares* listed;  // 3 of them; the first is 0
  uint64_t* grew;
  uint32_t* steps;     // out: the last step
  bool shared_tables;  // there is shared memory for the blocks' tables

  static constexpr uint64_t few_shifted = 1;  // a warp shifts that many
  static constexpr unsigned per_lane = 2;     // edges of a variable that a warp surveys

  __device__ void operator()(whole_grid grid) const {
    __shared__ typename block_pull<Block>::shared all;
    __shared__ uint64_t ticket;
    extern __shared__ uint64_t tables[];
    block_pull<Block> puller(state, grid.team(), all, shared_tables ? tables : nullptr);
    for (uint32_t step = 0;; ++step) {
      const uint32_t now = before + step + 1;
      shares* here = &listed[step % 3];
      grid.for_each(shifts, [&](std::size_t k) { find_shift(static_cast<uint32_t>(k), here); });
      grid.for_each(edges, [&](std::size_t e) { find_edge(e, now, here); });
      if (grid.first()) listed[(step + 1) % 3] = {0, 0, 0, 0, 0, 0};
      grid.sync();
      const uint64_t light = atomic_load(&here->light), found = atomic_load(&here->heavy);
      const bool full = (atomic_load(&state.store.used->full) | atomic_load(state.memo.full)) != 0;
      if (full || light + found + atomic_load(&here->late) + atomic_load(&here->settled) == 0) {
        grid.for_each(light + found,
                      [&](std::size_t i) { give_up_unless_done(i < light ? work[i] : heavy(i - light)); });
        if (grid.first()) *steps = now;
        return;
      }
      if (light != 0) {
        survey_all(grid, here, light);
        grid.sync();
      }
      const uint64_t left = atomic_load(&here->heavy);
      if (left != 0) {
        pull_all(puller, here, left, ticket);
        grid.sync();
      }
      const uint64_t waiting = atomic_load(&here->late);
      if (waiting != 0) {
        grid.for_each(waiting, [&](std::size_t i) { take(late[i]); });
        grid.sync();
      }
    }
  }

 private:
  __device__ uint32_t& heavy(uint64_t i) const { return work[work_size - 1 - i]; }
  __device__ void to_blocks(uint32_t id, uint32_t what, shares* here) const {
    source[id] = what;
    heavy(atomic_add(&here->heavy, 1)) = id;
  }
  __device__ void to_late(uint32_t id, uint32_t what, shares* here) const {
    source[id] = what;
    late[atomic_add(&here->late, 1)] = id;
  }

  // --- find ---------------------------------------------------------------------------------------------------------

  __device__ void find_shift(uint32_t k, shares* here) const {
    const uint32_t id = state.variables + k;
    const shift by = state.shifts[k];
    const uint32_t what = atomic_load_ahead(&state.set[state.rep[by.src]]);
    if (what == state.shift_seen[k]) return;
    const uint32_t known = state.memo.claim(set_memo::shift_key(what, by.effect));
    if (known == set_memo::claimed) return to_late(id, what, here);
    acquire_ahead();
    if (known == no_set) {
      if (state.store.sets[what].count > few_shifted) return to_blocks(id, what, here);
      source[id] = what;
      work[atomic_add(&here->light, 1)] = id;
      return;
    }
    if (state.set[id] != known) atomic_store(&here->settled, 1);
    state.settle_shift(k, what, known);
  }

  __device__ void find_edge(uint64_t e, uint32_t now, shares* here) const {
    if (!state.stale_edge(e)) return;
    const uint32_t id = static_cast<uint32_t>(keys[e] >> bits);
    if (atomic_load(&claimed[id]) == now || atomic_exchange(&claimed[id], now) == now) return;
    if (state.graph.row_end[id] - state.graph.row_begin[id] > 32 * per_lane)
      to_blocks(id, empty_set, here);
    else
      work[atomic_add(&here->light, 1)] = id;
  }

  // --- survey -------------------------------------------------------------------------------------------------------

  // The first item is dealt out, neighbours to different blocks; the rest is taken: who has a long item takes fewer.
  __device__ void survey_all(whole_grid grid, shares* here, uint64_t light) const {
    const warp_team team = grid.team();
    const uint64_t mine = uint64_t{threadIdx.x / 32} * gridDim.x + blockIdx.x;
    if (mine >= light) return;
    survey(team, work[mine], here);
    const uint64_t dealt = grid.teams(), share = light / (8 * dealt) + 1;
    while (light > dealt) {
      uint64_t first = 0;
      if (team.rank() == 0) first = dealt + atomic_add(&here->light_taken, share);
      first = team.broadcast(first);
      if (first >= light) return;
      for (uint64_t i = first; i < first + share && i < light; ++i) survey(team, work[i], here);
    }
  }

  __device__ void survey(warp_team team, uint32_t v, shares* here) const {
    if (v >= state.variables) {
      if (state.pull_shift_of(team, v - state.variables, source[v]) && team.rank() == 0) atomic_add(grew, 1);
      if (team.rank() == 0) give_up_unless_done(v);
      return;
    }
    const uint64_t begin = state.graph.row_begin[v], end = state.graph.row_end[v];
    const uint32_t own = state.set[v];
    uint32_t now[per_lane], some = empty_set;
    bool changed[per_lane];
    for (unsigned k = 0; k != per_lane; ++k) {
      const uint64_t edge = begin + 32 * k + team.rank();
      now[k] = edge < end ? atomic_load_ahead(&state.set[state.graph.src[edge]]) : empty_set;
      changed[k] = edge < end && now[k] != state.graph.seen[edge];
      if (changed[k] && now[k] != own && now[k] != empty_set) some = now[k];
    }
    const uint32_t only = team.reduce_max(some);
    bool more = false;
    for (unsigned k = 0; k != per_lane; ++k)
      more |= changed[k] && now[k] != own && now[k] != empty_set && now[k] != only;
    more = team.any(more);
    if (more) {
      if (team.rank() == 0) to_blocks(v, empty_set, here);
      return;
    }
    for (unsigned k = 0; k != per_lane; ++k)
      if (changed[k]) state.graph.seen[begin + 32 * k + team.rank()] = now[k];
    team.sync();
    if (only != empty_set && team.rank() == 0) add(v, own, only, here);
  }

  // Adds one set, whose edges count as seen, to a variable's. One lane's work.
  __device__ void add(uint32_t v, uint32_t own, uint32_t only, shares* here) const {
    const uint32_t known = own == empty_set ? only : state.memo.claim(set_memo::union_key(own, only));
    if (known == set_memo::claimed)
      to_late(v, only, here);
    else if (known == no_set)
      to_blocks(v, only, here);
    else
      settle(v, own, known);
  }
  __device__ void settle(uint32_t v, uint32_t own, uint32_t result) const {
    if (result == own) return;
    acquire_ahead();
    atomic_store_release(&state.set[v], result);
    atomic_add(grew, 1);
  }

  // --- pull, and what waited for it ---------------------------------------------------------------------------------

  __device__ void pull_all(block_pull<Block>& puller, shares* here, uint64_t n, uint64_t& ticket) const {
    for (uint64_t i = blockIdx.x; i < n;) {
      const uint32_t id = heavy(i);
      const bool more = puller.pull(id, source[id]);
      if (threadIdx.x == 0 && more) atomic_add(grew, 1);
      if (n <= gridDim.x) return;
      if (threadIdx.x == 0) ticket = gridDim.x + atomic_add(&here->heavy_taken, 1);
      __syncthreads();
      i = ticket;
      __syncthreads();
    }
  }

  // What was claimed for an id, and is not done, is any other's again.
  __device__ void give_up_unless_done(uint32_t id) const {
    if (id < state.variables) return;
    const uint32_t k = id - state.variables;
    if (state.shift_seen[k] != source[id]) state.memo.give_up(set_memo::shift_key(source[id], state.shifts[k].effect));
  }

  // Another has done it, or nobody could.
  __device__ void take(uint32_t id) const {
    const uint32_t own = state.set[id], what = source[id];
    if (id >= state.variables) {
      const uint32_t k = id - state.variables;
      const uint32_t known = state.memo.find(set_memo::shift_key(what, state.shifts[k].effect));
      acquire_ahead();
      if (known != no_set) state.settle_shift(k, what, known);
      return;
    }
    const uint32_t known = state.memo.find(set_memo::union_key(own, what));
    if (known != no_set) return settle(id, own, known);
    for (uint64_t e = state.graph.row_begin[id]; e != state.graph.row_end[id]; ++e) state.graph.seen[e] = no_set;
  }
};

}  // namespace amorph::andersen
