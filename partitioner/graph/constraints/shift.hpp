// Capacity in a full part, by moves of boundary vertices from part to part.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "amorph/kernels/base/span.hpp"
#include "amorph/kernels/exec/cpu.hpp"
#include "partitioner/common/partition.hpp"

namespace amorph::partition {

// Lists boundary vertices when first used, in O(n + m); then a shift costs about the boundaries of the parts that it
// examines. All shifts together are bounded to O((n + m) log n). One constraint. Deterministic; all
// but the listing is on one thread.
class shifting {
 public:
  // With `old_part`, a vertex is held by its part there as by an edge of weight `move_cost`.
  shifting(cpu_exec& exec, const graph& g, span<const std::int64_t> limit, std::vector<std::uint32_t>& part,
           std::vector<std::int64_t>& part_weight, span<const std::uint32_t> old_part = {},
           span<const std::int32_t> move_cost = {})
      : exec_(exec),
        g_(g),
        limit_(limit),
        part_(part),
        part_weight_(part_weight),
        old_part_(old_part),
        move_cost_(move_cost) {}

  // Moves all of `component`, which is of one part, to part `to`, and what `to` then holds above its limit on to the
  // nearest parts with capacity, over parts that are full too. Vertices whose part would fall into pieces stay. Undone,
  // and false, if that is not possible or increases the cut.
  bool move(span<const std::uint32_t> component, std::uint32_t to);
  // What the last move() that was not undone has moved, in order, with the part that each vertex left.
  [[nodiscard]] const std::vector<std::pair<std::uint32_t, std::uint32_t>>& moved() const { return moved_; }

  // Moves weight above the limits of parts on to the nearest parts with capacity in the same way, whatever that does
  // to the cut, as far as possible. Vertices whose move costs more than all of their edges stay if moves of others, and
  // of new vertices, suffice.
  void relieve_all();

 private:
  void scatter_new();
  void list_boundaries();
  void list(std::uint32_t v);
  void move_vertex(std::uint32_t v, std::uint32_t to);
  [[nodiscard]] std::vector<std::uint32_t> path_from(std::uint32_t full);
  bool relieve(std::uint32_t full);
  void relieve(std::uint32_t from, std::uint32_t to, std::int64_t kept);
  bool keeps_connected(std::uint32_t v);
  bool is_held(std::uint32_t v);
  [[nodiscard]] std::int64_t connection(std::uint32_t v, std::uint32_t p);
  [[nodiscard]] std::int64_t vertex_weight(std::uint32_t v) const {
    return g_.vertex_weight.empty() ? 1 : g_.vertex_weight[v];
  }
  [[nodiscard]] std::int64_t edge_weight(std::uint64_t e) const {
    return g_.edge_weight.empty() ? 1 : g_.edge_weight[e];
  }
  // Bounds the work: where vertices have many neighbours, shifts cost more than they are worth.
  [[nodiscard]] bool exhausted() const { return work_ > 4 * (g_.vertices + g_.to.size()); }
  [[nodiscard]] std::int64_t excess(std::uint32_t p) const { return part_weight_[p] - limit_[p]; }

  cpu_exec& exec_;
  const graph& g_;
  span<const std::int64_t> limit_;
  std::vector<std::uint32_t>& part_;
  std::vector<std::int64_t>& part_weight_;
  span<const std::uint32_t> old_part_;
  span<const std::int32_t> move_cost_;
  std::vector<std::vector<std::uint32_t>> boundary_;            // per part; also vertices that have left it
  std::vector<std::pair<std::uint32_t, std::uint32_t>> moved_;  // with the part that each left
  std::int64_t gain_ = 0;                                       // of these moves
  std::vector<std::uint32_t> visit_;                            // per vertex: the last search that reached it
  std::uint32_t search_ = 0;
  std::vector<std::uint32_t> listed_;  // per vertex: the part in whose list it was put last
  bool holds_ = true;                  // what is_held stays
  std::uint64_t work_ = 0;             // arcs examined
};

}  // namespace amorph::partition
