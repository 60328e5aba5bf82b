// The skipping of tests itself.
#include <gtest/gtest.h>

#include "test/support/device.hpp"

namespace amorph::test {
namespace {

TEST(skip, needs_device) { AMORPH_NEEDS_DEVICE(); }

TEST(skip, reasons) {
  EXPECT_TRUE(is_without_device("no CUDA device in this machine"));
  EXPECT_TRUE(is_without_device("no NVIDIA driver in this machine"));
  EXPECT_FALSE(is_without_device("the NVIDIA driver is for CUDA 11.4, this module needs 13.0"));
  EXPECT_FALSE(is_without_device("cannot open the CUDA module: undefined symbol"));
  EXPECT_FALSE(is_without_device("libamorph_cuda.so has interface version 9, this program needs 1"));
  EXPECT_FALSE(is_without_device("out of memory"));
}

}  // namespace
}  // namespace amorph::test
