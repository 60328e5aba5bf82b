// Runs the core's tests on the device. Without a driver or a device they are skipped, with the reason; any other
// failure to get one is a failure, and so is a skip if $AMORPH_REQUIRE_DEVICE is 1.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "amorph/kernels/exec/cuda.cuh"

namespace {
// A driver that is too old for the runtime is none of the two.
bool is_without_driver_or_device() {
  int driver = 0, devices = 0;
  if (cudaDriverGetVersion(&driver) == cudaSuccess && driver == 0) return true;
  return cudaGetDeviceCount(&devices) == cudaErrorNoDevice;
}
}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  try {
    amorph::cuda_exec device;
    std::printf("device: %s\n", device.name().c_str());
  } catch (const amorph::error& reason) {
    const char* required = std::getenv("AMORPH_REQUIRE_DEVICE");
    const bool may_skip = is_without_driver_or_device() && (required == nullptr || std::strcmp(required, "1") != 0);
    std::printf("%s: %s\n", may_skip ? "skipped" : "FAILED", reason.what());
    return may_skip ? 77 : 1;  // 77: ctest's SKIP_RETURN_CODE
  }
  return RUN_ALL_TESTS();
}
