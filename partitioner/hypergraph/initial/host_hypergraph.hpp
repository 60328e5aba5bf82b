// A hypergraph in host memory that owns its arrays, and the part of one that lies on one side of a bisection.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "partitioner/hypergraph/core.hpp"

namespace amorph::hypergraph {

struct host_hypergraph {
  std::vector<std::uint64_t> net_begin{0};
  std::vector<std::uint32_t> pin;
  std::vector<std::int32_t> net_weight, vertex_weight;
  std::vector<std::int32_t> fixed;  // empty: none
  std::uint32_t dimensions = 1;
  std::vector<std::int32_t> weights;  // empty: vertex_weight is the only one

  [[nodiscard]] std::uint32_t vertices() const { return static_cast<std::uint32_t>(vertex_weight.size()); }
  [[nodiscard]] std::int64_t weight(std::uint32_t dimension) const {
    const std::vector<std::int32_t>& all = weights.empty() ? vertex_weight : weights;
    std::int64_t sum = 0;
    for (std::size_t i = dimension; i < all.size(); i += dimensions) sum += all[i];
    return sum;
  }
  [[nodiscard]] core_hypergraph view() const {
    return {vertices(),
            static_cast<std::uint32_t>(net_weight.size()),
            net_begin.data(),
            pin.data(),
            nullptr,
            nullptr,
            net_weight.data(),
            vertex_weight.data(),
            fixed.empty() ? nullptr : fixed.data(),
            nullptr,
            nullptr,
            dimensions,
            weights.empty() ? nullptr : weights.data()};
  }
};

// A hypergraph that becomes the parts first .. first + parts - 1 of the whole, and its vertices' numbers there.
struct piece {
  host_hypergraph graph;
  std::vector<std::uint32_t> name;
  std::uint32_t first = 0, parts = 1;
};

// Copies; the parts of fixed vertices are those of the whole.
[[nodiscard]] piece whole(const core_hypergraph& h, std::uint32_t parts);

// The two sides. Nets between them are split if `split_nets` and dropped otherwise; nets of one pin are dropped.
[[nodiscard]] std::array<piece, 2> split(const piece& p, const std::vector<std::uint32_t>& side, bool split_nets);

}  // namespace amorph::hypergraph
