#include "amorph/kernels/backend/device_start.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include "amorph/kernels/backend/backend.hpp"

namespace amorph {
namespace {

enum class phase : int { idle, running, started };
std::atomic<phase> now{phase::idle};
std::atomic<std::chrono::steady_clock::rep> began{0};

}  // namespace

void device_start::begin(int device) noexcept {
  phase expected = phase::idle;
  if (!now.compare_exchange_strong(expected, phase::running)) return;
  began = std::chrono::steady_clock::now().time_since_epoch().count();
  try {
    std::thread([device] {
      cuda_module::get().start(device);  // a failure is reported by the run that needs the device
      finished();
    }).detach();
  } catch (...) {  // no thread: the run starts the device itself
    now = phase::idle;
  }
}

void device_start::finished() noexcept { now = phase::started; }

bool device_start::running() noexcept { return now == phase::running; }

double device_start::ms_left() noexcept {
  switch (now) {
    case phase::idle: return typical_ms;
    case phase::started: return 0;
    case phase::running: break;
  }
  using clock = std::chrono::steady_clock;
  const clock::duration passed = clock::now().time_since_epoch() - clock::duration(began.load());
  return std::max(10.0, typical_ms - std::chrono::duration<double, std::milli>(passed).count());
}

}  // namespace amorph
