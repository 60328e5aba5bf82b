// One level's refinement: the loop over the steps of refine.hpp and rebalance.hpp.
//
// Jet tolerates losses alike until a dozen steps bring nothing better. Here the tolerance falls from step to step and ends
// with steps that must gain, as annealing does. Small levels cost little and have more steps; the finest, on which
// boundaries become smooth, has the most.
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

// How good a partition is: the excess of the parts over their limits counts first. `cut` is twice the cut.
struct quality {
  int64_t excess, cut, moves;
};

// Takes in what the last step changed. One team.
template <class Exec> struct assess_step {
  part_room room;
  int64_t* weight;
  typename team_sums<Exec, int64_t>::view_type weight_change, change;
  quality* to;
  template <class Team> AMORPH_BODY void operator()(Team team, size_t) const {
    int64_t excess = 0;
    for (uint32_t p = team.rank(); p < room.parts; p += team.size()) {
      weight[p] += weight_change.take(p);
      if (room.heavy(p)) excess += weight[p] - room.limit[p];
    }
    excess = team.reduce_add(excess);
    const int64_t cut = change.take(team, 0), moves = change.take(team, 1);
    if (team.rank() == 0) *to = {excess, to->cut + cut, moves};
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
        changed_(exec, graph.vertices),
        listed_(exec, Exec::on_device ? 0 : graph.vertices),
        newcomers_(exec, Exec::on_device ? 0 : graph.vertices),
        seen_(exec, Exec::on_device ? 0 : graph.vertices),
        weight_change_(exec, rule.parts),
        change_(exec, 2),
        quality_(exec, 1),
        count_(exec, 1),
        tallies_(exec, rule.parts) {
    exec.template fill<int32_t>(outside_.span(), 0);
    exec.template fill<uint32_t>(best_part_.span(), none);
    exec.template fill<uint32_t>(wish_.span(), none);
    exec.template fill<uint32_t>(moved_.span(), 0);
    exec.template fill<unsigned char>(listed_.span(), 0);
    exec.write(quality_.data(), quality{});
  }

  // `near`: the vertices that may be on the boundary, and the loose ones; unless `all`.
  void run(span<const uint32_t> near, bool all) {
    for_each_row(exec_, all ? nullptr : near.data(), all ? graph_.vertices : near.size(), looking());
    if constexpr (!Exec::on_device) take_newcomers();
    now_ = best_ = assess();
    keep();
    const unsigned steps = rule_.effort * (rule_.finest ? 40 : graph_.vertices < 50000 ? 16 : 8) / 10;
    const float tolerance = 0.75f;
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

  // The vertices on the boundary, for the next finer level.
  [[nodiscard]] const uint32_t* boundary() const { return best_part_.data(); }

 private:
  static constexpr float must_gain = -1;
  static constexpr unsigned balance_attempts = 6;

  [[nodiscard]] vertex_state state() const {
    return {part_.data(), own_.data(), gain_.data(), best_part_.data(), outside_.data()};
  }
  [[nodiscard]] part_room room() const { return {weight_.data(), target_.data(), limit_.data(), rule_.parts}; }

  [[nodiscard]] look_around<Exec> looking() {
    return {graph_, state(), rule_.parts, tallies_.view(), change_.view(), listed_.data(), newcomers_.view()};
  }
  quality assess() {
    exec_.for_each_team(
        1, assess_step<Exec>{room(), weight_.data(), weight_change_.view(), change_.view(), quality_.data()});
    return exec_.read(quality_.data());
  }
  // After a step: what it did.
  quality look_at_changed() {
    for_each_row(exec_, changed_.take(), looking());
    if constexpr (!Exec::on_device) take_newcomers();
    return assess();
  }

  // Which vertices that are, or were, on the boundary (and which are loose) hold for `keep`, in list_ and *count_. The
  // device looks at all vertices in the time that a list of those would take to keep; the CPU keeps it.
  template <class Keep> void choose(Keep keep, bool all) {
    if (Exec::on_device || all)
      select_indices(exec_, graph_.vertices, keep, list_.span(), count_.data());
    else
      select(exec_, seen_.span().subspan(0, seen_count_), keep, list_.span(), count_.data());
  }
  void take_newcomers() {
    const counted_list fresh = newcomers_.take();
    exec_.template copy<uint32_t>({fresh.items, *fresh.count}, seen_.span().subspan(seen_count_, *fresh.count));
    seen_count_ += *fresh.count;
  }
  // Rebalances until no part is too heavy; false when that does not come about.
  bool balance() {
    for (unsigned i = 0; now_.excess > 0; ++i) {
      if (i == balance_attempts) return false;
      rebalance(i);
      if (!settle() && i % 3 == 2) return false;
    }
    return true;
  }
  // One step of label propagation; false when nothing moved.
  bool propagate(float tolerance) {
    choose(is_candidate{state(), moved_.data(), step_, tolerance}, false);
    const counted_list candidates{list_.data(), count_.data(), graph_.vertices};
    exec_.for_each_counted(candidates.count, candidates.most, set_wish{list_.data(), state(), wish_.data()});
    for_each_row(exec_, candidates,
                 afterburner{graph_, state(), wish_.data(), moved_.data(), step_, tolerance < 0 ? 1 : 0});
    for_each_row(exec_, candidates, move_kept<Exec>{moving(), moved_.data(), step_, wish_.data()});
    return settle();
  }

  // Takes in a step; false when nothing moved.
  bool settle() {
    ++step_;
    now_ = look_at_changed();
    if (now_.excess < best_.excess || (now_.excess == best_.excess && now_.cut < best_.cut)) {
      best_ = now_;
      keep();
    }
    return now_.moves != 0;
  }

  [[nodiscard]] mover<Exec> moving() {
    return {graph_, part_.data(), changed_.view(), weight_change_.view(), change_.view()};
  }

  // One step of rebalancing.
  void rebalance(unsigned attempt) {
    const bool strong = attempt % 3 == 2;
    if (exit_.empty()) {
      exit_ = buffer<uint32_t>(exec_, graph_.vertices);
      exit_rank_ = buffer<uint16_t>(exec_, graph_.vertices);
      exit_weight_ = buffer<int64_t>(exec_, size_t{rule_.parts} * (classes + shares));
      exec_.template fill<int64_t>(exit_weight_.span(), 0);
      last_ = buffer<uint32_t>(exec_, size_t{rule_.parts} * 2);
      left_ = buffer<int64_t>(exec_, rule_.parts);
      room_upto_ = buffer<int64_t>(exec_, rule_.parts);
    }
    const exits out{exit_.data(),        exit_rank_.data(),
                    exit_weight_.data(), exit_weight_.data() + size_t{rule_.parts} * classes,
                    last_.data(),        last_.data() + rule_.parts,
                    left_.data()};
    if (strong) exec_.for_each_team(1, sum_room{room(), room_upto_.data()});
    choose(may_leave{graph_, state(), room(), strong}, strong);
    const counted_list leaving{list_.data(), count_.data(), graph_.vertices};
    for_each_row(exec_, leaving,
                 find_exit{graph_, state(), room(), tallies_.view(), out, rule_.seed + step_, attempt != 0,
                           strong ? room_upto_.data() : nullptr});
    exec_.for_each(rule_.parts, cut_classes{room(), out});
    exec_.for_each_counted(leaving.count, leaving.most, weigh_share{graph_, leaving.items, part_.data(), out});
    exec_.for_each(rule_.parts, cut_shares{room(), out});
    for_each_row(exec_, leaving, leave<Exec>{moving(), out});
  }

  void keep() { exec_.template copy<uint32_t>(part_, kept_.span()); }
  void restore() {
    const size_t n = select_indices(exec_, graph_.vertices, differs{part_.data(), kept_.data()}, list_.span());
    if (n == 0) return;
    for_each_row(exec_, list_.data(), n, move_to<Exec>{moving(), kept_.data()});
    now_ = look_at_changed();
    step_ += 2;  // nobody rests
  }

  Exec& exec_;
  graph_view graph_;
  refine_rule rule_;
  span<const int64_t> target_, limit_;
  span<int64_t> weight_;
  span<uint32_t> part_;
  buffer<int32_t> own_, gain_, outside_;
  buffer<uint32_t> best_part_, wish_, moved_, kept_, list_;
  mark_set<Exec> changed_;
  buffer<unsigned char> listed_;  // CPU: who is in seen_, or among the newcomers
  mark_set<Exec> newcomers_;
  buffer<uint32_t> seen_;
  size_t seen_count_ = 0;
  team_sums<Exec, int64_t> weight_change_, change_;
  buffer<quality> quality_;
  buffer<uint64_t> count_;
  tally_room<Exec> tallies_;
  // Made when a part is first too heavy.
  buffer<uint32_t> exit_, last_;
  buffer<uint16_t> exit_rank_;
  buffer<int64_t> exit_weight_, left_, room_upto_;
  quality now_{}, best_{};
  uint32_t step_ = 2;
};

}  // namespace amorph::partition
