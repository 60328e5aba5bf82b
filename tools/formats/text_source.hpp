// An input read in blocks: a file, a pipe, gzip or xz data, or text in memory.
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
  // Constructors and read() throw error(bad_input, "PATH: cannot read: reason") and std::bad_alloc. Data of other
  // compressors, archives and byte order marks are refused by name.
  explicit text_source(const std::string& path);  // "-": the standard input
  explicit text_source(std::string_view text);    // not copied; must outlive this object
  text_source(text_source&& other) noexcept;
  ~text_source();

  // Reads the next `capacity` bytes and returns their number, which is smaller at the end of the text, and 0 after it.
  // Data that starts like gzip or xz is decompressed, all members of it. With an executor, a file is read by all of its
  // threads.
  std::size_t read(char* to, std::size_t capacity, cpu_exec* exec = nullptr);

  // The first `bytes` bytes of the rest of the text, or all if there are fewer; read() returns them afterwards.
  [[nodiscard]] std::string_view peek(std::size_t bytes);

  // The size of the whole text if known without reading it, otherwise 0.
  [[nodiscard]] std::uint64_t size() const noexcept;

 private:
  std::size_t read_more(char* to, std::size_t capacity, cpu_exec* exec);

  struct impl;
  std::unique_ptr<impl> impl_;
};

}  // namespace amorph
