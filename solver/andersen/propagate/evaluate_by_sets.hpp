// The evaluate phase on the CPU, by sets. Many pointers have one set, above all those from unknown code, which point to
// everything that has escaped. Most of these objects have been merged into one variable by then. Constraints whose
// pointers have the same new objects share the list of the objects' representatives.
#pragma once

#include <algorithm>
#include <vector>

#include "amorph/kernels/exec/cpu.hpp"
#include "solver/andersen/propagate/evaluate_state.hpp"

namespace amorph::andersen {

// The representatives of a share of the objects of `now` that `old` lacks.
struct target_list {
  uint64_t sets = ~uint64_t{0};  // now << 32 | old
  uint64_t share = 0;
  std::vector<uint32_t> targets;  // ascending, unique

  void collect(const evaluate_state& phase, thread_team team, uint64_t share_of, uint64_t shares) {
    share = share_of;
    targets.clear();
    const auto now = static_cast<uint32_t>(sets >> 32), old = static_cast<uint32_t>(sets);
    phase.store.for_each_new_word(team, share, shares, now, old, [&](uint32_t start, uint64_t bits) {
      for (; bits != 0; bits &= bits - 1) {
        const uint32_t object = start + lowest_bit(bits);
        if (object != integer_object && (targets.empty() || phase.rep[object] != targets.back()))
          targets.push_back(phase.rep[object]);
      }
    });
    std::sort(targets.begin(), targets.end());
    targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
  }
};

// Adds the edges of constraint c to `targets`.
inline void add_edges(const evaluate_state& phase, uint64_t c, const std::vector<uint32_t>& targets) {
  const uint32_t other = phase.rep[phase.constraints[c].second];
  const bool load = c < phase.loads;
  for (const uint32_t target : targets)
    if (target != other && !phase.edges.add(load ? edge_key(other, target) : edge_key(target, other))) return;
}

// Evaluates the `listed` constraints of `list`, and sorts them.
inline void evaluate_by_sets(cpu_exec& exec, const evaluate_state& phase, uint32_t* list, uint64_t listed,
                             uint64_t shares) {
  const auto sets_of = [&phase](uint32_t c) {
    return uint64_t{phase.set[phase.rep[phase.constraints[c].first]]} << 32 | phase.evaluated[c];
  };
  std::sort(list, list + listed, [&](uint32_t a, uint32_t b) {
    const uint64_t of_a = sets_of(a), of_b = sets_of(b);
    return of_a != of_b ? of_a < of_b : a < b;
  });
  std::vector<target_list> lists(exec.team_count());
  exec.for_each_team(listed * shares, [&](thread_team team, std::size_t i) {
    const uint64_t at = i % listed, share = i / listed, sets = sets_of(list[at]);
    target_list& mine = lists[team.index()];
    if (mine.sets != sets || mine.share != share) {
      if (at + 1 == listed || sets_of(list[at + 1]) != sets) return phase.evaluate(team, list[at], share, shares);
      mine.sets = sets;
      mine.collect(phase, team, share, shares);
    }
    add_edges(phase, list[at], mine.targets);
  });
}

}  // namespace amorph::andersen
