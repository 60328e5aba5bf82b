// Matrices in host memory: their size, and loops over their rows by several threads.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "amorph/kernels/base/error.hpp"

namespace amorph::apsp {

// The bytes of a square matrix of distances whose sides are rounded up to tiles. Throws error(out_of_memory) if that
// exceeds the address space: from 2^32 - tile vertices on there are 2^64 elements.
inline std::uint64_t matrix_bytes(std::uint64_t vertices, std::uint64_t tile = 1) {
  const std::uint64_t side = (vertices + tile - 1) / tile * tile;
  if (side != 0 && side > std::numeric_limits<std::uint64_t>::max() / sizeof(std::uint32_t) / side)
    throw error(status::out_of_memory,
                "the distances of " + std::to_string(vertices) + " vertices take more memory than can be addressed");
  return side * side * sizeof(std::uint32_t);
}

// Throws error(out_of_memory) if the machine has less memory in all.
inline void need_host_memory(std::uint64_t vertices) {
  const auto machine =
      static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(::sysconf(_SC_PAGE_SIZE));
  if (const std::uint64_t bytes = matrix_bytes(vertices); bytes > machine)
    throw error(status::out_of_memory, "out of host memory: the distances of " + std::to_string(vertices) +
                                           " vertices take " + std::to_string(bytes >> 20) +
                                           " MiB, and the machine has " + std::to_string(machine >> 20));
}

// f(first, last, part) for ranges that cover rows 0 .. n-1, one range per part, on at most `threads` threads. f does
// not throw.
template <class F> void for_rows_on_host(std::size_t n, unsigned threads, F f) {
  const std::size_t each = n / threads + 1;
  auto part = [&](unsigned p) { f(std::min(n, p * each), std::min(n, (p + 1) * each), p); };
  std::vector<std::thread> helpers;
  helpers.reserve(threads);
  auto start = [&](unsigned p) {
    try {
      helpers.emplace_back(part, p);
      return true;
    } catch (const std::system_error&) {
      return false;  // fewer threads will do
    }
  };
  unsigned started = 1;
  while (n >= 1024 && started != threads && start(started)) ++started;
  part(0);
  for (unsigned p = started; p != threads; ++p) part(p);
  for (std::thread& h : helpers) h.join();
}
// The number of threads for such loops: 0 means all, up to a few that saturate the memory.
inline unsigned host_threads(unsigned asked) {
  constexpr unsigned enough = 8;
  return std::clamp(asked != 0 ? asked : std::min(enough, std::thread::hardware_concurrency()), 1U, 1024U);
}

}  // namespace amorph::apsp
