// The CUDA executor: a device, a stream, and a stream-ordered memory pool. Compiled by nvcc only.
// cpu.hpp is the counterpart, with the same members; differences:
// - Work is asynchronous, in launch order; only read, copy_out and sync wait for it. The next of these reports a
//   failure inside a kernel.
// - A team is a warp. Teams persist: each processes items index(), index() + (number of teams), ..., so that one slice
//   of scratch per team suffices for any number of items.
// - Loop bodies are copied to the device: trivially copyable, at most 4 KiB, no references to host memory.
// An executor is used by one host thread at a time, with its device current (make_current after a change of threads).
#pragma once

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <type_traits>

#include "amorph/kernels/base/config.hpp"
#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/base/span.hpp"
#include "amorph/kernels/exec/control.hpp"
#include "amorph/kernels/exec/detail/staged_copy.cuh"
#include "amorph/kernels/exec/team.hpp"
#include "amorph/kernels/memory/buffer.hpp"
#include "amorph/kernels/memory/detail/memory_meter.hpp"

namespace amorph {

namespace detail {

// Throws an error for a failed call of the CUDA runtime.
inline void cuda_check(cudaError_t code, const char* what) {
  if (code == cudaSuccess) return;
  auto kind = status::internal;
  if (code == cudaErrorMemoryAllocation) kind = status::out_of_memory;
  switch (code) {  // the device cannot be used at all; other failures are internal
    case cudaErrorNoDevice:
    case cudaErrorInsufficientDriver:
    case cudaErrorInvalidDevice:
    case cudaErrorNoKernelImageForDevice:
    case cudaErrorUnsupportedPtxVersion:
    case cudaErrorDevicesUnavailable:  // in exclusive use
    case cudaErrorInitializationError:
    case cudaErrorStubLibrary:
    case cudaErrorSystemNotReady:
    case cudaErrorSystemDriverMismatch:
    case cudaErrorCompatNotSupportedOnDevice:
    case cudaErrorNotPermitted:
    case cudaErrorNotSupported: kind = status::no_device; break;
    default: break;
  }
  (void)cudaGetLastError();  // clears a non-sticky error, which a later call would report
  throw error(kind, std::string("CUDA: ") + what + ": " + cudaGetErrorString(code));
}

// Simulates smaller devices in tests: with AMORPH_CUDA_CAPABILITY=7.5, say, a device has the shared memory per
// block and the threads per multiprocessor of that compute capability (CUDA C++ Programming Guide, "Compute
// Capabilities").
inline void restrict_properties(cudaDeviceProp& device) {
  struct limits {
    const char* capability;
    std::size_t shared_per_block;
    int threads_each;
  };
  constexpr limits smaller[] = {{"7.5", 64 << 10, 1024},
                                {"8.0", 163 << 10, 2048},
                                {"8.6", 99 << 10, 1536},
                                {"8.9", 99 << 10, 1536},
                                {"12.0", 99 << 10, 1536}};
  const char* as = std::getenv("AMORPH_CUDA_CAPABILITY");
  if (as == nullptr) return;
  for (const limits& l : smaller)
    if (std::strcmp(as, l.capability) == 0) {
      device.sharedMemPerBlockOptin = std::min(device.sharedMemPerBlockOptin, l.shared_per_block);
      device.maxThreadsPerMultiProcessor = std::min(device.maxThreadsPerMultiProcessor, l.threads_each);
      return;
    }
  throw error(status::bad_input,
              std::string("AMORPH_CUDA_CAPABILITY: expected 7.5, 8.0, 8.6, 8.9 or 12.0, found '") + as + "'");
}

// The memory pool of all executors on a device. Freed memory stays in it, so that steps that free and allocate need no
// system calls. (Not the device's default pool, which other libraries of the process use.)
inline cudaMemPool_t memory_pool(int device) {
  static std::mutex mutex;
  static std::map<int, cudaMemPool_t> pools;
  const std::lock_guard<std::mutex> lock(mutex);
  cudaMemPool_t& pool = pools[device];
  if (pool == nullptr) {
    cudaMemPoolProps properties{};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location = {cudaMemLocationTypeDevice, device};
    cuda_check(cudaMemPoolCreate(&pool, &properties), "create a memory pool");
    std::uint64_t keep = ~std::uint64_t{0};
    cuda_check(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep), "set up the memory pool");
  }
  return pool;
}

template <int = 0> __global__ void empty_kernel() {}

// Throws if this module holds no code for the device.
inline void check_served(const cudaDeviceProp& device) {
  cudaFuncAttributes attributes;
  const cudaError_t code = cudaFuncGetAttributes(&attributes, empty_kernel<0>);
  if (code == cudaErrorNoKernelImageForDevice || code == cudaErrorUnsupportedPtxVersion) {
    (void)cudaGetLastError();
    throw error(status::no_device, std::string("this installation's CUDA module has no code for ") + device.name +
                                       ", compute capability " + std::to_string(device.major) + "." +
                                       std::to_string(device.minor) +
                                       "; build it on this machine, or with -D AMORPH_CUDA_ARCHITECTURES=release");
  }
  cuda_check(code, "query a kernel");
}

// Queried once per process and not once per executor, because the query is slow. The device must be current.
inline const cudaDeviceProp& device_properties(int device) {
  static std::mutex one_at_a_time;
  static std::map<int, cudaDeviceProp> known;
  const std::lock_guard<std::mutex> lock(one_at_a_time);
  if (auto found = known.find(device); found != known.end()) return found->second;
  cudaDeviceProp properties;
  cuda_check(cudaGetDeviceProperties(&properties, device), "query the device");
  check_served(properties);
  restrict_properties(properties);
  return known.emplace(device, properties).first->second;
}

inline constexpr unsigned cuda_block = 256;

template <class F> __global__ void __launch_bounds__(cuda_block) each_kernel(std::size_t n, F f) {
  for (std::size_t i = blockIdx.x * std::size_t{cuda_block} + threadIdx.x; i < n;
       i += gridDim.x * std::size_t{cuda_block})
    f(i);
}
template <class Count, class F>
__global__ void __launch_bounds__(cuda_block) each_counted_kernel(const Count* count, F f) {
  const std::size_t n = *count;
  for (std::size_t i = blockIdx.x * std::size_t{cuda_block} + threadIdx.x; i < n;
       i += gridDim.x * std::size_t{cuda_block})
    f(i);
}
template <class Team, class F> __global__ void __launch_bounds__(cuda_block) team_kernel(std::size_t n, F f) {
  constexpr unsigned each = cuda_block / Team::size();
  const unsigned index = blockIdx.x * each + threadIdx.x / Team::size(), teams = gridDim.x * each;
  for (std::size_t i = index; i < n; i += teams) f(Team(index), i);
}
template <class Count, class F>
__global__ void __launch_bounds__(cuda_block) team_counted_kernel(const Count* count, F f) {
  const unsigned index = blockIdx.x * (cuda_block / 32) + threadIdx.x / 32, teams = gridDim.x * (cuda_block / 32);
  const std::size_t n = *count;
  for (std::size_t i = index; i < n; i += teams) f(warp_team(index), i);
}
template <class F> __global__ void single_kernel(F f) { f(); }

template <class T> struct fill_body {
  T* to;
  T value;
  __device__ void operator()(std::size_t i) const { to[i] = value; }
};
template <class T> struct write_body {
  T* to;
  T value;
  __device__ void operator()() const { *to = value; }
};

}  // namespace detail

class cuda_exec : public detail::controlled {
 public:
  static constexpr bool on_device = true;
  using team = warp_team;
  template <class T> using buffer = amorph::buffer<T, cuda_exec>;

  // memory_limit in bytes, 0: the device's memory. Throws error(no_device) with the driver's reason.
  // With a `control` that can stop, each wait for the device begins with check_stop(); kernels run to their end.
  explicit cuda_exec(int device = 0, std::uint64_t memory_limit = 0, const run_control& control = {})
      : controlled(control), device_(device), meter_("device", memory_limit) {
    detail::cuda_check(cudaSetDevice(device), "select the device");
    properties_ = &detail::device_properties(device);
    if (memory_limit == 0) meter_.limit(properties_->totalGlobalMem);
    pool_ = detail::memory_pool(device);
    detail::cuda_check(cudaMallocHost(&pinned_, pinned_bytes), "allocate pinned memory");
    if (cudaError_t code = cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking); code != cudaSuccess) {
      (void)cudaFreeHost(pinned_);
      detail::cuda_check(code, "create a stream");
    }
  }
  cuda_exec(const cuda_exec&) = delete;
  cuda_exec& operator=(const cuda_exec&) = delete;
  ~cuda_exec() {
    (void)cudaStreamSynchronize(stream_);
    (void)cudaStreamDestroy(stream_);
    (void)cudaFreeHost(pinned_);
  }

  // Restores the calling thread's current device, which executors change.
  class device_scope {
   public:
    device_scope() { known_ = cudaGetDevice(&device_) == cudaSuccess; }
    device_scope(const device_scope&) = delete;
    device_scope& operator=(const device_scope&) = delete;
    ~device_scope() {
      if (known_) (void)cudaSetDevice(device_);
    }

   private:
    int device_ = 0;
    bool known_ = false;
  };

  // Another run on this executor, by the calling thread; the arguments are those of the constructor.
  void start_run(std::uint64_t memory_limit, const run_control& control) {
    make_current();
    this->control(control);
    meter_.limit(memory_limit != 0 ? memory_limit : properties_->totalGlobalMem);
    meter_.reset_peak();
  }

  [[nodiscard]] unsigned threads() const noexcept { return 1; }  // of the host
  // Exceeds every index() of a team. Fewer teams run if the registers of a kernel limit its occupancy.
  [[nodiscard]] unsigned team_count() const noexcept {
    return static_cast<unsigned>(properties_->multiProcessorCount * properties_->maxThreadsPerMultiProcessor / 32);
  }
  [[nodiscard]] std::string name() const { return std::string("cuda (") + properties_->name + ")"; }
  [[nodiscard]] cudaStream_t stream() const noexcept { return stream_; }
  [[nodiscard]] int device() const noexcept { return device_; }
  [[nodiscard]] int multiprocessors() const noexcept { return properties_->multiProcessorCount; }
  void make_current() { detail::cuda_check(cudaSetDevice(device_), "select the device"); }

  // Device memory in stream order: allocated before later launches, freed after earlier ones.
  [[nodiscard]] void* allocate(std::size_t bytes) {
    if (bytes == 0) return nullptr;
    meter_.take(bytes);
    void* p = nullptr;
    cudaError_t code = cudaMallocAsync(&p, bytes, pool_, stream_);
    if (code == cudaErrorMemoryAllocation) {  // freed memory may be coalesced
      (void)cudaGetLastError();
      (void)cudaStreamSynchronize(stream_);
      trim();
      code = cudaMallocAsync(&p, bytes, pool_, stream_);
    }
    if (code == cudaSuccess) return p;
    meter_.give(bytes);
    if (code == cudaErrorMemoryAllocation) {
      (void)cudaGetLastError();
      meter_.exhausted(bytes);
    }
    detail::cuda_check(code, "allocate device memory");
    return nullptr;
  }
  void deallocate(void* p, std::size_t bytes) noexcept {
    if (p == nullptr) return;
    (void)cudaFreeAsync(p, stream_);
    meter_.give(bytes);
  }
  void trim() noexcept { (void)cudaMemPoolTrimTo(pool_, 0); }  // returns unused memory to the device
  // As trim(), without an executor.
  static void release_unused(int device) noexcept {
    try {
      (void)cudaMemPoolTrimTo(detail::memory_pool(device), 0);
    } catch (...) {  // the device has failed, and its memory is gone
    }
  }
  // Whether an address belongs to the host and not to a device.
  [[nodiscard]] static bool on_host(const void* p) noexcept {
    cudaPointerAttributes is{};
    if (cudaPointerGetAttributes(&is, p) != cudaSuccess) {
      (void)cudaGetLastError();
      return true;
    }
    return is.type == cudaMemoryTypeUnregistered || is.type == cudaMemoryTypeHost;
  }
  [[nodiscard]] const detail::memory_meter& memory() const { return meter_; }
  [[nodiscard]] detail::memory_meter& memory() { return meter_; }

  template <class F> void for_each(std::size_t n, F f) {
    if (n == 0) return;
    const std::size_t blocks = std::min<std::size_t>((n + detail::cuda_block - 1) / detail::cuda_block, 0x7fffffff);
    detail::each_kernel<<<static_cast<unsigned>(blocks), detail::cuda_block, 0, stream_>>>(n, f);
    launched();
  }
  template <class Team = warp_team, class F> void for_each_team(std::size_t n, F f) {
    if (n == 0) return;
    static const unsigned full = resident(detail::team_kernel<Team, F>);
    detail::team_kernel<Team><<<blocks_for(n * Team::size(), full), detail::cuda_block, 0, stream_>>>(n, f);
    launched();
  }
  // The device reads the count when the loop starts: no read-back. `max` bounds it and determines the size of the grid.
  template <class Count, class F> void for_each_counted(const Count* count, std::size_t max, F f) {
    if (max == 0) return;
    static const unsigned full = resident(detail::each_counted_kernel<Count, F>);
    detail::each_counted_kernel<<<blocks_for(max, full), detail::cuda_block, 0, stream_>>>(count, f);
    launched();
  }
  template <class Count, class F> void for_each_team_counted(const Count* count, std::size_t max, F f) {
    if (max == 0) return;
    static const unsigned full = resident(detail::team_counted_kernel<Count, F>);
    detail::team_counted_kernel<<<blocks_for(max * 32, full), detail::cuda_block, 0, stream_>>>(count, f);
    launched();
  }
  template <class F> void single(F f) {
    detail::single_kernel<<<1, 1, 0, stream_>>>(f);
    launched();
  }

  // copy_in returns when the host array may be modified again (pageable memory is staged), copy_out when it has been
  // written.
  template <class T> void copy_in(span<const std::type_identity_t<T>> host, span<T> to) {
    if (host.empty()) return;
    if (const T* kept = resident_copy(host); kept != nullptr) return copy(span<const T>(kept, host.size()), to);
    if (host.size_bytes() >= detail::staged_copy::min_bytes) {
      detail::cuda_check(detail::staged_copy::in(device_, stream_, host.data(), to.data(), host.size_bytes()),
                         "copy to the device");
      return;
    }
    detail::cuda_check(cudaMemcpyAsync(to.data(), host.data(), host.size_bytes(), cudaMemcpyHostToDevice, stream_),
                       "copy to the device");
  }
  template <class T> void copy_out(span<const std::type_identity_t<T>> from, span<T> host) {
    if (from.size_bytes() >= detail::staged_copy::min_bytes)
      detail::cuda_check(detail::staged_copy::out(device_, stream_, from.data(), host.data(), from.size_bytes()),
                         "copy from the device");
    else if (!from.empty())
      detail::cuda_check(cudaMemcpyAsync(host.data(), from.data(), from.size_bytes(), cudaMemcpyDeviceToHost, stream_),
                         "copy from the device");
    sync();
  }
  template <class T> void copy(span<const std::type_identity_t<T>> from, span<T> to) {
    if (from.empty()) return;
    detail::cuda_check(cudaMemcpyAsync(to.data(), from.data(), from.size_bytes(), cudaMemcpyDeviceToDevice, stream_),
                       "copy on the device");
  }
  template <class T> void fill(span<T> to, std::type_identity_t<T> value) {
    if (to.empty()) return;
    unsigned char bytes[sizeof(T)];
    std::memcpy(bytes, &value, sizeof(T));
    if (std::all_of(bytes, bytes + sizeof(T), [&](unsigned char b) { return b == bytes[0]; }))
      detail::cuda_check(cudaMemsetAsync(to.data(), bytes[0], to.size_bytes(), stream_), "fill on the device");
    else
      for_each(to.size(), detail::fill_body<T>{to.data(), value});
  }
  // One value, after all earlier work: a read-back of about 10 us. Loops over such values use the counted functions.
  template <class T> [[nodiscard]] T read(const T* p) {
    static_assert(sizeof(T) <= pinned_bytes);
    detail::cuda_check(cudaMemcpyAsync(pinned_, p, sizeof(T), cudaMemcpyDeviceToHost, stream_), "read from the device");
    sync();
    T value;
    std::memcpy(&value, pinned_, sizeof(T));
    return value;
  }
  template <class T> void write(T* p, std::type_identity_t<T> value) { single(detail::write_body<T>{p, value}); }
  void sync() {
    check_stop();
    detail::cuda_check(cudaStreamSynchronize(stream_), "wait for the device");
  }

  // Bytes of shared memory that a block can have, static and dynamic together.
  [[nodiscard]] std::size_t shared_per_block() const noexcept { return properties_->sharedMemPerBlockOptin; }
  // The number of blocks of this kernel that the device can hold at once, per multiprocessor and in all.
  template <class Kernel> int resident_each(Kernel kernel, unsigned block, std::size_t shared = 0) const {
    int each = 0;
    detail::cuda_check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, kernel, static_cast<int>(block), shared),
                       "query a kernel");
    return std::clamp(each, 1, std::max(1, properties_->maxThreadsPerMultiProcessor / static_cast<int>(block)));
  }
  template <class Kernel> unsigned resident(Kernel kernel) const {
    return static_cast<unsigned>(resident_each(kernel, detail::cuda_block) * properties_->multiProcessorCount);
  }

 private:
  static constexpr std::size_t pinned_bytes = 4096;

  static void launched() { detail::cuda_check(cudaGetLastError(), "launch a kernel"); }

  // `full` was computed for one device; another may be smaller, and teams keep their numbers below team_count().
  unsigned blocks_for(std::size_t threads, unsigned full) const {
    full = std::min(full, team_count() / (detail::cuda_block / 32));
    return static_cast<unsigned>(std::min<std::size_t>((threads + detail::cuda_block - 1) / detail::cuda_block, full));
  }

  int device_;
  const cudaDeviceProp* properties_ = nullptr;
  cudaMemPool_t pool_ = nullptr;
  cudaStream_t stream_ = nullptr;
  void* pinned_ = nullptr;
  detail::memory_meter meter_;
};

}  // namespace amorph
