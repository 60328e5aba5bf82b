#include "amorph/kernels/backend/device_start.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include "amorph/kernels/backend/backend.hpp"

namespace amorph {
namespace {

enum class phase : int { idle, running, ended };
std::atomic<phase> now{phase::idle};  // of the thread
std::atomic<bool> usable{false};      // a run has used the device
std::atomic<std::thread*> starter{nullptr};
std::atomic<std::chrono::steady_clock::rep> began{0};

}  // namespace

void device_start::begin(int device) noexcept {
  phase expected = phase::idle;
  if (!now.compare_exchange_strong(expected, phase::running)) return;
  began = std::chrono::steady_clock::now().time_since_epoch().count();
  try {
    starter = new std::thread([device] {
      cuda_module::get().start(device);  // a failure is reported by the run that needs the device
      now = phase::ended;
    });
  } catch (...) {  // no thread: the run starts the device itself
    now = phase::idle;
  }
}

void device_start::finished() noexcept { usable = true; }

bool device_start::running() noexcept {
  if (now == phase::running) return true;
  // It has done its work, and may still be about to end.
  if (std::thread* thread = starter.exchange(nullptr); thread != nullptr) {
    thread->join();
    delete thread;
  }
  return false;
}

double device_start::ms_left() noexcept {
  if (usable) return 0;
  switch (now) {
    case phase::idle: return typical_ms;
    case phase::ended: return 0;
    case phase::running: break;
  }
  using clock = std::chrono::steady_clock;
  const clock::duration passed = clock::now().time_since_epoch() - clock::duration(began.load());
  return std::max(10.0, typical_ms - std::chrono::duration<double, std::milli>(passed).count());
}

}  // namespace amorph
