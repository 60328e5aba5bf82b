// Whether tests that need a CUDA device can run here. They are skipped for one reason only: the machine has no driver
// or no device, or the build has no CUDA module. $AMORPH_REQUIRE_DEVICE=1 makes that a failure too.
#pragma once

#include <string_view>

namespace amorph::test {

// The words of cuda_module::reason() for a machine without a driver or device, or for a build without the module. Any
// other reason is a module that is broken.
[[nodiscard]] bool is_without_device(std::string_view reason);

// True if there is a device. If not, the test fails, or is noted as skipped: main() then returns 77, ctest's
// SKIP_RETURN_CODE, unless something failed. (ctest's SKIP_REGULAR_EXPRESSION would outrank a failing exit code.)
[[nodiscard]] bool has_device();

}  // namespace amorph::test

// At the start of a test that needs a device.
#define AMORPH_NEEDS_DEVICE() \
  if (!amorph::test::has_device()) GTEST_SKIP() << "no CUDA device"
