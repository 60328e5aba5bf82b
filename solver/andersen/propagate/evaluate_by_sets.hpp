// The evaluate phase on the CPU, by sets. Many pointers have one set, above all those from unknown code, which point to
// everything that has escaped. Most of these objects have been merged into one variable by then. Constraints whose
// pointers have the same new objects share the list of the objects' representatives.
#pragma once

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "amorph/kernels/exec/cpu.hpp"
#include "solver/andersen/propagate/evaluate_state.hpp"

namespace amorph::andersen {

// A share of the objects of `now` that `old` lacks.
struct new_objects {
  uint64_t sets = ~uint64_t{0};  // now << 32 | old
  uint64_t share = 0;

  bool operator==(const new_objects&) const = default;
  [[nodiscard]] uint32_t now() const { return static_cast<uint32_t>(sets >> 32); }
  [[nodiscard]] uint32_t old() const { return static_cast<uint32_t>(sets); }
};

// Their representatives.
struct target_list {
  new_objects of;
  std::vector<uint32_t> targets;  // ascending, unique
  std::vector<uint32_t> adds[2];  // stores, loads: those that add something if the other variable has its bit

  void collect(const evaluate_state& phase, thread_team team, new_objects objects, uint64_t shares) {
    of = objects;
    targets.clear();
    phase.store.for_each_new_word(team, of.share, shares, of.now(), of.old(), [&](uint32_t start, uint64_t bits) {
      for (; bits != 0; bits &= bits - 1) {
        const uint32_t object = start + lowest_bit(bits);
        if (object != integer_object && (targets.empty() || phase.rep[object] != targets.back()))
          targets.push_back(phase.rep[object]);
      }
    });
    std::sort(targets.begin(), targets.end());
    targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
    if (phase.hub.hub == none) return;
    for (const bool load : {false, true}) {
      adds[load].clear();
      std::copy_if(targets.begin(), targets.end(), std::back_inserter(adds[load]),
                   [&](uint32_t target) { return phase.adds(target, load); });
    }
  }
};

// Their relation to the hub.
struct hub_relation {
  new_objects of;
  bool meets = false;   // one of them has been merged into it
  bool marked[2] = {};  // stores, loads: they have the bits that these give them
};

// Constraints in the order of their sets; the items of `evaluate` are these, by shares.
class evaluation_by_sets {
 public:
  evaluation_by_sets(cpu_exec& exec, const evaluate_state& phase, span<uint32_t> list, uint64_t shares)
      : exec_(exec), phase_(phase), list_(list), shares_(shares) {
    std::sort(list.begin(), list.end(), [&](uint32_t a, uint32_t b) {
      const uint64_t of_a = sets_of(a), of_b = sets_of(b);
      return of_a != of_b ? of_a < of_b : a < b;
    });
  }

  // Sets the bits that follow from the edges.
  void mark() {
    std::vector<hub_relation> known(exec_.team_count());
    for_each_share([&](thread_team team, uint64_t at, new_objects of) {
      const uint32_t other = phase_.other(list_[at]);
      const bool load = phase_.is_load(list_[at]), is_hub = other == phase_.hub.hub;
      if (!is_hub && phase_.hub.has(other, phase_.bit_of_other(load))) return;
      hub_relation& relation = known[team.index()];
      if (relation.of != of) relation = {of, phase_.meets_hub(team, of.now(), of.old(), of.share, shares_)};
      if (relation.meets && !is_hub) phase_.hub.mark(other, phase_.bit_of_other(load));
      if (is_hub && !std::exchange(relation.marked[load], true))
        phase_.mark_targets(team, of.now(), of.old(), load, of.share, shares_);
    });
  }

  void add_edges() {
    std::vector<target_list> lists(exec_.team_count());
    for_each_share([&](thread_team team, uint64_t at, new_objects of) {
      target_list& list = lists[team.index()];
      if (list.of != of) {
        if (at + 1 == list_.size() || sets_of(list_[at + 1]) != of.sets)
          return phase_.evaluate(team, list_[at], of.share, shares_);
        list.collect(phase_, team, of, shares_);
      }
      add_edges(list_[at], list);
    });
  }

 private:
  [[nodiscard]] uint64_t sets_of(uint32_t c) const { return uint64_t{phase_.pointees(c)} << 32 | phase_.evaluated[c]; }

  template <class F> void for_each_share(F f) {
    exec_.for_each_team(list_.size() * shares_, [&](thread_team team, std::size_t i) {
      const uint64_t at = i % list_.size();
      f(team, at, new_objects{sets_of(list_[at]), i / list_.size()});
    });
  }

  void add_edges(uint32_t c, const target_list& found) {
    const uint32_t other = phase_.other(c);
    const bool load = phase_.is_load(c);
    for (const uint32_t target : phase_.implied_for(other, load) ? found.adds[load] : found.targets)
      if (target != other && !phase_.edges.add(load ? edge_key(other, target) : edge_key(target, other))) return;
  }

  cpu_exec& exec_;
  const evaluate_state& phase_;
  const span<uint32_t> list_;
  const uint64_t shares_;
};

}  // namespace amorph::andersen
