// A graph in host memory as the solvers of paths, trees and flows take it: directed arcs in rows, with weights of one
// of four types.
#pragma once

#include <cstdint>
#include <optional>

#include "amorph/kernels/graph/csr.hpp"
#include "amorph/kernels/graph/host_graph.hpp"

namespace amorph {

// none: all weights are 1; float64: only in callers' arrays, files have none
enum class weight_kind : std::uint32_t { none, int32, int64, float32, float64 };

[[nodiscard]] constexpr std::size_t size_of(weight_kind k) {
  return k == weight_kind::none ? 0 : k == weight_kind::int64 || k == weight_kind::float64 ? 8 : 4;
}
[[nodiscard]] constexpr bool is_real(weight_kind k) { return k == weight_kind::float32 || k == weight_kind::float64; }

// The input of solvers. Non-owning.
struct weighted_csr {
  csr graph;
  weight_kind kind = weight_kind::none;
  const void* weight = nullptr;      // one per arc, of that kind
  bool undirected = false;           // every arc has its reverse with the same weight and multiplicity
  bool undirected_is_known = false;  // it was found by is_undirected, not promised by a caller
};

struct weighted_graph {
  std::uint32_t vertices = 0;
  std::uint32_t base = 0;           // the number of vertex 0 in files
  host_array<std::uint64_t> begin;  // vertices + 1
  host_array<std::uint32_t> to;     // begin[vertices]
  weight_kind kind = weight_kind::none;
  host_array<std::int32_t> weight32;  // per arc; only the array of `kind` is filled
  host_array<std::int64_t> weight64;
  host_array<float> weight_float;
  host_array<double> weight_double;
  bool undirected = false, undirected_is_known = false;

  [[nodiscard]] const void* weight() const {
    switch (kind) {
      case weight_kind::int32: return weight32.data();
      case weight_kind::int64: return weight64.data();
      case weight_kind::float32: return weight_float.data();
      case weight_kind::float64: return weight_double.data();
      case weight_kind::none: break;
    }
    return nullptr;
  }
  [[nodiscard]] weighted_csr view() const {
    return {{vertices, begin, to}, kind, weight(), undirected, undirected_is_known};
  }
};

class cpu_exec;

// Whether every arc has its reverse with the same weight: by a sum as in symmetry.hpp, of one hash, so that it is wrong
// with a probability of 2^-64. O(n + m).
[[nodiscard]] bool is_undirected(cpu_exec& exec, const weighted_csr& graph);
// The first vertex with an arc whose reverse is missing or has another weight, and the arc's target; none if the graph
// is undirected. O(m log degree), and a sorted copy of the arcs.
struct one_way_arc {
  std::uint32_t from, to;
};
[[nodiscard]] std::optional<one_way_arc> find_one_way_arc(cpu_exec& exec, const weighted_csr& graph);

}  // namespace amorph
