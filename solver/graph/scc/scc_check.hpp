// An independent checker of strongly connected components.
#pragma once

#include <cstdint>
#include <string>

#include "amorph/kernels/graph/csr.hpp"

namespace amorph::check {

// Empty, or the first fault of the labels and the two counts. By two depth-first searches, the second
// one against the arcs (Kosaraju; Sharir 1981); serial, O(n + m), no code of the solver.
[[nodiscard]] std::string scc_fault(const csr& graph, span<const std::uint32_t> label, std::uint64_t components,
                                    std::uint64_t largest);

}  // namespace amorph::check
