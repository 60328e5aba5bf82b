// The bytes of an input, stretch by stretch: a file, a pipe, gzip or xz data, or a text in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace amorph {

class cpu_exec;

class text_source {
 public:
  // All of its members throw error(bad_input, "PATH: cannot read: reason") and std::bad_alloc.
  explicit text_source(const std::string& path);  // "-": the standard input
  explicit text_source(std::string_view text);    // stays the caller's
  text_source(text_source&& other) noexcept;
  ~text_source();

  // The next `capacity` bytes, or fewer at the end of the text, and then 0. What starts as gzip or xz does comes
  // inflated, member after member. With an executor, a file is read by all of its threads.
  std::size_t read(char* to, std::size_t capacity, cpu_exec* exec = nullptr);

  // The size of the whole text if known without reading it, otherwise 0.
  [[nodiscard]] std::uint64_t size() const noexcept;

 private:
  struct impl;
  std::unique_ptr<impl> impl_;
};

}  // namespace amorph
