// Graphs that find mistakes, each with a reason, and the machines that they are tried on.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "amorph/graph_run.hpp"

namespace amorph::test {

struct arc {
  std::uint32_t from, to;
  double weight;
};

// Rows in the order of the arcs.
[[nodiscard]] weighted_graph graph_of(std::uint32_t vertices, const std::vector<arc>& arcs, weight_kind kind,
                                      bool both_ways);

struct shape {
  std::string name;
  weighted_graph graph;
};
// Small enough for every strategy, in all types of weights; `negative`: some with weights below 0, for forests.
[[nodiscard]] std::vector<shape> small_shapes();
// A path and a star of a million vertices (fewer under sanitizers), a map of roads, R-MAT: for what is fast on them.
[[nodiscard]] std::vector<shape> large_shapes();

struct machine {
  std::string name;
  run_options how;
};
[[nodiscard]] std::vector<machine> cpus();
// Whether the words of cuda_module::reason() say that this machine has no device or no driver, or that no module was
// built; all else is a module that is broken.
[[nodiscard]] bool is_without_device(std::string_view reason);
// One, or none, with a reason printed; a module that cannot be used for another reason is a failure.
[[nodiscard]] std::vector<machine> devices();

// What of `all` is tried on a large shape. On the path, whose half a million steps cost what looks at every vertex in each of
// them hours, `slow` is left out; on a device, where a step of the others costs a round trip, all but the last.
template <class Strategy>
std::vector<Strategy> fit_for(const shape& s, const std::vector<machine>& machines, std::vector<Strategy> all,
                              const std::vector<Strategy>& slow) {
  if (s.name != "path") return all;
  if (!machines.empty() && machines[0].how.where == backend::cuda) return {all.back()};
  std::erase_if(all, [&](Strategy x) { return std::find(slow.begin(), slow.end(), x) != slow.end(); });
  return all;
}

// Vertices to start from: the first, the last, both.
[[nodiscard]] std::vector<std::vector<std::uint32_t>> starts(const weighted_graph& g);

}  // namespace amorph::test
