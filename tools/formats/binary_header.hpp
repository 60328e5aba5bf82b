// Common code of readers and writers of binary forms. The forms are little-endian: arrays as in memory.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/graph/host_graph.hpp"
#include "tools/formats/text_source.hpp"

namespace amorph {

static_assert(std::endian::native == std::endian::little, "amorph: the binary formats are little-endian");

[[noreturn]] inline void refuse_binary(const std::string& name, const std::string& why) {
  throw error(status::bad_input, name + ": " + why);
}

[[nodiscard]] inline std::string_view bytes_of(const void* data, std::size_t size) {
  return {static_cast<const char*>(data), size};
}

// Reads `count` items. If the size of the source is unknown, the array grows with the bytes read, so that a header
// cannot request more memory than the file fills.
template <class T>
void read_array(text_source& source, const std::string& name, cpu_exec& exec, std::uint64_t count, host_array<T>& to) {
  constexpr std::uint64_t step = std::uint64_t{1} << 24;
  const bool known = source.size() != 0;
  std::uint64_t have = 0;
  while (have != count) {
    const std::uint64_t next = known ? count : std::min(count, std::max(step, 2 * have));
    to.resize(next);
    const std::size_t bytes = (next - have) * sizeof(T);
    if (source.read(reinterpret_cast<char*>(to.data() + have), bytes, &exec) != bytes)
      refuse_binary(name, "the file is truncated");
    have = next;
  }
}

}  // namespace amorph
