// A whole file in memory.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "amorph/kernels/base/error.hpp"

namespace amorph {

class cpu_exec;

struct input_text {
  std::unique_ptr<char[]> bytes;
  std::size_t size = 0;
  [[nodiscard]] std::string_view view() const noexcept { return {bytes.get(), size}; }
};

// The name of the file `path` in messages.
[[nodiscard]] inline std::string_view input_name(std::string_view path) noexcept {
  return path == "-" ? std::string_view("standard input") : path;
}

// Reads all of `path` ("-": the standard input; pipes too). What starts as gzip or xz does is inflated, member after
// member; a file is read by all threads of `exec`, if there is one. bad_input with `message` "PATH: cannot read:
// reason", also for damaged or truncated gzip or xz; out_of_memory. Never throws.
[[nodiscard]] status read_file(const std::string& path, input_text& text, std::string& message,
                               cpu_exec* exec = nullptr) noexcept;

// Its first `most` bytes, or all if there are fewer, by the same rules.
[[nodiscard]] status read_start(const std::string& path, std::size_t most, std::string& text,
                                std::string& message) noexcept;

}  // namespace amorph
