// A small_graph as the core takes it: weights of 32 bits, and none where all of them are 1.
#pragma once

#include <algorithm>
#include <vector>

#include "partitioner/common/partition.hpp"
#include "partitioner/graph/initial/bisect.hpp"

namespace amorph::partition::initial {

class narrow_graph {
 public:
  explicit narrow_graph(const small_graph& g)
      : whole_(g), vertex_weight_(narrow(g.vertex_weight, g.constraints == 1)), edge_weight_(narrow(g.edge_weight)) {}
  // Valid as long as this and the graph are.
  [[nodiscard]] graph view() const {
    return {whole_.vertices(), whole_.begin, whole_.to, vertex_weight_, {}, edge_weight_};
  }

 private:
  static std::vector<std::int32_t> narrow(const std::vector<weight>& weights, bool may_leave_out = true) {
    if (may_leave_out && std::all_of(weights.begin(), weights.end(), [](weight w) { return w == 1; })) return {};
    return {weights.begin(), weights.end()};
  }

  const small_graph& whole_;
  std::vector<std::int32_t> vertex_weight_, edge_weight_;
};

}  // namespace amorph::partition::initial
