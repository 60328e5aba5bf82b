// A whole file in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "amorph/kernels/base/error.hpp"

namespace amorph {

class cpu_exec;
class text_source;

struct input_text {
  std::unique_ptr<char[]> bytes;
  std::size_t size = 0;
  [[nodiscard]] std::string_view view() const noexcept { return {bytes.get(), size}; }
};

// The name of the file `path` in messages.
[[nodiscard]] inline std::string_view input_name(std::string_view path) noexcept {
  return path == "-" ? std::string_view("standard input") : path;
}

// Reads all of `path`, a file or a pipe ("-": the standard input). Data that starts like gzip or xz is decompressed,
// all members of it; a file is read by all threads of `exec`, if given. bad_input with `message` "PATH: cannot read:
// reason", also for damaged or truncated gzip or xz, for files of other compressors, and for byte order marks;
// out_of_memory, also for more than `max_bytes` (0: any number). Of files that begin with NUL, as no format does,
// only the start is read. Never throws.
[[nodiscard]] status read_file(const std::string& path, input_text& text, std::string& message,
                               cpu_exec* exec = nullptr, std::uint64_t max_bytes = 0) noexcept;

// The same for the rest of a source; `name` is its name in messages. Throws error and std::bad_alloc.
void read_all(text_source& source, std::string_view name, input_text& text, cpu_exec* exec = nullptr,
              std::uint64_t max_bytes = 0);

// The same for the first `bytes` bytes, or all if there are fewer.
[[nodiscard]] status read_start(const std::string& path, std::size_t bytes, std::string& text,
                                std::string& message) noexcept;

}  // namespace amorph
