// Weights whose sums fit in 32 bits, as clusters and gains need: of all vertices a level may make one, and all nets may
// be one vertex's.
#pragma once

#include <cstdint>
#include <vector>

#include "partitioner/hypergraph/partition.hpp"

namespace amorph::hypergraph {

// Vertex weights, per dimension, are divided by their greatest common divisor and, if their sum still exceeds 2^30,
// rounded to multiples of a unit; so are the weights of nets together with the costs of moves. No weight becomes 0 by
// that.
class scaled_weights {
 public:
  scaled_weights(const netlist& n, const options& o);

  // Whether some sum is too large; otherwise nothing below is of use.
  [[nodiscard]] bool is_needed() const { return !vertex_weight_.empty() || !net_weight_.empty(); }
  [[nodiscard]] netlist apply(const netlist& n) const;  // refers to n and to this
  [[nodiscard]] options apply(const options& o) const;  // likewise; limits are rounded down
  // Of limits per part and dimension, rounded down.
  [[nodiscard]] std::vector<std::int64_t> apply(std::vector<std::int64_t> limit) const;

 private:
  void scale_vertices(const netlist& n);
  void scale_nets(const netlist& n, const options& o);

  std::vector<std::int64_t> unit_;           // of vertex weights, per dimension
  std::vector<std::int32_t> vertex_weight_;  // as of netlist; empty: as they are
  std::vector<std::int32_t> net_weight_, move_cost_;
};

}  // namespace amorph::hypergraph
