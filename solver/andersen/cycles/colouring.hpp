// The strongly connected components of the copy graph, on the device, after sets have been propagated: forward-backward
// colouring after Orzan ("On distributed verification and verified distribution", 2004). Each variable takes the
// maximum colour that reaches it and the maximum colour that it reaches. Where the two are equal a component has been
// found, and an edge whose ends differ in either cannot lie on a cycle. Only edges between equal, non-empty sets are
// considered: all edges of a component are such.
#pragma once

#include <cstdint>

#include "amorph/kernels/sync/atomic.hpp"
#include "solver/andersen/core.hpp"
#include "solver/andersen/propagate/pull.hpp"

namespace amorph::andersen {

// A variable's colour, and its inverse: a multiplicative hash, so that chains of consecutive variables split fast.
AMORPH_HD inline uint32_t colour_of(uint32_t v) { return v * 2654435761u; }
AMORPH_HD inline uint32_t variable_of(uint32_t colour) { return colour * 244002641u; }
static_assert(2654435761u * 244002641u == 1u);

// The arrays and steps of the colouring; edges are edge_key(dst, src).
struct colouring {
  uint32_t* forward;   // per variable: the maximum colour that reaches it
  uint32_t* backward;  // per variable: the maximum colour that it reaches
  uint32_t* owner;     // per variable: a member of its component, once found; until then no_set
  uint32_t* minimum;   // per owner: the minimum member

  AMORPH_BODY void start(uint64_t edge) const {
    const uint32_t dst = static_cast<uint32_t>(edge >> 32), src = static_cast<uint32_t>(edge);
    forward[dst] = backward[dst] = colour_of(dst);
    forward[src] = backward[src] = colour_of(src);
  }
  // Propagates colours along one edge; true if one grew.
  AMORPH_BODY bool propagate(uint64_t edge) const {
    const uint32_t dst = static_cast<uint32_t>(edge >> 32), src = static_cast<uint32_t>(edge);
    const uint32_t reaches = atomic_load(&forward[src]), reached = atomic_load(&backward[dst]);
    bool grew = false;
    if (atomic_load(&forward[dst]) < reaches) grew |= atomic_max(&forward[dst], reaches) < reaches;
    if (atomic_load(&backward[src]) < reached) grew |= atomic_max(&backward[src], reached) < reached;
    return grew;
  }
  // At the fixed point of the colours: true if the edge is still undecided. If its component has been found, records
  // it.
  AMORPH_BODY bool undecided(uint64_t edge) const {
    const uint32_t dst = static_cast<uint32_t>(edge >> 32), src = static_cast<uint32_t>(edge);
    if (forward[dst] != forward[src] || backward[dst] != backward[src]) return false;
    if (forward[dst] != backward[dst]) return true;
    const uint32_t root = variable_of(forward[dst]);
    owner[dst] = owner[src] = root;
    atomic_min(&minimum[root], dst < src ? dst : src);
    return false;
  }
};

// The device memory of a colouring, sized before each use: the copy graph grows.
template <class Exec> class colouring_memory {
 public:
  colouring_memory(Exec& exec, uint32_t variables)
      : variables_(variables), colours_(exec, uint64_t{4} * variables), edge_lists_(exec, 0) {}

  void reserve_edges(uint64_t edges) {
    edges_ = edges;
    edge_lists_.resize_discard(2 * edges);
  }
  [[nodiscard]] colouring view() const {
    uint32_t* const first = colours_.data();
    return {first, first + variables_, first + uint64_t{2} * variables_, first + uint64_t{3} * variables_};
  }
  // Two lists of undecided edges: that of this iteration and that of the next.
  [[nodiscard]] uint64_t* list() const { return edge_lists_.data(); }
  [[nodiscard]] uint64_t* next_list() const { return edge_lists_.data() + edges_; }

 private:
  uint32_t variables_;
  uint64_t edges_ = 0;
  typename Exec::template buffer<uint32_t> colours_;     // the four arrays of `colouring`
  typename Exec::template buffer<uint64_t> edge_lists_;  // both lists
};

}  // namespace amorph::andersen
