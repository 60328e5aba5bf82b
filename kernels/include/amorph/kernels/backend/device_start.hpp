// Starting a device (driver, context, memory pool) takes some 0.3 s. A command that may want one starts it in a thread
// of its own, while it reads its input.
#pragma once

namespace amorph {

class device_start {
 public:
  // Measured on an H200 (docs/benchmarks.md, "auto"): from nothing to the first kernel, and what it adds to the end of
  // the process.
  static constexpr double typical_ms = 300, close_ms = 60;

  // Opens the CUDA module and starts the device, in a thread; returns at once. Only the first call does anything.
  static void begin(int device) noexcept;
  // A run on the device has ended: it is started.
  static void finished() noexcept;
  // An estimate of the time until the device can run something; 0 if it is started.
  [[nodiscard]] static double ms_left() noexcept;
  // The thread of begin() is at work. A process that ends then must do so by _Exit(): the driver does not bear exit
  // handlers beside it. If it is not, there is none any more.
  [[nodiscard]] static bool running() noexcept;
};

}  // namespace amorph
