// A graph in host memory with the weights of partitioning: filled by readers and generators.
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

// std::vector without initialisation of new elements, so that the pages of a large array are first touched by the
// threads that fill it. Large arrays use huge pages if available; otherwise page faults take a third of the time to
// fill one.
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

// An empty weight array stands for weights of 1.
struct host_graph {
  std::uint32_t vertices = 0;
  std::uint32_t constraints = 1;           // weights per vertex
  host_array<std::uint64_t> begin;         // vertices + 1
  host_array<std::uint32_t> to;            // begin[vertices]
  host_array<std::int32_t> vertex_weight;  // [vertices][constraints], >= 0
  host_array<std::int32_t> vertex_size;    // vertices, >= 0
  host_array<std::int32_t> edge_weight;    // per edge, > 0

  [[nodiscard]] csr view() const { return {vertices, begin, to}; }
};

}  // namespace amorph
