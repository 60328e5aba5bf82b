// What partitions minimise, a row per objective. Commands, interfaces, cores and searches read these rows; a new
// objective of graphs is a row here, and its gains in graph/initial/kway_partition.cpp.
#pragma once

#include <cstdint>
#include <iterator>

#include "partitioner/common/named_rows.hpp"

namespace amorph::hypergraph {

// The weight of a net that joins `lambda` parts counts connectivity * (lambda - 1), plus `cut` if lambda > 1.
struct objective_weights {
  std::int32_t connectivity, cut;
  // Of a unit of weight; others: lambda - 1.
  [[nodiscard]] constexpr std::int64_t cost(std::int64_t others) const {
    return connectivity * others + (others != 0 ? cut : 0);
  }
};

// In the order of amorph.h.
enum class objective : std::uint8_t { km1, cut, soed };

struct objective_row {
  const char* name;
  const char* sum;  // that is minimised, for help
  objective_weights weights;
  std::uint32_t otype;  // the value of khmetis's OType; 0: none
};
inline constexpr objective_row objectives[] = {
    {"km1", "the connectivity (weight times parts of a net minus 1)", {1, 0}, 0},
    {"cut", "the weight of cut nets", {0, 1}, 1},
    {"soed", "the sum of external degrees (weight times parts of a cut net)", {1, 1}, 2}};
static_assert(std::size(objectives) == static_cast<std::size_t>(objective::soed) + 1);
[[nodiscard]] constexpr const objective_row& row_of(objective o) { return objectives[static_cast<std::size_t>(o)]; }
[[nodiscard]] constexpr std::uint32_t most_otype() {
  std::uint32_t most = 0;
  for (const objective_row& row : objectives) most = row.otype > most ? row.otype : most;
  return most;
}
// 1 .. most_otype().
[[nodiscard]] constexpr objective objective_of_otype(std::uint32_t otype) {
  std::size_t i = 0;
  while (objectives[i].otype != otype) ++i;
  return static_cast<objective>(i);
}

}  // namespace amorph::hypergraph

namespace amorph::partition {

// In the order of amorph.h.
enum class objective : std::uint8_t { cut, volume, mapping };

struct objective_row {
  const char* name;                              // the value of gpmetis's -objtype
  const char *title, *what;                      // in reports; in help
  std::int32_t metis;                            // the value of METIS_OPTION_OBJTYPE; -1: none
  bool kway_alone;                               // METIS's interfaces refuse it for recursive bisection
  std::optional<hypergraph::objective> of_nets;  // empty: the weight of cut edges; for `mapping` times the distance
  bool core_refines;                             // on the finest level, at last; else the host's searches alone do

  // The others are those of a hypergraph whose nets are the closed neighbourhoods of vertices, each of its vertex's
  // size (Catalyurek and Aykanat, 1999): a vertex counts by the number of other parts around it. Edge weights then do
  // not count, and the core, which minimises a cut, gets weights from the sizes.
  [[nodiscard]] constexpr bool of_edges() const { return !of_nets; }
  [[nodiscard]] constexpr hypergraph::objective_weights weights() const {
    return of_nets ? hypergraph::row_of(*of_nets).weights : hypergraph::objective_weights{0, 0};
  }
};
inline constexpr objective_row objectives[] = {
    {"cut", "Edgecut", "edge cut", 0, false, {}, false},
    {"vol", "Volume", "communication volume", 1, true, hypergraph::objective::km1, true},
    {"map", "Communication cost", "communication cost on the machine of --hierarchy", -1, true, {}, false}};
static_assert(std::size(objectives) == static_cast<std::size_t>(objective::mapping) + 1);
[[nodiscard]] constexpr const objective_row& row_of(objective o) { return objectives[static_cast<std::size_t>(o)]; }

}  // namespace amorph::partition
