// The exit codes of all commands.
#pragma once

#include "amorph/kernels/base/error.hpp"

namespace amorph {

enum class exit_code : int {
  success = 0,
  bad_input = 1,      // usage error, or invalid or unwritable file
  no_backend = 2,     // requested backend not available
  out_of_memory = 3,  // of the host or the device, or the memory limit is exceeded
  internal = 4,       // a defect, or a failed verification
  incomplete = 5,     // outputs were written, but the goal was given up at a default limit
  interrupted = 130,  // Ctrl-C, SIGTERM, SIGHUP
};

constexpr exit_code exit_code_of(status s) noexcept {
  switch (s) {
    case status::ok: return exit_code::success;
    case status::bad_input: return exit_code::bad_input;
    case status::no_device: return exit_code::no_backend;
    case status::out_of_memory: return exit_code::out_of_memory;
    case status::interrupted: return exit_code::interrupted;
    case status::internal: break;
  }
  return exit_code::internal;
}

}  // namespace amorph
