// Approximate minimum degree: Amestoy, Davis and Duff, "An approximate minimum degree ordering algorithm" (1996), with
// the halo of Pellegrini, Roman and Amestoy, "Hybridizing nested dissection and halo approximate minimum degree"
// (2000).
//
// The quotient graph keeps each eliminated pivot as an element, the list of the variables that it makes a clique of, so
// that elimination never needs more space than the matrix. Degrees are upper bounds, |Le \ Lp| being computed for all
// elements e around a pivot p at once. Variables that become indistinguishable are merged; those that only the pivot
// keeps are eliminated with it; elements that the new one contains are absorbed. Halo variables belong to separators,
// which are ordered later: they count in degrees but are never eliminated nor merged.
#pragma once

#include <cstdint>
#include <vector>

#include "amorph/kernels/graph/host_graph.hpp"
#include "partitioner/common/stop_check.hpp"

namespace amorph::ordering {

// Vertices 0 .. interior-1 are to be ordered, interior .. vertices-1 are the halo. Rows have no self-loops and no
// duplicates, and an edge is in both rows; edges within the halo may be left out.
struct halo_graph {
  std::uint32_t interior = 0;
  host_array<std::uint32_t> begin;  // vertices + 1
  host_array<std::uint32_t> to;
  host_array<std::int32_t> size;  // columns that a vertex stands for, > 0
  [[nodiscard]] std::uint32_t vertices() const { return static_cast<std::uint32_t>(size.size()); }
};

// Scratch memory for one thread; grows with the largest graph. The result depends on the graph alone.
class minimum_degree {
 public:
  // Fills `order` with the interior vertices, the one to eliminate first in front.
  void order(const halo_graph& g, host_array<std::uint32_t>& order, const partition::stop_check& check_stop = {});

 private:
  using id = std::uint32_t;
  static constexpr id none = ~id{0};
  enum class kind : std::uint8_t { variable, element, gone };

  void load(const halo_graph& g);
  [[nodiscard]] id take_pivot();
  void make_element(id pivot);
  void take_variables(std::size_t from, std::size_t count, std::size_t& out);
  void measure_overlaps();
  void update_variables();
  [[nodiscard]] std::int64_t update_lists(id i, std::uint32_t& hash);
  void merge_indistinguishable();
  [[nodiscard]] bool same_lists(id i, id j) const;
  void close_element();
  void join(id variable, id into);
  void enlist(id i);
  void delist(id i);
  void reserve_pool(std::size_t more);
  [[nodiscard]] std::uint32_t slot_of(std::int64_t degree) const {
    return degree < slots_ ? static_cast<std::uint32_t>(degree) : slots_ - 1;
  }

  std::uint32_t n_ = 0, interior_ = 0;
  std::int64_t left_ = 0, interior_left_ = 0, total_ = 0;  // weights of the vertices that are not eliminated; of all
  // Per node. A variable's list has `elements_` elements, then variables; an element's list has variables.
  host_array<std::size_t> start_;
  host_array<std::uint32_t> length_, elements_;
  host_array<std::int64_t> degree_;  // of an element: the weight of its list
  host_array<std::int64_t> size_;    // negative: in the pivot's list; 0: merged or eliminated
  host_array<kind> kind_;
  host_array<std::uint64_t> mark_;  // of an element: stamp_ + the weight of its list outside the pivot's
  host_array<id> next_, previous_;  // in the list of a degree; next_ also in a hash bucket
  host_array<id> joined_, last_;    // the chain of variables merged into one
  host_array<id> head_, bucket_;    // lists by degree; by hash
  host_array<std::uint32_t> hash_;
  host_array<id> pool_, spare_;
  std::size_t used_ = 0;
  std::uint64_t stamp_ = 0;
  std::uint32_t slots_ = 0, minimum_ = 0;  // number of degree lists; no list below `minimum_` has a variable
  id pivot_ = none;
  std::int64_t pivot_weight_ = 0, element_weight_ = 0;
};

}  // namespace amorph::ordering
