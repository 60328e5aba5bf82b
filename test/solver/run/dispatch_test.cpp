// The choice of the backend, and a module that has no code for the device (fake_module.c): `auto` runs on the CPU,
// `cuda` says why it cannot.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

#include "amorph/kernels/backend/device_start.hpp"
#include "amorph/kernels/base/error.hpp"
#include "solver/run/context.hpp"
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
  EXPECT_EQ(weigh("anything", options, little, line), backend::cpu);
  EXPECT_EQ(line.substr(0, 9), "cpu 0 ms;");
  EXPECT_EQ(weigh("anything", options, much, line), backend::automatic);
  EXPECT_EQ(line.substr(0, 14), "cpu 250000 ms;");
  options.repeat = 1000000;  // what is repeated is uploaded once
  EXPECT_EQ(weigh("anything", options, {.core_ms = 1, .device_ms = 0.1}, line), backend::automatic);
}

TEST(weigh, keeps_what_was_asked_for) {
  run_options options;
  std::string line;
  options.backend = backend::cpu;
  EXPECT_EQ(weigh("anything", options, much, line), backend::cpu);
  options.backend = backend::cuda;
  EXPECT_EQ(weigh("anything", options, little, line), backend::cuda);
  EXPECT_EQ(line, "");
}

// The start is paid by runs that are too small for it one by one ("rent or buy").
TEST(weigh, a_context_starts_the_device_once_its_runs_have_lost_that_much) {
  context in;
  run_options options = in.run();
  options.threads = 1;
  std::string line;
  const run_work small{.core_ms = 70, .device_ms = 10};  // 40 more than with the first launches
  int on_cpu = 0;
  while (on_cpu != 100 && weigh("small", options, small, line) == backend::cpu) ++on_cpu;
  EXPECT_EQ(on_cpu, 9) << "360 ms to start";
  EXPECT_EQ(line, "cpu 70 ms; cuda 30 ms, and 0 ms to start and end");
  options.context = nullptr;
  EXPECT_EQ(weigh("small", options, small, line), backend::cpu);
}

TEST(weigh, resident_inputs_count_once) {
  context in;
  run_options options = in.run();
  options.threads = 1;
  const std::vector<unsigned char> input(3000000);  // 0.1 ms
  const resident_array kept(in, span<const unsigned char>(input));
  std::string line;
  run_work work{.core_ms = 1, .device_ms = 1, .upload_bytes = std::uint64_t{3} << 30, .input = input.data()};
  (void)weigh("resident", options, work, line);
  EXPECT_EQ(line, "cpu 1 ms; cuda 21 ms, and 360 ms to start and end");
}

TEST(context, says_why_the_device_was_not_taken) {
  context in;
  run_options options = in.run();
  run_statistics stats;
  answer found;
  for (int i = 0; i != 2; ++i) {
    (void)dispatch("anything", &solve_on_cpu, options, much, std::uint32_t{0}, problem{}, found, stats);
    EXPECT_EQ(found.value, 42);
    EXPECT_NE(stats.weighed.find("; not on the device: "), std::string::npos) << stats.weighed;
  }
}

TEST(context, refuses_another_copy_of_an_array) {
  context in({.backend = backend::cpu});
  const int array = 0;
  in.keep(&array, sizeof array);
  EXPECT_THROW(in.keep(&array, sizeof array + 1), error);
  in.keep(&array, sizeof array);
  in.forget(&array);
  EXPECT_TRUE(in.holds(&array));
  in.forget(&array);
  EXPECT_FALSE(in.holds(&array));
}

// What the process has paid already, or pays in any case, does not count: in this order, as the state of the process is
// what is tested.
TEST(weigh, sunk_costs_do_not_count) {
  run_options options;
  options.threads = 1;
  std::string line;
  const run_work beyond_start{.core_ms = 370, .device_ms = 1}, beyond_launches{.core_ms = 25, .device_ms = 1},
      small{.core_ms = 10, .device_ms = 1};
  const auto choice = [&](const char* entry, const run_work& work) { return weigh(entry, options, work, line); };
  EXPECT_EQ(device_start::ms_to_pay(), 360);
  EXPECT_EQ(choice("first", beyond_start), backend::cpu);
  EXPECT_EQ(line, "cpu 370 ms; cuda 21 ms, and 360 ms to start and end");
  device_start::begin(0);
  EXPECT_LE(device_start::ms_to_pay(), device_start::typical_ms) << "its end is paid in any case";
  EXPECT_EQ(choice("first", beyond_start), backend::automatic);
  while (device_start::running()) std::this_thread::yield();
  EXPECT_EQ(device_start::ms_to_pay(), 0);
  EXPECT_EQ(choice("first", beyond_launches), backend::automatic);
  EXPECT_EQ(choice("first", small), backend::cpu) << "its kernels have still to be loaded";
  device_start::finished("first");
  EXPECT_EQ(choice("first", small), backend::automatic);
  EXPECT_EQ(line, "cpu 10 ms; cuda 1 ms, and 0 ms to start and end");
  EXPECT_EQ(choice("second", small), backend::cpu);
}

}  // namespace
}  // namespace amorph
