// Environment variables for libraries whose functions have no arguments for backend, device, threads and memory limit.
#pragma once

#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "amorph/kernels/base/error.hpp"
#include "solver/run/options.hpp"

namespace amorph {

// An error in the environment, not in an argument of the call.
struct environment_error : error {
  using error::error;
};

// Calls take(value) if the variable is set and not empty. If that returns false, throws environment_error with
// the expected values.
template <class Take> void read_variable(const char* name, const char* expected, Take take) {
  const char* value = std::getenv(name);
  if (value == nullptr || *value == 0 || take(std::string_view(value))) return;
  throw environment_error(status::bad_input,
                          "$" + std::string(name) + ": expected " + expected + ", found '" + value + "'");
}

template <class T> bool store(const std::optional<T>& value, T& to) {
  if (value) to = *value;
  return value.has_value();
}

// $AMORPH_BACKEND, $AMORPH_DEVICE, $AMORPH_THREADS and $AMORPH_MEMORY_LIMIT. Throws environment_error.
[[nodiscard]] run_options read_run_environment();

}  // namespace amorph
