#include "test/support/device.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "amorph/kernels/backend/backend.hpp"

namespace amorph::test {
namespace {
bool skipped = false;
}

bool is_without_device(std::string_view reason) {
#ifdef AMORPH_CUDA_BUILT
  constexpr bool needs_module = true;
#else
  constexpr bool needs_module = false;
#endif
  const auto holds = [&](const char* words) { return reason.find(words) != std::string_view::npos; };
  if (holds("this installation has no CUDA module")) return !needs_module;
  return holds("no CUDA device in this machine") || holds("no NVIDIA driver in this machine");
}

bool has_device() {
  if (cuda_module::get().available()) return true;
  const std::string why = cuda_module::get().reason();
  const char* required = std::getenv("AMORPH_REQUIRE_DEVICE");
  if (required != nullptr && std::string_view(required) == "1") {
    ADD_FAILURE() << "AMORPH_REQUIRE_DEVICE=1, but there is no CUDA device: " << why;
  } else if (!is_without_device(why)) {
    ADD_FAILURE() << "the CUDA module cannot be used: " << why;
  } else {
    if (!skipped) std::printf("skipped: no CUDA device: %s\n", why.c_str());
    skipped = true;
  }
  return false;
}

}  // namespace amorph::test

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  const int code = RUN_ALL_TESTS();
  if (testing::UnitTest::GetInstance()->test_to_run_count() == 0) {
    std::printf("no test matches the filter\n");
    return 1;
  }
  return code == 0 && amorph::test::skipped ? 77 : code;
}
