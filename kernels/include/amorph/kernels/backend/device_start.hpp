// Starting a device (driver, context, memory pool) takes some 0.3 s. A command that may want one starts it in a thread
// of its own, while it reads its input.
#pragma once

namespace amorph {

class device_start {
 public:
  // Measured on an H200 (docs/benchmarks.md, "auto"): from nothing to the first kernel, and what it adds to the end of
  // the process.
  static constexpr double typical_ms = 300, close_ms = 60;
  // What a process that has not begun to start a device saves if it never does.
  static constexpr double unstarted_ms = typical_ms + close_ms;

  // Opens the CUDA module and starts the device, in a thread; returns at once. Only the first call does anything.
  static void begin(int device) noexcept;
  // A run of an entry of the module has ended: the device is started, and the entry's kernels are loaded. `entry`
  // must stay valid.
  static void finished(const char* entry) noexcept;
  [[nodiscard]] static bool has_run(const char* entry) noexcept;
  // An estimate of what the process has still to pay for the device: unstarted_ms if its start has not begun, then the
  // rest of the start alone, since the process will pay for its end in any case; 0 if it is started.
  [[nodiscard]] static double ms_to_pay() noexcept;
  // The thread of begin() is at work. A process that ends then must do so by _Exit(): the driver does not bear exit
  // handlers beside it. If it is not, there is none any more.
  [[nodiscard]] static bool running() noexcept;
};

}  // namespace amorph
