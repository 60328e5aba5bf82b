// The subgraph of a set of parts, on the process that refines them.
#pragma once

#include <cstdint>
#include <vector>

#include "amorph/kernels/graph/host_graph.hpp"
#include "partitioner/common/partition.hpp"
#include "partitioner/interfaces/parmetis/call.hpp"
#include "partitioner/interfaces/parmetis/footprint.hpp"

namespace amorph::parmetis {

// Edges to other shards are left out: they are cut however the vertices of this one move among its parts.
class shard {
 public:
  // Sends each vertex here to process `to[part]`, and receives this one's. Vertices are ordered by their numbers.
  // Collective.
  shard(const communicator& c, const problem& p, const idx_t* part, const std::vector<int>& to, footprint& memory);

  [[nodiscard]] partition::graph graph() const;
  // Per vertex, of all parts. Also the place for the core's numbers and for the refined parts.
  [[nodiscard]] std::vector<idx_t>& part() { return part_; }
  [[nodiscard]] span<const idx_t> move_cost() const { return {cost_.data(), cost_.size()}; }

  // Sends part() back to where the vertices came from: to `part`, still as it was. Collective.
  void send_back(idx_t* part) const;

 private:
  void receive_vertices(const idx_t* part);
  void receive_arcs(const idx_t* part);
  void pack(const idx_t* part, std::int64_t most, std::vector<idx_t>& send, std::vector<int>& counts);
  void unpack(const std::vector<idx_t>& got, const std::vector<int>& counts);
  void compact();
  [[nodiscard]] std::int64_t bytes() const;
  [[nodiscard]] int destination(const idx_t* part, idx_t v) const { return to_[static_cast<std::size_t>(part[v])]; }

  const communicator& c_;
  const problem& p_;
  const std::vector<int>& to_;
  footprint::hold held_, buffers_;
  std::vector<int> received_;  // vertices from each process
  host_array<std::uint64_t> begin_;
  host_array<std::uint32_t> head_;
  host_array<std::int32_t> arc_weight_, weight_;
  std::vector<idx_t> number_;  // of the whole graph; until the arcs are there
  std::vector<idx_t> part_, cost_;
  // Cursors of the data sent to, and received from, each process: a vertex, and arcs of it that are done.
  struct cursor {
    std::int64_t vertex = 0, arc = 0;
  };
  std::vector<cursor> out_;
  std::vector<std::uint64_t> in_;  // positions in head_
};

}  // namespace amorph::parmetis
