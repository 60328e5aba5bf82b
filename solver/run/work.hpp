// The estimated time of a run: backend::automatic chooses the faster backend by it. The estimates may be rough, because
// they matter only if the backends differ by a large factor.
#pragma once

#include <cstdint>

namespace amorph {

struct run_work {
  double serial_ms = 0;            // CPU: the serial part
  double core_ms = 0;              // CPU: the parallel part, on one thread
  double device_ms = 0;            // a device that is started and has the input
  std::uint64_t upload_bytes = 0;  // the input
  const void* input = nullptr;     // its main array, which may be resident

  [[nodiscard]] run_work repeated(unsigned times) const {
    return {serial_ms * times, core_ms * times, device_ms * times, upload_bytes, input};
  }
  [[nodiscard]] double cpu_ms(unsigned threads) const { return serial_ms + core_ms / (threads == 0 ? 1 : threads); }
  // Including the upload from pageable memory and, unless its kernels are loaded, their first launches
  // (docs/benchmarks.md, "auto").
  [[nodiscard]] double started_device_ms(bool loaded) const {
    constexpr double first_launches = 20;
    return (loaded ? 0 : first_launches) + upload_ms(upload_bytes) + device_ms;
  }
  [[nodiscard]] static double upload_ms(std::uint64_t bytes) { return static_cast<double>(bytes) / 30e6; }
};

// Whether the device is worth starting, or waiting for, if that costs `start_ms`.
[[nodiscard]] bool device_is_faster(const run_work& work, unsigned threads, double start_ms, bool loaded = false);

// The CPU threads that 0 stands for: those that this process may use.
[[nodiscard]] unsigned threads_or_all(unsigned threads);

}  // namespace amorph
