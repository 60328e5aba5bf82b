// Wall-clock time since construction: the timer of all host code.
#pragma once

#include <chrono>

namespace amorph {

class stopwatch {
 public:
  [[nodiscard]] double ms() const {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_).count();
  }
  // The elapsed time; restarts the clock, for consecutive phases.
  double lap() {
    const double passed = ms();
    start_ = std::chrono::steady_clock::now();
    return passed;
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace amorph
