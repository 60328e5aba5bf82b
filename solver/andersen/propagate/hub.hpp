// The hub: the variable that most variables flow into and from. In an incomplete program this is unknown memory, into
// which all escaped objects have been merged: every pointer from unknown code has an edge from it, and every pointer
// that unknown code may see has an edge to it. These two edges are a bit each: "points to all that has escaped" and
// "what it points to has escaped" of "Making Andersen's Points-to Analysis Sound and Practical for Incomplete C
// Programs" (PIP, CGO 2026). As there, an edge between two variables with these bits adds nothing, and is left out.
// Differences: sets stay explicit, since equal sets are stored once; any variable may be the hub, also in a complete
// program; the bits follow from edges that are in the graph, so that cycles remain cycles.
#pragma once

#include <algorithm>

#include "amorph/kernels/primitives/reduce.hpp"
#include "amorph/kernels/sync/atomic.hpp"
#include "solver/andersen/andersen.hpp"

namespace amorph::andersen {

using std::uint32_t;
using std::uint64_t;

// Copy edges in ascending order of dst << id_bits | src. Sources below `variables` are variables.
struct sorted_edges {
  const uint64_t* keys;
  uint64_t count;
  unsigned id_bits;
  uint32_t variables;
  [[nodiscard]] AMORPH_HD uint32_t dst(uint64_t e) const { return static_cast<uint32_t>(keys[e] >> id_bits); }
  [[nodiscard]] AMORPH_HD uint32_t src(uint64_t e) const {
    return static_cast<uint32_t>(keys[e] & ((uint64_t{1} << id_bits) - 1));
  }
};

// The state that kernels read and write.
struct hub_bits {
  static constexpr uint32_t into_hub = 1, from_hub = 2;
  uint32_t* bits;           // per variable
  const uint64_t* objects;  // a bit per object: merged into the hub; not for integer_object
  uint32_t hub;             // or none

  AMORPH_BODY void mark(uint32_t v, uint32_t bit) const {
    if ((atomic_load(&bits[v]) & bit) == 0) atomic_or(&bits[v], bit);
  }
  [[nodiscard]] AMORPH_BODY bool has(uint32_t v, uint32_t bit) const { return (atomic_load(&bits[v]) & bit) != 0; }
  // Whether src -> hub -> dst stands for the edge src -> dst.
  [[nodiscard]] AMORPH_BODY bool implies(uint32_t dst, uint32_t src) const {
    return src != hub && dst != hub && has(src, into_hub) && has(dst, from_hub);
  }
};

template <class Exec> class graph_hub {
  template <class T> using buffer = typename Exec::template buffer<T>;

 public:
  graph_hub(Exec& exec, uint32_t objects)
      : exec_(exec), degree_(exec, 0), bits_(exec, 0), objects_(exec, 0), best_(exec, 1), number_of_objects_(objects) {}

  [[nodiscard]] hub_bits view() const { return {bits_.data(), objects_.data(), hub_}; }

  // Chooses the hub of these edges, and sets the bits that follow from them. There is none until the edges are as many
  // as the variables, because smaller graphs gain less than the search costs. O(edges + variables).
  void find(sorted_edges edges, const uint64_t* row_begin, const uint64_t* row_end) {
    searched_ |= edges.count >= edges.variables;
    if (!searched_) return;
    choose(edges, row_begin, row_end);
    if (hub_ == none) return;
    bits_.resize_discard(edges.variables);
    exec_.template fill<uint32_t>(bits_.span(), 0);
    const hub_bits hub = view();
    exec_.for_each(
        edges.count, AMORPH_LAMBDA(std::size_t e) {
          const uint32_t dst = edges.dst(e), src = edges.src(e);
          if (src == hub.hub) hub.mark(dst, hub_bits::from_hub);
          if (dst == hub.hub && src < edges.variables) hub.mark(src, hub_bits::into_hub);
        });
  }

  // After merges: the hub's representative, and the objects that have been merged into it. O(objects).
  void follow(const uint32_t* rep) {
    if (hub_ == none) return;
    hub_ = exec_.read(rep + hub_);
    const uint32_t hub = hub_, objects = number_of_objects_;
    objects_.resize_discard((uint64_t{objects} + 63) / 64);
    uint64_t* words = objects_.data();
    exec_.for_each(
        objects_.size(), AMORPH_LAMBDA(std::size_t w) {
          const uint32_t first = static_cast<uint32_t>(64 * w);
          uint64_t word = 0;
          for (uint32_t k = 0; k != 64 && first + k < objects; ++k)
            if (rep[first + k] == hub && first + k != integer_object) word |= uint64_t{1} << k;
          words[w] = word;
        });
  }

  // (Public because nvcc allows no device lambda in a private member.)
  void choose(sorted_edges edges, const uint64_t* row_begin, const uint64_t* row_end) {
    degree_.resize_discard(edges.variables);
    exec_.template fill<uint32_t>(degree_.span(), 0);
    uint32_t* out = degree_.data();
    exec_.for_each(
        edges.count, AMORPH_LAMBDA(std::size_t e) {
          if (edges.src(e) < edges.variables) atomic_add(&out[edges.src(e)], 1u);
        });
    reduce_into<uint64_t>(
        exec_, edges.variables,
        AMORPH_LAMBDA(std::size_t v)->uint64_t {
          const uint64_t in = row_end[v] - row_begin[v];
          return (in < out[v] ? in : out[v]) << 32 | (none - static_cast<uint32_t>(v));
        },
        best_.data(), uint64_t{0}, maximum<uint64_t>{});
    const uint64_t best = exec_.read(best_.data());
    const uint64_t enough = std::max<uint64_t>(minimum_degree, edges.variables / variables_per_degree);
    hub_ = best >> 32 < enough ? none : none - static_cast<uint32_t>(best);
  }

 private:
  // Of in-degree and out-degree, the smaller one. Measured: hubs that fewer variables flow into and from cost more than
  // they save.
  static constexpr uint64_t minimum_degree = 4, variables_per_degree = 48;

  Exec& exec_;
  buffer<uint32_t> degree_, bits_;
  buffer<uint64_t> objects_, best_;
  uint32_t number_of_objects_;
  bool searched_ = false;
  uint32_t hub_ = none;
};

}  // namespace amorph::andersen
