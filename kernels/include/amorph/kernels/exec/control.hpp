// The caller's controls of one run of an executor: stop requests, progress, resident arrays. Algorithms need no code
// for any of these.
#pragma once

#include <cstdint>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/base/span.hpp"
#include "amorph/kernels/memory/resident.hpp"

namespace amorph {

// Plain C: it crosses the boundary to the CUDA module. Any of it may be null.
struct run_control {
  // Nonzero asks to end early. Called from any thread, often: it should cost no more than reading a flag.
  std::uint32_t (*stop)(void* context);
  // Progress of a phase, from the thread that drives the executor. total 0: unknown. `detail` is a struct of the
  // solver's own, or null; it is valid during the call.
  void (*report)(void* context, const char* phase, std::uint64_t done, std::uint64_t total, const void* detail);
  void* context;
};

namespace detail {

// Common to both executors: each of their loops (CPU) or waits (device) begins with check_stop().
class controlled {
 public:
  [[nodiscard]] bool stopped() const { return control_.stop != nullptr && control_.stop(control_.context) != 0; }
  // Throws error(interrupted) if the caller asked to end. For serial host loops, every few milliseconds.
  void check_stop() const {
    if (stopped()) throw error(status::interrupted, "interrupted");
  }
  // Disables stop requests, so that a partial answer can be copied out.
  void ignore_stop() noexcept { control_.stop = nullptr; }
  // For another run on the same executor.
  void control(const run_control& control) noexcept { control_ = control; }
  void report(const char* phase, std::uint64_t done, std::uint64_t total = 0, const void* detail = nullptr) const {
    if (control_.report != nullptr) control_.report(control_.context, phase, done, total, detail);
  }
  [[nodiscard]] const run_control& control() const noexcept { return control_; }

  // The arrays that are resident, or null. They must outlive this.
  void use(const resident_arrays* arrays) noexcept { residents_ = arrays; }
  // The resident copy of a host array; null if there is none.
  template <class T> [[nodiscard]] const T* resident_copy(span<const T> host) const {
    if (residents_ == nullptr || host.empty()) return nullptr;
    return static_cast<const T*>(residents_->find(host.data(), host.size_bytes()));
  }

 protected:
  explicit controlled(const run_control& control) noexcept : control_(control) {}
  ~controlled() = default;

 private:
  run_control control_;
  const resident_arrays* residents_ = nullptr;
};

}  // namespace detail
}  // namespace amorph
