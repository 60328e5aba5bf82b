// The memory that the core takes on a device.
#pragma once

#include <algorithm>
#include <cstdint>

namespace amorph::partition {

struct footprint {
  std::uint64_t vertices, arcs;
  bool edge_weights;
  std::uint32_t vertex_weights;  // per vertex; 0: none
  bool contiguous;

  [[nodiscard]] std::uint64_t arc_bytes() const { return arcs * (edge_weights ? 8 : 4); }
  // Of a run that keeps all arcs in memory: the finest level while it is coarsened, while it is refined, and while
  // strays join other parts (connect_parts(), two partitions, and the boundary's flags).
  [[nodiscard]] std::uint64_t in_memory() const {
    const std::uint64_t connecting = contiguous ? 5 * arcs / 2 + 31 * vertices : 0;
    return arc_bytes() + (8 + std::uint64_t{4} * vertex_weights) * vertices +
           std::max({7 * arcs / 2 + 30 * vertices, 58 * vertices, connecting});
  }
};

}  // namespace amorph::partition
