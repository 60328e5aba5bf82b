// The choice of the backend, and the CUDA module behind it. Nothing here throws, and all functions may be called from
// any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "amorph/kernels/backend/cuda_abi.h"
#include "amorph/kernels/base/error.hpp"

namespace amorph {

enum class backend : std::uint8_t { automatic, cpu, cuda };

[[nodiscard]] std::optional<backend> parse_backend(std::string_view word) noexcept;  // auto, cpu, cuda
[[nodiscard]] std::string_view to_string(backend) noexcept;

// libamorph_cuda.so, opened once, on first use, and kept open. Search order:
//  1. $AMORPH_CUDA_MODULE, a path; if it is set, nowhere else;
//  2. the folder of the library or program that contains this code; from there amorph, .., ../lib, ../lib/amorph,
//     ../../lib/amorph, and the last two below lib/ARCHITECTURE;
//  3. the rules of the dynamic linker.
class cuda_module {
 public:
  static const cuda_module& get() noexcept;

  // The module is open, and there is a driver and a device; if not, reason() explains why in one line.
  [[nodiscard]] bool available() const noexcept { return reason_.empty(); }
  [[nodiscard]] const std::string& reason() const noexcept { return reason_; }
  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  [[nodiscard]] int device_count() const noexcept { return devices_; }
  [[nodiscard]] status query(int device, amorph_cuda_device& answer, std::string& message) const noexcept;

  // Starts the device, so that the next run on it need not. A failure is not reported: that run will.
  void start(int device) const noexcept;

  // The entry point of an algorithm, or null if the module is not available or has none of that name and version.
  template <class Function> [[nodiscard]] Function* entry(const char* name, std::uint32_t version) const noexcept {
    return available() ? reinterpret_cast<Function*>(entry_(name, version)) : nullptr;
  }

 private:
  cuda_module() noexcept;
  void open();

  std::string reason_, path_;
  int devices_ = 0;
  amorph_cuda_device_query_type* query_ = nullptr;
  amorph_cuda_start_type* start_ = nullptr;
  amorph_cuda_entry_type* entry_ = nullptr;
};

// The backend to run on: `cpu` or `cuda`, never `automatic`. If cuda is requested and the module, a driver, a device or
// the algorithm is missing: status::no_device, with a line that names it; `automatic` falls back to the CPU.
struct backend_choice {
  status code = status::ok;
  amorph::backend backend = amorph::backend::cpu;
  std::string message;
};
// A `device` that does not exist is status::bad_input.
[[nodiscard]] backend_choice select_backend(backend asked, const char* algorithm, std::uint32_t version,
                                            int device = 0) noexcept;

}  // namespace amorph
