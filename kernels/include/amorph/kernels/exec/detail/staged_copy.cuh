// Large copies between pageable host memory and a device, through pinned memory by several threads: the driver copies
// with one thread, at a fifth of the bandwidth of the bus. The pinned memory (16 MiB) belongs to the process, is
// allocated at the first such copy and kept; one copy runs at a time. Compiled by nvcc only.
#pragma once

#include <cuda_runtime_api.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <mutex>
#include <thread>
#include <vector>

namespace amorph::detail {

class staged_copy {
 public:
  static constexpr std::size_t min_bytes = std::size_t{2} << 20;  // smaller copies are left to the driver

  // Returns when `host` has been read (in) or written (out); ordered in `stream`.
  static cudaError_t in(int device, cudaStream_t stream, const void* host, void* to, std::size_t bytes) {
    return run(device, stream, const_cast<char*>(static_cast<const char*>(host)), static_cast<char*>(to), bytes, true);
  }
  static cudaError_t out(int device, cudaStream_t stream, const void* from, void* host, std::size_t bytes) {
    return run(device, stream, static_cast<char*>(host), const_cast<char*>(static_cast<const char*>(from)), bytes,
               false);
  }

 private:
  static constexpr std::size_t piece = std::size_t{1} << 20;
  static constexpr unsigned most_threads = 8, slots = 2;  // per thread, one piece each

  struct process {
    std::mutex one_at_a_time;
    char* pinned = nullptr;
  };
  static process& shared() {
    static process all;
    return all;
  }

  struct task {
    int device;
    cudaStream_t stream;
    char *host, *memory;
    std::size_t bytes;
    bool in;
    std::atomic<std::size_t> next{0};
    std::atomic<cudaError_t> failure{cudaSuccess};
  };
  struct slot {
    char* pinned = nullptr;
    cudaEvent_t done = nullptr;
    std::size_t at = 0, size = 0;  // of the piece in flight
  };

  static cudaError_t run(int device, cudaStream_t stream, char* host, char* memory, std::size_t bytes, bool in) {
    process& all = shared();
    const std::lock_guard<std::mutex> lock(all.one_at_a_time);
    if (all.pinned == nullptr)
      if (const cudaError_t code = cudaMallocHost(&all.pinned, piece * slots * most_threads); code != cudaSuccess)
        return code;
    task t{device, stream, host, memory, bytes, in};
    const unsigned threads =
        std::clamp(std::thread::hardware_concurrency(), 1U, std::min<unsigned>(most_threads, 1 + bytes / (2 * piece)));
    std::vector<std::thread> helpers;
    helpers.reserve(threads);
    try {
      for (unsigned i = 1; i != threads; ++i)
        helpers.emplace_back([&t, at = all.pinned + i * slots * piece] { work(t, at); });
    } catch (...) {  // no thread, or no memory for one: continue with fewer
    }
    work(t, all.pinned);
    for (std::thread& h : helpers) h.join();
    return t.failure;
  }

  static void work(task& t, char* pinned) {
    slot ring[slots];
    cudaError_t code = cudaSetDevice(t.device);
    for (unsigned s = 0; s != slots && code == cudaSuccess; ++s) {
      ring[s].pinned = pinned + s * piece;
      code = cudaEventCreateWithFlags(&ring[s].done, cudaEventDisableTiming);
    }
    for (unsigned s = 0; code == cudaSuccess && t.failure.load() == cudaSuccess; s = (s + 1) % slots) {
      const std::size_t at = t.next.fetch_add(piece);
      if (at >= t.bytes) break;
      if ((code = finish(t, ring[s])) != cudaSuccess) break;
      const std::size_t size = std::min(piece, t.bytes - at);
      if (t.in) std::memcpy(ring[s].pinned, t.host + at, size);
      code = t.in ? cudaMemcpyAsync(t.memory + at, ring[s].pinned, size, cudaMemcpyHostToDevice, t.stream)
                  : cudaMemcpyAsync(ring[s].pinned, t.memory + at, size, cudaMemcpyDeviceToHost, t.stream);
      if (code == cudaSuccess) code = cudaEventRecord(ring[s].done, t.stream);
      if (code != cudaSuccess) break;  // nothing is in flight that finish() could wait for
      ring[s].at = at;
      ring[s].size = size;
    }
    // (Also after a failure, because the next copy reuses the memory.)
    for (slot& s : ring) {
      const cudaError_t last = finish(t, s);
      if (code == cudaSuccess) code = last;
      if (s.done != nullptr) (void)cudaEventDestroy(s.done);
    }
    if (code != cudaSuccess) t.failure = code;
  }
  // Waits for the piece in flight.
  static cudaError_t finish(const task& t, slot& s) {
    if (s.size == 0) return cudaSuccess;
    const cudaError_t code = cudaEventSynchronize(s.done);
    if (code == cudaSuccess && !t.in) std::memcpy(t.host + s.at, s.pinned, s.size);
    s.size = 0;
    return code;
  }
};

}  // namespace amorph::detail
