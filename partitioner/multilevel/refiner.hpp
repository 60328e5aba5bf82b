// One level's refinement: the loop over the steps of refine.hpp and rebalance.hpp.
//
// Jet tolerates losses alike until a dozen steps bring nothing better. Here the tolerance falls from step to step and ends
// with steps that must gain, as annealing does: in a third of the steps the cut is the same or less. Small levels, which
// cost little, go through that twice; the finest, whose unit weights let boundaries become smooth, has the most steps.
// The best partition seen is the result, the least excess over the limits first.
#pragma once

#include "rebalance.hpp"
#include "refine.hpp"

namespace amorph::partition {

struct refine_rule {
  uint32_t parts;
  uint32_t effort;  // METIS's niter: 10 is usual; 0: balance alone
  bool finest;
  uint32_t seed;
};

struct quality {
  int64_t excess, cut;  // twice the cut
};

struct sum_excess {
  part_room room;
  int64_t* to;
  AMORPH_BODY void operator()() const {
    int64_t sum = 0;
    for (uint32_t p = 0; p != room.parts; ++p)
      if (room.heavy(p)) sum += room.weight[p] - room.limit[p];
    *to = sum;
  }
};

template <class Exec> class refiner {
  template <class T> using buffer = typename Exec::template buffer<T>;

 public:
  // `part` holds a partition of the graph with `weight` in each part.
  refiner(Exec& exec, const graph_view& graph, refine_rule rule, span<const int64_t> target, span<const int64_t> limit,
          span<int64_t> weight, span<uint32_t> part)
      : exec_(exec),
        graph_(graph),
        rule_(rule),
        target_(target),
        limit_(limit),
        weight_(weight),
        part_(part),
        own_(exec, graph.vertices),
        gain_(exec, graph.vertices),
        outside_(exec, graph.vertices),
        best_part_(exec, graph.vertices),
        wish_(exec, graph.vertices),
        moved_(exec, graph.vertices),
        kept_(exec, graph.vertices),
        list_(exec, graph.vertices),
        other_(exec, graph.vertices),
        changed_(exec, graph.vertices),
        weight_change_(exec, rule.parts),
        cut_change_(exec, 1),
        scalars_(exec, 2),
        tallies_(exec, rule.parts) {
    exec.template fill<int32_t>(outside_.span(), 0);
    exec.template fill<uint32_t>(best_part_.span(), none);
    exec.template fill<uint32_t>(wish_.span(), none);
    exec.template fill<uint32_t>(moved_.span(), 0);
    exec.template fill<int64_t>(scalars_.span(), 0);
  }

  // `near`: the vertices that may be on the boundary, unless `all`.
  void run(span<const uint32_t> near, bool all) {
    look(all ? nullptr : near.data(), all ? graph_.vertices : near.size());
    now_ = best_ = assess();
    keep();
    const bool small = graph_.vertices < 50000;
    const unsigned steps = rule_.effort * (rule_.finest ? 24 : small ? 12 : 8) / 10;
    const float tolerance = 0.75f;
    for (unsigned cycle = 0; cycle != (small ? 2 : 1); ++cycle) {
      for (unsigned i = 0; i != steps && balance(); ++i)
        if (!propagate(tolerance * static_cast<float>(steps - i) / static_cast<float>(steps))) break;
      for (unsigned idle = 0; rule_.effort != 0 && idle != 2 && balance();) {
        const int64_t before = best_.cut;
        if (!propagate(must_gain)) break;
        idle = best_.cut < before - before / 1000 ? 0 : idle + 1;
      }
      balance();
      restore();
    }
  }

  // The vertices on the boundary, for the next finer level.
  [[nodiscard]] const uint32_t* boundary() const { return best_part_.data(); }

 private:
  static constexpr float must_gain = -1;

  [[nodiscard]] vertex_state state() const {
    return {part_.data(), own_.data(), gain_.data(), best_part_.data(), outside_.data()};
  }
  [[nodiscard]] part_room room() const { return {weight_.data(), target_.data(), limit_.data(), rule_.parts}; }

  void look(const uint32_t* list, size_t n) {
    for_each_row(exec_, list, n, look_around<Exec>{graph_, state(), rule_.parts, tallies_.view(), cut_change_.view()});
  }
  void look_at_changed() {
    weight_change_.into(weight_);
    const span<const uint32_t> changed = changed_.take();
    look(changed.data(), changed.size());
  }

  quality assess() {
    cut_change_.into(scalars_.span().subspan(0, 1));
    exec_.single(sum_excess{room(), scalars_.data() + 1});
    return {exec_.read(scalars_.data() + 1), exec_.read(scalars_.data())};
  }
  // Rebalances until no part is too heavy; false when it gives up.
  bool balance() {
    for (unsigned i = 0; now_.excess > 0; ++i)
      if (i == 12 || !settle(rebalance(i % 3 == 2))) return false;
    return true;
  }
  // One step of label propagation; false when nothing moved.
  bool propagate(float tolerance) { return settle(spread(tolerance)); }

  // After a step with so many moves.
  bool settle(uint64_t moves) {
    ++step_;
    if (moves == 0) return false;
    look_at_changed();
    now_ = assess();
    if (now_.excess < best_.excess || (now_.excess == best_.excess && now_.cut < best_.cut)) {
      best_ = now_;
      keep();
    }
    return true;
  }

  uint64_t spread(float tolerance) {
    const size_t candidates =
        select_indices(exec_, graph_.vertices, is_candidate{state(), moved_.data(), step_, tolerance}, list_.span());
    exec_.for_each(candidates, set_wish{list_.data(), state(), wish_.data()});
    for_each_row(exec_, list_.data(), candidates,
                 afterburner{graph_, state(), wish_.data(), moved_.data(), step_, tolerance < 0 ? 1 : 0});
    const size_t moves =
        select(exec_, list_.span().subspan(0, candidates), moves_now{moved_.data(), step_}, other_.span());
    // Whoever stays must not look as if it moved: its wish goes, the others' are where they go.
    move(other_.data(), moves, wish_.data());
    exec_.for_each(candidates, clear_wish{list_.data(), wish_.data()});
    return moves;
  }

  void move(const uint32_t* list, size_t n, const uint32_t* destination) {
    for_each_row(exec_, list, n,
                 move_vertex<Exec>{graph_, part_.data(), destination, changed_.view(), weight_change_.view()});
  }

  uint64_t rebalance(bool strong) {
    const size_t n = select_indices(exec_, graph_.vertices, may_leave{graph_, state(), room(), strong}, list_.span());
    if (n == 0) return 0;
    buffer<uint64_t> key(exec_, n), start(exec_, n);
    buffer<int64_t> weight(exec_, n), before(exec_, n);
    exec_.for_each_team(n, cheapest_exit{graph_, state(), room(), tallies_.view(), list_.data(), key.data(),
                                         other_.data(), rule_.seed + step_, strong});
    sort_pairs(exec_, key.span(), list_.span().subspan(0, n));
    exec_.for_each(n, weight_of{graph_, list_.data(), weight.data()});
    exclusive_scan(exec_, weight.span(), before.span());
    exec_.for_each(n, part_start{key.data(), start.data()});
    inclusive_scan(exec_, start.span(), start.span(), maximum<uint64_t>{});
    const leaves test{key.data(), start.data(), before.data(), list_.data(), other_.data(), room()};
    buffer<uint32_t> leaving(exec_, n);
    const size_t moves = select_indices(exec_, n, test, leaving.span());
    exec_.for_each(moves, list_entry{list_.data(), leaving.data()});
    if (strong) {
      buffer<int64_t> rooms(exec_, rule_.parts);
      exec_.for_each(rule_.parts, room_of_part{room(), rooms.data()});
      inclusive_scan(exec_, rooms.span(), rooms.span());
      exec_.for_each(moves, weight_of{graph_, leaving.data(), weight.data()});
      exclusive_scan(exec_, weight.span().subspan(0, moves), before.span().subspan(0, moves));
      exec_.for_each(moves,
                     assign_room{leaving.data(), before.data(), rooms.data(), other_.data(), graph_, rule_.parts});
    }
    move(leaving.data(), moves, other_.data());
    return moves;
  }

  void keep() { exec_.template copy<uint32_t>(part_, kept_.span()); }
  void restore() {
    const size_t n = select_indices(exec_, graph_.vertices, differs{part_.data(), kept_.data()}, list_.span());
    if (n == 0) return;
    move(list_.data(), n, kept_.data());
    look_at_changed();
    now_ = assess();
    step_ += 2;  // nobody rests
  }

  Exec& exec_;
  graph_view graph_;
  refine_rule rule_;
  span<const int64_t> target_, limit_;
  span<int64_t> weight_;
  span<uint32_t> part_;
  buffer<int32_t> own_, gain_, outside_;
  buffer<uint32_t> best_part_, wish_, moved_, kept_, list_, other_;
  mark_set<Exec> changed_;
  team_sums<Exec, int64_t> weight_change_, cut_change_;
  buffer<int64_t> scalars_;
  tally_room<Exec> tallies_;
  quality now_{}, best_{};
  uint32_t step_ = 2;
};

}  // namespace amorph::partition
