// The choice of the backend, and a module that has no code for the device (fake_module.c): `auto` runs on the CPU,
// `cuda` says why it cannot.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <string>

#include "amorph/kernels/base/error.hpp"
#include "solver/run/dispatch.hpp"

namespace amorph {
namespace {

struct problem {};
struct answer {
  int value = 0;
};

int solve_on_cpu(run_request* request, const void*, void* found, char*, std::uint64_t) {
  std::snprintf(request->backend, sizeof request->backend, "cpu");
  static_cast<answer*>(found)->value = 42;
  return 0;
}

constexpr run_work much{.core_ms = 1e6, .device_ms = 1}, little{.core_ms = 1, .device_ms = 1};

answer solve(backend backend, const run_work& work, run_statistics& stats) {
  run_options options;
  options.backend = backend;
  answer found;
  (void)dispatch("anything", &solve_on_cpu, options, work, std::uint32_t{0}, problem{}, found, stats);
  return found;
}

TEST(dispatch, automatic_runs_on_the_cpu_if_the_device_cannot) {
  run_statistics stats;
  EXPECT_EQ(solve(backend::automatic, much, stats).value, 42);
  EXPECT_EQ(stats.backend_name, "cpu");
}

TEST(dispatch, cuda_says_why_it_cannot) {
  run_statistics stats;
  for (const run_work& work : {much, little}) try {
      (void)solve(backend::cuda, work, stats);
      FAIL() << "expected an error";
    } catch (const error& e) {
      EXPECT_EQ(e.code(), status::no_device);
      EXPECT_EQ(std::string(e.what()), "no code for Pretend 1000");
    }
}

TEST(weigh, takes_the_device_only_for_what_is_worth_its_start) {
  run_options options;
  options.threads = 4;
  std::string line;
  EXPECT_EQ(weigh(options, little, line), backend::cpu);
  EXPECT_EQ(line.substr(0, 9), "cpu 0 ms;");
  EXPECT_EQ(weigh(options, much, line), backend::automatic);
  EXPECT_EQ(line.substr(0, 14), "cpu 250000 ms;");
  options.repeat = 1000000;  // what is repeated is uploaded once
  EXPECT_EQ(weigh(options, {.core_ms = 1, .device_ms = 0.1}, line), backend::automatic);
}

TEST(weigh, keeps_what_was_asked_for) {
  run_options options;
  std::string line;
  options.backend = backend::cpu;
  EXPECT_EQ(weigh(options, much, line), backend::cpu);
  options.backend = backend::cuda;
  EXPECT_EQ(weigh(options, little, line), backend::cuda);
  EXPECT_EQ(line, "");
}

}  // namespace
}  // namespace amorph
