// A graph, as refinement sees it: gains of moves from the arcs of a vertex, and the changes by a move. A hypergraph
// provides the same functions from its nets (partitioner/hypergraph/refinement/hypergraph_model.hpp).
#pragma once

#include "partitioner/common/tally.hpp"
#include "partitioner/refinement/connection_table.hpp"
#include "partitioner/refinement/moves.hpp"
#include "partitioner/refinement/refine_view.hpp"

namespace amorph::partition {

// The bound of part_tally for the connectivity of v.
AMORPH_HD inline uint64_t adjacent_parts(const graph_view& graph, uint32_t v, uint32_t parts) {
  const uint64_t entries = graph.begin[v + 1] - graph.begin[v] + (graph.anchors.part != nullptr ? 1 : 0);
  return entries < parts ? entries : parts;
}

template <class Exec> struct edge_gains {
  graph_view graph;
  const uint32_t* part;
  uint32_t parts;
  tally_memory tallies;
  connection_table<Exec> table;

  AMORPH_HD bool is_fixed(uint32_t v) const { return graph.is_fixed(v); }
#if !AMORPH_DEVICE_COMPILER
  void prefetch(uint32_t v) const { __builtin_prefetch(&graph.words[graph.begin[v]]); }
#endif
  // The move to the part of maximum connectivity among those with counts(part); to: none if there is none.
  template <class Team, class Counts>
  AMORPH_BODY proposal best(Team team, uint32_t v, int32_t own, Counts counts) const {
    if constexpr (!Exec::on_device)
      if (table.kept()) return move_of(table.best_of(v, counts), v, own);
    const uint64_t begin = graph.begin[v], end = graph.begin[v + 1];
    part_tally<Team> sums(team, tallies, adjacent_parts(graph, v, parts), parts);
    uint64_t best = 0;
    do {
      for (uint64_t e = begin + team.rank(); e < end; e += team.size()) {
        const arc a = graph.at(e);
        if (const uint32_t p = part[a.to]; counts(p)) sums.add(p, a.weight);
      }
      if (team.rank() == 0 && graph.anchors.holds(v) && counts(graph.anchors.part[v]))
        sums.add(graph.anchors.part[v], graph.anchors.weight[v]);
      sums.for_each([&](uint32_t p, int32_t w) {
        const uint64_t rank = rank_part(w, p, v);
        best = rank > best ? rank : best;
      });
    } while (sums.next());
    return move_of(team.reduce_max(best), v, own);
  }
  AMORPH_HD static proposal move_of(uint64_t rank, uint32_t v, int32_t own) {
    return {rank == 0 ? none : ranked_part(rank, v), static_cast<int32_t>(rank >> 32) - own};
  }
  // The gain of v's move after the proposed moves of higher priority: the proposed gain, changed by the neighbours that
  // move before v, which are few in most steps.
  template <class Team>
  AMORPH_BODY int32_t after_moves(Team team, uint32_t v, uint32_t own_part, proposal own,
                                  const proposal* proposals) const {
    const graph_view rows = graph;  // a copy whose members stay in registers
    int32_t change = 0;
    for (uint64_t e = rows.begin[v] + team.rank(), end = rows.begin[v + 1]; e < end; e += team.size()) {
      const auto [u, weight] = rows.at(e);
      const proposal neighbour_move = proposals[u];
      if (!moves_before(neighbour_move, u, own, v)) continue;
      const uint32_t from = part[u], to = neighbour_move.to;
      change += weight * ((to == own.to) - (to == own_part) - (from == own.to) + (from == own_part));
    }
    return own.gain + team.reduce_add(change);
  }
  // The weight that holds an interior vertex in its part; negative: not counted. Its connectivity may never have been.
  AMORPH_BODY int32_t held(uint32_t v, const vertex_state&) const {
    if (!loosely_connected(graph, v)) return -1;
    int32_t sum = 0;
    for (uint64_t e = graph.begin[v]; e != graph.begin[v + 1]; ++e) sum += graph.edge(e);
    return sum;
  }
};

// Recounts the connectivity of v. Returns, from one member, the increase of the weight of edges out of v's part; an
// anchor counts twice, as an edge does at its two ends.
template <class Exec> struct recount_connectivity {
  using list = typename append_list<Exec>::view_type;
  graph_view graph;
  const uint32_t* part;
  vertex_state* state;
  uint32_t parts;
  tally_memory memory;
  connection_table<Exec> table;
  unsigned char* flags;
  list boundary;

#if !AMORPH_DEVICE_COMPILER
  // GCC drops calls of functions without any other effect.
  [[gnu::always_inline]] void prefetch(uint32_t v) const {
    if (table.kept())
      __builtin_prefetch(table.row(v));
    else
      __builtin_prefetch(&graph.words[graph.begin[v]]);
    __builtin_prefetch(&state[v]);
  }
#endif
  template <class Team> AMORPH_BODY int64_t operator()(Team team, uint32_t v) const {
    const uint32_t own_part = part[v];
    if constexpr (!Exec::on_device)
      if (table.kept()) return update(team, v, own_part, table.of(v, own_part));
    return update(team, v, own_part, sum_list(team, v, own_part));
  }
  template <class Team> AMORPH_BODY connectivity sum_list(Team team, uint32_t v, uint32_t own_part) const {
    const uint64_t begin = graph.begin[v], end = graph.begin[v + 1];
    part_tally<Team> sums(team, memory, adjacent_parts(graph, v, parts), parts);
    int32_t own = 0, other = 0;
    uint64_t best = 0;
    const bool anchored = graph.anchors.holds(v);
    bool first = true;
    const graph_view rows = graph;  // a copy whose members stay in registers
    do {
      if constexpr (part_tally<Team>::of_all_parts) {
        for (uint64_t e = begin; e != end; ++e) {
          const arc a = rows.at(e);
          sums.add_edge(part[a.to], a.weight);
          other += a.weight;
        }
        own = sums.take(own_part);
        other -= own;
      } else {
        for (uint64_t e = begin + team.rank(); e < end; e += team.size()) {
          const arc a = rows.at(e);
          const uint32_t p = part[a.to];
          if (p != own_part) sums.add(p, a.weight);
          if (first) (p == own_part ? own : other) += a.weight;
        }
      }
      if (anchored && team.rank() == 0) {
        const uint32_t p = graph.anchors.part[v];
        if (p != own_part) sums.add(p, graph.anchors.weight[v]);
        if (first) (p == own_part ? own : other) += graph.anchors.weight[v];
      }
      first = false;
      sums.for_each([&](uint32_t p, int32_t w) {
        const uint64_t rank = rank_part(w, p, v);
        best = rank > best ? rank : best;
      });
    } while (sums.next());
    return {team.reduce_add(own), team.reduce_add(other), team.reduce_max(best)};
  }
  template <class Team>
  AMORPH_BODY int64_t update(Team team, uint32_t v, uint32_t own_part, const connectivity& now) const {
    if (team.rank() != 0) return 0;
    const vertex_state was = state[v];
    state[v] = {now.own, now.other == 0 ? -now.own : static_cast<int32_t>(now.best >> 32) - now.own,
                now.other == 0 ? none : ranked_part(now.best, v), was.moved};
    if ((flags[v] & in_boundary_list) == 0 && (now.other != 0 || loosely_connected(graph, v))) {
      flags[v] |= in_boundary_list;
      boundary.append(team, v);
    }
    const int32_t outside = was.best == none ? 0 : now.own + now.other - was.own;  // before
    return static_cast<int64_t>(now.other) - outside + (graph.anchors.holds(v) ? change_off_anchor(v, own_part) : 0);
  }
  AMORPH_BODY int64_t change_off_anchor(uint32_t v, uint32_t own_part) const {
    const bool off = graph.anchors.part[v] != own_part;
    if (((flags[v] & is_off_anchor) != 0) == off) return 0;
    flags[v] ^= is_off_anchor;
    return off ? graph.anchors.weight[v] : -graph.anchors.weight[v];
  }
};

// Moves a vertex, and lists its neighbours as changed.
template <class Exec, class Balance> struct edge_mover : mover<Exec, Balance> {
  connection_table<Exec> table;
  template <class Team> AMORPH_BODY void move(Team team, uint32_t v, uint32_t from, uint32_t to) const {
    if (team.rank() == 0) this->change_part(v, from, to);
    if constexpr (!Exec::on_device)
      if (table.kept()) {
        this->displace(team, v);
        const graph_view rows = this->graph;  // a copy whose members stay in registers
        for (uint64_t e = rows.begin[v], end = rows.begin[v + 1]; e != end; ++e) {
          const arc a = rows.at(e);
          table.change(a.to, from, to, a.weight);
          this->mark_changed(team, a.to);
        }
        return;
      }
    list_neighbourhood(team, v);
  }
  template <class Team> AMORPH_BODY void list_neighbourhood(Team team, uint32_t v) const {
    if (team.rank() == 0) this->displace(team, v);
    const graph_view rows = this->graph;  // as above
    for (uint64_t e = rows.begin[v] + team.rank(), end = rows.begin[v + 1]; e < end; e += team.size())
      this->mark_changed(team, rows.neighbour(e));
  }
};

// The state of refinement, with the functions that the loop (refiner.hpp) and its steps need of a graph.
template <class Exec, class Balance> struct graph_model : refine_view<Exec, Balance> {
  using base = refine_view<Exec, Balance>;
  static constexpr bool smooths = true;      // the finest level ends with moves without gain
  static constexpr bool starts_over = true;  // from the best partition, if the first step overloads parts

  AMORPH_BODY edge_gains<Exec> gains() const {
    return {base::graph, base::projection.part, base::rule.parts, base::tallies, base::table};
  }
  AMORPH_BODY edge_mover<Exec, Balance> moves(uint32_t step) const { return {base::moves(step), base::table}; }

  template <class Team, class Grid> AMORPH_BODY void begin([[maybe_unused]] Grid grid) const {
    if constexpr (!Exec::on_device) {
      if (!base::table.kept()) return;
      grid.sync();
      grid.for_each(base::graph.vertices, [this](size_t v) {
        base::table.count(base::graph, base::projection.part, static_cast<uint32_t>(v));
      });
    }
  }
  // Only nets have counts of their own.
  template <class Team, class Grid> AMORPH_BODY void recount_moves(Grid, uint32_t) const {}
  template <class Team, class Grid> AMORPH_BODY void recount_gains(Grid grid) const {
    const project<Exec>& p = base::projection;
    base::changed.template add_up<Team>(
        grid, &base::sum->cut,
        recount_connectivity<Exec>{base::graph, p.part, p.state, base::rule.parts, base::tallies, base::table, p.flags,
                                   base::boundary});
  }
  AMORPH_BODY void clear_lists() const {}
};

}  // namespace amorph::partition
