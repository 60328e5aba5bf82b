// Weights of edges and costs of moves as the core takes them: it sums them in 32 bits.
#pragma once

#include <cstdint>
#include <vector>

#include "amorph/kernels/exec/cpu.hpp"
#include "partitioner/common/partition.hpp"

namespace amorph::partition {

// If the weights of all edges and the costs of all moves sum to more than 2^31 - 1, they are rounded to multiples of a
// unit, such that they sum to about 2^30; none becomes 0 by that. For objectives of nets, edges get weights with which
// the cut is close to them. O(m) with edge weights, O(n) otherwise. check_options has bounded the number of edges.
class core_weights {
 public:
  core_weights(cpu_exec& exec, const graph& g, const options& o);

  // Whether the cut and the volume must be counted again, with the weights of the input.
  [[nodiscard]] bool differ() const { return by_size_ || !edge_weight_.empty(); }
  [[nodiscard]] graph apply(const graph& g) const;  // refers to g and to this, as the options do
  [[nodiscard]] options apply(const options& o) const;

 private:
  void scale_costs(const options& o, std::int64_t unit);
  void weigh_by_size(const graph& g, std::int64_t most);

  bool by_size_;
  std::vector<std::int32_t> edge_weight_;  // empty: as they are; by size: all 1
  std::vector<std::int32_t> move_cost_;    // empty: as they are
};

}  // namespace amorph::partition
