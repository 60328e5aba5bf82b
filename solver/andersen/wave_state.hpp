// The state of the analysis between its phases: the points-to set of each id, the representatives, the copy graph, and
// the state that each phase keeps between rounds. An id is a variable, or, from `variables` on, a shift: an offset or
// field constraint with a set of its own.
#pragma once

#include <algorithm>
#include <optional>

#include "amorph/kernels/memory/input_array.hpp"
#include "amorph/kernels/sync/disjoint_sets.hpp"
#include "solver/andersen/core.hpp"
#include "solver/andersen/cycles/colouring.hpp"
#include "solver/andersen/propagate/copy_graph.hpp"
#include "solver/andersen/propagate/field_memory.hpp"
#include "solver/andersen/propagate/pull.hpp"
#include "solver/andersen/propagate/schedule.hpp"
#include "solver/andersen/result_copy.hpp"
#include "solver/andersen/sets/memo.hpp"
#include "solver/andersen/sets/merge_memory.hpp"
#include "solver/andersen/sets/set_pool.hpp"

namespace amorph::andersen {

// The counters of the kernels; the host reads all of it in one read-back. A persistent kernel uses its triples in
// turn: one for the current step, while the next is reset and the previous may still be read.
struct wave_counters {
  set_counters sets;
  uint32_t memo_full;
  uint32_t edges_full;
  uint64_t new_edges;
  uint64_t redirected_edges;   // since the table of edges was last rebuilt
  uint64_t grown_sets;         // sets that grew in this round
  uint64_t merged;             // variables merged by the last collapse
  uint64_t stale_constraints;  // loads and stores to evaluate
  uint32_t last_step;          // of propagation, over all rounds (device)
  step_work steps[3];
  uint64_t undecided_edges[3];
  uint32_t colours_grew[3];
};

// Hybrid cycle detection's pairs (pointer, y), for problems that have some.
template <class Exec> struct hybrid_pairs {
  input_array<pair32, Exec> pairs;
  input_array<uint32_t, Exec> group;               // per pair
  typename Exec::template buffer<uint32_t> done;   // per pair: the pointer's set when it was last merged
  typename Exec::template buffer<uint32_t> waits;  // per group: a pointer of it points to nothing yet
};

// Initial capacities; all tables grow. Reallocation costs a device more than spare capacity. On the CPU the tables of a
// small problem fit it: clearing tables of a fixed size would take most of its time.
struct initial_capacity {
  uint64_t elements, sets, entries;
  uint64_t edges;    // new copy edges
  uint64_t results;  // of memoised set operations

  static initial_capacity on_device(const core_problem& in) {
    constexpr uint64_t spare = 8;
    return {spare * (4096 + 2 * in.facts.size), spare * (4096 + 2 * in.facts.size + in.variables / 8),
            spare * (16384 + 4 * in.facts.size + in.variables),
            spare * std::max<uint64_t>(65536, in.copies.size + in.shifts.size), spare * 65536};
  }
  static initial_capacity on_cpu(const core_problem& in) {
    const uint64_t edges = in.copies.size + in.shifts.size;
    return {64 + 2 * in.facts.size, 64 + 2 * in.facts.size + in.variables / 8, 256 + 4 * in.facts.size + in.variables,
            std::max<uint64_t>(256, edges + in.loads.size + in.stores.size),
            std::clamp<uint64_t>(4 * edges, 256, 65536)};
  }
};

template <class Exec> struct wave_state {
  template <class T> using buffer = typename Exec::template buffer<T>;

  Exec& exec;
  const core_problem& in;
  uint32_t variables, ids;
  buffer<wave_counters> counters;  // one

  set_pool<Exec> pool;
  copy_graph<Exec> graph;
  buffer<uint32_t> set;         // per id
  buffer<uint32_t> rep;         // per variable
  buffer<uint32_t> rep_before;  // per variable: rep when the graph was last rebuilt
  input_array<shift, Exec> shifts;
  buffer<uint32_t> shift_seen;  // per shift: its source's set when it was last pulled
  field_memory<Exec> fields;
  buffer<pair32> constraints;  // loads, then stores
  buffer<uint32_t> evaluated;  // per load or store: the pointer's set when it was last evaluated
  std::optional<hybrid_pairs<Exec>> hybrid;

  memo_memory<Exec> memo;
  merge_memory<Exec> scratch;
  buffer<uint32_t> id_list;  // of the phase at work: ids, constraints or sets
  propagation_schedule<Exec> schedule;
  std::optional<colouring_memory<Exec>> colours;  // device, once cycles are collapsed
  result_copy<Exec> result;
  core_statistics stats{};

  wave_state(Exec& exec, const core_problem& in)
      : wave_state(exec, in, Exec::on_device ? initial_capacity::on_device(in) : initial_capacity::on_cpu(in)) {}
  wave_state(const wave_state&) = delete;
  wave_state& operator=(const wave_state&) = delete;

  wave_state(Exec& exec, const core_problem& in, const initial_capacity& capacity)
      : exec(exec),
        in(in),
        variables(in.variables),
        ids(in.variables + static_cast<uint32_t>(in.shifts.size)),
        counters(zeroed_counters(exec)),
        pool(exec, &counters.data()->sets, capacity.elements, capacity.sets, capacity.entries),
        graph(exec, in.variables, in.objects, ids, &counters.data()->new_edges, &counters.data()->redirected_edges,
              &counters.data()->edges_full, capacity.edges),
        set(exec, ids),
        rep(copy_in(in.rep)),
        rep_before(exec, in.variables),
        shifts(input(in.shifts)),
        shift_seen(exec, in.shifts.size),
        fields(exec, in),
        constraints(exec, in.loads.size + in.stores.size),
        evaluated(exec, constraints.size()),
        memo(exec, capacity.results, &counters.data()->memo_full),
        scratch(exec, in.objects),
        id_list(exec, std::max<uint64_t>({uint64_t{2} * ids, constraints.size(), in.hybrid.size, 1})),
        schedule(make_schedule(exec, ids)),
        result(exec, in.overlap != 0) {
    exec.template copy_in<pair32>({in.loads.data, in.loads.size}, constraints.span().subspan(0, in.loads.size));
    exec.template copy_in<pair32>({in.stores.data, in.stores.size},
                                  constraints.span().subspan(in.loads.size, in.stores.size));
    exec.template fill<uint32_t>(set.span(), empty_set);
    exec.template fill<uint32_t>(shift_seen.span(), empty_set);
    exec.template fill<uint32_t>(evaluated.span(), empty_set);
    if (in.hybrid.size != 0) {
      hybrid = hybrid_pairs<Exec>{input(in.hybrid), input(in.hybrid_group), buffer<uint32_t>(exec, in.hybrid.size),
                                  buffer<uint32_t>(exec, in.hybrid_groups)};
      exec.template fill<uint32_t>(hybrid->done.span(), empty_set);
    }
  }

  // The state of the propagate phase.
  [[nodiscard]] pull_state pull_view() const {
    return {pool.view(),   scratch.view(),    graph.view(), fields.view(), memo.view(),
            shifts.data(), shift_seen.data(), rep.data(),   set.data(),    variables};
  }

  [[nodiscard]] wave_counters read_counters() { return exec.read(counters.data()); }

  // Grows the arrays that `seen` reports as full; if it returns true, the last kernel must be repeated.
  bool grow_if_full(const wave_counters& seen) {
    if (seen.memo_full != 0) memo.grow();
    if (seen.sets.full == 0) return seen.memo_full != 0;
    result.wait();  // a copy may still read the memory that growing frees
    pool.grow(seen.sets);
    return true;
  }

 private:
  static buffer<wave_counters> zeroed_counters(Exec& exec) {
    buffer<wave_counters> made(exec, 1);
    exec.write(made.data(), wave_counters{});
    return made;
  }
  template <class T> input_array<T, Exec> input(host_array<T> a) { return {exec, span<const T>(a.data, a.size)}; }
  template <class T> buffer<T> copy_in(host_array<T> a) { return buffer<T>(exec, span<const T>(a.data, a.size)); }
};

}  // namespace amorph::andersen
