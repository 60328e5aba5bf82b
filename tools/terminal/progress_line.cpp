#include "tools/terminal/progress_line.hpp"

#include <unistd.h>

#include <cstdio>

#include "tools/base/interrupt.hpp"

namespace amorph {

progress_line::progress_line() noexcept : shown_(::isatty(STDERR_FILENO) == 1) {}

bool progress_line::due() noexcept {
  if (!shown_) return false;
  const auto now = std::chrono::steady_clock::now();
  if (now - last_ < std::chrono::milliseconds(100)) return false;
  last_ = now;
  return true;
}

void progress_line::show(const std::string& text) noexcept {
  if (!shown_) return;
  set_progress_line_shown(true);
  standing_ = true;
  std::fprintf(stderr, "\r\033[K%.79s", text.c_str());
  std::fflush(stderr);
}

void progress_line::clear() noexcept {
  if (!standing_) return;
  std::fputs("\r\033[K", stderr);
  std::fflush(stderr);
  standing_ = false;
  set_progress_line_shown(false);
}

}  // namespace amorph
