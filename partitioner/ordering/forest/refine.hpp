// Refinement of all separators of a forest at once: one depth after the other, from the roots.
//
// A pass of a separator fills one side, as METIS's: in each turn members move there together, and their neighbours on
// the other side become members. Members that move to the same side do not exclude each other, so that no turn needs
// locks, and a turn gains at least what its moves gain one by one (LaSalle and Karypis, "Efficient nested dissection
// for multicore architectures", 2015, who refine one separator at a time). Where no move is without loss, losses are
// tolerated, and a neighbour is charged to one of the members that pull it, as in the "afterburner" of Jet (Gilbert et
// al. 2023). The best separator of a pass is kept, then the next pass fills the other side.
//
// The order of work does not matter: decisions depend on the turn before, sums are of integers, and the lists
// are used as sets. On a device all of it is one launch per level.
#pragma once

#include "amorph/kernels/sync/atomic.hpp"
#include "amorph/kernels/sync/grid.hpp"
#include "partitioner/ordering/forest/separator_pass.hpp"

namespace amorph::ordering {

template <class Exec, class Team, class Grid> class forest_refiner {
 public:
  AMORPH_BODY forest_refiner(const forest_view<Exec>& view, Grid grid) : w_(view), grid_(grid) {}

  AMORPH_BODY void run() {
    for (depth_ = 0; depth_ != w_.rule.depths; ++depth_) {
      begin();
      for (turn_ = 0; turn_ != most_turns; ++turn_) {
        evaluate();
        choose();
        move();
        assess();
        keep();
        if (w_.running[turn_] == 0) break;
      }
      end();
    }
  }

  static constexpr uint32_t most_turns = refine_turns;

 private:
  static constexpr int32_t not_member = INT32_MIN, stays = INT32_MIN + 1, moves = INT32_MAX;

  AMORPH_BODY uint32_t separators() const { return w_.rule.trees << depth_; }

  AMORPH_BODY void begin() {
    const auto w = w_;
    const uint32_t d = depth_;
    grid_.for_each_single(w.graph.vertices, [=](auto single, size_t v) {
      const uint32_t at = w.place[v];
      if (depth_of(at) == d && w.split[at] != 0) w.members[0].append(single, static_cast<uint32_t>(v));
    });
    grid_.for_each(separators(), [=](size_t s) { start_pass(w, d, static_cast<uint32_t>(s)); });
    grid_.for_each(most_turns, [=](size_t t) { w.running[t] = 0; });
    w.members[0].collect(grid_);
    grid_.sync();
  }

  // Members that may move, and what their neighbours are charged to.
  AMORPH_BODY void evaluate() {
    const auto w = w_;
    const uint32_t d = depth_, turn = turn_;
    grid_.template for_each_team<Team>(w.members[turn & 1].size(), [=](Team team, size_t i) {
      const uint32_t v = w.members[turn & 1][i], at = w.place[v];
      int32_t gain = not_member;
      if (depth_of(at) == d) {
        const separator_pass& p = w.pass[index_at(at, d)];
        gain = stays;
        if (p.running != 0) {
          const int64_t pull = pull_if_movable(team, w, d, v, p.side);
          const int32_t weight = w.graph.weight(v);
          if (pull <= (p.absorbs != 0 ? 0 : weight + tolerance(p, weight))) gain = static_cast<int32_t>(weight - pull);
        }
        if (gain != stays) {
          const uint64_t key = key_of(w, d, turn, v, gain);
          for (uint64_t e = w.graph.begin[v] + team.rank(), end = w.graph.begin[v + 1]; e < end; e += team.size()) {
            const uint32_t u = w.graph.neighbour(e);
            if (side_of(w.place[u], d) == (p.side ^ 1u)) atomic_max(&w.claim[u], key);
          }
        }
      }
      if (team.rank() == 0) w.gain[v] = gain;
    });
    grid_.sync();
  }

  // What v pulls if it moves to a side. Members that have neighbours on none of the sides wait until the side has come
  // to them: if they moved all at once and not all were admitted, the separator would be in tatters.
  AMORPH_BODY static int64_t pull_if_movable(Team team, const forest_view<Exec>& w, uint32_t d, uint32_t v,
                                             uint32_t to) {
    int64_t sum = 0;
    uint32_t seen = 0;  // bits: a side, the separator
    for (uint64_t e = w.graph.begin[v] + team.rank(), end = w.graph.begin[v + 1]; e < end; e += team.size()) {
      const uint32_t u = w.graph.neighbour(e), side = side_of(w.place[u], d);
      if (side == (to ^ 1u)) sum += w.graph.weight(u);
      seen |= 1u << side;
    }
    seen = team.reduce_or(seen) & 7u;
    sum = team.reduce_add(sum);
    return (seen >> to & 1u) != 0 || seen == 0 ? sum : INT64_MAX;
  }

  // The weight of v's neighbours on a side, of those with f(u).
  template <class F>
  AMORPH_BODY static int64_t pulled(Team team, const forest_view<Exec>& w, uint32_t d, uint32_t v, uint32_t side, F f) {
    int64_t sum = 0;
    for (uint64_t e = w.graph.begin[v] + team.rank(), end = w.graph.begin[v + 1]; e < end; e += team.size()) {
      const uint32_t u = w.graph.neighbour(e);
      if (side_of(w.place[u], d) == side && f(u)) sum += w.graph.weight(u);
    }
    return team.reduce_add(sum);
  }

  AMORPH_BODY static uint64_t key_of(const forest_view<Exec>& w, uint32_t d, uint32_t turn, uint32_t v, int32_t gain) {
    constexpr int32_t bound = (1 << 19) - 1;
    const int32_t rank = gain < -bound ? -bound : gain > bound ? bound : gain;
    return static_cast<uint64_t>(d * most_turns + turn + 1) << 52 | static_cast<uint64_t>(rank + bound + 1) << 32 |
           hash32(v ^ w.rule.seed);
  }

  AMORPH_BODY void choose() {
    const auto w = w_;
    const uint32_t d = depth_, turn = turn_;
    grid_.template for_each_team<Team>(w.members[turn & 1].size(), [=](Team team, size_t i) {
      const uint32_t v = w.members[turn & 1][i];
      const int32_t gain = w.gain[v];
      if (gain == not_member || gain == stays) return;
      separator_pass& p = w.pass[index_at(w.place[v], d)];
      const int32_t weight = w.graph.weight(v);
      bool goes = gain >= 0;
      if (!goes) {
        const uint64_t key = key_of(w, d, turn, v, gain);
        goes = pulled(team, w, d, v, p.side ^ 1u, [&](uint32_t u) { return w.claim[u] == key; }) <= weight;
      }
      team.sync();  // all have read the gain
      if (team.rank() != 0) return;
      w.gain[v] = goes ? moves : stays;
      if (goes) atomic_add(&p.wanted, int64_t{weight});
    });
    grid_.sync();
  }

  AMORPH_BODY void move() {
    const auto w = w_;
    const uint32_t d = depth_, turn = turn_;
    grid_.template for_each_team<Team>(w.members[turn & 1].size(), [=](Team team, size_t i) {
      const uint32_t v = w.members[turn & 1][i];
      const int32_t gain = w.gain[v];
      if (gain == not_member) return;
      const auto next = w.members[(turn + 1) & 1];
      const uint32_t at = w.place[v];
      separator_pass& p = w.pass[index_at(at, d)];
      if (gain != moves || !admitted(w, p, turn, v)) {
        if (team.rank() == 0) next.append(team, v);
        return;
      }
      const uint32_t to = p.side;
      int64_t entered = 0;
      for (uint64_t e = w.graph.begin[v] + team.rank(), end = w.graph.begin[v + 1]; e < end; e += team.size()) {
        const uint32_t u = w.graph.neighbour(e), before = atomic_load(&w.place[u]);
        if (side_of(before, d) != (to ^ 1u) || atomic_cas(&w.place[u], before, at) != before) continue;
        record(team, w, u, before);
        next.append(team, u);
        entered += w.graph.weight(u);
      }
      entered = team.reduce_add(entered);
      if (team.rank() != 0) return;
      record(team, w, v, at);
      atomic_store(&w.place[v], child_of(at, to));
      const int64_t weight = w.graph.weight(v);
      atomic_add(&p.now.side[to], weight);
      if (entered != 0) atomic_add(&p.now.side[to ^ 1u], -entered);
      if (entered != weight) atomic_add(&p.now.separator, entered - weight);
    });
    grid_.sync();
    w_.members[(turn_ + 1) & 1].collect(grid_);
    w_.moved.collect(grid_);
  }

  // v leaves `at`, its place in the best separators unless it moved before.
  AMORPH_BODY static void record(Team team, const forest_view<Exec>& w, uint32_t v, uint32_t at) {
    if (w.kept[v] != none) return;
    w.kept[v] = w.original[v] = at;
    w.moved.append(team, v);
  }

  AMORPH_BODY void assess() {
    const auto w = w_;
    const uint32_t turn = turn_;
    grid_.for_each(separators(), [=](size_t s) {
      separator_pass& p = w.pass[s];
      if (p.running != 0) judge_pass(p, w.rule.imbalance);
      if (p.running != 0) atomic_add(&w.running[turn], 1u);
    });
    if (grid_.first()) w.members[turn & 1].clear();
    grid_.sync();
  }

  // What moved is kept where the separator improved, or returns where a pass ended.
  AMORPH_BODY void keep() {
    const auto w = w_;
    const uint32_t d = depth_, turn = turn_;
    grid_.for_each_single(w.moved.size(), [=](auto single, size_t i) {
      const uint32_t v = w.moved[i], at = w.place[v], before = w.kept[v];
      if (at == before) return;
      const separator_pass& p = w.pass[index_at(at, d)];
      if (p.improved != 0) {
        w.kept[v] = at;
      } else if (p.revert != 0) {
        w.place[v] = before;
        if (depth_of(before) == d && depth_of(at) != d) w.members[(turn + 1) & 1].append(single, v);
      }
    });
    grid_.sync();
    w_.members[(turn_ + 1) & 1].collect(grid_);
  }

  AMORPH_BODY void end() {
    const auto w = w_;
    const uint32_t d = depth_;
    grid_.for_each(w.moved.size(), [=](size_t i) {
      const uint32_t v = w.moved[i], before = w.original[v];
      // What came back to its side returns to its place there.
      const uint32_t at = side_of(w.kept[v], d) == side_of(before, d) ? before : w.kept[v];
      w.place[v] = at;
      w.kept[v] = none;
      if (at == before) return;
      atomic_add(&w.weight[at], int64_t{w.graph.weight(v)});
      atomic_add(&w.weight[before], -int64_t{w.graph.weight(v)});
    });
    grid_.sync();
    if (grid_.first()) {
      w.moved.clear();
      w.members[0].clear();
      w.members[1].clear();
    }
    grid_.sync();
  }

  forest_view<Exec> w_;
  Grid grid_;
  uint32_t depth_ = 0, turn_ = 0;
};

template <class Exec, class Team> struct refine_forest_body {
  forest_view<Exec> view;
  template <class Grid> AMORPH_BODY void operator()(Grid grid) const {
    forest_refiner<Exec, Team, Grid>(view, grid).run();
  }
};

template <class Exec> void refine_forest(Exec& exec, const forest_view<Exec>& view, [[maybe_unused]] uint64_t arcs) {
  const size_t n = view.graph.vertices;
#if AMORPH_DEVICE_COMPILER
  if (arcs <= 12 * n)
    persistent_over(exec, n, refine_forest_body<Exec, tile_team<8>>{view});
  else
    persistent_over(exec, n, refine_forest_body<Exec, warp_team>{view});
#else
  persistent_over(exec, n, refine_forest_body<Exec, thread_team>{view});
#endif
}

}  // namespace amorph::ordering
