// Implementation of advance.hpp: the insertion strategies, by which visited vertices get their slots in the next
// frontier. After "Atomic-free Irregular Computations on GPUs" (Nasre, Burtscher, Pingali, GPGPU 2013).
#pragma once

#include <cstdint>

#include "amorph/kernels/operators/visit.hpp"

namespace amorph::detail {

// insertion::counter: append_queue.hpp.
template <class F> struct visit_and_append {
  F f;
  append_target list;
  visit_queue* queues;  // CPU: one per team
  template <class Team>
  AMORPH_BODY void operator()(Team team, bool active, std::uint32_t from, std::uint64_t edge, std::uint32_t to,
                              std::uint64_t) const {
    list.append(team, active && f(from, edge, to), to, queues + team.index());
  }
};

#if AMORPH_DEVICE_COMPILER
// insertion::local_queues: the vertices that a warp finds are queued in shared memory; one atomic addition per full
// queue and at the end of a tile.
template <class F> struct visit_and_gather {
  static constexpr std::uint32_t capacity = 256;
  static constexpr std::size_t tile = 2048;  // less if there are not enough edges for every warp
  F f;
  append_target list;

  struct queue {
    std::uint32_t size, vertices[capacity];
  };
  __device__ static queue& warp_queue() {
    __shared__ queue queues[cuda_block / 32];  // one per warp
    return queues[threadIdx.x / 32];
  }
  __device__ void begin(warp_team team) const {
    if (team.rank() == 0) warp_queue().size = 0;
    team.sync();
  }
  __device__ void operator()(warp_team team, bool active, std::uint32_t from, std::uint64_t edge, std::uint32_t to,
                             std::uint64_t) const {
    queue& q = warp_queue();
    std::uint32_t size = team.broadcast(q.size);
    const bool wanted = active && f(from, edge, to);
    const std::uint32_t members = team.ballot(wanted), found = static_cast<std::uint32_t>(__popc(members));
    if (size + found > capacity) {
      flush(team, q, size);
      size = 0;
    }
    if (wanted) q.vertices[size + static_cast<std::uint32_t>(__popc(members & ((1u << team.rank()) - 1)))] = to;
    team.sync();
    if (team.rank() == 0) q.size = size + found;
    team.sync();
  }
  __device__ void done(warp_team team) const {
    queue& q = warp_queue();
    flush(team, q, team.broadcast(q.size));
  }

 private:
  __device__ void flush(warp_team team, const queue& q, std::uint32_t size) const {
    std::uint64_t base = 0;
    if (size != 0 && team.rank() == 0) base = atomic_add(list.count, std::uint64_t{size});
    base = team.broadcast(base);
    for (std::uint32_t i = team.rank(); i < size; i += 32)
      if (base + i < list.capacity) list.out[base + i] = q.vertices[i];
    team.sync();
  }
};
#endif

// insertion::prefix_sum, first pass: the vertices that a tile finds are written to the start of the tile's range, and
// counted.
template <class F> struct visit_and_count {
  F f;
  std::uint32_t *found, *count;
  std::size_t tile;
  template <class Team>
  AMORPH_BODY void operator()(Team team, bool active, std::uint32_t from, std::uint64_t edge, std::uint32_t to,
                              std::uint64_t place) const {
    const bool wanted = active && f(from, edge, to);
    const std::uint64_t t = team.broadcast(place) / tile;
    const std::uint32_t members = team.ballot(wanted);
    if (members == 0) return;
    std::uint32_t base = 0;
    if (team.rank() == 0) base = count[t];
    base = team.broadcast(base);
    if constexpr (Team::size() == 1) {
      found[t * tile + base] = to;
      count[t] = base + 1;
    } else {
#if defined(__CUDA_ARCH__)
      if (wanted) found[t * tile + base + static_cast<std::uint32_t>(__popc(members & ((1u << team.rank()) - 1)))] = to;
      if (team.rank() == 0) count[t] = base + static_cast<std::uint32_t>(__popc(members));
#endif
    }
  }
};
struct tile_count {
  const std::uint32_t* count;
  AMORPH_BODY std::uint32_t operator()(std::size_t t) const { return count[t]; }
};
// Second pass: start[t] vertices precede those of tile t.
struct move_together {
  const std::uint32_t* found;
  const std::uint64_t* start;
  std::size_t tile;
  std::uint32_t* out;
  std::uint64_t capacity;
  template <class Team> AMORPH_BODY void operator()(Team team, std::size_t t) const {
    for (std::uint64_t i = start[t] + team.rank(); i < start[t + 1] && i < capacity; i += Team::size())
      out[i] = found[t * tile + (i - start[t])];
  }
};

// insertion::scatter_gather: one slot per edge; edges that are not inserted leave a hole.
inline constexpr std::uint32_t hole = ~std::uint32_t{0};
template <class F> struct visit_and_scatter {
  F f;
  std::uint32_t* slot;
  template <class Team>
  AMORPH_BODY void operator()(Team, bool active, std::uint32_t from, std::uint64_t edge, std::uint32_t to,
                              std::uint64_t place) const {
    if (active) slot[place] = f(from, edge, to) ? to : hole;
  }
};
struct no_hole {
  const std::uint32_t* slot;
  AMORPH_BODY bool operator()(std::size_t i) const { return slot[i] != hole; }
};
struct store_within_capacity {
  const std::uint32_t* slot;
  std::uint32_t* out;
  std::uint64_t capacity;
  AMORPH_BODY void operator()(std::size_t rank, std::size_t i) const {
    if (rank < capacity) out[rank] = slot[i];
  }
};

#ifdef AMORPH_SHARED
AMORPH_SHARED void compact(cuda_exec&, std::size_t, no_hole, store_within_capacity, std::uint64_t*);
#endif

// Each leaves the number of inserted vertices in the counter of `next`. The last two need the number of edges, one
// read-back on a device unless the frontier knows it, and 4 bytes of scratch per edge.
template <class Exec, class F>
void insert_by_counter(Exec& exec, const csr& graph, const frontier<Exec>& front, frontier<Exec>& next,
                       balance strategy, F f) {
  const append_target list{next.data(), next.begin_writing(), next.capacity()};
  visit_listed(exec, graph, front, strategy, visit_and_append<F>{f, list, next.queues().emptied(exec)});
  next.queues().flush(&list);
}
template <class Exec, class F>
void insert_by_prefix_sum(Exec& exec, const csr& graph, const frontier<Exec>& front, frontier<Exec>& next, F f) {
  constexpr std::size_t tile = edge_tile<Exec>;
  const std::uint64_t edges = front.edges(graph);
  std::uint64_t* count = next.begin_writing();
  if (edges == 0) return;
  const std::size_t n = tiles(edges, tile);
  typename Exec::template buffer<std::uint32_t> found(exec, n * tile), counts(exec, n);
  typename Exec::template buffer<std::uint64_t> start(exec, n + 1);
  exec.fill(counts.span(), 0);
  visit_edges_of(exec, graph, front, tile, visit_and_count<F>{f, found.data(), counts.data(), tile});
  offsets_of(exec, n, tile_count{counts.data()}, start.span());
  exec.for_each_team(n, move_together{found.data(), start.data(), tile, next.data(), next.capacity()});
  exec.copy(span<const std::uint64_t>(start.data() + n, 1), span<std::uint64_t>(count, 1));
}
template <class Exec, class F>
void insert_by_scatter_gather(Exec& exec, const csr& graph, const frontier<Exec>& front, frontier<Exec>& next, F f) {
  const std::uint64_t edges = front.edges(graph);
  std::uint64_t* count = next.begin_writing();
  if (edges == 0) return;
  typename Exec::template buffer<std::uint32_t> slot(exec, edges);
  visit_edges_of(exec, graph, front, edge_tile<Exec>, visit_and_scatter<F>{f, slot.data()});
  compact(exec, edges, no_hole{slot.data()}, store_within_capacity{slot.data(), next.data(), next.capacity()}, count);
}

template <class Exec, class F>
void visit_into(Exec& exec, const csr& graph, const frontier<Exec>& front, frontier<Exec>& next, balance strategy,
                insertion into, F f) {
  switch (into) {
    case insertion::prefix_sum: return insert_by_prefix_sum(exec, graph, front, next, f);
    case insertion::scatter_gather: return insert_by_scatter_gather(exec, graph, front, next, f);
    case insertion::local_queues:
#if AMORPH_DEVICE_COMPILER
      if constexpr (Exec::on_device) {
        using visit = visit_and_gather<F>;
        const append_target list{next.data(), next.begin_writing(), next.capacity()};
        return visit_edges_of(exec, graph, front, visit::tile, visit{f, list});
      }
#endif
      [[fallthrough]];  // on the CPU counter has local queues anyway
    case insertion::counter: return insert_by_counter(exec, graph, front, next, strategy, f);
  }
}

}  // namespace amorph::detail
