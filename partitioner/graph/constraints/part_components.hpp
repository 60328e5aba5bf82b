// Components of parts, and of each part the main one.
#pragma once

#include <cstdint>
#include <vector>

#include "amorph/kernels/exec/cpu.hpp"
#include "amorph/kernels/graph/host_graph.hpp"
#include "partitioner/common/core.hpp"
#include "partitioner/common/partition.hpp"

namespace amorph::partition {

// The main component of a part is the heaviest, and of equally heavy ones that of the lowest vertex. The others, but
// for vertices without edges, are strays. One weight per vertex.
class stray_components {
 public:
  struct component {
    std::uint32_t part;
    std::int64_t weight;
    std::size_t first, last;  // its vertices in the list of members
  };

  stray_components(cpu_exec& exec, const graph& g, std::uint32_t parts, const std::vector<std::uint32_t>& part)
      : exec_(exec), g_(g), part_(part), main_(parts) {}

  // From the whole graph. Nearly O(n + m), in parallel if most vertices are in main components.
  void find();
  // Those that a device has found.
  void take(const counts& counted);
  // After strays have moved whole to other parts and nothing else has: from the strays alone. O(their arcs, log n
  // each), but as find() if the main component of a part is another one.
  void update();

  // By their lowest vertices.
  [[nodiscard]] std::vector<component>& strays() { return stray_; }
  // In ascending order.
  [[nodiscard]] span<const std::uint32_t> members(const component& c) const {
    return {member_.data() + c.first, c.last - c.first};
  }
  // Per part; empty if there are no strays.
  [[nodiscard]] std::vector<std::int64_t>& part_weight() { return part_weight_; }
  [[nodiscard]] const std::vector<std::int64_t>& part_weight() const { return part_weight_; }

 private:
  struct main_component {
    std::uint32_t lowest = none;
    std::int64_t weight = 0;
  };
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  void collect(const host_array<std::uint32_t>& root);
  // The strays of these vertices, in ascending order, each with the lowest vertex of its component.
  template <class RootOf> void list(span<const std::uint32_t> vertices, RootOf root_of);
  bool update_from_strays();
  [[nodiscard]] std::int64_t weight(std::uint32_t v) const {
    return g_.vertex_weight.empty() ? 1 : g_.vertex_weight[v];
  }

  cpu_exec& exec_;
  const graph& g_;
  const std::vector<std::uint32_t>& part_;
  std::vector<component> stray_;
  std::vector<std::uint32_t> member_;
  std::vector<main_component> main_;  // per part, if there are strays
  std::vector<std::int64_t> part_weight_;
};

}  // namespace amorph::partition
