// The handlers of passes that nest, and that run in several threads.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <exception>
#include <new>
#include <optional>
#include <thread>
#include <vector>

#include "llvm-pass/analysis/OutOfMemory.h"

namespace amorph {
namespace {

void handler_of_the_program() { std::abort(); }
void terminate_of_the_program() { std::abort(); }

class out_of_memory : public testing::Test {
 protected:
  void SetUp() override {
    std::set_new_handler(handler_of_the_program);
    std::set_terminate(terminate_of_the_program);
  }
  static void expect_restored() {
    EXPECT_EQ(std::get_new_handler(), handler_of_the_program);
    EXPECT_EQ(std::get_terminate(), terminate_of_the_program);
  }
  static void expect_installed() {
    EXPECT_NE(std::get_new_handler(), handler_of_the_program);
    EXPECT_NE(std::get_terminate(), terminate_of_the_program);
  }
};

TEST_F(out_of_memory, nested) {
  {
    const EndWithoutMemory outer;
    {
      const EndWithoutMemory inner;
      expect_installed();
    }
    expect_installed();
  }
  expect_restored();
}

// As two threads have them: the first to begin is the first to end.
TEST_F(out_of_memory, overlapping) {
  std::optional<EndWithoutMemory> first, second;
  first.emplace();
  second.emplace();
  first.reset();
  expect_installed();
  EXPECT_EXIT(std::get_new_handler()(), testing::ExitedWithCode(1), "^error: amorph-pta: out of memory\n$");
  second.reset();
  expect_restored();
}

TEST_F(out_of_memory, what_the_program_installs_meanwhile_stays) {
  {
    const EndWithoutMemory guard;
    std::set_new_handler(nullptr);
  }
  EXPECT_EQ(std::get_new_handler(), nullptr);
}

TEST_F(out_of_memory, threads) {
  std::atomic<bool> wrong{false};
  std::vector<std::thread> passes;
  for (int t = 0; t != 4; ++t)
    passes.emplace_back([&] {
      for (int i = 0; i != 20000; ++i) {
        const EndWithoutMemory guard;
        if (std::get_new_handler() == handler_of_the_program) wrong = true;
      }
    });
  for (std::thread& pass : passes) pass.join();
  EXPECT_FALSE(wrong);
  expect_restored();
}

}  // namespace
}  // namespace amorph
