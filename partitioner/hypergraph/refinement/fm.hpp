// Local searches by Fiduccia and Mattheyses on the host, and rebalancing.
#pragma once

#include <cstdint>

#include "amorph/kernels/base/span.hpp"
#include "partitioner/common/stop_check.hpp"
#include "partitioner/hypergraph/refinement/gain_table.hpp"

namespace amorph::hypergraph {

struct balance_limits {
  span<const std::int64_t> maximum;  // per part and dimension
  span<const std::int64_t> minimum;  // per part; empty: none, as with several dimensions

  [[nodiscard]] bool fits(const gain_table& t, std::uint32_t v, std::uint32_t part) const {
    for (std::uint32_t d = 0; d != t.dimensions(); ++d)
      if (t.weight(part, d) + t.vertex_weight(v, d) > maximum[std::size_t{part} * t.dimensions() + d]) return false;
    return true;
  }
  // By how much the part exceeds its limit, as a fraction of it.
  [[nodiscard]] double excess(const gain_table& t, std::uint32_t part, std::uint32_t d) const {
    const auto most = static_cast<double>(maximum[std::size_t{part} * t.dimensions() + d]);
    return (static_cast<double>(t.weight(part, d)) - most) / (most > 1 ? most : 1);
  }
  // The dimension in which the part exceeds its limit the most; the number of dimensions if it exceeds none.
  [[nodiscard]] std::uint32_t most_exceeded(const gain_table& t, std::uint32_t part) const {
    std::uint32_t found = t.dimensions();
    double most = 0;
    for (std::uint32_t d = 0; d != t.dimensions(); ++d)
      if (const double e = excess(t, part, d); e > most) most = e, found = d;
    return found;
  }
};

struct fm_options {
  std::uint32_t rounds = 10;    // at most; a round that gains too little is the last
  std::uint32_t seeds = 25;     // boundary vertices that a search starts from; 0: all
  std::uint32_t fruitless = 0;  // moves without improvement that end a search; 0: the random-walk model
  double minimum_gain = 0;      // of a round, as a fraction of the objective
  std::uint64_t seed = 0;
};

// Returns the gain. Never leaves the limits, but may start outside. O(pins * parts) per round at worst.
std::int64_t refine_by_fm(gain_table& table, const balance_limits& limits, const fm_options& options,
                          const partition::stop_check& check_stop);

// The excess of the parts over their limits, summed over parts and dimensions, as fractions.
[[nodiscard]] double total_excess(const gain_table& table, const balance_limits& limits);

// Moves vertices of overweight parts to others, smallest loss per weight first, then into parts below their minimum.
// False if some limit is still exceeded.
bool rebalance(gain_table& table, const balance_limits& limits);

}  // namespace amorph::hypergraph
