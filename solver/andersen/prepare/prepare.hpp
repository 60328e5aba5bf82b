// From the problem to the core's problem: variables that are known to be equal are merged before solving.
#pragma once

#include <cstdint>
#include <vector>

#include "amorph/kernels/sync/serial_disjoint_sets.hpp"
#include "solver/andersen/andersen.hpp"
#include "solver/andersen/core.hpp"

namespace amorph::andersen {

// The constraints as the core's arrays, between representatives, without those that have no effect.
struct prepared {
  core_problem core;  // points into the vectors below and into the problem

  std::vector<std::uint32_t> rep;
  std::vector<std::uint64_t> facts, copies;
  std::vector<pair32> loads, stores, hybrid;
  std::vector<std::uint32_t> hybrid_group;
  std::vector<shift> shifts;
  std::vector<move> moves;
  std::vector<std::uint32_t> object_slot, object_first, object_count, slot_layout;
  std::vector<std::uint64_t> passes;
  std::uint64_t substituted = 0;  // variables merged before solving
};

// Constraints that derive objects from those of another set, each on its own.
[[nodiscard]] constexpr bool is_shift(kind k) { return k == kind::offset || k == kind::field || k == kind::filter; }

void prepare(const problem& in, const options& options, prepared& out);

// The distinct effects of offset, field and filter constraints: pairs (type, number) as in `shift`.
struct effects {
  std::vector<shift> kinds;           // by number; only type, number and effect are set
  std::vector<std::uint32_t> number;  // per constraint of these kinds, in their order
  std::vector<move> moves;
};

// Offline variable substitution (substitute.cpp): merges variables whose sets are equal in the solution, and marks in
// `no_pointer` those whose sets are empty. O(n log n), one thread.
void substitute_variables(const problem& in, const effects& shifts, serial_disjoint_sets& same,
                          std::vector<char>& no_pointer);

// The offline half of hybrid cycle detection (hybrid_cycles.cpp): pairs (pointer, y) and their groups.
void find_hybrid_cycles(prepared& out);

}  // namespace amorph::andersen
