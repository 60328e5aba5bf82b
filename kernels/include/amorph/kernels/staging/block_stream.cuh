// block_stream on a device: one CUDA stream loads, one stores, and the executor's computes. The matrix is pinned if the
// system allows it; copies from pageable memory are slower. Compiled by nvcc only.
#pragma once

#include <array>

#include "amorph/kernels/exec/cuda.cuh"
#include "amorph/kernels/staging/matrix_window.hpp"

namespace amorph {

namespace detail {

// RAII, because a constructor may throw after some of them were created.
class owned_stream {
 public:
  owned_stream() { cuda_check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "create a stream"); }
  owned_stream(const owned_stream&) = delete;
  owned_stream& operator=(const owned_stream&) = delete;
  ~owned_stream() {
    (void)cudaStreamSynchronize(stream_);
    (void)cudaStreamDestroy(stream_);
  }
  [[nodiscard]] cudaStream_t get() const { return stream_; }

 private:
  cudaStream_t stream_ = nullptr;
};
class owned_event {
 public:
  owned_event() { cuda_check(cudaEventCreateWithFlags(&event_, cudaEventDisableTiming), "create an event"); }
  owned_event(const owned_event&) = delete;
  owned_event& operator=(const owned_event&) = delete;
  ~owned_event() { (void)cudaEventDestroy(event_); }
  [[nodiscard]] cudaEvent_t get() const { return event_; }

 private:
  cudaEvent_t event_ = nullptr;
};
class pinned_range {
 public:
  pinned_range(void* memory, std::size_t bytes)
      : memory_(cudaHostRegister(memory, bytes, cudaHostRegisterDefault) == cudaSuccess ? memory : nullptr) {
    (void)cudaGetLastError();
  }
  pinned_range(const pinned_range&) = delete;
  pinned_range& operator=(const pinned_range&) = delete;
  ~pinned_range() {
    if (memory_ != nullptr) (void)cudaHostUnregister(memory_);
  }

 private:
  void* memory_;
};

}  // namespace detail

template <class T> class block_stream<T, cuda_exec> {
 public:
  static constexpr unsigned slots = 3;

  block_stream(cuda_exec& exec, T* table, std::size_t columns, std::size_t rows)
      : exec_(&exec), table_(table), columns_(columns), pinned_(table, columns * rows * sizeof(T)) {}

  void load(unsigned slot, const matrix_window& from, T* to, std::size_t pitch) {
    wait(in_.get(), stored_[slot]);
    check(cudaMemcpy2DAsync(to, pitch * sizeof(T), at(from), columns_ * sizeof(T), from.columns * sizeof(T), from.rows,
                            cudaMemcpyHostToDevice, in_.get()));
    check(cudaEventRecord(loaded_[slot].get(), in_.get()));
    wait(exec_->stream(), loaded_[slot]);
  }
  void store(unsigned slot, const T* from, std::size_t pitch, const matrix_window& to) {
    check(cudaEventRecord(computed_[slot].get(), exec_->stream()));
    wait(out_.get(), computed_[slot]);
    check(cudaMemcpy2DAsync(at(to), columns_ * sizeof(T), from, pitch * sizeof(T), to.columns * sizeof(T), to.rows,
                            cudaMemcpyDeviceToHost, out_.get()));
    check(cudaEventRecord(stored_[slot].get(), out_.get()));
  }
  void fill(unsigned slot, span<T> memory, T value) {
    wait(in_.get(), stored_[slot]);
    const std::size_t blocks = (memory.size() + detail::cuda_block - 1) / detail::cuda_block;
    detail::each_kernel<<<static_cast<unsigned>(std::min<std::size_t>(blocks, 0x7fffffff)), detail::cuda_block, 0,
                          in_.get()>>>(memory.size(), detail::fill_body<T>{memory.data(), value});
    check(cudaGetLastError());
  }
  void barrier() {
    check(cudaEventRecord(all_.get(), out_.get()));
    wait(exec_->stream(), all_);
    check(cudaEventRecord(all_.get(), exec_->stream()));
    wait(in_.get(), all_);
  }

 private:
  [[nodiscard]] T* at(const matrix_window& w) const { return table_ + w.row * columns_ + w.column; }
  static void check(cudaError_t code) { detail::cuda_check(code, "copy a block of a matrix"); }
  static void wait(cudaStream_t s, const detail::owned_event& e) { check(cudaStreamWaitEvent(s, e.get(), 0)); }

  cuda_exec* exec_;
  T* table_;
  std::size_t columns_;
  detail::pinned_range pinned_;  // unpinned last: the streams' destructors wait for their copies
  std::array<detail::owned_event, slots> loaded_, computed_, stored_;
  detail::owned_event all_;
  detail::owned_stream in_, out_;
};

}  // namespace amorph
