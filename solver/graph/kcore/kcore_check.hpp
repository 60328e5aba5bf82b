// An independent checker of core numbers.
#pragma once

#include <cstdint>
#include <string>

#include "amorph/kernels/graph/csr.hpp"

namespace amorph::check {

// Empty, or the first fault of the core numbers and their maximum. By serial bucket peeling of the
// simple undirected graph (Batagelj, Zaversnik, "An O(m) algorithm for cores decomposition of networks", 2003), built
// with its own sets; O(n + m log degree), no code of the solver.
[[nodiscard]] std::string kcore_fault(const csr& graph, span<const std::uint32_t> core, std::uint32_t max_core);

}  // namespace amorph::check
