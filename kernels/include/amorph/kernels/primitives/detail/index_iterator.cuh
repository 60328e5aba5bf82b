// Iterators for CUB that call functions: reading at i calls load(i), writing v at i calls store(i, v). So a primitive
// reads from any source and writes to any sink without an intermediate array.
#pragma once

#include <cstddef>
#include <iterator>

namespace amorph::detail {

template <class T, class Load> struct load_iterator {
  using iterator_category = std::random_access_iterator_tag;
  using value_type = T;
  using difference_type = std::ptrdiff_t;
  using pointer = const T*;
  using reference = T;

  Load load;
  std::size_t at = 0;

  __host__ __device__ load_iterator operator+(difference_type d) const {
    return {load, at + static_cast<std::size_t>(d)};
  }
  __host__ __device__ load_iterator operator-(difference_type d) const {
    return {load, at - static_cast<std::size_t>(d)};
  }
  __host__ __device__ difference_type operator-(const load_iterator& other) const {
    return static_cast<difference_type>(at - other.at);
  }
  __host__ __device__ load_iterator& operator+=(difference_type d) {
    at += static_cast<std::size_t>(d);
    return *this;
  }
  __host__ __device__ load_iterator& operator++() {
    ++at;
    return *this;
  }
  __device__ T operator*() const { return load(at); }
  __device__ T operator[](difference_type d) const { return load(at + static_cast<std::size_t>(d)); }
};

template <class T, class Store> struct store_iterator {
  struct place {
    const Store& store;
    std::size_t at;
    __device__ const place& operator=(const T& value) const {
      store(at, value);
      return *this;
    }
  };
  using iterator_category = std::random_access_iterator_tag;
  using value_type = T;
  using difference_type = std::ptrdiff_t;
  using pointer = void;
  using reference = place;

  Store store;
  std::size_t at = 0;

  __host__ __device__ store_iterator operator+(difference_type d) const {
    return {store, at + static_cast<std::size_t>(d)};
  }
  __host__ __device__ store_iterator& operator+=(difference_type d) {
    at += static_cast<std::size_t>(d);
    return *this;
  }
  __device__ place operator*() const { return {store, at}; }
  __device__ place operator[](difference_type d) const { return {store, at + static_cast<std::size_t>(d)}; }
};

// An operation with explicit types: those of a device lambda cannot be deduced on the host.
template <class T, class Op> struct typed_op {
  Op op;
  __device__ T operator()(T a, T b) const { return op(a, b); }
};
template <class Keep> struct typed_predicate {
  Keep keep;
  __device__ bool operator()(std::size_t i) const { return keep(i); }
};

// The two calls of CUB: the size of its temporary memory, then the work.
template <class Exec, class Call> void with_scratch(Exec& exec, const char* what, Call call) {
  std::size_t bytes = 0;
  cuda_check(call(nullptr, bytes), what);
  typename Exec::template buffer<unsigned char> scratch(exec, bytes != 0 ? bytes : 1);
  cuda_check(call(scratch.data(), bytes), what);
}

}  // namespace amorph::detail
