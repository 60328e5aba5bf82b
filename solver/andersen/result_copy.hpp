// Transfer of the result to the host. Stored sets never change, so finished sets can be copied while the analysis
// continues; "Atomic-free Irregular Computations on GPUs" (Nasre, Burtscher, Pingali, GPGPU 2013, section 4.1) does so
// by the monotonicity of points-to analysis. On the CPU there is nothing to copy.
#pragma once

#include "amorph/kernels/base/span.hpp"
#include "solver/andersen/core.hpp"
#include "solver/andersen/sets/set_pool.hpp"

#if AMORPH_DEVICE_COMPILER
#include <array>
#include <mutex>
#include <utility>
#include <vector>

#include "amorph/kernels/exec/cuda.cuh"
#endif

namespace amorph::andersen {

template <class Exec> class result_copy {
 public:
  result_copy(Exec&, bool) {}
  void start(const set_store&, const set_counters&) {}
  void wait() {}
  void finish(const set_store& store, const set_counters& used, span<const uint32_t> set, core_result& result) {
    result.set = {set.data(), set.size()};
    result.records = store.sets;
    result.entries = store.entries;
    result.words = store.words;
    result.record_count = used.sets;
    result.entry_count = used.entries;
    result.element_count = used.elements;
  }
};

#if AMORPH_DEVICE_COMPILER

// Pinned host memory, kept for the next solve: pinning costs more than a solve. At most `max_idle` bytes are kept. Each
// role (words, entries, ...) starts with a block as large as its last solve needed, if one is idle, so that a second
// solve of the same problem never reallocates.
class pinned_cache {
 public:
  static constexpr unsigned roles = 4;
  static void* take(unsigned role, std::size_t bytes, std::size_t& got) {
    {
      std::lock_guard lock(mutex());
      auto& idle = blocks();
      auto smallest_block = [&](std::size_t minimum) {
        auto best = idle.end();
        for (auto it = idle.begin(); it != idle.end(); ++it)
          if (it->second >= minimum && (best == idle.end() || it->second < best->second)) best = it;
        return best;
      };
      auto best = smallest_block(std::max(bytes, last()[role]));
      if (best == idle.end()) best = smallest_block(bytes);
      if (best != idle.end()) {
        auto [p, size] = *best;
        idle.erase(best);
        got = size;
        return p;
      }
    }
    void* p = nullptr;
    got = std::bit_ceil(std::max<std::size_t>(bytes, std::size_t{1} << 20));
    detail::cuda_check(cudaMallocHost(&p, got), "allocate pinned memory");
    return p;
  }
  // `used`: the number of bytes that the role needed.
  static void give(unsigned role, void* p, std::size_t bytes, std::size_t used) {
    {
      std::lock_guard lock(mutex());
      last()[role] = used;
      std::size_t idle = bytes;
      for (const auto& block : blocks()) idle += block.second;
      if (idle <= max_idle) {
        blocks().emplace_back(p, bytes);
        return;
      }
    }
    (void)cudaFreeHost(p);
  }

 private:
  static constexpr std::size_t max_idle = std::size_t{4} << 30;
  static std::mutex& mutex() {
    static auto* m = new std::mutex;  // never destroyed: solves may end after main
    return *m;
  }
  static std::array<std::size_t, roles>& last() {
    static auto* needed = new std::array<std::size_t, roles>{};
    return *needed;
  }
  static std::vector<std::pair<void*, std::size_t>>& blocks() {
    static auto* b = new std::vector<std::pair<void*, std::size_t>>;
    return *b;
  }
};

template <> class result_copy<cuda_exec> {
 public:
  result_copy(cuda_exec& exec, bool overlap) : exec_(exec), overlap_(overlap) {
    if (overlap_) detail::cuda_check(cudaStreamCreateWithFlags(&side_, cudaStreamNonBlocking), "create a stream");
  }
  result_copy(const result_copy&) = delete;
  result_copy& operator=(const result_copy&) = delete;
  ~result_copy() {
    if (side_ != nullptr) {
      (void)cudaStreamSynchronize(side_);
      (void)cudaStreamDestroy(side_);
    }
  }

  // Everything stored so far is complete: the host has waited for the kernels that wrote it.
  void start(const set_store& store, const set_counters& used) { copy_to(store, used, side_); }
  void wait() {
    if (side_ != nullptr) detail::cuda_check(cudaStreamSynchronize(side_), "wait for the device");
  }
  void finish(const set_store& store, const set_counters& used, span<const uint32_t> set, core_result& result) {
    set_.reserve(set.size(), 0);
    detail::cuda_check(
        cudaMemcpyAsync(set_.data, set.data(), set.size() * sizeof(uint32_t), cudaMemcpyDeviceToHost, exec_.stream()),
        "copy from the device");
    wait();
    copy_to(store, used, exec_.stream());
    exec_.sync();
    result.set = {set_.data, set.size()};
    result.records = sets_.data;
    result.entries = entries_.data;
    result.words = words_.data;
    result.record_count = used.sets;
    result.entry_count = used.entries;
    result.element_count = used.elements;
  }

 private:
  template <class T> struct host {
    T* data = nullptr;
    std::size_t capacity = 0, bytes = 0, needed = 0;
    uint64_t done = 0;
    unsigned role;
    explicit host(unsigned role) : role(role) {}
    host(const host&) = delete;
    host& operator=(const host&) = delete;
    ~host() {
      if (data != nullptr) pinned_cache::give(role, data, bytes, needed * sizeof(T));
    }
    void reserve(std::size_t n, std::size_t keep) {
      needed = std::max(needed, n);
      if (n <= capacity) return;
      std::size_t got = 0;
      T* fresh = static_cast<T*>(pinned_cache::take(role, n * sizeof(T), got));
      if (keep != 0) std::memcpy(fresh, data, keep * sizeof(T));
      if (data != nullptr) pinned_cache::give(role, data, bytes, n * sizeof(T));
      data = fresh;
      bytes = got;
      capacity = got / sizeof(T);
    }
  };

  template <class T> void copy_to(host<T>& to, const T* from, uint64_t n, cudaStream_t stream) {
    if (n <= to.done) return;
    if (n > to.capacity) wait();
    to.reserve(n, to.done);
    detail::cuda_check(
        cudaMemcpyAsync(to.data + to.done, from + to.done, (n - to.done) * sizeof(T), cudaMemcpyDeviceToHost, stream),
        "copy from the device");
    to.done = n;
  }
  void copy_to(const set_store& store, const set_counters& used, cudaStream_t stream) {
    copy_to(words_, store.words, words_per_element * used.elements, stream);
    copy_to(sets_, store.sets, used.sets, stream);
    copy_to(entries_, store.entries, used.entries, stream);
  }

  cuda_exec& exec_;
  bool overlap_;
  cudaStream_t side_ = nullptr;
  host<uint64_t> words_{0}, entries_{1};
  host<set_record> sets_{2};
  host<uint32_t> set_{3};
};

#endif

}  // namespace amorph::andersen
