// Connected components of an undirected graph by label propagation: every vertex takes the minimum label of its
// neighbourhood until nothing changes (HCC of "PEGASUS: A Peta-Scale Graph Mining System", Kang, Tsourakakis,
// Faloutsos, ICDM 2009). The number of rounds is the largest distance from a component's minimum vertex; a product
// would unite disjoint sets instead (amorph/kernels/sync/disjoint_sets.hpp), whose work does not depend on distances.
#pragma once

#include <cstdint>

#include "amorph/kernels/operators/neighbor_reduce.hpp"
#include "amorph/kernels/sync/atomic.hpp"

namespace amorph::examples {

// The minimum vertex of each vertex's component.
template <class Exec> typename Exec::template buffer<std::uint32_t> connected_components(Exec& exec, csr graph) {
  typename Exec::template buffer<std::uint32_t> labels(exec, graph.vertices), next_labels(exec, graph.vertices),
      flags(exec, 1);
  std::uint32_t* changed = flags.data();
  std::uint32_t* first = labels.data();
  exec.for_each(graph.vertices, AMORPH_LAMBDA(std::size_t v) { first[v] = static_cast<std::uint32_t>(v); });
  neighbor_reducer<Exec, std::uint32_t> reducer(exec, graph);
  do {
    const std::uint32_t* label = labels.data();
    std::uint32_t* next = next_labels.data();
    exec.fill(flags.span(), 0);
    reducer(
        AMORPH_LAMBDA(std::uint32_t, std::uint64_t, std::uint32_t u) { return label[u]; },
        AMORPH_LAMBDA(std::uint32_t v, std::uint32_t lowest) {
          next[v] = lowest < label[v] ? lowest : label[v];
          if (lowest < label[v]) atomic_store(changed, 1);
        },
        graph.vertices, minimum<std::uint32_t>{});
    labels.swap(next_labels);
  } while (exec.read(changed) != 0);
  return labels;
}

}  // namespace amorph::examples
