#include "amorph/kernels/backend/device_start.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstring>
#include <thread>

#include "amorph/kernels/backend/backend.hpp"

namespace amorph {
namespace {

enum class phase : int { idle, running, ended };
std::atomic<phase> now{phase::idle};                 // of the starting thread
std::array<std::atomic<const char*>, 64> entries{};  // those that have run on the device
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

void device_start::finished(const char* entry) noexcept {
  for (auto& known : entries) {
    const char* name = nullptr;
    if (known.compare_exchange_strong(name, entry) || std::strcmp(name, entry) == 0) return;
  }
}

bool device_start::has_run(const char* entry) noexcept {
  for (const auto& known : entries) {
    const char* name = known;
    if (name == nullptr) return false;
    if (std::strcmp(name, entry) == 0) return true;
  }
  return false;
}

bool device_start::running() noexcept {
  if (now == phase::running) return true;
  // The device is started, but the thread may not have returned yet.
  if (std::thread* thread = starter.exchange(nullptr); thread != nullptr) {
    thread->join();
    delete thread;
  }
  return false;
}

double device_start::ms_to_pay() noexcept {
  if (entries[0] != nullptr) return 0;
  switch (now) {
    case phase::idle: return unstarted_ms;
    case phase::ended: return 0;
    case phase::running: break;
  }
  using clock = std::chrono::steady_clock;
  const clock::duration passed = clock::now().time_since_epoch() - clock::duration(began.load());
  return std::max(10.0, typical_ms - std::chrono::duration<double, std::milli>(passed).count());
}

}  // namespace amorph
