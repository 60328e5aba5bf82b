// One line on stderr that is overwritten, if stderr is a terminal; otherwise nothing is printed.
#pragma once

#include <chrono>
#include <string>

namespace amorph {

class progress_line {
 public:
  progress_line() noexcept;  // shown if stderr is a terminal
  explicit progress_line(bool shown) noexcept : shown_(shown) {}
  ~progress_line() { clear(); }
  progress_line(const progress_line&) = delete;
  progress_line& operator=(const progress_line&) = delete;

  // True at most ten times a second, so that callers format text only when it is shown.
  [[nodiscard]] bool due() noexcept;
  void show(const std::string& text) noexcept;  // cut to the width of 79 columns
  void clear() noexcept;

 private:
  bool shown_ = false, standing_ = false;
  std::chrono::steady_clock::time_point last_{};
};

}  // namespace amorph
