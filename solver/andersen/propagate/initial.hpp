// Before the first round: the points-to sets of address-of constraints and the edges of copy constraints.
#pragma once

#include "amorph/kernels/memory/input_array.hpp"
#include "amorph/kernels/primitives/select.hpp"
#include "solver/andersen/wave_state.hpp"

namespace amorph::andersen {

// Gives each variable the set of its own address-of facts.
template <class Exec> void initial_sets(wave_state<Exec>& state) {
  Exec& exec = state.exec;
  const uint64_t n = state.in.facts.size;
  if (n == 0) return;
  const input_array<uint64_t, Exec> facts(exec, span<const uint64_t>(state.in.facts.data, n));
  typename Exec::template buffer<uint64_t> heads(exec, n);  // facts are sorted: the first fact of each variable
  const uint64_t *fact = facts.data(), *head = heads.data();
  const uint64_t owners = select_indices(
      exec, n, AMORPH_LAMBDA(std::size_t i) { return i == 0 || fact[i] >> 32 != fact[i - 1] >> 32; }, heads.span());
  do {
    const pull_state pull = state.pull_view();
    exec.for_each_team(
        owners, AMORPH_LAMBDA(typename Exec::team team, std::size_t r) {
          const uint64_t begin = head[r], end = r + 1 == owners ? n : head[r + 1];
          const uint32_t v = static_cast<uint32_t>(fact[begin] >> 32);
          if (pull.set[v] != empty_set) return;
          merge<typename Exec::team> sum(team, pull.store, pull.scratch);
          for (uint64_t i = begin + team.rank(); i < end; i += team.size())
            sum.add_objects(static_cast<uint32_t>(fact[i]), 1);
          sum.resolve();
          const uint32_t made = sum.finish(true);
          if (made != no_set && team.rank() == 0) pull.set[v] = made;
        });
  } while (state.grow_if_full(state.read_counters()));
}

// Adds the edges of copy constraints, and the edge from each shift to its destination; returns their number.
template <class Exec> uint64_t initial_edges(wave_state<Exec>& state) {
  Exec& exec = state.exec;
  const uint64_t n = state.in.copies.size;
  const input_array<uint64_t, Exec> copies(exec, span<const uint64_t>(state.in.copies.data, n));
  const uint64_t* copy = copies.data();
  const shift* shifts = state.shifts.data();
  const uint32_t* rep = state.rep.data();
  const uint32_t variables = state.variables;
  for (;;) {
    const edge_table edges = state.graph.additions();
    exec.for_each(
        n + state.in.shifts.size, AMORPH_LAMBDA(std::size_t i) {
          if (i >= n) {
            edges.add(edge_key(rep[shifts[i - n].dst], static_cast<uint32_t>(variables + (i - n))));
            return;
          }
          const uint32_t dst = rep[copy[i] >> 32], src = rep[static_cast<uint32_t>(copy[i])];
          if (dst != src) edges.add(edge_key(dst, src));
        });
    const wave_counters seen = state.read_counters();
    if (seen.edges_full == 0) return seen.new_edges;
    state.graph.grow(seen.new_edges);
  }
}

}  // namespace amorph::andersen
