#include "tools/formats/input_file.hpp"

#include <algorithm>
#include <cstring>

#include "amorph/kernels/backend/boundary.hpp"
#include "amorph/kernels/base/byte_text.hpp"
#include "tools/formats/text_source.hpp"

namespace amorph {

void read_all(text_source& source, std::string_view name, input_text& text, cpu_exec* exec, std::uint64_t max_bytes) {
  const auto check = [&](std::uint64_t bytes) {
    if (max_bytes != 0 && bytes > max_bytes)
      throw error(status::out_of_memory,
                  std::string(name) + ": its text alone takes more than the memory limit of " + byte_text(max_bytes));
  };
  check(source.size());
  // Grows by doubling, without initialising the bytes.
  std::size_t capacity = std::max<std::size_t>(source.size() + 1, std::size_t{1} << 16), used = 0;
  auto bytes = std::make_unique_for_overwrite<char[]>(capacity);
  for (;;) {
    used += source.read(bytes.get() + used, capacity - used, exec);
    check(used);
    if (used != capacity || bytes[0] == 0) break;
    auto next = std::make_unique_for_overwrite<char[]>(2 * capacity);
    std::memcpy(next.get(), bytes.get(), used);
    bytes = std::move(next);
    capacity *= 2;
  }
  text.bytes = std::move(bytes);
  text.size = used;
}

status read_file(const std::string& path, input_text& text, std::string& message, cpu_exec* exec,
                 std::uint64_t max_bytes) noexcept {
  return guarded(message, [&] {
    text_source source(path);
    read_all(source, input_name(path), text, exec, max_bytes);
  });
}

status read_start(const std::string& path, std::size_t bytes, std::string& text, std::string& message) noexcept {
  return guarded(message, [&] {
    text_source source(path);
    text.resize(bytes);
    text.resize(source.read(text.data(), bytes));
  });
}

}  // namespace amorph
