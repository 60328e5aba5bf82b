// A line of a report, by a format as of printf.
#pragma once

#include <cstdarg>
#include <cstdio>
#include <string>

namespace amorph {

[[gnu::format(printf, 1, 2)]] inline std::string text(const char* format, ...) {
  va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  std::string out(static_cast<std::size_t>(std::vsnprintf(nullptr, 0, format, arguments)), '\0');
  std::vsnprintf(out.data(), out.size() + 1, format, again);
  va_end(again);
  va_end(arguments);
  return out;
}

}  // namespace amorph
