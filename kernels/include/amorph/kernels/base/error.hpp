// Errors of the core. Inside the core they are exceptions; every C boundary turns them into a status.
#pragma once

#include <stdexcept>
#include <string>

namespace amorph {

enum class status : int {
  ok = 0,
  bad_input = 1,      // the caller's data contradicts itself
  out_of_memory = 2,  // host or device memory ran out
  no_device = 3,      // the backend that was asked for is not in this machine
  interrupted = 4,    // the caller asked to stop
  internal = 5,       // a defect of ours, or of the driver
};

class error : public std::runtime_error {
 public:
  error(status code, const std::string& what) : std::runtime_error(what), code_(code) {}
  [[nodiscard]] status code() const noexcept { return code_; }

 private:
  status code_;
};

}  // namespace amorph
