// Netlists for the tests, by seed.
#pragma once

#include <cstdint>
#include <vector>

#include "partitioner/hypergraph/partition.hpp"

namespace amorph::test {

struct random_netlist {
  std::uint32_t vertices = 0;
  std::vector<std::uint64_t> begin{0};
  std::vector<std::uint32_t> pin;
  std::vector<std::int32_t> net_weight, vertex_weight, fixed;

  // Nets of nearby vertices mostly; some of many pins, of one pin, and some that occur twice.
  random_netlist(std::uint32_t vertices, std::uint32_t nets, bool weights, std::uint64_t seed);

  void add_net(std::vector<std::uint32_t> pins);
  [[nodiscard]] std::uint32_t nets() const { return static_cast<std::uint32_t>(begin.size() - 1); }
  [[nodiscard]] hypergraph::netlist view() const { return {vertices, nets(), begin, pin, net_weight, vertex_weight}; }
};

}  // namespace amorph::test
