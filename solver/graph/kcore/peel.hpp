// K-core decomposition by peeling, level by level, in one persistent kernel. At level k all vertices of degree k are
// removed, which lowers the degrees of their neighbours; those that reach degree k are removed at the same level. Then
// k + 1 follows.
//
// Sources: ParK (Dasari, Ranjan, Zubair, "ParK: An efficient algorithm for k-core decomposition on multicore
// processors", Big Data 2014); PKC (Kabir, Madduri, "Parallel k-core decomposition on multicore platforms", IPDPSW
// 2017). How this differs:
// - The remaining vertices are kept in a list that shrinks, so that all levels together scan a vertex once per level up
//   to its core number, O(n + m) in total. ParK scans all vertices at every level.
// - The adjacency list of a removed vertex is scanned by a team of threads.
// - A team that lowers a neighbour to the current level continues with it, up to a limit, which saves most barriers on
//   chains of vertices.
#pragma once

#include "amorph/kernels/base/bits.hpp"
#include "amorph/kernels/graph/csr.hpp"
#include "amorph/kernels/sync/append_list.hpp"
#include "amorph/kernels/sync/grid.hpp"

namespace amorph::kcore {

// The teams that scan adjacency lists: lists longer than `bound` are scanned by blocks, the others by smaller teams.
template <class Exec> struct row_teams {
  using short_row = typename Exec::team;
  using long_row = typename Exec::team;
  static constexpr std::uint64_t bound = ~std::uint64_t{0};
  static constexpr unsigned chain = 4096;  // maximum number of vertices that a team removes in sequence
};
#if AMORPH_DEVICE_COMPILER
template <> struct row_teams<cuda_exec> {
  using short_row = tile_team<8>;
  using long_row = whole_grid::block_team;
  static constexpr std::uint64_t bound = 1024;
  static constexpr unsigned chain = 64;
};
#endif

// Lists of removed vertices, one per turn, in one array: each vertex is appended once, after those of earlier turns.
template <class Exec> struct turn_lists {
  std::uint32_t* items;
  typename rotating_lists<Exec>::view_type lists;
  AMORPH_BODY auto at(std::uint64_t base, std::uint32_t turn) const { return lists.of_turn(turn, items + base); }
};

// Intended races: a degree may decrease while it is read. The atomic decrement decides: exactly one thread takes a
// vertex from level + 1 to level; a thread that finds it at the level already undoes its decrement. At the end of the
// level a removed vertex's degree is its core number.
template <class Exec> struct remove_neighbours {
  using list = typename append_list<Exec>::view_type;
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  csr graph;
  std::uint32_t* degree;
  std::uint32_t level;
  bool sequential;  // a single thread: no atomics
  list short_rows, long_rows;

  AMORPH_BODY bool falls_to_level(std::uint32_t v) const {
    const std::uint32_t seen = atomic_load(&degree[v]);
    if (seen <= level) return false;
    if (sequential) {
      atomic_store(&degree[v], seen - 1);
      return seen == level + 1;
    }
    const std::uint32_t before = atomic_add(&degree[v], ~std::uint32_t{0});
    if (before <= level) atomic_add(&degree[v], 1);
    return before == level + 1;
  }
  template <class Team> AMORPH_BODY void append(Team team, std::uint32_t v) const {
    (graph.degree(v) > row_teams<Exec>::bound ? long_rows : short_rows).append(team, v);
  }
  // Removes v, whose adjacency list is long.
  template <class Team> AMORPH_BODY void remove_long(Team team, std::uint32_t v) const {
    const std::uint64_t end = graph.begin[v + std::size_t{1}];
    for (std::uint64_t e = graph.begin[v] + team.rank(); e < end; e += Team::size())
      if (const std::uint32_t to = graph.to[e]; falls_to_level(to)) append(team, to);
  }
  // Removes v, then repeatedly one of the neighbours that this lowered to the level, up to `chain` vertices.
  template <class Team> AMORPH_BODY void remove_chain(Team team, std::uint32_t v) const {
    for (unsigned step = 1;; ++step) {
      const std::uint64_t end = graph.begin[v + std::size_t{1}];
      std::uint32_t next = none;
      for (std::uint64_t base = graph.begin[v]; base < end; base += Team::size()) {
        const std::uint64_t e = base + team.rank();
        const std::uint32_t to = e < end ? graph.to[e] : none;
        bool fell = e < end && falls_to_level(to);
        if (const std::uint32_t all = team.ballot(fell); all != 0 && next == none && step != row_teams<Exec>::chain) {
          const unsigned first = lowest_bit(all);
          next = team.broadcast(to, first);
          if (team.rank() == first) fell = false;
        }
        if (fell) append(team, to);
      }
      if (next == none) return;
      if (graph.degree(next) > row_teams<Exec>::bound) {
        if (team.rank() == 0) long_rows.append(team, next);
        return;
      }
      v = next;
    }
  }
};

template <class Exec> struct peel_levels {
  using list = typename append_list<Exec>::view_type;
  using teams = row_teams<Exec>;
  csr graph;
  std::uint32_t* degree;  // core numbers, afterwards
  bool sequential;
  turn_lists<Exec> short_rows, long_rows;
  std::uint32_t* remaining[2];
  typename rotating_lists<Exec>::view_type remaining_lists;

  AMORPH_BODY void operator()(grid_of<Exec> grid) const {
    std::uint64_t short_done = 0, long_done = 0;  // removed in earlier turns
    std::size_t n = graph.vertices;
    std::uint32_t turn = 0;
    for (std::uint32_t level = 0; n != 0; ++level) {
      const list still_remaining = remaining_lists.of_turn(level, remaining[level % 2]);
      start_level(grid, level, n, still_remaining, short_rows.at(short_done, turn), long_rows.at(long_done, turn));
      if (grid.first()) remaining_lists.clear(level + 2);
      n = still_remaining.size();
      for (;; ++turn) {
        const list short_list = short_rows.at(short_done, turn), long_list = long_rows.at(long_done, turn);
        const std::size_t shorts = short_list.size(), longs = long_list.size();
        if (grid.first()) {
          short_rows.lists.clear(turn + 2);
          long_rows.lists.clear(turn + 2);
        }
        if (shorts + longs == 0) break;
        short_done += shorts;
        long_done += longs;
        const remove_neighbours<Exec> remove{
            graph, degree, level, sequential, short_rows.at(short_done, turn + 1), long_rows.at(long_done, turn + 1)};
        grid.template for_each_team<typename teams::long_row>(
            longs, [=](auto team, std::size_t i) { remove.remove_long(team, long_list[i]); });
        grid.template for_each_team<typename teams::short_row>(
            shorts, [=](auto team, std::size_t i) { remove.remove_chain(team, short_list[i]); });
        remove.short_rows.collect(grid);
        remove.long_rows.collect(grid);
        grid.sync();
      }
      grid.report("vertices", graph.vertices - n, graph.vertices);
      ++turn;  // the next level appends to lists whose sizes are no longer read
    }
  }

 private:
  // Splits the remaining vertices: those of degree `level` are removed first, those of a higher degree remain.
  AMORPH_BODY void start_level(grid_of<Exec> grid, std::uint32_t level, std::size_t n, list still_remaining,
                               list short_list, list long_list) const {
    const std::uint32_t *last = level == 0 ? nullptr : remaining[(level + 1) % 2], *degrees = degree;
    const csr rows = graph;
    grid.for_each_single(n, [=](auto team, std::size_t i) {
      const std::uint32_t v = last != nullptr ? last[i] : static_cast<std::uint32_t>(i), d = degrees[v];
      if (d > level) still_remaining.append(team, v);
      if (d == level) (rows.degree(v) > teams::bound ? long_list : short_list).append(team, v);
    });
    still_remaining.collect(grid);
    short_list.collect(grid);
    long_list.collect(grid);
    grid.sync();
  }
};

struct store_degree {
  const std::uint64_t* begin;
  std::uint32_t* degree;
  AMORPH_BODY void operator()(std::size_t v) const { degree[v] = static_cast<std::uint32_t>(begin[v + 1] - begin[v]); }
};

}  // namespace amorph::kcore
