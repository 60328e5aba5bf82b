// Graphs that reveal faults, each for a reason, and the backends that they run on.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "amorph/kernels/graph/weighted_graph.hpp"
#include "solver/run/options.hpp"
#include "solver/run/statistics.hpp"
#include "test/support/whole.hpp"

namespace amorph::test {

struct arc {
  std::uint32_t from, to;
  double weight;
};

// Adjacency lists in the order of the arcs.
[[nodiscard]] weighted_graph graph_of(std::uint32_t vertices, const std::vector<arc>& arcs, weight_kind kind,
                                      bool both_ways);

struct shape {
  std::string name;
  weighted_graph graph;
};
// Small enough for every strategy, in all types of weights; `negative`: some with weights below 0, for forests.
[[nodiscard]] std::vector<shape> small_shapes();
// The same graph with weights of another type; reals are thirds of the integers.
[[nodiscard]] shape with_weights(const shape& s, weight_kind kind);
// A path and a star of a million vertices (fewer under sanitizers), a road network, R-MAT: for strategies fast enough.
[[nodiscard]] std::vector<shape> large_shapes();

// For algorithms that ignore weights: without weights, and with integers of 32 bits.
[[nodiscard]] std::vector<shape> small_unweighted_shapes();
// For algorithms that take a step per level: all but the path.
[[nodiscard]] std::vector<shape> large_low_diameter_shapes();

struct machine {
  std::string name;
  run_options run;
};
[[nodiscard]] machine cpu(unsigned threads);
// Those for a test on the machines: on a device every third.
[[nodiscard]] std::vector<shape> small_shapes(const std::vector<machine>& machines);
// Under the thread sanitizer only the largest.
[[nodiscard]] std::vector<machine> cpus(std::initializer_list<unsigned> threads = {1, 2, 5});
// One, or none (see test/support/device.hpp).
[[nodiscard]] std::vector<machine> devices();

// The same, each run once.
[[nodiscard]] std::vector<machine> once(std::vector<machine> machines);

// f(shape, run options, strategy) for all combinations; failures name theirs.
template <class Strategy, class F>
void for_each_case(const std::vector<shape>& shapes, const std::vector<machine>& machines,
                   const std::vector<Strategy>& strategies, F f) {
  for (const shape& s : shapes)
    for (const machine& m : machines)
      for (const Strategy by : strategies) {
        SCOPED_TRACE(s.name + ", " + m.name + ", " + std::string(to_string(by)));
        f(s, m.run, by);
        if (testing::Test::HasFatalFailure()) return;
      }
}

// The sources and strategies of searches of a large shape. Strategies that visit every vertex in each of the path's
// hundred thousand steps would take long: there `slow` is left out. On a device, where a step of the others costs a
// read-back, `from_afar` take more steps than 16 bits count, and all strategies some thousands.
template <class Strategy> struct trial {
  std::vector<std::uint32_t> from;
  std::vector<Strategy> strategies;
};
template <class Strategy>
std::vector<trial<Strategy>> trials(const shape& s, const std::vector<machine>& machines,
                                    const std::vector<Strategy>& all, const std::vector<Strategy>& slow,
                                    const std::vector<Strategy>& from_afar) {
  const std::uint32_t n = s.graph.vertices, middle = n / 2;
  if (s.name != "path") return {{{middle}, all}};
  std::vector<Strategy> quick = all;
  std::erase_if(quick, [&](Strategy x) { return std::find(slow.begin(), slow.end(), x) != slow.end(); });
  const bool on_device = !machines.empty() && machines[0].run.backend == backend::cuda;
  if (!on_device) return {{{middle}, quick}};
  std::vector<std::uint32_t> some, many;
  for (std::uint32_t v = 0; v < n; v += 140000) some.push_back(v);
  for (std::uint32_t v = 0; v < n; v += 8000) many.push_back(v);
  return {{all_cases() ? std::vector{middle} : some, from_afar}, {many, all}};
}

// The strategy that is expected to run if `requested` is requested: itself, or on the CPU its substitute. `auto` may
// run any.
template <class Strategy> struct stand_in {
  Strategy requested, on_cpu;
};
template <class Strategy>
::testing::AssertionResult ran_requested_strategy(const machine& m, Strategy requested, std::string_view ran,
                                                  const std::vector<stand_in<Strategy>>& on_cpu = {}) {
  if (requested == Strategy::automatic)
    return ran != to_string(requested) ? ::testing::AssertionSuccess() : ::testing::AssertionFailure() << "'auto' ran";
  for (const auto& s : on_cpu)
    if (m.run.backend == backend::cpu && s.requested == requested) requested = s.on_cpu;
  if (ran == to_string(requested)) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "ran '" << ran << "', expected '" << to_string(requested) << "'";
}

// `auto` fits into memory if any strategy does. solve(strategy, memory limit) returns the statistics of a run.
template <class Strategy, class Solve> void default_fits_if_any_does(const std::vector<Strategy>& all, Solve solve) {
  std::uint64_t minimum = ~std::uint64_t{0}, usual = 0;
  std::string smallest;
  for (const Strategy requested : all) {
    SCOPED_TRACE(std::string(to_string(requested)));
    const run_statistics free = solve(requested, std::uint64_t{0});
    if (requested == Strategy::automatic) {
      usual = free.peak_bytes;
      continue;
    }
    if (free.peak_bytes == 0) continue;
    run_statistics held;
    ASSERT_NO_THROW(held = solve(Strategy::automatic, free.peak_bytes));
    ASSERT_LE(held.peak_bytes, free.peak_bytes);
    if (free.peak_bytes < minimum) {
      minimum = free.peak_bytes;
      smallest = free.strategy;
    }
  }
  ASSERT_LE(minimum, usual) << smallest;
}

// Graphs of some ten thousand vertices on which the footprints of strategies differ: of high and low diameter, sparse
// and dense, directed too.
[[nodiscard]] std::vector<shape> shapes_for_memory();

// Sets of sources: the first vertex, one in the middle, the last and the first.
[[nodiscard]] std::vector<std::vector<std::uint32_t>> starts(const weighted_graph& g);

}  // namespace amorph::test
