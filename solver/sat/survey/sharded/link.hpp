// What shards of a formula send to each other: copies between their exchange memory, and the order of their work.
//
// On devices a copy runs on the stream of its source, directly between the devices' memories where the machine allows
// it (NVLink, or peer access over PCIe), else through host memory; the driver chooses. On the CPU work is complete when
// a call returns.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "amorph/kernels/base/config.hpp"
#include "amorph/kernels/base/error.hpp"
#if AMORPH_DEVICE_COMPILER
#include "amorph/kernels/exec/cuda.cuh"
#else
#include "amorph/kernels/exec/cpu.hpp"
#endif

namespace amorph::sat {

#if AMORPH_DEVICE_COMPILER
inline void activate(const cuda_exec& exec) noexcept { (void)cudaSetDevice(exec.device()); }

class shard_link {
 public:
  // `bytes` of exchange memory per shard. error: bad_input (devices that differ), out_of_memory.
  shard_link(const std::vector<cuda_exec*>& execs, std::size_t bytes) : execs_(execs), bytes_(bytes) {
    for (cuda_exec* const e : execs_)
      if (e->name() != execs_[0]->name())
        throw error(status::bad_input, "expected devices of one kind to share a formula, found " + execs_[0]->name() +
                                           " and " + e->name());
    try {
      for (cuda_exec* const e : execs_) open(*e);
    } catch (...) {
      close();
      throw;
    }
  }
  shard_link(const shard_link&) = delete;
  shard_link& operator=(const shard_link&) = delete;
  ~shard_link() { close(); }

  void activate(unsigned shard) { execs_[shard]->make_current(); }
  template <class T> [[nodiscard]] T* exchange(unsigned shard) const { return static_cast<T*>(ends_[shard].memory); }

  // From one shard's exchange memory to another's, after the earlier work of `from`; offsets are in bytes.
  void send(unsigned from, unsigned to, std::size_t source, std::size_t target, std::size_t bytes) {
    if (bytes == 0) return;
    const cuda_exec &a = *execs_[from], &b = *execs_[to];
    char *const here = exchange<char>(from) + source, *const there = exchange<char>(to) + target;
    activate(from);
    amorph::detail::cuda_check(a.device() == b.device()
                                   ? cudaMemcpyAsync(there, here, bytes, cudaMemcpyDeviceToDevice, a.stream())
                                   : cudaMemcpyPeerAsync(there, b.device(), here, a.device(), bytes, a.stream()),
                               "copy between devices");
    moved_ += bytes;
  }
  // Later work of `to` follows all earlier work of `from`.
  void order(unsigned from, unsigned to) {
    activate(from);
    amorph::detail::cuda_check(cudaEventRecord(ends_[from].reached, execs_[from]->stream()), "record an event");
    activate(to);
    amorph::detail::cuda_check(cudaStreamWaitEvent(execs_[to]->stream(), ends_[from].reached, 0), "wait for an event");
  }
  [[nodiscard]] std::uint64_t moved() const { return moved_; }

 private:
  struct end {
    cuda_exec* exec = nullptr;
    void* memory = nullptr;
    cudaEvent_t reached = nullptr;
  };

  // The exchange memory is no pool's: access to a pool by other devices would map all that it holds.
  void open(cuda_exec& e) {
    e.make_current();
    for (const cuda_exec* const other : execs_) {
      int reachable = 0;
      if (other->device() == e.device()) continue;
      amorph::detail::cuda_check(cudaDeviceCanAccessPeer(&reachable, e.device(), other->device()), "query the devices");
      if (reachable == 0) continue;
      const cudaError_t code = cudaDeviceEnablePeerAccess(other->device(), 0);
      if (code == cudaErrorPeerAccessAlreadyEnabled)
        (void)cudaGetLastError();
      else
        amorph::detail::cuda_check(code, "enable access between devices");
    }
    end& added = ends_.emplace_back();
    added.exec = &e;
    amorph::detail::cuda_check(cudaEventCreateWithFlags(&added.reached, cudaEventDisableTiming), "create an event");
    e.memory().take(bytes_);
    if (bytes_ == 0) return;
    const cudaError_t code = cudaMalloc(&added.memory, bytes_);
    if (code == cudaSuccess) return;
    e.memory().give(bytes_);
    if (code == cudaErrorMemoryAllocation) {
      (void)cudaGetLastError();
      e.memory().exhausted(bytes_);
    }
    amorph::detail::cuda_check(code, "allocate device memory");
  }
  void close() noexcept {
    for (const cuda_exec* const e : execs_) (void)cudaStreamSynchronize(e->stream());  // copies reach across devices
    for (end& e : ends_) {
      (void)cudaSetDevice(e.exec->device());
      if (e.memory != nullptr) {
        (void)cudaFree(e.memory);
        e.exec->memory().give(bytes_);
      }
      if (e.reached != nullptr) (void)cudaEventDestroy(e.reached);
    }
  }

  std::vector<cuda_exec*> execs_;
  std::size_t bytes_;
  std::vector<end> ends_;
  std::uint64_t moved_ = 0;
};
#else
inline void activate(const cpu_exec&) noexcept {}

class shard_link {
 public:
  shard_link(const std::vector<cpu_exec*>& execs, std::size_t bytes) {
    for (cpu_exec* const e : execs) memory_.emplace_back(*e, bytes);
  }

  void activate(unsigned) {}
  template <class T> [[nodiscard]] T* exchange(unsigned shard) const {
    return reinterpret_cast<T*>(memory_[shard].data());
  }
  void send(unsigned from, unsigned to, std::size_t source, std::size_t target, std::size_t bytes) {
    if (bytes != 0) std::memcpy(exchange<char>(to) + target, exchange<char>(from) + source, bytes);
    moved_ += bytes;
  }
  void order(unsigned, unsigned) {}
  [[nodiscard]] std::uint64_t moved() const { return moved_; }

 private:
  std::vector<cpu_exec::buffer<char>> memory_;
  std::uint64_t moved_ = 0;
};
#endif

}  // namespace amorph::sat
