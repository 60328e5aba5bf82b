#include "tools/terminal/run_report.hpp"

#include <gtest/gtest.h>

namespace amorph::test {
namespace {

run_statistics ran(const char* backend, unsigned threads, const char* weighed = "") {
  run_statistics s;
  s.backend_name = backend;
  s.threads = threads;
  s.weighed = weighed;
  return s;
}

std::string json_of(const run_statistics& s) {
  json_writer j;
  j.begin_object();
  write_backend(j, s);
  j.end_object();
  return j.text();
}

TEST(run_report, names_threads_or_the_device) {
  EXPECT_EQ(backend_text(ran("cpu", 1)), "cpu, 1 thread");
  EXPECT_EQ(backend_text(ran("cpu", 2)), "cpu, 2 threads");
  EXPECT_EQ(backend_text(ran("cpu", 0)), "cpu");
  EXPECT_EQ(backend_text(ran("cuda (NVIDIA H200)", 2)), "cuda (NVIDIA H200)");
}

TEST(run_report, estimates_are_absent_unless_auto) {
  EXPECT_EQ(json_of(ran("cuda (NVIDIA H200)", 2)),
            "{\n  \"backend\": \"cuda\",\n  \"device\": \"cuda (NVIDIA H200)\",\n  \"threads\": 2\n}\n");
  EXPECT_EQ(json_of(ran("cpu", 1, "cpu 3 ms")),
            "{\n  \"backend\": \"cpu\",\n  \"device\": \"cpu\",\n  \"threads\": 1,\n  \"weighed\": \"cpu 3 ms\"\n}\n");
}

TEST(run_report, estimates_are_a_line_on_stderr) {
  testing::internal::CaptureStderr();
  print_weighed("tool", ran("cpu", 1, "cpu 3 ms"));
  print_weighed("tool", ran("cpu", 1));
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "tool: auto: cpu 3 ms\n");
}

}  // namespace
}  // namespace amorph::test
