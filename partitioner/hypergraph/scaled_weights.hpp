// Vertex weights whose sum fits in 32 bits, as clusters need: of all vertices, a level may make one.
#pragma once

#include <cstdint>
#include <vector>

#include "partitioner/hypergraph/partition.hpp"

namespace amorph::hypergraph {

// Per dimension, weights are divided by their greatest common divisor and, if their sum still exceeds 2^30, rounded to
// multiples of a unit; no weight becomes 0 by that.
class scaled_weights {
 public:
  explicit scaled_weights(const netlist& n);

  // Whether the sum of some dimension exceeds 2^31 - 1; otherwise nothing below is of use.
  [[nodiscard]] bool is_needed() const { return !weight_.empty(); }
  [[nodiscard]] netlist apply(const netlist& n) const;  // refers to n and to this
  // Of limits per part and dimension, rounded down.
  [[nodiscard]] std::vector<std::int64_t> apply(std::vector<std::int64_t> limit) const;

 private:
  std::vector<std::int64_t> unit_;    // per dimension
  std::vector<std::int32_t> weight_;  // as netlist::vertex_weight; empty: not needed
};

}  // namespace amorph::hypergraph
