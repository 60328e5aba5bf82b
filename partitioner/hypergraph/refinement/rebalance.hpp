// Limits of part weights, and moves that keep them.
#pragma once

#include <cstdint>

#include "amorph/kernels/base/span.hpp"
#include "partitioner/hypergraph/refinement/host_partition.hpp"

namespace amorph::hypergraph {

struct balance_limits {
  span<const std::int64_t> maximum;  // per part and dimension
  span<const std::int64_t> minimum;  // per part; empty: none, as with several dimensions

  [[nodiscard]] bool fits(const host_partition& t, std::uint32_t v, std::uint32_t part) const {
    for (std::uint32_t d = 0; d != t.dimensions(); ++d)
      if (t.weight(part, d) + t.vertex_weight(v, d) > maximum[std::size_t{part} * t.dimensions() + d]) return false;
    return true;
  }
  // By how much the part exceeds its limit, as a fraction of it.
  [[nodiscard]] double excess(const host_partition& t, std::uint32_t part, std::uint32_t d) const {
    const auto most = static_cast<double>(maximum[std::size_t{part} * t.dimensions() + d]);
    return (static_cast<double>(t.weight(part, d)) - most) / (most > 1 ? most : 1);
  }
  // The dimension in which the part exceeds its limit the most; the number of dimensions if it exceeds none.
  [[nodiscard]] std::uint32_t most_exceeded(const host_partition& t, std::uint32_t part) const {
    std::uint32_t found = t.dimensions();
    double most = 0;
    for (std::uint32_t d = 0; d != t.dimensions(); ++d)
      if (const double e = excess(t, part, d); e > most) most = e, found = d;
    return found;
  }
};

// The excess of the parts over their limits, summed over parts and dimensions, as fractions.
[[nodiscard]] double total_excess(const host_partition& partition, const balance_limits& limits);

// Moves vertices of overweight parts to others, smallest loss per weight first, then into parts below their minimum.
// False if some limit is still exceeded. Gains: gain_table or gains_on_demand; O(parts) for each vertex of these parts.
template <class Gains> bool rebalance(Gains& gains, const balance_limits& limits);

}  // namespace amorph::hypergraph
