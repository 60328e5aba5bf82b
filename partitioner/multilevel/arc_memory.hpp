// Memory for a level's arcs. A graph that does not fit a device streams its finest levels: their arcs stay in pinned
// host memory, which the device reads, and once writes, over the bus. Kernels see a pointer and are the same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "amorph/kernels/base/config.hpp"
#include "amorph/kernels/base/span.hpp"
#if AMORPH_DEVICE_COMPILER
#include <cstring>

#include "amorph/kernels/exec/cuda.cuh"
#endif

namespace amorph::partition {

#if AMORPH_DEVICE_COMPILER
// Pinned host memory, by its address on the device: the caller's array, or new memory.
class pinned_arcs {
 public:
  pinned_arcs() = default;
  pinned_arcs(cuda_exec& exec, std::size_t bytes) : exec_(&exec) {
    if (bytes == 0) return;
    detail::cuda_check(cudaHostAlloc(&host_, bytes, cudaHostAllocMapped), "allocate pinned memory");
    take_address();
  }
  // A memory that cannot be pinned, as a file that is mapped for reading, is copied.
  pinned_arcs(cuda_exec& exec, const void* caller, std::size_t bytes) : exec_(&exec) {
    if (bytes == 0) return;
    if (cudaHostRegister(const_cast<void*>(caller), bytes, cudaHostRegisterMapped) == cudaSuccess) {
      host_ = const_cast<void*>(caller);
      registered_ = true;
      take_address();
      return;
    }
    (void)cudaGetLastError();
    pinned_arcs copy(exec, bytes);
    std::memcpy(copy.host_, caller, bytes);
    swap(copy);
  }
  pinned_arcs(pinned_arcs&& other) noexcept { swap(other); }
  pinned_arcs& operator=(pinned_arcs&& other) noexcept {
    pinned_arcs taken(std::move(other));
    swap(taken);
    return *this;
  }
  ~pinned_arcs() {
    if (host_ == nullptr) return;
    (void)cudaStreamSynchronize(exec_->stream());  // earlier work may read it
    (void)(registered_ ? cudaHostUnregister(host_) : cudaFreeHost(host_));
  }
  template <class T> [[nodiscard]] T* data() const { return static_cast<T*>(device_); }

 private:
  void take_address() { detail::cuda_check(cudaHostGetDevicePointer(&device_, host_, 0), "map pinned memory"); }
  void swap(pinned_arcs& other) noexcept {
    std::swap(exec_, other.exec_);
    std::swap(host_, other.host_);
    std::swap(device_, other.device_);
    std::swap(registered_, other.registered_);
  }

  cuda_exec* exec_ = nullptr;
  void *host_ = nullptr, *device_ = nullptr;
  bool registered_ = false;
};
#endif

// An array for each arc, in the executor's memory or, on a device, outside it.
template <class T, class Exec> class arc_array {
 public:
  using buffer = typename Exec::template buffer<T>;

  arc_array() = default;
  arc_array(buffer own) : own_(std::move(own)) {}
  arc_array(Exec& exec, std::size_t size, [[maybe_unused]] bool outside) {
#if AMORPH_DEVICE_COMPILER
    if (outside) {
      pinned_ = pinned_arcs(exec, size * sizeof(T));
      return;
    }
#endif
    own_ = buffer(exec, size);
  }
  // A copy of the caller's array, or outside, the array itself.
  arc_array(Exec& exec, span<const T> host, [[maybe_unused]] bool outside) {
#if AMORPH_DEVICE_COMPILER
    if (outside) {
      pinned_ = pinned_arcs(exec, host.data(), host.size_bytes());
      return;
    }
#endif
    own_ = buffer(exec, host);
  }
  [[nodiscard]] T* data() const {
#if AMORPH_DEVICE_COMPILER
    if (pinned_.template data<T>() != nullptr) return pinned_.template data<T>();
#endif
    return own_.data();
  }

 private:
  buffer own_;
#if AMORPH_DEVICE_COMPILER
  pinned_arcs pinned_;
#endif
};

}  // namespace amorph::partition
