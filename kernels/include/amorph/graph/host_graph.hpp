// A graph in host memory with all that partitioning knows of weights: what readers fill and generators make.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "amorph/graph/csr.hpp"

namespace amorph {

// std::vector whose new elements are not initialised: pages of a large array are first touched by the thread that
// fills them, and only when it does.
template <class T> struct uninitialised_allocator : std::allocator<T> {
  template <class U> struct rebind {
    using other = uninitialised_allocator<U>;
  };
  using std::allocator<T>::allocator;
  template <class U> void construct(U* p) noexcept { ::new (static_cast<void*>(p)) U; }
  template <class U, class... A> void construct(U* p, A&&... a) {
    ::new (static_cast<void*>(p)) U(std::forward<A>(a)...);
  }
};
template <class T> using host_array = std::vector<T, uninitialised_allocator<T>>;

// An array of weights that has no element stands for ones.
struct host_graph {
  std::uint32_t vertices = 0;
  std::uint32_t constraints = 1;           // weights a vertex
  host_array<std::uint64_t> begin;         // vertices + 1
  host_array<std::uint32_t> to;            // begin[vertices]
  host_array<std::int32_t> vertex_weight;  // vertices * constraints, vertex by vertex, >= 0
  host_array<std::int32_t> vertex_size;    // vertices, >= 0
  host_array<std::int32_t> edge_weight;    // as `to`, > 0

  [[nodiscard]] csr view() const { return {vertices, begin, to}; }
};

}  // namespace amorph
