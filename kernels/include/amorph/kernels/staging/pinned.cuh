// Pinned host memory that kernels read and write over the bus.
#pragma once

#include <cstddef>
#include <cstring>
#include <utility>

#include "amorph/kernels/exec/cuda.cuh"

namespace amorph {

// The caller's array, or new memory; data() is its address on the device. The destructor unregisters or frees the
// memory after the executor's earlier work.
class pinned_memory {
 public:
  pinned_memory() = default;
  pinned_memory(cuda_exec& exec, std::size_t bytes) : pinned_memory(exec) {
    if (bytes == 0) return;
    detail::cuda_check(cudaHostAlloc(&host_, bytes, cudaHostAllocMapped), "allocate pinned memory");
    take_address();
  }
  // Memory that cannot be pinned, such as a file mapped read-only, is copied.
  pinned_memory(cuda_exec& exec, const void* caller, std::size_t bytes) : pinned_memory(exec) {
    if (bytes == 0) return;
    if (cudaHostRegister(const_cast<void*>(caller), bytes, cudaHostRegisterMapped) == cudaSuccess) {
      host_ = const_cast<void*>(caller);
      registered_ = true;
      take_address();
      return;
    }
    (void)cudaGetLastError();
    pinned_memory copy(exec, bytes);
    std::memcpy(copy.host_, caller, bytes);
    swap(copy);
  }
  pinned_memory(pinned_memory&& other) noexcept { swap(other); }
  pinned_memory& operator=(pinned_memory&& other) noexcept {
    pinned_memory taken(std::move(other));
    swap(taken);
    return *this;
  }
  ~pinned_memory() {
    if (host_ == nullptr) return;
    (void)cudaStreamSynchronize(exec_->stream());  // earlier work may read it
    (void)(registered_ ? cudaHostUnregister(host_) : cudaFreeHost(host_));
  }
  template <class T> [[nodiscard]] T* data() const { return static_cast<T*>(device_); }

 private:
  // The other constructors delegate to it, so that the destructor releases the memory if they throw.
  explicit pinned_memory(cuda_exec& exec) : exec_(&exec) {}
  void take_address() { detail::cuda_check(cudaHostGetDevicePointer(&device_, host_, 0), "map pinned memory"); }
  void swap(pinned_memory& other) noexcept {
    std::swap(exec_, other.exec_);
    std::swap(host_, other.host_);
    std::swap(device_, other.device_);
    std::swap(registered_, other.registered_);
  }

  cuda_exec* exec_ = nullptr;
  void *host_ = nullptr, *device_ = nullptr;
  bool registered_ = false;
};

}  // namespace amorph
