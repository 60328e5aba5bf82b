// For both sides of a C boundary: exceptions become a status and one line of text.
#pragma once

#include <cstddef>
#include <cstring>
#include <exception>
#include <new>
#include <string>
#include <type_traits>

#include "amorph/kernels/base/error.hpp"

namespace amorph {

inline void write_message(char* message, std::size_t size, const char* text) noexcept {
  if (message == nullptr || size == 0) return;
  std::size_t length = std::strlen(text);
  if (length > size - 1) length = size - 1;
  std::memcpy(message, text, length);
  message[length] = 0;
}

namespace detail {

// say(text) receives the line that explains why f() failed; it must not throw.
template <class Say, class F> status guarded(Say say, F f) noexcept {
  try {
    if constexpr (std::is_same_v<decltype(f()), status>) {
      return f();
    } else {
      f();
      return status::ok;
    }
  } catch (const error& e) {
    say(e.what());
    return e.code();
  } catch (const std::bad_alloc&) {
    say("out of host memory");
    return status::out_of_memory;
  } catch (const std::exception& e) {
    say(e.what());
    return status::internal;
  } catch (...) {
    say("an exception of unknown type");
    return status::internal;
  }
}

}  // namespace detail

// Runs f(), which returns a status or nothing; no exception escapes.
template <class F> status guarded(char* message, std::size_t size, F f) noexcept {
  write_message(message, size, "");
  return detail::guarded([=](const char* text) { write_message(message, size, text); }, f);
}

// The same with the line in a string, which f() may also fill itself. If there is no memory for the line, it is one
// that needs no allocation.
template <class F> status guarded(std::string& message, F f) noexcept {
  return detail::guarded(
      [&](const char* text) {
        try {
          message = text;
        } catch (...) {
          message = "out of memory";
        }
      },
      f);
}

}  // namespace amorph
