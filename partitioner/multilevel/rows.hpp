// A loop over rows of a graph: body(team, v) for each vertex v of a list, or for all.
#pragma once

#include "amorph/kernels/sync/append_list.hpp"
#include "partitioner/multilevel/level.hpp"

namespace amorph::partition {

// Vertices whose rows a grid's later step goes through. On the device, where one row of a thousand entries would keep all
// others waiting, such rows have a list of their own, and a block each.
template <class Exec> struct row_lists {
  static constexpr uint64_t much = 512;  // entries
  using list = typename append_list<Exec>::view_type;
  const uint64_t* begin;  // the graph's
  list rows, longs;

  template <class Team> AMORPH_BODY void append(Team team, uint32_t v) const {
    if (Exec::on_device && begin[v + 1] - begin[v] > much)
      longs.append(team, v);
    else
      rows.append(team, v);
  }
  template <class Grid> AMORPH_BODY void collect(Grid grid) const { rows.collect(grid); }
  AMORPH_BODY void clear() const {
    rows.clear();
    if (Exec::on_device) longs.clear();
  }
  AMORPH_BODY bool empty() const { return rows.size() == 0 && (!Exec::on_device || longs.size() == 0); }

  // body(team, v)
  template <class Team, class Grid, class Body> AMORPH_BODY void for_each(Grid grid, Body body) const {
    if constexpr (Exec::on_device)
      grid.template for_each_team<typename Grid::block_team>(longs.size(), at<Body>{longs, body});
    grid.template for_each_team<Team>(rows.size(), at<Body>{rows, body});
  }
  template <class Team, class Grid, class Body> AMORPH_BODY void add_up(Grid grid, int64_t* to, Body body) const {
    if constexpr (Exec::on_device)
      grid.template add_up<typename Grid::block_team>(longs.size(), to, at<Body>{longs, body});
    grid.template add_up<Team>(rows.size(), to, at<Body>{rows, body});
  }
  // body(single, v): where no row is gone through.
  template <class Grid, class Body> AMORPH_BODY void for_each_vertex(Grid grid, Body body) const {
    if constexpr (Exec::on_device) grid.for_each_single(longs.size(), at<Body>{longs, body});
    grid.for_each_single(rows.size(), at<Body>{rows, body});
  }

 private:
  template <class Body> struct at {
    list items;
    Body body;
    template <class Team> AMORPH_BODY auto operator()(Team team, size_t i) const { return body(team, items[i]); }
  };
};

template <class Exec> class row_lists_memory {
 public:
  row_lists_memory(Exec& exec, const graph_view& graph, uint64_t arcs)
      : begin_(graph.begin),
        rows_(exec, graph.vertices),
        longs_(exec, Exec::on_device ? arcs / row_lists<Exec>::much + 1 : 0) {}
  [[nodiscard]] row_lists<Exec> view() const { return {begin_, rows_.view(), longs_.view()}; }

 private:
  const uint64_t* begin_;
  append_list<Exec> rows_, longs_;
};

template <class Body> struct row_body {
  const uint32_t* list;  // or null: all
  Body body;
  template <class Team> AMORPH_BODY void operator()(Team team, size_t i) const {
    body(team, list != nullptr ? list[i] : static_cast<uint32_t>(i));
  }
};

template <class Exec, class Body> void for_each_row(Exec& exec, const uint32_t* list, size_t count, Body body) {
  exec.for_each_team(count, row_body<Body>{list, body});
}

}  // namespace amorph::partition
