// The graph that a caller passes to METIS's functions, validated and normalised.
#pragma once

#include <cstdint>

#include "amorph/kernels/graph/host_graph.hpp"
#include "partitioner/common/partition.hpp"
#include "partitioner/interfaces/metis/metis.h"

namespace amorph {
class cpu_exec;
}

namespace amorph::metis {

struct caller_arrays {
  idx_t vertices = 0, constraints = 1;
  const idx_t *begin = nullptr, *to = nullptr;
  const idx_t *vertex_weight = nullptr, *vertex_size = nullptr, *edge_weight = nullptr;  // may be null
  idx_t numbering = 0;
};

// A caller's array as the 32-bit values that the partitioner takes: the array itself, or a copy in `own`. Throws
// bad_input that names the array if a value needs more bits.
span<const std::int32_t> as_32_bits(cpu_exec& exec, const idx_t* values, std::size_t count, const char* name,
                                    host_array<std::int32_t>& own);

// The same for weights of `kinds` kinds, as values[i * kinds + kind]: if one of a kind needs more bits, all of that
// kind are rounded to multiples of a unit, and none becomes 0 by that. `exact` is then `values`, else null.
span<const std::int32_t> weights_of_32_bits(cpu_exec& exec, const idx_t* values, std::size_t count, std::size_t kinds,
                                            host_array<std::int32_t>& own, const idx_t*& exact);

// A graph's weights before they were rounded to 32 bits; empty or null if they were not.
struct exact_weights {
  span<const std::int64_t> edge;
  const idx_t *vertex = nullptr, *size = nullptr;

  // Counts cut and cost of the partition with these weights, at most 2^63 - 1. O(n + m) if there are any.
  void recount(const partition::graph& g, const partition::options& o, partition::result& r) const;
};

// A size of a call; bad_input, or out_of_memory, if it needs more than 32 bits.
std::uint32_t as_count(idx_t value, const char* name);
// Throws amorph::error (bad_input) if there are more than partition::most_parts().
void check_number_of_parts(std::uint32_t parts, idx_t vertices);

// Views those of the caller's arrays that need no change, and owns normalised copies of the others; the caller's arrays
// are only read. Throws amorph::error (bad_input): offsets or neighbours out of range, negative weights.
//
// Inputs on which METIS's behaviour is undefined are normalised:
// - self-loops are removed;
// - an edge that is missing in one direction, or has two weights, becomes one edge of the larger weight;
// - edges of weight 0 are removed (for objectives of nets, to which they contribute: weight 1);
// - a constraint whose weights are all 0 gets unit weights.
// Weights above 2^31 - 1 are rounded; exact() has the original ones.
// O(n + m), in parallel; O(n + m log degree) if edges are repaired.
class caller_graph {
 public:
  caller_graph(cpu_exec& exec, const caller_arrays& from, partition::objective goal);
  caller_graph(const caller_graph&) = delete;
  caller_graph& operator=(const caller_graph&) = delete;
  [[nodiscard]] const partition::graph& view() const { return view_; }
  [[nodiscard]] exact_weights exact() const { return {{wide_.data(), wide_.size()}, wide_vertex_, wide_size_}; }

 private:
  void view_neighbours(cpu_exec& exec, const idx_t* to, std::size_t count, idx_t base);
  void repair_edges(cpu_exec& exec, bool keep_weightless);
  void repair_weights(idx_t constraints);
  void round_edge_weights(cpu_exec& exec);

  partition::graph view_;
  host_graph own_;
  host_array<std::int64_t> wide_;  // weights of edges, if one exceeds 32 bits
  const idx_t *wide_vertex_ = nullptr, *wide_size_ = nullptr;
};

}  // namespace amorph::metis
