// Wall-clock time since it was made: the one timer of the host.
#pragma once

#include <chrono>

namespace amorph {

class stopwatch {
 public:
  [[nodiscard]] double ms() const {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_).count();
  }
  // The time so far, and starts again: for phases one after another.
  double lap() {
    const double passed = ms();
    start_ = std::chrono::steady_clock::now();
    return passed;
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace amorph
