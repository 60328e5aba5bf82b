// The matrix where it stands on the host: room for it, and loops over its rows by several threads.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "amorph/error.hpp"

namespace amorph::apsp {

// Throws error(out_of_memory) where the machine could not hold it at all.
inline void need_host_memory(std::uint64_t vertices) {
  const auto machine =
      static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(::sysconf(_SC_PAGE_SIZE));
  const unsigned __int128 bytes = static_cast<unsigned __int128>(vertices) * vertices * 4;
  if (bytes > machine)
    throw error(status::out_of_memory, "out of host memory: the distances of " + std::to_string(vertices) +
                                           " vertices take " + std::to_string(static_cast<std::uint64_t>(bytes >> 20)) +
                                           " MiB, and the machine has " + std::to_string(machine >> 20));
}

// f(first, last, part) for ranges that cover rows 0 .. n-1, part below host_parts, one range a part. f throws nothing.
inline constexpr unsigned host_parts = 8;
template <class F> void for_rows_on_host(std::size_t n, F f) {
  const std::size_t each = n / host_parts + 1;
  auto part = [&](unsigned p) { f(std::min(n, p * each), std::min(n, (p + 1) * each), p); };
  std::vector<std::thread> helpers;
  helpers.reserve(host_parts);
  unsigned started = 1;
  try {
    for (; n >= 1024 && started != host_parts; ++started) helpers.emplace_back(part, started);
  } catch (const std::system_error&) {  // fewer do it
  }
  part(0);
  for (unsigned p = started; p != host_parts; ++p) part(p);
  for (std::thread& h : helpers) h.join();
}

}  // namespace amorph::apsp
