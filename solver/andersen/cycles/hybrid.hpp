// Hybrid cycle detection, the online half (Hardekopf and Lin, "The Ant and the Grasshopper", PLDI 2007). The offline
// half (prepare/hybrid_cycles.cpp) found pairs (pointer, y) such that everything that `pointer` points to is on a
// cycle with y: the pointees are merged with y as soon as they are known. A pair waits until all pointers of its group
// point to something, because the cycle does not exist otherwise.
#pragma once

#include "solver/andersen/cycles/collapse.hpp"
#include "solver/andersen/wave_state.hpp"

namespace amorph::andersen {

// Performs the predicted merges for the new objects; true if anything was merged.
template <class Exec> bool collapse_hybrid_cycles(wave_state<Exec>& state) {
  if (!state.hybrid) return false;
  // A device has several teams per pair: few pointers have most of the objects.
  constexpr uint64_t teams_per_pair = Exec::on_device ? 16 : 1;
  const uint64_t pairs = state.in.hybrid.size;
  const set_store store = state.pool.view();
  const pair32* pair = state.hybrid->pairs.data();
  const uint32_t *set = state.set.data(), *group = state.hybrid->group.data();
  uint32_t *rep = state.rep.data(), *done = state.hybrid->done.data(), *waits = state.hybrid->waits.data();
  uint64_t* merged = &state.counters.data()->merged;
  uint32_t* pointees = state.id_list.data();  // the sets before anything is merged here
  state.exec.write(merged, uint64_t{0});
  state.exec.template fill<uint32_t>(state.hybrid->waits.span(), 0);
  state.exec.for_each(
      pairs, AMORPH_LAMBDA(std::size_t k) {
        pointees[k] = set[rep[pair[k].first]];
        if (!store.any_object(pointees[k])) atomic_store(&waits[group[k]], 1);
      });
  state.exec.for_each_team(
      teams_per_pair * pairs, AMORPH_LAMBDA(typename Exec::team team, std::size_t i) {
        const uint64_t k = i / teams_per_pair;
        const uint32_t now = pointees[k], y = pair[k].second;
        if (now == done[k] || waits[group[k]] != 0) return;
        store.for_each_new_word(team, i % teams_per_pair, teams_per_pair, now, done[k],
                                [&](uint32_t start, uint64_t bits) {
                                  for (; bits != 0; bits &= bits - 1) {
                                    const uint32_t object = start + lowest_bit(bits);
                                    if (object != integer_object && disjoint_sets{rep}.unite(object, y))
                                      atomic_add(merged, 1);
                                  }
                                });
      });
  state.exec.for_each(
      pairs, AMORPH_LAMBDA(std::size_t k) {
        if (waits[group[k]] == 0) done[k] = pointees[k];
      });
  const uint64_t count = state.exec.read(merged);
  if (count != 0) flatten_representatives(state);
  state.stats.collapsed += count;
  return count != 0;
}

}  // namespace amorph::andersen
