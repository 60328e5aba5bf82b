// The caller's graph as the partitioner's, for partitions and orders.
#pragma once

#include <cstdint>
#include <string>

#include "partitioner/common/partition.hpp"
#include "tools/bindings/amorph/handles.hpp"

namespace amorph::c_interface {

// Refuses arrays that are no undirected graph.
inline partition::graph checked_graph(const amorph_partition_graph& g, std::uint32_t constraints, unsigned threads) {
  const auto array = [](auto* data, std::size_t size) {
    using element = std::remove_pointer_t<decltype(data)>;
    return data == nullptr ? span<element>() : span<element>(data, size);
  };
  if (g.vertices != 0) require(g.begin, "row offsets");
  const std::uint64_t entries = g.vertices == 0 ? 0 : g.begin[g.vertices];
  if (entries != 0) require(g.to, "neighbours");
  const partition::graph view{g.vertices,
                              array(g.begin, g.vertices + std::size_t{1}),
                              array(g.to, entries),
                              array(g.vertex_weight, std::size_t{g.vertices} * constraints),
                              array(g.vertex_size, g.vertices),
                              array(g.edge_weight, entries)};
  if (const std::string fault = partition::check_graph(view, constraints, 0, threads); !fault.empty()) refuse(fault);
  return view;
}

}  // namespace amorph::c_interface
