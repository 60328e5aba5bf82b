// Implementation of advance.hpp: the load-balance strategies. Each calls visit(team, active, from, edge, to, place)
// once for every edge; all members of a team call together, those without an edge with `active` false. `place` is the
// rank of the edge among all visited edges, which balance::edge alone knows. If a visit has members begin(team) and
// done(team), these are called at the start and the end of a tile.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "amorph/kernels/base/config.hpp"
#include "amorph/kernels/exec/team.hpp"
#include "amorph/kernels/graph/csr.hpp"
#include "amorph/kernels/operators/balance.hpp"
#include "amorph/kernels/operators/frontier.hpp"
#include "amorph/kernels/sync/atomic.hpp"

namespace amorph::detail {

// The number of vertices or edges of a tile, which a team processes at a time.
template <class Exec> inline constexpr std::size_t thread_tile = Exec::on_device ? 32 : 64;
inline constexpr std::size_t warp_tile_of_thread = 8;
template <class Exec> inline constexpr std::size_t warp_tile = Exec::on_device ? 32 : warp_tile_of_thread;
template <class Exec> inline constexpr std::size_t edge_tile = Exec::on_device ? 256 : 2048;

constexpr std::size_t tiles(std::size_t n, std::size_t tile) { return n / tile + (n % tile != 0); }

struct every_vertex {
  AMORPH_HD std::uint32_t operator()(std::size_t i) const { return static_cast<std::uint32_t>(i); }
};
struct listed_vertex {
  const std::uint32_t* list;
  AMORPH_HD std::uint32_t operator()(std::size_t i) const { return list[i]; }
};

template <class F> struct just_visit {
  F f;
  template <class Team>
  AMORPH_BODY void operator()(Team, bool active, std::uint32_t from, std::uint64_t edge, std::uint32_t to,
                              std::uint64_t) const {
    if (active) f(from, edge, to);
  }
};

template <class Team, class Visit> AMORPH_BODY void start_of_tile(Team team, const Visit& visit) {
  if constexpr (requires { visit.begin(team); }) visit.begin(team);
}
template <class Team, class Visit> AMORPH_BODY void end_of_tile(Team team, const Visit& visit) {
  if constexpr (requires { visit.done(team); }) visit.done(team);
}

// balance::thread: each member visits the row of its own vertex.
template <class Vertex, class Visit> struct visit_by_thread {
  csr graph;
  Vertex vertex;
  Visit visit;
  std::size_t n, tile;
  template <class Team> AMORPH_BODY void operator()(Team team, std::size_t t) const {
    const std::size_t last = n - t * tile < tile ? n : (t + 1) * tile;
    start_of_tile(team, visit);
    for (std::size_t base = t * tile; base < last; base += Team::size()) {
      const std::size_t i = base + team.rank();
      const std::uint32_t v = i < last ? vertex(i) : 0;
      std::uint64_t e = i < last ? graph.begin[v] : 0;
      const std::uint64_t end = i < last ? graph.begin[v + std::size_t{1}] : 0;
      for (; team.any(e < end); ++e) visit(team, e < end, v, e, e < end ? graph.to[e] : 0, 0);
    }
    end_of_tile(team, visit);
  }
};

// balance::warp: the rows of as many vertices as the team has members are treated as one sequence, whose edges the
// members take in turn ("warp segmentation": Khorasani, Gupta, Bhuyan, PACT 2015).
template <class Vertex, class Visit> struct visit_by_warp {
  csr graph;
  Vertex vertex;
  Visit visit;
  std::size_t n, tile;
  template <class Team> AMORPH_BODY void operator()(Team team, std::size_t t) const {
    const std::size_t last = n - t * tile < tile ? n : (t + 1) * tile;
    start_of_tile(team, visit);
    if constexpr (Team::size() == 1) {
      // All row offsets are loaded before any row is visited, so that a thread waits for memory once and not once per
      // row.
      std::uint32_t from[warp_tile_of_thread];
      std::uint64_t begin[warp_tile_of_thread], end[warp_tile_of_thread];
      for (std::size_t i = t * tile; i != last; ++i) {
        const std::size_t at = i - t * tile;
        from[at] = vertex(i);
        begin[at] = graph.begin[from[at]];
        end[at] = graph.begin[from[at] + std::size_t{1}];
        if (begin[at] != end[at]) __builtin_prefetch(&graph.to[begin[at]]);
      }
      for (std::size_t at = 0; at != last - t * tile; ++at)
        for (std::uint64_t e = begin[at]; e != end[at]; ++e) visit(team, true, from[at], e, graph.to[e], 0);
      end_of_tile(team, visit);
      return;
    }
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
        visit(team, place < total, from, e, place < total ? graph.to[e] : 0, 0);
      }
    }
    end_of_tile(team, visit);
  }
};

// balance::edge: place[i] edges precede those of item i, place[n] is the total; a team visits a tile of edges (merge
// path: Merrill, Garland, SC 2016).
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
    start_of_tile(team, visit);
    for (std::uint64_t base = first; base < last; base += Team::size()) {
      const std::uint64_t p = base + team.rank();
      const bool active = p < last;
      std::size_t i = low;
      if constexpr (Team::size() == 1) {
        while (place[low + 1] <= p) ++low;  // consecutive edges: advance, do not search
        i = low;
      } else if (active) {
        i = item_of(p, low, high);
      }
      const std::uint32_t from = vertex(i);
      const std::uint64_t e = graph.begin[from] + (p - place[i]);
      visit(team, active, from, e, active ? graph.to[e] : 0, p);
    }
    end_of_tile(team, visit);
  }
};
// The same with `teams` teams that process tiles in turn, so that the number of edges need not be known before the
// launch. Tiles are made small enough that every team has one, within limits.
template <class ByEdge> struct visit_in_turns {
  ByEdge by_edge;
  std::size_t teams, least_tile;
  template <class Team> AMORPH_BODY void operator()(Team team, std::size_t first) const {
    const std::uint64_t all = by_edge.place[by_edge.n];
    ByEdge body = by_edge;
    while (body.tile > least_tile && all < teams * body.tile) body.tile /= 2;
    for (std::size_t t = first; t * body.tile < all; t += teams) body(team, t);
  }
};

// balance::donate: work donation ("Atomic-free Irregular Computations on GPUs", Nasre, Burtscher, Pingali, GPGPU 2013,
// figure 1). Each member visits the row of its own vertex up to a bound; the rest goes to a donation box, in pieces
// that teams visit afterwards. How it differs: the paper donates when a thread has done its share; here the length of a
// row tells in advance how much exceeds it.
struct donation_box {
  struct piece {
    std::uint32_t from;
    std::uint64_t begin, end;
  };
  piece* pieces;
  std::uint32_t* count;
  std::uint64_t bound;
};
template <class Vertex, class Visit> struct visit_or_donate {
  csr graph;
  Vertex vertex;
  Visit visit;
  donation_box box;
  std::size_t n, tile, piece;
  template <class Team> AMORPH_BODY void operator()(Team team, std::size_t t) const {
    const std::size_t last = n - t * tile < tile ? n : (t + 1) * tile;
    start_of_tile(team, visit);
    for (std::size_t base = t * tile; base < last; base += Team::size()) {
      const std::size_t i = base + team.rank();
      const std::uint32_t v = i < last ? vertex(i) : 0;
      std::uint64_t e = i < last ? graph.begin[v] : 0, end = i < last ? graph.begin[v + std::size_t{1}] : 0;
      if (end - e > box.bound) {
        const std::uint64_t donated = e + box.bound;
        const auto pieces = static_cast<std::uint32_t>((end - donated + piece - 1) / piece);
        std::uint32_t at = atomic_add(box.count, pieces);
        for (std::uint64_t begin = donated; begin < end; begin += piece)
          box.pieces[at++] = {v, begin, end - begin < piece ? end : begin + piece};
        end = donated;
      }
      for (; team.any(e < end); ++e) visit(team, e < end, v, e, e < end ? graph.to[e] : 0, 0);
    }
    end_of_tile(team, visit);
  }
};
template <class Visit> struct empty_box {
  csr graph;
  Visit visit;
  const donation_box::piece* pieces;
  template <class Team> AMORPH_BODY void operator()(Team team, std::size_t i) const {
    const donation_box::piece p = pieces[i];
    start_of_tile(team, visit);
    for (std::uint64_t base = p.begin; base < p.end; base += Team::size()) {
      const std::uint64_t e = base + team.rank();
      visit(team, e < p.end, p.from, e, e < p.end ? graph.to[e] : 0, 0);
    }
    end_of_tile(team, visit);
  }
};

// `edges`: the total of the n rows. Scratch: 24 bytes per donated piece, of which every donating row has at least one.
template <class Exec, class Vertex, class Visit>
void visit_with_donation(Exec& exec, const csr& graph, Vertex vertex, std::size_t n, std::uint64_t edges, Visit visit) {
  constexpr std::size_t tile = thread_tile<Exec>, piece = edge_tile<Exec>, threshold = 32;
  if (n == 0) return;
  const std::uint64_t bound = edges / (std::uint64_t{exec.team_count()} * Exec::team::size()) + threshold;
  const std::uint64_t donors = std::min<std::uint64_t>(n, edges / (bound + 1));  // each has more than the bound
  typename Exec::template buffer<donation_box::piece> pieces(exec, edges / piece + donors);
  typename Exec::template buffer<std::uint32_t> count(exec, 1);
  exec.fill(count.span(), 0);
  const donation_box box{pieces.data(), count.data(), bound};
  exec.for_each_team(tiles(n, tile), visit_or_donate<Vertex, Visit>{graph, vertex, visit, box, n, tile, piece});
  exec.for_each_team_counted(count.data(), pieces.size(), empty_box<Visit>{graph, visit, pieces.data()});
}

// All rows of the graph, whose offsets serve as places.
template <class Exec, class Visit> void visit_all(Exec& exec, const csr& graph, balance strategy, Visit visit) {
  const std::size_t n = graph.vertices;
  switch (strategy) {
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
    case balance::donate: visit_with_donation(exec, graph, every_vertex{}, n, graph.edges(), visit); break;
  }
}

// balance::edge with the given tile size. Asynchronous on a device.
template <class Exec, class Visit>
void visit_edges_of(Exec& exec, const csr& graph, const frontier<Exec>& front, std::size_t tile, Visit visit) {
  const std::size_t n = front.size();
  if (n == 0) return;
  using by_edge = visit_by_edge<listed_vertex, Visit>;
  const by_edge body{graph, {front.vertices().data()}, visit, front.places(graph), n, tile};
  if constexpr (Exec::on_device) {
    const std::size_t teams = exec.team_count();
    exec.for_each_team(teams, visit_in_turns<by_edge>{body, teams, std::min(tile, edge_tile<Exec>)});
  } else {
    exec.for_each_team(tiles(front.edges(graph), tile), body);
  }
}

// The rows of the vertices of a frontier. `donate` on a device: one read-back, unless the number of edges is known.
template <class Exec, class Visit>
void visit_listed(Exec& exec, const csr& graph, const frontier<Exec>& front, balance strategy, Visit visit) {
  const std::size_t n = front.size();
  const listed_vertex vertex{front.vertices().data()};
  switch (strategy) {
    case balance::thread:
      exec.for_each_team(tiles(n, thread_tile<Exec>),
                         visit_by_thread<listed_vertex, Visit>{graph, vertex, visit, n, thread_tile<Exec>});
      break;
    case balance::warp:
      exec.for_each_team(tiles(n, warp_tile<Exec>),
                         visit_by_warp<listed_vertex, Visit>{graph, vertex, visit, n, warp_tile<Exec>});
      break;
    case balance::edge: visit_edges_of(exec, graph, front, edge_tile<Exec>, visit); break;
    case balance::donate: visit_with_donation(exec, graph, vertex, n, front.edges(graph), visit); break;
  }
}

}  // namespace amorph::detail
