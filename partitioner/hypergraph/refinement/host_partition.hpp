// A partition of a hypergraph on the host, and the weights of its parts.
#pragma once

#include <cstdint>
#include <vector>

#include "partitioner/hypergraph/core.hpp"

namespace amorph::hypergraph {

class host_partition {
 public:
  host_partition(const core_hypergraph& h, std::uint32_t parts, objective_weights objective, std::uint32_t* part)
      : h_(h),
        k_(parts),
        a_(objective.connectivity),
        b_(objective.cut),
        part_(part),
        weight_(std::size_t{parts} * h.dimensions, 0) {
    for (std::uint32_t v = 0; v != h.vertices; ++v) add_weight(v, part[v], 1);
  }

  [[nodiscard]] const core_hypergraph& graph() const { return h_; }
  [[nodiscard]] objective_weights objective_of_nets() const { return {a_, b_}; }
  [[nodiscard]] std::uint32_t parts() const { return k_; }
  [[nodiscard]] std::uint32_t part(std::uint32_t v) const { return part_[v]; }
  // Of the dimension d.
  [[nodiscard]] std::uint32_t dimensions() const { return h_.dimensions; }
  [[nodiscard]] std::int64_t weight(std::uint32_t part, std::uint32_t d = 0) const {
    return weight_[std::size_t{part} * h_.dimensions + d];
  }
  [[nodiscard]] std::int32_t vertex_weight(std::uint32_t v, std::uint32_t d = 0) const {
    if (h_.weights != nullptr) return h_.weights[std::size_t{v} * h_.dimensions + d];
    return h_.vertex_weight != nullptr ? h_.vertex_weight[v] : 1;
  }
  [[nodiscard]] bool is_fixed(std::uint32_t v) const { return h_.fixed != nullptr && h_.fixed[v] >= 0; }

 protected:
  [[nodiscard]] std::uint32_t size_of(std::uint32_t e) const {
    return static_cast<std::uint32_t>(h_.net_begin[e + 1] - h_.net_begin[e]);
  }
  [[nodiscard]] std::int32_t net_weight(std::uint32_t e) const {
    return h_.net_weight != nullptr ? h_.net_weight[e] : 1;
  }
  // Being away from the old part costs as much as a net that is then cut.
  [[nodiscard]] std::int32_t cost_of_leaving(std::uint32_t v, std::uint32_t part) const {
    return h_.move_cost != nullptr && h_.old_part[v] == part ? h_.move_cost[v] : 0;
  }
  void change_part(std::uint32_t v, std::uint32_t to) {
    add_weight(v, part_[v], -1);
    part_[v] = to;
    add_weight(v, to, 1);
  }
  template <class F> void for_pins(std::uint32_t e, F f) const {
    for (std::uint64_t i = h_.net_begin[e]; i != h_.net_begin[e + 1]; ++i) f(h_.pin[i]);
  }

  const core_hypergraph& h_;
  const std::uint32_t k_;
  const std::int32_t a_, b_;
  std::uint32_t* const part_;

 private:
  void add_weight(std::uint32_t v, std::uint32_t part, std::int32_t sign) {
    std::int64_t* const to = &weight_[std::size_t{part} * h_.dimensions];
    for (std::uint32_t d = 0; d != h_.dimensions; ++d) to[d] += sign * vertex_weight(v, d);
  }

  std::vector<std::int64_t> weight_;  // by part and dimension
};

}  // namespace amorph::hypergraph
