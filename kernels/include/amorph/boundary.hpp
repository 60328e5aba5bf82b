// For both sides of a C boundary: exceptions become a status and a line of text.
#pragma once

#include <cstddef>
#include <cstring>
#include <exception>
#include <new>

#include "amorph/error.hpp"

namespace amorph {

inline void write_message(char* message, std::size_t size, const char* text) noexcept {
  if (message == nullptr || size == 0) return;
  std::size_t length = std::strlen(text);
  if (length > size - 1) length = size - 1;
  std::memcpy(message, text, length);
  message[length] = 0;
}

// Runs f(), which returns a status or nothing, and lets no exception out.
template <class F> status guarded(char* message, std::size_t size, F f) noexcept {
  write_message(message, size, "");
  try {
    if constexpr (std::is_same_v<decltype(f()), status>) {
      return f();
    } else {
      f();
      return status::ok;
    }
  } catch (const error& e) {
    write_message(message, size, e.what());
    return e.code();
  } catch (const std::bad_alloc&) {
    write_message(message, size, "out of host memory");
    return status::out_of_memory;
  } catch (const std::exception& e) {
    write_message(message, size, e.what());
    return status::internal;
  } catch (...) {
    write_message(message, size, "an exception of unknown type");
    return status::internal;
  }
}

}  // namespace amorph
