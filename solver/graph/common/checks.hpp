// The checks of every graph algorithm before it starts.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "amorph/kernels/graph/weighted_graph.hpp"
#include "solver/run/context.hpp"
#include "solver/run/options.hpp"

namespace amorph {

// Throws error(bad_input) with the first fault of the graph's arrays: sizes, descending offsets, targets out of range,
// an arc of an undirected graph without its reverse of the same weight. O(n + m), on the CPU threads of the options;
// O(1) for a resident graph that has passed.
void check_graph(const weighted_csr& graph, const run_options& run);

// Whether all arrays of the graph are resident in the context of the options.
[[nodiscard]] bool is_resident(const weighted_csr& graph, const run_options& run);
// Identifies a property of such a graph: the graph's kept arrays, and the property's name.
[[nodiscard]] std::uint64_t key_of_property(const weighted_csr& graph, const run_options& run, std::string_view name);

// A property of the graph's arrays, an unsigned integer; computed once for a resident graph.
template <class Compute>
std::uint64_t property_of(const weighted_csr& graph, const run_options& run, std::string_view name, Compute compute) {
  if (!is_resident(graph, run)) return compute();
  return run.context->once(graph.graph.begin.data(), key_of_property(graph, run, name), compute);
}
// The same for a check, which throws.
template <class Check>
void check_once(const weighted_csr& graph, const run_options& run, std::string_view name, Check check) {
  (void)property_of(graph, run, name, [&] {
    check();
    return std::uint64_t{1};
  });
}

// The sources in ascending order without duplicates. Throws error(bad_input) if there is none (unless the graph has no
// vertices), or one out of range.
[[nodiscard]] std::vector<std::uint32_t> distinct_sources(const weighted_csr& graph, span<const std::uint32_t> sources);

}  // namespace amorph
