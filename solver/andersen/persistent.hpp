// The device's propagate and collapse phases, each as one persistent kernel: their many small steps would otherwise cost
// a launch each and a look from the host every few. The contract is that of the phases in wave.inl.
#pragma once

#include "amorph/sync/persistent.cuh"
#include "copy_graph.hpp"
#include "cycles.hpp"
#include "propagate.hpp"

namespace amorph::andersen {

// Work on one id by a whole block, for ids with so much to pull that one warp would keep all others waiting: the warps
// fill one slice of scratch together, the first of them does the rest.
class block_pull {
 public:
  __device__ block_pull(const pull_state& state, warp_team team, merge_meeting& meeting)
      : s_(state), team_(team), meeting_(meeting), slice_(team.index() / warps * warps) {}

  // All threads of the block. True (in the first warp) when the set grew.
  __device__ bool pull(uint32_t id) {
    const bool copies = id < s_.variables;
    const uint32_t own = s_.set[id];
    if (threadIdx.x == 0) {
      // A shift's source may grow meanwhile: all look at what one has read.
      const uint32_t source =
          copies ? empty_set : atomic_load_acquire(&s_.set[s_.rep[s_.shifts[id - s_.variables].src]]);
      meeting_.low = static_cast<uint32_t>(s_.scratch.bases);
      meeting_.high = 0;
      meeting_.source = source;
      meeting_.sum = 0;
    }
    __syncthreads();
    const shift by = copies ? shift{} : s_.shifts[id - s_.variables];
    const uint32_t seen = copies ? empty_set : s_.shift_seen[id - s_.variables];
    if (!copies && __syncthreads_or(!s_.shift_elements(team_, meeting_.source, seen, by, warp() + warps * team_.rank(),
                                                       detail::cuda_block)))
      return false;
    merge<warp_team> sum(team_, s_.store, s_.scratch, slice_);
    if (warp() == 0) sum.start(own);
    __syncthreads();
    if (copies)
      pour_edges(id, own, sum);
    else
      pour_shifted(meeting_.source, seen, by, sum);
    __syncthreads();
    const uint32_t merged = sum.finish_by_block(meeting_, own);
    bool grew = false;
    if (warp() == 0) grew = conclude(id, copies, own, merged);
    __syncthreads();
    return grew;
  }

  static constexpr unsigned warps = detail::cuda_block / 32;

 private:
  __device__ static unsigned warp() { return threadIdx.x / 32; }

  __device__ void pour_edges(uint32_t v, uint32_t own, merge<warp_team>& sum) {
    const uint64_t begin = s_.graph.row_begin[v], end = s_.graph.row_end[v];
    for (uint64_t first = begin + 32 * warp(); first < end; first += detail::cuda_block) {
      const uint64_t edge = first + team_.rank();
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
      const bool leads = team_.leads(s);
      const bool fresh = leads && s != empty_set && s != own;
      if (!team_.any(fresh)) continue;
      acquire_ahead();
      sum.pour_each(fresh ? s : empty_set, before);
    }
  }

  __device__ void pour_shifted(uint32_t now, uint32_t old, const shift& by, merge<warp_team>& sum) {
    const uint64_t count = s_.store.sets[now].count;
    for (uint64_t i = threadIdx.x; team_.any(i < count); i += detail::cuda_block)
      sum.pour_each(s_.shifted(now, old, by, i));
  }

  // The first warp, when the union is known.
  __device__ bool conclude(uint32_t id, bool copies, uint32_t own, uint32_t merged) {
    if (merged == no_set) {
      if (copies)
        for (uint64_t edge = s_.graph.row_begin[id] + team_.rank(); edge < s_.graph.row_end[id]; edge += 32)
          s_.graph.seen[edge] = no_set;
      return false;
    }
    if (team_.rank() == 0) {
      if (!copies) s_.shift_seen[id - s_.variables] = meeting_.source;
      if (merged != own) atomic_store_release(&s_.set[id], merged);
    }
    return merged != own;
  }

  const pull_state& s_;
  warp_team team_;
  merge_meeting& meeting_;
  uint64_t slice_;
};

// Data-driven: ids with an input that changed are listed, together, and then pull (section 7.6). Ends when none is
// listed, or when the store is full.
struct propagate_persistently {
  pull_state state;
  const uint64_t* keys;  // dst << bits | src
  unsigned bits;
  uint64_t edges, shifts;
  uint32_t* claimed;  // per id: the last step that listed it
  uint32_t before;    // steps so far; later ones are larger
  uint32_t* work;     // as many as ids: light ones from the front, heavy ones from the back
  uint64_t ids;
  struct shares {  // of a step's work: how many, and how many are taken
    uint64_t light, heavy, light_taken, heavy_taken;
  };
  shares* listed;  // 3 of them; the first is 0
  uint64_t* grew;
  uint32_t* steps;  // out: the last step

  // Work is taken, not dealt out: who has a long item takes fewer.
  __device__ void pull_by_blocks(whole_grid grid, shares* here, uint64_t heavy, uint64_t light, merge_meeting& meeting,
                                 uint64_t& ticket) const {
    block_pull block(state, grid.team(), meeting);
    for (;;) {
      if (threadIdx.x == 0) ticket = atomic_add(&here->heavy_taken, 1);
      __syncthreads();
      const uint64_t i = ticket;
      if (i >= heavy + light) return;
      if (block.pull(i < heavy ? work[ids - 1 - i] : work[i - heavy]) && threadIdx.x == 0) atomic_add(grew, 1);
    }
  }
  __device__ void pull_by_warps(whole_grid grid, shares* here, uint64_t light) const {
    const warp_team team = grid.team();
    const uint64_t share = light / (8 * grid.teams()) + 1;
    for (;;) {
      uint64_t first = 0;
      if (team.rank() == 0) first = atomic_add(&here->light_taken, share);
      first = team.broadcast(first);
      if (first >= light) return;
      for (uint64_t i = first; i < first + share && i < light; ++i)
        if (state.pull(team, work[i]) && team.rank() == 0) atomic_add(grew, 1);
    }
  }

  // Enough to read that a block is worth its barriers.
  __device__ bool is_heavy(uint32_t id) const {
    if (id < state.variables) return state.graph.row_end[id] - state.graph.row_begin[id] > 64;
    return state.store.sets[state.set[state.rep[state.shifts[id - state.variables].src]]].count > 4;
  }

  __device__ void operator()(whole_grid grid) const {
    __shared__ merge_meeting meeting;
    __shared__ uint64_t ticket;
    for (uint32_t step = 0;; ++step) {
      const uint32_t now = before + step + 1;
      shares* here = &listed[step % 3];
      grid.for_each(edges + shifts, [&](std::size_t i) {
        if (i < edges ? !state.stale_edge(i) : !state.stale_shift(static_cast<uint32_t>(i - edges))) return;
        const uint32_t id =
            i < edges ? static_cast<uint32_t>(keys[i] >> bits) : static_cast<uint32_t>(state.variables + (i - edges));
        if (atomic_load(&claimed[id]) == now || atomic_exchange(&claimed[id], now) == now) return;
        if (is_heavy(id))
          work[ids - 1 - atomic_add(&here->heavy, 1)] = id;
        else
          work[atomic_add(&here->light, 1)] = id;
      });
      if (grid.first()) listed[(step + 1) % 3] = {0, 0, 0, 0};
      grid.sync();
      const uint64_t light = atomic_load(&here->light), heavy = atomic_load(&here->heavy);
      if (light + heavy == 0 || (atomic_load(&state.store.used->full) | atomic_load(state.memo.full)) != 0) {
        if (grid.first()) *steps = now;
        return;
      }
      // Few enough for a block each: then the last one is done soonest.
      const bool all_by_block = light <= 2 * gridDim.x;
      pull_by_blocks(grid, here, heavy, all_by_block ? light : 0, meeting, ticket);
      if (!all_by_block) pull_by_warps(grid, here, light);
      grid.sync();
    }
  }
};

// Components of the edges between equal sets, by colouring; representatives and how many were merged.
struct collapse_persistently {
  colouring colour;
  const uint64_t* keys;
  unsigned bits;
  uint64_t edges;
  uint32_t variables;
  const uint32_t* set;
  uint32_t* rep;
  uint64_t *list, *other;  // edges in question
  uint64_t* counts;        // 3; the first is 0
  uint32_t* changed;       // 3
  uint64_t* merged;        // 0

  __device__ void operator()(whole_grid grid) const {
    grid.for_each(variables, [&](std::size_t v) { colour.owner[v] = colour.smallest[v] = no_set; });
    grid.for_each(edges, [&](std::size_t e) {
      const uint32_t dst = static_cast<uint32_t>(keys[e] >> bits),
                     src = static_cast<uint32_t>(keys[e] & ((uint64_t{1} << bits) - 1));
      if (src < variables && set[dst] == set[src]) list[atomic_add(&counts[0], 1)] = edge_key(dst, src);
    });
    grid.sync();
    uint64_t *now = list, *next = other;
    uint32_t pass = 0;
    for (uint32_t turn = 0;; ++turn) {
      const uint64_t n = atomic_load(&counts[turn % 3]);
      if (n == 0) break;
      grid.for_each(n, [&](std::size_t i) { colour.start(now[i]); });
      if (grid.first()) {
        atomic_store(&counts[(turn + 1) % 3], 0);
        atomic_store(&changed[pass % 3], 0);
      }
      grid.sync();
      for (bool more = true; more; ++pass) {
        grid.for_each(n, [&](std::size_t i) {
          if (colour.pass(now[i]) && atomic_load(&changed[pass % 3]) == 0) atomic_store(&changed[pass % 3], 1);
        });
        if (grid.first()) atomic_store(&changed[(pass + 1) % 3], 0);
        grid.sync();
        more = atomic_load(&changed[pass % 3]) != 0;
      }
      grid.for_each(n, [&](std::size_t i) {
        if (colour.undecided(now[i])) next[atomic_add(&counts[(turn + 1) % 3], 1)] = now[i];
      });
      grid.sync();
      uint64_t* swapped = now;
      now = next;
      next = swapped;
    }
    grid.for_each(variables, [&](std::size_t v) {
      if (colour.owner[v] == no_set || colour.smallest[colour.owner[v]] == v) return;
      rep[v] = colour.smallest[colour.owner[v]];
      atomic_add(merged, 1);
    });
    grid.sync();
    grid.for_each(variables, [&](std::size_t v) {
      uint32_t top = static_cast<uint32_t>(v);
      for (uint32_t up; (up = atomic_load(&rep[top])) != top;) top = up;
      atomic_store(&rep[v], top);
    });
  }
};

}  // namespace amorph::andersen
