// A partition of a hypergraph on the host whose gains are computed when they are asked for, from the pins of a vertex's
// nets: for few moves where a gain_table, whose gains these are, would not fit. Memory: 8 bytes per part.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "partitioner/hypergraph/refinement/host_partition.hpp"

namespace amorph::hypergraph {

class gains_on_demand : public host_partition {
 public:
  gains_on_demand(const core_hypergraph& h, std::uint32_t parts, objective_weights objective, std::uint32_t* part)
      : host_partition(h, parts, objective, part), gain_(parts, 0), count_(parts, 0) {}

  // The gains of a vertex are kept until another is asked for: O(parts + pins of its nets) then, else O(1).
  [[nodiscard]] std::int32_t gain(std::uint32_t v, std::uint32_t to) {
    if (v != vertex_) fill(v);
    return gain_[to];
  }
  void move(std::uint32_t v, std::uint32_t to) {
    change_part(v, to);
    vertex_ = nobody;
  }

 private:
  static constexpr std::uint32_t nobody = ~std::uint32_t{0};

  void fill(std::uint32_t v) {
    const std::uint32_t own = part_[v];
    std::int32_t base = -cost_of_leaving(v, own);
    std::fill(gain_.begin(), gain_.end(), 0);
    if (h_.move_cost != nullptr) gain_[h_.old_part[v]] += h_.move_cost[v];
    for (std::uint64_t j = h_.vertex_begin[v]; j != h_.vertex_begin[v + 1]; ++j) {
      const std::uint32_t e = h_.net[j], size = size_of(e);
      if (size < 2) continue;
      const std::int32_t aw = a_ * net_weight(e), bw = b_ * net_weight(e);
      for_pins(e, [&](std::uint32_t u) { ++count_[part_[u]]; });
      base += (count_[own] == 1 ? 0 : -aw) - (count_[own] == size ? bw : 0);
      for_pins(e, [&](std::uint32_t u) {
        const std::uint32_t p = part_[u], pins = std::exchange(count_[p], 0);
        if (pins != 0) gain_[p] += aw + (p != own && pins == size - 1 ? bw : 0);
      });
    }
    for (std::int32_t& g : gain_) g += base;
    vertex_ = v;
  }

  std::uint32_t vertex_ = nobody;     // whose gains these are
  std::vector<std::int32_t> gain_;    // by part
  std::vector<std::uint32_t> count_;  // pins of a net by part; 0 between nets
};

}  // namespace amorph::hypergraph
