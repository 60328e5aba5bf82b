// Loops over adjacency lists: body(team, v) for each vertex v of a list, or for all vertices.
#pragma once

#include "amorph/kernels/sync/append_list.hpp"
#include "partitioner/common/level.hpp"

namespace amorph::partition {

// Vertices whose adjacency lists a later step processes. On the device a list of a thousand entries would delay all
// others, so long ones are kept apart and get a block each.
template <class Exec> struct row_lists {
  static constexpr uint64_t long_row = 512;  // entries
  using list = typename append_list<Exec>::view_type;
  const uint64_t* begin;  // the graph's
  list rows, long_rows;

  template <class Team> AMORPH_BODY void append(Team team, uint32_t v) const {
    if (Exec::on_device && begin[v + 1] - begin[v] > long_row)
      long_rows.append(team, v);
    else
      rows.append(team, v);
  }
  // Appends f(i) for i in 0 .. n-1 where it is a vertex, not `none`.
  template <class Grid, class F> AMORPH_BODY void fill([[maybe_unused]] Grid grid, size_t n, F f) const {
#if defined(__CUDA_ARCH__)
    for (size_t first = grid.block() * size_t{blockDim.x}; first < n; first += grid.threads()) {
      const size_t i = first + threadIdx.x;
      const uint32_t v = i < n ? f(i) : none;
      const bool is_long = v != none && begin[v + 1] - begin[v] > long_row;
      if (is_long) long_rows.append(thread_team(0), v);
      rows.append_block(v != none && !is_long, v);
    }
#else
    grid.for_each_single(n, [this, f](auto team, size_t i) {
      if (const uint32_t v = f(i); v != none) this->append(team, v);
    });
#endif
  }
  template <class Grid> AMORPH_BODY void collect(Grid grid) const { rows.collect(grid); }
  AMORPH_BODY void clear() const {
    rows.clear();
    if (Exec::on_device) long_rows.clear();
  }
  AMORPH_BODY size_t size() const { return rows.size() + (Exec::on_device ? long_rows.size() : 0); }

  // body(team, v)
  template <class Team, class Grid, class Body> AMORPH_BODY void for_each(Grid grid, Body body) const {
    if constexpr (Exec::on_device)
      grid.template for_each_team<typename Grid::block_team>(long_rows.size(), at<Body>{long_rows, body});
    if (few()) {
      if constexpr (!Exec::on_device)
        for (size_t i = 0; i != rows.size(); ++i) at<Body>{rows, body}(Team(0), i);
      return;
    }
    grid.template for_each_team<Team>(rows.size(), at<Body>{rows, body});
  }
  template <class Team, class Grid, class Body> AMORPH_BODY void add_up(Grid grid, int64_t* to, Body body) const {
    if constexpr (Exec::on_device)
      grid.template add_up<typename Grid::block_team>(long_rows.size(), to, at<Body>{long_rows, body});
    if (few()) {
      if constexpr (!Exec::on_device)
        for (size_t i = 0; i != rows.size(); ++i) *to += at<Body>{rows, body}(Team(0), i);
      return;
    }
    grid.template add_up<Team>(rows.size(), to, at<Body>{rows, body});
  }
  // body(single, v): for bodies that do not scan the adjacency list.
  template <class Grid, class Body> AMORPH_BODY void for_each_vertex(Grid grid, Body body) const {
    if constexpr (Exec::on_device) grid.for_each_single(long_rows.size(), at<Body>{long_rows, body});
    grid.for_each_single(rows.size(), at<Body>{rows, body});
  }

 private:
  // On the CPU it takes longer to wake a thread than to process as few.
  [[nodiscard]] AMORPH_BODY bool few() const { return !Exec::on_device && rows.size() < 192; }
  static constexpr size_t ahead = 8;  // rows of the prefetched one; their order is random
  template <class Body> struct at {
    list items;
    Body body;
    template <class Team> AMORPH_BODY auto operator()(Team team, size_t i) const {
      if constexpr (!Exec::on_device && requires { body.prefetch(0); })
        if (i + ahead < items.size()) body.prefetch(items[i + ahead]);
      return body(team, items[i]);
    }
  };
};

template <class Exec> class row_lists_memory {
 public:
  row_lists_memory(Exec& exec, const graph_view& graph, uint64_t arcs, bool empty = false)
      : begin_(graph.begin),
        rows_(exec, empty ? 0 : graph.vertices),
        long_rows_(exec, Exec::on_device ? arcs / row_lists<Exec>::long_row + 1 : 0) {}
  [[nodiscard]] row_lists<Exec> view() const { return {begin_, rows_.view(), long_rows_.view()}; }

 private:
  const uint64_t* begin_;
  append_list<Exec> rows_, long_rows_;
};

template <class Body> struct row_body {
  const uint32_t* list;  // or null: all
  Body body;
  template <class Team> AMORPH_BODY void operator()(Team team, size_t i) const {
    body(team, list != nullptr ? list[i] : static_cast<uint32_t>(i));
  }
};

#if !AMORPH_DEVICE_COMPILER
// A function of its own, because callers need more registers than there are.
template <class Body>
__attribute__((noinline)) void for_each_row_in(Body body, size_t first, size_t last, thread_team team) {
  for (size_t i = first; i != last; ++i) body(team, i);
}
#endif
// Whether teams of 8 lanes suit rows of so many entries better than warps.
inline bool are_short(uint64_t entries, size_t rows) { return entries <= 12 * rows; }

// For each vertex of a list, or all: rows that are_short(), or not.
template <class Exec, class Body>
void for_each_row(Exec& exec, const uint32_t* list, size_t count, [[maybe_unused]] bool short_rows, Body body) {
#if AMORPH_DEVICE_COMPILER
  if (short_rows)
    exec.template for_each_team<tile_team<8>>(count, row_body<Body>{list, body});
  else
    exec.for_each_team(count, row_body<Body>{list, body});
#else
  exec.ranges(count, 64, [rows = row_body<Body>{list, body}](size_t first, size_t last, unsigned thread) {
    for_each_row_in(rows, first, last, thread_team(thread));
  });
#endif
}

}  // namespace amorph::partition
