// Visiting edges, with the sharing out of work as an argument.
//
//   for_each_edge(exec, graph, balance::edge, AMORPH_LAMBDA(std::uint32_t from, std::uint64_t edge, std::uint32_t to) {..});
//   advance(exec, graph, front, next, balance::warp,
//           AMORPH_LAMBDA(std::uint32_t, std::uint64_t, std::uint32_t to) { return claim(level, to, depth); });
//
// Every edge of every vertex of the frontier (or of the graph) is visited exactly once, in no order and concurrently; a
// vertex that stands in the frontier twice is visited twice. O(vertices + edges visited) work; `edge` over a frontier
// adds a scan of its vertices' degrees, with 8 bytes of scratch each.
#pragma once

#include <cstddef>
#include <cstdint>

#include "amorph/atomic.hpp"
#include "amorph/config.hpp"
#include "amorph/graph/csr.hpp"
#include "amorph/operators/balance.hpp"
#include "amorph/operators/frontier.hpp"
#include "amorph/primitives/scan.hpp"
#include "amorph/primitives/select.hpp"
#include "amorph/team.hpp"

namespace amorph {

namespace detail {

// How many vertices or edges a team takes at a time.
template <class Exec> inline constexpr std::size_t thread_tile = Exec::on_device ? 32 : 64;
template <class Exec> inline constexpr std::size_t warp_tile = Exec::on_device ? 32 : 8;
template <class Exec> inline constexpr std::size_t edge_tile = Exec::on_device ? 256 : 2048;

struct every_vertex {
  AMORPH_HD std::uint32_t operator()(std::size_t i) const { return static_cast<std::uint32_t>(i); }
};
struct listed_vertex {
  const std::uint32_t* list;
  AMORPH_HD std::uint32_t operator()(std::size_t i) const { return list[i]; }
};

// What a visit does. All members of a team call it together, those without an edge with `active` false.
template <class F> struct just_visit {
  F f;
  template <class Team>
  AMORPH_BODY void operator()(Team, bool active, std::uint32_t from, std::uint64_t edge, std::uint32_t to) const {
    if (active) f(from, edge, to);
  }
};

// Appends `to` where f says so: one addition to the counter for all of a warp's, and on the CPU one for a thread's
// next `queue_size`, which wait in a queue of its own.
inline constexpr std::uint32_t queue_size = 1023;
struct visit_queue {
  std::uint32_t size;
  std::uint32_t vertices[queue_size];
};
template <class F> struct visit_and_append {
  F f;
  std::uint32_t *out, *count;
  std::uint32_t capacity;
  visit_queue* queues;  // CPU: one a team

  template <class Team>
  AMORPH_BODY void operator()(Team team, bool active, std::uint32_t from, std::uint64_t edge, std::uint32_t to) const {
    const bool wanted = active && f(from, edge, to);
    if constexpr (Team::size() == 1) {
      if (!wanted) return;
      visit_queue& q = queues[team.index()];
      if (q.size == queue_size) flush(q);
      q.vertices[q.size++] = to;
    } else {
#if defined(__CUDA_ARCH__)
      const std::uint32_t members = team.ballot(wanted);
      if (members == 0) return;
      std::uint32_t base = 0;
      if (team.rank() == 0) base = atomic_add(count, static_cast<std::uint32_t>(__popc(members)));
      base = team.broadcast(base) + static_cast<std::uint32_t>(__popc(members & ((1u << team.rank()) - 1)));
      if (wanted && base < capacity) out[base] = to;
#endif
    }
  }
  AMORPH_HD void flush(visit_queue& q) const {
    const std::uint32_t base = atomic_add(count, q.size);
    for (std::uint32_t i = 0; i != q.size && base + i < capacity; ++i) out[base + i] = q.vertices[i];
    q.size = 0;
  }
};

// balance::thread: each member walks the row of a vertex of its own.
template <class Vertex, class Visit> struct visit_by_thread {
  csr graph;
  Vertex vertex;
  Visit visit;
  std::size_t n, tile;
  template <class Team> AMORPH_BODY void operator()(Team team, std::size_t t) const {
    const std::size_t last = n - t * tile < tile ? n : (t + 1) * tile;
    for (std::size_t base = t * tile; base < last; base += Team::size()) {
      const std::size_t i = base + team.rank();
      const std::uint32_t v = i < last ? vertex(i) : 0;
      std::uint64_t e = i < last ? graph.begin[v] : 0;
      const std::uint64_t end = i < last ? graph.begin[v + std::size_t{1}] : 0;
      for (; team.any(e < end); ++e) visit(team, e < end, v, e, e < end ? graph.to[e] : 0);
    }
  }
};

// balance::warp: the rows of as many vertices as the team has members, laid end to end; members take places in turn.
template <class Vertex, class Visit> struct visit_by_warp {
  csr graph;
  Vertex vertex;
  Visit visit;
  std::size_t n, tile;
  template <class Team> AMORPH_BODY void operator()(Team team, std::size_t t) const {
    const std::size_t last = n - t * tile < tile ? n : (t + 1) * tile;
    for (std::size_t base = t * tile; base < last; base += Team::size()) {
      const std::size_t i = base + team.rank();
      const std::uint32_t v = i < last ? vertex(i) : 0;
      const std::uint64_t begin = i < last ? graph.begin[v] : 0;
      const std::uint64_t degree = i < last ? graph.begin[v + std::size_t{1}] - begin : 0;
      std::uint64_t total = 0;
      const std::uint64_t start = team.exclusive_scan(degree, total);
      for (std::uint64_t first = 0; first < total; first += Team::size()) {
        const std::uint64_t place = first + team.rank();
        unsigned owner = 0;  // the last member whose row starts at or before this place
        for (unsigned step = Team::size() / 2; step != 0; step /= 2)
          if (team.broadcast(start, owner + step) <= place) owner += step;
        const std::uint32_t from = team.broadcast(v, owner);
        const std::uint64_t e = team.broadcast(begin, owner) + (place - team.broadcast(start, owner));
        visit(team, place < total, from, e, place < total ? graph.to[e] : 0);
      }
    }
  }
};

// balance::edge: `place[i]` edges stand before those of item i, place[n] is all; a team takes a tile of them.
template <class Vertex, class Visit> struct visit_by_edge {
  csr graph;
  Vertex vertex;
  Visit visit;
  const std::uint64_t* place;
  std::size_t n, tile;

  // The item in [low, high) whose edges contain p.
  AMORPH_BODY std::size_t item_of(std::uint64_t p, std::size_t low, std::size_t high) const {
    while (high - low > 1) {
      const std::size_t middle = low + (high - low) / 2;
      (place[middle] <= p ? low : high) = middle;
    }
    return low;
  }
  template <class Team> AMORPH_BODY void operator()(Team team, std::size_t t) const {
    const std::uint64_t all = place[n], first = t * tile, last = all - first < tile ? all : first + tile;
    std::size_t low = item_of(first, 0, n);
    const std::size_t high = Team::size() == 1 ? n : item_of(last - 1, low, n) + 1;
    for (std::uint64_t base = first; base < last; base += Team::size()) {
      const std::uint64_t p = base + team.rank();
      const bool active = p < last;
      std::size_t i = low;
      if constexpr (Team::size() == 1) {
        while (place[low + 1] <= p) ++low;  // one after the other: rows are walked, not searched
        i = low;
      } else if (active) {
        i = item_of(p, low, high);
      }
      const std::uint32_t from = vertex(i);
      const std::uint64_t e = graph.begin[from] + (p - place[i]);
      visit(team, active, from, e, active ? graph.to[e] : 0);
    }
  }
};

template <class Vertex> struct degree_of {
  csr graph;
  Vertex vertex;
  std::uint64_t* degree;
  AMORPH_BODY void operator()(std::size_t i) const { degree[i] = graph.degree(vertex(i)); }
};

constexpr std::size_t tiles(std::size_t n, std::size_t tile) { return n / tile + (n % tile != 0); }

// All of the graph: its own offsets are the places.
template <class Exec, class Visit> void visit_all(Exec& exec, const csr& graph, balance how, Visit visit) {
  const std::size_t n = graph.vertices;
  switch (how) {
    case balance::thread:
      exec.for_each_team(tiles(n, thread_tile<Exec>),
                         visit_by_thread<every_vertex, Visit>{graph, {}, visit, n, thread_tile<Exec>});
      break;
    case balance::warp:
      exec.for_each_team(tiles(n, warp_tile<Exec>),
                         visit_by_warp<every_vertex, Visit>{graph, {}, visit, n, warp_tile<Exec>});
      break;
    case balance::edge:
      exec.for_each_team(tiles(graph.edges(), edge_tile<Exec>),
                         visit_by_edge<every_vertex, Visit>{graph, {}, visit, graph.begin.data(), n, edge_tile<Exec>});
      break;
  }
}

template <class Exec, class Visit>
void visit_listed(Exec& exec, const csr& graph, span<const std::uint32_t> list, balance how, Visit visit) {
  const std::size_t n = list.size();
  const listed_vertex vertex{list.data()};
  switch (how) {
    case balance::thread:
      exec.for_each_team(tiles(n, thread_tile<Exec>),
                         visit_by_thread<listed_vertex, Visit>{graph, vertex, visit, n, thread_tile<Exec>});
      break;
    case balance::warp:
      exec.for_each_team(tiles(n, warp_tile<Exec>),
                         visit_by_warp<listed_vertex, Visit>{graph, vertex, visit, n, warp_tile<Exec>});
      break;
    case balance::edge: {
      if (n == 0) break;
      typename Exec::template buffer<std::uint64_t> degree(exec, n), place(exec, n + 1);
      exec.for_each(n, degree_of<listed_vertex>{graph, vertex, degree.data()});
      offsets(exec, degree.span(), place.span());
      const std::uint64_t all = exec.read(place.data() + n);
      exec.for_each_team(tiles(all, edge_tile<Exec>),
                         visit_by_edge<listed_vertex, Visit>{graph, vertex, visit, place.data(), n, edge_tile<Exec>});
      break;
    }
  }
}

template <class Exec, class F>
void visit_into(Exec& exec, const csr& graph, const frontier<Exec>& front, frontier<Exec>& next, balance how, F f) {
  const std::size_t teams = Exec::on_device ? 0 : exec.team_count();
  typename Exec::template buffer<visit_queue> queues(exec, teams);
  if constexpr (!Exec::on_device)
    for (std::size_t t = 0; t != teams; ++t) queues.data()[t].size = 0;
  const visit_and_append<F> visit{f, next.data(), next.begin_writing(), next.capacity(), queues.data()};
  visit_listed(exec, graph, front.vertices(), how, visit);
  if constexpr (!Exec::on_device)
    for (std::size_t t = 0; t != teams; ++t) visit.flush(queues.data()[t]);
}

}  // namespace detail

// f(from, edge, to) for each edge of the graph. Waits for nothing.
template <class Exec, class F> void for_each_edge(Exec& exec, const csr& graph, balance how, F f) {
  detail::visit_all(exec, graph, how, detail::just_visit<F>{f});
}

// The same for the edges of the frontier's vertices. `edge` on the device: a round trip.
template <class Exec, class F>
void for_each_edge(Exec& exec, const csr& graph, const frontier<Exec>& front, balance how, F f) {
  detail::visit_listed(exec, graph, front.vertices(), how, detail::just_visit<F>{f});
}

// The same, and `next` holds the `to` of each edge for which f was true. f says so at most as often as `next` has room
// (a vertex claimed once has one place), or error(internal) is thrown. Which vertices `next` holds is up to f; their
// order is up to chance, until it is sorted. `next` is another frontier. A round trip on the device.
template <class Exec, class F>
void advance(Exec& exec, const csr& graph, const frontier<Exec>& front, frontier<Exec>& next, balance how, F f) {
  detail::visit_into(exec, graph, front, next, how, f);
  next.end_writing();
}

// As advance(), but false, with `next` empty, when f was true more often than `next` has room: for an f that may be true
// more than once for a vertex.
template <class Exec, class F>
[[nodiscard]] bool try_advance(Exec& exec, const csr& graph, const frontier<Exec>& front, frontier<Exec>& next,
                               balance how, F f) {
  detail::visit_into(exec, graph, front, next, how, f);
  return next.end_writing_within_room();
}

// `next` holds the vertices v of `front` with keep(v), in their order. A round trip on the device.
template <class Exec, class Keep>
void filter(Exec& exec, const frontier<Exec>& front, frontier<Exec>& next, Keep keep) {
  if (next.capacity() < front.size()) throw error(status::internal, "filter: the next frontier has too little room");
  std::uint32_t* count = next.begin_writing();
  select(exec, front.vertices(), keep, span<std::uint32_t>(next.data(), next.capacity()), count);
  next.end_writing();
}

}  // namespace amorph
