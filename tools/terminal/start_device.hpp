// A command that may use a device starts it while it reads its input.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <system_error>

#include "amorph/kernels/backend/backend.hpp"
#include "amorph/kernels/backend/device_start.hpp"
#include "solver/run/options.hpp"
#include "solver/run/work.hpp"

namespace amorph {

// The estimated size of a file's content: four times its bytes if it is compressed.
[[nodiscard]] inline double expected_bytes_of(const std::string& path) {
  std::error_code none;
  const auto size = static_cast<double>(std::filesystem::file_size(path, none));
  if (none) return 0;
  return path.ends_with(".gz") || path.ends_with(".xz") ? 4 * size : size;
}

// `expected`: an estimate from the size of the input; `prepare_ms`: until the device is needed, at the latest.
inline void start_device_early(const run_options& run, const run_work& expected, double prepare_ms) {
  const double start_ms = device_start::unstarted_ms - std::min(prepare_ms, device_start::typical_ms);
  if (run.backend == backend::cuda ||
      (run.backend == backend::automatic && device_is_faster(expected, run.threads, start_ms)))
    device_start::begin(run.device);
}

}  // namespace amorph
