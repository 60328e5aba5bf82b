// hMETIS's UBfactor as bounds on the weights of parts.
#pragma once

#include <cstdint>
#include <vector>

#include "partitioner/hypergraph/partition.hpp"

namespace amorph::hypergraph {

struct part_bounds {
  std::vector<std::int64_t> minimum, maximum;  // per part and dimension; no minimum with several dimensions
};

// Sums over the vertices, per dimension.
[[nodiscard]] std::vector<std::int64_t> total_weights(const netlist& n);

// What recursive bisection with this UBfactor allows (hMETIS 1.5, manual of shmetis and hmetis): p parts are bisected
// into floor(p / 2) and the others, each side between its share - ubfactor and its share + ubfactor, in percent of what
// is bisected. With two parts: 50 - ubfactor to 50 + ubfactor percent. No shares: equal ones.
[[nodiscard]] part_bounds bounds_of_bisections(const netlist& n, std::uint32_t parts, double ubfactor,
                                               std::vector<double> share = {});

}  // namespace amorph::hypergraph
