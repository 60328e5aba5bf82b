// The first arc with a property, on CPU threads: for checks of inputs.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "amorph/kernels/graph/csr.hpp"
#include "amorph/kernels/primitives/first_index.hpp"

namespace amorph {

struct found_arc {
  std::uint32_t from = 0;
  std::uint64_t index = 0;  // in csr::to
};

// The arc of minimum index e for which found(e). O(m) work, O(log n) for its vertex.
template <class Found> [[nodiscard]] std::optional<found_arc> first_arc(cpu_exec& exec, const csr& g, Found found) {
  const std::uint64_t e = first_index(exec, g.edges(), found);
  if (e == g.edges()) return std::nullopt;
  const std::uint64_t* after = std::upper_bound(g.begin.data(), g.begin.data() + g.begin.size(), e);
  return found_arc{static_cast<std::uint32_t>(after - g.begin.data() - 1), e};
}

}  // namespace amorph
