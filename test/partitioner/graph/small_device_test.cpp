// A device whose memory does not suffice ($AMORPH_CUDA_MODULE is small_device.cpp): the run streams, and if that does
// not fit either, the CPU computes where that is left open, and the answer says so.
#include <gtest/gtest.h>

#include <cstdlib>

#include "amorph/kernels/backend/device_start.hpp"
#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/exec/cpu.hpp"
#include "partitioner/graph/choose_backend.hpp"
#include "test/partitioner/graph/random_trial.hpp"

namespace amorph::test {
namespace {

TEST(small_device, leaves_the_work_to_the_cpu) {
  device_start::begin(0);
  while (device_start::running()) {}  // started: then it is worth its work on one thread
  const stored_graph g = store(grid(200, 200));
  for (const partition::scheme scheme : {partition::scheme::kway, partition::scheme::recursive}) {
    partition::options o;
    o.parts = 6;
    o.scheme = scheme;
    o.run.threads = 1;
    o.run.backend = backend::cpu;
    const partition::result expected = partition::divide(g.view(), o);
    EXPECT_EQ(expected.stats.remark, "");
    o.run.backend = backend::automatic;
    const partition::result found = partition::divide(g.view(), o);
    EXPECT_EQ(found.part, expected.part);
    EXPECT_EQ(found.stats.backend_name, "cpu");
    EXPECT_EQ(found.stats.remark, "on the CPU: the device has too little memory");
    o.run.backend = backend::cuda;
    try {
      (void)partition::divide(g.view(), o);
      ADD_FAILURE() << "divided";
    } catch (const error& e) {
      EXPECT_EQ(e.code(), status::out_of_memory);
    }
  }
}

// The second attempt finds the limits as they were: a vertex outweighs its part, so that the first has raised them.
TEST(small_device, streams_what_does_not_fit) {
  stored_graph g = store(grid(100, 100));
  g.vertex_weight.assign(g.vertices, 1);
  for (std::uint32_t v = 0; v < g.vertices; v += 1009) g.vertex_weight[v] = 2500;
  partition::options o;
  o.parts = 9;
  o.run.threads = 1;
  o.run.backend = backend::cpu;
  const partition::result expected = partition::divide(g.view(), o);
  EXPECT_FALSE(expected.balanced);
  o.run.backend = backend::cuda;
  const partition::result found = partition::divide(g.view(), o);
  EXPECT_EQ(found.part, expected.part);
  EXPECT_EQ(found.cut, expected.cut);
}

TEST(small_device, streams_from_a_start_too) {
  const stored_graph g = store(grid(100, 100));
  std::vector<std::int32_t> start;
  for (std::uint32_t v = 0; v != g.vertices; ++v) start.push_back(static_cast<std::int32_t>(v * 9 / g.vertices));
  partition::options o;
  o.parts = 9;
  o.start = start;
  o.run.threads = 1;
  o.run.backend = backend::cpu;
  const partition::result expected = partition::divide(g.view(), o);
  o.run.backend = backend::cuda;
  EXPECT_EQ(partition::divide(g.view(), o).part, expected.part);
}

// The estimates of `auto` know that the device would read host memory.
TEST(small_device, streaming_is_part_of_the_estimate) {
  device_start::begin(0);
  while (device_start::running()) {}
  const stored_graph g = store(grid(200, 200));
  cpu_exec host(1);
  partition::options o;
  o.parts = 6;
  o.run.threads = 1;
  const partition::chosen_backend fits = choose_backend(host, g.view(), o);
  EXPECT_EQ(fits.backend, backend::cuda);
  EXPECT_EQ(fits.weighed.find("host memory"), std::string::npos) << fits.weighed;
  o.run.memory_limit = 1 << 20;
  const partition::chosen_backend streams = choose_backend(host, g.view(), o);
  EXPECT_NE(streams.weighed.find("host memory"), std::string::npos) << streams.weighed;
  EXPECT_EQ(streams.remark.empty(), streams.backend == backend::cuda) << streams.remark;
}

TEST(small_device, streaming_takes_longer_the_more_arcs_and_hubs_there_are) {
  EXPECT_GT(partition::streaming_ms(1 << 20, 1), 0);
  EXPECT_GT(partition::streaming_ms(1 << 30, 1), 100 * partition::streaming_ms(1 << 20, 1));
  EXPECT_GT(partition::streaming_ms(1 << 20, 8), partition::streaming_ms(1 << 20, 1));
}

TEST(small_device, a_run_that_has_streamed_is_not_repeated) {
  const stored_graph g = store(grid(100, 100));
  partition::options o;
  o.parts = 9;
  o.run.backend = backend::cuda;
  setenv("SMALL_DEVICE_HAS_STREAMED", "1", 1);
  try {
    (void)partition::divide(g.view(), o);
    ADD_FAILURE() << "divided";
  } catch (const error& e) {
    EXPECT_EQ(e.code(), status::out_of_memory);
    EXPECT_STREQ(e.what(), "calls: 1");
  }
  unsetenv("SMALL_DEVICE_HAS_STREAMED");
}

}  // namespace
}  // namespace amorph::test
