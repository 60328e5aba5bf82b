// A graph in host memory with all that partitioning knows of weights: what readers fill and generators make.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "amorph/kernels/graph/csr.hpp"

namespace amorph {

// std::vector whose new elements are not initialised: pages of a large array are first touched by the thread that
// fills them, and only when it does. Large arrays lie on huge pages where the system has them: filling one otherwise
// spends a third of its time in page faults.
template <class T> struct uninitialised_allocator {
  using value_type = T;
  static constexpr std::size_t huge_page = std::size_t{1} << 21, large = 4 * huge_page;

  uninitialised_allocator() = default;
  template <class U> uninitialised_allocator(const uninitialised_allocator<U>&) noexcept {}
  [[nodiscard]] T* allocate(std::size_t n) {
    if (n < large / sizeof(T)) return std::allocator<T>().allocate(n);
    if (n > std::numeric_limits<std::size_t>::max() / 2 / sizeof(T)) throw std::bad_alloc();
    void* p = ::operator new(n * sizeof(T), std::align_val_t{huge_page});
    (void)::madvise(p, n * sizeof(T), MADV_HUGEPAGE);  // a hint
    return static_cast<T*>(p);
  }
  void deallocate(T* p, std::size_t n) noexcept {
    if (n < large / sizeof(T)) return std::allocator<T>().deallocate(p, n);
    ::operator delete(p, std::align_val_t{huge_page});
  }
  template <class U> void construct(U* p) noexcept { ::new (static_cast<void*>(p)) U; }
  template <class U, class... A> void construct(U* p, A&&... a) {
    ::new (static_cast<void*>(p)) U(std::forward<A>(a)...);
  }
  template <class U> bool operator==(const uninitialised_allocator<U>&) const noexcept { return true; }
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
