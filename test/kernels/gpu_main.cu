// Runs the tests on the device; without one, prints the reason and is skipped.
#include <gtest/gtest.h>

#include <cstdio>

#include "amorph/kernels/exec/cuda.cuh"

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  try {
    amorph::cuda_exec device;
    std::printf("device: %s\n", device.name().c_str());
  } catch (const amorph::error& reason) {
    std::printf("skipped: %s\n", reason.what());
    return 77;  // ctest's SKIP_RETURN_CODE
  }
  return RUN_ALL_TESTS();
}
