// A hypergraph, as refinement sees it: what graph_model.hpp (partitioner/refinement) is for a graph. After moves the
// nets of the moved vertices are recounted first, then the gains of the pins of those that changed.
#pragma once

#include "partitioner/hypergraph/refinement/gains.hpp"
#include "partitioner/refinement/loop_step.hpp"

namespace amorph::hypergraph {

// Moves a vertex, and lists its nets.
template <class Exec> struct net_mover : partition::mover<Exec, part_balance> {
  hypergraph_view g;
  net_parts nets;
  uint32_t* net_stamp;  // per net: the last step that listed it
  row_lists<Exec> touched;
  template <class Team> AMORPH_BODY void move(Team team, uint32_t v, uint32_t from, uint32_t to) const {
    const uint32_t step = this->step;
    if (team.rank() == 0) {
      this->change_part(v, from, to);
      this->displace(team, v);
    }
    for (uint64_t j = this->graph.begin[v] + team.rank(), end = this->graph.begin[v + 1]; j < end; j += team.size()) {
      const uint32_t e = g.net[j];
      if (nets.has_counters(e)) {
        atomic_add(nets.counter(e, from), ~uint64_t{0});
        atomic_add(nets.counter(e, to), uint64_t{1});
      }
      if (atomic_load(&net_stamp[e]) != step && atomic_exchange(&net_stamp[e], step) != step) touched.append(team, e);
    }
  }
};
// Lists the pins of a net whose gains may have changed.
template <class Exec> struct list_pins {
  hypergraph_view g;
  partition::mover<Exec, part_balance> moves;
  template <class Team> AMORPH_BODY void operator()(Team team, uint32_t e) const {
    for (uint64_t i = g.net_begin[e] + team.rank(), end = g.net_begin[e + size_t{1}]; i < end; i += team.size())
      moves.mark_changed(team, g.pin[i]);
  }
};

// `graph` has the nets of a vertex as its row, for what reads weights and degrees only.
template <class Exec> struct hypergraph_model : partition::refine_view<Exec> {
  using base = partition::refine_view<Exec>;
  static constexpr bool smooths = false, starts_over = false;

  hypergraph_view g;
  net_parts nets;
  objective_weights objective;
  uint32_t* net_stamp;
  row_lists<Exec> touched, changed_nets;

  AMORPH_BODY net_gains gains() const {
    return {base::graph, g, nets, objective, base::projection.part, base::tallies};
  }
  AMORPH_BODY net_mover<Exec> moves(uint32_t step) const { return {base::moves(step), g, nets, net_stamp, touched}; }

  template <class Team, class Grid> AMORPH_BODY void begin(Grid grid) const {
    grid.for_each(g.nets, clear_nets{nets, net_stamp});
    grid.sync();
    base::changed.template for_each<Team>(grid, count_in_nets{g, nets, base::projection.part});
    grid.sync();
    grid.template add_up<thread_team>(g.nets, &base::sum->cut, each_net<recount_net<Exec>>{recounting(false)});
  }
  template <class Team, class Grid> AMORPH_STEP void recount_moves(Grid grid, uint32_t step) const {
    touched.collect(grid);
    grid.sync();
    touched.template add_up<thread_team>(grid, &base::sum->cut, recounting(true));
    changed_nets.collect(grid);
    grid.sync();
    changed_nets.template for_each<Team>(grid, list_pins<Exec>{g, base::moves(step)});
  }
  template <class Team, class Grid> AMORPH_BODY void recount_gains(Grid grid) const {
    base::changed.template for_each<Team>(
        grid, recount_gain<Exec>{gains(), base::projection.state, base::projection.flags, base::boundary});
  }
  AMORPH_BODY void clear_lists() const {
    touched.clear();
    changed_nets.clear();
  }

 private:
  AMORPH_BODY recount_net<Exec> recounting(bool lists) const {
    return {g, nets, objective, base::projection.part, lists, changed_nets};
  }
};

}  // namespace amorph::hypergraph
