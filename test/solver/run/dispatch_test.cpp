// Dispatch to a module that has no code for the device: `auto` runs on the CPU, `cuda` says why it cannot.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "amorph/kernels/base/error.hpp"
#include "solver/graph/bfs/bfs.hpp"

namespace amorph {
namespace {

bfs::result search(backend backend) {
  static constexpr std::uint64_t begin[] = {0, 1, 2, 2};
  static constexpr std::uint32_t to[] = {1, 2}, source[] = {0};
  weighted_csr path;
  path.graph = {3, span<const std::uint64_t>(begin, 4), span<const std::uint32_t>(to, 2)};
  bfs::options options;
  options.run.backend = backend;
  return bfs::solve(path, span<const std::uint32_t>(source, 1), options);
}

TEST(dispatch, automatic_falls_back_to_the_cpu) {
  const bfs::result r = search(backend::automatic);
  EXPECT_EQ(r.stats.backend_name.substr(0, 3), "cpu");
  EXPECT_EQ(r.level, (std::vector<std::uint32_t>{0, 1, 2}));
}

TEST(dispatch, cuda_says_why_it_cannot) {
  try {
    search(backend::cuda);
    FAIL() << "expected an error";
  } catch (const error& e) {
    EXPECT_EQ(e.code(), status::no_device);
    EXPECT_EQ(std::string(e.what()), "no code for Pretend 1000");
  }
}

}  // namespace
}  // namespace amorph
