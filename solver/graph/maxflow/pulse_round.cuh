// The strategy `pulse` on a device: a round (a global relabelling, then pulses) in one persistent kernel. Compiled by
// nvcc only.
//
// On road networks and meshes both are thousands of steps over a few hundred vertices each: a step is latency, and a
// grid barrier would double it. So one block alone processes a step over few vertices, with block barriers, which are
// almost free, while the other blocks wait at a grid barrier; the whole grid processes a step over many.
#pragma once

#include "amorph/kernels/sync/persistent.cuh"
#include "solver/graph/maxflow/preflow.hpp"

namespace amorph::maxflow {

struct round_outcome {
  std::uint32_t active, depth, pulse;  // active when the round's pulses began; the last pulse so far
};

namespace detail {

// The threads that process a step, and the lengths of its lists.
struct by_block {
  std::uint32_t* count;  // in shared memory
  __device__ static std::uint32_t thread() { return threadIdx.x; }
  __device__ static std::uint32_t threads() { return blockDim.x; }
  __device__ static void sync() { __syncthreads(); }
};
struct by_grid {
  std::uint32_t* count;
  __device__ static std::uint32_t thread() { return static_cast<std::uint32_t>(whole_grid::thread()); }
  __device__ static std::uint32_t threads() { return static_cast<std::uint32_t>(whole_grid::threads()); }
  __device__ static void sync() { whole_grid::sync(); }
};

// f(team, v) for each listed vertex: four threads for a short adjacency list, so that loads of its arcs overlap; a warp
// for a long one.
template <class Group, class F>
__device__ void for_each_listed(Group g, const network_view& net, const std::uint32_t* list, std::uint32_t n, F f) {
  using quad = tile_team<4>;
  constexpr std::uint64_t short_row = 32;
  const unsigned lane = threadIdx.x & 31u;
  for (std::uint32_t first = (g.thread() - lane) / quad::size(); first < n; first += g.threads() / quad::size()) {
    const std::uint32_t i = first + lane / quad::size();
    const std::uint32_t v = i < n ? list[i] : 0;
    const bool is_long = i < n && net.begin[v + std::size_t{1}] - net.begin[v] > short_row;
    if (i < n && !is_long) f(quad(0), v);
    __syncwarp();
    for (unsigned left = __ballot_sync(0xffffffffu, is_long && quad::rank() == 0); left != 0; left &= left - 1)
      f(warp_team(0), __shfl_sync(0xffffffffu, v, static_cast<int>(lowest_bit(left))));
  }
}

}  // namespace detail

struct pulse_round {
  static constexpr unsigned block = 1024, blocks_each = 1;
  static constexpr std::uint32_t few = 1024;  // maximum number of vertices that one block processes

  pulse_state s;
  std::uint32_t* list[2];
  std::uint32_t* count;          // 3: the lists' lengths, used in turn
  round_outcome* outcome;        // in and out
  std::uint32_t pushes, pulses;  // pulses: 0 for pulses_for_depth

  template <class Group> __device__ std::uint32_t relabel(Group g, bool few_only, std::uint32_t level) const {
    for (;; ++level) {
      const std::uint32_t n = atomic_load(&g.count[level % 3]);
      if (n == 0 || (n <= few) != few_only) return level;
      if (g.thread() == 0) {
        g.count[(level + 2) % 3] = 0;
        s.height_count[level] = n;
      }
      const reach_back reach{s, level + 1};
      const vertex_list next{list[(level + 1) % 2], &g.count[(level + 1) % 3]};
      detail::for_each_listed(g, s.net, list[level % 2], n, [&](auto team, std::uint32_t v) {
        const std::uint64_t end = s.net.begin[v + std::size_t{1}];
        for (std::uint64_t e = s.net.begin[v] + team.rank(); e < end; e += team.size())
          if (const std::uint32_t to = s.net.to[e]; reach(v, e, to)) next.add(to);
      });
      g.sync();
    }
  }

  template <class Group>
  __device__ std::uint32_t push(Group g, bool few_only, std::uint32_t pulse, std::uint32_t last) const {
    for (; pulse != last; ++pulse) {
      const std::uint32_t n = atomic_load(&g.count[pulse % 2]);
      if (n == 0 || (n <= few) != few_only) return pulse;
      const bool may_relabel = (pulse + 1) % pushes == 0;
      const vertex_list next{list[(pulse + 1) % 2], &g.count[(pulse + 1) % 2]};
      const list_claims claim{next, s.listed, pulse + 1};
      detail::for_each_listed(g, s.net, list[pulse % 2], n,
                              [&](auto team, std::uint32_t v) { discharge(s, team, v, may_relabel, claim); });
      g.sync();
      const std::uint32_t to_settle = atomic_load(next.count);
      if (g.thread() == 0) g.count[pulse % 2] = 0;
      for (std::uint32_t i = g.thread(); i < to_settle; i += g.threads()) settle(s, next.vertex[i]);
      g.sync();
    }
    return pulse;
  }

  // Runs step(group, few, at), which returns when the other kind of group should continue, until a list is empty or
  // `at` is `last`. `turns` counters are used in turn.
  template <class Step>
  __device__ std::uint32_t in_turns(std::uint32_t at, std::uint32_t last, std::uint32_t turns, std::uint32_t* shared,
                                    std::uint32_t* shared_at, Step step) const {
    while (at != last) {
      const std::uint32_t n = atomic_load(&count[at % turns]);
      if (n == 0) break;
      if (n > few) {
        at = step(detail::by_grid{count}, false, at);
        continue;
      }
      whole_grid::sync();  // all threads have read the length and `at` before block 0 writes them
      if (blockIdx.x == 0) {
        if (threadIdx.x < turns) shared[threadIdx.x] = threadIdx.x == at % turns ? n : 0;
        __syncthreads();
        const std::uint32_t to = step(detail::by_block{shared}, true, at);
        __syncthreads();
        if (threadIdx.x < turns) count[threadIdx.x] = threadIdx.x == to % turns ? shared[threadIdx.x] : 0;
        if (threadIdx.x == 0) atomic_store(shared_at, to);
      }
      whole_grid::sync();
      at = atomic_load(shared_at);
    }
    return at;
  }

  __device__ void operator()(whole_grid grid) const {
    __shared__ std::uint32_t shared[3];
    const std::uint32_t n = s.net.vertices, start = outcome->pulse;
    grid.for_each(n, [&](std::size_t v) {
      s.height[v] = v == s.root ? 0 : n;
      s.height_count[v] = 0;
    });
    if (grid.first()) {
      list[0][0] = s.root;
      count[0] = 1;
      count[1] = count[2] = 0;
    }
    grid.sync();
    const std::uint32_t depth =
        in_turns(0, n + 1, 3, shared, &outcome->depth,
                 [&](auto g, bool few_only, std::uint32_t level) { return relabel(g, few_only, level); });
    grid.sync();  // all threads have seen that the search has ended
    if (grid.first()) {
      count[0] = count[1] = 0;
      outcome->depth = depth;
    }
    grid.sync();
    const vertex_list active{list[start % 2], &count[start % 2]};
    grid.for_each(n, [&](std::size_t v) {
      if (s.excess[v] > 0 && s.height[v] < n && !s.is_terminal(static_cast<std::uint32_t>(v)))
        active.add(static_cast<std::uint32_t>(v));
    });
    grid.sync();
    if (grid.first()) outcome->active = *active.count;
    const std::uint32_t last = start + (pulses != 0 ? pulses : pulses_for_depth(depth));
    const std::uint32_t pulse =
        in_turns(start, last, 2, shared, &outcome->pulse,
                 [&](auto g, bool few_only, std::uint32_t at) { return push(g, few_only, at, last); });
    grid.sync();
    if (grid.first()) outcome->pulse = pulse;
  }
};

// A round. False if no vertex with excess can reach the root.
inline bool list_round(preflow<cuda_exec>& flow) {
  cuda_exec& exec = flow.exec;
  ++flow.global_relabels;
  buffer<round_outcome, cuda_exec> outcome(exec, 1);
  exec.write(outcome.data(), round_outcome{0, 0, flow.pulse});
  const bool given = flow.problem.relabels != 0 && flow.problem.pushes != 0;
  pulse_round body{flow.state,          {flow.front.data(), flow.next.data()}, flow.count.data(), outcome.data(),
                   flow.problem.pushes, given ? flow.pulses_after(0) : 0};
  persistent(exec, body, 1);
  const auto now = exec.read(outcome.data());
  flow.pulses += now.pulse - flow.pulse;
  flow.pulse = now.pulse;
  flow.renumber_pulses();
  return now.active != 0;
}

}  // namespace amorph::maxflow
