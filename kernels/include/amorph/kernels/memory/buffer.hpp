// An uninitialised array in the memory of an executor: on the device for cuda_exec, on the host for cpu_exec.
//
// Move-only. The destructor frees the memory in the order of the work of the executor, so that work already launched on
// it is safe. It keeps a pointer to its executor, which must outlive it. Allocation throws error(out_of_memory).
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/base/span.hpp"

namespace amorph {

template <class T, class Exec> class buffer {
  static_assert(std::is_trivially_copyable_v<T>, "amorph: device memory holds plain data");

 public:
  using value_type = T;

  buffer() = default;
  explicit buffer(Exec& exec, std::size_t size = 0) : exec_(&exec) { resize_discard(size); }
  buffer(Exec& exec, amorph::span<const T> host) : buffer(exec, host.size()) { exec.copy_in(host, span()); }
  buffer(buffer&& other) noexcept { swap(other); }
  buffer& operator=(buffer&& other) noexcept {
    buffer taken(std::move(other));
    swap(taken);
    return *this;
  }
  ~buffer() {
    if (data_ != nullptr) exec_->deallocate(data_, bytes(capacity_));
  }

  [[nodiscard]] T* data() const { return data_; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t capacity() const { return capacity_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] amorph::span<T> span() const { return {data_, size_}; }

  // Resizes without keeping the contents; the capacity never shrinks.
  void resize_discard(std::size_t size) {
    if (size > capacity_) {
      buffer fresh;
      fresh.exec_ = exec_;
      fresh.data_ = static_cast<T*>(release_then_allocate(size));
      fresh.capacity_ = size;
      swap(fresh);
    }
    size_ = size;
  }

  // Keeps the first min(old, new) elements; the others are unspecified. O(elements kept) if it reallocates, which is to
  // the exact size.
  void resize(std::size_t size) {
    if (size > capacity_) {
      buffer fresh(*exec_, size);
      if (size_ != 0) exec_->copy(amorph::span<const T>(span()), fresh.span().subspan(0, size_));
      swap(fresh);
    }
    size_ = size;
  }

  // Frees the memory now.
  void release() {
    if (data_ != nullptr) exec_->deallocate(data_, bytes(capacity_));
    data_ = nullptr;
    size_ = capacity_ = 0;
  }

  void swap(buffer& other) noexcept {
    std::swap(exec_, other.exec_);
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }

 private:
  static std::size_t bytes(std::size_t n) { return n * sizeof(T); }
  void* release_then_allocate(std::size_t n) {
    release();
    if (exec_ == nullptr) throw error(status::internal, "a buffer without an executor cannot grow");
    if (n > std::numeric_limits<std::size_t>::max() / sizeof(T))
      throw error(status::out_of_memory, "an array of " + std::to_string(n) + " elements exceeds the address space");
    return exec_->allocate(bytes(n));
  }

  Exec* exec_ = nullptr;
  T* data_ = nullptr;
  std::size_t size_ = 0, capacity_ = 0;
};

}  // namespace amorph
