// Starting a device (driver, context, memory pool) takes some 0.3 s. A command that may use one starts it in a separate
// thread while it reads its input.
#pragma once

namespace amorph {

class device_start {
 public:
  // Measured on an H200 (docs/benchmarks.md, "auto"): from an unstarted device to the first kernel, and the time that a
  // started device adds to the exit of the process.
  static constexpr double typical_ms = 300, close_ms = 60;
  // The time that a process saves by never starting a device.
  static constexpr double unstarted_ms = typical_ms + close_ms;

  // Opens the CUDA module and starts the device, in a thread; returns at once. Only the first call does anything.
  static void begin(int device) noexcept;
  // A run of an entry of the module has ended: the device is started, and the entry's kernels are loaded. `entry`
  // must stay valid.
  static void finished(const char* entry) noexcept;
  [[nodiscard]] static bool has_run(const char* entry) noexcept;
  // An estimate of the device's remaining cost to the process: unstarted_ms before its start has begun; then the rest
  // of the start only, because close_ms is due in any case; 0 once it is started.
  [[nodiscard]] static double ms_to_pay() noexcept;
  // Whether the thread of begin() is still starting the device. A process that ends meanwhile must use _Exit(), because
  // the driver may crash if exit handlers run during its start. If false, the thread has been joined.
  [[nodiscard]] static bool running() noexcept;
};

}  // namespace amorph
