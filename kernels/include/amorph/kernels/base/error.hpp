// Errors of the core: exceptions inside it, a status at every C boundary.
#pragma once

#include <stdexcept>
#include <string>

namespace amorph {

enum class status : int {
  ok = 0,
  bad_input = 1,      // the caller's data is inconsistent
  out_of_memory = 2,  // host or device memory, or the memory limit
  no_device = 3,      // the requested backend is not available
  interrupted = 4,    // at the request of the caller
  internal = 5,       // a defect of Amorph or of the driver
};

// The message if a thread cannot be started.
inline constexpr const char* no_thread = "cannot start a thread: out of memory or processes; use fewer threads";

class error : public std::runtime_error {
 public:
  error(status code, const std::string& what) : std::runtime_error(what), code_(code) {}
  [[nodiscard]] status code() const noexcept { return code_; }

 private:
  status code_;
};

}  // namespace amorph
